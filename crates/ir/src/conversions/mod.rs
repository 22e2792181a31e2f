//! Conversions, written out: after this, each operation has operands of one type.
//!
//! What an author writes may mix types: `k[i]*m[i]*x[i]` of integers and a real number. Which operation is then done in
//! which type would depend on how the operands are grouped, and transforms regroup them. So every kernel whose types are
//! known is *written out*, once: each conversion becomes a `cast`, and each real literal gets its type. From then on
//!
//! - the operands of an operation have one type, which is that of the operation. An integer literal is the same number in
//!   each type and needs none, as long as another operand tells the type;
//! - index arithmetic, that is affine forms of loop variables, is exact. As a value it stands in a cast: `cast(f32, i + 1)`;
//! - a store converts to the type of its target; subscripts and comparisons of integers are exact.
//!
//! Then operands can be regrouped, stored and put in place of each other without a thought about types: what is moved takes
//! its type along, and two trees that are equal compute the same.
//!
//! Of a mixed operation of several operands [`Promotion`] says how it was meant.

mod formals;
mod tree;
mod writer;

use crate::{Expr, IndexMap, Kernel, LValue, Name, Scalar, StatementKind, expand, walk};
use std::rc::Rc;
use writer::Writer;

/// In which types an operation with operands of several types is done, where it is not written out yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Promotion {
    /// All operands are converted to their common type, and real literals to what they meet.
    #[default]
    Common,
    /// As Loo.py's code does it: from the left, two operands at a time, and real literals in the type of what is assigned.
    Pairwise,
}

/// The kernel with all conversions written out, and so its reference; statements of which a type is not known yet stay
/// as they are.
#[must_use]
pub fn written(kernel: &Kernel) -> Kernel {
    let mut result = kernel.clone();
    if let Some(reference) = &kernel.reference {
        let inner = own(reference);
        if inner != **reference {
            result.reference = Some(Rc::new(inner));
        }
    }
    write(&mut result, None);
    result
}

/// The same of a kernel that a step made of another one: what that one has as well is left alone.
#[must_use]
pub fn written_since(before: &Kernel, after: &Kernel) -> Kernel {
    let mut result = after.clone();
    let known = |kernel: &Kernel| match (&before.reference, &kernel.reference) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        _ => false,
    };
    if let Some(reference) = after.reference.as_ref().filter(|_| !known(after)) {
        let inner = own(reference);
        if inner != **reference {
            result.reference = Some(Rc::new(inner));
        }
    }
    let types_changed = before.args != after.args || before.temps != after.temps;
    write(&mut result, Some(before).filter(|_| !types_changed));
    result
}

/// The kernel itself, without its reference.
fn own(kernel: &Kernel) -> Kernel {
    let mut result = kernel.clone();
    write(&mut result, None);
    result
}

/// Writes the conversions of a kernel; statements that `before` has with the very same expressions are written already.
fn write(kernel: &mut Kernel, before: Option<&Kernel>) {
    let rules = formals::written_rules(kernel);
    if let Some(rules) = rules {
        kernel.rules = rules;
    }
    let scope = kernel.clone();
    let writer = Writer::new(&scope);
    let is_known = |id: &Name, part: &Expr, of: &dyn Fn(&crate::Statement) -> Vec<Expr>| {
        let old = before.and_then(|before| before.statements.get(id));
        old.is_some_and(|old| of(old).iter().any(|other| other.is_same(part)))
    };
    let mut complete = true;
    for (id, statement) in &mut kernel.statements {
        for predicate in &mut statement.predicates {
            if is_known(id, predicate, &|old| old.predicates.clone()) {
                continue;
            }
            match writer.condition(predicate) {
                Ok(new) => *predicate = new,
                Err(_) => complete = false,
            }
        }
        let StatementKind::Assign { target, value } = &mut statement.kind else { continue };
        if let LValue::Element { index, .. } = target {
            for subscript in index {
                match writer.index(subscript) {
                    Ok(new) => *subscript = new,
                    Err(_) => complete = false,
                }
            }
        }
        if is_known(id, value, &|old| old.value().cloned().into_iter().collect()) {
            continue;
        }
        match writer.stored(target.name(), value) {
            Ok(new) => *value = new,
            Err(_) => {
                *value = writer.loop_values(value);
                complete = false;
            }
        }
    }
    if let Some(schedule) = &mut kernel.schedule {
        tree::write(&writer, schedule);
    }
    if complete {
        kernel.promotion = Promotion::Common;
    }
}

/// The first expression of a kernel with operands of several types, as it is and as it would be written out; of a kernel
/// whose rules are expanded as well.
pub fn first_mixed(kernel: &Kernel) -> Option<(Name, Expr, Expr)> {
    let mut plain = kernel.clone();
    plain.rules = IndexMap::default();
    let writer = Writer::new(&plain);
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

/// The body of a rule as it stands in the place of an operation of that type, given these actuals: the forms that are right,
/// the best one first; none where types are not known.
pub fn bodies_in(kernel: &Kernel, rule: &crate::Rule, actuals: &[Expr], ty: Scalar) -> Vec<Expr> {
    formals::bodies_in(kernel, rule, actuals, ty)
}

/// Whether an expression is index arithmetic of loop variables, which is exact.
fn is_index(kernel: &Kernel, formals: &[Name], expr: &Expr) -> bool {
    let of_loop = |name: &Name| kernel.inames.contains_key(name) || formals.contains(name);
    walk::any(expr, &mut |part| part.as_var().is_some_and(of_loop))
        && crate::affine::to_aff(expr).is_some_and(|aff| {
            aff.names().iter().all(|name| {
                let argument = kernel.args.get(name).and_then(|arg| arg.ty);
                of_loop(name) || argument.is_some_and(Scalar::is_integer)
            })
        })
}
