//! Conditions that the host checks before a launch, and what they tell about sizes.

use super::Lowerer;
use ir::{Comparison, Expr, Node, affine};
use poly::{Constraint, Set};

impl Lowerer<'_> {
    /// States what the routine requires of its arguments; what is affine in it becomes an assumption.
    pub(super) fn requires(&mut self) {
        let mut constraints = Vec::new();
        for requirement in &self.routine.requires {
            for part in conjuncts(&requirement.condition) {
                let integers = ir::walk::names(&part).iter().all(|name| {
                    ir::typing::type_of_variable(&self.kernel, name).is_ok_and(|ty| ty.scalar().is_integer())
                });
                constraints
                    .extend(integers.then(|| affine::to_constraints(&part)).flatten().into_iter().flatten());
            }
            self.kernel.requires.push(ir::Requirement {
                condition: requirement.condition.clone(),
                message: requirement.message.clone(),
                loc: self.loc(requirement.span),
                origin: requirement.span.into(),
            });
        }
        if constraints.is_empty() {
            return;
        }
        let mut params: Vec<poly::Name> = Vec::new();
        for name in constraints.iter().flat_map(|constraint: &Constraint| constraint.aff.names()) {
            if !params.contains(&name) {
                params.push(name);
            }
        }
        if let Ok(set) = Set::from_constraints(&params, &[], &constraints) {
            self.kernel.assumptions = set;
        }
    }
}

/// The parts of a condition that hold together; `a >= max(b, c)` is two.
fn conjuncts(condition: &Expr) -> Vec<Expr> {
    condition.conjuncts().into_iter().flat_map(bounds).collect()
}

fn bounds(condition: &Expr) -> Vec<Expr> {
    if let Node::Compare(op @ (Comparison::GreaterEqual | Comparison::Greater), a, b) = condition.node()
        && let Node::Call { function, args } = b.node()
        && function.as_str() == "max"
    {
        let each = args.iter().map(|arg| Expr::new(Node::Compare(*op, a.clone(), arg.clone())));
        return each.flat_map(|part| bounds(&part)).collect();
    }
    vec![condition.clone()]
}
