//! Every statement of the standard: what the table `standard/statements.txt` says of it is what becomes of it.
#![cfg(test)]

use diag::SourceMap;
use frontend_fortran::{Form, Imported, Library, Options, survey};

const TABLE: &str = include_str!("standard/statements.txt");

struct Row {
    name: &'static str,
    place: &'static str,
    outcome: &'static str,
    example: &'static str,
}

fn rows() -> Vec<Row> {
    let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.splitn(4, " | ").map(str::trim);
            let mut part = || parts.next().unwrap_or_else(|| panic!("four parts are expected: {line}"));
            Row { name: part(), place: part(), outcome: part(), example: part() }
        })
        .collect()
}

/// The routine `probe` with the example of a row in its place.
fn read(place: &str, example: &str) -> Imported {
    let at = |own: &str| if own == place { example.replace("; ", "\n") } else { String::new() };
    let text = format!(
        "module holder\n{}\ncontains\nsubroutine probe(n, k, x, y)\ninteger n, k\nreal x(n), y\n{}\n{}\nend subroutine\n{}\nend module\n{}\n",
        at("m"),
        at("d"),
        at("s"),
        at("c"),
        at("f")
    );
    let source = SourceMap::default().add("t.f90", &*text);
    let options = Options::new(Form::Free, Vec::new());
    survey(&text, source, "t.f90", &options, &mut Library::default(), &mut |_| None)
}

/// All that is wrong, in one text.
fn problems(read: &Imported) -> String {
    let of_file = read.warnings.iter().filter(|found| found.severity == diag::Severity::Error);
    let all = read.refused.iter().flat_map(|refused| &refused.reasons).chain(of_file);
    all.map(|found| found.message.as_str()).collect::<Vec<&str>>().join("; ")
}

/// The kernel `probe` without the places of its statements.
fn kernel(read: &Imported) -> String {
    let mut module = ir::Module::default();
    let probe = read.module.kernels.iter().filter(|(name, _)| **name == "probe");
    module.kernels.extend(probe.map(|(name, kernel)| (name.clone(), kernel.clone())));
    let text = ir::text::print_module(&module);
    text.lines().map(|line| line.split(" @\"").next().unwrap_or(line)).collect::<Vec<&str>>().join("\n")
}

#[test]
fn the_table_says_what_happens() {
    let plain = kernel(&read("", ""));
    assert!(plain.contains("probe"));
    for Row { name, place, outcome, example } in rows() {
        let read = read(place, example);
        let problems = problems(&read);
        let (what, words) = outcome.split_once(':').unwrap_or((outcome, ""));
        match what {
            "refused" => assert!(
                !problems.is_empty() && problems.contains(words.trim()),
                "{name}: {words} is not in `{problems}`"
            ),
            "meant" => assert_eq!(problems, "", "{name}"),
            "no effect" => {
                assert!(!words.trim().is_empty(), "{name}: a reason is expected");
                assert_eq!((problems.as_str(), kernel(&read)), ("", plain.clone()), "{name}");
            }
            _ => panic!("{name}: `{what}` is no outcome"),
        }
    }
}

#[test]
fn names_stand_once() {
    let mut names: Vec<&str> = rows().iter().map(|row| row.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}
