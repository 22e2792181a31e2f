//! Conversions, written out: after this, each operation has operands of one type.
//!
//! What an author writes may mix types: `k[i]*m[i]*x[i]` of integers and a real number. Which operation is
//! then done in which type would depend on how the operands are grouped, and transforms regroup them. So
//! every kernel whose types are known is *written out*, once: each conversion becomes a `cast`, and each real
//! literal gets its type. From then on
//!
//! - the operands of an operation have one type, which is that of the operation. An integer literal is the
//!   same number in each type and needs none, as long as another operand tells the type;
//! - index arithmetic, that is affine forms of loop variables, is exact. As a value it stands in a cast:
//!   `cast(f32, i + 1)`;
//! - a store converts to the type of its target; subscripts and comparisons of integers are exact.
//!
//! Then operands can be regrouped, stored and put in place of each other without a thought about types: what
//! is moved takes its type along, and two trees that are equal compute the same.
//!
//! Of a mixed operation of several operands [`Promotion`] says how it was meant.

mod formals;
mod tree;
mod writer;

use crate::typing::Untyped;
use crate::{Expr, Kernel, LValue, Name, Node, Promotion, Scalar, Statement, StatementKind, expand, walk};
use std::rc::Rc;
use writer::Writer;

/// The kernel with all conversions written out, and so its reference; statements of which a type is not known
/// yet stay as they are.
#[must_use]
pub fn written(kernel: &Kernel) -> Kernel {
    let mut result = kernel.clone();
    write_reference(&mut result);
    write(&mut result, None);
    result
}

/// The same of a kernel that a step made of another one: what that one has as well is left alone.
#[must_use]
pub fn written_since(before: &Kernel, after: &Kernel) -> Kernel {
    let mut result = after.clone();
    let references = (&before.reference, &after.reference);
    if !matches!(references, (Some(old), Some(new)) if Rc::ptr_eq(old, new)) {
        write_reference(&mut result);
    }
    let types_changed = before.args != after.args || before.temps != after.temps;
    // Only of a kernel that is written out is it known that its statements are.
    let is_written = before.promotion == Promotion::Common;
    write(&mut result, Some(before).filter(|_| is_written && !types_changed));
    result
}

/// Writes the conversions of the reference; one that has them stays the very same.
fn write_reference(kernel: &mut Kernel) {
    let Some(reference) = &kernel.reference else { return };
    let mut inner = Kernel::clone(reference);
    write(&mut inner, None);
    if inner != **reference {
        kernel.reference = Some(Rc::new(inner));
    }
}

/// Writes the conversions of a kernel; statements that `before` has with the very same expressions are
/// written already.
fn write(kernel: &mut Kernel, before: Option<&Kernel>) {
    if let Some(rules) = formals::written_rules(kernel) {
        kernel.rules = rules;
    }
    // Types do not depend on statements and loop trees.
    let mut statements = std::mem::take(&mut kernel.statements);
    let mut schedule = kernel.schedule.take();
    let writer = Writer::new(kernel);
    let mut complete = true;
    for (id, statement) in &mut statements {
        let old = before.and_then(|before| before.statements.get(id));
        complete &= write_statement(&writer, statement, old);
    }
    if let Some(schedule) = &mut schedule {
        tree::write(&writer, schedule);
    }
    kernel.statements = statements;
    kernel.schedule = schedule;
    if complete {
        kernel.promotion = Promotion::Common;
    }
}

