//! The reference page of all transforms, `docs/transforms.md`.

use crate::registry::REGISTRY;
use pass::{Group, ParamSpec, Reference, Spec};
use std::fmt::Write;

const INTRODUCTION: &str = "# Transforms

Made by `./run codegen` from the doc comments in `crates/transforms/src`; do not edit.

A pipeline lists calls, one a line. Every transform takes these keywords besides its own:

- `kernel=\"NAME\"`: only for that kernel of the file.
- `allow_empty=True`: finding nothing to do is no error.
- `unchecked=True`: the user vouches for the step; what it leaves unproved is a warning, and the kernel says so.

";

/// The page as Markdown.
pub fn reference_page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for group in Group::ALL {
        let mut own: Vec<&Spec> =
            REGISTRY.specs().iter().copied().filter(|spec| spec.group == group).collect();
        own.sort_by_key(|spec| spec.name);
        if !own.is_empty() {
            let _ = writeln!(page, "## {}\n", group.title());
        }
        for spec in own {
            entry(&mut page, spec);
        }
    }
    page
}

fn entry(page: &mut String, spec: &Spec) {
    let _ = writeln!(page, "### `{}`\n\n    {}\n", spec.name, spec.signature());
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
