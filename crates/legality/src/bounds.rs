//! Claim (bounds): What a fetch reads, and what is stored in a variable that the reference lacks, lies inside of its array wherever the
//! reference stays inside of its own.
//!
//! What a use reads through a fetch the reference reads too. A fetch may read more, and must then show from
//! shapes and assumptions that it is there. Nor may it compute what has no value where it computes for no
//! use.

use diag::Diagnostic;
use ir::access::AccessKind;
use poly::{Error, Set};

use crate::actor::{Actor, ActorAccess, ActorInstance};
use crate::array_ends::points_outside;
use crate::failing::{self, FailingPlace};
use crate::model::{MAX_FETCHES, Model};
use crate::must_run;
use crate::vouched::Findings;
use crate::witness::example;
use dependence::access::Access;
use dependence::domain::any_of;
use dependence::instance::{Instance, exactly_same_element};

/// The accesses that may lie outside, up to the first that is not forgiven.
pub(super) fn check(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    let mut found = Findings::new(model.kernel);
    for actor in &model.actors {
        for access in &actor.accesses {
            if let Some(outside) = outside(model, actor, access)? {
                found.add(problem(actor, access, &outside)?);
            }
            if found.refused() {
                return Ok(found.into_all());
            }
        }
        if actor.is_fetch() && actor.runs {
            found.extend(failure(model, actor)?);
        }
        if found.refused() {
            return Ok(found.into_all());
        }
    }
    Ok(found.into_all())
}

/// How many subscripts of an access the reference has too, wherever that is made.
fn known_axes(model: &Model<'_>, actor: &Actor<'_>, access: &Access) -> usize {
    let new = match access.kind {
        AccessKind::Read => actor.is_fetch() && !model.buffers.contains_key(&access.variable),
        AccessKind::Write => model.buffers.contains_key(&access.variable),
    };
    if new {
        0
    } else if model.buffers.contains_key(&access.variable) {
        // What is read was stored.
        access.index.len()
    } else {
        model.rank(&access.variable)
    }
}

/// Instances that may access an element outside.
fn outside(model: &Model<'_>, actor: &Actor<'_>, access: &Access) -> Result<Option<Set>, Error> {
    let known = known_axes(model, actor, access);
    if known >= access.index.len() {
        return Ok(None);
    }
    let at = actor.instance("x.");
    let domain = at.points(&access.domain)?;
    let outside = points_outside(model.kernel, &at, &domain, access, known)?;
    let (Some(outside), AccessKind::Read) = (&outside, access.kind) else { return Ok(outside) };
    let Some(used) = used(model, ActorInstance::new(actor, &at), access, MAX_FETCHES)? else {
        return Ok(Some(outside.clone()));
    };
    let unused = outside.subtract(&used)?;
    Ok(if unused.is_empty()? { None } else { Some(unused) })
}

/// Instances of a fetch whose element something reads that works for the reference, wherever the fetch makes
/// its access.
fn used(
    model: &Model<'_>,
    fetch: ActorInstance<'_>,
    access: &Access,
    depth: usize,
) -> Result<Option<Set>, Error> {
    let Some((depth, target)) = depth.checked_sub(1).zip(fetch.actor.statement.target()) else {
        return Ok(None);
    };
    let Some(buffer) = model.buffers.get(target.name()) else { return Ok(None) };
    let mut all: Option<Set> = None;
    for ActorAccess { actor: user, access: read } in model.users(target.name(), AccessKind::Read) {
        if user.id == fetch.actor.id || !read.guards.is_empty() {
            continue;
        }
        // Pairs of the fetch and a use that surely reads what it stored.
        let deeper = fetch.at.deeper().ok_or(Error::Quota)?;
        let use_at = Instance::new(deeper, user.statement.inames.clone()).restricted_to(&user.domain);
        let using = ActorInstance::new(user, &use_at);
        let elements =
            exactly_same_element(model.kernel, fetch.at.element(target.index()), use_at.element(&read.index));
        let reaches = buffer.reaches(fetch, using, target.name());
        let runs = must_run::runs(model, using, fetch, &access.guards);
        let (Some(elements), Some(reaches), Some(runs)) = (elements, reaches, runs) else { continue };
        let pairs = use_at.points(&read.domain)?.intersect(&fetch.at.points(&fetch.actor.domain)?)?;
        let pairs = pairs.add_constraints(&[elements, runs].concat())?;
        let mut pairs = any_of(&pairs, &reaches)?;
        // A use that is a fetch counts as far as it is used in turn.
        if user.is_fetch() {
            match used(model, using, read, depth)? {
                Some(used) => pairs = pairs.intersect(&used)?,
                None => continue,
            }
        }
        let part = pairs.project_onto(&fetch.at.columns())?;
        all = Some(match all {
            Some(all) => all.union(&part)?,
            None => part,
        });
    }
    Ok(all)
}

/// A fetch that computes for no use what may have no value.
fn failure(model: &Model<'_>, actor: &Actor<'_>) -> Result<Option<Diagnostic>, Error> {
    let Some(stored) = actor.accesses.iter().find(|access| access.kind == AccessKind::Write) else {
        return Ok(None);
    };
    let at = actor.instance("x.");
    for FailingPlace { domain, guards } in failing::places(model.kernel, actor.statement, &actor.domain)? {
        let access = Access { domain, guards, ..stored.clone() };
        let mut excess = at.points(&access.domain)?;
        if let Some(used) = used(model, ActorInstance::new(actor, &at), &access, MAX_FETCHES)? {
            excess = excess.subtract(&used)?;
        }
        if let Some(point) = excess.sample()? {
            let message = format!("`{}` may compute what has no value, for nothing that uses it", actor.id);
            let error = Diagnostic::error("lp::legality::failing", message).about([actor.id]);
            let (loc, origin) = (actor.statement.loc.as_ref(), actor.statement.origin);
            let error = error.at_entity(loc, origin, format!("`{}`", actor.id));
            let note = example("at", &point).map(|note| note.replace("x.", ""));
            let error = note.into_iter().fold(error, Diagnostic::note);
            return Ok(Some(
                error.help("fetch the operands, and leave the operation where its result is used"),
            ));
        }
    }
    Ok(None)
}

fn problem(actor: &Actor<'_>, access: &Access, outside: &Set) -> Result<Diagnostic, Error> {
    let (id, variable) = (actor.id, &access.variable);
    let does = if access.kind == AccessKind::Read { "read" } else { "store" };
    let message = format!("`{id}` may {does} outside of `{variable}`");
    let note = outside.sample()?.and_then(|point| example("at", &point));
    let error = Diagnostic::error("lp::legality::bounds", message).about([variable, id]);
    let error = error.at_entity(actor.statement.loc.as_ref(), actor.statement.origin, format!("`{id}`"));
    let error = note.map(|note| note.replace("x.", "")).into_iter().fold(error, Diagnostic::note);
    Ok(error.help("assume what keeps it inside, for example `assume(\"n mod 16 = 0\")`, or fetch less"))
}
