//! Judges transforms by what kernels compute: runs a kernel before and after on the interpreter, on the same
//! inputs, and compares all results.
//!
//! Floating-point numbers are elements of GF(2^61 - 1), where sums and products are exact in every order, so
//! that results agree where the same terms were added and multiplied, and hardly ever elsewhere. Where a
//! kernel asks for what the field has no value for, such as the integer nearest to a number, inputs are small
//! integers instead, whose sums are exact as long as they are small; beyond, only what exceeds rounding
//! counts.

pub mod blame;
mod covering;
mod evidence;
pub mod failing;
mod provenance;
mod run;
mod sizes;
mod widths;

pub use evidence::{Change, Evidence};
pub use sizes::{Sizes, choose, factors, show};

use diag::Diagnostic;
use ir::{InameTag, Kernel, Name, Promise, Provenance, Requirement, Scalar, Statement};
use pass::Refusal;
use poly::Set;
use run::{Expected, evidence};
use runtime::Floats;
use std::collections::BTreeMap;
use widths::Widths;

/// What a comparison found.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// All results agree, in that many runs.
    Same(usize),
    /// The other kernel computes something else, or nothing.
    Changed(Box<Change>),
    /// The kernels cannot be run: why.
    Unknown(Vec<Diagnostic>),
}

/// Whether declared dependencies leave open when the statements of a kernel without a loop tree run: those
/// that fetch, and those that do a part of a reduction in loops that run at once, each iteration of which has
/// accumulators of its own. Nor does a text whose loops are torn say it.
pub fn is_open(kernel: &Kernel) -> bool {
    let tag = |iname: &Name| kernel.inames.get(iname).and_then(|iname| iname.tag);
    let is_parallel = |iname: &Name| tag(iname).is_some_and(InameTag::is_parallel);
    let at_once = |statement: &Statement| statement.inames.iter().any(is_parallel);
    let is_open = |statement: &Statement| match statement.provenance {
        Some(Provenance::Fetch(_)) => true,
        Some(Provenance::Part(_)) => at_once(statement),
        Some(Provenance::Performs(_)) | None => false,
    };
    kernel.schedule.is_none() && (kernel.statements.values().any(is_open) || runtime::is_torn(kernel))
}

/// A run at these sizes, on numbers of all digits, that shows operations in another type than the original's.
pub fn width_change(original: &Kernel, kernel: &Kernel, sizes: &Sizes) -> Option<Change> {
    sizes::is_small(original, sizes)
        .then(|| Widths::measure(original, sizes).lost(original, kernel))
        .flatten()
}

/// A kernel that others are compared with; it keeps its results.
#[derive(Debug)]
pub struct Judge {
    original: Kernel,
    factors: Vec<i64>,
    /// The original with the types that the last kernel gave it.
    typed: Kernel,
    floats: Floats,
    expected: BTreeMap<Sizes, Expected>,
    /// Runs that tell in which types operations are done.
    widths: Option<Widths>,
}

impl Judge {
    /// A judge with this kernel as the truth. Sizes lie round the factors.
    pub fn new(original: Kernel, factors: Vec<i64>) -> Self {
        Judge {
            typed: original.clone(),
            original,
            factors,
            floats: Floats::Field,
            expected: BTreeMap::new(),
            widths: None,
        }
    }

    /// A judge of another program, at sizes round the same factors.
    #[must_use]
    pub fn of_another(&self, original: Kernel) -> Self {
        Judge::new(original, self.factors.clone())
    }

