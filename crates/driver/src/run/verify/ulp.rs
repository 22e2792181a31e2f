//! How far two results lie apart.

use super::{verdict, words};
use frontend_fortran::{Interface, Origin};
use ir::{Kernel, Name, Scalar};
use runtime::Bindings;

/// What differs most, if anything does: where, by how many units in the last place, and for which arguments.
/// `theirs` holds all arguments of the original, one after the other.
pub(super) fn difference(
    kernel: &Kernel,
    interface: &Interface,
    before: &Bindings,
    after: &Bindings,
    theirs: &[u8],
) -> Option<String> {
    let mut rest = theirs;
    let mut worst: Option<(u64, String)> = None;
    for name in kernel.args.keys() {
        let Some((ty, ours)) = words::contents(after, name) else { continue };
        // A complex number is two.
        let part = match ty {
            Scalar::C64 => 4,
            Scalar::C128 => 8,
            ty => usize::try_from(ty.bytes()).unwrap_or(1),
        };
        let width = if ty == Scalar::Bool { words::width(interface, name, ty) } else { part };
        let Some((own, tail)) = rest.split_at_checked(ours.len() / part * width) else {
            return Some(format!("the original left too little of `{name}`"));
        };
        rest = tail;
        if is_kept(interface, name) {
            continue;
        }
        let pairs = ours.chunks_exact(part).zip(own.chunks_exact(width));
        for (at, (ours, theirs)) in pairs.enumerate() {
            let (ours, theirs) = (number(ours, ty), number(theirs.get(..part)?, ty));
            let apart = distance(&ours, &theirs);
            if apart > worst.as_ref().map_or(0, |(most, _)| *most) {
                let text = format!(
                    "`{name}` differs by {apart} ulp at element {at}: {ours} here, {theirs} in the original"
                );
                worst = Some((apart, text));
            }
        }
    }
    worst.map(|(_, text)| text + &verdict::values(before))
}

/// Whether a variable keeps its value between calls where nobody else can see it.
fn is_kept(interface: &Interface, name: &Name) -> bool {
    let origin = interface.outside.iter().find(|(of, _)| of == name);
    matches!(origin, Some((_, Origin::Kept(_))))
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

/// Units in the last place between two numbers; zeros of both signs are apart, numbers that are none are
/// equal.
fn distance(a: &Number, b: &Number) -> u64 {
    match (a, b) {
        (Number::Integer(a), Number::Integer(b)) => a.abs_diff(*b),
        (Number::Single(a), Number::Single(b)) if a.is_nan() && b.is_nan() => 0,
        (Number::Double(a), Number::Double(b)) if a.is_nan() && b.is_nan() => 0,
        (Number::Single(a), Number::Single(b)) => {
            ulp_distance(u64::from(a.to_bits()), u64::from(b.to_bits()), 31)
        }
        (Number::Double(a), Number::Double(b)) => ulp_distance(a.to_bits(), b.to_bits(), 63),
        _ => u64::MAX,
    }
}

/// The bits of a number in the order of values.
fn ordered(bits: u64, sign: u32) -> i128 {
    let magnitude = i128::from(bits & ((1 << sign) - 1));
    if bits >> sign == 1 { -magnitude - 1 } else { magnitude }
}

fn ulp_distance(a: u64, b: u64, sign: u32) -> u64 {
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
