//! The statements that stand in the place of a routine's own.

use super::plan::{Plan, alias};
use super::text::Lines;
use codegen_opencl::{Call, Passed};
use frontend_fortran::Outline;
use ir::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Names of the body's own; what else it uses may have none of them.
pub(super) const NAMES: [&str; 5] = ["c_int", "c_int8_t", "c_int64_t", "c_bool", "c_null_char"];

/// The body: it runs the kernel where it can, else the original, which is called so.
pub(super) fn print(
    outline: &Outline,
    call: &Call,
    plan: &Plan,
    original: &str,
    is_pure: bool,
    lines: &mut Lines,
) {
    begin(call, plan, is_pure, lines);
    let actuals: Vec<&str> = outline.args.iter().map(|arg| &**arg).collect();
    let actuals = actuals.join(", ");
    match &outline.result {
        Some(result) => lines.line(&format!("{result} = {original}({actuals})")),
        None => lines.line(&format!("call {original}({actuals})")),
    }
    end(plan, lines);
    if is_pure {
        // What the original reads of its host, gfortran tells elemental callers of from calls that stand in
        // no `block`.
        match &outline.result {
            Some(result) => lines.line(&format!("if (.false.) {result} = {original}({actuals})")),
            None => lines.line(&format!("if (.false.) call {original}({actuals})")),
        }
    }
}

/// What stands before the original: it runs the kernel where it can. `is_pure` says that only pure procedures
/// can be called.
pub(super) fn begin(call: &Call, plan: &Plan, is_pure: bool, lines: &mut Lines) {
    lines.line("block");
    lines.indent();
    lines.line(&format!("use, intrinsic :: iso_c_binding, only: {}", kinds(plan).join(", ")));
    for (module, names) in by_module(plan) {
        lines.line(&format!("use {module}, only: {}", names.join(", ")));
    }
    if !plan.intrinsics.is_empty() {
        lines.line(&format!("intrinsic :: {}", plan.intrinsics.join(", ")));
    }
    interface(call, plan, is_pure, lines);
    lines.line("integer(c_int) :: lp_state");
    for converted in &plan.converted {
        lines.line(&format!("{} :: {}{}", converted.declaration, converted.name, converted.axes));
    }
    kernel(plan, lines);
    lines.line("if (lp_state /= 0) then");
    lines.indent();
}

/// What stands behind the original.
pub(super) fn end(plan: &Plan, lines: &mut Lines) {
    for converted in &plan.converted {
        if let Some(target) = &converted.target {
            lines.line(&format!("{} = {target}", converted.name));
        }
    }
    lines.line("! LP_VERIFY compares both.");
    lines.line(&format!("if (lp_state == 2) {}", called(plan)));
    lines.outdent();
    let targets: Vec<_> =
        plan.converted.iter().filter_map(|one| Some((&one.name, one.target.as_ref()?))).collect();
    if !targets.is_empty() {
        lines.line("else");
        lines.indent();
        targets.iter().for_each(|(name, target)| lines.line(&format!("{target} = {name}")));
        lines.outdent();
    }
    lines.line("end if");
    lines.outdent();
    lines.line("end block");
}

/// The kinds and constants that the statements mention.
fn kinds(plan: &Plan) -> Vec<&'static str> {
    let converted = plan.converted.iter().map(|one| format!("{} {}", one.declaration, one.value));
    let refused = (!plan.tests.is_empty()).then(|| "c_null_char".to_owned());
    let tests = plan.tests.iter().map(|(condition, _)| condition.clone());
    let text: Vec<String> =
        plan.actuals.iter().cloned().chain(converted).chain(tests).chain(refused).collect();
    let text = text.join(" ");
    let is_used = |name: &&str| *name == "c_int" || super::text::words(&text).any(|word| word == *name);
    NAMES.into_iter().filter(is_used).collect()
}

/// Intrinsic functions that the statements ask.
const INTRINSICS: [&str; 10] = [
    "allocated",
    "associated",
    "huge",
    "is_contiguous",
    "lbound",
    "len",
    "present",
    "size",
    "transfer",
    "ubound",
];

/// Those of them that the statements ask.
pub(super) fn asked_intrinsics(plan: &Plan) -> Vec<&'static str> {
    let tests = plan.tests.iter().map(|(condition, _)| condition.as_str());
    let values = plan.converted.iter().map(|one| one.value.as_str());
    let text: Vec<&str> = plan.actuals.iter().map(String::as_str).chain(tests).chain(values).collect();
    let text = text.join(" ");
    let is_asked = |name: &&str| super::text::words(&text).any(|word| word == *name);
    INTRINSICS.into_iter().filter(is_asked).collect()
}

