//! Scalar types.

use std::fmt;

/// The type of a scalar value or of an array's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// Truth value, one byte in memory.
    Bool,
    /// Signed integer of 8 bits.
    I8,
    /// Signed integer of 16 bits.
    I16,
    /// Signed integer of 32 bits.
    I32,
    /// Signed integer of 64 bits.
    I64,
    /// Unsigned integer of 8 bits.
    U8,
    /// Unsigned integer of 16 bits.
    U16,
    /// Unsigned integer of 32 bits.
    U32,
    /// Unsigned integer of 64 bits.
    U64,
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
    /// Complex number of two `F32`: the real part, then the imaginary one.
    C64,
    /// Complex number of two `F64`.
    C128,
}

impl Scalar {
    /// Every type, narrow before wide within a family.
    pub const ALL: [Scalar; 13] = [
        Scalar::Bool,
        Scalar::I8,
        Scalar::I16,
        Scalar::I32,
        Scalar::I64,
        Scalar::U8,
        Scalar::U16,
        Scalar::U32,
        Scalar::U64,
        Scalar::F32,
        Scalar::F64,
        Scalar::C64,
        Scalar::C128,
    ];

    /// The name in `.lpir` text, such as `f64`.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::U8 => "u8",
            Scalar::U16 => "u16",
            Scalar::U32 => "u32",
            Scalar::U64 => "u64",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
            Scalar::C64 => "c64",
            Scalar::C128 => "c128",
        }
    }

    /// The name that numpy and Loo.py use, such as `float64`.
    pub fn numpy_name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I8 => "int8",
            Scalar::I16 => "int16",
            Scalar::I32 => "int32",
            Scalar::I64 => "int64",
            Scalar::U8 => "uint8",
            Scalar::U16 => "uint16",
            Scalar::U32 => "uint32",
            Scalar::U64 => "uint64",
            Scalar::F32 => "float32",
            Scalar::F64 => "float64",
            Scalar::C64 => "complex64",
            Scalar::C128 => "complex128",
        }
    }

    /// The type of either spelling, `f64` or `float64`.
    pub fn from_name(name: &str) -> Option<Scalar> {
        Scalar::ALL.into_iter().find(|ty| ty.name() == name || ty.numpy_name() == name)
    }

    /// Size in memory, in bytes.
    pub fn bytes(self) -> u32 {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 | Scalar::C64 => 8,
            Scalar::C128 => 16,
        }
    }

    /// Whether this integer is one of the values, exactly.
    pub fn represents(self, value: i64) -> bool {
        match (self.integer_range(), self.part()) {
            (Some((least, most)), _) => (least..=most).contains(&i128::from(value)),
            (None, Scalar::F32) => value.unsigned_abs() <= 1 << 24,
            (None, Scalar::F64) => value.unsigned_abs() <= 1 << 53,
            (None, _) => false,
        }
    }

    /// Whether values are IEEE floating-point numbers; complex numbers are pairs of such.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// Whether values are complex numbers.
    pub fn is_complex(self) -> bool {
        matches!(self, Scalar::C64 | Scalar::C128)
    }

    /// Whether operations round: on floating-point numbers and on pairs of them (numpy's word).
    pub fn is_inexact(self) -> bool {
        self.is_float() || self.is_complex()
    }

    /// Whether values are integers; truth values are not.
    pub fn is_integer(self) -> bool {
        !self.is_inexact() && self != Scalar::Bool
    }

    /// The type of the two parts of a complex number; every other type is its own.
    #[must_use]
    pub fn part(self) -> Scalar {
        match self {
            Scalar::C64 => Scalar::F32,
            Scalar::C128 => Scalar::F64,
            real => real,
        }
    }

    /// The complex type that a value of this type becomes where it meets a complex number: as with
    /// floating-point numbers, an integer of more than 32 bits asks for the wider one.
    #[must_use]
    pub fn complex(self) -> Scalar {
        match self {
            Scalar::F64 | Scalar::C128 | Scalar::I64 | Scalar::U64 => Scalar::C128,
            _ => Scalar::C64,
        }
    }

    /// Whether values are integers that can be negative.
    pub fn is_signed_integer(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
    }

    /// Whether every value of the other type is one of this type, so that a conversion there and back keeps
    /// it.
    pub fn holds(self, other: Scalar) -> bool {
        if self.is_complex() {
            return self.part().holds(other.part());
        }
        let integral_bits = match self {
            Scalar::F32 => 24,
            Scalar::F64 => 53,
            _ => 0,
        };
        match (self.integer_range(), other.integer_range()) {
            _ if self == other => true,
            (Some((low, high)), Some((least, most))) => low <= least && most <= high,
            (None, Some((least, most))) => {
                self.is_float() && -(1 << integral_bits) <= least && most <= 1 << integral_bits
            }
            _ => other == Scalar::Bool || (self, other) == (Scalar::F64, Scalar::F32),
        }
    }

    /// Smallest and largest value of an integer type.
    pub fn integer_range(self) -> Option<(i128, i128)> {
        if !self.is_integer() {
            return None;
        }
        let bits = self.bytes() * 8;
        if self.is_signed_integer() {
            Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1))
        } else {
            Some((0, (1 << bits) - 1))
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_hold_the_integers_of_their_mantissa() {
        for (wide, narrow) in [
            (Scalar::F32, Scalar::I16),
            (Scalar::F64, Scalar::I32),
            (Scalar::F64, Scalar::U32),
            (Scalar::F64, Scalar::F32),
            (Scalar::I64, Scalar::U32),
            (Scalar::U8, Scalar::Bool),
            (Scalar::C128, Scalar::C64),
            (Scalar::C64, Scalar::F32),
            (Scalar::C128, Scalar::F64),
            (Scalar::C64, Scalar::I16),
            (Scalar::C64, Scalar::Bool),
        ] {
            assert!(wide.holds(narrow), "{wide} {narrow}");
            assert!(!narrow.holds(wide), "{narrow} {wide}");
        }
        for (a, b) in [
            (Scalar::F32, Scalar::I32),
            (Scalar::F64, Scalar::I64),
            (Scalar::U32, Scalar::I8),
            (Scalar::C64, Scalar::F64),
            (Scalar::C64, Scalar::I32),
        ] {
            assert!(!a.holds(b) && !b.holds(a), "{a} {b}");
        }
    }
}
