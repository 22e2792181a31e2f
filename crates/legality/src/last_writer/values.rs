//! Claim (values): Between a write of a temporary and a read that gets its value there is no other write of that element and copy.
//!
//! Such a temporary holds the value of one iteration at a time, so between a write and a read of what it
//! wrote there is no write of another iteration.

use diag::Diagnostic;
use ir::access::{AccessKind, accesses, common};
use ir::{Name, Statement, Unordered};
use poly::{Constraint, Error, Set};

use super::copies::{ReferenceFlow, image_pairs, unreplaced};
use crate::actor::{Actor, ActorAccess, ActorInstance, Image};
use crate::model::Model;
use crate::place::ways::Ways;
use crate::same_value::{self, AccessBy};
use crate::update;
use crate::witness::{self, ConflictSide};
use dependence::access::Access;
use dependence::domain::where_any;
use dependence::instance::same_element;
use dependence::required::{OrderedInstance, has_times};

/// isl steps that three accesses may take.
const QUOTA: u64 = 1_000_000;

/// Whether the reference orders all conflicting accesses of temporaries, those of different iterations too.
pub(crate) fn orders_iterations(model: &Model<'_>) -> bool {
    has_times(model.reference) || model.reference.unordered == Unordered::TextOrder
}

/// A write of another iteration that may come between a write and its read. To be asked where the reference
/// does not order iterations.
pub(crate) fn intruder(model: &Model<'_>, name: &Name) -> Result<Option<Diagnostic>, Error> {
    let problem = first_problem(model, name, Pairs::All)?;
    if problem.is_some() && keeps_values(model, name)? { Ok(None) } else { Ok(problem) }
}

/// Whether each read of a temporary is certain to get the value of the same write as in the reference,
/// whatever the order of writes that nobody reads. Only to be asked of reads and writes that see the same
/// copy; `copies` has the others.
pub(crate) fn keeps_values(model: &Model<'_>, name: &Name) -> Result<bool, Error> {
    let writers: Vec<&Actor<'_>> = model.users(name, AccessKind::Write).map(|write| write.actor).collect();
    // Updates in any order have no last one.
    let updates = writers.iter().any(|x| writers.iter().any(|y| update::commute(model, x, y, name)));
    let ids = model.reference.statements.keys();
    let open = ids.into_iter().any(|id| update::are_left_open(model, name, [id, id]));
    Ok(!updates && !open && first_problem(model, name, Pairs::Live)?.is_none())
}

/// Which writes and reads to look at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pairs {
    /// All that the reference orders.
    All,
    /// Those between which no write is certain to replace the value, which must then also come in this order.
    Live,
}

fn first_problem(model: &Model<'_>, name: &Name, which: Pairs) -> Result<Option<Diagnostic>, Error> {
    for read in model.users(name, AccessKind::Read) {
        for write in model.users(name, AccessKind::Write) {
            let problem = poly::with_quota(QUOTA, || check_flow(model, write, read, which))?;
            if problem.is_some() {
                return Ok(problem);
            }
        }
    }
    Ok(None)
}

/// A write between a write and a read of what it wrote.
fn check_flow(
    model: &Model<'_>,
    write: ActorAccess<'_, '_>,
    read: ActorAccess<'_, '_>,
    which: Pairs,
) -> Result<Option<Diagnostic>, Error> {
    let ActorAccess { actor: x, access: stored } = write;
    let ActorAccess { actor: y, access: read } = read;
    let (x_at, y_at) = (x.instance("x."), y.instance("y."));
    let (writer, reader) = (ActorInstance::new(x, &x_at), ActorInstance::new(y, &y_at));
    let name = &stored.variable;
    let Some(elements) = same_element(model.kernel, x_at.element(&stored.index), y_at.element(&read.index))
    else {
        return Ok(None);
    };
    let ways = Ways::new(model.kernel, name, writer.placed(), reader.placed()).ok_or(Error::Overflow)?;
    let both =
        x_at.points(&stored.domain)?.intersect(&y_at.points(&read.domain)?)?.add_constraints(&elements)?;
    let x_images = model.images(x, &x_at)?;
    for x_image in &x_images {
        for y_image in &model.images(y, &y_at)? {
            let [first, second] = [x_image, y_image].map(Image::reference_instance);
            let orders = model.must_precede(name, first, second)?;
            let pairs = image_pairs(&both, [x_image.relation.as_ref(), y_image.relation.as_ref()])?;
            let Some(pairs) = where_any(&pairs, &orders)? else { continue };
            let Some(mut pairs) = ways.in_same_copy(&pairs)? else { continue };
            if which == Pairs::Live {
                pairs = unreplaced(model, pairs, &ReferenceFlow { first, second, reader, read })?;
                if let Some((bad, _)) = ways.violation(&pairs, false, &[])? {
                    let first = ConflictSide { actor: x, at: &x_at, access: stored, image: Some(x_image) };
                    let second = ConflictSide { actor: y, at: &y_at, access: read, image: Some(y_image) };
                    return problem(model, &bad, [&first, &second]).map(Some);
                }
            }
            for ActorAccess { actor: w, access: intruding } in model.users(name, AccessKind::Write) {
                let w_at = w.instance("w.");
                let intruder = ActorInstance::new(w, &w_at);
                let bad = intruders(model, &pairs, [writer, reader, intruder], [stored, intruding])?;
                let Some(mut bad) = bad else { continue };
                let w_images = model.images(w, &w_at)?;
                // Updates of one iteration may come in any order.
                if [x, y].iter().any(|other| update::commute(model, w, other, name)) {
                    let Some(elsewhere) =
                        in_other_iterations(model, name, &bad, [Some(y_image), w_images.first()])?
                    else {
                        continue;
                    };
                    bad = elsewhere;
                }
                if let Some(bad) = not_between(model, name, bad, first, second, &w_images)? {
                    let second = ConflictSide { actor: y, at: &y_at, access: read, image: Some(y_image) };
                    let third =
                        ConflictSide { actor: w, at: &w_at, access: intruding, image: w_images.first() };
                    return problem(model, &bad, [&third, &second]).map(Some);
                }
            }
        }
    }
    Ok(None)
}

