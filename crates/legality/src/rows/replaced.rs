//! Claim (replaced): A read that comes after a write of its element in its own copy, with nothing from elsewhere in between, needs no other copy.

use ir::{Expr, Name};
use poly::{Aff, Constraint};
use std::collections::BTreeMap;

use super::pair::{InstancePair, is_zero};
use crate::actor::{Actor, ActorAccess};
use crate::linear_form::LinearForm;
use crate::model::Model;
use dependence::domain::computed;

/// Whether a read of private or local memory gets, for sure, what was written in its own copy: some write of
/// the element runs there before each read, and whatever the reference writes between the two is written
/// there too.
///
/// Times of the write and the read agree up to some level, and so does the time of all that comes between,
/// the write itself included: the inames in these levels, and the copies that they number, are the same.
pub(crate) fn always_found(
    model: &Model<'_>,
    writes: &[ActorAccess<'_, '_>],
    read: ActorAccess<'_, '_>,
) -> bool {
    let found = Found { model, read };
    // Whether all writes that agree in so many levels fill the copy that is read.
    let mut are_own: BTreeMap<usize, bool> = BTreeMap::new();
    writes.iter().any(|write| {
        let shared = found.shared_levels(*write);
        shared.is_some_and(|levels| {
            let all = || writes.iter().all(|other| found.is_own(*other, levels));
            *are_own.entry(levels).or_insert_with(all)
        })
    })
}

/// The fewest levels of a read's time in which writes of its element agree with it only where they fill
/// the copy that is read.
pub(crate) fn numbering_levels(
    model: &Model<'_>,
    writes: &[ActorAccess<'_, '_>],
    read: ActorAccess<'_, '_>,
) -> Option<usize> {
    let found = Found { model, read };
    let time = read.actor.shape.time.as_ref()?;
    let ends_in_loop = |levels: &usize| {
        let last = levels.checked_sub(1).and_then(|last| time.get(last));
        last.is_none_or(|last| last.as_constant().is_none())
    };
    let mut levels = (0..=time.len()).filter(ends_in_loop);
    levels.find(|levels| writes.iter().all(|write| found.is_own(*write, *levels)))
}

/// A read.
struct Found<'a> {
    model: &'a Model<'a>,
    read: ActorAccess<'a, 'a>,
}

