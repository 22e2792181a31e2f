//! What goes wrong around the tools: malformed and hostile inputs, full disks, kills, broken drivers,
//! mistakes of the caller. `docs/reliability.md`, section "Faults", has the row that each module covers.
//!
//! ```text
//! cargo test -p lpir-tools --test all -- faults::
//! LP_FAULTS=all cargo test -p lpir-tools --test all -- faults::   # every word, 1000 kills; minutes
//! ```

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
