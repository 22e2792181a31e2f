//! All tests of sets of points with integer coordinates.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod core;
mod hazards;
mod properties;
mod text;
mod timings;
