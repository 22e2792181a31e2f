//! Unrolled loops whose number of iterations is no constant.
//!
//! What is left over behind blocks of four is at most three iterations. As many as there may be are written
//! out, each under the condition that there is one.

use ir::{Kernel, Launch, Loop, Name, Step, affine};
use poly::{Aff, Constraint};

/// How many iterations may stand under conditions of their own.
const MOST: i64 = 64;

/// The launch with all unrolled loops written out whose number of iterations is no constant, but has a small
/// bound.
pub(crate) fn with_written_ends(kernel: &Kernel, launch: &Launch) -> Launch {
    Launch { body: steps(kernel, &launch.body), ..launch.clone() }
}

fn steps(kernel: &Kernel, all: &[Step]) -> Vec<Step> {
    all.iter().flat_map(|one| step(kernel, one)).collect()
}

fn step(kernel: &Kernel, one: &Step) -> Vec<Step> {
    match one {
        Step::For(inner) => {
            let inner = Loop { body: steps(kernel, &inner.body), ..inner.clone() };
            iterations(kernel, &inner).unwrap_or_else(|| vec![Step::For(inner)])
        }
        Step::If { condition, then, otherwise } => vec![Step::If {
            condition: condition.clone(),
            then: steps(kernel, then),
            otherwise: steps(kernel, otherwise),
        }],
        Step::Barrier { .. } | Step::Run(_) => vec![one.clone()],
    }
}

/// The iterations of an unrolled loop, each as one that runs once at most; nothing where their number is a
/// constant, or has no bound, and where work items meet.
fn iterations(kernel: &Kernel, inner: &Loop<Step>) -> Option<Vec<Step>> {
    let is_constant = inner.lower.as_int().is_some() && inner.upper.as_int().is_some();
    if !inner.unroll || is_constant || inner.body.iter().any(Step::meets) {
        return None;
    }
    let (lower, upper) = (affine::to_aff(&inner.lower)?, affine::to_aff(&inner.upper)?);
    let length = upper.sub(&lower)?;
    let iteration = |at: i64| {
        let value = affine::from_aff(&lower.offset(at)?);
        let once = Loop { lower: value.clone(), upper: value, unroll: false, ..inner.clone() };
        let runs = Constraint::ge(&length, &Aff::constant(at))?;
        Some(match length.as_constant() {
            Some(length) if at <= length => Step::For(once),
            _ => {
                let condition = affine::from_constraint(&runs);
                Step::If { condition, then: vec![Step::For(once)], otherwise: Vec::new() }
            }
        })
    };
    (0..=most(kernel, inner, &length)?).map(iteration).collect()
}

/// The greatest value of the distance between both ends of a loop, where that is small.
fn most(kernel: &Kernel, inner: &Loop<Step>, length: &Aff) -> Option<i64> {
    let mut loops: Vec<Name> =
        length.names().into_iter().filter(|name| kernel.inames.contains_key(name)).collect();
    loops.push(inner.iname.clone());
    let domain = kernel.domain_of(&loops).ok()?.intersect(&kernel.assumptions).ok()?;
    domain.static_max(length).ok()?.filter(|most| *most < MOST)
}
