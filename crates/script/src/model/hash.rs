//! Hashes of values. Of numbers and tuples they are CPython's, since the order of a set follows from them;
//! those of texts differ from run to run in CPython, so any will do here.

use super::{ComplexNumber, Error, Range, Result, Value, View};
use crate::stack::{MORE_STACK, RED_ZONE};
use crate::work;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The prime modulo which numbers are hashed, `2**61 - 1`.
const MODULUS: u64 = (1 << 61) - 1;

/// What CPython gives `None` since 3.12.
const NONE: i64 = 0xFCA8_6420;

/// The hash of a value.
///
/// # Errors
/// Where the value can change and so has none.
pub(crate) fn hash(value: &Value) -> Result<i64> {
    Ok(match value {
        Value::None => NONE,
        Value::Bool(truth) => i64::from(*truth),
        Value::Int(number) => of_int(*number),
        Value::Float(number) if number.is_nan() => {
            // CPython tells whether it is the very same one, which no value is here.
            return Err(Error::refused("NaN as a key or a member"));
        }
        Value::Float(number) => of_float(*number),
        Value::Complex(number) => of_complex(*number),
        Value::Str(text) => {
            work::spend_bytes(text.len())?;
            arbitrary(text)
        }
        Value::Tuple(items) => stacker::maybe_grow(RED_ZONE, MORE_STACK, || of_tuple(items))?,
        Value::Set(set) if set.is_frozen() => of_set(&set.values())?,
        Value::View(_, View::Values) => {
            return Err(Error::refused("the values of a dictionary as a key or a member"));
        }
        Value::List(_) | Value::Dict(_) | Value::Set(_) | Value::View(..) | Value::Slice(_) => {
            return Err(Error::of_type(format!("unhashable type: '{}'", value.type_name())));
        }
        Value::Type(ty) => arbitrary(&ty.name()),
        Value::Builtin(builtin) => arbitrary(&builtin.name()),
        Value::Range(range) => of_range(*range)?,
        Value::Ellipsis | Value::Method(_) => arbitrary(&value.type_name()),
        Value::Iterator(iter) => address(iter),
        Value::Function(function) => address(function),
        Value::Class(class) => address(class),
        Value::Object(object) => address(object),
        Value::Module(module) => address(module),
        Value::Native(native) => native.key().map_or_else(|| address(native), |key| arbitrary(&key)),
    })
}

fn arbitrary(value: &impl Hash) -> i64 {
    let mut hasher = std::hash::DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish().cast_signed()
}

fn address<T: ?Sized>(value: &Rc<T>) -> i64 {
    arbitrary(&Rc::as_ptr(value).cast::<u8>())
}

/// No hash is -1, which CPython keeps for errors.
fn kept(hash: i64) -> i64 {
    if hash == -1 { -2 } else { hash }
}

fn of_int(number: i64) -> i64 {
    let size = (number.unsigned_abs() % MODULUS).cast_signed();
    kept(if number < 0 { -size } else { size })
}

/// The number is `fraction * 2**exponent`; it is multiplied modulo the prime, 28 bits at a time.
fn of_float(number: f64) -> i64 {
    if number.is_nan() {
        return 0;
    }
    if number.is_infinite() {
        return if number > 0.0 { 314_159 } else { -314_159 };
    }
    let (mut fraction, mut exponent) = parts(number.abs());
    let mut hash: u64 = 0;
    while fraction != 0 {
        // The next 28 bits stand at the top of the 64.
        hash = ((hash << 28) & MODULUS) | (hash >> (61 - 28));
        exponent -= 28;
        hash += fraction >> 36;
        fraction <<= 28;
        if hash >= MODULUS {
            hash -= MODULUS;
        }
    }
    let turns = exponent.rem_euclid(61);
    hash = ((hash << turns) & MODULUS) | (hash >> (61 - turns));
    let hash = hash.cast_signed();
    kept(if number < 0.0 { -hash } else { hash })
}

/// The number as a fraction of 64 bits below 1, its first bit set, and an exponent of two.
fn parts(number: f64) -> (u64, i32) {
    let bits = number.to_bits();
    let stored = i32::try_from((bits >> 52) & 0x7FF).unwrap_or(0);
    let mantissa = bits & ((1 << 52) - 1);
    let (whole, exponent) =
        if stored == 0 { (mantissa, -1074) } else { (mantissa | (1 << 52), stored - 1075) };
    if whole == 0 {
        return (0, 0);
    }
    let shift = whole.leading_zeros();
    (whole << shift, exponent + 64 - i32::try_from(shift).unwrap_or(0))
}

fn of_complex(number: ComplexNumber) -> i64 {
    kept(of_float(number.re).wrapping_add(of_float(number.im).wrapping_mul(1_000_003)))
}

/// CPython hashes the length, the start and the step, of which those that make no difference are `None`.
fn of_range(range: Range) -> Result<i64> {
    let length = range.length();
    let start = if length > 0 { Value::Int(range.start) } else { Value::None };
    let step = if length > 1 { Value::Int(range.step) } else { Value::None };
    of_tuple(&[Value::Int(length), start, step])
}

/// The hash that CPython makes of a frozen set: no order of the members shows in it.
fn of_set(members: &[Value]) -> Result<i64> {
    let mut all: u64 = 0;
    work::spend(members.len())?;
    for member in members {
        let own = hash(member)?.cast_unsigned();
        all ^= ((own ^ 89_869_747) ^ (own << 16)).wrapping_mul(3_644_798_167);
    }
    let size = u64::try_from(members.len()).unwrap_or(u64::MAX);
    all ^= size.wrapping_add(1).wrapping_mul(1_927_868_237);
    all ^= (all >> 11) ^ (all >> 25);
    all = all.wrapping_mul(69_069).wrapping_add(907_133_923);
    Ok(if all == u64::MAX { 590_923_713 } else { all.cast_signed() })
}

/// The hash that CPython makes of a tuple, after xxHash.
fn of_tuple(items: &[Value]) -> Result<i64> {
    const FIRST: u64 = 11_400_714_785_074_694_791;
    const SECOND: u64 = 14_029_467_366_897_019_727;
    const FIFTH: u64 = 2_870_177_450_012_600_261;
    let mut sum = FIFTH;
    work::spend(items.len())?;
    for item in items {
        sum = sum.wrapping_add(hash(item)?.cast_unsigned().wrapping_mul(SECOND));
        sum = sum.rotate_left(31).wrapping_mul(FIRST);
    }
    let length = u64::try_from(items.len()).unwrap_or(u64::MAX);
    sum = sum.wrapping_add(length ^ (FIFTH ^ 3_527_539));
    Ok(if sum == u64::MAX { 1_546_275_796 } else { sum.cast_signed() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_hashes_of_python() {
        for (value, expected) in [
            (Value::Int(-1), -2),
            (Value::Int(i64::MAX), 3),
            (Value::Int(i64::MIN), -4),
            (Value::Float(0.5), 1_152_921_504_606_846_976),
            (Value::Float(-2.5), -1_152_921_504_606_846_978),
            (Value::Float(1e300), 1_224_995_262_755_759_164),
            (Value::Float(3.0), 3),
            (Value::tuple(vec![]), 5_740_354_900_026_072_187),
            (Value::tuple(vec![Value::Int(1), Value::Int(2)]), -3_550_055_125_485_641_917),
        ] {
            assert_eq!(hash(&value).unwrap(), expected, "{value:?}");
        }
    }
}
