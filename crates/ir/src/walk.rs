//! Traversal of expressions, written once.

use crate::{Expr, Node, affine};
use poly::{Aff, Name};
use std::collections::BTreeSet;

/// The direct operands of an expression, in text order.
pub fn children(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    for_each_child(expr, &mut |child| found.push(child));
    found
}

/// Calls `f` on the direct operands of an expression, in text order.
pub fn for_each_child<'e>(expr: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    match expr.node() {
        Node::Int(_) | Node::Real(_) | Node::Bool(_) | Node::Var(_) => {}
        Node::Load { index: list, .. }
        | Node::Sum(list)
        | Node::Product(list)
        | Node::And(list)
        | Node::Or(list)
        | Node::Call { args: list, .. }
        | Node::Rule { args: list, .. } => list.iter().for_each(f),
        Node::Quotient(a, b)
        | Node::FloorDiv(a, b)
        | Node::Mod(a, b)
        | Node::Power(a, b)
        | Node::Compare(_, a, b) => [a, b].into_iter().for_each(f),
        Node::Select(a, b, c) => [a, b, c].into_iter().for_each(f),
        Node::Not(a) | Node::Cast(_, a) | Node::Reduce { body: a, .. } => f(a),
    }
}

/// The same expression with each direct operand replaced; the very same where all of them are left alone.
pub fn map_children(expr: &Expr, f: &mut dyn FnMut(&Expr) -> Expr) -> Expr {
    let mut is_changed = false;
    let mut children = Vec::new();
    for_each_child(expr, &mut |child| {
        let new = f(child);
        is_changed |= !new.is_same(child);
        children.push(new);
    });
    if !is_changed {
        return expr.clone();
    }
    let mut children = children.into_iter();
    with_children(expr, &mut |child| children.next().unwrap_or_else(|| child.clone()))
}

fn with_children(expr: &Expr, f: &mut dyn FnMut(&Expr) -> Expr) -> Expr {
    let mut list = |items: &[Expr]| items.iter().map(&mut *f).collect::<Vec<Expr>>();
    match expr.node() {
        Node::Int(_) | Node::Real(_) | Node::Bool(_) | Node::Var(_) => expr.clone(),
        Node::Load { array, index } => Expr::load(array.clone(), list(index)),
        Node::Sum(terms) => Expr::sum(list(terms)),
        Node::Product(factors) => Expr::product(list(factors)),
        Node::And(operands) => Expr::new(Node::And(list(operands))),
        Node::Or(operands) => Expr::new(Node::Or(list(operands))),
        Node::Call { function, args } => Expr::call(function.clone(), list(args)),
        Node::Rule { name, tag, args } => {
            Expr::new(Node::Rule { name: name.clone(), tag: tag.clone(), args: list(args) })
        }
        Node::Quotient(a, b) => Expr::new(Node::Quotient(f(a), f(b))),
        Node::FloorDiv(a, b) => Expr::new(Node::FloorDiv(f(a), f(b))),
        Node::Mod(a, b) => Expr::new(Node::Mod(f(a), f(b))),
        Node::Power(a, b) => Expr::new(Node::Power(f(a), f(b))),
        Node::Compare(op, a, b) => Expr::new(Node::Compare(*op, f(a), f(b))),
        Node::Select(a, b, c) => Expr::new(Node::Select(f(a), f(b), f(c))),
        Node::Not(a) => Expr::new(Node::Not(f(a))),
        Node::Cast(ty, a) => Expr::cast(*ty, f(a)),
        Node::Reduce { op, inames, over, body } => Expr::new(Node::Reduce {
            op: op.clone(),
            inames: inames.clone(),
            over: over.clone(),
            body: f(body),
        }),
    }
}

/// Whether the expression or any part of it satisfies the test.
pub fn any(expr: &Expr, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    let mut found = test(expr);
    if !found {
        for_each_child(expr, &mut |child| found = found || any(child, test));
    }
    found
}

/// Whether an expression mentions a variable or array of that name.
pub fn mentions(expr: &Expr, name: &Name) -> bool {
    any(expr, &mut |e| match e.node() {
        Node::Var(var) => var == name,
        Node::Load { array, .. } => array == name,
        _ => false,
    })
}

/// Calls `f` on the expression and all its parts, outer before inner, in text order.
pub fn visit(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(expr);
    for_each_child(expr, &mut |child| visit(child, f));
}

/// All names of variables and arrays in the expression, without those of reduced inames that stand only as
/// such.
pub fn names(expr: &Expr) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    visit(expr, &mut |e| match e.node() {
        Node::Var(name) | Node::Load { array: name, .. } => {
            found.insert(name.clone());
        }
        _ => {}
    });
    found
}

/// The inames of all reductions in the expression, outer before inner.
pub fn reduction_inames(expr: &Expr) -> Vec<Name> {
    let mut found: Vec<Name> = Vec::new();
    visit(expr, &mut |e| {
        if let Node::Reduce { inames, .. } = e.node() {
            for iname in inames {
                if !found.contains(iname) {
                    found.push(iname.clone());
                }
            }
        }
    });
    found
}

/// Replaces variables all at once; what replaces them is not searched again.
pub fn substitute(expr: &Expr, replacement: &dyn Fn(&Name) -> Option<Expr>) -> Expr {
    match expr.node() {
        Node::Var(name) => replacement(name).unwrap_or_else(|| expr.clone()),
        Node::Reduce { op, inames, over, body } => {
            let value = |aff: &Aff| match aff.names().iter().any(|name| replacement(name).is_some()) {
                true => affine::to_aff(&substitute(&affine::from_aff(aff), replacement)),
                false => None,
            };
            let moved =
                |(iname, aff): &(Name, Aff)| (iname.clone(), value(aff).unwrap_or_else(|| aff.clone()));
            let (op, inames) = (op.clone(), inames.clone());
            let over = over.as_ref().map(|over| over.iter().map(moved).collect());
            Expr::new(Node::Reduce { op, inames, over, body: substitute(body, replacement) })
        }
        _ => map_children(expr, &mut |child| substitute(child, replacement)),
    }
}
