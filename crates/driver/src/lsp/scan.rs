//! What stands around an offset of a pipeline or a script, whether or not the text can be read.

use std::ops::Range;

/// What is around an offset.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Context<'t> {
    /// The name that the offset is in or at the end of; empty where it is in none.
    pub(super) word: Range<usize>,
    /// What stands before that name and a dot, as `lp` in `lp.split_iname`.
    pub(super) module: Option<&'t str>,
    /// The innermost call that is open there.
    pub(super) call: Option<OpenCall<'t>>,
    /// Whether it is in a string.
    pub(super) is_string: bool,
    /// Whether it is in a comment.
    pub(super) is_comment: bool,
}

/// A call whose bracket is open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct OpenCall<'t> {
    /// What is called, without a module.
    pub(super) name: &'t str,
    /// The module before it.
    pub(super) module: Option<&'t str>,
    /// Where the name begins.
    pub(super) start: usize,
    /// How many arguments stand before.
    pub(super) position: usize,
    /// The keyword of the argument.
    pub(super) keyword: Option<&'t str>,
    /// The keywords of all arguments so far.
    pub(super) keywords: Vec<&'t str>,
}

/// An open bracket.
struct Bracket<'t> {
    call: Option<OpenCall<'t>>,
    /// How far the line is indented that it stands in.
    indent: usize,
}

/// Reads a text up to an offset.
struct Scanner<'t> {
    text: &'t str,
    open: Vec<Bracket<'t>>,
    quote: Option<(char, bool)>,
    is_comment: bool,
    /// The last name, where nothing but blanks stands behind it.
    last: Option<Range<usize>>,
    line: usize,
}

/// What is around an offset of a text.
pub(super) fn context(text: &str, offset: usize) -> Context<'_> {
    let offset = (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let word = word_at(text, offset);
    let mut scanner = Scanner { text, open: Vec::new(), quote: None, is_comment: false, last: None, line: 0 };
    scanner.read(word.start);
    let (is_string, is_comment) = (scanner.quote.is_some(), scanner.is_comment);
    if !(word.is_empty() || is_string || is_comment) {
        scanner.restart(word.start);
    }
    let module = module_before(text, word.start);
    // Within a list or a dictionary, the argument is still that of the call.
    let call = scanner.open.into_iter().rev().find_map(|bracket| bracket.call);
    Context { word, module, call, is_string, is_comment }
}

/// The name around an offset.
pub(super) fn word_at(text: &str, offset: usize) -> Range<usize> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let (before, after) = text.as_bytes().split_at(offset.min(text.len()));
    let left = before.iter().rev().take_while(|byte| is_part(byte)).count();
    let right = after.iter().take_while(|byte| is_part(byte)).count();
    before.len() - left..before.len() + right
}

/// The name before a dot before a place.
fn module_before(text: &str, start: usize) -> Option<&str> {
    let before = text.get(..start)?.strip_suffix('.')?;
    text.get(word_at(text, before.len())).filter(|module| !module.is_empty())
}

impl<'t> Scanner<'t> {
    fn read(&mut self, end: usize) {
        let text = self.text.get(..end).unwrap_or_default();
        let mut letters = text.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            match (letter, self.quote) {
                ('\n', quote) => {
                    self.is_comment = false;
                    self.line = at + 1;
                    // A string of one line ends with it, closed or not.
                    self.quote = quote.filter(|(_, is_long)| *is_long);
                }
                _ if self.is_comment => {}
                ('\\', Some(_)) => drop(letters.next_if(|(_, next)| *next != '\n')),
                (_, Some((open, is_long))) => {
                    if letter == open && (!is_long || self.triple(at)) {
                        self.quote = None;
                        self.skip_triple(&mut letters, is_long);
                    }
                }
                ('#', None) => self.is_comment = true,
                ('"' | '\'', None) => {
                    let is_long = self.triple(at);
                    self.quote = Some((letter, is_long));
                    self.skip_triple(&mut letters, is_long);
                    self.last = None;
                }
                _ => self.letter(at, letter),
            }
        }
    }

    /// Whether the quotation mark at a place is the first of three.
    fn triple(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.starts_with("\"\"\"") || rest.starts_with("'''")
    }

    fn skip_triple(&self, letters: &mut impl Iterator, is_long: bool) {
        if is_long {
            letters.take(2).for_each(drop);
        }
    }

    fn letter(&mut self, at: usize, letter: char) {
        let is_part = letter.is_ascii_alphanumeric() || letter == '_';
        if is_part {
            let goes_on = self.last.as_ref().is_some_and(|last| last.end == at);
            if !goes_on {
                self.restart(at);
            }
            let start = self.last.take().filter(|_| goes_on).map_or(at, |last| last.start);
            self.last = Some(start..at + 1);
            return;
        }
        match letter {
            '(' | '[' | '{' => self.bracket(letter),
            ')' | ']' | '}' => drop(self.open.pop()),
            ',' => self.next_argument(),
            '=' => self.keyword(at),
            _ if letter.is_whitespace() => return,
            _ => {}
        }
        self.last = None;
    }

    /// A name that begins a line which is indented no further than the one with the open bracket begins
    /// something new: the bracket was forgotten.
    fn restart(&mut self, at: usize) {
        let indent = at - self.line;
        let begins = self.text.get(self.line..at).is_some_and(|before| before.trim().is_empty());
        if begins && self.open.first().is_some_and(|first| indent <= first.indent) {
            self.open.clear();
        }
    }

    fn bracket(&mut self, letter: char) {
        let rest = self.text.get(self.line..).unwrap_or_default();
        let indent = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let word = self.last.clone().filter(|_| letter == '(');
        let call = word.and_then(|word| {
            let (start, module) = (word.start, module_before(self.text, word.start));
            Some(OpenCall { name: self.text.get(word)?, module, start, ..OpenCall::default() })
        });
        self.open.push(Bracket { call, indent });
    }

    fn next_argument(&mut self) {
        if let Some(call) = self.open.last_mut().and_then(|bracket| bracket.call.as_mut()) {
            call.position += 1;
            call.keyword = None;
        }
    }

    fn keyword(&mut self, at: usize) {
        let is_comparison = self.text.get(at + 1..).is_some_and(|rest| rest.starts_with('='));
        let word = self.last.clone().and_then(|word| self.text.get(word)).filter(|_| !is_comparison);
        if let (Some(call), Some(word)) =
            (self.open.last_mut().and_then(|bracket| bracket.call.as_mut()), word)
        {
            call.keyword = Some(word);
            call.keywords.push(word);
        }
    }
}

