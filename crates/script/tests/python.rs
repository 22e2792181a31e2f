//! Programs of the subset give what CPython gives, or are refused; never another answer.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod generate;

use script::{Cause, Error, Fault, Host, Imported, Interpreter, Module, Value, Wanted, parse};
use std::io::Write;
use std::process::{Command, Stdio};
use std::rc::Rc;

/// How a program ended, and what it printed before.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Done(String),
    Raised(String, String),
    Refused(String, String),
}

#[derive(Default)]
struct Printer(String);

impl Host for Printer {
    fn import(&mut self, wanted: &Wanted<'_>) -> script::Result<Imported> {
        Err(Error::refused(format!("no module `{}`", wanted.module)))
    }

    fn print(&mut self, text: &str) {
        self.0 += text;
    }

    fn fault(&mut self, fault: Fault, _: usize) -> Error {
        Error::refused(format!("{fault:?}"))
    }

    fn name(&mut self, _: &str) -> Option<Value> {
        None
    }
}

fn ours(program: &str) -> Outcome {
    let tree = match parse(program, 0) {
        Ok(tree) => tree,
        Err(fault) => return Outcome::Refused(String::new(), format!("{fault:?}")),
    };
    let mut printer = Printer::default();
    let outcome = Interpreter::new(&mut printer).run(&tree, &Rc::new(Module::new("program")));
    match outcome {
        Ok(()) => Outcome::Done(printer.0),
        Err(error) => match &*error.cause {
            Cause::Raised(exception) => {
                let message = format!("{}: {error}", exception.class.name);
                Outcome::Raised(printer.0, message)
            }
            _ => Outcome::Refused(printer.0, error.to_string()),
        },
    }
}

/// Runs the programs that it reads, which a line of its own parts, and prints how each ends.
const RUNNER: &str = r#"
import sys, io, contextlib
for program in sys.stdin.read().split("\n#####\n"):
    out = io.StringIO()
    how = "done"
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(program, "program", "exec"), {"__name__": "__main__"})
        except BaseException as e:
            how = f"{type(e).__name__}: {str(e) or type(e).__name__}"
    sys.stdout.write(out.getvalue() + "\n##### " + how.replace("\n", "\\n") + "\n")
"#;

/// What CPython makes of programs.
fn theirs(programs: &[String]) -> Vec<Outcome> {
    let python = Command::new("python3")
        .args(["-W", "ignore", "-c", RUNNER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut python = python.expect("python3 is there");
    let mut input = python.stdin.take().unwrap();
    let text = programs.join("\n#####\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut found = Vec::new();
    let mut printed = String::new();
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("##### ") {
            Some(how) => {
                let text = std::mem::take(&mut printed);
                let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
                found.push(match how.trim_end_matches('\n') {
                    "done" => Outcome::Done(text),
                    how => Outcome::Raised(text, how.to_owned()),
                });
            }
            None => printed += line,
        }
    }
    found
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Compares programs, and says how many are refused, which CPython does not run: they may be without an end.
fn compare(programs: &[String]) -> usize {
    let ours: Vec<(&String, Outcome)> = programs.iter().map(|program| (program, ours(program))).collect();
    let answered: Vec<_> =
        ours.iter().filter(|(_, outcome)| !matches!(outcome, Outcome::Refused(..))).collect();
    let asked: Vec<String> = answered.iter().map(|(program, _)| (*program).clone()).collect();
    let theirs = theirs(&asked);
    assert_eq!(theirs.len(), answered.len());
    let both = answered.iter().zip(theirs);
    let wrong: Vec<String> = both
        .filter(|((_, ours), theirs)| ours != theirs)
        .map(|((program, ours), theirs)| format!("{program}\n{}", difference(ours, &theirs)))
        .collect();
    let shown = setting("LP_FUZZ_SHOWN", 5);
    let first: Vec<String> = (0..shown).zip(&wrong).map(|(_, wrong)| wrong.clone()).collect();
    assert!(wrong.is_empty(), "{} programs differ:\n{}", wrong.len(), first.join("\n"));
    programs.len() - answered.len()
}

/// Where two outcomes begin to differ.
fn difference(ours: &Outcome, theirs: &Outcome) -> String {
    let lines = |outcome: &Outcome| -> Vec<String> {
        let (text, end) = match outcome {
            Outcome::Done(text) => (text, "done"),
            Outcome::Raised(text, end) | Outcome::Refused(text, end) => (text, end.as_str()),
        };
        text.lines().chain([end]).map(str::to_owned).collect()
    };
    let (ours, theirs) = (lines(ours), lines(theirs));
    let at = ours.iter().zip(&theirs).position(|(one, other)| one != other);
    let at = at.unwrap_or(ours.len().min(theirs.len()));
    let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_default();
    let (ours, theirs) = (line(&ours), line(&theirs));
    let same = ours.chars().zip(theirs.chars()).take_while(|(one, other)| one == other).count();
    let part = |line: &str| line.chars().skip(same.saturating_sub(30)).take(100).collect::<String>();
    format!("  ours:   {:?}\n  theirs: {:?}\n", part(&ours), part(&theirs))
}

/// The programs of a file: a line of hashes parts them.
fn listed(text: &str) -> Vec<String> {
    text.split("\n#####\n").map(str::to_owned).collect()
}

#[test]
fn programs_of_the_language_give_what_python_gives() {
    let programs = listed(include_str!("programs.py"));
    let refused: Vec<&String> =
        programs.iter().filter(|program| matches!(ours(program), Outcome::Refused(..))).collect();
    assert!(refused.is_empty(), "refused, {:?}:\n{}", ours(refused[0]), refused[0]);
    compare(&programs);
}

#[test]
fn what_has_no_meaning_is_refused() {
    // To CPython they are line feeds.
    let with_returns = "x = '''a\r\nb'''".to_owned();
    for program in listed(include_str!("refused.py")).into_iter().chain([with_returns]) {
        let outcome = ours(&program);
        assert!(matches!(outcome, Outcome::Refused(..)), "{outcome:?} of\n{program}");
    }
}

#[test]
fn values_of_every_type_give_what_python_gives() {
    // One in four of them, unless many are wanted.
    let (count, seed) = (setting("LP_FUZZ_CASES", 2000), setting("LP_FUZZ_SEED", 1));
    let programs = generate::table::programs().into_iter();
    let programs: Vec<String> = match count {
        ..=2000 => programs.skip(usize::try_from(seed % 4).unwrap()).step_by(4).collect(),
        _ => programs.collect(),
    };
    let refused = compare(&programs);
    assert!(refused * 3 <= programs.len(), "{refused} of {} are refused", programs.len());
}

#[test]
fn random_programs_give_what_python_gives() {
    let (count, seed) = (setting("LP_FUZZ_CASES", 2000), setting("LP_FUZZ_SEED", 1));
    let programs: Vec<String> = (0..count).map(|at| generate::program(seed * 1_000_003 + at)).collect();
    let refused = compare(&programs);
    // Refusals are allowed, and few.
    assert!(u64::try_from(refused).unwrap() * 10 <= count, "{refused} of {count} are refused");
}
