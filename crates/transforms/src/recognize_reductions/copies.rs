//! Loops of its own for a reduction.

use crate::rewrite::copy_loops;
use ir::{Expr, Iname, Kernel, Node, walk};
use pass::Refusal;
use poly::Name;

/// The kernel with loops of its own for the reductions of a statement, where another one is in one of them:
/// what is decided about that need not be decided about the reduction.
pub(super) fn with_own_loops(mut kernel: Kernel, id: &Name) -> Result<Kernel, Refusal> {
    let Some(statement) = kernel.statements.get(id) else { return Ok(kernel) };
    let reduced = statement.value().map(walk::reduction_inames).unwrap_or_default();
    let is_shared = |iname: &Name| kernel.statements.values().any(|other| other.inames.contains(iname));
    if !reduced.iter().any(is_shared) {
        return Ok(kernel);
    }
    let pairs = copied(&mut kernel, &reduced)?;
    if let Some(statement) = kernel.statements.get_mut(id) {
        *statement = statement.map_exprs(&mut |expr| renamed(expr, &pairs));
    }
    Ok(kernel)
}

/// Copies of inames, each behind its original.
pub(super) fn copied(kernel: &mut Kernel, inames: &[Name]) -> Result<Vec<(Name, Name)>, Refusal> {
    let mut names = kernel.clone();
    let mut pairs = Vec::new();
    for iname in inames {
        let copy = names.fresh_name(iname);
        names.inames.insert(copy.clone(), Iname::default());
        pairs.push((iname.clone(), copy));
    }
    copy_loops(kernel, &pairs)?;
    Ok(pairs)
}

/// An expression with copies of its reduced inames.
pub(super) fn renamed(expr: &Expr, pairs: &[(Name, Name)]) -> Expr {
    let copy = |name: &Name| pairs.iter().find(|(old, _)| old == name).map_or(name, |(_, new)| new).clone();
    match walk::map_children(expr, &mut |child| renamed(child, pairs)).node() {
        Node::Var(name) => Expr::from(&copy(name)),
        Node::Reduce { op, inames, over, body } => {
            let inames = inames.iter().map(copy).collect();
            Expr::new(Node::Reduce { op: op.clone(), inames, over: over.clone(), body: body.clone() })
        }
        other => Expr::new(other.clone()),
    }
}
