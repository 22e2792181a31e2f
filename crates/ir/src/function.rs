//! The functions that expressions may call.

use crate::{Expr, Node, ReductionOp, Scalar};

/// How the type of a result follows from those of the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultType {
    /// The common type of the arguments, in which the function is computed: 32 bits at least.
    Common,
    /// The common type, integers converted to `f64` first.
    Float,
    /// As `Common`, but of complex numbers the type of their parts.
    Part,
    /// The complex type whose parts have the type that `Float` gives.
    Complex,
    /// A truth value.
    Bool,
    /// `i32`.
    Int,
    /// The common type of the arguments, which are integers; literals alone are `i32`, or `i64` where they
    /// need it.
    Bits,
    /// The same of a division, whose operands are integers too.
    Quotient,
}

/// A known function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Function {
    /// Its name in expressions.
    pub name: &'static str,
    /// Number of arguments.
    pub arity: usize,
    /// Type of the result.
    pub result: ResultType,
    /// Whether the arguments may be complex numbers.
    pub takes_complex: bool,
    /// What it computes.
    pub doc: &'static str,
}

/// A function of real numbers.
const fn f(name: &'static str, arity: usize, result: ResultType, doc: &'static str) -> Function {
    Function { name, arity, result, takes_complex: false, doc }
}

/// A function of real or complex numbers.
const fn c(name: &'static str, result: ResultType, doc: &'static str) -> Function {
    Function { name, arity: 1, result, takes_complex: true, doc }
}

use ResultType::{Bits, Bool, Common, Complex, Float, Int, Part, Quotient};

/// All known functions, by name.
pub const FUNCTIONS: &[Function] = &[
    c("abs", Part, "absolute value"),
    f("acos", 1, Float, "arc cosine"),
    f("acosh", 1, Float, "inverse hyperbolic cosine"),
    f("asin", 1, Float, "arc sine"),
    f("asinh", 1, Float, "inverse hyperbolic sine"),
    f("atan", 1, Float, "arc tangent"),
    f("atan2", 2, Float, "angle of the point (second, first)"),
    f("atanh", 1, Float, "inverse hyperbolic tangent"),
    f("bit_and", 2, Bits, "bits that are set in both"),
    f("bit_not", 1, Bits, "bits that are not set"),
    f("bit_or", 2, Bits, "bits that are set in one or both"),
    f("bit_xor", 2, Bits, "bits that are set in one of both"),
    f("cbrt", 1, Float, "cube root"),
    f("ceil", 1, Float, "smallest integral value not below"),
    f("complex", 2, Complex, "the complex number with these parts, the real one first"),
    c("conj", Common, "complex conjugate; a real number is its own"),
    f("copysign", 2, Float, "magnitude of the first with the sign of the second"),
    c("cos", Float, "cosine"),
    c("cosh", Float, "hyperbolic cosine"),
    f("div_trunc", 2, Quotient, "integer quotient rounded towards zero, as in C and Fortran"),
    f("erf", 1, Float, "error function"),
    f("erfc", 1, Float, "complement of the error function"),
    c("exp", Float, "exponential"),
    f("exp2", 1, Float, "power of 2"),
    f("expm1", 1, Float, "exponential less 1"),
    f("fabs", 1, Float, "absolute value of a floating-point number"),
    f("floor", 1, Float, "largest integral value not above"),
    f("fma", 3, Float, "first times second plus third, rounded once"),
    f("fmax", 2, Float, "the larger of two floating-point numbers"),
    f("fmin", 2, Float, "the smaller of two floating-point numbers"),
    f("fmod", 2, Float, "remainder of a division of floating-point numbers, with the sign of the first"),
    f("hypot", 2, Float, "length of a right triangle's long side"),
    c("imag", Part, "imaginary part; 0 of a real number"),
    c("isnan", Bool, "whether the argument, or a part of it, is not a number"),
    c("log", Float, "natural logarithm"),
    f("log10", 1, Float, "decimal logarithm"),
    f("log1p", 1, Float, "logarithm of 1 plus the argument"),
    f("log2", 1, Float, "binary logarithm"),
    f("max", 2, Common, "the larger of two values"),
    f("min", 2, Common, "the smaller of two values"),
    f("nint", 1, Int, "nearest integer, halves away from zero"),
    f("pow", 2, Float, "first to the power of the second"),
    c("real", Part, "real part; a real number is its own"),
    f("rem_trunc", 2, Quotient, "remainder that goes with `div_trunc`; it has the sign of the first"),
    f("round", 1, Float, "nearest integral value, halves away from zero"),
    f("rsqrt", 1, Float, "reciprocal of the square root"),
    f(
        "shift_left",
        2,
        Bits,
        "bits of the first moved up by the second; those that its type does not hold are dropped",
    ),
    f("shift_right", 2, Bits, "bits of the first moved down by the second; the sign stays"),
    f("sign", 2, Common, "magnitude of the first with the sign of the second, as in Fortran"),
    c("sin", Float, "sine"),
    c("sinh", Float, "hyperbolic sine"),
    c("sqrt", Float, "square root"),
    f("tan", 1, Float, "tangent"),
    f("tanh", 1, Float, "hyperbolic tangent"),
    f("tgamma", 1, Float, "gamma function"),
    f("trunc", 1, Float, "nearest integral value towards zero"),
];

