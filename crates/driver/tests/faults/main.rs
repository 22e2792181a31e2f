//! What goes wrong around the tools: malformed and hostile inputs, full disks, kills, broken drivers,
//! mistakes of the caller. `docs/reliability.md`, section "Faults", has the row that each module covers.
//!
//! ```text
//! cargo test -p lpir-tools --test faults
//! LP_FAULTS=all cargo test -p lpir-tools --test faults  # every word in every place, 1000 kills; minutes
//! ```
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod caller;
mod device;
mod identifiers;
mod launch;
mod nesting;
mod numbers;
mod outputs;
mod pipelines;
mod promises;
mod same;
mod sizes;
mod supply;
mod text;
mod tool;
mod tuning;
mod widths;
mod worker;
