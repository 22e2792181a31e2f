//! Transforms that make one kernel of several.

use crate::args::KernelName;
use crate::transform::{Applied, Refusal, Spec};
use diag::Diagnostic;
use ir::Kernel;

/// What a transform does that makes one kernel of several: the only thing that its author writes besides the
/// struct that holds its arguments.
pub trait Join: std::fmt::Debug {
    /// The kernels that it is for, in their order.
    fn parts(&self) -> &[KernelName];

    /// The kernel that takes their place.
    ///
    /// # Errors
    /// The reasons for which these kernels cannot be joined.
    fn join(&self, parts: &[&Kernel]) -> Result<Applied, Refusal>;
}

/// Why a transform of several kernels does nothing to a single one.
///
/// # Errors
/// Always.
pub fn refuse_alone(spec: &Spec, kernel: &Kernel) -> Result<Applied, Refusal> {
    let message = format!("`{}` is for several kernels of a file, and `{}` is one", spec.name, kernel.name);
    Err(Diagnostic::error("lp::step::several", message).into())
}
