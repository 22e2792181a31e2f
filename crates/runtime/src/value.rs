//! Scalar values, held as one machine word each.

use crate::convert;
use ir::Scalar;
use std::fmt;

/// A value without its type: integers sign- or zero-extended, floats as their bits (`f32` in the low half), truth
/// values as 0 or 1.
pub(crate) type Word = u64;

/// A typed scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Value {
    ty: Scalar,
    word: Word,
}

impl Value {
    /// The value that a word stands for.
    pub(crate) fn of_word(ty: Scalar, word: Word) -> Self {
        Value { ty, word }
    }

    /// A truth value.
    pub fn bool(value: bool) -> Self {
        Value { ty: Scalar::Bool, word: Word::from(value) }
    }

    /// An integer of that type; `None` where it does not fit or the type is no integer type.
    pub fn int(ty: Scalar, value: i128) -> Option<Self> {
        integer_word(ty, value).map(|word| Value { ty, word })
    }

    /// A double.
    pub fn f64(value: f64) -> Self {
        Value { ty: Scalar::F64, word: value.to_bits() }
    }

    /// A float.
    pub fn f32(value: f32) -> Self {
        Value { ty: Scalar::F32, word: Word::from(value.to_bits()) }
    }

    /// A real number rounded to a floating-point type; `None` for other types.
    pub fn real(ty: Scalar, value: f64) -> Option<Self> {
        ty.is_float().then(|| Value { ty, word: float_word(ty, value) })
    }

    /// Reads the value of that type that a text denotes, such as `12`, `2.5`, `inf` or `true`; `None` where the type
    /// has no such value.
    pub fn parse(ty: Scalar, text: &str) -> Option<Self> {
        match ty {
            Scalar::Bool => text.parse().ok().map(Value::bool),
            Scalar::F32 | Scalar::F64 => {
                let value = Value::real(ty, text.parse().ok()?)?;
                // `inf` is meant, `1e39` as a float is not.
                let is_finite = text.contains(|c: char| c.is_ascii_digit());
                (value.as_f64().is_finite() || !is_finite).then_some(value)
            }
            _ => Value::int(ty, text.parse().ok()?),
        }
    }

    /// Reads an argument: as [`Value::parse`], and a letter for its character code, as Fortran's flags are passed.
    pub fn parse_argument(ty: Scalar, text: &str) -> Option<Self> {
        let code = || ir::requirement::character_code(text).filter(|_| ty == Scalar::I8);
        Value::parse(ty, text).or_else(|| Value::int(ty, i128::from(code()?)))
    }

    /// Its type.
    pub fn ty(self) -> Scalar {
        self.ty
    }

    /// Its bits.
    pub(crate) fn word(self) -> Word {
        self.word
    }

    /// The integer or truth value as a number; `None` for floats.
    pub fn as_int(self) -> Option<i128> {
        (!self.ty.is_float()).then(|| integer(self.ty, self.word))
    }

    /// The value as a double, rounded where that is needed.
    pub fn as_f64(self) -> f64 {
        if self.ty.is_float() {
            float(self.ty, self.word)
        } else {
            convert::int_to_f64(integer(self.ty, self.word))
        }
    }

    /// Reads a value from the memory of an array; `None` where there are too few bytes.
    pub fn read(ty: Scalar, bytes: &[u8]) -> Option<Self> {
        load(ty, bytes, 0).map(|word| Value { ty, word })
    }
}

/// The integer that a word of an integer type or a truth value holds.
pub(crate) fn integer(ty: Scalar, word: Word) -> i128 {
    if ty.is_signed_integer() { i128::from(word.cast_signed()) } else { i128::from(word) }
}

/// The word of an integer; `None` where it does not fit the type.
pub(crate) fn integer_word(ty: Scalar, value: i128) -> Option<Word> {
    let (low, high) = ty.integer_range()?;
    if !(low..=high).contains(&value) {
        return None;
    }
    if ty.is_signed_integer() {
        i64::try_from(value).ok().map(i64::cast_unsigned)
    } else {
        u64::try_from(value).ok()
    }
}

/// The number that a word of a floating-point type holds.
pub(crate) fn float(ty: Scalar, word: Word) -> f64 {
    if ty == Scalar::F32 { f64::from(single(word)) } else { f64::from_bits(word) }
}

/// The number that a word of type `f32` holds.
pub(crate) fn single(word: Word) -> f32 {
    f32::from_bits(convert::low_half(word))
}

/// The word of a real number, rounded to the type.
pub(crate) fn float_word(ty: Scalar, value: f64) -> Word {
    if ty == Scalar::F32 { Word::from(convert::f64_to_f32(value).to_bits()) } else { value.to_bits() }
}

