//! The functions that expressions may call.

use crate::Scalar;

/// How the type of a result follows from those of the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultType {
    /// The common type of the arguments, in which the function is computed: 32 bits at least.
    Common,
    /// The common type, integers converted to `f64` first.
    Float,
    /// A truth value.
    Bool,
    /// `i32`.
    Int,
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
    /// What it computes.
    pub doc: &'static str,
}

const fn f(name: &'static str, arity: usize, result: ResultType, doc: &'static str) -> Function {
    Function { name, arity, result, doc }
}

use ResultType::{Bool, Common, Float, Int};

/// All known functions, by name.
pub const FUNCTIONS: &[Function] = &[
    f("abs", 1, Common, "absolute value"),
    f("acos", 1, Float, "arc cosine"),
    f("acosh", 1, Float, "inverse hyperbolic cosine"),
    f("asin", 1, Float, "arc sine"),
    f("asinh", 1, Float, "inverse hyperbolic sine"),
    f("atan", 1, Float, "arc tangent"),
    f("atan2", 2, Float, "angle of the point (second, first)"),
    f("atanh", 1, Float, "inverse hyperbolic tangent"),
    f("cbrt", 1, Float, "cube root"),
    f("ceil", 1, Float, "smallest integral value not below"),
    f("copysign", 2, Float, "magnitude of the first with the sign of the second"),
    f("cos", 1, Float, "cosine"),
    f("cosh", 1, Float, "hyperbolic cosine"),
    f("div_trunc", 2, Common, "integer quotient rounded towards zero, as in C and Fortran"),
    f("erf", 1, Float, "error function"),
    f("erfc", 1, Float, "complement of the error function"),
    f("exp", 1, Float, "exponential"),
    f("exp2", 1, Float, "power of 2"),
    f("expm1", 1, Float, "exponential less 1"),
    f("fabs", 1, Float, "absolute value of a floating-point number"),
    f("floor", 1, Float, "largest integral value not above"),
    f("fma", 3, Float, "first times second plus third, rounded once"),
    f("fmax", 2, Float, "the larger of two floating-point numbers"),
    f("fmin", 2, Float, "the smaller of two floating-point numbers"),
    f("fmod", 2, Float, "remainder of a division of floating-point numbers, with the sign of the first"),
    f("hypot", 2, Float, "length of a right triangle's long side"),
    f("isnan", 1, Bool, "whether the argument is not a number"),
    f("log", 1, Float, "natural logarithm"),
    f("log10", 1, Float, "decimal logarithm"),
    f("log1p", 1, Float, "logarithm of 1 plus the argument"),
    f("log2", 1, Float, "binary logarithm"),
    f("max", 2, Common, "the larger of two values"),
    f("min", 2, Common, "the smaller of two values"),
    f("nint", 1, Int, "nearest integer, halves away from zero"),
    f("pow", 2, Float, "first to the power of the second"),
    f("rem_trunc", 2, Common, "remainder that goes with `div_trunc`; it has the sign of the first"),
    f("round", 1, Float, "nearest integral value, halves away from zero"),
    f("rsqrt", 1, Float, "reciprocal of the square root"),
    f("sign", 2, Common, "magnitude of the first with the sign of the second, as in Fortran"),
    f("sin", 1, Float, "sine"),
    f("sinh", 1, Float, "hyperbolic sine"),
    f("sqrt", 1, Float, "square root"),
    f("tan", 1, Float, "tangent"),
    f("tanh", 1, Float, "hyperbolic tangent"),
    f("tgamma", 1, Float, "gamma function"),
    f("trunc", 1, Float, "nearest integral value towards zero"),
];

/// The function of that name.
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.binary_search_by(|function| function.name.cmp(name)).ok().and_then(|at| FUNCTIONS.get(at))
}

/// The common type of two operands: numpy's promotion, except that an integer of at most 32 bits with `f32` stays
/// `f32`, as in OpenCL.
pub fn common(a: Scalar, b: Scalar) -> Scalar {
    if a == b {
        return a;
    }
    match (a.is_float(), b.is_float()) {
        (true, true) => Scalar::F64,
        (true, false) => float_with(a, b),
        (false, true) => float_with(b, a),
        (false, false) => integers(a, b),
    }
}

/// The type in which an operation on values of a type is done: integers of fewer than 32 bits and truth values become
/// `i32`, as in C.
pub fn promoted(ty: Scalar) -> Scalar {
    if ty.bytes() < 4 { Scalar::I32 } else { ty }
}

fn float_with(float: Scalar, integer: Scalar) -> Scalar {
    if integer.bytes() > 4 { Scalar::F64 } else { float }
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
        ] {
            assert_eq!(common(a, b), both, "{a} with {b}");
            assert_eq!(common(b, a), both, "{b} with {a}");
        }
    }
}
