//! All tests of kernels and their text.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails by panicking")]

mod docs;
mod exact;
mod matching;
mod roundtrip;
mod text;
mod verify;
