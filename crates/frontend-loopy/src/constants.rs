//! Names that stand for numbers in C and OpenCL.

use ir::{Expr, Scalar};
use std::f64::consts as value;

/// Names of numbers that take the type of what they meet, like literals. With `_F` behind it, such a name
/// stands for the number as `f32`.
const REALS: &[(&str, f64)] = &[
    ("M_E", value::E),
    ("M_LOG2E", value::LOG2_E),
    ("M_LOG10E", value::LOG10_E),
    ("M_LN2", value::LN_2),
    ("M_LN10", value::LN_10),
    ("M_PI", value::PI),
    ("M_PI_2", value::FRAC_PI_2),
    ("M_PI_4", value::FRAC_PI_4),
    ("M_1_PI", value::FRAC_1_PI),
    ("M_2_PI", value::FRAC_2_PI),
    ("M_2_SQRTPI", value::FRAC_2_SQRT_PI),
    ("M_SQRT2", value::SQRT_2),
    ("M_SQRT1_2", value::FRAC_1_SQRT_2),
    ("INFINITY", f64::INFINITY),
    ("inf", f64::INFINITY),
    ("HUGE_VAL", f64::INFINITY),
];

/// Names that tell of a type, and so have it.
const OF_A_TYPE: &[(&str, f64, Scalar)] = &[
    ("HUGE_VALF", f64::INFINITY, Scalar::F32),
    ("MAXFLOAT", f32::MAX as f64, Scalar::F32),
    ("FLT_MAX", f32::MAX as f64, Scalar::F32),
    ("FLT_MIN", f32::MIN_POSITIVE as f64, Scalar::F32),
    ("FLT_EPSILON", f32::EPSILON as f64, Scalar::F32),
    ("DBL_MAX", f64::MAX, Scalar::F64),
    ("DBL_MIN", f64::MIN_POSITIVE, Scalar::F64),
    ("DBL_EPSILON", f64::EPSILON, Scalar::F64),
];

/// Names of integers.
const INTEGERS: &[(&str, i64)] = &[
    ("CHAR_BIT", 8),
    ("SCHAR_MAX", i8::MAX as i64),
    ("SCHAR_MIN", i8::MIN as i64),
    ("UCHAR_MAX", u8::MAX as i64),
    ("SHRT_MAX", i16::MAX as i64),
    ("SHRT_MIN", i16::MIN as i64),
    ("USHRT_MAX", u16::MAX as i64),
    ("UINT_MAX", u32::MAX as i64),
    ("INT_MAX", i32::MAX as i64),
    ("INT_MIN", i32::MIN as i64),
    ("LONG_MAX", i64::MAX),
    ("LONG_MIN", i64::MIN),
];

/// Whether the name stands for a number in C, where a kernel gives it no other meaning.
pub(crate) fn is_constant(name: &str) -> bool {
    find(name).is_some()
}

/// The number that a name stands for. No literal denotes what is not a number: it is a quotient, which takes
/// the type of what it meets as literals do.
pub(crate) fn find(name: &str) -> Option<Expr> {
    if let "NAN" | "nan" = name {
        return Some(Expr::real(0.0, None).divided_by(&Expr::real(0.0, None)));
    }
    if let Some((_, value)) = INTEGERS.iter().find(|(known, _)| *known == name) {
        return Some(Expr::int(*value));
    }
    if let Some((_, value, ty)) = OF_A_TYPE.iter().find(|(known, ..)| *known == name) {
        return Some(Expr::real(*value, Some(*ty)));
    }
    let (stem, ty) = match name.strip_suffix("_F") {
        Some(stem) if name.starts_with("M_") => (stem, Some(Scalar::F32)),
        _ => (name, None),
    };
    REALS.iter().find(|(known, _)| *known == stem).map(|(_, value)| Expr::real(*value, ty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_values_of_c() {
        assert_eq!(find("M_PI"), Some(Expr::real(std::f64::consts::PI, None)));
        assert_eq!(find("M_1_PI_F"), Some(Expr::real(std::f64::consts::FRAC_1_PI, Some(Scalar::F32))));
        assert_eq!(find("INT_MIN"), Some(Expr::int(-2_147_483_648)));
        assert_eq!(find("INFINITY_F"), None);
        assert_eq!(find("M_TAU"), None);
        assert_eq!(find("NAN").map(|nan| nan.to_string()).as_deref(), Some("0.0/0.0"));
        assert!(is_constant("inf") && !is_constant("infinite"));
    }
}
