//! What the loop tree makes certain at a place in it.

use ir::{Expr, Kernel, Launch, Loop, Node, affine};
use poly::{Aff, Constraint, Error, Set};

/// The values that inames and parameters can have at a place.
#[derive(Debug, Clone)]
pub(super) struct Region {
    set: Set,
    /// Single constraints that hold, to be recognised without a search.
    facts: Vec<Constraint>,
}

/// Which side of an expression a bound is on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoundSide {
    AtLeast,
    AtMost,
}

impl Region {
    /// What holds anywhere.
    pub(super) fn new(kernel: &Kernel) -> Result<Self, Error> {
        let pieces = kernel.assumptions.pieces()?;
        let facts = if let [piece] = pieces.as_slice() { piece.clone() } else { Vec::new() };
        Ok(Region { set: kernel.assumptions.clone(), facts })
    }

    /// What holds in a launch besides.
    pub(super) fn launch(&self, launch: &Launch) -> Result<Self, Error> {
        let mut inner = self.clone();
        for index in &launch.indices {
            let own = Aff::dim(&index.iname);
            inner = inner.bounded(&own, BoundSide::AtLeast, &index.base)?;
            let (sizes, at) = match index.axis {
                ir::HardwareAxis::Group(at) => (&launch.groups, at),
                ir::HardwareAxis::Local(at) => (&launch.work_items, at),
            };
            // Relative to the base, the last index is one less than the size.
            let last = affine::to_aff(&index.base).and_then(|base| own.sub(&base)?.offset(1));
            if let Some((last, size)) = last.zip(sizes.get(usize::from(at))) {
                inner = inner.bounded(&last, BoundSide::AtMost, size)?;
            }
        }
        Ok(inner)
    }

    /// What holds in a loop besides.
    pub(super) fn inside<Body>(&self, repeated: &Loop<Body>) -> Result<Self, Error> {
        let own = Aff::dim(&repeated.iname);
        self.bounded(&own, BoundSide::AtLeast, &repeated.lower)?.bounded(
            &own,
            BoundSide::AtMost,
            &repeated.upper,
        )
    }

    /// What holds where a condition does besides.
    pub(super) fn assuming(&self, condition: &Expr) -> Result<Self, Error> {
        affine::to_constraints(condition)
            .map_or_else(|| Ok(self.clone()), |constraints| self.with_constraints(&constraints))
    }

    fn bounded(&self, aff: &Aff, side: BoundSide, bound: &Expr) -> Result<Self, Error> {
        let mut inner = self.clone();
        if let Some(set) = compared(aff, side, bound, &mut inner.facts)? {
            inner.set = inner.set.intersect(&set)?;
        }
        Ok(inner)
    }

    /// The points of a set that lie in the region; the set itself if there are none.
    pub(super) fn restrict(&self, set: &Set) -> Result<Set, Error> {
        let inside = set.intersect(&self.set)?;
        Ok(if inside.is_empty()? { set.clone() } else { inside })
    }

    /// Whether nothing in the region satisfies the constraint.
    pub(super) fn excludes(&self, constraint: &Constraint) -> Result<bool, Error> {
        self.set.add_constraints(std::slice::from_ref(constraint))?.is_empty()
    }

    /// Whether the points at which a condition holds are all of the region, or none.
    pub(super) fn decides(&self, holds: &Set) -> Result<Option<bool>, Error> {
        if self.set.intersect(holds)?.is_empty()? {
            return Ok(Some(false));
        }
        Ok(self.set.is_subset(holds)?.then_some(true))
    }

    /// What holds where these constraints do besides.
    pub(super) fn with_constraints(&self, constraints: &[Constraint]) -> Result<Self, Error> {
        let facts = [self.facts.as_slice(), constraints].concat();
        Ok(Region { set: self.set.add_constraints(constraints)?, facts })
    }

    /// The alternatives, conjunctions each, under which a point of the region lies in the set; none where no
    /// point does.
    pub(super) fn missing(&self, set: &Set) -> Result<Vec<Vec<Constraint>>, Error> {
        let mut pieces = set.pieces()?;
        let [piece] = pieces.as_mut_slice() else {
            return Ok(self.untipped(set.simplify_in(&self.set)?.pieces()?));
        };
        piece.retain(|constraint| !self.facts.contains(constraint));
        if piece.is_empty() {
            return Ok(pieces);
        }
        Ok(self.untipped(Set::from_constraints(&[], &[], piece)?.simplify_in(&self.set)?.pieces()?))
    }

    /// Conditions of which whole blocks are known, such as that of the last work group, in a form that all of
    /// a block share.
    fn untipped(&self, mut pieces: Vec<Vec<Constraint>>) -> Vec<Vec<Constraint>> {
        for piece in &mut pieces {
            let mut kept = Vec::new();
            for constraint in piece.iter().map(|constraint| self.set.untipped(constraint)) {
                if !kept.contains(&constraint) {
                    kept.push(constraint);
                }
            }
            *piece = kept;
        }
        pieces
    }
}

/// The points where `aff` is at least, or at most, an expression; `None` where nothing is known. Constraints
/// that hold alone are added to `facts`.
fn compared(
    aff: &Aff,
    side: BoundSide,
    bound: &Expr,
    facts: &mut Vec<Constraint>,
) -> Result<Option<Set>, Error> {
    if let Node::Call { function, args } = bound.node()
        && let [a, b] = args.as_slice()
        && (function == "max" || function == "min")
    {
        if (function == "max") == (side == BoundSide::AtLeast) {
            let both = (compared(aff, side, a, facts)?, compared(aff, side, b, facts)?);
            return match both {
                (Some(a), Some(b)) => a.intersect(&b).map(Some),
                (a, b) => Ok(a.or(b)),
            };
        }
        let either = (compared(aff, side, a, &mut Vec::new())?, compared(aff, side, b, &mut Vec::new())?);
        return either.0.zip(either.1).map(|(a, b)| a.union(&b)).transpose();
    }
    let Some(bound) = affine::to_aff(bound) else { return Ok(None) };
    let constraint = match side {
        BoundSide::AtLeast => Constraint::ge(aff, &bound),
        BoundSide::AtMost => Constraint::le(aff, &bound),
    };
    let constraint = constraint.ok_or(Error::Overflow)?;
    facts.push(constraint.clone());
    Set::from_constraints(&[], &[], &[constraint]).map(Some)
}
