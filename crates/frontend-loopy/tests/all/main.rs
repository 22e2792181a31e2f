//! All tests of kernels in Loo.py's language.

#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod examples;
mod files;
mod large;
mod make_kernel;
mod nests;
mod robust;
