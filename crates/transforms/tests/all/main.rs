//! All tests of transforms, lowering and the checker on kernels made by hand and at random.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;
mod eval;
mod examples;
mod execute;
mod generated;
mod instances;
mod legality;
mod legality_model;
mod legality_random;
mod lower;
mod manager;
mod pipeline;
mod pipelines;
mod rules;
mod scans;
