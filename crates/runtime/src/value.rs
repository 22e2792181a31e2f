//! Scalar values, held as one word each.

use crate::convert;
use ir::Scalar;
use std::fmt;

/// A value without its type: integers sign- or zero-extended, floats as their bits, truth values as 0 or 1. A
/// complex number has the word of its real part in the low half and that of its imaginary part in the high
/// half.
pub(crate) type Word = u128;

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
        Value { ty: Scalar::F64, word: Word::from(value.to_bits()) }
    }

    /// A float.
    pub fn f32(value: f32) -> Self {
        Value { ty: Scalar::F32, word: Word::from(value.to_bits()) }
    }

    /// A real number rounded to a floating-point type; `None` for other types.
    pub fn real(ty: Scalar, value: f64) -> Option<Self> {
        ty.is_float().then(|| Value { ty, word: float_word(ty, value) })
    }

    /// A complex number with these parts, rounded to its type; `None` for other types.
    pub fn complex(ty: Scalar, parts: [f64; 2]) -> Option<Self> {
        let word = pair(parts.map(|part| float_word(ty.part(), part)));
        ty.is_complex().then_some(Value { ty, word })
    }

    /// Reads the value of that type that a text denotes, such as `12`, `2.5`, `inf`, `true` or `1.5-2j`;
    /// `None` where the type has no such value.
    pub fn parse(ty: Scalar, text: &str) -> Option<Self> {
        match ty {
            Scalar::Bool => text.parse().ok().map(Value::bool),
            Scalar::F32 | Scalar::F64 => {
                let value = Value::real(ty, text.parse().ok()?)?;
                // `inf` is meant, `1e39` as a float is not.
                let is_finite = text.contains(|c: char| c.is_ascii_digit());
                (value.as_f64().is_finite() || !is_finite).then_some(value)
            }
            Scalar::C64 | Scalar::C128 => {
                let [real, imaginary] = part_texts(text).map(|part| Value::parse(ty.part(), part));
                Some(Value { ty, word: pair([real?.word, imaginary?.word]) })
            }
            _ => Value::int(ty, text.parse().ok()?),
        }
    }

    /// Reads an argument: as [`Value::parse`], and a letter for its character code, as Fortran's flags are
    /// passed.
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

    /// The integer or truth value as a number; `None` for others.
    pub fn as_int(self) -> Option<i128> {
        (!self.ty.is_inexact()).then(|| integer(self.word))
    }

    /// The value as a double, rounded where that is needed; of a complex number the real part.
    pub fn as_f64(self) -> f64 {
        let [real, _] = self.parts();
        real
    }

    /// Real and imaginary part as doubles, rounded where that is needed.
    pub fn parts(self) -> [f64; 2] {
        match self.ty {
            Scalar::F32 | Scalar::F64 => [float(self.ty, self.word), 0.0],
            Scalar::C64 | Scalar::C128 => parts(self.word).map(|part| float(self.ty.part(), part)),
            _ => [convert::int_to_f64(integer(self.word)), 0.0],
        }
    }

    /// The value as an element of an array lies in memory.
    pub(crate) fn memory(self) -> Option<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(self.ty.bytes()).ok()?];
        store(self.ty, &mut bytes, 0, self.word)?;
        Some(bytes)
    }

    /// The value in memory, in the machine's byte order.
    pub fn bytes(self) -> Vec<u8> {
        let mut bytes = vec![0; usize::try_from(self.ty.bytes()).unwrap_or(0)];
        // It has the room that its type needs.
        let _stored = store(self.ty, &mut bytes, 0, self.word());
        bytes
    }

    /// Reads a value from the memory of an array; `None` where there are too few bytes.
    pub fn read(ty: Scalar, bytes: &[u8]) -> Option<Self> {
        load(ty, bytes, 0).map(|word| Value { ty, word })
    }
}

/// The texts of both parts of a complex number, written as Python does; brackets round it have no meaning.
fn part_texts(text: &str) -> [&str; 2] {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let Some(both) = inner.strip_suffix('j') else { return [inner, "0"] };
    let is_sign = |(at, c): &(usize, char)| {
        let exponent = both.get(..*at).is_some_and(|before| before.ends_with(['e', 'E']));
        *at > 0 && matches!(c, '+' | '-') && !exponent
    };
    let start = both.char_indices().rev().find(is_sign).map_or(0, |(at, _)| at);
    let (real, imaginary) = both.split_at(start);
    [if real.is_empty() { "0" } else { real }, imaginary]
}

/// The integer or truth value that a word holds.
pub(crate) fn integer(word: Word) -> i128 {
    word.cast_signed()
}

/// The integer that a word holds where it fits 64 bits with a sign.
pub(crate) fn signed(word: Word) -> i64 {
    convert::low_bits(word).cast_signed()
}

/// The word of an integer of 64 bits with a sign.
pub(crate) fn signed_word(value: i64) -> Word {
    i128::from(value).cast_unsigned()
}

/// The word of an integer; `None` where it does not fit the type.
pub(crate) fn integer_word(ty: Scalar, value: i128) -> Option<Word> {
    let (low, high) = ty.integer_range()?;
    (low..=high).contains(&value).then(|| value.cast_unsigned())
}