/// The lines of a Fortran text, each with whether it is one of a transform block.
fn fortran_lines(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut is_block = false;
    text.split_inclusive('\n').map(move |line| {
        let sign = line.trim_start().to_ascii_lowercase();
        let directive = sign.strip_prefix(['!', 'c', '*']).and_then(|rest| rest.strip_prefix("$loopy"));
        if let Some(directive) = directive {
            is_block = directive.trim_start().starts_with("begin");
        }
        (line, is_block && directive.is_none())
    })
}

/// A Fortran text without the lines of transform blocks, and with the number of their bytes before code that
/// follows: two texts in which all of that is the same differ in blocks alone, and all else stands where it
/// stood.
pub(super) fn around_blocks(text: &str) -> String {
    let mut rest = String::with_capacity(text.len());
    let mut cut = 0;
    for (line, is_block) in fortran_lines(text) {
        let is_code = !line.trim().is_empty() && !line.trim_start().starts_with('!');
        if is_block {
            cut += line.len();
        } else if is_code && cut > 0 {
            rest.push_str(&format!("{cut}\n"));
            cut = 0;
        }
        rest.push_str(if is_block { "" } else { line });
    }
    rest
}

/// A Fortran text of which all but the lines of transform blocks is blank, each byte where it was.
pub(super) fn blocks(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    for (line, is_block) in fortran_lines(text) {
        let indent = line.len() - line.trim_start().len();
        match line.get(indent + 1..).filter(|_| is_block && !line.trim().is_empty()) {
            Some(rest) => {
                masked.extend(std::iter::repeat_n(' ', indent + 1));
                masked.push_str(rest);
            }
            None => masked.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' })),
        }
    }
    masked
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is around the mark `^`.
    fn scanned(text: &str) -> (String, Option<OpenCall<'static>>, bool, bool) {
        let offset = text.find('^').unwrap();
        let text: &'static str = text.replace('^', "").leak();
        let Context { word, call, is_string, is_comment, .. } = context(text, offset);
        (text[word].to_owned(), call, is_string, is_comment)
    }

    #[test]
    fn calls_and_arguments() {
        let (word, call, is_string, _) = scanned("split_iname(\"i_^out\", 16, outer_tag=\"g.0\")");
        let call = call.unwrap();
        assert_eq!((word.as_str(), call.name, call.position, is_string), ("i_out", "split_iname", 0, true));
        let (_, call, is_string, _) = scanned("knl = lp.tag_inames(knl, {\"i\": \"^\"}, within='s')");
        let call = call.unwrap();
        assert_eq!((call.name, call.module, call.position, is_string), ("tag_inames", Some("lp"), 1, true));
        let (word, call, ..) = scanned("f(a, b=[1, 2], c=^");
        let call = call.unwrap();
        assert_eq!((word.as_str(), call.keyword, call.keywords), ("", Some("c"), vec!["b", "c"]));
        assert_eq!(scanned("f(1)\nsp^lit").1, None);
    }

    #[test]
    fn a_forgotten_bracket_does_not_swallow_the_rest() {
        assert_eq!(scanned("f(\"i\", \ng(^)").1.unwrap().name, "g");
        assert_eq!(scanned("f(\"i\",\nsp^l").1, None);
        assert_eq!(scanned("f(\"i\",\n  ou^t").1.unwrap().name, "f");
        assert_eq!(scanned("f(\"i^\ng(").1.unwrap().name, "f");
        assert_eq!(scanned("f(\"i\n^").1.unwrap().name, "f");
    }

    #[test]
    fn comments_and_strings() {
        assert!(scanned("f(1) # of i^").3);
        assert!(!scanned("f(\"# i^\")").3);
        let (_, call, is_string, _) = scanned("x = \"\"\"a\n(\"b^\n\"\"\"");
        assert!(is_string && call.is_none());
        assert!(!scanned("'\\'' + ^").2);
        assert!(scanned("'\\'' + '^").2);
    }

    #[test]
    fn only_blocks_of_fortran_are_read() {
        let text = "call f(\n!$loopy begin transform\n! g(\"i\")\n!  h\n!$loopy end\nk(\nä\n";
        let other = text.replace("h", "i").replace("g(", "g (");
        assert_ne!(around_blocks(text), around_blocks(&other), "`k(` has moved");
        let [before, after] =
            ["x\n!$loopy begin\n! a\n!$loopy end\n", "x\n!$loopy begin\n! bb\n!$loopy end\n"];
        assert_eq!(around_blocks(before), around_blocks(after));
        assert_ne!(around_blocks(before), around_blocks(&after.replace('x', "y")));
        let masked = blocks(text);
        assert_eq!(masked.len(), text.len());
        assert_eq!(masked.split_whitespace().collect::<Vec<_>>(), ["g(\"i\")", "h"]);
        assert_eq!(masked.find("g("), text.find("g("));
    }
}