impl Found<'_> {
    /// In how many levels of time a write agrees with the read, if it runs before it and fills its element.
    fn shared_levels(&self, write: ActorAccess<'_, '_>) -> Option<usize> {
        let ActorAccess { actor: z, access: stored } = write;
        let y = self.read.actor;
        let kernel = self.model.kernel;
        let unconditional = z.data.is_empty()
            && stored.always
            && computed(kernel, &self.model.instances(z.statement).ok()?.set).is_empty();
        if !unconditional {
            return None;
        }
        let values = self.values(write)?;
        if !self.is_inside(write, &values)? {
            return None;
        }
        let (before, after) = (z.shape.time.as_ref()?, y.shape.time.as_ref()?);
        for (level, (a, b)) in before.iter().zip(after).enumerate() {
            match b.minus(&a.with_values(&values)?)?.as_constant()? {
                0 => {}
                later => return (later > 0).then_some(level),
            }
        }
        None
    }

    fn is_one_launch(&self, other: &Actor<'_>) -> bool {
        let y = self.read.actor;
        let same = y.path.launch.zip(other.path.launch).is_some_and(|(a, b)| std::ptr::eq(a, b));
        same && y.shape.one_launch && other.shape.one_launch
    }

    /// The values of a writer's inames, in terms of the reader's, at which it fills the element that is read.
    fn values(&self, write: ActorAccess<'_, '_>) -> Option<Vec<LinearForm>> {
        let ActorAccess { actor: z, access: stored } = write;
        let ActorAccess { actor: y, access: read } = self.read;
        let shared =
            |iname: &Name| y.statement.inames.iter().position(|own| own == iname).map(LinearForm::iname);
        let mut values: Vec<Option<LinearForm>> = z.statement.inames.iter().map(shared).collect();
        let lines = |actor: &Actor<'_>, index: &[Expr]| {
            let lines = LinearForm::subscripts(self.model.kernel, &actor.statement.inames, &[], index);
            lines.into_iter().collect::<Option<Vec<LinearForm>>>()
        };
        let (filled, wanted) = (lines(z, &stored.index)?, lines(y, &read.index)?);
        for (line, value) in filled.iter().zip(&wanted) {
            // One iname alone that the reader does not have.
            if let ([(iname, 1)], []) = (line.inames.as_slice(), line.args.as_slice())
                && let Some(entry) = values.get_mut(*iname).filter(|entry| entry.is_none())
            {
                *entry = Some(value.minus(&LinearForm::constant(line.constant))?);
            }
        }
        let values = values.into_iter().collect::<Option<Vec<LinearForm>>>()?;
        let mut elements = filled.iter().zip(&wanted);
        let same = elements.all(|(line, value)| {
            line.with_values(&values).and_then(|line| value.minus(&line)).and_then(|line| line.as_constant())
                == Some(0)
        });
        (same && filled.len() == wanted.len()).then_some(values)
    }

    /// Whether the writer has an instance with these values wherever the read has one.
    fn is_inside(&self, write: ActorAccess<'_, '_>, values: &[LinearForm]) -> Option<bool> {
        let ActorAccess { actor: z, access: stored } = write;
        let ActorAccess { actor: y, access: read } = self.read;
        let kernel = self.model.kernel;
        let by: Option<BTreeMap<Name, Aff>> = z
            .statement
            .inames
            .iter()
            .zip(values)
            .map(|(iname, value)| Some((iname.clone(), value.aff(kernel, &y.statement.inames)?)))
            .collect();
        let by = by?;
        let all = stored.domain.conjunction()?.iter();
        let mut all =
            all.map(|Constraint { kind, aff }| Some(Constraint { kind: *kind, aff: aff.substitute(&by)? }));
        Some(all.all(|constraint| constraint.is_some_and(|constraint| read.domain.implies(&constraint))))
    }

    /// Whether a write of the same element that agrees with the read in some levels of time fills the copy
    /// that is read.
    fn is_own(&self, write: ActorAccess<'_, '_>, levels: usize) -> bool {
        let ActorAccess { actor: x, access: stored } = write;
        let ActorAccess { actor: y, access: read } = self.read;
        let (Some(first), Some(second)) = (&x.shape.time, &y.shape.time) else { return false };
        // With fewer levels it comes before the first write, or after the read.
        if first.len() <= levels {
            return true;
        }
        let kernel = self.model.kernel;
        let pair = InstancePair { actors: [x, y], arguments: &self.model.arguments };
        let mut equal = pair.anything();
        for (a, b) in first.iter().zip(second).take(levels) {
            let Some(row) = pair.row(a, b) else { return false };
            equal.add(row);
        }
        let lines = |actor: &Actor<'_>, index: &[Expr]| {
            LinearForm::subscripts(kernel, &actor.statement.inames, &[], index)
        };
        let (stored, wanted) = (lines(x, &stored.index), lines(y, &read.index));
        let rank = self.model.rank(&read.variable);
        let elements = |list: &[Option<LinearForm>]| list.iter().take(rank).cloned().collect::<Vec<_>>();
        pair.add_equal(&mut equal, &elements(&stored), &elements(&wanted));
        let mut copies = stored.iter().zip(&wanted).skip(rank);
        let same_copies = copies.all(|(a, b)| {
            let both = a.as_ref().zip(b.as_ref());
            is_zero(both.and_then(|(a, b)| pair.row(a, b)), &equal)
        });
        let one = self.is_one_launch(x) && pair.is_one_copy(self.model.space(&read.variable), &equal);
        equal.is_impossible() || (same_copies && one)
    }
}
