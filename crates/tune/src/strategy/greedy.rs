//! Climbs down from a variant to faster neighbours, and begins anew elsewhere where there is none.

use super::starts::{Start, Starts};
use super::{Known, Next, Strategy};
use crate::{Space, Variant};
use diag::Diagnostic;
use fastrand::Rng;

/// Goes to the first neighbour that is faster.
#[derive(Debug)]
pub struct Greedy<'a> {
    space: &'a Space,
    starts: Starts,
    rng: Rng,
    /// Where it stands, how long that takes, and the neighbours that it looks at.
    place: Option<(Variant, f64, Vec<Variant>)>,
}

impl<'a> Greedy<'a> {
    /// Begins at variants in an order that the seed decides.
    ///
    /// # Errors
    /// Where a constraint of the space cannot be computed.
    pub fn new(space: &'a Space, seed: u64) -> Result<Self, Diagnostic> {
        let starts = Starts::new(space, seed)?;
        Ok(Greedy { space, starts, rng: Rng::with_seed(seed), place: None })
    }

    fn stand(&mut self, variant: Variant, time: f64) -> Result<(), Diagnostic> {
        let mut near = self.space.neighbours(&variant)?;
        self.rng.shuffle(&mut near);
        self.place = Some((variant, time, near));
        Ok(())
    }

    /// What to try beside the place, or nothing where all neighbours are known, and no one is faster.
    fn next_neighbour(&mut self, known: &dyn Fn(&Variant) -> Known) -> Result<Option<Variant>, Diagnostic> {
        while let Some((_, time, near)) = &self.place {
            let mut faster = None;
            for variant in near {
                match known(variant) {
                    Known::New => return Ok(Some(variant.clone())),
                    Known::Time(other) if other < *time => {
                        faster = Some((variant.clone(), other));
                        break;
                    }
                    // What another process measures is left to it.
                    Known::Time(_) | Known::Busy | Known::Failed => {}
                }
            }
            match faster {
                Some((variant, time)) => self.stand(variant, time)?,
                None => self.place = None,
            }
        }
        Ok(None)
    }
}

impl Strategy for Greedy<'_> {
    fn next(&mut self, known: &dyn Fn(&Variant) -> Known) -> Result<Next, Diagnostic> {
        loop {
            if let Some(variant) = self.next_neighbour(known)? {
                return Ok(Next::Try(variant));
            }
            match self.starts.next(known) {
                Start::Walk(start, time) => self.stand(start, time)?,
                Start::Else(next) => return Ok(next),
            }
        }
    }
}
