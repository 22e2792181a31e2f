//! All tests of values, the interpreter, and devices.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;
mod counts;
mod exact;
mod fold;
mod laws;
mod npy;
mod promises;
mod requirements;
mod scheduled;
mod unscheduled;
