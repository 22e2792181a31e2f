//! Claim (update): Statements that are said to commute give the same result in either order, as far as the reference asks for one.

use dependence::required::Performed;
use ir::{Atomic, LValue, Name, Node, ReductionOp, Scalar, Statement, Unordered, affine, typing};

use crate::model::{Actor, Model};

/// The operation of a statement `x = x op e`, where `e` does not read `x`.
pub(super) fn operation(statement: &Statement) -> Option<ReductionOp> {
    let target = statement.target()?;
    let (operands, op) = match statement.value()?.node() {
        Node::Sum(terms) => (terms, ReductionOp::Sum),
        Node::Product(factors) => (factors, ReductionOp::Product),
        Node::Or(operands) => (operands, ReductionOp::Any),
        Node::And(operands) => (operands, ReductionOp::All),
        Node::Call { function, args } if &**function == "max" => (args, ReductionOp::Max),
        Node::Call { function, args } if &**function == "min" => (args, ReductionOp::Min),
        _ => return None,
    };
    let reads = |e: &ir::Expr| affine::mentions(e, target.name());
    let conditional = statement.predicates.iter().chain(target.index()).any(reads);
    let own = target.to_expr();
    let is_update = operands.iter().filter(|operand| **operand == own).count() == 1
        && operands.iter().filter(|operand| reads(operand)).count() == 1;
    (is_update && !conditional).then_some(op)
}

/// Whether both statements update a variable by one operation whose order does not matter: on integers, where the
/// kernel allows reassociation, or where the reference does not order them.
pub(super) fn commute(model: &Model<'_>, x: &Actor<'_>, y: &Actor<'_>, variable: &Name) -> bool {
    let writes =
        |actor: &Actor<'_>| actor.statement.target().map(LValue::name) == Some(variable) && actor.runs;
    let (Some(a), Some(b)) = (operation(x.statement), operation(y.statement)) else { return false };
    let exact = typing::type_of_variable(model.kernel, variable)
        .is_ok_and(|ty| ty.scalar().is_integer() || ty.scalar() == Scalar::Bool);
    let free = !model.is_original(variable) || !are_ordered(model, x, y);
    a == b && writes(x) && writes(y) && (exact || free || model.reference.reassociate)
}

/// Whether the reference orders all instances of what both perform.
fn are_ordered(model: &Model<'_>, x: &Actor<'_>, y: &Actor<'_>) -> bool {
    let timed = |actor: &Actor<'_>| {
        let performed = Performed::of(model.kernel, actor.id, actor.statement);
        performed.is_some_and(|performed| performed.statement.time.is_some())
    };
    model.reference.unordered == Unordered::TextOrder || (timed(x) && timed(y))
}

/// Whether both are made indivisible, so that they may even run at once.
pub(super) fn are_atomic(x: &Actor<'_>, y: &Actor<'_>) -> bool {
    [x, y].iter().all(|actor| actor.statement.atomic == Some(Atomic::Update))
}
