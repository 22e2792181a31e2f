//! Loops whose first and last iteration are constants.

/// The values of an iname from the least to the most, both of which it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct IterationRange {
    pub(super) least: i64,
    pub(super) most: i64,
}

impl IterationRange {
    /// So many values, of which the first is 0.
    pub(super) fn from_zero(count: i64) -> Self {
        IterationRange { least: 0, most: count - 1 }
    }

    /// How many values there are.
    pub(super) fn count(self) -> i64 {
        self.most - self.least + 1
    }
}
