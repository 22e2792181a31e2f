//! Intrinsic functions that are written in Fortran.

/// Intrinsic functions that are written in Fortran, and the module that holds them: who names one of them
/// reads it.
pub const INTRINSICS: &str = include_str!("intrinsics.f90");
/// The name of that module.
pub const INTRINSIC_MODULE: &str = "intrinsic_functions";

/// Whether an intrinsic function is one of them.
pub fn is_written(name: &str) -> bool {
    INTRINSICS.lines().any(|line| line.trim_start().strip_prefix("interface ") == Some(name))
}
