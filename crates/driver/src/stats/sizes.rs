//! The sizes at which counts are wanted.

use diag::Diagnostic;
use ir::{ArgKind, Kernel, Name};
use poly::Set;

use counting::Sizes;

/// Refuses a size of what no kernel has as an integer argument.
///
/// # Errors
/// Where there is one.
pub(crate) fn check<'a>(
    kernels: impl Iterator<Item = &'a Kernel> + Clone,
    given: &[(String, String)],
) -> Result<(), Diagnostic> {
    let is_integer = |kernel: &Kernel, name: &str| {
        let arg = kernel.args.get(name).filter(|arg| arg.kind == ArgKind::Value);
        arg.is_some_and(|arg| arg.ty.is_none_or(ir::Scalar::is_integer))
    };
    let is_known = |name: &str| kernels.clone().any(|kernel| is_integer(kernel, name));
    match given.iter().find(|(name, _)| !is_known(name)) {
        Some((name, _)) => {
            Err(Diagnostic::error("lp::stats::size", format!("no kernel has an integer argument `{name}`")))
        }
        None => Ok(()),
    }
}

/// The values that assignments give the integer arguments of a typed kernel; none where there are no
/// assignments to any, and no need of them.
///
/// # Errors
/// Where a value is no integer, one is missing, or the kernel is not meant for these.
pub(crate) fn read(
    kernel: &Kernel,
    given: &[(String, String)],
    is_needed: bool,
) -> Result<Option<Sizes>, Diagnostic> {
    if given.is_empty() && !is_needed {
        return Ok(None);
    }
    let mut sizes = Sizes::new();
    let integers = kernel
        .args
        .iter()
        .filter(|(_, arg)| arg.kind == ArgKind::Value && arg.ty.is_some_and(ir::Scalar::is_integer));
    let mut missing = Vec::new();
    for (name, _) in integers {
        match given.iter().rfind(|(own, _)| *own == name.as_str()) {
            Some((_, value)) => {
                let value = value.trim().parse().map_err(|_| no_integer(name, value))?;
                sizes.insert(name.clone(), value);
            }
            None => missing.push(name.as_str()),
        }
    }
    if !missing.is_empty() {
        let message = format!("kernel `{}` has no value for `{}`", kernel.name, missing.join("`, `"));
        let values: Vec<String> = missing.iter().map(|name| format!("--size {name}=..")).collect();
        let error = Diagnostic::error("lp::stats::size", message);
        return Err(error.help(format!("add `{}`, or leave out all sizes", values.join(" "))));
    }
    if !is_meant_for(&kernel.assumptions, &sizes) {
        let known = kernel.assumptions.text().to_owned();
        let message = format!("kernel `{}` is not meant for these sizes", kernel.name);
        return Err(Diagnostic::error("lp::stats::size", message).note(format!("it assumes {known}")));
    }
    Ok(Some(sizes))
}

fn no_integer(name: &Name, value: &str) -> Diagnostic {
    Diagnostic::error("lp::stats::size", format!("`{name}` is an integer, and `{value}` is none"))
}

/// Whether what is assumed of parameters may hold. A set that cannot be asked assumes nothing.
fn is_meant_for(assumptions: &Set, sizes: &Sizes) -> bool {
    let fixed = sizes.iter().try_fold(assumptions.clone(), |set, (name, size)| {
        if set.has_param(name) { set.fix(name, *size) } else { Ok(set) }
    });
    !fixed.and_then(|set| set.is_empty()).unwrap_or(false)
}
