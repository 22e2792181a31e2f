//! Values of parameters.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A value that a parameter may have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// `True`
    Truth(bool),
    /// `16`
    Integer(i64),
    /// `0.5`
    Fraction(f64),
    /// `local`
    Word(String),
}

impl Setting {
    /// Whether two values are one, also where a fraction went through a file that keeps all but its last
    /// bits.
    pub fn is_same(&self, other: &Setting) -> bool {
        match (self, other) {
            (Setting::Fraction(a), Setting::Fraction(b)) => (a - b).abs() <= 4.0 * f64::EPSILON * a.abs(),
            _ => self == other,
        }
    }

    /// Whether values of this kind have an order that a search can follow.
    pub fn is_number(&self) -> bool {
        matches!(self, Setting::Integer(_) | Setting::Fraction(_))
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Truth(true) => f.write_str("True"),
            Setting::Truth(false) => f.write_str("False"),
            Setting::Integer(number) => write!(f, "{number}"),
            Setting::Fraction(number) => write!(f, "{number:?}"),
            Setting::Word(word) => f.write_str(word),
        }
    }
}
