//! The final gate: does a scheduled kernel compute what its reference computes?
//!
//! The contract is that each read gets the value of the same writing instance as in the reference. It is judged on the
//! finished loop tree, tags and barriers included, and independently of the passes that made it:
//!
//! 0. `interface`: arguments, types and storage are those of the reference.
//! 1. `coverage`: every reference instance is performed exactly once, by what writes the same cell.
//! 2. `implemented`: the loops and conditions of the tree run each statement exactly on its domain, and
//!    `divergence`: the work items of a group meet at each barrier.
//! 3. `order`: instances that touch the same cell, one to write it, come in the reference's order, for sure, whatever
//!    the interleaving of work items and groups.
//!    A temporary of an unordered reference belongs to one trip of its loops at a time (`trips`).
//! 4. `flow`: memory of which every work item or group has its own copy still passes values from the same writer.
//! 5. `buffer`: a value that was moved into a buffer is there when it is used, and is still the same.
//!
//! 6. `value`: each expression has the value of the reference's, with what was moved put in its place.
//!
//! A kernel whose reference leaves conflicting instances without an order is refused as `ambiguous`.
//!
//! Whatever cannot be decided is an error: nothing is accepted on "unknown". Subscripts that are not quasi-affine may
//! be any; conditions on data and bounds that the kernel computes count as true for accesses, and as false for writes
//! that a value depends on. The questions are those of Feautrier's dataflow analysis (1991), asked of isl as whether a
//! set is empty.

mod buffers;
mod coverage;
mod instances;
mod interface;
mod last_writer;
mod meaning;
mod model;
mod must_run;
mod place;
mod rows;
mod tree;
mod update;
mod value;
mod witness;

pub use meaning::ambiguous::check_source;

use diag::{Diagnostic, Severity};
use ir::Kernel;
use model::Model;

/// isl steps that one check may take.
const QUOTA: u64 = 5_000_000;

/// What is wrong with a scheduled kernel; no error if it provably computes what its reference does. What a step
/// that the user vouched for left unproved is a warning.
pub fn check(kernel: &Kernel) -> Vec<Diagnostic> {
    let result = poly::with_quota(QUOTA, || findings(kernel));
    let mut found = result.unwrap_or_else(|error| vec![undecided(&error)]);
    for finding in found.iter_mut().filter(|finding| is_trusted(kernel, finding)) {
        finding.severity = Severity::Warning;
    }
    found
}

/// What a finding is about: its code, and the variable or statement that its message names first, as in `order a`. `None`
/// where it is about the kernel as a whole.
pub fn subject(finding: &Diagnostic) -> Option<String> {
    let name = finding.message.split('`').nth(1)?;
    Some(format!("{} {name}", finding.code.strip_prefix("lp::legality::")?))
}

/// Whether the user vouched for this.
fn is_trusted(kernel: &Kernel, finding: &Diagnostic) -> bool {
    subject(finding).is_some_and(|subject| kernel.trusted.iter().any(|step| step.unproved.contains(&subject)))
}

fn findings(kernel: &Kernel) -> Result<Vec<Diagnostic>, poly::Error> {
    let (mut found, trips) = meaning::ambiguous::find(kernel.reference.as_deref().unwrap_or(kernel), kernel)?;
    let model = Model::new(kernel, trips)?;
    found.extend(interface::check(&model)?);
    found.extend(coverage::check(&model)?);
    found.extend(tree::implemented::check(&model)?);
    found.extend(tree::divergence::check(&model));
    if found.iter().all(|finding| is_trusted(kernel, finding)) {
        found.extend(last_writer::check(&model)?);
        found.extend(value::check(&model)?);
    }
    Ok(found)
}

/// A question about a kernel that got no answer.
fn undecided(error: &poly::Error) -> Diagnostic {
    let what = match error {
        poly::Error::Quota => "within the allowed effort".to_owned(),
        other => format!("({other})"),
    };
    Diagnostic::error(
        "lp::legality::undecided",
        format!("it could not be decided {what} whether the result is kept"),
    )
    .help("simplify domains or subscripts, or fix parameters with `fix_parameters`")
}