/// Writes the conversions of a statement, but for expressions that it had before; whether all its types are
/// known.
fn write_statement(writer: &Writer<'_>, statement: &mut Statement, old: Option<&Statement>) -> bool {
    let mut complete = true;
    let tested = old.map(|old| old.predicates.as_slice()).unwrap_or_default();
    for predicate in &mut statement.predicates {
        if !tested.iter().any(|other| other.is_same(predicate)) {
            complete &= replace(predicate, writer.condition(predicate));
        }
    }
    let StatementKind::Assign { target, value } = &mut statement.kind else { return complete };
    if let LValue::Element { index, .. } = target {
        for subscript in index {
            complete &= replace(subscript, writer.index(subscript));
        }
    }
    let is_known = old.and_then(Statement::value).is_some_and(|other| other.is_same(value));
    if !is_known && !replace(value, writer.stored(target.name(), value)) {
        *value = writer.loop_values(value);
        // What stands in casts now may tell a type.
        let stored = writer.stored(target.name(), value);
        complete &= replace(value, stored);
    }
    complete
}

/// Puts a written expression in the place of another one, if it could be written.
fn replace(expr: &mut Expr, written: Result<Expr, Untyped>) -> bool {
    let Ok(written) = written else { return false };
    *expr = written;
    true
}

/// The first expression of a kernel with operands of several types, as it is and as it would be written out;
/// of a kernel whose rules are expanded as well.
pub fn first_mixed(kernel: &Kernel) -> Option<(Name, Expr, Expr)> {
    let writer = Writer::new(kernel);
    for (id, statement) in &kernel.statements {
        let expanded = |e: &Expr| expand::expand_rules(e, &kernel.rules).unwrap_or_else(|| e.clone());
        for predicate in &statement.predicates {
            let predicate = expanded(predicate);
            if let Ok(new) = writer.condition(&predicate)
                && new != predicate
            {
                return Some((id.clone(), predicate, new));
            }
        }
        let (Some(target), Some(value)) = (statement.target(), statement.value()) else { continue };
        let value = expanded(value);
        if let Ok(new) = writer.stored(target.name(), &value)
            && new != value
            && !writer.is_conversion_of_index(&new, &value)
        {
            return Some((id.clone(), value, new));
        }
    }
    None
}

/// What a store of a value leaves in a variable of that type, as an expression of that type.
#[must_use]
pub fn converted(kernel: &Kernel, value: &Expr, ty: Scalar) -> Expr {
    let writer = Writer::new(kernel);
    writer.value(value, Some(ty)).unwrap_or_else(|_| value.clone())
}

/// A value with the conversions that a store to that variable has, written out.
#[must_use]
pub fn stored(kernel: &Kernel, target: &Name, value: &Expr) -> Expr {
    Writer::new(kernel).stored(target, value).unwrap_or_else(|_| value.clone())
}

/// The body of a rule as it stands in the place of an operation of that type, given these actuals: the forms
/// that are right, the best one first; none where types are not known.
pub fn bodies_in(kernel: &Kernel, rule: &crate::Rule, actuals: &[Expr], ty: Scalar) -> Vec<Expr> {
    formals::bodies_in(kernel, rule, actuals, ty)
}

/// Whether an expression is index arithmetic of loop variables, which is exact.
fn is_index(kernel: &Kernel, formals: &[Name], expr: &Expr) -> bool {
    let of_loop = |name: &Name| kernel.inames.contains_key(name) || formals.contains(name);
    let is_integer =
        |name: &Name| kernel.args.get(name).and_then(|arg| arg.ty).is_some_and(Scalar::is_integer);
    is_made_of(expr, &|name| of_loop(name) || is_integer(name))
        && walk::any(expr, &mut |part| part.as_var().is_some_and(of_loop))
        && crate::affine::to_aff(expr).is_some()
}

/// Whether an expression consists of integer literals, such variables, and operations of affine forms.
fn is_made_of(expr: &Expr, is_operand: &dyn Fn(&Name) -> bool) -> bool {
    match expr.node() {
        Node::Int(_) => true,
        Node::Var(name) => is_operand(name),
        Node::Sum(operands) | Node::Product(operands) => {
            operands.iter().all(|operand| is_made_of(operand, is_operand))
        }
        Node::FloorDiv(a, b) | Node::Mod(a, b) => is_made_of(a, is_operand) && is_made_of(b, is_operand),
        _ => false,
    }
}
