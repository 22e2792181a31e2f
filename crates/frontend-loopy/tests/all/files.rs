//! Every file of `tests/parse/loopy`: good ones become kernels that verify and whose text comes back, bad
//! ones are refused.

use diag::{Diagnostic, SourceMap};
use std::path::Path;

fn describe(error: &Diagnostic) -> String {
    format!("  {} {} {:?} {:?} {:?}", error.code, error.message, error.labels, error.help, error.notes)
}

#[test]
fn files_are_read_or_refused_as_their_names_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/parse/loopy");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20);
    let mut failures = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut sources = SourceMap::default();
        let id = sources.add(name.as_str(), text.as_str());
        match frontend_loopy::import(&text, id, &name) {
            Ok(imported) => {
                let printed = ir::text::print_module(&imported.module);
                println!("=== {name}\n{printed}");
                let again = sources.add("<printed>", printed.as_str());
                let same =
                    ir::text::parse_module(&printed, again).is_ok_and(|module| module == imported.module);
                if name.starts_with("bad_") || !same {
                    failures.push(format!("{name}: accepted, same after printing: {same}"));
                }
            }
            Err(errors) => {
                let list: Vec<String> = errors.iter().map(describe).collect();
                println!("=== {name}\n{}", list.join("\n"));
                if !name.starts_with("bad_") {
                    failures.push(format!("{name}: refused\n{}", list.join("\n")));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
