//! What a kernel requires of its arguments: whether it holds.

use crate::interp::condition_of;
use crate::{Bindings, Value};
use diag::Diagnostic;
use ir::{Kernel, Name, Requirement, Scalar, walk};
use std::collections::BTreeMap;

/// Tests what a kernel requires of the values of its arguments.
///
/// # Errors
/// For the first requirement that does not hold, what it says.
pub fn check_requirements(kernel: &Kernel, bindings: &Bindings) -> Result<(), Diagnostic> {
    check(kernel, &bindings.values)
}

/// Tests what a kernel requires, in order, and what the extents of its arrays require, where its value
/// arguments have these values.
///
/// # Errors
/// For the first requirement that does not hold, what it says.
pub(crate) fn check(kernel: &Kernel, values: &BTreeMap<Name, Value>) -> Result<(), Diagnostic> {
    let extents = codegen_opencl::required_extents(kernel);
    kernel.requires.iter().chain(&extents).try_for_each(|requirement| test(kernel, values, requirement))
}

fn test(
    kernel: &Kernel,
    values: &BTreeMap<Name, Value>,
    requirement: &Requirement,
) -> Result<(), Diagnostic> {
    let Requirement { condition, message, loc, origin } = requirement;
    let refused = match condition_of(kernel, values, condition) {
        Ok(true) => return Ok(()),
        Ok(false) => Diagnostic::error("lp::run::requirement", message),
        Err(undefined) => undefined,
    };
    let mut note = format!("the kernel requires `{requirement}`");
    let names = walk::names(condition);
    let shown: Vec<String> = names.iter().filter_map(|name| Some(shown(name, *values.get(name)?))).collect();
    if !shown.is_empty() {
        note = format!("{note}, and {}", shown.join(", "));
    }
    Err(refused.note(note).at_entity(loc.as_ref(), *origin, "required here"))
}

/// An argument and its value; a code that may stand for a letter with the letter.
fn shown(name: &Name, value: Value) -> String {
    let code = value.as_int().filter(|_| value.ty() == Scalar::I8).and_then(|code| u8::try_from(code).ok());
    match code.filter(u8::is_ascii_alphabetic) {
        Some(letter) => format!("{name} = {value} ('{}')", char::from(letter)),
        None => format!("{name} = {value}"),
    }
}
