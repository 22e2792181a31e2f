//! A file as a test case: what its comments ask for.

use super::Problem;

/// What comments ask for, by the word before the colon.
const WORDS: [&str; 6] = ["RUN", "EXPECT", "CHECK", "CHECK-NEXT", "CHECK-NOT", "OUTPUT"];

/// What begins a comment in the languages of the tools.
const SIGNS: [&str; 3] = ["//", "#", "!"];

/// A test case.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// The commands, and on which lines, counted from 0, they begin.
    pub(super) runs: Vec<(usize, String)>,
    /// How the last command must end, where a comment says it.
    pub(super) ending: Option<Ending>,
    /// Lines that the output must have, or must not have.
    pub(super) checks: Vec<Check>,
    /// The whole output.
    pub(super) output: Option<Output>,
    /// What begins the comments.
    pub(super) sign: &'static str,
}

/// How the last command must end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// With the exit code 0.
    Done,
    /// With a diagnostic of this code, and another exit code.
    Refused(usize, String),
    /// With a diagnostic of this code, and the exit code 0.
    Warned(usize, String),
}

/// A line that the output must have, or must not have.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Check {
    pub(super) kind: CheckKind,
    pub(super) text: String,
    /// Where it stands.
    pub(super) line: usize,
}

/// Where a line must stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckKind {
    /// Somewhere behind the line that was found last.
    Later,
    /// Right behind it.
    Next,
    /// Nowhere up to the line that is found next.
    Never,
}

/// The whole output, in comments.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) text: String,
    /// The line `OUTPUT:`.
    pub(super) line: usize,
    /// The line behind the last one.
    pub(super) end: usize,
    /// What stands before the sign of each of its comments.
    pub(super) indent: String,
}

impl Case {
    /// The case that a text holds; none where no line says what to run or to expect.
    ///
    /// # Errors
    /// What is wrong with its comments.
    pub fn parse(text: &str) -> Result<Option<Case>, Problem> {
        let lines: Vec<&str> = text.lines().collect();
        let mut case = Case::default();
        let mut open_line = None;
        let mut early = None;
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            let start = at;
            at += 1;
            let Some((sign, word, rest)) = directive(line) else {
                if let Some(problem) = misspelt(line).filter(|_| !case.runs.is_empty()) {
                    return Err(Problem { line: start, ..problem });
                }
                continue;
            };
            // A command goes on in the next comment or nowhere.
            if let Some(line) = open_line.filter(|_| word != "RUN") {
                return Err(not_continued(line));
            }
            if word != "RUN" && case.runs.is_empty() {
                // Most likely the line that says what to run is missing, or misspelt.
                early.get_or_insert((start, word));
                continue;
            }
            match word {
                "RUN" => {
                    case.sign = sign;
                    open_line = case.add_run(start, rest, open_line.is_some()).then_some(start);
                }
                "EXPECT" if case.ending.is_some() => return Err(second(start, word)),
                "EXPECT" => case.ending = Some(Ending::parse(start, rest)?),
                "OUTPUT" if case.output.is_some() => return Err(second(start, word)),
                "OUTPUT" => {
                    let output = output(&lines, start, sign);
                    at = output.end;
                    case.output = Some(output);
                }
                _ => case.checks.push(check(start, word, rest)?),
            }
        }
        if let Some(line) = open_line {
            return Err(not_continued(line));
        }
        match early {
            Some((line, word)) => {
                let message = format!("nothing before `{word}` says what to run");
                Err(Problem::malformed(line, message, "write a comment `RUN: lpopt %s ..` above it"))
            }
            None => Ok(Some(case).filter(|case| !case.runs.is_empty())),
        }
    }

    /// Adds a command, or the rest of one that ended in a backslash. Whether this one does.
    fn add_run(&mut self, line: usize, text: &str, is_continued: bool) -> bool {
        let (text, goes_on) = match text.strip_suffix('\\') {
            Some(text) => (text.trim_end(), true),
            None => (text, false),
        };
        match self.runs.last_mut().filter(|_| is_continued) {
            Some((_, command)) => *command = format!("{command} {text}"),
            None => self.runs.push((line, text.to_owned())),
        }
        goes_on
    }

    /// The commands.
    pub fn commands(&self) -> impl Iterator<Item = &str> {
        self.runs.iter().map(|(_, command)| command.as_str())
    }

    /// Whether a comment asks for another end than that of success without a word.
    pub(super) fn must_fail(&self) -> bool {
        matches!(self.ending, Some(Ending::Refused(..) | Ending::Warned(..)))
    }

    /// Whether nothing but the exit codes is looked at.
    pub(super) fn expects_nothing(&self) -> bool {
        !self.must_fail() && self.checks.is_empty() && self.output.is_none()
    }
}

impl Ending {
    fn parse(line: usize, text: &str) -> Result<Ending, Problem> {
        match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["done"] => Ok(Ending::Done),
            ["refused", code] => Ok(Ending::Refused(line, (*code).to_owned())),
            ["warned", code] => Ok(Ending::Warned(line, (*code).to_owned())),
            _ => {
                let message = format!("`{text}` says nothing of how the commands end");
                Err(Problem::malformed(line, message, "write `done`, `refused CODE` or `warned CODE`"))
            }
        }
    }
}