    /// What kernels run on, for messages.
    pub fn numbers(&self) -> &'static str {
        evidence::numbers(self.floats)
    }

    /// Compares a kernel between two steps with the original.
    ///
    /// Where the kernel is [open](is_open), the loop tree that lowering finds decides.
    pub fn judge(&mut self, kernel: &Kernel) -> Verdict {
        let verdict = self.compare(kernel);
        if !matches!(verdict, Verdict::Changed(_)) || !is_open(kernel) {
            return verdict;
        }
        match transforms::lower::lower(kernel) {
            Ok(lowered) => self.compare(&lowered),
            Err(errors) => Verdict::Unknown(errors),
        }
    }

    /// Compares a kernel with the original; along its loop tree, with work items in several orders, where it
    /// has one.
    pub fn compare(&mut self, kernel: &Kernel) -> Verdict {
        let kernel = match typed(kernel) {
            Ok(kernel) => kernel,
            Err(errors) => return Verdict::Unknown(errors),
        };
        if let Err(errors) = self.take_types(&kernel) {
            return Verdict::Unknown(errors);
        }
        let assumed = match self.typed.assumptions.intersect(&kernel.assumptions) {
            Ok(assumed) => assumed,
            Err(error) => return Verdict::Unknown(vec![undecided(&error)]),
        };
        self.run(&kernel, &assumed)
    }

    fn run(&mut self, kernel: &Kernel, assumed: &Set) -> Verdict {
        let (mut runs, mut last) = (0, None);
        let sizes = sizes::choose(&self.typed, assumed, &self.factors);
        for sizes in &sizes {
            match self.expected_at(sizes) {
                Expected::Ran(known) => match evidence(kernel, &known, self.floats) {
                    Ok(true) => {
                        runs += 1;
                        last = Some(sizes);
                    }
                    Ok(false) => {}
                    Err(found) if evidence::has_no_exact_value(&found.1) => {
                        return self.rounded(kernel, assumed);
                    }
                    Err((work_items, evidence)) => {
                        let change = Change {
                            sizes: sizes.clone(),
                            work_items,
                            numbers: self.numbers(),
                            floats: self.floats,
                            evidence: *evidence,
                            provenance: None,
                        };
                        return Verdict::Changed(Box::new(self.explained(kernel, change)));
                    }
                },
                Expected::Inexact => return self.rounded(kernel, assumed),
                Expected::Skipped | Expected::Failed(_) => {}
            }
        }
        let typed = &self.typed;
        let lost = last.and_then(|sizes| {
            let widths = self.widths.get_or_insert_with(|| Widths::measure(typed, sizes));
            widths.lost(typed, kernel)
        });
        lost.map_or(Verdict::Same(runs), |change| Verdict::Changed(Box::new(change)))
    }

    /// Starts again with numbers as their types have them.
    fn rounded(&mut self, kernel: &Kernel, assumed: &Set) -> Verdict {
        self.floats = Floats::Rounded;
        self.expected.clear();
        self.run(kernel, assumed)
    }

    /// The change as a reader understands it best: in numbers rather than elements of a field where these
    /// show it too, and with the access at which things went wrong.
    fn explained(&self, kernel: &Kernel, change: Change) -> Change {
        let plain =
            match run::original(&self.typed, &change.sizes, Floats::Rounded, run::numbers(Floats::Rounded)) {
                Expected::Ran(known) if change.floats == Floats::Field => {
                    evidence(kernel, &known, Floats::Rounded).err()
                }
                _ => None,
            };
        let mut change = match plain {
            Some((work_items, evidence)) => Change {
                work_items,
                evidence: *evidence,
                numbers: evidence::numbers(Floats::Rounded),
                floats: Floats::Rounded,
                ..change
            },
            None => change,
        };
        change.provenance = provenance::explain(&self.typed, kernel, &change);
        change
    }

    /// Where the original itself has no defined result: the first such sizes, and why. Of sizes below zero
    /// few sources think, so those count only as far as it has a result there.
    pub fn trouble(&self) -> Option<(&Sizes, &[Diagnostic])> {
        let meant = |sizes: &Sizes| sizes.iter().all(|(_, value)| *value >= 0);
        self.expected.iter().find_map(|(sizes, expected)| match expected {
            Expected::Failed(errors) if meant(sizes) => Some((sizes, errors.as_slice())),
            _ => None,
        })
    }

    /// Takes over types that were not known before, and promises and requirements, which inputs must keep
    /// from then on.
    fn take_types(&mut self, kernel: &Kernel) -> Result<(), Vec<Diagnostic>> {
        let mut original = self.original.clone();
        for (name, arg) in &mut original.args {
            arg.ty = arg.ty.or_else(|| kernel.args.get(name).and_then(|arg| arg.ty));
        }
        for (name, temp) in &mut original.temps {
            temp.ty = temp.ty.or_else(|| kernel.temps.get(name).and_then(|temp| temp.ty));
        }
        let new = |promise: &&Promise| !self.original.promises.contains(promise);
        original.promises.extend(kernel.promises.iter().filter(new).cloned());
        let new = |other: &&Requirement| !self.original.requires.iter().any(|own| own.says(other));
        original.requires.extend(kernel.requires.iter().filter(new).cloned());
        let original = typed(&original)?;
        if original != self.typed {
            self.typed = original;
            self.expected.clear();
            self.widths = None;
        }
        Ok(())
    }

    /// What the original does at these sizes.
    fn expected_at(&mut self, sizes: &Sizes) -> Expected {
        if let Some(known) = self.expected.get(sizes) {
            return known.clone();
        }
        let expected = run::original(&self.typed, sizes, self.floats, run::numbers(self.floats));
        self.expected.insert(sizes.clone(), expected.clone());
        expected
    }
}

/// The kernel with every type known.
fn typed(kernel: &Kernel) -> Result<Kernel, Vec<Diagnostic>> {
    match kernel.schedule {
        Some(_) => Ok(kernel.clone()),
        None => transforms::lower::infer_types(kernel, Some(Scalar::F64)).map_err(|Refusal(errors)| errors),
    }
}

fn undecided(error: &poly::Error) -> Diagnostic {
    Diagnostic::error("lp::verify::sizes", format!("no sizes can be found: {error}"))
}

#[cfg(test)]
mod tests;
