//! `lpopt lsp` as an editor sees it: a client speaks to the tool over its standard input and output.
//!
//! ```text
//! cargo test -p lpir-tools --test lsp
//! LP_EDITS=100000 LP_SEED=1 cargo test -p lpir-tools --test lsp -- edits    # random edits; minutes
//! ```
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod client;
mod diagnostics;
mod edits;
mod features;
mod grammars;
mod protocol;
