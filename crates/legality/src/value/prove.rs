//! Claim (prove): Integers that are to be equal are so at each instance, and accumulators get each point of a reduction once.

use ir::Name;
use poly::{Aff, Constraint, Error, Set};

use super::Mismatch;
use super::compare::Comparison;
use dependence::instance::Instance;

/// Two integers that must be the same at all instances of a place.
pub(crate) struct Equal {
    pub(crate) own: Aff,
    pub(crate) want: Aff,
    pub(crate) place: Set,
}

/// An accumulator gets each point of a reduction once.
pub(crate) struct Cover {
    /// Instances that read the accumulator.
    pub(crate) outer: Set,
    /// The same with columns of the reference's reduction.
    pub(crate) want: Option<Set>,
    /// What gets into the accumulator, by the statements that update it.
    pub(crate) parts: Vec<Part>,
    pub(crate) what: String,
}

/// What one statement adds.
pub(crate) struct Part {
    /// Instances that read the accumulator, with columns of the updates.
    pub(crate) own: Set,
    /// The columns of the reduction, in terms of those of the updates.
    pub(crate) values: Vec<(Name, Aff)>,
    /// The columns of the updates.
    pub(crate) updates: Vec<Name>,
}

impl Comparison<'_, '_> {
    /// Answers all questions.
    pub(crate) fn prove(&self) -> Result<(), Mismatch> {
        for Equal { own, want, place } in &self.equal {
            if differ(place, own, want)? {
                let [own, want] = [own, want].map(ir::affine::from_aff);
                return Err(Mismatch::differ(&own, &want));
            }
        }
        self.covers.iter().try_for_each(Cover::prove)
    }
}

/// Whether two forms differ somewhere.
fn differ(place: &Set, a: &Aff, b: &Aff) -> Result<bool, Error> {
    for constraint in [Constraint::lt(a, b), Constraint::gt(a, b)] {
        if !place.add_constraints(&[constraint.ok_or(Error::Overflow)?])?.is_empty()? {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Cover {
    fn prove(&self) -> Result<(), Mismatch> {
        let (Some(want), Some(first)) = (&self.want, self.parts.first()) else {
            return Err(Mismatch::because(format!("nothing updates {}", self.what)));
        };
        let columns: Vec<Name> = first.values.iter().map(|(column, _)| column.clone()).collect();
        let all: Vec<Name> = self.outer.dims().iter().chain(&columns).cloned().collect();
        let want = want.project_onto(&all)?;
        let wrong = |how: &str| Mismatch::because(format!("{} {how} the reduction has", self.what));
        let again = || wrong("gets values more often than");
        let mut own: Option<Set> = None;
        for part in &self.parts {
            let points = part.points(&columns, &all)?;
            own = Some(match own {
                None => points,
                Some(others) if !others.intersect(&points)?.is_empty()? => return Err(again()),
                Some(others) => others.union(&points)?,
            });
        }
        let own = own.unwrap_or_else(|| self.outer.clone());
        if !want.is_subset(&own)? {
            return Err(wrong("does not get all values that"));
        }
        if !own.is_subset(&want)? {
            return Err(wrong("gets other values than"));
        }
        for part in &self.parts {
            if part.repeats()? {
                return Err(again());
            }
        }
        Ok(())
    }
}

impl Part {
    /// The points of the reduction that it adds.
    fn points(&self, columns: &[Name], all: &[Name]) -> Result<Set, Error> {
        let equal =
            |(column, value): &(Name, Aff)| Constraint::eq(&Aff::dim(column), value).ok_or(Error::Overflow);
        let equal = self.values.iter().map(equal).collect::<Result<Vec<_>, _>>()?;
        self.own.add_dims(columns)?.add_constraints(&equal)?.project_onto(all)
    }

    /// Whether two updates of one instance stand for the same point.
    fn repeats(&self) -> Result<bool, Error> {
        let told = |own: &Name| self.values.iter().any(|(_, value)| *value == Aff::dim(own));
        let free: Vec<&Name> = self.updates.iter().filter(|own| !told(own)).collect();
        if free.is_empty() {
            return Ok(false);
        }
        let again = Instance::new("again.", self.updates.clone());
        let mut same = Vec::new();
        for (_, value) in &self.values {
            let other = again.aff(value).ok_or(Error::Overflow)?;
            same.push(Constraint::eq(value, &other).ok_or(Error::Overflow)?);
        }
        let both = self.own.intersect(&again.points(&self.own)?)?.add_constraints(&same)?;
        for own in free {
            let less =
                Constraint::lt(&Aff::dim(own), &Aff::dim(&again.column(own))).ok_or(Error::Overflow)?;
            if !both.add_constraints(&[less])?.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
