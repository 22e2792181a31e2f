//! One reduction over several inames as a reduction inside of a reduction.

use super::select_statements;
use ir::{Expr, Kernel, Node, walk};
use pass::{Refusal, Selector};
use poly::{Aff, Name};

/// Nests each reduction over all of these inames and others. `inward` tells whether the reduction over these
/// becomes the inner one.
///
/// # Errors
/// No statement has such a reduction.
pub fn nest_reductions(
    kernel: &Kernel,
    wanted: &[Name],
    within: Option<&Selector>,
    inward: bool,
) -> Result<Kernel, Refusal> {
    let mut changed = kernel.clone();
    let mut nesting = Nesting { wanted, inward, found: false };
    for id in select_statements(kernel, within)? {
        if let Some(statement) = changed.statements.get_mut(&id) {
            *statement = statement.map_exprs(&mut |expr| nesting.expr(expr));
        }
    }
    if nesting.found {
        return Ok(changed);
    }
    if wanted.is_empty() {
        return Err(Refusal::empty("no iname is named").into());
    }
    let names: Vec<String> = wanted.iter().map(|name| format!("`{name}`")).collect();
    Err(Refusal::empty(format!("no statement reduces over {} and other inames", names.join(", "))).into())
}

struct Nesting<'a> {
    wanted: &'a [Name],
    inward: bool,
    found: bool,
}

impl Nesting<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        let parts = walk::map_children(expr, &mut |child| self.expr(child));
        let Node::Reduce { op, inames, over, body } = parts.node() else { return parts };
        let (own, others): (Vec<Name>, Vec<Name>) =
            inames.iter().cloned().partition(|iname| self.wanted.contains(iname));
        if own.is_empty() || own.len() != self.wanted.len() || others.is_empty() {
            return parts;
        }
        self.found = true;
        let (inner, outer) = if self.inward { (own, others) } else { (others, own) };
        // An iname of the reference that is made of inames of both is the inner one's, around which the outer
        // one is.
        let is_outer = |value: &Aff| !value.names().iter().any(|name| inner.contains(name));
        let parted = over.clone().map(|over| over.into_iter().partition(|(_, value)| is_outer(value)));
        let (outer_over, inner_over): (Option<Vec<_>>, Option<Vec<_>>) = parted.unzip();
        let body =
            Expr::new(Node::Reduce { op: op.clone(), inames: inner, over: inner_over, body: body.clone() });
        Expr::new(Node::Reduce { op: op.clone(), inames: outer, over: outer_over, body })
    }
}
