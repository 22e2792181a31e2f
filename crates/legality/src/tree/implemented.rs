//! Claim (implemented): Each statement runs at each point of its domain, once in each copy of what it writes.

use diag::Diagnostic;
use ir::{AddressSpace, Expr, Kernel, Name, Statement};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::actor::Actor;
use crate::model::Model;
use crate::place::hardware::has_copies;
use crate::reached::{Foreign, Reached, reached};
use crate::witness::example;
use dependence::access::reads_memory;
use dependence::condition::are_equivalent;
use dependence::domain::any_of;
use dependence::piecewise::MAX_LISTED;

/// Statements that run too often, too rarely or not at all.
pub(crate) fn check(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    let mut places: BTreeMap<&Name, Vec<&Actor<'_>>> = BTreeMap::new();
    for actor in model.actors.iter().filter(|actor| actor.runs) {
        places.entry(actor.id).or_default().push(actor);
    }
    let mut found = Vec::new();
    let mut right: BTreeMap<Vec<usize>, Vec<Placed<'_>>> = BTreeMap::new();
    for (id, statement) in
        model.kernel.statements.iter().filter(|(_, statement)| statement.target().is_some())
    {
        let own = places.get(id).map(Vec::as_slice).unwrap_or_default();
        let placed = match own {
            [place] => Some((place.path.body(), Placed::new(model, statement))),
            _ => None,
        };
        if let Some((body, placed)) = &placed
            && right.get(body).is_some_and(|right| right.contains(placed))
        {
            continue;
        }
        let wrong = check_statement(model, statement, own)?;
        if wrong.is_none()
            && let Some((body, placed)) = placed
        {
            right.entry(body).or_default().push(placed);
        }
        if let Some(wrong) = wrong {
            let message = format!("the loop tree does not run `{id}` as its domain says: {}", wrong.what);
            let error = Diagnostic::error("lp::legality::implemented", message).about([id]);
            let error = error.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`"));
            found.push(wrong.notes.into_iter().fold(error, Diagnostic::note));
        }
    }
    Ok(found)
}

/// A statement at its only place, by what its instances in a body depend on: those of one body often have the
/// same.
#[derive(PartialEq)]
struct Placed<'k> {
    inames: &'k [Name],
    predicates: &'k [Expr],
    space: Option<AddressSpace>,
}

impl<'k> Placed<'k> {
    fn new(model: &Model<'_>, statement: &'k Statement) -> Self {
        let space = statement.target().map(|target| model.space(target.name()));
        let (inames, predicates) = (&statement.inames, &statement.predicates);
        Placed { inames, predicates, space }
    }
}

/// How a tree and a domain differ.
struct Wrong {
    what: String,
    notes: Vec<String>,
}

impl Wrong {
    fn new(what: impl Into<String>) -> Self {
        Wrong { what: what.into(), notes: Vec::new() }
    }

    /// A point of a set that should be empty.
    fn with_point(what: &str, set: &Set) -> Result<Option<Self>, Error> {
        let point = set.sample()?;
        Ok(point
            .map(|point| Wrong { what: what.to_owned(), notes: example("at", &point).into_iter().collect() }))
    }
}

fn check_statement(
    model: &Model<'_>,
    statement: &Statement,
    places: &[&Actor<'_>],
) -> Result<Option<Wrong>, Error> {
    // What all places run together must be the domain, and no two of them may run one instance.
    let kernel = model.kernel;
    let whole = model.instances(statement)?;
    let mut wanted = whole.set.clone();
    let mut done: Option<(Set, Vec<Name>)> = None;
    for place in places {
        let reached = match &place.here {
            Some(reached) => Rc::clone(reached),
            None => Rc::new(reached(kernel, &place.path, statement)?),
        };
        if let Some(wrong) = misplaced(kernel, &reached, &whole.data) {
            return Ok(Some(wrong));
        }
        let here = reached.set.intersect(&kernel.assumptions)?;
        let columns: Vec<Name> = reached.foreign.iter().map(|foreign| foreign.column.clone()).collect();
        done = Some(match done {
            None => {
                wanted = along_axes(model, statement, &reached, &wanted)?;
                (here, columns)
            }
            Some((_, others)) if others != columns => {
                return Ok(Some(Wrong::new("it runs in launches of different shape")));
            }
            Some((others, _)) => {
                let twice = Wrong::with_point("it runs twice", &here.intersect(&others)?)?;
                if twice.is_some() {
                    return Ok(twice);
                }
                (others.union(&here)?, columns)
            }
        });
    }
    let done = done.map_or_else(|| Set::empty(&[], &statement.inames), |(done, _)| Ok(done))?;
    if wanted.is_equal(&done)? {
        return Ok(None);
    }
    let missing = Wrong::with_point("an instance does not run", &wanted.subtract(&done)?)?;
    if missing.is_some() {
        Ok(missing)
    } else {
        Wrong::with_point("it runs outside", &done.subtract(&wanted)?)
    }
}

/// Loops and conditions that are not the statement's, or lack.
fn misplaced(kernel: &Kernel, reached: &Reached, conditions: &[Expr]) -> Option<Wrong> {
    if let Some(iname) = &reached.stray {
        return Some(Wrong::new(format!("it is inside the loop over `{iname}`")));
    }
    let strange =
        reached.data.iter().find(|tested| !conditions.iter().any(|wanted| are_equivalent(tested, wanted)));
    if let Some(tested) = strange {
        return Some(match reads_memory(kernel, tested) {
            true => Wrong::new("it is under a condition that it does not have"),
            false => Wrong::new(format!(
                "it is under a condition with products or more than {MAX_LISTED} alternatives, which are not looked at"
            )),
        });
    }
    let untested =
        conditions.iter().any(|wanted| !reached.data.iter().any(|tested| are_equivalent(tested, wanted)));
    untested.then(|| Wrong::new("one of its conditions is not tested"))
}

/// The instances along all axes: on an axis of the hardware where it has no iname, a statement runs at every
/// index if each has a copy of what it writes, and at the first one otherwise.
fn along_axes(
    model: &Model<'_>,
    statement: &Statement,
    reached: &Reached,
    wanted: &Set,
) -> Result<Set, Error> {
    let space = statement.target().map(|target| model.space(target.name()));
    let mut full = wanted.clone();
    for Foreign { axis, column, range } in &reached.foreign {
        full = full.add_dims(std::slice::from_ref(column))?;
        full = if space.is_some_and(|space| has_copies(space, *axis)) {
            any_of(&full, range)?
        } else {
            let first = Constraint::eq(&Aff::dim(column), &Aff::constant(0)).ok_or(Error::Overflow)?;
            full.add_constraints(&[first])?
        };
    }
    Ok(full)
}
