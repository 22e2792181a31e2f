//! Literals and comments: no text of the user's reaches C unless it is re-printed here.

use crate::dialect::Dialect;
use crate::ispc;
use ir::Scalar;

/// A floating-point literal of that type, in which the value is finite if it is.
pub(crate) fn real(value: f64, ty: Scalar, dialect: Dialect) -> String {
    if dialect == Dialect::Ispc {
        let digits = if ty == Scalar::F32 { format!("{}f", single(value)) } else { format!("{value:?}") };
        return ispc::real(value, ty, digits);
    }
    if value.is_nan() {
        return cast_constant("NAN", ty);
    }
    if value.is_infinite() {
        let magnitude = cast_constant("INFINITY", ty);
        return if value < 0.0 { format!("-{magnitude}") } else { magnitude };
    }
    let text = if ty == Scalar::F32 { single(value) } else { format!("{value:?}") };
    if ty == Scalar::F32 { format!("{text}f") } else { text }
}

/// A literal of single precision.
#[allow(clippy::cast_possible_truncation, reason = "rounding to single precision is what the literal means")]
fn single(value: f64) -> String {
    format!("{:?}", value as f32)
}

fn cast_constant(name: &str, ty: Scalar) -> String {
    if ty == Scalar::F32 { name.to_owned() } else { format!("(double){name}") }
}

/// An integer literal of that type. The lowest value has no literal in C and is written as a difference.
pub(crate) fn integer(value: i64, ty: Scalar, dialect: Dialect) -> String {
    let long = dialect.long_suffix();
    let suffix = match ty {
        Scalar::I64 => long.to_owned(),
        Scalar::U32 => "u".to_owned(),
        Scalar::U64 => format!("u{long}"),
        _ => String::new(),
    };
    if value == i64::MIN {
        return format!("(-9223372036854775807{long} - 1)");
    }
    let wide = if suffix.is_empty() && i32::try_from(value).is_err() { long } else { &suffix };
    if value == i64::from(i32::MIN) && wide.is_empty() {
        return "(-2147483647 - 1)".to_owned();
    }
    format!("{value}{wide}")
}

/// Text that can stand in a one-line comment.
pub(crate) fn comment(text: &str) -> String {
    let plain = |c: char| if c.is_ascii() && !c.is_ascii_control() && c != '\\' { c } else { ' ' };
    let text: String = text.chars().map(plain).collect();
    // `??/` is a backslash too.
    text.replace("??", "? ")
}

/// A file name for `#line`.
pub(crate) fn file_name(text: &str) -> String {
    comment(text).replace('"', "'")
}

/// The value of an integer literal in floating-point context.
#[allow(
    clippy::cast_precision_loss,
    reason = "integers beyond 2^53 round, which is what such a literal means"
)]
pub(crate) fn integer_value(value: i64) -> f64 {
    value as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals_keep_their_value() {
        let real = |value, ty| super::real(value, ty, Dialect::OpenCl);
        assert_eq!(real(2.0, Scalar::F64), "2.0");
        assert_eq!(real(0.1, Scalar::F32), "0.1f");
        assert_eq!(real(1e300, Scalar::F64), "1e300");
        assert_eq!(real(-1.5, Scalar::F64), "-1.5");
        assert_eq!(real(f64::INFINITY, Scalar::F32), "INFINITY");
        let ispc = |value, ty| super::real(value, ty, Dialect::Ispc);
        assert_eq!(ispc(0.1, Scalar::F64), "0.1d");
        assert_eq!(ispc(1e300, Scalar::F64), "1e300d");
        assert_eq!(ispc(0.1, Scalar::F32), "0.1f");
        assert_eq!(ispc(f64::NEG_INFINITY, Scalar::F64), "doublebits(0xfff0000000000000uLL)");
        assert_eq!(ispc(f64::NEG_INFINITY, Scalar::F32), "-floatbits(0x7f800000u)");
    }

    #[test]
    fn integers_keep_their_value() {
        let integer = |value, ty| super::integer(value, ty, Dialect::OpenCl);
        assert_eq!(integer(3, Scalar::I32), "3");
        assert_eq!(integer(-3, Scalar::I32), "-3");
        assert_eq!(integer(1 << 40, Scalar::I32), "1099511627776L");
        assert_eq!(integer(i64::MIN, Scalar::I64), "(-9223372036854775807L - 1)");
        assert_eq!(integer(i64::from(i32::MIN), Scalar::I32), "(-2147483647 - 1)");
        assert_eq!(super::integer(7, Scalar::U64, Dialect::C), "7uLL");
    }

    #[test]
    fn comments_cannot_be_left() {
        assert_eq!(comment("a\\\nb*/ é"), "a  b*/  ");
        assert!(!comment("????/").contains("??"));
    }
}
