//! Every statement and intrinsic procedure of the standard: what the tables `standard/statements.txt` and
//! `standard/intrinsics.txt` say of it is what becomes of it.

use diag::SourceMap;
use frontend_fortran::{Form, Imported, Library, Options, survey};

const TABLES: [&str; 2] =
    [include_str!("../standard/statements.txt"), include_str!("../standard/intrinsics.txt")];

struct Row {
    name: &'static str,
    place: &'static str,
    outcome: &'static str,
    example: &'static str,
}

fn rows(table: &'static str) -> Vec<Row> {
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
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
    let mut sources = SourceMap::default();
    let source = sources.add("t.f90", &*text);
    let options = Options::new(Form::Free, Vec::new());
    survey(&mut sources, source, &options, &mut Library::default(), &mut |_| None)
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

/// What becomes of a row's example, where that is something else than the row says.
fn other_outcome(Row { name, place, outcome, example }: &Row, plain: &str) -> Option<String> {
    let read = read(place, example);
    let problems = problems(&read);
    let (what, words) = outcome.split_once(':').unwrap_or((outcome, ""));
    let holds = match what {
        "refused" => !problems.is_empty() && problems.contains(words.trim()),
        "meant" => problems.is_empty(),
        "no effect" => !words.trim().is_empty() && problems.is_empty() && kernel(&read) == plain,
        _ => false,
    };
    (!holds).then(|| format!("{name}: `{outcome}`, but `{problems}`"))
}

#[test]
fn the_tables_say_what_happens() {
    let plain = kernel(&read("", ""));
    assert!(plain.contains("probe"));
    let rows = TABLES.into_iter().flat_map(rows);
    let others: Vec<String> = rows.filter_map(|row| other_outcome(&row, &plain)).collect();
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn names_stand_once() {
    for table in TABLES {
        let mut names: Vec<&str> = rows(table).iter().map(|row| row.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}
