//! `tests/parse`: what the front ends make of a source, or how they refuse it.

use crate::snapshot::{check, inputs, rendered, trial};
use diag::SourceMap;
use driver::input::{self, InputKind};
use libtest_mimic::Trial;

pub(crate) fn trials() -> Vec<Trial> {
    let files = inputs("tests/parse", &["f90", "f", "loopy", "lpir"]);
    files.into_iter().map(|path| trial(&path.clone(), move || import(&path))).collect()
}

fn import(path: &str) -> Result<(), String> {
    let mut sources = SourceMap::default();
    let id = input::read(&mut sources, path).map_err(|d| d.message)?;
    let kind = InputKind::of_path(path).ok_or("no kind")?;
    let expects_error = path.rsplit('/').next().is_some_and(|name| name.starts_with("bad_"));
    let text = match input::import(&mut sources, id, kind, &driver::fortran::Settings::default()) {
        Ok(loaded) => {
            assert!(!expects_error, "the input is bad, and yet it was imported");
            round_trip(&loaded.module);
            let mut text = ir::text::print_module(&loaded.module);
            if !loaded.warnings.is_empty() {
                text.push('\n');
                text.push_str(&rendered(&sources, &loaded.warnings));
            }
            text
        }
        Err(errors) => {
            let text = rendered(&sources, &errors);
            assert!(expects_error, "refused:\n{text}");
            text
        }
    };
    check(path, &text);
    Ok(())
}

/// Printing and parsing give the same module, the same text, and one that the verifier accepts.
pub(crate) fn round_trip(module: &ir::Module) {
    for kernel in module.kernels.values() {
        let violations = ir::verify::verify(kernel);
        assert!(violations.is_empty(), "{}", rendered(&SourceMap::default(), &violations));
    }
    let text = ir::text::print_module(module);
    let mut sources = SourceMap::default();
    let id = sources.add("<printed>", text.as_str());
    match ir::text::parse_module(&text, id) {
        Err(errors) => panic!("what was printed does not parse:\n{}\n{text}", rendered(&sources, &errors)),
        Ok(parsed) => {
            assert_eq!(ir::text::print_module(&parsed), text, "printing is no fixpoint");
            assert!(parsed == *module, "parsing changed the module:\n{text}");
        }
    }
}
