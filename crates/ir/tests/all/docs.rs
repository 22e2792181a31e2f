//! The examples of the language reference.

use diag::SourceMap;
use ir::text::{format, parse_module, print_module};
use ir::{function, verify::verify};

const REFERENCE: &str = include_str!("../../../../docs/lpir.md");

/// Fenced blocks, with the words behind the fence.
fn blocks() -> Vec<(&'static str, String)> {
    let mut blocks = Vec::new();
    let mut lines = REFERENCE.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push((info, body.join("\n") + "\n"));
        }
    }
    blocks
}

#[test]
fn examples_are_kernels_in_the_printers_form() {
    let blocks = blocks();
    assert!(blocks.len() > 8);
    for (info, text) in blocks {
        let source = SourceMap::default().add("example", text.as_str());
        let module = parse_module(&text, source).unwrap();
        for kernel in module.kernels.values() {
            assert_eq!(verify(kernel), [], "{text}");
        }
        match info {
            "lpir" => assert_eq!(format(&text, source).unwrap(), text),
            "lpir sparse" => assert_eq!(parse_module(&print_module(&module), source).unwrap(), module),
            _ => unreachable!("a block of another language: {info}"),
        }
    }
}

#[test]
fn the_sparse_example_means_the_full_one() {
    let blocks = blocks();
    let at = blocks.iter().position(|(info, _)| *info == "lpir sparse").unwrap();
    let module = |at: usize| {
        let text = &blocks.get(at).unwrap().1;
        parse_module(text, SourceMap::default().add("example", text.as_str())).unwrap()
    };
    assert_eq!(module(at), module(at + 1));
}

#[test]
fn every_function_is_listed() {
    for known in function::FUNCTIONS {
        assert!(REFERENCE.contains(&format!("`{}`", known.name)), "{}", known.name);
    }
}
