//! What the user may allow where a loop is not parallel otherwise.

use super::attempt::{Atomics, conflicting_update};
use super::reductions::shared_inames;
use diag::Diagnostic;
use ir::{Expr, Kernel, affine, walk};
use poly::Name;

/// What may be allowed in view of the reasons against loops.
pub(super) fn of<'d>(
    kernel: &Kernel,
    reasons: impl Iterator<Item = &'d Diagnostic>,
    atomics: Atomics,
    reductions: bool,
) -> Option<String> {
    let updates: Vec<&Name> = reasons.filter_map(|reason| conflicting_update(kernel, reason)).collect();
    let is_computed = |e: &Expr| {
        affine::to_aff(e).is_none() || walk::names(e).iter().any(|name| kernel.temps.contains_key(name))
    };
    let selects = |id: &&&Name| {
        let target = kernel.statements.get(**id).and_then(|statement| statement.target());
        target.is_some_and(|target| target.index().iter().any(is_computed))
    };
    if let Some(id) = updates.iter().find(selects)
        && atomics != Atomics::All
    {
        return Some(format!(
            "data select what `{id}` updates: allow atomic updates with `atomics=True`, or with \
             `make_atomic(\"{id}\")` before this step; those of floating-point numbers need `reductions=True` too"
        ));
    }
    let has_sums = kernel.statements.values().any(|own| !shared_inames(kernel, own, true).is_empty());
    (!reductions && (has_sums || !updates.is_empty())).then(|| {
        "where sums may be rounded differently, `reductions=True` shares them between work items".to_owned()
    })
}