/// Writes that are neither before the first for sure, nor after the second.
fn intruders(
    model: &Model<'_>,
    pairs: &Set,
    instances: [ActorInstance<'_>; 3],
    writes: [&Access; 2],
) -> Result<Option<Set>, Error> {
    let [x, y, w] = instances;
    let [stored, intruding] = writes;
    let (kernel, name) = (model.kernel, &stored.variable);
    let Some(elements) = same_element(kernel, w.at.element(&intruding.index), x.at.element(&stored.index))
    else {
        return Ok(None);
    };
    let ways = |a: ActorInstance<'_>, b: ActorInstance<'_>| {
        Ways::new(kernel, name, a.placed(), b.placed()).ok_or(Error::Overflow)
    };
    let (to_first, from_second) = (ways(w, x)?, ways(y, w)?);
    let all = pairs.intersect(&w.at.points(&intruding.domain)?)?.add_constraints(&elements)?;
    let Some(mut all) = to_first.together(&all)? else { return Ok(None) };
    // The write itself does no harm, nor does one by the reader, which follows its read.
    for other in [x, y] {
        if w.actor.id == other.actor.id {
            let others = other.at.differ(w.at, other.at.inames()).ok_or(Error::Overflow)?;
            let Some(differing) = where_any(&all, &others)? else { return Ok(None) };
            all = differing;
        }
    }
    let all = all.subtract(&to_first.must_precede(&all)?)?;
    let all = all.subtract(&from_second.must_precede(&all)?)?;
    if all.is_empty()? {
        return Ok(None);
    }
    // A write of the same value does no harm if it is made before the read.
    let (first, other) = (access_by(x, stored), access_by(w, intruding));
    let alike = all.subtract(&same_value::others(kernel, all.clone(), &first, &other)?)?;
    let all = all.subtract(&ways(w, y)?.must_precede(&alike)?)?;
    Ok(if all.is_empty()? { None } else { Some(all) })
}

/// An access by an instance.
fn access_by<'a>(by: ActorInstance<'a>, access: &Access) -> AccessBy<'a> {
    AccessBy { id: by.actor.id, statement: by.actor.statement, kind: access.kind, at: by.at }
}

/// Those writes that belong to another iteration than the read.
fn in_other_iterations(
    model: &Model<'_>,
    name: &Name,
    bad: &Set,
    images: [Option<&Image>; 2],
) -> Result<Option<Set>, Error> {
    let uses =
        |statement: &&Statement| accesses(model.reference, statement).iter().any(|a| a.variable == *name);
    let iteration = common(name, model.reference.statements.values().filter(uses));
    let mut different = Vec::new();
    for iname in &iteration {
        let value = |image: &Option<&Image>| image.and_then(|image| image.value(iname));
        let [Some(a), Some(b)] = images.each_ref().map(value) else { return Ok(Some(bad.clone())) };
        different.push(vec![Constraint::lt(&a, &b).ok_or(Error::Overflow)?]);
        different.push(vec![Constraint::gt(&a, &b).ok_or(Error::Overflow)?]);
    }
    where_any(bad, &different)
}

/// Those writes that the reference does not put between the two.
fn not_between(
    model: &Model<'_>,
    name: &Name,
    bad: Set,
    first: OrderedInstance<'_>,
    second: OrderedInstance<'_>,
    images: &[Image],
) -> Result<Option<Set>, Error> {
    let [image] = images else { return Ok(Some(bad)) };
    let third = image.reference_instance();
    let after = model.must_precede(name, first, third)?;
    let before = model.must_precede(name, third, second)?;
    let inside = match where_any(&bad, &after)? {
        Some(inside) => where_any(&inside, &before)?,
        None => None,
    };
    let bad = match inside {
        Some(inside) => bad.subtract(&inside)?,
        None => bad,
    };
    Ok(if bad.is_empty()? { None } else { Some(bad) })
}

fn problem(model: &Model<'_>, bad: &Set, sides: [&ConflictSide<'_>; 2]) -> Result<Diagnostic, Error> {
    let [ConflictSide { access, .. }, _] = sides;
    let message = format!("another iteration may overwrite `{}` before it is read", access.variable);
    let error = Diagnostic::error("lp::legality::iterations", message).help(format!(
        "give each iteration a copy with `privatize_temporaries_with_inames(.., \"{}\")`",
        access.variable
    ));
    witness::pair(model, error, bad, sides, &|element, [first, second]| {
        format!("{first} may write `{element}` before {second} has read the value of its own iteration")
    })
}
