//! Claim: an integer that each iteration of a loop changes by the same amount is, in iteration `t`, its first
//! value and `t` times that amount.
//!
//! `ix = ix + incx` at the top level of a loop's body goes: before it `ix` stands for `ix + t*incx`, behind
//! it for `ix + (t + 1)*incx`, and behind the loop for `ix` and as many steps as there were iterations.
//! Neither the amount nor the bounds may change in the loop, and `ix` must not be assigned there otherwise.

use super::symbolic::assigned;
use fortran_sema::hir::{
    self, Loop, Node, NodeKind, Routine, Target, blocks_mut, iteration, map_expressions, visit,
};
use ir::{Expr, Node as Value, Scalar, walk};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Rewrites all induction variables, those of inner loops first.
pub(super) fn rewrite(routine: &mut Routine) {
    let mut body = std::mem::take(&mut routine.body);
    block(&mut body, routine);
    routine.body = body;
}

fn block(nodes: &mut Vec<Node>, routine: &Routine) {
    for mut node in std::mem::take(nodes) {
        blocks_mut(&mut node).into_iter().for_each(|inner| block(inner, routine));
        let place = (node.span, Rc::clone(&node.tags));
        let mut behind = Vec::new();
        if let NodeKind::Loop(head) = &mut node.kind {
            while let Some(step) = find(head, routine) {
                replace(head, &step);
                let value = Expr::var(step.name.clone()).plus(&times(&count(head, step.ty), &step.amount));
                let kind = NodeKind::Assign(Target { name: step.name, index: None }, value);
                behind.push(Node { kind, span: place.0, tags: Rc::clone(&place.1) });
            }
        }
        nodes.push(node);
        nodes.append(&mut behind);
    }
}

/// `name = name + amount`, at a place in a loop's body.
struct Step {
    at: usize,
    name: Name,
    ty: Scalar,
    amount: Expr,
}

fn find(head: &Loop, routine: &Routine) -> Option<Step> {
    let mut changes = assigned(&head.body);
    // An amount may name the iteration itself, once another variable stands for it.
    changes.extend([head.variable.clone(), iteration(&head.variable)]);
    if [&head.lower, &head.upper, &head.step].into_iter().any(|bound| !is_fixed(bound, &changes)) {
        return None;
    }
    head.body.iter().enumerate().find_map(|(at, node)| {
        let NodeKind::Assign(Target { name, index: None }, value) = &node.kind else { return None };
        let ty = routine.variables.get(name)?.ty;
        let amount = amount_of(value, name)?;
        let is_only = writes(&head.body, name) == 1;
        let is_step = ty.is_integer() && is_fixed(&amount, &changes) && is_only;
        is_step.then(|| Step { at, name: name.clone(), ty, amount })
    })
}

/// What a sum adds to a variable.
fn amount_of(value: &Expr, name: &Name) -> Option<Expr> {
    let Value::Sum(terms) = value.node() else { return None };
    let own = terms.iter().position(|term| term.as_var() == Some(name))?;
    let others: Vec<Expr> =
        terms.iter().enumerate().filter(|(at, _)| *at != own).map(|(_, term)| term.clone()).collect();
    match others.as_slice() {
        [only] => Some(only.clone()),
        _ => Some(Expr::sum(others)),
    }
}

/// Whether an expression is the same in all iterations.
fn is_fixed(expr: &Expr, changes: &BTreeSet<Name>) -> bool {
    !walk::any(expr, &mut |part| match part.node() {
        Value::Var(name) | Value::Load { array: name, .. } => changes.contains(name),
        _ => false,
    })
}

fn writes(nodes: &[Node], name: &Name) -> usize {
    let mut count = 0;
    visit(nodes, &mut |node| match &node.kind {
        NodeKind::Assign(target, _) => count += usize::from(target.name == *name),
        NodeKind::Loop(head) => count += usize::from(head.variable == *name),
        _ => {}
    });
    count
}

/// Takes the step out of the body and adds the steps so far where the variable is read.
fn replace(head: &mut Loop, step: &Step) {
    let number = Expr::var(iteration(&head.variable));
    let base = Expr::var(step.name.clone());
    let before = base.plus(&times(&number, &step.amount));
    let behind = base.plus(&times(&number.plus(&Expr::int(1)), &step.amount));
    for (at, node) in head.body.iter_mut().enumerate() {
        let value = if at < step.at { &before } else { &behind };
        substitute(node, &step.name, value);
    }
    head.body.remove(step.at);
}

/// Puts a value in the place of a scalar wherever a statement reads it.
pub(super) fn substitute(node: &mut Node, name: &Name, value: &Expr) {
    map_expressions(node, &mut |expr| walk::substitute(expr, &|of| (of == name).then(|| value.clone())));
    hir::blocks_mut(node).into_iter().flatten().for_each(|inner| substitute(inner, name, value));
}

fn times(number: &Expr, amount: &Expr) -> Expr {
    match amount.as_int() {
        Some(1) => number.clone(),
        _ => amount.times(number),
    }
}

/// Number of iterations, in the type of a variable that it is added to.
fn count(head: &Loop, ty: Scalar) -> Expr {
    let (count, is_long) = head.count();
    // Between literals the distance may be longer than their type.
    let count = fortran_sema::constant::folded(&Expr::call("max", vec![count, Expr::int(0)]), Scalar::I64);
    if is_long && ty != Scalar::I64 && count.as_int().is_none() { Expr::cast(ty, count) } else { count }
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    fn induction(statements: &str) -> String {
        body("induction", statements)
    }

    #[test]
    fn a_stride_becomes_a_product() {
        assert_eq!(
            induction("k = 1\ndo i = 1, n\nx(k) = 1\nk = k + m\ny(k) = 2\nend do\nx(1) = k"),
            "k = 1\ndo i = 1, n\n  x[k + m*i#] = 1.0f\n  y[k + m*(i# + 1)] = 2.0f\nend do\n\
             k = k + m*max(n - 1 + 1, 0)\nx[1] = cast(f32, k)"
        );
        let down = induction("k = n\ndo i = 1, n\nx(k) = 1\nk = k - 1\nend do");
        assert!(down.contains("x[k + -1*i#]") || down.contains("x[k - i#]"), "{down}");
    }

    #[test]
    fn what_changes_otherwise_stays() {
        for statements in [
            "do i = 1, n\nx(k) = 1\nif (i > 2) k = k + m\nend do",
            "do i = 1, n\nx(k) = 1\nk = k + i\nend do",
            "do i = 1, n\nx(k) = 1\nj = j + 1\nk = k + j\nend do",
            "do i = 1, n\nx(k) = 1\nk = k + 1\nk = k + 1\nend do",
            "do i = 1, n\nx(k) = 1\nk = k + j\nj = 2\nend do",
            "do i = 1, m\nx(k) = 1\nk = k + 1\nm = 2\nend do",
            "do i = 1, n\nx(k) = 1\nk = 2*k\nend do",
        ] {
            let statements = format!("k = 1\nj = 1\n{statements}\nx(1) = k + j");
            assert!(induction(&statements).contains("x[k] = 1.0f"), "{}", induction(&statements));
        }
    }
}
