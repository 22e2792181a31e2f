//! Claim (reduction order): Where no sum may be reassociated, a reduction takes its inames in their order.
//!
//! The reference names them in that order, the last one runs fastest, and each goes upwards.
//!
//! Integers, truth values, `min` and `max` give one result in any order. Other sums and products are
//! rounded, and so is what a declared operation gives: there each accumulator must take up what one
//! reduction of the reference does, one after the other.

use dependence::required::{Agreeing, lexicographic};
use ir::{Expr, InameTag, Name, Node, typing};
use poly::{Aff, Error};

use super::compare::Comparison;
use crate::actor::Actor;
use crate::place::position::{LevelKind, Parting, step};
use dependence::instance::Instance;

/// An accumulator on the way from a reduction to what it reduces.
#[derive(Clone)]
pub(super) struct Stage<'m, 'k> {
    /// Where the statement stands that updates it.
    pub(super) places: Vec<&'m Actor<'k>>,
    /// Its inames besides those of the accumulator's iteration.
    pub(super) free: Vec<Name>,
}

impl<'k> Comparison<'_, 'k> {
    /// Whether any order of a reduction of the reference gives its result, or is allowed.
    pub(super) fn may_reorder(&self, want: &Expr) -> bool {
        let Node::Reduce { op, .. } = want.node() else { return true };
        let ty = typing::type_of(self.reference(), want).map(typing::Type::scalar);
        self.reference().reassociate || ty.is_ok_and(|ty| op.is_exact_in_any_order(ty))
    }

    /// Whether the accumulators of all summands take up the reductions of the reference in their order.
    pub(super) fn summands_keep_order(
        &self,
        summands: &[Vec<Stage<'_, 'k>>],
        want: &Expr,
    ) -> Result<bool, Error> {
        let levels = nested(want);
        let [stages] = summands else { return Ok(false) };
        if stages.len() != levels.len() {
            return Ok(false);
        }
        for (stage, level) in stages.iter().zip(levels) {
            if !self.stage_keeps_order(stage, level)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether updates of one accumulator come in the order of these inames of the reference. They do so at
    /// each place, and from one place in the tree to the next: the last block of a loop may stand by itself.
    fn stage_keeps_order(&self, stage: &Stage<'_, 'k>, level: &[Name]) -> Result<bool, Error> {
        for (at, update) in stage.places.iter().enumerate() {
            if !self.place_keeps_order(stage, update, level)? {
                return Ok(false);
            }
            for later in stage.places.iter().skip(at + 1) {
                if !follows(stage, update, later, level)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The same of the updates at one place.
    fn place_keeps_order(
        &self,
        stage: &Stage<'_, 'k>,
        update: &Actor<'k>,
        level: &[Name],
    ) -> Result<bool, Error> {
        let over = &update.statement.over;
        let Some(wanted) = wanted_of(update, level) else { return Ok(false) };
        if over.len() != level.len() {
            return Ok(false);
        }
        let loops = update.path.levels.iter().filter_map(|level| match level.what {
            LevelKind::Loop { iname, .. } => Some(iname),
            _ => None,
        });
        let free = free(stage, update);
        let loops: Vec<&Name> = loops.filter(|iname| free.contains(iname)).collect();
        if loops.len() != free.len() || loops.iter().any(|iname| !self.runs_in_turn(iname)) {
            return Ok(false);
        }
        let own: Vec<Aff> = loops.into_iter().map(Aff::dim).collect();
        Ok(own == wanted || !exchanges(update, &free, &own, &wanted)?)
    }

    /// Whether the iterations of a loop come one after the other.
    fn runs_in_turn(&self, iname: &Name) -> bool {
        let tag = self.model.kernel.inames.get(iname).and_then(|iname| iname.tag);
        match tag {
            // A matrix unit takes it only where the kernel allows any order.
            None | Some(InameTag::For | InameTag::Unroll | InameTag::UnrollHint | InameTag::Matrix) => true,
            Some(
                InameTag::Group(_)
                | InameTag::Local(_)
                | InameTag::LocalAuto
                | InameTag::IlpUnroll
                | InameTag::IlpSequential
                | InameTag::Vector,
            ) => false,
        }
    }
}

/// The inames of the reductions of one operation that stand right in each other.
fn nested(want: &Expr) -> Vec<&[Name]> {
    let (mut levels, mut inner) = (Vec::new(), want);
    let Node::Reduce { op: first, .. } = want.node() else { return levels };
    while let Node::Reduce { op, inames, body, .. } = inner.node()
        && (op == first || inames.is_empty())
    {
        if !inames.is_empty() {
            levels.push(inames.as_slice());
        }
        inner = body;
    }
    levels
}

/// The inames that differ between updates of one element of an accumulator: those of which its place in an
/// array tells the value do not.
fn free(stage: &Stage<'_, '_>, update: &Actor<'_>) -> Vec<Name> {
    let target = update.statement.target();
    let is_told = |iname: &&Name| {
        target.is_some_and(|target| target.index().iter().any(|own| own.as_var() == Some(*iname)))
    };
    stage.free.iter().filter(|iname| !is_told(iname)).cloned().collect()
}

/// The values of inames of the reference that an update stands for.
fn wanted_of(update: &Actor<'_>, level: &[Name]) -> Option<Vec<Aff>> {
    let over = &update.statement.over;
    let value = |iname: &Name| over.iter().find(|(own, _)| own == iname).map(|(_, value)| value.clone());
    level.iter().map(value).collect()
}

/// Whether the updates of one accumulator at the first place come before those at the second, in the tree and
/// as wanted, or no accumulator takes up both.
fn follows(
    stage: &Stage<'_, '_>,
    first: &Actor<'_>,
    second: &Actor<'_>,
    level: &[Name],
) -> Result<bool, Error> {
    let (x_at, y_at) = (first.instance("x."), second.instance("y."));
    let (inames, free) = (&first.statement.inames, free(stage, first));
    let shared: Vec<Name> = inames.iter().filter(|iname| !free.contains(iname)).cloned().collect();
    let same = x_at.agree(&y_at, &shared).ok_or(Error::Overflow)?;
    let pairs =
        x_at.points(&first.domain)?.intersect(&y_at.points(&second.domain)?)?.add_constraints(&same)?;
    if pairs.is_empty()? {
        return Ok(true);
    }
    let comes_first = (0..).find_map(|place| match step(&first.path, &second.path, place) {
        Parting::Together => None,
        // Both run in the same iteration of loops over what they share.
        Parting::Loop(iname, _) if shared.contains(iname) => None,
        parting => Some(matches!(parting, Parting::Before(_))),
    });
    let forms = |at: &Instance, update: &Actor<'_>| -> Option<Vec<Aff>> {
        wanted_of(update, level)?.iter().map(|aff| at.aff(aff)).collect()
    };
    let (Some(true), Some((x, y))) = (comes_first, forms(&x_at, first).zip(forms(&y_at, second))) else {
        return Ok(false);
    };
    for back in lexicographic(&y, &x, Agreeing::Excluded).ok_or(Error::Overflow)? {
        if !pairs.add_constraints(&back)?.is_empty()? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether loops run two updates of one accumulator in another order than wanted.
fn exchanges(update: &Actor<'_>, free: &[Name], own: &[Aff], wanted: &[Aff]) -> Result<bool, Error> {
    let (x_at, y_at) = (update.instance("x."), update.instance("y."));
    let forms = |at: &Instance, affs: &[Aff]| {
        let forms = affs.iter().map(|aff| at.aff(aff));
        forms.collect::<Option<Vec<Aff>>>().ok_or(Error::Overflow)
    };
    let (x_own, y_own) = (forms(&x_at, own)?, forms(&y_at, own)?);
    let (x, y) = (forms(&x_at, wanted)?, forms(&y_at, wanted)?);
    let shared: Vec<Name> =
        update.statement.inames.iter().filter(|iname| !free.contains(iname)).cloned().collect();
    let same = x_at.agree(&y_at, &shared).ok_or(Error::Overflow)?;
    let pairs =
        x_at.points(&update.domain)?.intersect(&y_at.points(&update.domain)?)?.add_constraints(&same)?;
    for first in lexicographic(&x, &y, Agreeing::Excluded).ok_or(Error::Overflow)? {
        let first = pairs.add_constraints(&first)?;
        for later in lexicographic(&y_own, &x_own, Agreeing::Excluded).ok_or(Error::Overflow)? {
            if !first.add_constraints(&later)?.is_empty()? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
