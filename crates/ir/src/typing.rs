//! The types of expressions: one set of rules for inference, the interpreter and generated code.
//!
//! Integer literals take the type of what they meet, as do floating-point literals without a suffix; a
//! literal beyond 32 bits takes 64. Where a literal meets nothing it is `i32` (`i64` if it does not fit) or
//! `f64`. A complex number made of such literals takes the precision of what it meets, and is `c128` where it
//! meets nothing. Inames are `i32` as values; subscripts, bounds and other index arithmetic are exact
//! integers, and code generation picks a type in which they fit.
//!
//! An operation on integers is done in the common type of its operands and in 32 bits at least, as in C;
//! truth values count as integers there. A sum or product of integers over inames accumulates in 64 bits, as
//! numpy's do. Reading, choosing between two values, and the largest or smallest over inames yield what is
//! there, in its own type.

use crate::function::{self, ResultType};
use crate::{ArgKind, Expr, Kernel, Node, Promotion, Real, ReductionOp, Scalar, expand, walk};
use poly::Name;

/// The type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// A definite type.
    Of(Scalar),
    /// An integer of 32 bits that adapts to what it meets.
    AnyInt,
    /// An integer that needs 64 bits and adapts to what it meets.
    AnyLong,
    /// A floating-point number that adapts to what it meets.
    AnyReal,
    /// A complex number whose precision adapts to what it meets.
    AnyComplex,
}

/// Why an expression has no type yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Untyped {
    /// The type of this argument or temporary is not known.
    Variable(Name),
    /// No such variable, rule or function.
    Unknown(Name),
}

impl Type {
    /// The definite type: a literal that met nothing gets its default.
    pub fn scalar(self) -> Scalar {
        match self {
            Type::Of(ty) => ty,
            Type::AnyInt => Scalar::I32,
            Type::AnyLong => Scalar::I64,
            Type::AnyReal => Scalar::F64,
            Type::AnyComplex => Scalar::C128,
        }
    }

    /// The type that holds the values of both.
    pub fn common(self, other: Type) -> Type {
        match (self, other) {
            (Type::Of(a), Type::Of(b)) => Type::Of(function::common(a, b)),
            (Type::AnyInt, Type::AnyInt) => Type::AnyInt,
            (Type::AnyInt | Type::AnyLong, Type::AnyInt | Type::AnyLong) => Type::AnyLong,
            (Type::Of(ty), Type::AnyInt) | (Type::AnyInt, Type::Of(ty)) => Type::Of(function::promoted(ty)),
            (Type::Of(Scalar::U64), Type::AnyLong) | (Type::AnyLong, Type::Of(Scalar::U64)) => {
                Type::Of(Scalar::U64)
            }
            (Type::Of(ty), Type::AnyLong) | (Type::AnyLong, Type::Of(ty)) => {
                Type::Of(function::common(ty, Scalar::I64))
            }
            (Type::Of(ty), Type::AnyReal) | (Type::AnyReal, Type::Of(ty)) if ty.is_inexact() => Type::Of(ty),
            (Type::Of(ty), Type::AnyComplex) | (Type::AnyComplex, Type::Of(ty)) if ty.is_inexact() => {
                Type::Of(ty.complex())
            }
            (Type::AnyComplex, _) | (_, Type::AnyComplex) => Type::AnyComplex,
            (Type::AnyReal, _) | (_, Type::AnyReal) => Type::AnyReal,
        }
    }

    /// The type of an operation on values of this type.
    #[must_use]
    pub fn promoted(self) -> Type {
        if let Type::Of(ty) = self { Type::Of(function::promoted(ty)) } else { self }
    }

