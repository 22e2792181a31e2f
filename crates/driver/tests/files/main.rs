//! One test for each input file of `tests/` and each program of `examples/`; snapshots lie in
//! `tests/snapshots/` under the input's path. New ones are accepted by
//! `INSTA_UPDATE=always cargo test -p lpir-tools --test files NAME`.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod cli;
mod complex;
mod example;
mod explain;
mod floats;
mod fortran;
mod legality;
mod lower;
mod parse;
mod plain_c;
mod repro;
mod snapshot;
mod transform;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = Vec::new();
    trials.extend(parse::trials());
    trials.extend(transform::trials());
    trials.extend(lower::trials());
    trials.extend(legality::trials());
    trials.extend(repro::trials());
    trials.extend(example::trials());
    trials.extend(floats::trials());
    trials.extend(complex::trials());
    trials.extend(cli::trials());
    trials.extend(explain::trials());
    let complete = arguments.filter.is_none() && arguments.skip.is_empty() && !arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    if complete
        && !conclusion.has_failed()
        && let Err(unreferenced) = snapshot::all_referenced()
    {
        eprintln!("{unreferenced}");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}