/// Those of which some text has a procedure of its own.
pub(super) fn own_procedures<'t>(texts: impl Iterator<Item = &'t str>) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for statement in texts.flat_map(super::text::statements) {
        let statement = statement.to_ascii_lowercase();
        let all: Vec<&str> = super::text::words(&statement).collect();
        let is_renamed = all.first() == Some(&"use") && statement.contains("=>");
        found.extend(INTRINSICS.into_iter().filter(|name| {
            let is_defined = |pair: &[&str]| matches!(pair, ["function" | "interface", own] if own == name);
            all.windows(2).any(is_defined) || is_renamed && all.contains(name)
        }));
    }
    found
}

/// Whether an expression is a call of such a function.
pub(super) fn calls_intrinsic(expr: &str) -> bool {
    INTRINSICS.iter().any(|name| expr.strip_prefix(name).is_some_and(|rest| rest.starts_with('(')))
}

/// Whether a name stands in a source without arguments.
pub(super) fn stands_alone(source: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    source.match_indices(name).any(|(at, _)| {
        let before = source.get(..at).and_then(|before| before.chars().next_back());
        let behind = source.get(at + name.len()..).unwrap_or("");
        !before.is_some_and(|c| is_word(c) || c == '%')
            && !behind.starts_with(is_word)
            && !behind.trim_start().starts_with('(')
    })
}

/// What is taken from each module.
fn by_module(plan: &Plan) -> BTreeMap<&Name, Vec<String>> {
    let mut modules: BTreeMap<&Name, Vec<String>> = BTreeMap::new();
    for (module, name) in &plan.used {
        modules.entry(module).or_default().push(format!("{} => {name}", alias(name)));
    }
    modules
}

/// The interfaces of the functions in C.
fn interface(call: &Call, plan: &Plan, is_pure: bool, lines: &mut Lines) {
    let pure = if is_pure { "pure " } else { "" };
    let names: Vec<&str> = call.passed.iter().map(|passed| &*passed.name).collect();
    let dummies = [vec!["lp_state"], names].concat().join(", ");
    lines.line("interface");
    lines.indent();
    let name = lines.quoted(&call.symbol);
    lines.line(&format!("{pure}subroutine lp_kernel({dummies}) bind(c, name={name})"));
    lines.indent();
    lines.line("use, intrinsic :: iso_c_binding");
    lines.line("integer(c_int), intent(inout) :: lp_state");
    let named = |passed: &Passed| format!("{}{}", passed.name, if passed.has_axes { "(*)" } else { "" });
    for alike in call.passed.chunk_by(|a, b| a.declaration == b.declaration) {
        let names: Vec<String> = alike.iter().map(named).collect();
        let declaration = alike.first().map(|passed| passed.declaration.as_str()).unwrap_or_default();
        lines.line(&format!("{declaration} :: {}", names.join(", ")));
    }
    lines.outdent();
    lines.line("end subroutine");
    if !plan.tests.is_empty() {
        let name = lines.quoted(&call.refusal);
        lines.line(&format!("{pure}subroutine lp_refused(lp_reason) bind(c, name={name})"));
        lines.indent();
        lines.line("use, intrinsic :: iso_c_binding");
        lines.line("character(kind=c_char), intent(in) :: lp_reason(*)");
        lines.outdent();
        lines.line("end subroutine");
    }
    lines.outdent();
    lines.line("end interface");
}

fn called(plan: &Plan) -> String {
    let actuals: String = plan.actuals.iter().map(|actual| format!(", {actual}")).collect();
    format!("call lp_kernel(lp_state{actuals})")
}

/// Asks the kernel, unless a test says that it cannot.
fn kernel(plan: &Plan, lines: &mut Lines) {
    let mut word = "if";
    for (condition, reason) in &plan.tests {
        lines.line(&format!("{word} ({condition}) then"));
        word = "else if";
        lines.indent();
        lines.line("lp_state = 1");
        let reason = lines.quoted(reason);
        lines.line(&format!("call lp_refused({reason} // c_null_char)"));
        lines.outdent();
    }
    if word == "else if" {
        lines.line("else");
        lines.indent();
    }
    lines.line("lp_state = 0");
    for converted in &plan.converted {
        lines.line(&format!("{} = {}", converted.name, converted.value));
    }
    lines.line(&called(plan));
    if word == "else if" {
        lines.outdent();
        lines.line("end if");
    }
}
