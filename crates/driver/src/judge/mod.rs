//! Judges transforms by what kernels compute: runs a kernel before and after on the interpreter, on the same inputs, and
//! compares all results.
//!
//! Inputs are small integers, for which sums and products are exact, so results of different orders still agree to
//! the last bit. Where numbers grow so large that rounding begins, only what exceeds rounding counts.

mod evidence;
mod sizes;

pub use evidence::{Change, Evidence};
pub use sizes::{Sizes, choose, factors, show};

use diag::Diagnostic;
use evidence::difference;
use ir::{Kernel, Role, Scalar, Statement};
use poly::Set;
use runtime::{Bindings, Inputs, LaneOrder, Numbers, Options};
use std::collections::BTreeMap;
use transforms::Refusal;

/// Runs of one comparison.
const RUNS: usize = 8;
/// Sizes that are tried for them.
const ATTEMPTS: usize = 24;
/// Steps of the interpreter that the original may take.
const FUEL: u64 = 200_000;
/// How many times as many the other kernel may take: it tests conditions and fills buffers.
const OVERHEAD: u64 = 50;

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

/// A kernel that others are compared with; it keeps its results.
#[derive(Debug)]
pub struct Judge {
    original: Kernel,
    factors: Vec<i64>,
    /// The original with the types that the last kernel gave it.
    typed: Kernel,
    expected: BTreeMap<Sizes, Expected>,
}

/// What the original does at some sizes.
#[derive(Debug, Clone)]
enum Expected {
    Ran {
        before: Bindings,
        after: Bindings,
    },
    /// It takes too long, or its arguments cannot be made.
    Skipped,
    /// It has no defined result.
    Failed(Vec<Diagnostic>),
}

impl Judge {
    /// A judge with this kernel as the truth. Sizes lie round the factors.
    pub fn new(original: Kernel, factors: Vec<i64>) -> Self {
        Judge { typed: original.clone(), original, factors, expected: BTreeMap::new() }
    }

    /// Compares a kernel between two steps with the original.
    ///
    /// Where values are fetched, declared dependencies leave open when: the loop tree that lowering finds then decides.
    pub fn judge(&mut self, kernel: &Kernel) -> Verdict {
        let is_fetch = |statement: &Statement| matches!(statement.role, Some(Role::Fetch(_)));
        let verdict = self.compare(kernel);
        if !matches!(verdict, Verdict::Changed(_)) || !kernel.statements.values().any(is_fetch) {
            return verdict;
        }
        match transforms::lower::lower(kernel) {
            Ok(lowered) => self.compare(&lowered),
            Err(errors) => Verdict::Unknown(errors),
        }
    }

    /// Compares a kernel with the original; along its loop tree, with lanes in several orders, where it has one.
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
        let mut runs = 0;
        for sizes in sizes::choose(&self.typed, assumed, &self.factors).into_iter().take(ATTEMPTS) {
            if let Expected::Ran { before, after } = self.expected(&sizes) {
                match evidence(kernel, &before, &after) {
                    Ok(true) => runs += 1,
                    Ok(false) => {}
                    Err((lanes, evidence)) => {
                        return Verdict::Changed(Box::new(Change { sizes, lanes, evidence }));
                    }
                }
            }
            if runs >= RUNS {
                break;
            }
        }
        Verdict::Same(runs)
    }

    /// Where the original itself has no defined result: the first such sizes, and why.
    pub fn trouble(&self) -> Option<(&Sizes, &[Diagnostic])> {
        self.expected.iter().find_map(|(sizes, expected)| match expected {
            Expected::Failed(errors) => Some((sizes, errors.as_slice())),
            _ => None,
        })
    }

    /// Takes over types that were not known before.
    fn take_types(&mut self, kernel: &Kernel) -> Result<(), Vec<Diagnostic>> {
        let mut original = self.original.clone();
        for (name, arg) in &mut original.args {
            arg.ty = arg.ty.or_else(|| kernel.args.get(name).and_then(|arg| arg.ty));
        }
        for (name, temp) in &mut original.temps {
            temp.ty = temp.ty.or_else(|| kernel.temps.get(name).and_then(|temp| temp.ty));
        }
        let original = typed(&original)?;
        if original != self.typed {
            self.typed = original;
            self.expected.clear();
        }
        Ok(())
    }

    fn expected(&mut self, sizes: &Sizes) -> Expected {
        if let Some(known) = self.expected.get(sizes) {
            return known.clone();
        }
        let expected = original(&self.typed, sizes);
        self.expected.insert(sizes.clone(), expected.clone());
        expected
    }
}

/// Runs the original.
fn original(kernel: &Kernel, sizes: &Sizes) -> Expected {
    let sets = sizes.iter().map(|(name, value)| (name.to_string(), sizes::text(kernel, name, *value)));
    let inputs =
        Inputs { sets: sets.collect(), seed: 1, numbers: Numbers::SmallIntegers, ..Inputs::default() };
    let Ok(before) = Bindings::new(kernel, &inputs) else { return Expected::Skipped };
    if runtime::check_assumptions(kernel, &before).is_err() {
        return Expected::Skipped;
    }
    let mut after = before.clone();
    match runtime::interpret(kernel, &mut after, &Options { fuel: FUEL, ..Options::default() }) {
        Ok(_) => Expected::Ran { before, after },
        Err(errors) if errors.iter().all(|error| evidence::tells_nothing(error.code)) => Expected::Skipped,
        Err(errors) => Expected::Failed(errors),
    }
}

/// Runs the other kernel on the same inputs: whether it could be run, or what shows that it does something else.
fn evidence(
    kernel: &Kernel,
    before: &Bindings,
    after: &Bindings,
) -> Result<bool, (Option<LaneOrder>, Evidence)> {
    let orders: &[LaneOrder] = match kernel.schedule {
        Some(_) => &[LaneOrder::Ascending, LaneOrder::Descending, LaneOrder::Random(1)],
        None => &[LaneOrder::Ascending],
    };
    for lanes in orders {
        let shown = kernel.schedule.is_some().then_some(*lanes);
        let mut found = match before.rebind(kernel) {
            Ok(bindings) => bindings,
            Err(errors) => return failed(errors).map_err(|evidence| (shown, evidence)),
        };
        let options = Options { fuel: FUEL * OVERHEAD, lanes: *lanes, ..Options::default() };
        if let Err(errors) = runtime::interpret(kernel, &mut found, &options) {
            return failed(errors).map_err(|evidence| (shown, evidence));
        }
        if let Some(evidence) = difference(after, &found) {
            return Err((shown, evidence));
        }
    }
    Ok(true)
}

fn failed(errors: Vec<Diagnostic>) -> Result<bool, Evidence> {
    match errors.into_iter().find(|error| !evidence::tells_nothing(error.code)) {
        Some(error) => Err(Evidence::Error(Box::new(error))),
        None => Ok(false),
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
