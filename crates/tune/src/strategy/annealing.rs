//! Simulated annealing: goes to slower neighbours too, at first often, later hardly ever.

use super::starts::{Start, Starts};
use super::{Known, Next, Strategy};
use crate::{Space, Variant};
use diag::Diagnostic;
use fastrand::Rng;

/// By which share a neighbour may be slower at first, to be taken in one of e cases.
const HOT: f64 = 0.5;

/// What remains of that share after each step.
const COOLING: f64 = 0.98;

/// Where the share is that small, the search begins anew.
const COLD: f64 = 0.01;

/// Walks from neighbour to neighbour.
#[derive(Debug)]
pub struct Annealing<'a> {
    space: &'a Space,
    starts: Starts,
    rng: Rng,
    heat: f64,
    /// Where it stands, how long that takes, and where it wants to go.
    place: Option<(Variant, f64, Option<Variant>)>,
}

impl<'a> Annealing<'a> {
    /// Begins at variants in an order that the seed decides.
    ///
    /// # Errors
    /// Where a constraint of the space cannot be computed.
    pub fn new(space: &'a Space, seed: u64) -> Result<Self, Diagnostic> {
        let starts = Starts::new(space, seed)?;
        Ok(Annealing { space, starts, rng: Rng::with_seed(seed), heat: HOT, place: None })
    }

    /// The neighbour to measure next; nothing once it is cold.
    fn walk(&mut self, known: &dyn Fn(&Variant) -> Known) -> Result<Option<Variant>, Diagnostic> {
        while let Some((here, time, wanted)) = self.place.take() {
            if self.heat < COLD {
                return Ok(None);
            }
            let near = match wanted {
                Some(wanted) => wanted,
                None => {
                    let near = self.space.neighbours(&here)?;
                    let Some(wanted) = self.rng.choice(near) else { return Ok(None) };
                    wanted
                }
            };
            if known(&near) == Known::New {
                self.place = Some((here, time, Some(near.clone())));
                return Ok(Some(near));
            }
            self.heat *= COOLING;
            let chance = self.rng.f64();
            self.place = Some(match known(&near) {
                Known::Time(other) if chance < ((1.0 - other / time) / self.heat).exp() => {
                    (near, other, None)
                }
                _ => (here, time, None),
            });
        }
        Ok(None)
    }
}

impl Strategy for Annealing<'_> {
    fn next(&mut self, known: &dyn Fn(&Variant) -> Known) -> Result<Next, Diagnostic> {
        loop {
            if let Some(variant) = self.walk(known)? {
                return Ok(Next::Try(variant));
            }
            match self.starts.next(known) {
                Start::Walk(start, time) => {
                    self.heat = HOT;
                    self.place = Some((start, time, None));
                }
                Start::Else(next) => return Ok(next),
            }
        }
    }
}
