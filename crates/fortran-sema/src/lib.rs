//! What the names and expressions of Fortran mean.
//!
//! The units of a file go through these stages: `leave_out` (what the user wants left out), `settled` (names
//! that mean something else from some statement on), `known` (the units at hand), `scopes` (what names mean
//! in each unit), `derived` (variables of derived types, taken apart), `resolve` (types of expressions and
//! statements, to `hir`).

mod allocations;
pub mod arith;
pub mod constant;
pub mod defaults;
pub mod derived;
mod elementary;
pub mod hir;
pub mod index;
pub mod intrinsic;
pub mod known;
pub mod leave_out;
pub mod resolve;
pub mod scopes;
pub mod settled;
pub mod standard;
pub mod text;
pub mod written;
