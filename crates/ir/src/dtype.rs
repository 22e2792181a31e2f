//! The names that numpy has for types, all of which Loo.py takes.

use crate::Scalar;

/// Names besides `int32` and its like, as numpy has them where `long` has 64 bits. Codes of one letter come
/// last.
const NAMES: &[(&str, Scalar)] = &[
    ("int", Scalar::I64),
    ("float", Scalar::F64),
    ("complex", Scalar::C128),
    ("bool_", Scalar::Bool),
    ("byte", Scalar::I8),
    ("short", Scalar::I16),
    ("intc", Scalar::I32),
    ("int_", Scalar::I64),
    ("intp", Scalar::I64),
    ("long", Scalar::I64),
    ("longlong", Scalar::I64),
    ("ubyte", Scalar::U8),
    ("ushort", Scalar::U16),
    ("uintc", Scalar::U32),
    ("uint", Scalar::U64),
    ("uintp", Scalar::U64),
    ("ulong", Scalar::U64),
    ("ulonglong", Scalar::U64),
    ("single", Scalar::F32),
    ("double", Scalar::F64),
    ("float_", Scalar::F64),
    ("csingle", Scalar::C64),
    ("singlecomplex", Scalar::C64),
    ("cdouble", Scalar::C128),
    ("cfloat", Scalar::C128),
    ("complex_", Scalar::C128),
    ("b1", Scalar::Bool),
    ("i1", Scalar::I8),
    ("i2", Scalar::I16),
    ("i4", Scalar::I32),
    ("u1", Scalar::U8),
    ("u2", Scalar::U16),
    ("u4", Scalar::U32),
    ("f4", Scalar::F32),
    ("f8", Scalar::F64),
    ("c8", Scalar::C64),
    ("c16", Scalar::C128),
    ("b", Scalar::I8),
    ("h", Scalar::I16),
    ("i", Scalar::I32),
    ("l", Scalar::I64),
    ("q", Scalar::I64),
    ("B", Scalar::U8),
    ("H", Scalar::U16),
    ("I", Scalar::U32),
    ("L", Scalar::U64),
    ("Q", Scalar::U64),
    ("f", Scalar::F32),
    ("d", Scalar::F64),
    ("F", Scalar::C64),
    ("D", Scalar::C128),
];

/// Types of numpy's that there are none of here.
const ABSENT: &[&str] = &["float16", "half", "float128", "longdouble", "complex256", "clongdouble", "object"];

impl Scalar {
    /// The type that a Loo.py program means by a name: numpy's, or that of `.lpir` text.
    ///
    /// # Errors
    /// Why there is none, and what to write.
    pub fn from_dtype(name: &str) -> Result<Scalar, String> {
        // Eight bytes to numpy, eight bits in `.lpir` text.
        if let "i8" | "u8" = name {
            let word = if name == "i8" { "int" } else { "uint" };
            return Err(format!(
                "`{name}` has 8 bytes to numpy and 8 bits here: write `{word}64` or `{word}8`"
            ));
        }
        let known = Scalar::from_name(name);
        let known = known.or_else(|| NAMES.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty));
        known.ok_or_else(|| {
            if ABSENT.contains(&name) {
                return "floating-point numbers have 32 or 64 bits here".to_owned();
            }
            let words = NAMES.iter().map(|(name, _)| *name).filter(|name| name.len() > 2);
            match diag::nearest(name, words.chain(Scalar::ALL.iter().map(|ty| ty.numpy_name()))) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "types are `bool`, `int8` to `int64`, `uint8` to `uint64`, `float32`, `float64`, `complex64` and \
                         `complex128`"
                    .to_owned(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_what_they_mean_to_numpy() {
        for (name, ty) in [
            ("int", Scalar::I64),
            ("float", Scalar::F64),
            ("float64", Scalar::F64),
            ("f64", Scalar::F64),
            ("uint", Scalar::U64),
            ("intc", Scalar::I32),
            ("f4", Scalar::F32),
            ("b", Scalar::I8),
            ("complex", Scalar::C128),
            ("c8", Scalar::C64),
            ("bool", Scalar::Bool),
        ] {
            assert_eq!(Scalar::from_dtype(name), Ok(ty), "{name}");
        }
        for (name, why) in [
            ("i8", "`int64` or `int8`"),
            ("float16", "32 or 64 bits"),
            ("floa", "did you mean `float`"),
            ("", "types are"),
        ] {
            assert!(Scalar::from_dtype(name).unwrap_err().contains(why), "{name}");
        }
    }

    #[test]
    fn no_name_of_the_text_form_is_taken() {
        assert!(NAMES.iter().all(|(name, _)| Scalar::from_name(name).is_none()));
    }
}
