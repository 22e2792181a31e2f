//! Claim (bounds): What a fetch reads, and what is stored in a variable that the reference lacks, lies inside of its array wherever the
//! reference stays inside of its own.
//!
//! What a use reads through a fetch the reference reads too. A fetch may read more, and must then show from
//! shapes and assumptions that it is there. Nor may it compute what has no value where it computes for no
//! use.

use diag::Diagnostic;
use ir::access::AccessKind;
use ir::{Expr, Kernel, Node, affine};
use poly::{Aff, Constraint, Error, Set};

use crate::failing;
use crate::model::{Actor, MAX_FETCHES, Model};
use crate::must_run;
use crate::vouched::Findings;
use crate::witness::example;
use dependence::access::Access;
use dependence::domain::{any_of, is_fixed};
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
    let at = actor.at("x.");
    let domain = at.of(&access.domain)?;
    let outside = points_outside(model.kernel, (&at, &domain), (access, known))?;
    let (Some(outside), AccessKind::Read) = (&outside, access.kind) else { return Ok(outside) };
    let Some(used) = used(model, (actor, &at, access), MAX_FETCHES)? else {
        return Ok(Some(outside.clone()));
    };
    let unused = outside.subtract(&used)?;
    Ok(if unused.is_empty()? { None } else { Some(unused) })
}

/// Those points of an instance's domain at which it may access an element outside, by a subscript behind the
/// known ones.
pub(crate) fn points_outside(
    kernel: &Kernel,
    (at, domain): (&Instance, &Set),
    (access, known): (&Access, usize),
) -> Result<Option<Set>, Error> {
    let mut outside: Option<Set> = None;
    for beyond in beyond(kernel, at, (access, known))? {
        let part = domain.add_constraints(&beyond)?;
        if !part.is_empty()? {
            outside = Some(match outside {
                Some(all) => all.union(&part)?,
                None => part,
            });
        }
    }
    Ok(outside)
}

/// Alternatives of which one holds where a subscript is beyond an end of its axis; where that cannot be told,
/// always.
fn beyond(
    kernel: &Kernel,
    at: &Instance,
    (access, known): (&Access, usize),
) -> Result<Vec<Vec<Constraint>>, Error> {
    let mut found = Vec::new();
    for (subscript, extent) in access.index.iter().zip(kernel.extents(&access.variable)).skip(known) {
        let Some(subscript) = at.subscript(kernel, subscript) else {
            found.push(Vec::new());
            continue;
        };
        found.push(vec![Constraint::lt(&subscript, &Aff::constant(0)).ok_or(Error::Overflow)?]);
        let Some(extent) = extent else { continue };
        let known = |aff: &Aff| aff.names().iter().all(|name| is_fixed(kernel, &[], name));
        found.extend(past(&subscript, &extent, &known)?);
    }
    Ok(found)
}

/// Alternatives of which one holds where a subscript is past an extent; where that cannot be told, always.
fn past(subscript: &Aff, extent: &Expr, known: &dyn Fn(&Aff) -> bool) -> Result<Vec<Vec<Constraint>>, Error> {
    if let Node::Call { function, args } = extent.node()
        && &**function == "min"
    {
        // Past the smaller one is past one of them.
        let each = args.iter().map(|one| past(subscript, one, known));
        return Ok(each.collect::<Result<Vec<_>, _>>()?.concat());
    }
    Ok(vec![match affine::to_aff(extent).filter(known) {
        Some(extent) => vec![Constraint::ge(subscript, &extent).ok_or(Error::Overflow)?],
        None => Vec::new(),
    }])
}

/// Instances of a fetch whose element something reads that works for the reference, wherever the fetch makes
/// its access.
fn used(
    model: &Model<'_>,
    (fetch, at, access): (&Actor<'_>, &Instance, &Access),
    depth: usize,
) -> Result<Option<Set>, Error> {
    let Some((depth, target)) = depth.checked_sub(1).zip(fetch.statement.target()) else { return Ok(None) };
    let Some(buffer) = model.buffers.get(target.name()) else { return Ok(None) };
    let mut all: Option<Set> = None;
    for (user, read) in model.users(target.name(), AccessKind::Read) {
        if user.id == fetch.id || !read.guards.is_empty() {
            continue;
        }
        let deeper = at.deeper().ok_or(Error::Quota)?;
        let use_at = Instance::over(deeper, user.statement.inames.clone()).within(&user.domain);
        let elements = exactly_same_element(model.kernel, (at, target.index()), (&use_at, &read.index));
        let reaches = buffer.reaches((fetch, at), (user, &use_at), target.name());
        let runs = must_run::runs(model, (user, &use_at), (fetch, at, &access.guards));
        let (Some(elements), Some(reaches), Some(runs)) = (elements, reaches, runs) else { continue };
        let pairs = use_at.of(&read.domain)?.intersect(&at.of(&fetch.domain)?)?;
        let pairs = pairs.add_constraints(&[elements, runs].concat())?;
        let mut pairs = any_of(&pairs, &reaches)?;
        if user.is_fetch() {
            match used(model, (user, &use_at, read), depth)? {
                Some(used) => pairs = pairs.intersect(&used)?,
                None => continue,
            }
        }
        let part = pairs.project_onto(&at.columns())?;
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
    let at = actor.at("x.");
    for (domain, guards) in failing::places(model.kernel, actor.statement, &actor.domain)? {
        let access = Access { domain, guards, ..stored.clone() };
        let mut excess = at.of(&access.domain)?;
        if let Some(used) = used(model, (actor, &at, &access), MAX_FETCHES)? {
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
