//! The type of the storage: one that keeps each value, and with which each operation on it stays what it is.

use super::{Precompute, Source};
use crate::rewrite::Versions;
use diag::Diagnostic;
use ir::operands::computed;
use ir::typing::{self, Type};
use ir::{Expr, IndexSet, Kernel, Name, Node, Scalar, walk};
use pass::Refusal;

/// Types that the storage of literals may have.
const OF_LITERALS: [Scalar; 6] =
    [Scalar::I32, Scalar::I64, Scalar::F64, Scalar::F32, Scalar::C128, Scalar::C64];

/// The stored value, and the statements that read it instead of computing it.
pub(super) struct Stored<'a> {
    pub(super) temp: &'a Name,
    pub(super) value: &'a Expr,
    pub(super) users: &'a IndexSet<Name>,
}

/// Gives the temporary of `result` its type.
pub(super) fn settle(
    call: &Precompute,
    source: &Source<'_>,
    result: &mut Kernel,
    stored: &Stored<'_>,
) -> Result<(), Refusal> {
    let refuse = |message: String, help: &str| -> Refusal {
        let problem = Diagnostic::error("lp::precompute::type", message);
        problem.at_entity(None, source.origin, "").help(help).into()
    };
    let own = typing::type_of(result, stored.value).ok();
    let candidates: Vec<Scalar> = match (own, call.dtype) {
        (Some(Type::Of(own)), Some(wanted))
            if !wanted.holds(own) || wanted.is_complex() != own.is_complex() =>
        {
            let message = format!("not every value of type `{own}` is one of type `{wanted}`");
            return Err(refuse(message, "leave `dtype` out: the storage has the type of the value"));
        }
        (Some(Type::Of(own)), wanted) if wanted.is_none_or(|wanted| wanted == own) => {
            set(result, stored.temp, Some(own));
            return Ok(());
        }
        (Some(Type::Of(own)), Some(wanted)) => {
            set(result, stored.temp, Some(wanted));
            let users = result.statements.iter_mut().filter(|(id, _)| stored.users.contains(*id));
            for (_, user) in users {
                *user = user.map_exprs(&mut |expr| converted_back(expr, stored, own));
            }
            return Ok(());
        }
        (None, None) => return Ok(()),
        (None, Some(_)) => {
            let message = format!("the type of `{}` is not known yet", source.selector.rule);
            return Err(refuse(message, "run `infer_types()` before, or leave `dtype` out"));
        }
        (_, Some(wanted)) => vec![wanted],
        (_, None) => OF_LITERALS.to_vec(),
    };
    // A literal has no type of its own: the storage gets the first one with which no operation changes its
    // type.
    for ty in &candidates {
        if keeps_operations(result, stored, own, *ty) {
            set(result, stored.temp, Some(*ty));
            return Ok(());
        }
    }
    let rule = &source.selector.rule;
    Err(refuse(
        format!("`{rule}` is a literal, which takes the type of what it meets, and a temporary does not"),
        "give its parts types, as in `1.5f` or `1.5d`, and run `infer_types()` before",
    ))
}

/// Reads of a wider storage, converted to the type of the value: operations stay what they are.
fn converted_back(expr: &Expr, stored: &Stored<'_>, own: Scalar) -> Expr {
    if is_storage(expr, stored) {
        return Expr::cast(own, expr.clone());
    }
    walk::map_children(expr, &mut |child| converted_back(child, stored, own))
}

fn set(kernel: &mut Kernel, temp: &Name, ty: Option<Scalar>) {
    if let Some(temp) = kernel.temps.get_mut(temp) {
        temp.ty = ty;
    }
}

/// Whether all operations of the users are computed in the same types with the temporary of type `ty` as with
/// the value itself.
fn keeps_operations(result: &Kernel, stored: &Stored<'_>, own: Option<Type>, ty: Scalar) -> bool {
    let (mut before, mut after) = (result.clone(), result.clone());
    set(&mut after, stored.temp, Some(ty));
    let is_literal = !matches!(own, Some(Type::Of(_)));
    if let Some(Type::Of(own)) = own {
        set(&mut before, stored.temp, Some(own));
    } else {
        before.rules.values_mut().for_each(|rule| rule.body = with_value(&rule.body, stored));
    }
    let replaced = |old: &Expr, new: &Expr, wanted: Option<Scalar>| -> Option<bool> {
        is_storage(new, stored).then(|| match wanted {
            _ if is_literal => computed(&before, old, wanted) == Ok(ty),
            None => ty.is_integer(),
            Some(_) => true,
        })
    };
    let versions = Versions { before: &before, after: &after, replaced: &replaced };
    stored.users.iter().filter_map(|user| result.statements.get(user)).all(|statement| {
        let with_literals = statement.map_exprs(&mut |expr| with_value(expr, stored));
        versions.agree(if is_literal { &with_literals } else { statement }, statement) == Ok(true)
    })
}

fn is_storage(expr: &Expr, stored: &Stored<'_>) -> bool {
    match expr.node() {
        Node::Var(name) | Node::Load { array: name, .. } => name == stored.temp,
        _ => false,
    }
}

/// The expression with the value itself for reads of the storage.
fn with_value(expr: &Expr, stored: &Stored<'_>) -> Expr {
    if is_storage(expr, stored) {
        return stored.value.clone();
    }
    walk::map_children(expr, &mut |child| with_value(child, stored))
}
