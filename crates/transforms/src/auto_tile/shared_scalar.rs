//! Scalars that keep a product from loops of its own, though it has the form of one.

use super::product::{Product, Sum};
use diag::Diagnostic;
use ir::access::accesses;
use ir::{Kernel, LValue, Name, Statement};
use std::collections::BTreeSet;

/// Why a product is refused that shares a scalar with other statements in its loops.
pub(super) fn refusal(kernel: &Kernel, product: &Product) -> Option<Diagnostic> {
    let statement = kernel.statements.get(&product.statement)?;
    let (other, scalar) = shared_scalar(kernel, product)?;
    let message = format!("`{other}` uses `{scalar}` in the loops of the product `{}`", product.statement);
    let problem = Diagnostic::error("lp::tile::shared", message)
        .note(format!("in loops of their own, they would have one `{scalar}` for all results"))
        .at_entity(statement.loc.as_ref(), statement.origin, "this product");
    Some(problem.help("`auto_parallel()` runs its results in parallel, without tiles"))
}

/// A scalar that statements of the product and others in its loops use, and one of them sets; with one of the
/// others.
fn shared_scalar<'k>(kernel: &'k Kernel, product: &Product) -> Option<(&'k Name, Name)> {
    let Sum::Scalar { nest, .. } = &product.sum else { return None };
    let own = || nest.iter().filter_map(|id| kernel.statements.get(id));
    let used: BTreeSet<Name> = own().flat_map(|own| scalars(kernel, own)).collect();
    let set: BTreeSet<&Name> = own().filter_map(Statement::target).map(LValue::name).collect();
    let loops = [&product.along.iname, &product.across.iname];
    let is_inside = |statement: &Statement| loops.iter().any(|iname| statement.inames.contains(iname));
    let mut others = kernel.statements.iter().filter(|(id, other)| !nest.contains(id) && is_inside(other));
    others.find_map(|(id, other)| {
        let target = other.target().map(LValue::name);
        let is_shared = |name: &Name| set.contains(name) || used.contains(name) && target == Some(name);
        Some((id, scalars(kernel, other).find(is_shared)?))
    })
}

/// The scalars that a statement uses.
fn scalars(kernel: &Kernel, statement: &Statement) -> impl Iterator<Item = Name> {
    let is_scalar = |name: &Name| kernel.temps.get(name).is_some_and(|temp| temp.shape.is_empty());
    accesses(kernel, statement).into_iter().map(|access| access.variable).filter(is_scalar)
}