fn check(line: usize, word: &str, text: &str) -> Result<Check, Problem> {
    let kind = match word {
        "CHECK-NEXT" => CheckKind::Next,
        "CHECK-NOT" => CheckKind::Never,
        _ => CheckKind::Later,
    };
    if text.is_empty() {
        return Err(Problem::malformed(line, "a check without a text", "write what a line must hold"));
    }
    Ok(Check { kind, text: text.to_owned(), line })
}

/// A second comment of which a case can have one.
fn second(line: usize, word: &str) -> Problem {
    let message = format!("a second `{word}`");
    Problem::malformed(line, message, "keep one of them, or make two files of the case")
}

/// A command that says that it goes on, where it does not.
fn not_continued(line: usize) -> Problem {
    Problem::malformed(
        line,
        "no `RUN` follows this one, which ends in `\\`",
        "write its rest, or take off the `\\`",
    )
}

/// The comments behind a line `OUTPUT:`, which stand below it.
fn output(lines: &[&str], line: usize, sign: &'static str) -> Output {
    let first = lines.get(line).copied().unwrap_or_default().trim_start_matches('\u{feff}');
    let indent = first.split_once(sign).map_or("", |(indent, _)| indent);
    let own = |line: &&str| {
        let text = line.strip_prefix(indent)?.strip_prefix(sign)?;
        Some(text.strip_prefix(' ').unwrap_or(text).to_owned())
    };
    let texts: Vec<String> = lines.iter().skip(line + 1).map_while(own).collect();
    let end = line + 1 + texts.len();
    let text = texts.iter().map(|text| format!("{text}\n")).collect();
    Output { text, line, end, indent: indent.to_owned() }
}

/// The sign, the word and the rest of a comment such as `# CHECK: text`.
fn directive(line: &str) -> Option<(&'static str, &str, &str)> {
    let (sign, text) = comment(line)?;
    let (word, rest) = text.split_once(':')?;
    WORDS.contains(&word).then_some((sign, word, rest.trim()))
}

/// The sign and the text of a comment. Some editors put a mark before the first line.
fn comment(line: &str) -> Option<(&'static str, &str)> {
    let line = line.trim_start_matches('\u{feff}').trim();
    let sign = SIGNS.into_iter().find(|sign| line.starts_with(sign))?;
    Some((sign, line.strip_prefix(sign)?.trim_start()))
}

/// What is wrong with a comment that is one of these but for its spelling: in capitals, like them.
fn misspelt(line: &str) -> Option<Problem> {
    let (_, text) = comment(line)?;
    let end = text.find(|letter: char| !letter.is_ascii_uppercase() && letter != '-').unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    let is_word = WORDS.contains(&word) && word != "RUN" && rest.starts_with(' ');
    let near =
        if is_word { Some(word) } else { diag::nearest(word, WORDS).filter(|_| rest.starts_with(':')) };
    let message = format!("`{}` is no comment that says what is expected", text.split(' ').next()?);
    near.map(|near| Problem::malformed(0, message, &format!("did you mean `{near}:`?")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_all_languages_are_read() {
        for sign in SIGNS {
            let text = format!(
                "{sign} RUN: lptranslate %s \\\n{sign} RUN:   --from lpir\n{sign} CHECK: a b\nx\n{sign} OUTPUT:\n{sign} c\n{sign}\n{sign}  d\n"
            );
            let case = Case::parse(&text).unwrap().unwrap();
            assert_eq!(case.runs, [(0, "lptranslate %s --from lpir".to_owned())]);
            assert_eq!((case.sign, case.checks.len()), (sign, 1));
            let Some(Output { text, line, end, .. }) = case.output else { panic!() };
            assert_eq!((text.as_str(), line, end), ("c\n\n d\n", 4, 8));
        }
    }

    #[test]
    fn what_a_case_can_have_once_is_refused_twice() {
        for wrong in ["EXPECT: done\n# EXPECT: done", "OUTPUT:\n# a\n\n# OUTPUT:\n# b"] {
            assert!(Case::parse(&format!("# RUN: lpopt\n# {wrong}\n")).is_err(), "{wrong}");
        }
        for wrong in ["# RUN: lpopt \\\n", "# RUN: lpopt \\\n# CHECK: a\n# RUN: b\n"] {
            assert!(Case::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_indented_output_is_read() {
        let case = Case::parse("  ! RUN: lpopt %s\n  ! OUTPUT:\n  ! a\n  !  b\n! c\n").unwrap().unwrap();
        let output = case.output.unwrap();
        assert_eq!((output.text.as_str(), output.indent.as_str(), output.end), ("a\n b\n", "  ", 4));
    }

    #[test]
    fn other_comments_are_none() {
        assert_eq!(Case::parse("# Check: a\n# Run: b\n!$loopy begin transform\n").unwrap(), None);
        assert!(Case::parse("# RUN: lpopt\n# NOTE: a\n# Expect: b\n# OUT of range\n").unwrap().is_some());
        assert!(Case::parse("# RUN: lpopt\n# EXPECT: failure\n").is_err());
        assert!(Case::parse("# RUN: lpopt\n# CHECK:\n").is_err());
        for wrong in ["CHEK: a", "CHECK-NEX: a", "CHECK a", "EXPECTS: done", "RUNS: lpopt"] {
            assert!(Case::parse(&format!("# RUN: lpopt\n# {wrong}\n")).is_err(), "{wrong}");
        }
        assert!(Case::parse("# CHECK: a\n").is_err());
        assert!(Case::parse("\u{feff}# RUN: lpopt\n").unwrap().is_some());
    }
}
