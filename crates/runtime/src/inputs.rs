//! What is given of the arguments of a kernel, and how the rest is drawn.

use crate::Array;

/// What is known of the arguments before the rest is derived or drawn.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    /// Scalars as text, as in `--set n=8`.
    pub sets: Vec<(String, String)>,
    /// Arrays by name.
    pub arrays: Vec<(String, Array)>,
    /// What random contents depend on.
    pub seed: u64,
    /// Which numbers are drawn.
    pub numbers: Numbers,
    /// Which integers are drawn.
    pub integers: Integers,
}

/// Which numbers are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Floating-point numbers from -1 to below 1, exact in both types.
    #[default]
    Real,
    /// Floating-point numbers from -1/3 to below 1/3 with all the digits that their type has.
    Thirds,
    /// Floating-point numbers of any digits, with magnitudes from a millionth to a million, and some from the
    /// smallest to the largest of their type; zeros of both signs among them.
    Apart,
    /// The same, with zeros of one sign, and integers that are negative too.
    Wide,
    /// Small integers, for which sums and products are exact in any order.
    SmallIntegers,
}

/// How large integers are that are used neither as subscripts nor as bounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Integers {
    /// Small ones.
    #[default]
    Small,
    /// Up to half of the bits of their type, so that products fit.
    Halves,
    /// Up to the ends of their type, which are among them.
    Ends,
}
