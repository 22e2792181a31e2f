//! `lp/transforms.py`, the methods of kernels: made from the declarations of transforms.

use pass::{ParamSpec, Spec};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Where the first word of a docstring stands, behind `r"""`.
const OPENING: usize = 12;

/// Columns of the file.
const WIDTH: usize = 110;

#[test]
fn the_methods_of_kernels_are_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("lp/transforms.py");
    let should = module();
    if fs::read_to_string(&file).is_ok_and(|is| is == should) {
        return;
    }
    assert!(std::env::var_os("UPDATE").is_some(), "{} is stale: run `./run codegen`", file.display());
    fs::write(file, should).unwrap();
}

fn module() -> String {
    let mut text = String::from(
        "\"\"\"The transforms, as methods of kernels. Made by `./run codegen`; not to be edited.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from collections.abc import Mapping, Sequence\n\
         from typing import Any, TypeVar\n\n\
         Self = TypeVar(\"Self\", bound=\"Transforms\")\n\n\n\
         class Transforms:\n    \"\"\"What a kernel can be transformed by.\n\n",
    );
    for line in wrapped(GENERIC, 4) {
        let _ = writeln!(text, "{line}");
    }
    text.push_str("    \"\"\"\n\n    __slots__ = ()\n\n");
    text.push_str("    def _step(self: Self, step: str, /, **arguments: Any) -> Self:\n");
    text.push_str("        raise NotImplementedError\n");
    for spec in transforms::REGISTRY.specs().iter().filter(|spec| !spec.joins) {
        method(&mut text, spec);
        for alias in spec.aliases {
            let _ = write!(text, "\n    {alias} = {}\n", spec.name);
        }
    }
    text
}

const GENERIC: &str = "Each gives another kernel, or raises `lp.Refusal`. With `allow_empty=True` a step may find nothing \
     to do. With `unchecked=True` nobody proves that it keeps results, and the kernel says so.";

fn method(text: &mut String, spec: &Spec) {
    let (required, optional): (Vec<&ParamSpec>, Vec<&ParamSpec>) =
        spec.params.iter().filter(|one| !one.rest).partition(|one| one.default.is_none());
    let rest = spec.params.iter().find(|one| one.rest);
    let generic = ["allow_empty: bool = False", "unchecked: bool = False"].map(str::to_owned);
    let mut params = vec!["self: Self".to_owned()];
    params.extend(required.iter().map(|one| format!("{}: {}", one.name, annotation(one))));
    params.extend(optional.iter().map(|one| defaulted(one)));
    params.push("*".to_owned());
    params.extend(generic);
    params.extend(rest.map(|one| format!("**{}: Any", one.name)));
    let _ = write!(text, "\n    def {}(\n", spec.name);
    for param in params {
        let _ = writeln!(text, "        {param},");
    }
    text.truncate(text.trim_end().len() - usize::from(rest.is_some()));
    let _ = write!(text, "\n    ) -> Self:\n        r\"\"\"");
    docstring(text, spec);
    let _ = writeln!(text, "        return self._step(\n            \"{}\",", spec.name);
    let named = required.iter().chain(&optional).map(|one| one.name).chain(["allow_empty", "unchecked"]);
    for name in named {
        let _ = writeln!(text, "            {name}={name},");
    }
    if let Some(rest) = rest {
        let _ = writeln!(text, "            **{},", rest.name);
    }
    text.push_str("        )\n");
}

fn defaulted(one: &ParamSpec) -> String {
    let default = one.default.unwrap_or("None");
    let optional = if default == "None" { " | None" } else { "" };
    format!("{}: {}{optional} = {default}", one.name, annotation(one))
}

/// What may be handed over, as far as Python can say it.
fn annotation(one: &ParamSpec) -> &'static str {
    match one.kind {
        "bool" => "bool",
        "int" | "count" | "positive int" => "int",
        "dictionary" => "Mapping[str, Any]",
        "address space" | "array" | "iname" | "match" | "new name" | "scope" | "stack match" | "str"
        | "tag" | "tag kind" | "temporary" | "variable" => "str",
        "arrays" | "inames" | "matches" | "new names" | "strings" | "temporaries" | "variables" => {
            "str | Sequence[str]"
        }
        "counts" => "Sequence[int]",
        "pair" => "tuple[int, int]",
        _ => "Any",
    }
}

/// The words of the declaration, up to its first example.
fn docstring(text: &mut String, spec: &Spec) {
    let prose = spec.doc.split("```").next().unwrap_or_default().trim();
    for (at, paragraph) in prose.split("\n\n").enumerate() {
        if at > 0 {
            text.push('\n');
        }
        let is_listed = paragraph.lines().any(|line| line.starts_with(['-', '|', ' ']));
        let lines = match is_listed {
            true => paragraph.lines().map(|line| format!("        {}", line.trim_end())).collect(),
            false => wrapped(paragraph, if at == 0 { OPENING } else { 8 }),
        };
        let lines = lines.join("\n").replace("\n            ", "\n        ") + "\n";
        text.push_str(if at == 0 { lines.trim_start() } else { &lines });
    }
    for one in spec.params {
        text.push('\n');
        let said = format!("`{}`: {}", one.name, one.doc);
        text.push_str(&(wrapped(&said, 8).join("\n") + "\n"));
    }
    text.push_str("        \"\"\"\n");
}

/// A paragraph in lines that are not too long.
fn wrapped(paragraph: &str, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{}{word}", " ".repeat(indent))),
        }
    }
    lines
}
