//! A source as the compiler sees it: where each line of it stands in the user's files, and what is put in its
//! place.

use std::ops::Range;

/// The text of a source, perhaps preprocessed.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) text: String,
    /// The file that the user wrote.
    pub(super) file: String,
    pub(super) is_fixed: bool,
    /// Columns of a line in fixed form that are read; nothing for all of them, as in free form.
    pub(super) columns: Option<usize>,
}

/// Changes to a text.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    pub(super) fn replace(&mut self, range: Range<usize>, with: String) {
        self.0.push((range, with));
    }

    pub(super) fn insert(&mut self, at: usize, text: String) {
        self.0.push((at..at, text));
    }

    /// The text with all changes made.
    pub(super) fn applied(mut self, text: &str) -> String {
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let (mut changed, mut at) = (String::new(), 0);
        for (range, with) in self.0 {
            changed.push_str(text.get(at..range.start).unwrap_or(""));
            changed.push_str(&with);
            at = range.end;
        }
        changed.push_str(text.get(at..).unwrap_or(""));
        changed
    }
}

/// Functions whose value has double precision, whatever they are given.
const DOUBLE_FUNCTIONS: [&str; 5] = ["dble", "dcmplx", "dfloat", "dprod", "dreal"];

/// Whether statements have numbers, variables or values of functions of double precision. Comments say
/// nothing.
pub(super) fn has_doubles(text: &str, is_fixed: bool) -> bool {
    let statements = code(text, is_fixed).to_ascii_lowercase();
    let is_double = |word: &str| {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let exponent = digits.strip_prefix('d').filter(|rest| !rest.is_empty() || digits.len() < word.len());
        DOUBLE_FUNCTIONS.contains(&word)
            || word.starts_with("double")
            || exponent.is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
    };
    // An exponent with a sign, behind a point.
    let compact: String = statements.chars().filter(|c| !c.is_whitespace()).collect();
    words(&statements).any(is_double) || [".d+", ".d-"].iter().any(|exponent| compact.contains(exponent))
}

impl Text {
    /// The start of the line that holds an offset.
    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
    }

    /// Where the line ends that holds an offset, behind its line break.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or("");
        rest.find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    /// A part of it, with blanks in the place of comments and of what stands between quotes.
    pub(super) fn code(&self, part: Range<usize>) -> String {
        code(self.text.get(part).unwrap_or(""), self.is_fixed)
    }

    /// Whether it has that word, in letters of either case.
    pub(super) fn has_word(&self, name: &str) -> bool {
        words(&self.text).any(|word| word.eq_ignore_ascii_case(name))
    }

    /// The line that says where the line at an offset comes from.
    pub(super) fn marker(&self, at: usize) -> String {
        let before = self.text.get(..self.line_start(at)).unwrap_or("");
        let (mut line, mut file) = (1, self.file.as_str());
        for text in before.lines() {
            match place(text) {
                Some((number, name)) => (line, file) = (number, name),
                None => line += 1,
            }
        }
        marker(line, file)
    }
}

