//! The types in which an expression and its operands are computed: [`crate::typing`] seen from the place of
//! use, where literals adapt.

use crate::exact;
use crate::function::{self, ResultType};
use crate::typing::{self, Type, Untyped};
use crate::{Expr, Kernel, Node, ReductionOp, Scalar};

/// The type in which an expression is computed where a value of type `wanted` is needed. Expressions of
/// literals alone take that type; `None` stands for index arithmetic, which is exact.
///
/// # Errors
/// Where the expression has no type yet.
pub fn computed(kernel: &Kernel, expr: &Expr, wanted: Option<Scalar>) -> Result<Scalar, Untyped> {
    Ok(match (typing::type_of(kernel, expr)?, wanted.map(Scalar::part)) {
        (Type::AnyInt, Some(ty)) if ty != Scalar::Bool => ty,
        (Type::AnyReal, Some(ty)) if ty.is_float() => ty,
        (Type::AnyComplex, Some(ty)) if ty.is_float() => ty.complex(),
        (own, _) => own.scalar(),
    })
}

/// The types in which a function takes its arguments, where its result is wanted in type `own`.
///
/// # Errors
/// Where an argument has no type yet.
pub fn argument_types(
    kernel: &Kernel,
    function: &str,
    args: &[Expr],
    own: Scalar,
) -> Result<Vec<Scalar>, Untyped> {
    if let Some(declared) = kernel.functions.get(function) {
        return Ok(declared.params.iter().map(|(_, ty)| *ty).collect());
    }
    argument_type(kernel, function, args, own).map(|ty| vec![ty; args.len()])
}

/// The type in which a function of `crate::function` takes its arguments, where its result is wanted in type
/// `own`.
///
/// # Errors
/// Where an argument has no type yet.
pub fn argument_type(kernel: &Kernel, function: &str, args: &[Expr], own: Scalar) -> Result<Scalar, Untyped> {
    let result = function::find(function).map(|function| function.result);
    Ok(match result {
        Some(ResultType::Bool | ResultType::Int) => {
            let ty = common(kernel, args)?.scalar();
            if ty.is_inexact() { ty } else { Scalar::F64 }
        }
        Some(ResultType::Part) if common(kernel, args)?.is_complex() => own.complex(),
        Some(ResultType::Complex) => own.part(),
        _ => own,
    })
}

/// The product of type `ty` whose negative a product is: where it starts with -1, and of complex numbers with
/// any negative literal, since a literal is a complex number without imaginary part there and its sign must
/// not reach that zero.
pub fn negation(factors: &[Expr], ty: Scalar) -> Option<Expr> {
    let (first, rest) = factors.split_first()?;
    if first.as_int() == Some(-1) {
        return Some(Expr::product(rest.to_vec()));
    }
    let whole = Expr::product(factors.to_vec());
    whole.subtracted().filter(|_| ty.is_complex() && !rest.is_empty())
}

/// The common type of expressions.
fn common<'e>(kernel: &Kernel, operands: impl IntoIterator<Item = &'e Expr>) -> Result<Type, Untyped> {
    let types = operands.into_iter().map(|operand| typing::type_of(kernel, operand));
    types.reduce(|a, b| Ok(a?.common(b?))).unwrap_or(Ok(Type::AnyInt))
}

/// The type that each operand of an expression is converted to, where the expression is computed in type
/// `own`; in the order of [`crate::walk::children`], and `None` for index arithmetic. Rules must be expanded.
///
/// # Errors
/// Where an operand has no type yet.
pub fn operand_types(kernel: &Kernel, expr: &Expr, own: Scalar) -> Result<Vec<Option<Scalar>>, Untyped> {
    Ok(match expr.node() {
        Node::Int(_) | Node::Real(_) | Node::Bool(_) | Node::Var(_) => Vec::new(),
        Node::Load { index, .. } => vec![None; index.len()],
        Node::Rule { args, .. } => vec![None; args.len()],
        Node::Sum(operands) | Node::Product(operands) => vec![Some(own); operands.len()],
        Node::Quotient(..) | Node::FloorDiv(..) | Node::Mod(..) => vec![Some(own); 2],
        Node::Power(_, exponent) => {
            let integral = typing::type_of(kernel, exponent)?.scalar().is_integer();
            vec![Some(own), Some(if integral && own.is_inexact() { Scalar::I32 } else { own })]
        }
        Node::Compare(_, a, b) => {
            let ty = common(kernel, [a, b])?.scalar();
            vec![Some(ty).filter(|_| !exact::compares(kernel, a, b)); 2]
        }
        Node::And(operands) | Node::Or(operands) => vec![Some(Scalar::Bool); operands.len()],
        Node::Not(_) => vec![Some(Scalar::Bool)],
        Node::Select(..) => vec![Some(Scalar::Bool), Some(own), Some(own)],
        Node::Cast(_, operand) if exact::is_index_arithmetic(kernel, operand) => vec![None],
        Node::Cast(_, operand) => vec![Some(typing::type_of(kernel, operand)?.scalar())],
        Node::Call { function, args } => {
            argument_types(kernel, function, args, own)?.into_iter().map(Some).collect()
        }
        Node::Reduce { op: ReductionOp::Any | ReductionOp::All, .. } => vec![Some(Scalar::Bool)],
        Node::Reduce { .. } => vec![Some(own)],
    })
}
