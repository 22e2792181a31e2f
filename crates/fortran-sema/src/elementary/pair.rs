//! Numbers of twice the precision: sums of two, of which the second is less than half a unit of the first's
//! last place.

use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) high: f64,
    pub(super) low: f64,
}

/// The number of steps after which every series here has converged.
const MAX_TERMS: u32 = 400;

/// What is smaller than the first term of a series by that much does not count.
const NEGLIGIBLE: f64 = 1e-34;

impl Pair {
    pub(super) const fn new(high: f64, low: f64) -> Pair {
        Pair { high, low }
    }

    pub(super) fn abs(self) -> Pair {
        if self.high < 0.0 { -self } else { self }
    }

    pub(super) fn sqrt(self) -> Pair {
        let root = Pair::from(self.high.sqrt());
        if root.high == 0.0 { root } else { root + (self - root * root) / (root + root) }
    }

    /// The product with a power of two.
    pub(super) fn scaled(self, factor: f64) -> Pair {
        Pair::new(self.high * factor, self.low * factor)
    }

    pub(super) fn is_finite(self) -> bool {
        self.high.is_finite() && self.low.is_finite()
    }

    /// The sum of `first` and the terms that follow: each is the one before times what `ratio` says of its
    /// number.
    pub(super) fn series(first: Pair, ratio: impl Fn(f64) -> Pair) -> Pair {
        let (mut sum, mut term) = (first, first);
        for number in 1..MAX_TERMS {
            term = term * ratio(f64::from(number));
            sum = sum + term;
            if term.high.abs() <= first.high.abs() * NEGLIGIBLE {
                break;
            }
        }
        sum
    }

    /// Rounded to single precision, once.
    pub(super) fn single(self) -> f32 {
        let bits = self.high.to_bits();
        // A last bit that is set stands for all that follows.
        let sticky = match self.low {
            0.0 => bits,
            low if (low < 0.0) == (self.high < 0.0) => bits | 1,
            _ => (bits - 1) | 1,
        };
        super::to_single(f64::from_bits(sticky))
    }
}

impl From<f64> for Pair {
    fn from(high: f64) -> Pair {
        Pair::new(high, 0.0)
    }
}

/// A sum and its rounding error.
fn two_sum(a: f64, b: f64) -> Pair {
    let sum = a + b;
    let part = sum - a;
    Pair::new(sum, (a - (sum - part)) + (b - part))
}

/// A product and its rounding error.
fn two_product(a: f64, b: f64) -> Pair {
    let product = a * b;
    Pair::new(product, a.mul_add(b, -product))
}

impl Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        let (high, low) = (two_sum(self.high, other.high), two_sum(self.low, other.low));
        let first = two_sum(high.high, high.low + low.high);
        two_sum(first.high, first.low + low.low)
    }
}

impl Neg for Pair {
    type Output = Pair;

    fn neg(self) -> Pair {
        Pair::new(-self.high, -self.low)
    }
}

impl Sub for Pair {
    type Output = Pair;

    fn sub(self, other: Pair) -> Pair {
        self + -other
    }
}

impl Mul for Pair {
    type Output = Pair;

    fn mul(self, other: Pair) -> Pair {
        let product = two_product(self.high, other.high);
        two_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Pair {
    type Output = Pair;

    fn div(self, other: Pair) -> Pair {
        let first = self.high / other.high;
        let rest = self - other * Pair::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Pair::from(second);
        two_sum(first, second) + Pair::from(rest.high / other.high)
    }
}
