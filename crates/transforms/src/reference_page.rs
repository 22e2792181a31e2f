//! The reference pages of all transforms: `docs/transforms.md`, and a page for each group.

use crate::registry::REGISTRY;
use pass::{Group, ParamSpec, Reference, Spec};
use std::fmt::Write;

const MADE: &str = "Made by `./run codegen` from the doc comments in `crates/transforms/src`; do not edit.\n";

const INTRODUCTION: &str = "
For those who write pipelines, scripts or transform blocks: find the transform that does what you want. Its
name leads to its page, with all arguments and an example.

A pipeline lists calls, one a line. Every transform takes these keywords besides its own:

- `kernel=\"NAME\"`: only for that kernel of the file.
- `allow_empty=True`: finding nothing to do is no error.
- `unchecked=True`: the user vouches for the step; what it leaves unproved is a warning, and the kernel says so.

";

/// The pages as Markdown, each with its file in `docs`: the index, then a page for each group of transforms.
pub fn reference_pages() -> Vec<(String, String)> {
    let mut index = format!("# Transforms\n\n{MADE}{INTRODUCTION}");
    let mut pages = Vec::new();
    for group in Group::ALL {
        let mut own: Vec<&Spec> =
            REGISTRY.specs().iter().copied().filter(|spec| spec.group == group).collect();
        own.sort_by_key(|spec| spec.name);
        if !own.is_empty() {
            list(&mut index, group, &own);
            pages.push((format!("transforms/{}.md", group.page()), page(group, &own)));
        }
    }
    pages.insert(0, ("transforms.md".to_owned(), index));
    pages
}

/// What the index says of a group.
fn list(index: &mut String, group: Group, specs: &[&Spec]) {
    let file = group.page();
    let _ = writeln!(index, "## [{}](transforms/{file}.md)\n\n{}\n", group.title(), group.purpose());
    let _ = writeln!(index, "| transform | what it does |\n|---|---|");
    for spec in specs {
        let (name, summary) = (spec.name, spec.summary().replace('\n', " ").replace('|', "\\|"));
        let _ = writeln!(index, "| [`{name}`](transforms/{file}.md#{name}) | {summary} |");
    }
    index.push('\n');
}

fn page(group: Group, specs: &[&Spec]) -> String {
    let mut page = format!("# {}\n\n{MADE}\n{}\n\n", group.title(), group.purpose());
    let names: Vec<String> = specs.iter().map(|spec| format!("[`{0}`](#{0})", spec.name)).collect();
    let _ = writeln!(page, "{}.\nAll groups: [Transforms](../transforms.md).\n", names.join(",\n"));
    specs.iter().for_each(|spec| entry(&mut page, spec));
    page
}

fn entry(page: &mut String, spec: &Spec) {
    let _ = writeln!(page, "## `{}`\n\n    {}\n", spec.name, spec.signature());
    if !spec.aliases.is_empty() {
        let names: Vec<String> = spec.aliases.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(page, "Also called {}.\n", names.join(", "));
    }
    let reference = match spec.reference {
        Reference::Kept => "",
        Reference::Changed => {
            "Changes the reference with the kernel: a new interface, or a new meaning that you ask for.\n\n"
        }
        Reference::Replaced => "Makes another program, which becomes the reference.\n\n",
    };
    page.push_str(reference);
    let (text, example) = match spec.doc.find("```lpir") {
        Some(at) => spec.doc.split_at(at),
        None => (spec.doc, ""),
    };
    let _ = writeln!(page, "{}\n", text.trim());
    for param in spec.params {
        let _ = writeln!(page, "- `{}` ({}): {}", param.name, kind(param), param.doc.replace('\n', " "));
    }
    if !spec.params.is_empty() {
        page.push('\n');
    }
    if !example.is_empty() {
        let _ = writeln!(page, "{}\n", example.trim());
    }
}

fn kind(param: &ParamSpec) -> String {
    match param.default {
        Some(default) => format!("{}, by default `{default}`", param.kind),
        None => param.kind.to_owned(),
    }
}
