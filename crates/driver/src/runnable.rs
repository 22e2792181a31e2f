//! What a kernel needs before it can run: which one it is, types, and one order.

use crate::cli::Failure;
use diag::Diagnostic;
use ir::{Kernel, Module, Scalar};

/// The kernel of a name, or the only one.
pub(crate) fn select<'a>(module: &'a Module, name: Option<&str>) -> Result<&'a Kernel, Diagnostic> {
    let names: Vec<&str> = module.kernels.keys().map(|name| name.as_str()).collect();
    match (name, module.kernels.values().collect::<Vec<_>>().as_slice()) {
        (Some(name), _) => module.kernels.get(name).ok_or_else(|| {
            Diagnostic::error("lp::run::kernel", format!("there is no kernel `{name}`"))
                .help(format!("the input has `{}`", names.join("`, `")))
        }),
        (None, [single]) => Ok(single),
        (None, []) => Err(Diagnostic::error("lp::run::kernel", "the input has no kernel")),
        (None, _) => Err(Diagnostic::error("lp::run::kernel", "the input has several kernels")
            .help(format!("say which with `--kernel`: `{}`", names.join("`, `")))),
    }
}

/// The kernel with every type known, so that arguments can be made.
///
/// # Errors
/// Where types contradict each other.
pub fn typed(kernel: &Kernel) -> Result<Kernel, Vec<Diagnostic>> {
    if kernel.schedule.is_some() {
        return Ok(kernel.clone());
    }
    transforms::lower::infer_types(kernel, Some(Scalar::F64)).map_err(|refusal| refusal.0)
}

/// The kernel as the interpreter runs it: lowered where only lowering decides what it computes.
pub(crate) fn in_definite_order(kernel: Kernel) -> Result<Kernel, Failure> {
    Ok(if judge::is_open(&kernel) { transforms::lower::lower(&kernel)?.into_kernel() } else { kernel })
}

/// Types that a transform added, such as those of `add_dtypes`, hold for the other kernel's arguments too.
pub fn with_types_of(kernel: &Kernel, mut other: Kernel) -> Kernel {
    for (name, arg) in &mut other.args {
        arg.ty = arg.ty.or_else(|| kernel.args.get(name).and_then(|arg| arg.ty));
    }
    other
}