/// A line that says where the next one comes from.
pub(super) fn marker(line: u64, file: &str) -> String {
    format!("# {line} \"{}\"\n", file.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A line that says that what follows is no line of the user's, which debuggers would show.
pub(super) fn generated(routine: &str) -> String {
    marker(1, &format!("lpfc: {routine}"))
}

/// The place that a line of preprocessed text names.
pub(super) fn place(line: &str) -> Option<(u64, &str)> {
    let (number, name) = line.strip_prefix("# ")?.split_once(' ')?;
    let name = name.strip_prefix('"')?;
    Some((number.parse().ok()?, name.get(..name.rfind('"')?)?))
}

/// The words of a text, as it stands.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// A source with blanks in the place of comments and of what stands between quotes; offsets stay.
pub(super) fn code(text: &str, is_fixed: bool) -> String {
    let (mut found, mut quote) = (String::with_capacity(text.len()), None);
    for line in text.split_inclusive('\n') {
        let is_comment = is_fixed && line.starts_with(['c', 'C', '*']);
        if is_fixed && !is_comment && !continues(line) {
            quote = None;
        }
        let mut is_ended = is_comment;
        for (column, letter) in line.chars().enumerate() {
            let is_quote = quote == Some(letter) || quote.is_none() && matches!(letter, '"' | '\'');
            let is_mark = is_fixed && column == 5;
            is_ended |= letter == '!' && quote.is_none() && !is_mark;
            if is_quote && !is_ended {
                quote = if quote.is_none() { Some(letter) } else { None };
            }
            let is_code = letter == '\n' || !is_ended && quote.is_none();
            let blanks = std::iter::repeat_n(' ', letter.len_utf8());
            if is_code { found.push(letter) } else { found.extend(blanks) }
        }
        if !is_fixed && !line.trim_end().ends_with('&') {
            quote = None;
        }
    }
    found
}

/// The lines of a source, joined where one continues another in one of both forms, or may do so.
pub(super) fn statements(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let code = line.split('!').next().unwrap_or_default().trim();
        match found.last_mut().filter(|_| is_open || continues(line) || code.is_empty()) {
            Some(statement) => {
                statement.push('\n');
                statement.push_str(line);
            }
            None => found.push(line.to_owned()),
        }
        is_open = [code, line.trim()].iter().any(|end| end.ends_with('&')) || is_open && code.is_empty();
    }
    found
}

/// Whether a line begins as one that continues another.
fn continues(line: &str) -> bool {
    let mut letters = line.chars();
    let is_labelled = letters.by_ref().take(5).any(|letter| letter != ' ');
    line.trim_start().starts_with('&')
        || !is_labelled && letters.next().is_some_and(|mark| !" 0".contains(mark))
}

/// Lines of generated Fortran.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) text: String,
    is_fixed: bool,
    depth: usize,
}

impl Lines {
    /// No lines yet; the first has `depth` levels of indentation.
    pub(super) fn new(is_fixed: bool, depth: usize) -> Self {
        Lines { text: String::new(), is_fixed, depth }
    }

    pub(super) fn indent(&mut self) {
        self.depth += 1;
    }

