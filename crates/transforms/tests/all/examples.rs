//! The examples in the doc comments of transforms: a kernel, and what the call in its first line makes of it.

use crate::common;

use pass::Spec;
use std::fs;
use std::path::Path;

/// The texts between ```` ```lpir ```` and ```` ``` ````.
fn blocks(doc: &str) -> Vec<String> {
    let parts = doc.split("```lpir\n").skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// What the call makes, without the reference, which would be the kernel before.
fn result(spec: &Spec, before: &str) -> String {
    let module = common::module(before);
    let done = common::run(common::run_line(before), &module);
    let mut module =
        done.unwrap_or_else(|failure| panic!("{}: {}", spec.name, common::failure(&failure))).result;
    for kernel in module.kernels.values_mut() {
        kernel.reference = None;
        kernel.statements.values_mut().for_each(|statement| statement.provenance = None);
    }
    ir::text::print_module(&module)
}

#[test]
fn examples_show_what_transforms_do() {
    let mut stale = Vec::new();
    for spec in transforms::REGISTRY.specs() {
        let blocks = blocks(spec.doc);
        let Some(before) = blocks.first() else {
            stale.push(format!("{} has no example", spec.name));
            continue;
        };
        let is = result(spec, before);
        if blocks.get(1) == Some(&is) {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            update(spec, before, blocks.get(1).map(String::as_str), &is);
        } else {
            stale.push(format!("{} makes\n{is}", spec.name));
        }
    }
    assert!(stale.is_empty(), "examples are stale; run `./run codegen`\n{}", stale.join("\n"));
}

/// Writes the result below the example in the doc comment.
fn update(spec: &Spec, before: &str, old: Option<&str>, new: &str) {
    let comment = |text: &str| -> String {
        text.lines()
            .map(|line| if line.is_empty() { "///\n".to_owned() } else { format!("/// {line}\n") })
            .collect()
    };
    let block = |text: &str| format!("/// ```lpir\n{}/// ```\n", comment(text));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(spec.file);
    let source = fs::read_to_string(&path).unwrap();
    let before = block(before);
    let after = format!("{before}///\n{}", block(new));
    let source = match old {
        Some(old) => source.replace(&format!("{before}///\n{}", block(old)), &after),
        None => source.replace(&before, &after),
    };
    fs::write(&path, source).unwrap();
}
