//! Sums that threads of the program share, each adding up its own part. Nothing tells which digits come out,
//! but one by one they are others.

use super::directives;
use ir::{Kernel, Name, Scalar};
use std::collections::BTreeSet;

/// Why a kernel would compute other digits than its routine, which has this text, where that is a sum of
/// threads. `summing` are routines with such sums, `called` names in the routine.
pub(super) fn obstacle<'t>(
    kernel: &Kernel,
    text: &str,
    summing: &BTreeSet<Name>,
    mut called: impl Iterator<Item = &'t str>,
) -> Option<String> {
    let is_rounded = |name: &String| {
        let ty = kernel.args.get(name.as_str()).map(|arg| arg.ty);
        let ty = ty.or_else(|| kernel.temps.get(name.as_str()).map(|temp| temp.ty)).flatten();
        ty.is_none_or(Scalar::is_inexact)
    };
    let own = directives::summed(text).into_iter().find(is_rounded).map(|name| format!("`{name}` is a sum"));
    let is_summing = |word: &&str| summing.iter().any(|name| word.eq_ignore_ascii_case(name));
    let found = own.or_else(|| called.find(is_summing).map(|name| format!("`{name}` has sums")))?;
    Some(format!("{found} of several threads: with `LPFC_REDUCTIONS=1` the last digits may be others"))
}
