//! Claim (operation): A statement of which an operation is told here changes its variable by that alone.

use ir::typing::{self, Type};
use ir::{Expr, Kernel, Node, ReductionOp, Scalar, Statement, expand, reads_target, walk};

use crate::failing::has_value;

/// The operation of a statement `x = x op e`, where `e` does not read `x`. An integer that a real operation
/// updates loses the fraction each time, so the order matters there, and that is no update. The order also
/// matters where `and` and `or` keep an `e` from being evaluated that may have no value.
pub(super) fn operation(kernel: &Kernel, statement: &Statement) -> Option<ReductionOp> {
    let target = statement.target()?;
    let (operands, op) = match statement.value()?.node() {
        Node::Sum(terms) => (terms, ReductionOp::Sum),
        Node::Product(factors) => (factors, ReductionOp::Product),
        Node::Or(operands) => (operands, ReductionOp::Any),
        Node::And(operands) => (operands, ReductionOp::All),
        Node::Call { function, args } if &**function == "max" => (args, ReductionOp::Max),
        Node::Call { function, args } if &**function == "min" => (args, ReductionOp::Min),
        Node::Call { function, args } if args.len() == 2 => {
            kernel.functions.get(function).filter(|declared| declared.is_operation())?;
            (args, ReductionOp::Declared(function.clone()))
        }
        _ => return None,
    };
    let reads = |e: &Expr| {
        walk::mentions(e, target.name())
            || !kernel.rules.is_empty()
                && expand::expand_rules(e, &kernel.rules)
                    .is_none_or(|whole| walk::mentions(&whole, target.name()))
    };
    let conditional = statement.predicates.iter().chain(target.index()).any(reads);
    let own = target.to_expr();
    let is_update = operands.iter().filter(|operand| reads_target(operand, &own).is_some()).count() == 1
        && operands.iter().filter(|operand| reads(operand)).count() == 1;
    let is_update = is_update && !conditional && !converts(kernel, statement, &op);
    (is_update && !depends_on_its_turn(kernel, statement, &own)).then_some(op)
}

/// Whether the value so far decides whether something is evaluated that may have no value. A reduction of the
/// reference evaluates all of its iterations.
fn depends_on_its_turn(kernel: &Kernel, statement: &Statement, own: &Expr) -> bool {
    let Some(Node::And(operands) | Node::Or(operands)) = statement.value().map(Expr::node) else {
        return false;
    };
    let is_earlier = |operand: &&Expr| reads_target(operand, own).is_none();
    let later: Vec<Expr> = operands.iter().skip_while(is_earlier).skip(1).cloned().collect();
    let later = match (statement.value().map(Expr::node), later.as_slice()) {
        (_, []) => return false,
        (_, [operand]) => operand.clone(),
        (Some(Node::And(_)), _) => Expr::new(Node::And(later)),
        _ => Expr::new(Node::Or(later)),
    };
    statement.over.is_empty() && !has_value(kernel, statement, &later).unwrap_or(false)
}

/// Whether a variable has another kind of type than the operation that updates it. Truth values stay what
/// they are in every type; what has no type yet will get the operation's.
fn converts(kernel: &Kernel, statement: &Statement, op: &ReductionOp) -> bool {
    let Some((target, value)) = statement.target().zip(statement.value()) else { return false };
    let stored = typing::type_of_variable(kernel, target.name()).map(Type::scalar);
    let computed = typing::type_of(kernel, value).map(Type::scalar);
    match (stored, computed, op) {
        (_, _, ReductionOp::Any | ReductionOp::All) => false,
        // Its other operand is rounded to the function's type, what it gives to the variable's.
        (Ok(stored), Ok(computed), ReductionOp::Declared(_)) => stored != computed,
        (Ok(stored), Ok(computed), _) => {
            stored == Scalar::Bool || stored.is_integer() && computed.is_inexact()
        }
        _ => false,
    }
}
