//! Claim (prove): Integers that are to be equal are so at each instance, and accumulators get each point of a reduction once.

use ir::Name;
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;

use super::No;
use super::compare::Comparison;
use super::solve::System;

/// Two integers that must be the same at all instances of a place.
pub(crate) struct Equal {
    pub(crate) own: Aff,
    /// It may mention columns of reductions, whose values are not known yet.
    pub(crate) want: Aff,
    pub(crate) place: Set,
}

/// An accumulator gets each point of a reduction once.
pub(crate) struct Cover {
    /// Instances that read the accumulator.
    pub(crate) outer: Set,
    /// The same with columns of the updates.
    pub(crate) own: Set,
    /// The reference's, with columns of the reduction.
    pub(crate) want: Set,
    /// The columns of the reduction, with the names of their inames.
    pub(crate) reduced: Vec<(Name, Name)>,
    /// The columns of the updates.
    pub(crate) updates: Vec<(Name, Name)>,
    pub(crate) what: String,
}

impl Comparison<'_, '_> {
    /// Answers all questions.
    pub(crate) fn prove(&self) -> Result<(), No> {
        let values = self.values()?;
        for Equal { own, want, place } in &self.equal {
            let want = want.substitute(&values).ok_or(Error::Overflow)?;
            if *own != want && differ(place, own, &want)? {
                let [own, want] = [own, &want].map(ir::affine::from_aff);
                return Err(No::differ(&own, &want));
            }
        }
        self.covers.iter().try_for_each(|cover| cover.prove(&values))
    }

    /// The inames of the reference's reductions in terms of the updates' columns.
    fn values(&self) -> Result<BTreeMap<Name, Aff>, No> {
        let unknown: Vec<Name> = self
            .covers
            .iter()
            .flat_map(|cover| cover.reduced.iter().map(|(column, _)| column.clone()))
            .collect();
        if unknown.is_empty() {
            return Ok(BTreeMap::new());
        }
        let equations = self.equal.iter().map(|equal| (equal.want.clone(), equal.own.clone())).collect();
        let bounds = self.covers.iter().map(|cover| &cover.want).collect();
        let mut values = System::new(unknown, equations, bounds).solve()?;
        for cover in &self.covers {
            for (column, iname) in &cover.reduced {
                if !values.contains_key(column) {
                    let value = cover.guess(iname)?.ok_or_else(|| {
                        No::because(format!("{}: which loop is `{iname}` is not known", cover.what))
                    })?;
                    values.insert(column.clone(), value);
                }
            }
        }
        Ok(values)
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
    /// What a loop may be that the value does not tell: the one of that name, or what the bounds of the updates limit
    /// together, as those of a loop that was split do. A wrong guess does not cover the reduction.
    fn guess(&self, iname: &Name) -> Result<Option<Aff>, Error> {
        if let Some((own, _)) = self.updates.iter().find(|(_, other)| other == iname) {
            return Ok(Some(Aff::dim(own)));
        }
        for constraint in self.own.pieces()?.iter().flatten() {
            let mut form = Aff::constant(0);
            for (own, _) in &self.updates {
                form = form
                    .add_scaled(&Aff::dim(own), constraint.aff.coefficient(own))
                    .ok_or(Error::Overflow)?;
            }
            if form.terms().len() == self.updates.len() {
                let ascends = form.terms().first().is_some_and(|(_, factor)| *factor > 0);
                return if ascends { Ok(Some(form)) } else { form.neg().ok_or(Error::Overflow).map(Some) };
            }
        }
        Ok(None)
    }

    fn prove(&self, values: &BTreeMap<Name, Aff>) -> Result<(), No> {
        let columns: Vec<Name> = self.reduced.iter().map(|(column, _)| column.clone()).collect();
        let equal = |column: &Name| {
            let value = values.get(column).ok_or(Error::Overflow)?;
            Constraint::eq(&Aff::dim(column), value).ok_or(Error::Overflow)
        };
        let around =
            self.want.dims().iter().filter(|dim| values.contains_key(*dim) && !columns.contains(dim));
        let around = around.map(equal).collect::<Result<Vec<_>, _>>()?;
        let all: Vec<Name> = self.outer.dims().iter().chain(&columns).cloned().collect();
        let want = self.outer.intersect(&self.want)?.add_constraints(&around)?.project_onto(&all)?;
        let own = columns.iter().map(equal).collect::<Result<Vec<_>, _>>()?;
        let own = self.own.add_dims(&columns)?.add_constraints(&own)?.project_onto(&all)?;
        let wrong = |how: &str| No::because(format!("{} {how} the reduction has", self.what));
        if !want.is_subset(&own)? {
            return Err(wrong("does not get all values that"));
        }
        if !own.is_subset(&want)? {
            return Err(wrong("gets other values than"));
        }
        if self.repeats(values)? { Err(wrong("gets values more often than")) } else { Ok(()) }
    }

    /// Whether two updates of one instance stand for the same point.
    fn repeats(&self, values: &BTreeMap<Name, Aff>) -> Result<bool, Error> {
        let told = |own: &Name| {
            self.reduced
                .iter()
                .any(|(column, _)| values.get(column).is_some_and(|value| *value == Aff::dim(own)))
        };
        let free: Vec<&Name> = self.updates.iter().map(|(own, _)| own).filter(|own| !told(own)).collect();
        if free.is_empty() {
            return Ok(false);
        }
        let again = |own: &Name| Name::from(format!("again.{own}"));
        let names: Vec<(Name, Name)> =
            self.updates.iter().map(|(own, _)| (own.clone(), again(own))).collect();
        let others: BTreeMap<Name, Aff> =
            names.iter().map(|(own, again)| (own.clone(), Aff::dim(again))).collect();
        let mut same = Vec::new();
        for (column, _) in &self.reduced {
            let value = values.get(column).ok_or(Error::Overflow)?;
            let other = value.substitute(&others).ok_or(Error::Overflow)?;
            same.push(Constraint::eq(value, &other).ok_or(Error::Overflow)?);
        }
        let both = self.own.intersect(&self.own.rename(&names)?)?.add_constraints(&same)?;
        for own in free {
            let less = Constraint::lt(&Aff::dim(own), &Aff::dim(&again(own))).ok_or(Error::Overflow)?;
            if !both.add_constraints(&[less])?.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
