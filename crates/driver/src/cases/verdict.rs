//! Whether what commands say is what a case expects.

use super::Problem;
use super::case::{Case, Check, CheckKind, Ending, Output};
use super::command::Ran;
use similar::TextDiff;

/// What the commands of a case said, in all.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// The command that ran last: its line in the file, and what became of it.
    pub(super) last: (usize, Ran),
    /// What all of them wrote.
    pub(super) text: String,
}

impl Said {
    /// Adds a command. `scratch` is the path of its empty folder.
    pub(super) fn add(&mut self, line: usize, ran: Ran, scratch: &str) {
        let mut text = ran.stdout.clone();
        if !ran.stderr.is_empty() {
            text.push_str(&format!("--- stderr\n{}", ran.stderr));
        }
        if ran.code != 0 {
            text.push_str(&format!("--- exit code {}\n", ran.code));
        }
        // The number in such a line depends on the sources of the tools.
        let lines = text.lines().filter(|line| !line.starts_with("# judged "));
        self.text.extend(lines.map(|line| line.replace(scratch, "%t").trim_end().to_owned() + "\n"));
        self.last = (line, ran);
    }
}

/// What is not as expected, but for the whole output.
pub(super) fn problems(case: &Case, said: &Said) -> Vec<Problem> {
    ending(case, said).into_iter().chain(missed(&case.checks, &said.text)).collect()
}

fn ending(case: &Case, said: &Said) -> Option<Problem> {
    let (line, ran) = &said.last;
    let (at, message) = match case.ending.as_ref().unwrap_or(&Ending::Done) {
        Ending::Done if ran.code == 0 => return None,
        // The whole output holds the exit code.
        Ending::Done if case.output.is_some() && case.ending.is_none() => return None,
        Ending::Done => (line, format!("the command ends with exit code {}", ran.code)),
        Ending::Refused(at, code) if ran.code == 0 => (at, format!("nothing is refused with `{code}`")),
        Ending::Warned(at, code) if ran.code != 0 => {
            (at, format!("the command ends with exit code {}, not with a warning `{code}`", ran.code))
        }
        Ending::Refused(at, code) | Ending::Warned(at, code) if !has_code(&ran.stderr, code) => {
            (at, format!("no diagnostic has the code `{code}`"))
        }
        Ending::Refused(..) | Ending::Warned(..) => return None,
    };
    Some(Problem::failed(*at, message).detail(indented(&ran.stderr)))
}

/// A command that fails where the output that is expected has no failure, and nothing else says so.
pub(super) fn new_failure(case: &Case, said: &Said) -> Option<Problem> {
    let (line, ran) = &said.last;
    let expects = |output: &Output| output.text.contains("--- exit code ");
    let is_new = !case.must_fail() && ran.code != 0 && case.output.as_ref().is_some_and(|own| !expects(own));
    let message = format!("the command ends with exit code {}", ran.code);
    let help = Some("where that is meant, write `EXPECT: refused CODE` first".to_owned());
    let problem = Problem { help, ..Problem::failed(*line, message) };
    is_new.then(|| problem.detail(indented(&ran.stderr)))
}

/// Whether a diagnostic has that code: a line of its own for people, in brackets for editors, a field of JSON
/// for programs.
pub fn has_code(stderr: &str, code: &str) -> bool {
    let (bracketed, field) = (format!("[{code}]"), format!("\"code\":\"{code}\""));
    stderr.lines().any(|line| line.trim() == code || line.ends_with(&bracketed) || line.contains(&field))
}

/// The first check that does not hold.
fn missed(checks: &[Check], text: &str) -> Option<Problem> {
    let lines: Vec<String> = text.lines().map(squeezed).collect();
    let mut next = 0;
    let mut never: Vec<&Check> = Vec::new();
    for check in checks {
        let wanted = squeezed(&check.text);
        let rest = lines.get(next..).unwrap_or_default();
        let found = match check.kind {
            CheckKind::Never => {
                never.push(check);
                continue;
            }
            CheckKind::Next => rest.first().filter(|line| line.contains(&wanted)).map(|_| 0),
            CheckKind::Later => rest.iter().position(|line| line.contains(&wanted)),
        };
        let Some(found) = found else {
            let place = if check.kind == CheckKind::Next { "the next line" } else { "no further line" };
            let is_not = if check.kind == CheckKind::Next { "does not hold" } else { "holds" };
            let message = format!("{place} of the output {is_not} `{}`", check.text);
            return Some(Problem::failed(check.line, message).detail(excerpt(text, next)));
        };
        if let Some(problem) = forbidden(&never, rest.get(..found).unwrap_or_default(), text, next) {
            return Some(problem);
        }
        never.clear();
        next += found + 1;
    }
    forbidden(&never, lines.get(next..).unwrap_or_default(), text, next)
}

/// A check whose text these lines must not hold, and do.
fn forbidden(never: &[&Check], lines: &[String], text: &str, next: usize) -> Option<Problem> {
    never.iter().find_map(|check| {
        let found = lines.iter().position(|line| line.contains(&squeezed(&check.text)))?;
        let message = format!("a line of the output holds `{}`", check.text);
        Some(Problem::failed(check.line, message).detail(excerpt(text, next + found)))
    })
}

