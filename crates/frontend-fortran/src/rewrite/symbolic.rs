//! Values of scalars as expressions of arguments, followed through assignments and branches.

use crate::constant;
use crate::hir::{Loop, Node, NodeKind, Routine, visit};
use ir::{Expr, Node as Value, walk};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// How many parts an expression may have; larger ones count as unknown.
const MAX_PARTS: usize = 400;

/// What is known of scalars at a place.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    /// Scalars that are assigned somewhere, and what they hold if that is known.
    of: BTreeMap<Name, Option<Expr>>,
}

impl Values {
    /// At the start of a routine nothing is known of what it assigns.
    pub(super) fn at_start(routine: &Routine) -> Self {
        let unknown = |name: Name| (name, None);
        let mut of: BTreeMap<Name, Option<Expr>> = assigned(&routine.body).into_iter().map(unknown).collect();
        // Arrays may change, and what is local has no value yet.
        for (name, variable) in &routine.variables {
            if variable.axes.is_some() || !routine.is_argument(name) && !is_parameter(routine, name) {
                of.insert(name.clone(), None);
            }
        }
        Values { of }
    }

    /// The expression in terms of arguments that keep their value; none if it depends on anything else.
    pub(super) fn evaluate(&self, expr: &Expr) -> Option<Expr> {
        let mut known = true;
        walk::visit(expr, &mut |part| match part.node() {
            Value::Load { .. } => known = false,
            Value::Var(name) => known &= self.of.get(name).is_none_or(Option::is_some),
            _ => {}
        });
        if !known {
            return None;
        }
        let value = walk::substitute(expr, &|name| self.of.get(name).cloned().flatten());
        let value = constant::condition(&value);
        let mut parts = 0;
        walk::visit(&value, &mut |_| parts += 1);
        (parts <= MAX_PARTS).then_some(value)
    }

    /// Follows an assignment to a scalar.
    pub(super) fn assign(&mut self, name: &Name, value: &Expr) {
        let value = self.evaluate(value);
        self.of.insert(name.clone(), value);
    }

    /// Forgets what a loop may assign.
    pub(super) fn forget_loop(&mut self, head: &Loop) {
        for name in assigned(&head.body).into_iter().chain([head.variable.clone()]) {
            self.of.insert(name, None);
        }
    }

    /// What is known where this holds under the condition, and the other otherwise.
    pub(super) fn merged(self, condition: Option<&Expr>, otherwise: &Values) -> Values {
        let merge = |(name, value): (Name, Option<Expr>)| {
            let other = otherwise.of.get(&name).cloned().flatten();
            let merged = match (value, other, condition) {
                (Some(a), Some(b), _) if a == b => Some(a),
                (Some(a), Some(b), Some(condition)) => {
                    Some(Expr::new(Value::Select(condition.clone(), a, b)))
                }
                _ => None,
            };
            (name, merged)
        };
        Values { of: self.of.into_iter().map(merge).collect() }
    }
}

/// Names without a value that are never assigned become arguments where they stand in bounds.
fn is_parameter(routine: &Routine, name: &Name) -> bool {
    let mut written = false;
    visit(&routine.body, &mut |node| match &node.kind {
        NodeKind::Assign(target, _) => written |= target.name == *name,
        NodeKind::Loop(head) => written |= head.variable == *name,
        _ => {}
    });
    !written
}

/// Names that statements give a value, those of loop variables included.
pub(super) fn assigned(nodes: &[Node]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    visit(nodes, &mut |node| match &node.kind {
        NodeKind::Assign(target, _) => {
            names.insert(target.name.clone());
        }
        NodeKind::Loop(head) => {
            names.insert(head.variable.clone());
        }
        _ => {}
    });
    names
}

/// The opposite of a condition on integers and flags, without `not` where there is another way to say it. Where reals
/// are compared it stays, since NaN compares false with everything.
pub(super) fn opposite(condition: &Expr, is_integer: &dyn Fn(&Expr) -> bool) -> Expr {
    let each = |operands: &[Expr]| operands.iter().map(|e| opposite(e, is_integer)).collect::<Vec<Expr>>();
    match condition.node() {
        Value::And(operands) => constant::any(each(operands)),
        Value::Or(operands) => Expr::all(each(operands)),
        Value::Compare(op, a, b) if is_integer(a) && is_integer(b) => {
            Expr::new(Value::Compare(op.negated(), a.clone(), b.clone()))
        }
        _ => condition.logical_not(),
    }
}

/// The cases of a value made by `if`s: under which conditions it is which expression.
pub(super) fn cases(value: &Expr) -> Vec<(Vec<Expr>, Expr)> {
    let Value::Select(condition, a, b) = value.node() else { return vec![(Vec::new(), value.clone())] };
    let under = |condition: Expr, value: &Expr| {
        let add = move |(mut conditions, value): (Vec<Expr>, Expr)| {
            conditions.insert(0, condition.clone());
            (conditions, value)
        };
        cases(value).into_iter().map(add).collect::<Vec<_>>()
    };
    let mut all = under(condition.clone(), a);
    all.extend(under(condition.logical_not(), b));
    all
}

/// The first part of an expression that `if`s made.
pub(super) fn first_choice(expr: &Expr) -> Option<Expr> {
    if let Value::Select(..) = expr.node() {
        return Some(expr.clone());
    }
    walk::children(expr).into_iter().find_map(first_choice)
}

/// The expression with one part replaced by another.
pub(super) fn replaced(expr: &Expr, part: &Expr, by: &Expr) -> Expr {
    if expr == part {
        return by.clone();
    }
    walk::map_children(expr, &mut |child| replaced(child, part, by))
}
