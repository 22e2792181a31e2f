//! Claim (update): Statements that are said to commute give the same result in either order, as far as the reference asks for one.

use dependence::required::Performed;
use ir::{Atomic, LValue, Name, Statement, Unordered, typing};

use crate::actor::Actor;
use crate::model::Model;
use crate::operation::operation;

/// Whether both statements update a variable by one operation whose order does not matter: on integers, where
/// the kernel allows reassociation, or where the reference does not order them.
pub(super) fn commute(model: &Model<'_>, x: &Actor<'_>, y: &Actor<'_>, variable: &Name) -> bool {
    let writes =
        |actor: &Actor<'_>| actor.statement.target().map(LValue::name) == Some(variable) && actor.runs;
    let Some(op) = x.update.as_ref().filter(|_| x.update == y.update) else { return false };
    if !writes(x) || !writes(y) {
        return false;
    }
    let exact = typing::type_of_variable(model.kernel, variable)
        .is_ok_and(|ty| op.is_exact_in_any_order(ty.scalar()));
    let free = !model.is_original(variable) || !are_ordered(model, x, y);
    exact || free || model.reference.reassociate
}

/// Whether the reference orders all instances of what both perform.
fn are_ordered(model: &Model<'_>, x: &Actor<'_>, y: &Actor<'_>) -> bool {
    let performed = [x, y].map(|actor| Performed::of_statement(model.kernel, actor.id, actor.statement));
    all_ordered(model, performed.map(|performed| performed.map(|own| own.statement)))
}

/// Whether the reference orders all instances of its statements, by its text or by their times.
fn all_ordered(model: &Model<'_>, statements: [Option<&Statement>; 2]) -> bool {
    let timed = |statement: &Option<&Statement>| statement.is_some_and(|own| own.time.is_some());
    model.reference.unordered == Unordered::TextOrder || statements.iter().all(timed)
}

/// Whether the reference updates a variable by both of its statements and leaves open in which order.
///
/// Where the kernel does not perform them as updates, since it fetches what they update, say, each must be
/// done before the next one begins.
pub(super) fn are_left_open(model: &Model<'_>, variable: &Name, both: [&Name; 2]) -> bool {
    let statements = both.map(|id| model.reference.statements.get(id));
    let [first, second] = statements.map(|statement| {
        let updates = statement.filter(|own| own.target().map(LValue::name) == Some(variable));
        updates.and_then(|own| operation(model.reference, own))
    });
    first.is_some() && first == second && !all_ordered(model, statements)
}

/// Whether both are made indivisible, so that they may even run at once.
pub(super) fn are_atomic(x: &Actor<'_>, y: &Actor<'_>) -> bool {
    [x, y].iter().all(|actor| actor.statement.atomic == Some(Atomic::Update))
}