/// A line with one blank where it has several.
fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lines of an output from one on.
fn excerpt(text: &str, first: usize) -> String {
    const MOST: usize = 16;
    let mut lines = text.lines().skip(first);
    let shown: Vec<&str> = lines.by_ref().take(MOST).collect();
    let more = lines.count();
    let more = if more > 0 { format!("    .. and {more} more lines\n") } else { String::new() };
    format!("the output from there on, line {}:\n{}{more}", first + 1, indented(&shown.join("\n")))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect()
}

/// How the whole output differs from what is expected, if it does.
pub(super) fn difference(case: &Case, said: &Said, has_color: bool) -> Option<Problem> {
    let expected = case.output.as_ref()?;
    let wanted: String = expected.text.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    if wanted == said.text {
        return None;
    }
    let diff = TextDiff::from_lines(&wanted, &said.text);
    let diff = diff.unified_diff().context_radius(2).header("expected", "found").to_string();
    let message = "the output is another one; `--update` takes it";
    Some(Problem::failed(expected.line, message).detail(colored(&diff, has_color)))
}

/// A difference with lines that are gone in red and lines that are new in green.
fn colored(diff: &str, has_color: bool) -> String {
    let paint = |line: &str| match line.chars().next() {
        Some('-') if has_color => format!("\u{1b}[31m{line}\u{1b}[0m\n"),
        Some('+') if has_color => format!("\u{1b}[32m{line}\u{1b}[0m\n"),
        _ => format!("{line}\n"),
    };
    diff.lines().map(paint).collect()
}

/// The text of a case with this output in the place of the one that it expects, or behind everything else.
/// All other lines stay as they are, to their ends.
pub(super) fn updated(case: &Case, text: &str, said: &Said) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let end = if lines.first().is_some_and(|line| line.ends_with("\r\n")) { "\r\n" } else { "\n" };
    if let Some(last) = lines.last_mut().filter(|last| !last.ends_with('\n')) {
        last.push_str(end);
    }
    let indent = case.output.as_ref().map_or("", |output| output.indent.as_str());
    let comment = |line: &str| format!("{indent}{} {line}", case.sign).trim_end().to_owned() + end;
    let mut block = vec![comment("OUTPUT:")];
    block.extend(said.text.lines().map(comment));
    match &case.output {
        Some(output) => drop(lines.splice(output.line..output.end, block)),
        None => lines.extend(std::iter::once(end.to_owned()).chain(block)),
    }
    lines.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_missed(checks: &str, text: &str) -> Option<usize> {
        let case = Case::parse(&format!("# RUN: lpopt\n{checks}")).unwrap().unwrap();
        missed(&case.checks, text).map(|problem| problem.line)
    }

    #[test]
    fn checks_go_forward() {
        let text = "one\ntwo   2\nthree\n";
        assert_eq!(first_missed("# CHECK: one\n# CHECK: two 2\n# CHECK-NEXT: three\n", text), None);
        assert_eq!(first_missed("# CHECK: two\n# CHECK: one\n", text), Some(2));
        assert_eq!(first_missed("# CHECK: one\n# CHECK-NEXT: three\n", text), Some(2));
        assert_eq!(first_missed("# CHECK-NOT: two\n# CHECK: three\n", text), Some(1));
        assert_eq!(first_missed("# CHECK: three\n# CHECK-NOT: two\n", text), None);
        assert_eq!(first_missed("# CHECK: two\n# CHECK-NOT: thr\n", text), Some(2));
    }

    #[test]
    fn codes_are_found_in_every_form_of_messages() {
        let human = "lp::a::b\n\n  × text of lp::c\n  │ note: lp::d::e: more\n";
        assert!(has_code(human, "lp::a::b") && !has_code(human, "lp::c") && !has_code(human, "lp::d::e"));
        assert!(has_code("k:1:2: error: the [lp::x] text [lp::a::b-c]\n", "lp::a::b-c"));
        assert!(has_code("{\"code\":\"lp::a::b\",\"severity\":\"error\"}\n", "lp::a::b"));
    }

    #[test]
    fn other_lines_keep_their_ends() {
        let said = Said { text: "new\n".to_owned(), ..Said::default() };
        for (text, done) in [
            (
                "# RUN: lpopt %s\n  # OUTPUT:\n  # old\r\nlast\r",
                "# RUN: lpopt %s\n  # OUTPUT:\n  # new\nlast\r\n",
            ),
            ("# RUN: lpopt %s\r\na\n", "# RUN: lpopt %s\r\na\n\r\n# OUTPUT:\r\n# new\r\n"),
        ] {
            assert_eq!(updated(&Case::parse(text).unwrap().unwrap(), text, &said), done);
        }
    }

    #[test]
    fn outputs_are_replaced_in_place() {
        let text = "# RUN: lpopt %s\n# OUTPUT:\n# old\nrest\n";
        let case = Case::parse(text).unwrap().unwrap();
        let said = Said { text: "new\n\nlines\n".to_owned(), ..Said::default() };
        let done = "# RUN: lpopt %s\n# OUTPUT:\n# new\n#\n# lines\nrest\n";
        assert_eq!(updated(&case, text, &said), done);
        let case = Case::parse(done).unwrap().unwrap();
        assert!(difference(&case, &said, false).is_none());
    }
}
