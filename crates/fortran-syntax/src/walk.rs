//! Walks over every statement of a unit and the expressions in it.

use crate::ast::{
    Actual, CaseValue, Control, Expr, ExprKind, HeaderItem, Item, Node, NodeKind, Range, Target, Upper,
};
use diag::Span;

/// Whether any statement, also within others, satisfies the test.
pub fn any_statement(nodes: &[Node], test: &dyn Fn(&NodeKind) -> bool) -> bool {
    let mut found = false;
    each_kind(nodes, &mut |kind| found |= test(kind));
    found
}

/// Calls `f` for each statement, also within others.
pub fn each_kind(nodes: &[Node], f: &mut dyn FnMut(&NodeKind)) {
    for node in nodes {
        f(&node.kind);
        node.blocks().into_iter().for_each(|block| each_kind(block, f));
    }
}

/// Calls `f` for the expressions that a statement itself evaluates, but for those of assignments, calls and
/// allocations.
pub fn own_exprs(kind: &mut NodeKind, f: &mut dyn FnMut(&mut Expr)) {
    match kind {
        NodeKind::Do(head, _) => match &mut head.control {
            Control::Counted { lower, upper, step, .. } => {
                [lower, upper].into_iter().chain(step).for_each(f);
            }
            Control::While(condition) => f(condition),
            Control::Endless => {}
        },
        NodeKind::If(branches, _) => branches.iter_mut().for_each(|branch| f(&mut branch.condition)),
        // The bodies of constructs are statements of their own.
        NodeKind::Select(value, cases) => {
            f(value);
            for case in cases.iter_mut().flat_map(|case| case.values.iter_mut().flatten()) {
                match case {
                    CaseValue::Is(value) => f(value),
                    CaseValue::Between(least, most) => least.iter_mut().chain(most).for_each(&mut *f),
                }
            }
        }
        NodeKind::Stop(value) => value.iter_mut().for_each(f),
        NodeKind::GotoOf(_, value, _) => f(value),
        NodeKind::Where(parts) => parts.iter_mut().filter_map(|part| part.mask.as_mut()).for_each(f),
        NodeKind::Forall(header, _) | NodeKind::Concurrent(header, _, _) => {
            for item in header {
                match item {
                    HeaderItem::Index(range) => bounds(range, f),
                    HeaderItem::Mask(mask) => f(mask),
                    HeaderItem::Own(..) => {}
                }
            }
        }
        NodeKind::Allocate(entities) | NodeKind::Deallocate(entities) => {
            for extent in entities.iter_mut().flat_map(|entity| entity.extents.iter_mut().flatten()) {
                let upper = if let Upper::Bound(upper) = &mut extent.upper { Some(upper) } else { None };
                extent.lower.iter_mut().chain(upper).for_each(&mut *f);
            }
            entities.iter_mut().filter_map(|entity| entity.initial.as_mut()).for_each(f);
        }
        _ => {}
    }
}

/// Calls `f` for the bounds and the step of an implied loop.
pub fn bounds(range: &mut Range, f: &mut dyn FnMut(&mut Expr)) {
    let Range { lower, upper, step, .. } = range;
    [lower, upper].into_iter().chain(step).for_each(f);
}

/// Calls `f` for the direct operands of an expression, what stands between parentheses included.
pub fn operands(kind: &mut ExprKind, f: &mut dyn FnMut(&mut Expr)) {
    match kind {
        ExprKind::Apply(_, actuals) => in_actuals(actuals, f),
        ExprKind::Component(target) => subscripts(target, &mut |actuals| in_actuals(actuals, f)),
        ExprKind::Sum(terms) => terms.iter_mut().for_each(|(_, term)| f(term)),
        ExprKind::Product(first, rest) => {
            f(first);
            rest.iter_mut().for_each(|(_, factor)| f(factor));
        }
        ExprKind::Power(a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::Equivalent(_, a, b)
        | ExprKind::Complex(a, b) => {
            f(a);
            f(b);
        }
        ExprKind::And(operands) | ExprKind::Or(operands) | ExprKind::Joined(operands) => {
            operands.iter_mut().for_each(f);
        }
        ExprKind::Not(operand) | ExprKind::Value(operand) | ExprKind::Part(operand) => f(operand),
        ExprKind::Array(items) => items.iter_mut().for_each(|item| match item {
            Item::Value(value) => f(value),
            Item::Each(value, range) => {
                f(value);
                bounds(range, f);
            }
        }),
        ExprKind::Number(_)
        | ExprKind::Logical(_)
        | ExprKind::Text(_)
        | ExprKind::Bits(..)
        | ExprKind::Name(_) => {}
    }
}

/// Calls `f` for each pair of parentheses of a variable or component.
pub fn subscripts(target: &mut Target, f: &mut dyn FnMut(&mut Vec<Actual>)) {
    let parts = target.components.iter_mut().map(|part| &mut part.index);
    std::iter::once(&mut target.index).chain(parts).flatten().for_each(f);
}

/// Calls `f` for the expressions between parentheses.
pub fn in_actuals(actuals: &mut [Actual], f: &mut dyn FnMut(&mut Expr)) {
    for actual in actuals {
        match actual {
            Actual::Value(value) | Actual::Keyword(_, value) => f(value),
            Actual::Section(section) => {
                section.lower.iter_mut().chain(&mut section.upper).chain(&mut section.step).for_each(&mut *f);
            }
            Actual::Lacking(_) => {}
        }
    }
}

/// An expression as if all of it stood at one place, by which expressions are compared.
pub fn placed_at(expr: &Expr, place: Span) -> Expr {
    let mut expr = expr.clone();
    each_expr(&mut expr, &mut |part| {
        part.span = place;
        if let ExprKind::Apply(name, _) = &mut part.kind {
            name.span = place;
        }
    });
    expr
}

/// Calls `f` for an expression and all its parts, outer before inner.
pub fn each_expr(expr: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    f(expr);
    operands(&mut expr.kind, &mut |operand| each_expr(operand, f));
}