/// The function of that name.
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.binary_search_by(|function| function.name.cmp(name)).ok().and_then(|at| FUNCTIONS.get(at))
}

/// Whether calls of that name mean something already, so that no rule can bear it.
pub fn is_reserved(name: &str) -> bool {
    find(name).is_some() || ReductionOp::from_name(name).is_some() || ["cast", "if", "reduce"].contains(&name)
}

/// The common type of two operands: numpy's promotion, except that `i32` with `f32` stays `f32`, as in
/// Loo.py. A complex number meets others as its parts do.
pub fn common(a: Scalar, b: Scalar) -> Scalar {
    if a == b {
        return a;
    }
    if a.is_complex() || b.is_complex() {
        return common(a.part(), b.part()).complex();
    }
    match (a.is_float(), b.is_float()) {
        (true, true) => Scalar::F64,
        (true, false) => float_with(a, b),
        (false, true) => float_with(b, a),
        (false, false) => integers(a, b),
    }
}

/// The type in which an operation on values of a type is done: integers of fewer than 32 bits and truth
/// values become `i32`, as in C.
pub fn promoted(ty: Scalar) -> Scalar {
    if ty.bytes() < 4 { Scalar::I32 } else { ty }
}

fn float_with(float: Scalar, integer: Scalar) -> Scalar {
    if integer.bytes() > 4 || integer == Scalar::U32 { Scalar::F64 } else { float }
}

fn integers(a: Scalar, b: Scalar) -> Scalar {
    let fits = |wide: Scalar, narrow: Scalar| match (wide.integer_range(), narrow.integer_range()) {
        (Some(wide), Some(narrow)) => wide.0 <= narrow.0 && narrow.1 <= wide.1,
        (_, None) => true,
        (None, _) => false,
    };
    let signed = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];
    let unsigned = [Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64];
    let candidates = unsigned.into_iter().zip(signed).flat_map(|(u, s)| [s, u]);
    candidates
        .into_iter()
        .find(|c| (*c == a || *c == b || c.is_signed_integer()) && fits(*c, a) && fits(*c, b))
        .unwrap_or(Scalar::F64)
}

/// Whether an operation may have no value although its operands have: divisions of integers by what may be
/// zero, or minus one, which the least number overflows; and functions that may make one.
pub fn may_fail(expr: &Expr) -> bool {
    let is_safe = |by: &Expr| by.as_int().is_some_and(|by| !matches!(by, 0 | -1));
    match expr.node() {
        Node::FloorDiv(_, by) | Node::Mod(_, by) => !is_safe(by),
        Node::Call { function, args } => match (function.as_str(), args.as_slice()) {
            ("div_trunc" | "rem_trunc", [_, by]) => !is_safe(by),
            _ => find(function).is_none(),
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(FUNCTIONS.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(FUNCTIONS.iter().all(|function| find(function.name) == Some(function)));
    }

    #[test]
    fn promotion() {
        use Scalar::*;
        for (a, b, both) in [
            (I32, F32, F32),
            (I64, F32, F64),
            (F32, F64, F64),
            (I32, I64, I64),
            (U8, I8, I16),
            (U32, I32, I64),
            (U8, U16, U16),
            (Bool, I8, I8),
            (U64, I64, F64),
            (C64, F32, C64),
            (C64, F64, C128),
            (C64, I32, C64),
            (C64, I64, C128),
            (C64, Bool, C64),
            (C128, F32, C128),
            (C64, C128, C128),
        ] {
            assert_eq!(common(a, b), both, "{a} with {b}");
            assert_eq!(common(b, a), both, "{b} with {a}");
        }
    }
}