    pub(super) fn outdent(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// A text as a constant, of which no part is longer than a line.
    pub(super) fn quoted(&self, text: &str) -> String {
        // Where a line goes on, a call begins before the text.
        let most =
            if self.is_fixed { (72 - 19_usize).saturating_sub(self.blanks().len()).min(40) } else { 80 };
        let mut parts = vec![String::new()];
        for c in text.chars() {
            let written = if c == '\'' { "''".to_owned() } else { c.to_string() };
            match parts.last_mut().filter(|part| part.chars().count() + written.len() <= most) {
                Some(part) => part.push_str(&written),
                None => parts.push(written),
            }
        }
        let parts: Vec<String> = parts.iter().map(|part| format!("'{part}'")).collect();
        parts.join(" // ")
    }

    /// The blanks before a statement: not so many that a part of a text has no room.
    fn blanks(&self) -> String {
        let (margin, most) = if self.is_fixed { (6, 18) } else { (0, 28) };
        " ".repeat(margin + (2 * self.depth).min(most))
    }

    /// Adds a statement, continued where it is too long.
    pub(super) fn line(&mut self, statement: &str) {
        let most: usize = if self.is_fixed { 72 } else { 108 };
        let indent = self.blanks();
        let mut line = indent.clone();
        for piece in pieces(statement, most.saturating_sub(indent.len() + 4)) {
            if line.len() + piece.trim_end().len() > most && line.len() > indent.len() {
                let end = if self.is_fixed { "" } else { " &" };
                self.text.push_str(&format!("{}{end}\n", line.trim_end()));
                let margin = if self.is_fixed { "     &" } else { "" };
                line = format!("{margin}{}    ", indent.get(margin.len()..).unwrap_or(""));
            }
            line.push_str(&piece);
        }
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}

/// The parts of a statement that stay in one line, if they are short enough.
fn pieces(statement: &str, room: usize) -> Vec<String> {
    let (before, binding) = statement.split_at(statement.find(" bind(").map_or(statement.len(), |at| at + 1));
    let mut pieces: Vec<&str> = before.split_inclusive(", ").collect();
    pieces.extend((!binding.is_empty()).then_some(binding));
    let short = |piece: &str| if piece.len() <= room { vec![piece.to_owned()] } else { at_blanks(piece) };
    pieces.into_iter().flat_map(short).collect()
}

/// A text in parts that end with blanks, none of them in quotes.
fn at_blanks(text: &str) -> Vec<String> {
    let (mut parts, mut is_quoted) = (vec![String::new()], false);
    for c in text.chars() {
        is_quoted ^= c == '\'';
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
        if c == ' ' && !is_quoted {
            parts.push(String::new());
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_no_comments_and_no_texts() {
        for (text, is_fixed, expected) in [
            ("x = 'a!b' ! size\n  y", false, "x =     '       \n  y"),
            ("x = 'it''s' // \"c\"\n", false, "x =    '  ' //   \"\n"),
            ("x = 'ab &\n  &cd' + size\n", false, "x =      \n     ' + size\n"),
            ("x = 'open\ny = size\n", false, "x =      \ny = size\n"),
            ("c size\n      x = 'ab\n     &cd' + size\n", true, "      \n      x =    \n        ' + size\n"),
            ("* it's\n     !x = size ! y\n", true, "      \n     !x = size    \n"),
        ] {
            assert_eq!(code(text, is_fixed), expected, "{text}");
        }
    }

    #[test]
    fn lines_lead_to_the_files_of_the_user() {
        let text = "# 1 \"a b.F90\"\nx\n# 7 \"in.h\" 1\ny\n# 3 \"a b.F90\" 2\n  z\n".to_owned();
        let text = Text { text, file: "a b.F90".to_owned(), is_fixed: false, columns: None };
        let at = |word: &str| text.marker(text.text.find(word).unwrap());
        assert_eq!(at("x\n"), "# 1 \"a b.F90\"\n");
        assert_eq!(at("y\n"), "# 7 \"in.h\"\n");
        assert_eq!(at("z\n"), "# 3 \"a b.F90\"\n");
        assert_eq!(&text.text[text.line_start(20)..text.line_end(20)], "# 7 \"in.h\" 1\n");
    }

    #[test]
    fn texts_have_room_at_any_depth() {
        for (is_fixed, most) in [(true, 72), (false, 132)] {
            let mut lines = Lines::new(is_fixed, 30);
            let text = lines.quoted(&"`a` isn't what it was".repeat(5));
            lines.line(&format!("call lp_refused({text} // c_null_char)"));
            assert!(lines.text.lines().all(|line| line.len() <= most), "{}", lines.text);
        }
    }

    #[test]
    fn long_statements_go_on_in_the_next_line() {
        let call = format!("call f({})", vec!["argument"; 20].join(", "));
        for (is_fixed, most) in [(true, 72), (false, 110)] {
            let mut lines = Lines::new(is_fixed, 1);
            lines.line(&call);
            assert!(lines.text.lines().count() > 1 && lines.text.lines().all(|line| line.len() <= most));
        }
    }

    #[test]
    fn long_texts_are_joined() {
        let mut lines = Lines::new(true, 3);
        lines.line(&format!("call f({} // c)", lines.quoted(&"it's long ".repeat(12))));
        assert!(lines.text.lines().count() > 2 && lines.text.lines().all(|line| line.len() <= 72));
    }

    #[test]
    fn edits_keep_the_rest() {
        let mut edits = Edits::default();
        edits.insert(3, "-".to_owned());
        edits.replace(0..1, "A".to_owned());
        assert_eq!(edits.applied("abcdef"), "Abc-def");
    }
}