    /// The definite type of an expression of this type where a value of type `wanted` is wanted: literals,
    /// and operations on literals alone, adapt. Real ones stay real, in the precision of a complex number
    /// that is wanted.
    pub fn adapted(self, wanted: Scalar) -> Scalar {
        let part = wanted.part();
        match self {
            Type::AnyInt if part != Scalar::Bool => function::promoted(part),
            Type::AnyLong => Type::AnyLong.common(Type::Of(part)).scalar(),
            Type::AnyReal if part.is_float() => part,
            Type::AnyComplex if part.is_float() => part.complex(),
            _ => self.scalar(),
        }
    }

    /// Whether values are integers or truth values.
    fn is_integral(self) -> bool {
        match self {
            Type::Of(ty) => !ty.is_inexact(),
            Type::AnyInt | Type::AnyLong => true,
            Type::AnyReal | Type::AnyComplex => false,
        }
    }

    /// The type in which a sum or product of such values over inames accumulates.
    pub fn accumulated(self) -> Type {
        match self {
            Type::Of(Scalar::U64) => self,
            _ if self.is_integral() => Type::Of(Scalar::I64),
            _ => self,
        }
    }

    /// The type after conversion of integers to floating-point numbers.
    fn inexact(self) -> Type {
        match self {
            Type::Of(ty) if ty.is_inexact() => self,
            Type::AnyReal | Type::AnyComplex => self,
            Type::Of(_) => Type::Of(Scalar::F64),
            Type::AnyInt | Type::AnyLong => Type::AnyReal,
        }
    }

    /// Whether values are complex numbers.
    pub fn is_complex(self) -> bool {
        self == Type::AnyComplex || matches!(self, Type::Of(ty) if ty.is_complex())
    }

    /// The type of the parts of a complex number; every other type is its own.
    #[must_use]
    pub fn part(self) -> Type {
        match self {
            Type::Of(ty) => Type::Of(ty.part()),
            Type::AnyComplex => Type::AnyReal,
            real => real,
        }
    }

    /// The type of complex numbers with parts of this type.
    fn complex(self) -> Type {
        match self.inexact() {
            Type::Of(ty) => Type::Of(ty.complex()),
            _ => Type::AnyComplex,
        }
    }
}

/// The type of a variable: iname, argument, temporary or domain parameter.
///
/// # Errors
/// Where it has none yet or does not exist.
pub fn type_of_variable(kernel: &Kernel, name: &Name) -> Result<Type, Untyped> {
    let declared =
        kernel.args.get(name).map(|arg| arg.ty).or_else(|| kernel.temps.get(name).map(|temp| temp.ty));
    match declared {
        Some(Some(ty)) => Ok(Type::Of(ty)),
        Some(None) => Err(Untyped::Variable(name.clone())),
        None if kernel.inames.contains_key(name) => Ok(Type::Of(Scalar::I32)),
        None => Err(Untyped::Unknown(name.clone())),
    }
}

