//! The types in which an expression and its operands are computed: [`crate::typing`] seen from the place of use, where
//! literals adapt.

use crate::function::{self, ResultType};
use crate::typing::{self, Type, Untyped};
use crate::{Expr, Kernel, Node, ReductionOp, Scalar};

/// The type in which an expression is computed where a value of type `wanted` is needed. Expressions of literals alone
/// take that type; `None` stands for index arithmetic, which is exact.
///
/// # Errors
/// Where the expression has no type yet.
pub fn computed(kernel: &Kernel, expr: &Expr, wanted: Option<Scalar>) -> Result<Scalar, Untyped> {
    Ok(match (typing::type_of(kernel, expr)?, wanted) {
        (Type::AnyInt, Some(ty)) if ty != Scalar::Bool => ty,
        (Type::AnyReal, Some(ty)) if ty.is_float() => ty,
        (own, _) => own.scalar(),
    })
}

/// The type that each operand of an expression is converted to, where the expression is computed in type `own`; in
/// the order of [`crate::walk::children`], and `None` for index arithmetic. Rules must be expanded.
///
/// # Errors
/// Where an operand has no type yet.
pub fn operand_types(kernel: &Kernel, expr: &Expr, own: Scalar) -> Result<Vec<Option<Scalar>>, Untyped> {
    let common = |operands: &[&Expr]| {
        let types = operands.iter().map(|operand| typing::type_of(kernel, operand));
        types.reduce(|a, b| Ok(a?.common(b?))).unwrap_or(Ok(Type::AnyInt))
    };
    Ok(match expr.node() {
        Node::Int(_) | Node::Real(_) | Node::Bool(_) | Node::Var(_) => Vec::new(),
        Node::Load { index, .. } => vec![None; index.len()],
        Node::Rule { args, .. } => vec![None; args.len()],
        Node::Sum(operands) | Node::Product(operands) => vec![Some(own); operands.len()],
        Node::Quotient(..) | Node::FloorDiv(..) | Node::Mod(..) => vec![Some(own); 2],
        Node::Power(_, exponent) => {
            let integral = typing::type_of(kernel, exponent)?.scalar().is_integer();
            vec![Some(own), Some(if integral && own.is_float() { Scalar::I32 } else { own })]
        }
        Node::Compare(_, a, b) => {
            let ty = common(&[a, b])?.scalar();
            vec![Some(ty).filter(|ty| !ty.is_signed_integer()); 2]
        }
        Node::And(operands) | Node::Or(operands) => vec![Some(Scalar::Bool); operands.len()],
        Node::Not(_) => vec![Some(Scalar::Bool)],
        Node::Select(..) => vec![Some(Scalar::Bool), Some(own), Some(own)],
        Node::Cast(_, operand) => vec![Some(typing::type_of(kernel, operand)?.scalar())],
        Node::Call { function, args } => {
            let ty = match function::find(function).map(|function| function.result) {
                Some(ResultType::Bool | ResultType::Int) => {
                    let ty = common(&args.iter().collect::<Vec<_>>())?.scalar();
                    if ty.is_float() { ty } else { Scalar::F64 }
                }
                _ => own,
            };
            vec![Some(ty); args.len()]
        }
        Node::Reduce { op: ReductionOp::Any | ReductionOp::All, .. } => vec![Some(Scalar::Bool)],
        Node::Reduce { .. } => vec![Some(own)],
    })
}
