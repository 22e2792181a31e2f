//! Statements that take a value into an element by one operation.

use ir::{Comparison, Expr, LValue, Node, ReductionOp, Scalar, Statement, reads_target, walk};
use poly::Name;

/// What a statement does to an element in each iteration.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    /// The operation.
    pub(super) op: ReductionOp,
    /// What it takes in.
    pub(super) operand: Expr,
    /// The conditions under which it does.
    pub(super) predicates: Vec<Expr>,
    /// What becomes of an element that is not a number.
    pub(super) no_number: NoNumber,
    /// The type to which the element is converted before, where the operation is done in another type.
    pub(super) computed_in: Option<Scalar>,
}

/// What becomes of an element that is not a number, where the operation is `max` or `min`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoNumber {
    /// The first number replaces it.
    Replaced,
    /// It stays, since it compares with nothing: `if (x > s) s = x`.
    Stays,
}

impl Found {
    /// An update `x = x op e`, or `if (e > x) x = e`.
    pub(super) fn recognize(statement: &Statement) -> Option<Self> {
        let target = statement.target()?;
        let value = statement.value()?;
        if target.index().iter().any(|subscript| walk::mentions(subscript, target.name())) {
            return None;
        }
        combined(target, value, &statement.predicates)
            .or_else(|| tested(target, value, &statement.predicates))
    }
}

/// `x = x op e`, where `e` does not read `x`.
fn combined(target: &LValue, value: &Expr, predicates: &[Expr]) -> Option<Found> {
    let op = operation(value)?;
    let mut operands = Vec::new();
    flatten(&op, value, &mut operands);
    let own = target.to_expr();
    let (same, others): (Vec<Expr>, Vec<Expr>) =
        operands.into_iter().partition(|operand| reads_target(operand, &own).is_some());
    let is_elsewhere = others.iter().any(|operand| walk::mentions(operand, target.name()));
    let operand = others.into_iter().reduce(|a, b| op.combine(a, b)).map(|joined| flat(&op, joined));
    let operand = operand.filter(|_| same.len() == 1 && !is_elsewhere)?;
    let computed_in = same.first().and_then(|operand| reads_target(operand, &own)).flatten();
    Some(Found { op, operand, predicates: predicates.to_vec(), no_number: NoNumber::Replaced, computed_in })
}

fn operation(value: &Expr) -> Option<ReductionOp> {
    match value.node() {
        Node::Sum(_) => Some(ReductionOp::Sum),
        Node::Product(_) => Some(ReductionOp::Product),
        Node::Or(_) => Some(ReductionOp::Any),
        Node::And(_) => Some(ReductionOp::All),
        Node::Call { function, .. } if &**function == "max" => Some(ReductionOp::Max),
        Node::Call { function, .. } if &**function == "min" => Some(ReductionOp::Min),
        _ => None,
    }
}

/// The operands of an operation, those of operands by the same one in their place.
fn flatten(op: &ReductionOp, value: &Expr, operands: &mut Vec<Expr>) {
    match value.node() {
        Node::Sum(list)
        | Node::Product(list)
        | Node::Or(list)
        | Node::And(list)
        | Node::Call { args: list, .. }
            if operation(value).as_ref() == Some(op) =>
        {
            list.iter().for_each(|operand| flatten(op, operand, operands));
        }
        _ => operands.push(value.clone()),
    }
}

/// An expression whose sums and products are lists again.
fn flat(op: &ReductionOp, value: Expr) -> Expr {
    let mut operands = Vec::new();
    flatten(op, &value, &mut operands);
    match op {
        ReductionOp::Sum => Expr::sum(operands),
        ReductionOp::Product => Expr::product(operands),
        _ => value,
    }
}

/// `x = e` where `e > x`, or `e < x`, and perhaps where `x` is not a number.
fn tested(target: &LValue, value: &Expr, predicates: &[Expr]) -> Option<Found> {
    if walk::mentions(value, target.name()) {
        return None;
    }
    let own = target.to_expr();
    let found = predicates.iter().enumerate().find_map(|(at, test)| Some((at, extremum(test, value, &own)?)));
    let (at, (op, no_number)) = found?;
    let mut predicates = predicates.to_vec();
    predicates.remove(at);
    let is_free = predicates.iter().all(|condition| !walk::mentions(condition, target.name()));
    is_free.then(|| Found { op, operand: value.clone(), predicates, no_number, computed_in: None })
}

/// What a test makes of an assignment that stands under it.
fn extremum(test: &Expr, value: &Expr, own: &Expr) -> Option<(ReductionOp, NoNumber)> {
    match test.node() {
        Node::Compare(op, a, b) => {
            let greater = match op {
                Comparison::Greater | Comparison::GreaterEqual => true,
                Comparison::Less | Comparison::LessEqual => false,
                _ => return None,
            };
            let is_max = match (a == value && b == own, b == value && a == own) {
                (true, _) => greater,
                (_, true) => !greater,
                _ => return None,
            };
            Some((if is_max { ReductionOp::Max } else { ReductionOp::Min }, NoNumber::Stays))
        }
        Node::Or(operands) => match operands.as_slice() {
            [first, second] if *second == is_no_number(own) => {
                extremum(first, value, own).map(|(op, _)| (op, NoNumber::Replaced))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a value is not a number.
pub(super) fn is_no_number(value: &Expr) -> Expr {
    Expr::call(Name::new("isnan"), vec![value.clone()])
}
