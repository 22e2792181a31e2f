//! Parameters of kernels.

use ir::{ArgKind, Kernel};
use poly::Name;
use std::collections::BTreeSet;

/// Integers that do not change while the kernel runs.
pub fn parameters(kernel: &Kernel) -> BTreeSet<Name> {
    let mut names: BTreeSet<Name> = kernel.assumptions.params().iter().cloned().collect();
    names.extend(kernel.domains.iter().flat_map(|domain| domain.set.params().iter().cloned()));
    let integer = |arg: &ir::Arg| arg.kind == ArgKind::Value && arg.ty.is_none_or(ir::Scalar::is_integer);
    names.extend(kernel.args.iter().filter(|(_, arg)| integer(arg)).map(|(name, _)| name.clone()));
    names.retain(|name| !kernel.inames.contains_key(name) && !kernel.temps.contains_key(name));
    names
}
