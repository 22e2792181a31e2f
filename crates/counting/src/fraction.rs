//! Exact fractions.

use std::fmt;

/// A fraction in lowest terms, with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// `numerator / denominator`; `None` where that is no number, or too large a one, as in all of these.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        let divisor = gcd(numerator.checked_abs()?, denominator.checked_abs()?);
        let sign = if denominator < 0 { -1 } else { 1 };
        let reduced = |value: i128| value.checked_div(divisor)?.checked_mul(sign);
        Some(Fraction { numerator: reduced(numerator)?, denominator: reduced(denominator)? })
            .filter(|fraction| fraction.denominator > 0)
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Option<Self> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Fraction::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    /// The product.
    pub fn times(self, other: Self) -> Option<Self> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        Fraction::new(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    /// Whether it is zero.
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// The largest integer that is not above it.
    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }
}

impl From<i64> for Fraction {
    fn from(value: i64) -> Self {
        Fraction { numerator: i128::from(value), denominator: 1 }
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}
