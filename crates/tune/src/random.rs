//! Variants in random order.

use crate::{Space, Variant};
use diag::Diagnostic;
use fastrand::Rng;
use std::collections::BTreeSet;

/// Spaces up to this size are listed and shuffled.
const LISTED: usize = 100_000;

/// How often a large space is asked for a variant that was not drawn before.
const DRAWS: usize = 10_000;

/// Variants in an order that the seed decides, each once; of a large space only as many as draws find.
pub(crate) fn order(space: &Space, seed: u64) -> Result<Vec<Variant>, Diagnostic> {
    let mut rng = Rng::with_seed(seed);
    let mut listed = space.variants().take(LISTED + 1).collect::<Result<Vec<Variant>, Diagnostic>>()?;
    if listed.len() > LISTED {
        return drawn(space, &mut rng);
    }
    rng.shuffle(&mut listed);
    Ok(listed)
}

/// Draws each choice by itself, and keeps what goes together.
fn drawn(space: &Space, rng: &mut Rng) -> Result<Vec<Variant>, Diagnostic> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for _ in 0..DRAWS {
        let choices = space.parameters().iter().map(|parameter| rng.usize(..parameter.values.len().max(1)));
        let variant = Variant(choices.collect());
        if !seen.contains(&variant) && space.permits(&variant)? {
            seen.insert(variant.clone());
            found.push(variant);
        }
    }
    // Where hardly anything goes together, draws find nothing that a list would not.
    if found.is_empty() {
        return space.variants().take(LISTED).collect();
    }
    Ok(found)
}
