//! How operations are meant whose operands have several types.

/// In which types an operation with operands of several types is done, where it is not written out yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Promotion {
    /// All operands are converted to their common type, and real literals to what they meet.
    #[default]
    Common,
    /// As Loo.py's code does it: from the left, two operands at a time, and real literals in the type of what
    /// is assigned.
    Pairwise,
}
