//! Where searches that walk begin.

use super::{Known, Next};
use crate::random;
use crate::{Space, Variant};
use diag::Diagnostic;

/// Variants to begin at, in an order that the seed decides.
#[derive(Debug)]
pub(super) struct Starts {
    listed: Vec<Variant>,
    at: usize,
}

/// What to do at the next one.
#[derive(Debug)]
pub(super) enum Start {
    /// Walk from it: that is its time.
    Walk(Variant, f64),
    /// There is no walk.
    Else(Next),
}

impl Starts {
    pub(super) fn new(space: &Space, seed: u64) -> Result<Self, Diagnostic> {
        Ok(Starts { listed: random::order(space, seed)?, at: 0 })
    }

    /// The same whether its time is known from before or is measured now, so that a resumed search takes
    /// the same way.
    pub(super) fn next(&mut self, known: &dyn Fn(&Variant) -> Known) -> Start {
        while let Some(variant) = self.listed.get(self.at) {
            match known(variant) {
                Known::New => return Start::Else(Next::Try(variant.clone())),
                Known::Time(time) => {
                    self.at += 1;
                    return Start::Walk(variant.clone(), time);
                }
                Known::Busy | Known::Failed => self.at += 1,
            }
        }
        // Some may be left by processes that ended.
        let left = self.listed.iter().find(|variant| known(variant) == Known::New);
        let is_busy = || self.listed.iter().any(|variant| known(variant) == Known::Busy);
        Start::Else(match left {
            Some(variant) => Next::Try(variant.clone()),
            None if is_busy() => Next::Wait,
            None => Next::Done,
        })
    }
}
