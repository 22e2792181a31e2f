//! How large tiles are: a table of what was found to be good on GPUs.

/// Along one side of the tile of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    /// Results of a work group.
    pub(super) block: i64,
    /// Results of a work item.
    pub(super) item: i64,
    /// How many of these are neighbours, which are loaded together.
    pub(super) run: i64,
}

impl Side {
    /// Work items.
    pub(super) fn items(self) -> i64 {
        self.block / self.item
    }

    /// How far apart the runs of a work item lie.
    pub(super) fn distance(self) -> i64 {
        self.items() * self.run
    }
}

/// The tile of a work group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tile {
    /// Along the loop on whose neighbours memory is contiguous.
    pub(super) along: Side,
    /// Along the other loop.
    pub(super) across: Side,
    /// Iterations of the summed loop for which slices are fetched at once.
    pub(super) depth: i64,
}

impl Tile {
    /// The tile for operands of so many bytes. The slices of both, twice, take at most 48 KB of local memory.
    /// The results of a work item take at most 64 registers of four bytes, or 128 for those of eight.
    pub(super) fn for_bytes(bytes: u32) -> Self {
        let side = |block, item, run| Side { block, item, run };
        match bytes {
            ..=4 => Tile { along: side(128, 8, 4), across: side(128, 8, 4), depth: 16 },
            5..=8 => Tile { along: side(128, 8, 2), across: side(64, 8, 2), depth: 8 },
            _ => Tile { along: side(64, 4, 2), across: side(64, 4, 2), depth: 8 },
        }
    }
}
