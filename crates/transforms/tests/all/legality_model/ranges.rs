//! What the loops of a tree run over, which is not always what the domains say.

use super::Random;
use std::ops::Range;

/// The ranges of both loops.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ranges {
    /// The first iteration of each domain.
    pub(crate) low: [i64; 2],
    /// How far from there the tree begins.
    shift: [i64; 2],
    /// How many iterations the tree has more than the domain.
    pub(crate) extra: [i64; 2],
    /// Whether the tree asks before each statement whether the iteration is one of its domain.
    pub(crate) guarded: bool,
}

impl Ranges {
    /// Mostly those of the domains; a third of the trees differ by one iteration at an end.
    pub(crate) fn random(random: &mut Random) -> Self {
        let low = [0, 1].map(|_| random.one_of(&[0, 0, 1, 2]));
        let differs = random.below(3) == 0;
        let of = |random: &mut Random, choices: &[i64]| if differs { random.one_of(choices) } else { 0 };
        let shift = [0, 1].map(|_| of(random, &[0, 0, 0, 1, -1]));
        let extra = [0, 1].map(|_| of(random, &[0, 0, 1, 1, 2, -1]));
        Ranges { low, shift, extra, guarded: differs && random.below(2) == 0 }
    }

    /// The ranges of the domains.
    pub(crate) fn domains(self) -> Self {
        Ranges { shift: [0; 2], extra: [0; 2], guarded: false, ..self }
    }

    pub(crate) fn are_of_domains(&self) -> bool {
        self.shift == [0; 2] && self.extra == [0; 2]
    }

    /// The first iteration of the tree.
    pub(crate) fn base(&self, which: usize) -> i64 {
        self.low[which] + self.shift[which]
    }

    /// The iterations of the tree.
    pub(crate) fn iterations(&self, which: usize, size: i64) -> Range<i64> {
        let base = self.base(which);
        base..base + size + self.extra[which]
    }

    /// Whether the guards let an iteration pass.
    pub(crate) fn passes(&self, which: usize, iteration: i64, size: i64) -> bool {
        !self.guarded || (self.low[which]..self.low[which] + size).contains(&iteration)
    }
}
