//! One reduction over several inames as a reduction inside of a reduction.

use super::select_statements;
use diag::Diagnostic;
use ir::{Expr, Kernel, Node, Statement, walk};
use pass::{Refusal, Selector};
use poly::{Aff, Name};

/// Nests each reduction over all of these inames and others. `inward` tells whether the reduction over these becomes the inner one.
///
/// # Errors
/// No statement has such a reduction, or what an iteration performs cannot be told apart.
pub fn nest_reductions(
    kernel: &Kernel,
    wanted: &[Name],
    within: Option<&Selector>,
    inward: bool,
) -> Result<Kernel, Refusal> {
    let mut changed = kernel.clone();
    let mut nesting = Nesting { wanted, inward, found: false, mixed: None };
    for id in select_statements(kernel, within)? {
        if let Some(statement) = changed.statements.get_mut(&id) {
            *statement = statement.map_exprs(&mut |expr| nesting.expr(expr));
            if let Some(iname) = nesting.mixed.take() {
                return Err(mixed(statement, &iname));
            }
        }
    }
    if nesting.found {
        return Ok(changed);
    }
    let names: Vec<String> = wanted.iter().map(|name| format!("`{name}`")).collect();
    Err(Refusal::empty(format!("no statement reduces over {} and other inames", names.join(", "))).into())
}

fn mixed(statement: &Statement, iname: &Name) -> Refusal {
    let message = format!("`{iname}` of the reference is made of inames of both reductions");
    let problem = Diagnostic::error("lp::reduction::mixed", message);
    let problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "");
    problem.help("nest the reductions before splitting or joining their loops").into()
}

struct Nesting<'a> {
    wanted: &'a [Name],
    inward: bool,
    found: bool,
    /// An iname of the reference that neither reduction has for itself.
    mixed: Option<Name>,
}

impl Nesting<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        let parts = walk::map_children(expr, &mut |child| self.expr(child));
        let Node::Reduce { op, inames, over, body } = parts.node() else { return parts };
        let (own, others): (Vec<Name>, Vec<Name>) =
            inames.iter().cloned().partition(|iname| self.wanted.contains(iname));
        if own.len() != self.wanted.len() || others.is_empty() {
            return parts;
        }
        self.found = true;
        let (inner, outer) = if self.inward { (own, others) } else { (others, own) };
        let (mut inner_over, mut outer_over) = (Vec::new(), Vec::new());
        for (iname, value) in over {
            let within = |inames: &[Name]| {
                value.names().iter().all(|name| inames.contains(name) || !self.is_reduced(name, &parts))
            };
            let binding: (Name, Aff) = (iname.clone(), value.clone());
            match (within(&outer), within(&inner)) {
                (true, _) => outer_over.push(binding),
                (_, true) => inner_over.push(binding),
                _ => self.mixed = Some(iname.clone()),
            }
        }
        let body = Expr::new(Node::Reduce { op: *op, inames: inner, over: inner_over, body: body.clone() });
        Expr::new(Node::Reduce { op: *op, inames: outer, over: outer_over, body })
    }

    fn is_reduced(&self, name: &Name, reduction: &Expr) -> bool {
        matches!(reduction.node(), Node::Reduce { inames, .. } if inames.contains(name))
    }
}
