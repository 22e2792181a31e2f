//! Claim (values): Between a write of a temporary and a read that gets its value there is no other write of that element and copy.
//!
//! Such a temporary holds the value of one iteration at a time, so between a write and a read of what it
//! wrote there is no write of another iteration.

use diag::Diagnostic;
use ir::access::{AccessKind, accesses};
use ir::{Name, Statement, Unordered};
use poly::{Constraint, Error, Set};

use crate::buffers::common;
use crate::last_writer::copies::{image_pairs, unreplaced};
use crate::model::{AccessOf, Actor, Image, Model};
use crate::place::ways::Ways;
use crate::same_value::{self, AccessBy};
use crate::update;
use crate::witness::{self, ConflictSide};
use dependence::access::Access;
use dependence::domain::where_any;
use dependence::instance::{Instance, same_element};
use dependence::required::{At, has_times};

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
    let writers: Vec<&Actor<'_>> = model.users(name, AccessKind::Write).map(|(actor, _)| actor).collect();
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
    (x, stored): AccessOf<'_>,
    (y, read): AccessOf<'_>,
    which: Pairs,
) -> Result<Option<Diagnostic>, Error> {
    let (x_at, y_at) = (x.at("x."), y.at("y."));
    let name = &stored.variable;
    let Some(elements) = same_element(model.kernel, (&x_at, &stored.index), (&y_at, &read.index)) else {
        return Ok(None);
    };
    let ways = Ways::new(model, name, (x, &x_at), (y, &y_at)).ok_or(Error::Overflow)?;
    let both = x_at.of(&stored.domain)?.intersect(&y_at.of(&read.domain)?)?.add_constraints(&elements)?;
    let x_images = model.images(x, &x_at)?;
    for x_image in &x_images {
        for y_image in &model.images(y, &y_at)? {
            let [first, second] = [x_image, y_image].map(|image| (&image.statement, image.at.as_slice()));
            let orders = model.before(name, first, second)?;
            let pairs = image_pairs(&both, [x_image.relation.as_ref(), y_image.relation.as_ref()])?;
            let Some(pairs) = where_any(&pairs, &orders)? else { continue };
            let Some(mut pairs) = ways.in_same_copy(&pairs)? else { continue };
            if which == Pairs::Live {
                pairs = unreplaced(model, pairs, [first, second], (y, read, &y_at))?;
                if let Some((bad, _)) = ways.violation(&pairs, false, &[])? {
                    let first = ConflictSide { actor: x, at: &x_at, access: stored, image: Some(x_image) };
                    let second = ConflictSide { actor: y, at: &y_at, access: read, image: Some(y_image) };
                    return problem(model, &bad, [&first, &second]).map(Some);
                }
            }
            for (w, intruding) in model.users(name, AccessKind::Write) {
                let bad = intruders(model, &pairs, (x, stored, &x_at), (y, &y_at), (w, intruding))?;
                let Some(mut bad) = bad else { continue };
                let w_at = w.at("w.");
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
                if let Some(bad) = between(model, name, bad, [first, second], &w_images)? {
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
    (x, stored, x_at): (&Actor<'_>, &Access, &Instance),
    (y, y_at): (&Actor<'_>, &Instance),
    (w, intruding): AccessOf<'_>,
) -> Result<Option<Set>, Error> {
    let (kernel, name) = (model.kernel, &stored.variable);
    let w_at = w.at("w.");
    let Some(elements) = same_element(kernel, (&w_at, &intruding.index), (x_at, &stored.index)) else {
        return Ok(None);
    };
    let to_first = Ways::new(model, name, (w, &w_at), (x, x_at)).ok_or(Error::Overflow)?;
    let from_second = Ways::new(model, name, (y, y_at), (w, &w_at)).ok_or(Error::Overflow)?;
    let all = pairs.intersect(&w_at.of(&intruding.domain)?)?.add_constraints(&elements)?;
    let Some(mut all) = to_first.together(&all)? else { return Ok(None) };
    // The write itself does no harm, nor does one by the reader, which follows its read.
    for (same, at) in [(w.id == x.id, x_at), (w.id == y.id, y_at)] {
        if same {
            let others = at.differ(&w_at, at.inames()).ok_or(Error::Overflow)?;
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
    let first = AccessBy { id: x.id, statement: x.statement, kind: stored.kind, at: x_at };
    let other = AccessBy { id: w.id, statement: w.statement, kind: intruding.kind, at: &w_at };
    let alike = all.subtract(&same_value::others(kernel, all.clone(), &first, &other)?)?;
    let before_second = Ways::new(model, name, (w, &w_at), (y, y_at)).ok_or(Error::Overflow)?;
    let all = all.subtract(&before_second.must_precede(&alike)?)?;
    Ok(if all.is_empty()? { None } else { Some(all) })
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
fn between(
    model: &Model<'_>,
    name: &Name,
    bad: Set,
    [first, second]: [At<'_>; 2],
    images: &[crate::model::Image],
) -> Result<Option<Set>, Error> {
    let [image] = images else { return Ok(Some(bad)) };
    let third = (&image.statement, image.at.as_slice());
    let after = model.before(name, first, third)?;
    let before = model.before(name, third, second)?;
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
