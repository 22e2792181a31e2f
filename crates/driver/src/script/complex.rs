//! Complex numbers in scripts, with the arithmetic that Python has for them.

use super::value::ComplexValue;
use starlark::values::float::StarlarkFloat;
use starlark::values::{Value, ValueLike};
use std::fmt;

impl ComplexValue {
    /// That number times the imaginary unit.
    pub(super) fn imaginary(imaginary: f64) -> Self {
        ComplexValue { real: 0.0, imaginary }
    }

    /// The number that a value is, if it is a complex one.
    pub(super) fn of(value: Value<'_>) -> Option<Self> {
        value.downcast_ref::<ComplexValue>().copied()
    }

    /// The number that a value is.
    pub(super) fn number(value: Value<'_>) -> Option<Self> {
        let real = |real: f64| ComplexValue { real, imaginary: 0.0 };
        let float = value.downcast_ref::<StarlarkFloat>().map(|float| real(float.0));
        let whole = || value.to_string().parse().ok().filter(|_| value.get_type() == "int").map(real);
        ComplexValue::of(value).or(float).or_else(whole)
    }

    /// The sum.
    pub(super) fn sum(self, other: Self) -> Self {
        ComplexValue { real: self.real + other.real, imaginary: self.imaginary + other.imaginary }
    }

    /// The opposite number.
    pub(super) fn negated(self) -> Self {
        ComplexValue { real: -self.real, imaginary: -self.imaginary }
    }

    /// The product.
    pub(super) fn times(self, other: Self) -> Self {
        ComplexValue {
            real: self.real * other.real - self.imaginary * other.imaginary,
            imaginary: self.real * other.imaginary + self.imaginary * other.real,
        }
    }
}

impl fmt::Display for ComplexValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.real, self.real.is_sign_negative()) {
            (0.0, false) => write!(f, "{}j", self.imaginary),
            (real, _) => write!(f, "({real}{:+}j)", self.imaginary),
        }
    }
}
