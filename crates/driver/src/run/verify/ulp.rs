//! How far two results lie apart.

use super::Case;
use ir::{Kernel, Scalar};
use std::fmt::Write;

/// What differs most, if anything does: where, by how many units in the last place, and for which arguments.
pub(super) fn difference(kernel: &Kernel, case: &Case, theirs: &[u8]) -> Option<String> {
    let mut rest = theirs;
    let mut worst: Option<(u64, String)> = None;
    for name in kernel.args.keys() {
        let Some(array) = case.after.array(name) else { continue };
        let part = match array.ty {
            Scalar::C64 => 4,
            Scalar::C128 => 8,
            ty => usize::try_from(ty.bytes()).unwrap_or(1),
        };
        let is_bool = array.ty == Scalar::Bool;
        let parts = array.len() * usize::try_from(array.ty.bytes()).unwrap_or(1) / part;
        let (own, tail) = rest.split_at_checked(parts * if is_bool { 4 } else { part })?;
        rest = tail;
        let theirs = own.chunks_exact(if is_bool { 4 } else { part });
        for (at, (ours, theirs)) in array.bytes.chunks_exact(part).zip(theirs).enumerate() {
            let (ours, theirs) = (number(ours, array.ty), number(theirs.get(..part)?, array.ty));
            let apart = distance(&ours, &theirs);
            if apart > worst.as_ref().map_or(0, |(most, _)| *most) {
                let text = format!(
                    "`{name}` differs by {apart} ulp at element {at}: {ours} here, {theirs} in the original"
                );
                worst = Some((apart, text));
            }
        }
    }
    worst.map(|(_, mut text)| {
        text.push_str(" for");
        for (name, value) in case.before.values() {
            let _ = write!(text, " {name}={value}");
        }
        text
    })
}

/// A number of an array.
enum Number {
    Integer(i64),
    Single(f32),
    Double(f64),
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Integer(value) => value.fmt(f),
            Number::Single(value) => value.fmt(f),
            Number::Double(value) => value.fmt(f),
        }
    }
}

fn number(bytes: &[u8], ty: Scalar) -> Number {
    match (ty, bytes) {
        (Scalar::F32 | Scalar::C64, [a, b, c, d]) => Number::Single(f32::from_le_bytes([*a, *b, *c, *d])),
        (Scalar::F64 | Scalar::C128, [a, b, c, d, e, f, g, h]) => {
            Number::Double(f64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]))
        }
        _ => {
            let sign = bytes.last().is_some_and(|last| last & 0x80 != 0);
            let mut word = [if sign { 0xFF } else { 0 }; 8];
            word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
            Number::Integer(i64::from_le_bytes(word))
        }
    }
}

/// Units in the last place between two numbers; zeros of both signs are apart, numbers that are none are equal.
fn distance(a: &Number, b: &Number) -> u64 {
    match (a, b) {
        (Number::Integer(a), Number::Integer(b)) => a.abs_diff(*b),
        (Number::Single(a), Number::Single(b)) if a.is_nan() && b.is_nan() => 0,
        (Number::Double(a), Number::Double(b)) if a.is_nan() && b.is_nan() => 0,
        (Number::Single(a), Number::Single(b)) => apart(u64::from(a.to_bits()), u64::from(b.to_bits()), 31),
        (Number::Double(a), Number::Double(b)) => apart(a.to_bits(), b.to_bits(), 63),
        _ => u64::MAX,
    }
}

/// The bits of a number in the order of values.
fn ordered(bits: u64, sign: u32) -> i128 {
    let magnitude = i128::from(bits & ((1 << sign) - 1));
    if bits >> sign == 1 { -magnitude - 1 } else { magnitude }
}

fn apart(a: u64, b: u64, sign: u32) -> u64 {
    u64::try_from(ordered(a, sign).abs_diff(ordered(b, sign))).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let double = |value: f64| Number::Double(value);
        assert_eq!(distance(&double(1.0), &double(1.0)), 0);
        assert_eq!(distance(&double(1.0), &double(1.0 + f64::EPSILON)), 1);
        assert_eq!(distance(&double(0.0), &double(-0.0)), 1);
        assert_eq!(distance(&double(f64::NAN), &double(-f64::NAN)), 0);
        assert!(distance(&double(f64::NAN), &double(1.0)) > 1_000_000);
        assert_eq!(distance(&Number::Single(-1.0), &Number::Single(-1.0 - f32::EPSILON)), 1);
        assert_eq!(distance(&number(&[0xFF], Scalar::I8), &Number::Integer(2)), 3);
    }
}
