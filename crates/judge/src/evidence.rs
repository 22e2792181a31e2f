//! What shows that two kernels do not compute the same.

use crate::{Sizes, show};
use diag::{Code, Diagnostic};
use ir::{IndexMap, Name, Scalar};
use runtime::{Array, Bindings, Difference, Floats, Tolerance, WorkItemOrder, compare};
use std::fmt;

/// One run that shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// At these sizes.
    pub sizes: Sizes,
    /// With work items in this order, for a scheduled kernel.
    pub work_items: Option<WorkItemOrder>,
    /// On these numbers.
    pub numbers: &'static str,
    /// Computed in this way.
    pub floats: Floats,
    /// What is seen.
    pub evidence: Evidence,
    /// The access at which the kernels part ways, in terms of instances.
    pub provenance: Option<String>,
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
    /// An element is written by one kernel only.
    Written {
        /// The array.
        name: String,
        /// The element's subscripts.
        index: Vec<usize>,
        /// Whether the original is the one.
        before: bool,
    },
    /// The other kernel does something that has no defined result.
    Error(Box<Diagnostic>),
}

/// A run of the original.
#[derive(Debug)]
pub(crate) struct Known {
    /// The arguments before.
    pub(crate) before: Bindings,
    /// And after.
    pub(crate) after: Bindings,
    /// Which elements were written of arrays that are only written.
    pub(crate) written: IndexMap<Name, Array>,
    /// Steps of the interpreter that the other kernel may take.
    pub(crate) fuel: u64,
}

/// Whether an error of the interpreter says nothing about the kernel: too much work, no inputs, or no
/// formula.
pub(crate) fn tells_nothing(code: Code) -> bool {
    matches!(
        code,
        "lp::run::fuel"
            | "lp::run::too-large"
            | "lp::run::untyped"
            | "lp::run::size"
            | "lp::run::value"
            | "lp::run::missing"
            | "lp::run::no-formula"
            | "lp::run::extent"
            | "lp::run::argument-limit"
            | "lp::run::assumption"
            | "lp::run::requirement"
            | "lp::run::cycle"
            | "lp::run::text-order"
    )
}

/// The code of the error where the field has no value.
pub(crate) const INEXACT: Code = "lp::run::no-exact-value";

/// Whether a kernel must be run on other numbers.
pub(crate) fn has_no_exact_value(evidence: &Evidence) -> bool {
    matches!(evidence, Evidence::Error(error) if error.code == INEXACT)
}

/// What kernels are run on.
pub(crate) fn numbers(floats: Floats) -> &'static str {
    match floats {
        Floats::Field => "random elements of GF(2^61 - 1)",
        Floats::Rounded | Floats::OtherExtremes => "random small integers",
    }
}

/// The first array that differs.
pub(crate) fn difference(
    known: &Known,
    found: &Bindings,
    written: &IndexMap<Name, Array>,
) -> Option<Evidence> {
    presence(&known.written, written).or_else(|| values_differ(&known.after, found))
}

/// The first element that only one kernel writes.
fn presence(before: &IndexMap<Name, Array>, after: &IndexMap<Name, Array>) -> Option<Evidence> {
    before.iter().find_map(|(name, left)| {
        let difference = compare(left, after.get(name)?, Tolerance::EXACT)?;
        let Difference::Elements { index, left, .. } = difference else { return None };
        Some(Evidence::Written { name: name.to_string(), index, before: left.as_int() == Some(1) })
    })
}

fn values_differ(expected: &Bindings, found: &Bindings) -> Option<Evidence> {
    expected.arrays().find_map(|(name, left)| {
        let right = found.array(name)?;
        let difference = compare(left, right, Tolerance::EXACT)?;
        let real = exact(left) || compare(left, right, rounding(left)).is_some();
        real.then(|| Evidence::Array { name: name.to_string(), difference })
    })
}

/// The largest number up to which all integers of a floating-point type are exact.
fn exact_limit(ty: Scalar) -> f64 {
    1.0 / if ty.part() == Scalar::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON }
}

/// Whether an array holds only numbers that no order of summation rounds.
fn exact(array: &Array) -> bool {
    let limit = exact_limit(array.ty);
    !array.ty.is_inexact() || values(array).all(|value| value.fract() == 0.0 && value.abs() < limit)
}

/// What rounding may do in a sum of numbers as large as the largest here.
fn rounding(array: &Array) -> Tolerance {
    let units = 4096.0 / exact_limit(array.ty);
    Tolerance { relative: units, absolute: units * largest(array).max(1.0) }
}

/// The largest finite element that was written.
pub(crate) fn largest(array: &Array) -> f64 {
    values(array).map(f64::abs).filter(|value| value.is_finite()).fold(f64::MIN_POSITIVE, f64::max)
}

/// The elements that were written, complex ones as two numbers.
fn values(array: &Array) -> impl Iterator<Item = f64> {
    let unwritten =
        Array::poisoned(array.ty, Vec::new(), Vec::new(), 64).and_then(|element| element.get(&[]));
    array
        .indices()
        .filter_map(|at| array.get(&at))
        .filter(move |value| Some(*value) != unwritten)
        .flat_map(runtime::Value::parts)
}

/// An element as a kernel writes it.
pub(crate) fn place(name: &str, index: &[usize]) -> String {
    let index: Vec<String> = index.iter().map(ToString::to_string).collect();
    if index.is_empty() { name.to_owned() } else { format!("{name}[{}]", index.join(", ")) }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Error(error) => f.write_str(&error.message),
            Evidence::Array { name, difference: Difference::Kind { left, right } } => {
                write!(f, "`{name}` becomes {right} and was {left}")
            }
            Evidence::Array { name, difference: Difference::Elements { index, left, right, .. } } => {
                write!(f, "`{}` becomes {right} and was {left}", place(name, index))
            }
            Evidence::Written { name, index, before: true } => {
                write!(f, "`{}` is not written any more", place(name, index))
            }
            Evidence::Written { name, index, before: false } => {
                write!(f, "`{}` is written and was not", place(name, index))
            }
        }
    }
}

impl Change {
    /// The facts, as notes for a diagnostic.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let work_items = match self.work_items {
            None | Some(WorkItemOrder::Ascending) => "",
            Some(WorkItemOrder::Descending) => ", work items from the last to the first",
            Some(WorkItemOrder::Random(_)) => ", work items in random order",
        };
        match self.sizes.as_slice() {
            [] => notes.push(format!("on {}{work_items}", self.numbers)),
            _ => notes.push(format!("with {} on {}{work_items}", show(&self.sizes), self.numbers)),
        }
        match &self.evidence {
            Evidence::Array { difference: Difference::Elements { differing, of, .. }, .. } => {
                notes.push(format!("{differing} of {of} elements differ"));
            }
            Evidence::Array { .. } | Evidence::Written { .. } => {}
            Evidence::Error(error) => notes.extend(error.notes.iter().cloned()),
        }
        notes.extend(self.provenance.iter().cloned());
        notes
    }
}