/// Reads element number `at` of an array's memory.
pub(crate) fn load(ty: Scalar, bytes: &[u8], at: usize) -> Option<Word> {
    fn fixed<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
        let start = at.checked_mul(N)?;
        bytes.get(start..start.checked_add(N)?)?.try_into().ok()
    }
    Some(match ty {
        Scalar::Bool => Word::from(*bytes.get(at)? != 0),
        Scalar::U8 => Word::from(*bytes.get(at)?),
        Scalar::I8 => i64::from(i8::from_ne_bytes(fixed(bytes, at)?)).cast_unsigned(),
        Scalar::I16 => i64::from(i16::from_ne_bytes(fixed(bytes, at)?)).cast_unsigned(),
        Scalar::I32 => i64::from(i32::from_ne_bytes(fixed(bytes, at)?)).cast_unsigned(),
        Scalar::U16 => Word::from(u16::from_ne_bytes(fixed(bytes, at)?)),
        Scalar::U32 | Scalar::F32 => Word::from(u32::from_ne_bytes(fixed(bytes, at)?)),
        Scalar::I64 | Scalar::U64 | Scalar::F64 => Word::from_ne_bytes(fixed(bytes, at)?),
    })
}

/// Writes element number `at` of an array's memory; `None` where there is no such element.
pub(crate) fn store(ty: Scalar, bytes: &mut [u8], at: usize, word: Word) -> Option<()> {
    let size = usize::try_from(ty.bytes()).ok()?;
    let start = at.checked_mul(size)?;
    let element = bytes.get_mut(start..start.checked_add(size)?)?;
    // A word holds narrow values in its low bytes, whatever their sign.
    let little = word.to_le_bytes();
    for (to, from) in element.iter_mut().zip(little) {
        *to = from;
    }
    if cfg!(target_endian = "big") {
        element.reverse();
    }
    Some(())
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty {
            Scalar::Bool => write!(f, "{}", self.word != 0),
            Scalar::F32 => write!(f, "{:?}", single(self.word)),
            Scalar::F64 => write!(f, "{:?}", f64::from_bits(self.word)),
            _ => write!(f, "{}", integer(self.ty, self.word)),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}: {}", self.ty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_survives_memory() {
        for ty in Scalar::ALL {
            let values = match ty.integer_range() {
                Some((low, high)) => [low, 0, 1, high].map(|v| Value::int(ty, v).unwrap()),
                None if ty == Scalar::Bool => [false, true, true, false].map(Value::bool),
                None => [-0.0, 1.5, f64::INFINITY, -2.25].map(|v| Value::real(ty, v).unwrap()),
            };
            let mut bytes = vec![0xEE; 4 * usize::try_from(ty.bytes()).unwrap()];
            for (at, value) in values.iter().enumerate() {
                store(ty, &mut bytes, at, value.word()).unwrap();
            }
            for (at, value) in values.iter().enumerate() {
                assert_eq!(load(ty, &bytes, at), Some(value.word()), "{value:?}");
            }
            assert_eq!(load(ty, &bytes, 4), None);
            assert_eq!(store(ty, &mut bytes, 4, 0), None);
        }
    }

    #[test]
    fn letters_are_codes_of_flags() {
        let code = |number| Value::int(Scalar::I8, number);
        for (text, number) in [("N", 78), ("t", 116), ("'C'", 67), ("7", 7), ("-7", -7)] {
            assert_eq!(Value::parse_argument(Scalar::I8, text), code(number), "{text}");
        }
        for text in ["", "NN", "''", "'", "'NT'", "'7'", "é", "_", "'N"] {
            assert_eq!(Value::parse_argument(Scalar::I8, text), None, "{text}");
        }
        for ty in [Scalar::I32, Scalar::U8, Scalar::F64, Scalar::Bool] {
            assert_eq!(Value::parse_argument(ty, "N"), None, "{ty}");
        }
    }

    #[test]
    fn texts_are_read_by_type() {
        assert_eq!(Value::parse(Scalar::I32, "-7"), Value::int(Scalar::I32, -7));
        assert_eq!(Value::parse(Scalar::U8, "256"), None);
        assert_eq!(Value::parse(Scalar::I32, "1.5"), None);
        assert_eq!(Value::parse(Scalar::F32, "0.1").unwrap().to_string(), "0.1");
        assert_eq!(Value::parse(Scalar::F32, "-inf"), Some(Value::f32(f32::NEG_INFINITY)));
        assert!(Value::parse(Scalar::F64, "NaN").unwrap().as_f64().is_nan());
        assert_eq!(Value::parse(Scalar::F32, "1e39"), None);
        assert_eq!(Value::parse(Scalar::F64, "1e39"), Some(Value::f64(1e39)));
        assert_eq!(Value::parse(Scalar::F64, "-1e309"), None);
        assert_eq!(Value::parse(Scalar::Bool, "true"), Some(Value::bool(true)));
    }
}
