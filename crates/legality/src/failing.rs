//! Claim (failing): Where the reference does not evaluate an expression, it is evaluated only if it has a
//! value.
//!
//! The later operands of `and` and `or` are evaluated only where the earlier ones leave the outcome open, so
//! that another order of updates evaluates them at other instances. A fetch may compute more than is used.
//! What may fail: a division by what may be zero, an integer beyond its type, and a read of an element that
//! is not there or that nobody has set.

use ir::access::AccessKind;
use ir::{
    Access as Direction, ArgKind, Expr, Kernel, Name, Node, Scalar, Statement, expand, function, typing, walk,
};
use poly::{Error, Set};

use crate::bounds::points_outside;
use crate::tree::overflow::may_overflow;
use dependence::access::{self, Access};
use dependence::domain::{Domain, Parts, is_fixed};
use dependence::guards;
use dependence::instance::Instance;

/// Whether an expression has a value at each instance of a statement.
pub(crate) fn has_value(kernel: &Kernel, statement: &Statement, expr: &Expr) -> Result<bool, Error> {
    let Some(expr) = expand::expand_rules(expr, &kernel.rules) else { return Ok(false) };
    if may_overflow(kernel, &expr) || walk::any(&expr, &mut |part| may_fail(kernel, part)) {
        return Ok(false);
    }
    let domain = Domain::of(kernel, kernel, statement, &statement.inames)?.possible(kernel)?;
    let domain = domain.intersect(&kernel.assumptions)?;
    for read in access::of_expressions(kernel, statement, &[&expr], &domain)? {
        if is_buffer(kernel, &read.variable) {
            continue;
        }
        if !is_set(kernel, &read) {
            return Ok(false);
        }
        let at = Instance::over("", statement.inames.clone());
        if points_outside(kernel, (&at, &read.domain), (&read, 0))?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Where a statement evaluates divisions and the like that may fail: its instances, and conditions on data
/// besides.
pub(crate) fn places(
    kernel: &Kernel,
    statement: &Statement,
    domain: &Set,
) -> Result<Vec<(Set, Vec<Expr>)>, Error> {
    let mut found = Vec::new();
    if let Some(value) = statement.value() {
        guarded(value, &mut Vec::new(), &mut found);
    }
    let place = |guards: Vec<Expr>| {
        let mut parts = Parts::default();
        guards.iter().for_each(|guard| parts.add(guard, &|name| is_fixed(kernel, &statement.inames, name)));
        Ok((parts.within(domain)?, parts.data))
    };
    found.into_iter().map(place).collect()
}

/// The conditions around each operation that may fail.
fn guarded(expr: &Expr, guards: &mut Vec<Expr>, found: &mut Vec<Vec<Expr>>) {
    if function::may_fail(expr) && !found.contains(guards) {
        found.push(guards.clone());
    }
    let outer = guards.len();
    for (operand, conditions) in guards::operands(expr) {
        guards.extend(conditions);
        guarded(operand, guards, found);
        guards.truncate(outer);
    }
}

/// Whether all elements of what is read are there and set: those of arguments that are, and whose extents are
/// known.
fn is_set(kernel: &Kernel, read: &Access) -> bool {
    let Some(arg) = kernel.args.get(&read.variable) else { return false };
    match &arg.kind {
        ArgKind::Array { shape, access, .. } => {
            read.kind == AccessKind::Read && *access != Direction::Out && shape.iter().all(Option::is_some)
        }
        ArgKind::Value => true,
    }
}

/// Whether a temporary is one that the reference lacks: `filled` has it that what is read of it was stored.
fn is_buffer(kernel: &Kernel, variable: &Name) -> bool {
    let is_own = |reference: &Kernel| !reference.temps.contains_key(variable);
    kernel.temps.contains_key(variable) && kernel.reference.as_deref().is_some_and(is_own)
}

/// Whether an operation may have no value although its operands have.
fn may_fail(kernel: &Kernel, expr: &Expr) -> bool {
    let ty = || typing::type_of(kernel, expr).map(typing::Type::scalar);
    match expr.node() {
        _ if function::may_fail(expr) => true,
        Node::FloorDiv(_, by) | Node::Mod(_, by) => by.as_int().is_none_or(|by| by < 0),
        Node::Cast(to, operand) => !converts_all(kernel, *to, operand),
        Node::Call { function, .. } => {
            !matches!(&**function, "min" | "max") && !ty().is_ok_and(Scalar::is_inexact)
        }
        Node::Power(..) => !ty().is_ok_and(Scalar::is_inexact),
        Node::Rule { .. } | Node::Reduce { .. } => true,
        _ => false,
    }
}

/// Whether all values of an expression have one in another type.
fn converts_all(kernel: &Kernel, to: Scalar, operand: &Expr) -> bool {
    let Ok(from) = typing::type_of(kernel, operand).map(typing::Type::scalar) else { return false };
    let ranges = from.integer_range().zip(to.integer_range());
    to.is_inexact()
        || from == Scalar::Bool
        || ranges.is_some_and(|(from, to)| to.0 <= from.0 && from.1 <= to.1)
}
