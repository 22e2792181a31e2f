//! Types without a kind.

/// The types of `integer` and `real` without a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defaults {
    /// `i32` unless told otherwise.
    pub integer: ir::Scalar,
    /// `f32` unless told otherwise.
    pub real: ir::Scalar,
}

impl Default for Defaults {
    fn default() -> Self {
        Defaults { integer: ir::Scalar::I32, real: ir::Scalar::F32 }
    }
}