/// The number that a word of a floating-point type holds.
pub(crate) fn float(ty: Scalar, word: Word) -> f64 {
    if ty == Scalar::F32 { f64::from(single(word)) } else { double(word) }
}

/// The number that a word of type `f32` holds.
pub(crate) fn single(word: Word) -> f32 {
    f32::from_bits(convert::low_half(convert::low_bits(word)))
}

/// The number that a word of type `f64` holds.
pub(crate) fn double(word: Word) -> f64 {
    f64::from_bits(convert::low_bits(word))
}

/// The word of a real number, rounded to the type.
pub(crate) fn float_word(ty: Scalar, value: f64) -> Word {
    Word::from(if ty == Scalar::F32 {
        u64::from(convert::f64_to_f32(value).to_bits())
    } else {
        value.to_bits()
    })
}

/// The words of the real and the imaginary part of a complex number.
pub(crate) fn parts(word: Word) -> [Word; 2] {
    [Word::from(convert::low_bits(word)), word >> 64]
}

/// The complex number whose real and imaginary part have these words.
pub(crate) fn pair(parts: [Word; 2]) -> Word {
    let [real, imaginary] = parts;
    real | imaginary << 64
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
        Scalar::I8 => signed_word(i64::from(i8::from_ne_bytes(fixed(bytes, at)?))),
        Scalar::I16 => signed_word(i64::from(i16::from_ne_bytes(fixed(bytes, at)?))),
        Scalar::I32 => signed_word(i64::from(i32::from_ne_bytes(fixed(bytes, at)?))),
        Scalar::I64 => signed_word(i64::from_ne_bytes(fixed(bytes, at)?)),
        Scalar::U16 => Word::from(u16::from_ne_bytes(fixed(bytes, at)?)),
        Scalar::U32 | Scalar::F32 => Word::from(u32::from_ne_bytes(fixed(bytes, at)?)),
        Scalar::U64 | Scalar::F64 => Word::from(u64::from_ne_bytes(fixed(bytes, at)?)),
        Scalar::C64 | Scalar::C128 => {
            let [real, imaginary] = part_places(at)?;
            pair([load(ty.part(), bytes, real)?, load(ty.part(), bytes, imaginary)?])
        }
    })
}

/// Writes element number `at` of an array's memory; `None` where there is no such element.
pub(crate) fn store(ty: Scalar, bytes: &mut [u8], at: usize, word: Word) -> Option<()> {
    if ty.is_complex() {
        let part = ty.part();
        return part_places(at)?
            .into_iter()
            .zip(parts(word))
            .try_for_each(|(at, word)| store(part, bytes, at, word));
    }
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

/// The numbers of the parts of a complex element among the parts of all.
fn part_places(at: usize) -> Option<[usize; 2]> {
    let real = at.checked_mul(2)?;
    Some([real, real.checked_add(1)?])
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty {
            Scalar::Bool => write!(f, "{}", self.word != 0),
            Scalar::F32 => write!(f, "{:?}", single(self.word)),
            Scalar::F64 => write!(f, "{:?}", double(self.word)),
            Scalar::C64 | Scalar::C128 => {
                let [real, imaginary] =
                    parts(self.word).map(|word| Value { ty: self.ty.part(), word }.to_string());
                let sign = if imaginary.starts_with('-') { "" } else { "+" };
                write!(f, "{real}{sign}{imaginary}j")
            }
            _ => write!(f, "{}", integer(self.word)),
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
                None if ty.is_complex() => {
                    [[-0.0, 1.5], [1.5, -0.0], [f64::INFINITY, -2.25], [0.0, f64::NEG_INFINITY]]
                        .map(|parts| Value::complex(ty, parts).unwrap())
                }
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

    #[test]
    fn complex_numbers_are_written_as_in_python() {
        for (text, parts) in [
            ("1.5-2j", [1.5, -2.0]),
            ("(1e-5+2e+3j)", [1e-5, 2e3]),
            ("-3", [-3.0, 0.0]),
            ("-0.5j", [0.0, -0.5]),
            ("-inf+infj", [f64::NEG_INFINITY, f64::INFINITY]),
            ("-0.0-0.0j", [-0.0, -0.0]),
        ] {
            let value = Value::parse(Scalar::C128, text).unwrap();
            assert_eq!(Some(value), Value::complex(Scalar::C128, parts), "{text}");
            assert_eq!(Value::parse(Scalar::C128, &value.to_string()), Some(value), "{text}");
        }
        assert_eq!(Value::parse(Scalar::C64, "0.1+0.2j").unwrap().to_string(), "0.1+0.2j");
        assert!(Value::parse(Scalar::C64, "NaN+NaNj").unwrap().parts().iter().all(|part| part.is_nan()));
        for text in ["", "j", "1+j", "1+2", "(1", "1+2i", "1+1e39j", "1 + 2j"] {
            assert_eq!(Value::parse(Scalar::C64, text), None, "{text}");
        }
    }
}
