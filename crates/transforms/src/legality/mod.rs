//! The final gate: does a scheduled kernel compute what its reference computes?
//!
//! The contract is that each read gets the value of the same writing instance as in the reference. It is judged on the
//! finished loop tree, tags and barriers included, and independently of the passes that made it:
//!
//! 1. [`coverage`]: every reference instance is performed exactly once.
//! 2. [`implemented`]: the loops and conditions of the tree run each statement exactly on its domain.
//! 3. [`order`]: instances that touch the same cell of shared memory, one to write it, come in the reference's order,
//!    for sure, whatever the interleaving of lanes and groups.
//! 4. [`flow`]: memory of which every lane or group has its own copy still passes values from the same writer.
//! 5. [`buffer`]: a value that was moved into a buffer is there when it is used, and is still the same.
//!
//! Whatever cannot be decided is an error: nothing is accepted on "unknown". Subscripts that are not quasi-affine may
//! be any; bounds that the kernel computes are dropped, which only adds instances. The study behind this is
//! Feautrier's dataflow analysis (1991) turned into emptiness questions, asked of isl.

mod buffer;
mod coverage;
mod flow;
mod hardware;
mod implemented;
mod instance;
mod order;
mod position;
mod required;
mod witness;

use diag::Diagnostic;
use instance::Model;
use ir::Kernel;

/// isl steps that one check may take.
const QUOTA: u64 = 5_000_000;

/// What is wrong with a scheduled kernel; nothing if it provably computes what its reference does.
pub fn check(kernel: &Kernel) -> Vec<Diagnostic> {
    let result = poly::with_quota(QUOTA, || {
        let model = Model::new(kernel)?;
        let mut found = coverage::check(&model)?;
        found.extend(implemented::check(&model)?);
        if found.is_empty() {
            found.extend(order::check(&model)?);
            found.extend(flow::check(&model)?);
            found.extend(buffer::check(&model)?);
        }
        Ok(found)
    });
    result.unwrap_or_else(|error| vec![undecided(&error)])
}

fn undecided(error: &poly::Error) -> Diagnostic {
    let what = match error {
        poly::Error::Quota => "within the allowed effort".to_owned(),
        other => format!("({other})"),
    };
    Diagnostic::error("lp::legality::undecided", format!("it could not be decided {what} whether the result is kept"))
        .help("simplify domains or subscripts, or fix parameters with `fix_parameters`")
}
