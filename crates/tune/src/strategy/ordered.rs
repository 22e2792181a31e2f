//! Variants one after the other, in an order that is known in advance.

use super::{Known, Next, Strategy};
use crate::random;
use crate::{Space, Variant};
use diag::Diagnostic;
use std::fmt;

type Source<'a> = Box<dyn Iterator<Item = Result<Variant, Diagnostic>> + 'a>;

/// Tries variants in a given order.
pub struct Ordered<'a> {
    source: Source<'a>,
    /// Those that were handed out or that others measure, and had not ended when they were last looked at.
    open: Vec<Variant>,
}

impl fmt::Debug for Ordered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ordered").field("open", &self.open).finish_non_exhaustive()
    }
}

impl<'a> Ordered<'a> {
    fn new(source: Source<'a>) -> Self {
        Ordered { source, open: Vec::new() }
    }

    /// All variants, the last parameter changing fastest.
    pub fn exhaustive(space: &'a Space) -> Self {
        Ordered::new(Box::new(space.variants()))
    }

    /// These variants.
    pub fn listed(variants: Vec<Variant>) -> Self {
        Ordered::new(Box::new(variants.into_iter().map(Ok)))
    }

    /// Variants in an order that the seed decides.
    ///
    /// # Errors
    /// Where a constraint of the space cannot be computed.
    pub fn random(space: &Space, seed: u64) -> Result<Self, Diagnostic> {
        Ok(Ordered::listed(random::order(space, seed)?))
    }
}

impl Strategy for Ordered<'_> {
    fn next(&mut self, known: &dyn Fn(&Variant) -> Known) -> Result<Next, Diagnostic> {
        self.open.retain(|variant| matches!(known(variant), Known::New | Known::Busy));
        // One that was claimed by a process that ended is new again.
        if let Some(free) = self.open.iter().find(|variant| known(variant) == Known::New) {
            return Ok(Next::Try(free.clone()));
        }
        for variant in self.source.by_ref() {
            let variant = variant?;
            match known(&variant) {
                Known::New => {
                    self.open.push(variant.clone());
                    return Ok(Next::Try(variant));
                }
                Known::Busy => self.open.push(variant),
                Known::Failed | Known::Time(_) => {}
            }
        }
        Ok(if self.open.is_empty() { Next::Done } else { Next::Wait })
    }
}
