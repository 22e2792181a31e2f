//! Random tests. By default they run for some seconds from a fixed seed; for long runs:
//!
//! ```text
//! LP_FUZZ_SECONDS=600 LP_FUZZ_SEED=7 cargo test -p driver --test fuzz
//! LP_FUZZ_CASE=transforms:123 cargo test -p driver --test fuzz      # one case again, in full
//! ```
//!
//! Cases run in child processes, so that a crash of isl, an exhausted stack or an endless loop is a failure like any
//! other: it is reported with its seed, and the run goes on behind it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
// The harness runs on the toolchain of CI, which is newer than what the tools themselves need.
#![allow(clippy::incompatible_msrv)]

mod child;
mod kernel;
mod random;
mod steps;
mod supervise;
mod text;
mod transforms;

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    if let Ok(job) = std::env::var("LP_FUZZ_CHILD") {
        child::serve(&job);
        return ExitCode::SUCCESS;
    }
    if let Ok(case) = std::env::var("LP_FUZZ_CASE") {
        return child::one(&case);
    }
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let seconds = number("LP_FUZZ_SECONDS", 20);
    let seed = number("LP_FUZZ_SEED", 1);
    let only = std::env::var("LP_FUZZ_ONLY").ok();
    let kinds: Vec<&str> = ["transforms", "text"]
        .into_iter()
        .filter(|kind| only.as_deref().is_none_or(|only| only == *kind))
        .collect();
    let share = seconds / kinds.len().max(1) as u64;
    let failures: usize = kinds.iter().map(|kind| supervise::run(kind, seed, share)).sum();
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
