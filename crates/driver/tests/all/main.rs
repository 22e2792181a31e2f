//! Tests of the tools as a whole.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod derivatives;
mod faults;
mod large;
mod lsp;
mod project;
mod references;
