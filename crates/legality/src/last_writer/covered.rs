//! Claim (covered): Where some levels of time number the copies and every element that a read wants is surely written in the same iteration of them, no value of another copy is wanted.
//!
//! Times are compared lexicographically. So what comes between such a write and the read agrees with both in
//! these levels, and so does the last writer. Recurrences are the usual case, `c(i) = .. c(i - 1)` behind
//! `c(0) = ..`: several writes together cover what is read.

use ir::{Expr, Name};
use poly::{Aff, Constraint, Error, Set};

use crate::actor::{ActorAccess, Image};
use crate::model::Model;
use crate::rows;
use dependence::any_element::AnyElement;
use dependence::domain::{computed, where_any};
use dependence::instance::{Instance, exactly_same_element};
use dependence::required::substituted;

/// isl steps that one read may take.
const QUOTA: u64 = 1_000_000;

/// Whether a read of private or local memory gets, for sure, what was written in its own copy.
pub(super) fn is_own_value(
    model: &Model<'_>,
    writes: &[ActorAccess<'_, '_>],
    read: ActorAccess<'_, '_>,
) -> Result<bool, Error> {
    let Some(levels) = rows::numbering_levels(model, writes, read) else { return Ok(false) };
    let covered = || -> Result<bool, Error> {
        let Some(reader) = Reader::new(model, read, levels)? else { return Ok(false) };
        reader.is_covered(writes)
    };
    match poly::with_quota(QUOTA, covered) {
        Err(Error::Quota) => Ok(false),
        answer => answer,
    }
}

/// A read, and the levels of time in which each iteration has a copy.
struct Reader<'a> {
    model: &'a Model<'a>,
    variable: &'a Name,
    at: Instance,
    /// With a column for each subscript that data choose.
    any: AnyElement,
    image: Image,
    levels: Vec<Aff>,
}

impl<'a> Reader<'a> {
    fn new(model: &'a Model<'a>, read: ActorAccess<'a, 'a>, levels: usize) -> Result<Option<Self>, Error> {
        let ActorAccess { actor: y, access: read } = read;
        let (kernel, inames) = (model.kernel, &y.statement.inames);
        let any = AnyElement::new(kernel, kernel, &read.variable, inames, &read.index, &read.domain)?;
        let at = Instance::new("y.", any.inames.clone()).restricted_to(&any.domain);
        let Some((image, time)) = performed(model, model.images(y, &at)?) else { return Ok(None) };
        let levels = time.into_iter().take(levels).collect();
        Ok(Some(Reader { model, variable: &read.variable, at, any, image, levels }))
    }

    fn is_covered(&self, writes: &[ActorAccess<'_, '_>]) -> Result<bool, Error> {
        let mut left = self.at.points(&self.any.domain)?;
        // What was written last is most often what is read.
        for write in writes.iter().rev() {
            if let Some(found) = self.covered_by(*write, &left)? {
                left = left.subtract(&found)?;
                if left.is_empty()? {
                    return Ok(true);
                }
            }
        }
        left.is_empty()
    }

    /// The reads among these before which a write surely sets the element, in the same iteration of the
    /// levels.
    fn covered_by(&self, write: ActorAccess<'_, '_>, reads: &Set) -> Result<Option<Set>, Error> {
        let ActorAccess { actor: z, access: stored } = write;
        let model = self.model;
        let is_certain = z.data.is_empty()
            && stored.always
            && computed(model.kernel, &model.instances(z.statement)?.set).is_empty();
        let z_at = z.instance("z.");
        let rank = model.rank(self.variable);
        let element = exactly_same_element(
            model.kernel,
            z_at.element(first(&stored.index, rank)),
            self.at.element(self.index()),
        );
        let (Some(element), true) = (element, is_certain) else { return Ok(None) };
        let Some((image, time)) = performed(model, model.images(z, &z_at)?) else { return Ok(None) };
        let together: Option<Vec<Constraint>> =
            self.levels.iter().zip(&time).map(|(own, other)| Constraint::eq(own, other)).collect();
        let Some(together) = together.filter(|all| all.len() == self.levels.len()) else { return Ok(None) };
        let [before, after] = [&image, &self.image].map(Image::reference_instance);
        let order = model.must_precede(self.variable, before, after)?;
        let pairs = reads.intersect(&z_at.points(&stored.domain)?)?;
        let pairs = pairs.add_constraints(&[element, together].concat())?;
        let Some(found) = where_any(&pairs, &order)? else { return Ok(None) };
        found.project_onto(&self.at.columns()).map(Some)
    }

    /// The subscripts that tell elements apart.
    fn index(&self) -> &[Expr] {
        first(&self.any.index, self.model.rank(self.variable))
    }
}

fn first(index: &[Expr], rank: usize) -> &[Expr] {
    index.split_at(rank.min(index.len())).0
}

/// The one reference instance that is performed, and its time; `None` for what works for several, or has no
/// time.
fn performed(model: &Model<'_>, images: Vec<Image>) -> Option<(Image, Vec<Aff>)> {
    let [image] = <[Image; 1]>::try_from(images).ok()?;
    let statement = model.reference.statements.get(&image.statement)?;
    let values = image.at.iter().cloned().collect();
    let time = substituted(statement.time.as_ref()?, &values)?;
    image.relation.is_none().then_some((image, time))
}
