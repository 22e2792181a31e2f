//! Every example and every good input is imported, verified, and survives its text form; bad inputs are
//! reported.

use diag::{Diagnostic, Severity};
use frontend_fortran::{Form, Imported, Options, import};
use std::path::{Path, PathBuf};

fn inputs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        all.filter(|path| Form::of_path(path.to_str().unwrap()).is_some()).collect();
    paths.sort();
    paths
}

fn is_bad(path: &Path) -> bool {
    path.file_name().unwrap().to_str().unwrap().starts_with("bad_")
}

fn read(path: &Path) -> Result<Imported, Vec<Diagnostic>> {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    let mut sources = diag::SourceMap::default();
    let source = sources.add(name, text.as_str());
    let form = Form::of_path(name).unwrap();
    import(&mut sources, source, &Options::new(form, Vec::new()))
}

#[test]
fn good_inputs_become_kernels() {
    let paths = inputs("examples").into_iter().chain(inputs("tests/parse/fortran"));
    let good: Vec<PathBuf> = paths.filter(|path| !is_bad(path)).collect();
    assert!(good.len() >= 20);
    for path in good {
        let imported = read(&path).unwrap_or_else(|found| panic!("{}: {found:#?}", path.display()));
        let printed = ir::text::print_module(&imported.module);
        println!("{}\n{printed}", path.display());
        for warning in &imported.warnings {
            println!("warning: {}", warning.message);
        }
        for kernel in imported.module.kernels.values() {
            let found = ir::verify::verify(kernel);
            assert_eq!(found, [], "{}", path.display());
        }
        let source = diag::SourceMap::default().add("printed", printed.as_str());
        let again =
            ir::text::parse_module(&printed, source).unwrap_or_else(|e| panic!("{}: {e:#?}", path.display()));
        assert_eq!(again, imported.module, "{}", path.display());
    }
}

#[test]
fn bad_inputs_are_reported_at_a_place() {
    let bad: Vec<PathBuf> = inputs("tests/parse/fortran").into_iter().filter(|path| is_bad(path)).collect();
    assert!(bad.len() >= 15);
    for path in bad {
        let found = read(&path).expect_err(path.to_str().unwrap());
        let text = std::fs::read_to_string(&path).unwrap();
        println!("{}", path.display());
        let errors = found.iter().filter(|d| d.severity == Severity::Error);
        assert!(errors.count() > 0);
        let mut sources = diag::SourceMap::default();
        let id = sources.add("x", text.as_str());
        for diagnostic in &found {
            let place = diagnostic.labels.first().map(|label| &label.place);
            let line = match place {
                Some(diag::LabelPlace::Span(span)) => sources.get(id).unwrap().line_column(span.start).0,
                _ => 0,
            };
            println!("  {line}: {} [{}]", diagnostic.message, diagnostic.help.as_deref().unwrap_or(""));
            assert!(line > 0 || text.lines().count() == 1, "{diagnostic:?}");
        }
    }
}