/// The type of an expression of this kernel; rule invocations are expanded.
///
/// # Errors
/// Where a variable has no type yet, or something does not exist.
pub fn type_of(kernel: &Kernel, expr: &Expr) -> Result<Type, Untyped> {
    let operation = |left: Type, right: Type| match kernel.promotion {
        Promotion::Common => left.common(right),
        Promotion::Pairwise => left.common(right).promoted(),
    };
    let all = |operands: &[Expr]| {
        let types = operands.iter().map(|operand| type_of(kernel, operand));
        types.reduce(|a, b| Ok(operation(a?, b?))).unwrap_or(Ok(Type::AnyInt))
    };
    match expr.node() {
        Node::Int(value) if i32::try_from(*value).is_err() => Ok(Type::AnyLong),
        Node::Int(_) => Ok(Type::AnyInt),
        Node::Real(Real { ty: Some(ty), .. }) => Ok(Type::Of(*ty)),
        // Loo.py takes a literal that `f32` cannot hold for one of `f64`.
        Node::Real(real) if kernel.promotion == Promotion::Pairwise && !real.is_short() => {
            Ok(Type::Of(Scalar::F64))
        }
        Node::Real(_) => Ok(Type::AnyReal),
        Node::Bool(_) | Node::Compare(..) | Node::And(_) | Node::Or(_) | Node::Not(_) => {
            Ok(Type::Of(Scalar::Bool))
        }
        Node::Var(name) | Node::Load { array: name, .. } => type_of_variable(kernel, name),
        Node::Sum(operands) | Node::Product(operands) => Ok(all(operands)?.promoted()),
        Node::Quotient(a, b) => match type_of(kernel, a)?.common(type_of(kernel, b)?) {
            // Loo.py divides integers in `f64`, literals too.
            Type::AnyInt | Type::AnyLong if kernel.promotion == Promotion::Pairwise => {
                Ok(Type::Of(Scalar::F64))
            }
            common => Ok(common.inexact()),
        },
        Node::FloorDiv(a, b) | Node::Mod(a, b) => {
            Ok(type_of(kernel, a)?.common(type_of(kernel, b)?).promoted())
        }
        Node::Power(base, exponent) => Ok(power(type_of(kernel, base)?, type_of(kernel, exponent)?)),
        Node::Select(_, a, b) => Ok(type_of(kernel, a)?.common(type_of(kernel, b)?)),
        Node::Cast(ty, _) => Ok(Type::Of(*ty)),
        Node::Call { function, .. } if kernel.functions.contains_key(function) => declared(kernel, function),
        Node::Call { function, args } => call(function, all(args)?),
        Node::Rule { name, .. } => {
            let expanded = expand::expand_rules(expr, &kernel.rules);
            type_of(kernel, &expanded.ok_or_else(|| Untyped::Unknown(name.clone()))?)
        }
        Node::Reduce { op: ReductionOp::Any | ReductionOp::All, .. } => Ok(Type::Of(Scalar::Bool)),
        Node::Reduce { op: ReductionOp::Sum | ReductionOp::Product, body, .. } => {
            Ok(type_of(kernel, body)?.accumulated())
        }
        Node::Reduce { op: ReductionOp::Max | ReductionOp::Min, body, .. } => type_of(kernel, body),
        Node::Reduce { op: ReductionOp::Declared(name), .. } => declared(kernel, name),
    }
}

/// An integer exponent is no operand of a real base: it keeps its own type, and the base's is that of the
/// power.
fn power(base: Type, exponent: Type) -> Type {
    match (base.is_integral(), exponent.is_integral()) {
        (true, true) => base.common(exponent).promoted(),
        (false, true) => base,
        (_, false) => base.common(exponent).inexact(),
    }
}

/// The type of what a declared function gives.
fn declared(kernel: &Kernel, name: &Name) -> Result<Type, Untyped> {
    let function = kernel.functions.get(name);
    function.map(|function| Type::Of(function.result)).ok_or_else(|| Untyped::Unknown(name.clone()))
}

fn call(name: &Name, args: Type) -> Result<Type, Untyped> {
    let function = function::find(name).ok_or_else(|| Untyped::Unknown(name.clone()))?;
    Ok(match function.result {
        ResultType::Common => args.promoted(),
        ResultType::Float => args.inexact(),
        ResultType::Part => args.promoted().part(),
        ResultType::Complex => args.complex(),
        ResultType::Bool => Type::Of(Scalar::Bool),
        ResultType::Int => Type::Of(Scalar::I32),
        ResultType::Bits | ResultType::Quotient => Type::Of(args.promoted().scalar()),
    })
}

/// Whether a name is a value argument.
pub fn is_value_argument(kernel: &Kernel, name: &str) -> bool {
    kernel.args.get(name).is_some_and(|arg| arg.kind == ArgKind::Value)
}

/// Whether value arguments alone decide what an expression is.
pub fn is_told_by_arguments(kernel: &Kernel, expr: &Expr) -> bool {
    walk::names(expr).iter().all(|name| is_value_argument(kernel, name))
}
