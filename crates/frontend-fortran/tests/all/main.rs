//! All tests of programs in Fortran.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod examples;
mod lower;
mod mutations;
mod standard;
