//! What the user may allow where a loop is not parallel otherwise.

use super::attempt::{Atomics, conflicting_update};
use super::reductions::shared_inames;
use diag::Diagnostic;
use ir::{Expr, Kernel, Node, Statement, affine, walk};
use poly::Name;

/// Whether work items may share sums that are rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sums {
    /// They may not, since the user has not allowed it.
    Kept,
    /// They may, but steps have changed the kernel before sums were looked for.
    Late,
    /// They may.
    Shared,
}

impl Sums {
    /// What the user may do about a sum that is not shared.
    fn advice(self) -> Option<String> {
        let text = match self {
            Sums::Kept => {
                "where sums may be rounded differently, `reductions=True` shares them between work items"
            }
            Sums::Late => {
                "sums are found in a kernel as it was imported: make `recognize_reductions()` the first step"
            }
            Sums::Shared => return None,
        };
        Some(text.to_owned())
    }
}

/// What may be allowed in view of the reasons against loops.
pub(super) fn advice<'d>(
    kernel: &Kernel,
    reasons: impl Iterator<Item = &'d Diagnostic>,
    atomics: Atomics,
    sums: Sums,
) -> Option<String> {
    let updates: Vec<&Name> = reasons.filter_map(|reason| conflicting_update(kernel, reason)).collect();
    let statements = updates.iter().filter_map(|id| kernel.statements.get(*id));
    if let Some((extent, stride)) = statements.flat_map(|own| rows(kernel, own)).next() {
        return Some(format!(
            "where rows do not overlap, say so before this step: `assume(\"{extent} <= {stride}\")`"
        ));
    }
    let selects = |id: &&&Name| {
        let target = kernel.statements.get(**id).and_then(|statement| statement.target());
        target.is_some_and(|target| target.index().iter().any(|e| is_computed(kernel, e)))
    };
    if let Some(id) = updates.iter().find(selects)
        && atomics != Atomics::All
    {
        return Some(format!(
            "data select what `{id}` updates: allow atomic updates with `atomics=True`, or with \
             `make_atomic(\"{id}\")` before this step; those of floating-point numbers need `reductions=True` too"
        ));
    }
    if updates.is_empty() { None } else { sums.advice() }
}

/// Whether data select the element of a subscript.
fn is_computed(kernel: &Kernel, subscript: &Expr) -> bool {
    affine::to_aff(subscript).is_none()
        || walk::names(subscript).iter().any(|name| kernel.temps.contains_key(name))
}

/// Arguments of which the first bounds a loop along a row, and the second is the distance of rows, in a
/// subscript such as `ld*j + i`.
fn rows(kernel: &Kernel, statement: &Statement) -> Option<(Name, Name)> {
    let is_iname = |name: &Name| statement.inames.contains(name);
    let is_argument = |name: &Name| kernel.args.contains_key(name);
    let [subscript] = statement.target()?.index() else { return None };
    let Node::Sum(terms) = subscript.node() else { return None };
    let along = terms.iter().find_map(|term| term.as_var().filter(|name| is_iname(name)))?;
    let stride = terms.iter().find_map(|term| {
        let names = walk::names(term);
        let is_product = matches!(term.node(), Node::Product(_)) && names.iter().any(is_iname);
        names.into_iter().find(|name| is_product && is_argument(name))
    })?;
    let home = kernel.home(along).and_then(|at| kernel.domains.get(at))?;
    let extent = home.set.params().iter().find(|name| is_argument(name))?;
    Some((extent.clone(), stride))
}

/// What may be allowed where a kernel has sums that nothing shares.
pub(super) fn advice_on_sums(kernel: &Kernel, reductions: bool) -> Option<String> {
    let has_sums = kernel.statements.values().any(|own| !shared_inames(kernel, own, true).is_empty());
    if reductions || !has_sums { None } else { Sums::Kept.advice() }
}
