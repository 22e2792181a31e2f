//! What shows that two kernels do not compute the same.

use super::{Sizes, show};
use diag::{Code, Diagnostic};
use ir::Scalar;
use runtime::{Array, Bindings, Difference, LaneOrder, Tolerance, compare};
use std::fmt;

/// One run that shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// At these sizes.
    pub sizes: Sizes,
    /// With lanes in this order, for a scheduled kernel.
    pub lanes: Option<LaneOrder>,
    /// What is seen.
    pub evidence: Evidence,
}

/// What a run shows.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// An array holds something else: before and after.
    Array {
        /// Its name.
        name: String,
        /// How it differs.
        difference: Difference,
    },
    /// The other kernel does something that has no defined result.
    Error(Box<Diagnostic>),
}

/// Whether an error of the interpreter says nothing about the kernel: too much work, or no inputs.
pub(super) fn tells_nothing(code: Code) -> bool {
    matches!(
        code,
        "lp::run::fuel"
            | "lp::run::too-large"
            | "lp::run::untyped"
            | "lp::run::size"
            | "lp::run::value"
            | "lp::run::missing"
            | "lp::run::extent"
            | "lp::run::argument-limit"
            | "lp::run::assumption"
            | "lp::run::cycle"
    )
}

/// The first array that differs.
pub(super) fn difference(expected: &Bindings, found: &Bindings) -> Option<Evidence> {
    expected.arrays().find_map(|(name, left)| {
        let right = found.array(name)?;
        let difference = compare(left, right, Tolerance::EXACT)?;
        let real = exact(left) || compare(left, right, rounding(left)).is_some();
        real.then(|| Evidence::Array { name: name.to_string(), difference })
    })
}

/// The largest number up to which all integers of a floating-point type are exact.
fn exact_limit(ty: Scalar) -> f64 {
    1.0 / if ty == Scalar::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON }
}

/// Whether an array holds only numbers that no order of summation rounds.
fn exact(array: &Array) -> bool {
    let limit = exact_limit(array.ty);
    !array.ty.is_float() || values(array).all(|value| value.fract() == 0.0 && value.abs() < limit)
}

/// What rounding may do in a sum of numbers as large as the largest here.
fn rounding(array: &Array) -> Tolerance {
    let largest = values(array).map(f64::abs).filter(|value| value.is_finite()).fold(1.0, f64::max);
    let units = 4096.0 / exact_limit(array.ty);
    Tolerance { relative: units, absolute: units * largest }
}

/// The elements that were written.
fn values(array: &Array) -> impl Iterator<Item = f64> {
    let unwritten = Array::poisoned(array.ty, Vec::new(), Vec::new(), 64).and_then(|cell| cell.get(&[]));
    array
        .indices()
        .filter_map(|at| array.get(&at))
        .filter(move |value| Some(*value) != unwritten)
        .map(|value| value.as_f64())
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Error(error) => f.write_str(&error.message),
            Evidence::Array { name, difference: Difference::Kind { left, right } } => {
                write!(f, "`{name}` becomes {right} and was {left}")
            }
            Evidence::Array { name, difference: Difference::Elements { index, left, right, .. } } => {
                let index: Vec<String> = index.iter().map(ToString::to_string).collect();
                let place =
                    if index.is_empty() { name.clone() } else { format!("{name}[{}]", index.join(", ")) };
                write!(f, "`{place}` becomes {right} and was {left}")
            }
        }
    }
}

impl Change {
    /// The facts, as notes for a diagnostic.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let lanes = match self.lanes {
            None | Some(LaneOrder::Ascending) => "",
            Some(LaneOrder::Descending) => ", lanes from the last to the first",
            Some(LaneOrder::Random(_)) => ", lanes in random order",
        };
        match self.sizes.as_slice() {
            [] => notes.push(format!("on random small integers{lanes}")),
            _ => notes.push(format!("with {} on random small integers{lanes}", show(&self.sizes))),
        }
        match &self.evidence {
            Evidence::Array { difference: Difference::Elements { differing, of, .. }, .. } => {
                notes.push(format!("{differing} of {of} elements differ"));
            }
            Evidence::Array { .. } => {}
            Evidence::Error(error) => notes.extend(error.notes.iter().cloned()),
        }
        notes
    }
}
