//! Random tests. By default they run for some seconds from a fixed seed; `./run fuzz` runs them for long.
//!
//! ```text
//! LP_FUZZ_SECONDS=600 LP_FUZZ_SEED=7 cargo test -p lpir-tools --test fuzz
//! LP_FUZZ_ONLY=sets LP_FUZZ_CASES=10000000 cargo test -p lpir-tools --test fuzz   # one target, so many
//! LP_FUZZ_CASE=pairs:123 cargo test -p lpir-tools --test fuzz                     # one case in full
//! ```
//!
//! Cases run in child processes, so that a crash of isl, an exhausted stack or an endless loop is a failure
//! like any other: it is reported with its seed, and the run goes on behind it. What was found once lies in
//! `tests/corpus/TARGET/` and is tried first.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
#![allow(
    clippy::incompatible_msrv,
    reason = "the harness runs on the toolchain of CI, which is newer than what the tools themselves need"
)]

mod case;
mod child;
mod corpus;
mod damage;
mod device;
mod fortran;
mod kernel;
mod moves;
mod pairs;
mod passes;
mod planted;
mod random;
mod readers;
mod steps;
mod summary;
mod supervise;
mod tally;
mod target;
mod text;

use std::process::ExitCode;
use std::time::Duration;
use supervise::Plan;
use target::Share;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.iter().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    if let Some(code) = device::child(&arguments) {
        return code;
    }
    if let Ok(job) = std::env::var("LP_FUZZ_CHILD") {
        child::serve(&job);
        return ExitCode::SUCCESS;
    }
    if let Ok(case) = std::env::var("LP_FUZZ_CASE") {
        return child::one(&case);
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let only = std::env::var("LP_FUZZ_ONLY").ok();
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only.split(',').any(|word| word == name));
    let seconds = number("LP_FUZZ_SECONDS");
    let cases = number("LP_FUZZ_CASES");
    let seed = number("LP_FUZZ_SEED").unwrap_or(1);
    let targets: Vec<Share> = target::SHARES.iter().copied().filter(|(name, ..)| wanted(name)).collect();
    if targets.is_empty() {
        let names: Vec<&str> = target::SHARES.iter().map(|(name, ..)| *name).collect();
        println!("LP_FUZZ_ONLY names none of {}", names.join(", "));
        return ExitCode::FAILURE;
    }
    let shares: u64 = targets.iter().map(|(_, share, _)| share).sum::<u64>().max(1);
    let mut failures = 0;
    for (target, share, silence) in targets {
        let milliseconds = match (seconds, cases) {
            (None, Some(_)) => u64::MAX,
            (seconds, _) => seconds.unwrap_or(20) * 1000 * share / shares,
        };
        let (cases, silence) = (cases.unwrap_or(u64::MAX), Duration::from_secs(silence));
        failures += supervise::run(&Plan { target, seed, milliseconds, cases, silence });
    }
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
