//! Tests of the packages in Python.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails by panicking")]

mod generated;
mod package;
