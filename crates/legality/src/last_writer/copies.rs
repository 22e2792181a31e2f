//! Claim (copies): A value that a read wants and that was written into another copy is replaced in the reader's copy before.
//!
//! A read misses what was written into another copy. That is right only if, in the reference, something that
//! is written into its own copy replaced that value before.

use diag::{Code, Diagnostic};
use ir::access::AccessKind;
use ir::{AddressSpace, Expr, Name};
use poly::{Constraint, Error, Set};

use super::{branches, covered};
use crate::actor::{ActorAccess, ActorInstance, Image};
use crate::model::Model;
use crate::place::ways::Ways;
use crate::vouched::Findings;
use crate::witness::{self, ConflictSide};
use crate::{must_run, rows};
use dependence::access::Access;
use dependence::any_element::AnyElement;
use dependence::domain::where_any;
use dependence::instance::{Instance, exactly_same_element, same_element};
use dependence::required::OrderedInstance;

/// isl steps that one pair of accesses may take.
const QUOTA: u64 = 1_000_000;

/// Reads of a private or local variable that miss a value, up to the first that is not forgiven.
pub(crate) fn check(model: &Model<'_>, name: &Name, found: &mut Findings<'_>) -> Result<(), Error> {
    let writes: Vec<ActorAccess<'_, '_>> = model.users(name, AccessKind::Write).collect();
    for read in model.users(name, AccessKind::Read) {
        if rows::always_found(model, &writes, read) || covered::is_own_value(model, &writes, read)? {
            continue;
        }
        for write in writes.iter().copied() {
            found.extend(poly::with_quota(QUOTA, || missed(model, name, write, read))?);
            if found.refused() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A write whose value should reach a read, but is in another copy.
fn missed(
    model: &Model<'_>,
    name: &Name,
    write: ActorAccess<'_, '_>,
    read: ActorAccess<'_, '_>,
) -> Result<Option<Diagnostic>, Error> {
    let ActorAccess { actor: x, access: stored } = write;
    let ActorAccess { actor: y, access: read } = read;
    let (x_at, y_at) = (x.instance("x."), y.instance("y."));
    // What is written over all elements replaces an element that data select too.
    let kernel = model.kernel;
    let any = AnyElement::new(kernel, kernel, name, &y.statement.inames, &read.index, &read.domain)?;
    let (any_at, any) = (
        Instance::new("y.", any.inames).restricted_to(&any.domain),
        &Access { index: any.index, domain: any.domain, ..read.clone() },
    );
    let (stored_at, stored_copy) = split(model, stored);
    let (read_at, read_copy) = split(model, any);
    let elements = same_element(model.kernel, x_at.element(stored_at), any_at.element(read_at));
    let Some(elements) = elements else { return Ok(None) };
    let ways =
        Ways::new(kernel, name, ActorInstance::new(x, &x_at).placed(), ActorInstance::new(y, &y_at).placed());
    let ways = ways.ok_or(Error::Overflow)?;
    let copy = exactly_same_element(model.kernel, x_at.element(stored_copy), any_at.element(read_copy));
    let ways = match copy {
        Some(copy) => ways.with_axes(copy),
        None => return Err(Error::Isl(format!("the copies of `{name}` have no affine subscripts"))),
    };
    if !ways.has_other_copies() {
        return Ok(None);
    }
    let both =
        x_at.points(&stored.domain)?.intersect(&any_at.points(&any.domain)?)?.add_constraints(&elements)?;
    for x_image in &model.images(x, &x_at)? {
        for y_image in &model.images(y, &y_at)? {
            let [first, second] = [x_image, y_image].map(Image::reference_instance);
            let orders = model.must_precede(name, first, second)?;
            let pairs = image_pairs(&both, [x_image.relation.as_ref(), y_image.relation.as_ref()])?;
            let Some(pairs) = where_any(&pairs, &orders)? else { continue };
            let bad = match ways.in_same_copy(&pairs)? {
                Some(seen) => pairs.subtract(&seen)?,
                None => pairs,
            };
            let flow = ReferenceFlow { first, second, reader: ActorInstance::new(y, &any_at), read: any };
            let bad = unreplaced(model, bad, &flow)?;
            if !bad.is_empty()? {
                let first = ConflictSide { actor: x, at: &x_at, access: stored, image: Some(x_image) };
                let second = ConflictSide { actor: y, at: &y_at, access: read, image: Some(y_image) };
                return problem(model, model.space(name), &bad, [&first, &second]).map(Some);
            }
        }
    }
    Ok(None)
}

/// A value that goes from one instance of the reference to another, and who reads it in the kernel.
pub(crate) struct ReferenceFlow<'a> {
    pub(crate) first: OrderedInstance<'a>,
    pub(crate) second: OrderedInstance<'a>,
    pub(crate) reader: ActorInstance<'a>,
    pub(crate) read: &'a Access,
}

/// Those pairs between whose reference instances no write is certain to replace the value, for the copy of
/// the reader.
pub(crate) fn unreplaced(model: &Model<'_>, mut pairs: Set, flow: &ReferenceFlow<'_>) -> Result<Set, Error> {
    let ReferenceFlow { reader: y, read, .. } = *flow;
    // Most often a write in the reader's own iteration will do, which is the cheaper question.
    for near in [true, false] {
        for ActorAccess { actor: z, access: replaced } in model.users(&read.variable, AccessKind::Write) {
            if pairs.is_empty()? {
                return Ok(pairs);
            }
            let z_at = if near { y.at.part(&z.statement.inames, &z.domain) } else { Some(z.instance("z.")) };
            let Some(z_at) = z_at else { continue };
            let writer = ActorInstance::new(z, &z_at);
            let Some(runs) = must_run::runs(model, writer, y, &read.guards) else { continue };
            let write = Replacing { writer, access: replaced, runs: &runs };
            let Some(covered) = write.covers(model, &pairs, flow)? else { continue };
            let covered = if near { covered } else { covered.project_out(&z_at.columns())? };
            pairs = pairs.subtract(&covered)?;
        }
    }
    branches::unreplaced(model, pairs, flow)
}

/// Subscripts that tell elements apart, and those that tell copies apart.
fn split<'a>(model: &Model<'_>, access: &'a Access) -> (&'a [Expr], &'a [Expr]) {
    access.index.split_at(model.rank(&access.variable).min(access.index.len()))
}

pub(crate) fn image_pairs(both: &Set, relations: [Option<&Set>; 2]) -> Result<Set, Error> {
    relations.into_iter().flatten().try_fold(both.clone(), |pairs, relation| pairs.intersect(relation))
}

/// A write that may replace what another one left.
pub(super) struct Replacing<'a> {
    pub(super) writer: ActorInstance<'a>,
    pub(super) access: &'a Access,
    /// Where it runs, if the reader does.
    pub(super) runs: &'a [Constraint],
}

impl Replacing<'_> {
    /// The pairs, with the columns of the write, for which it comes between their reference instances, into
    /// the reader's copy.
    pub(super) fn covers(
        &self,
        model: &Model<'_>,
        pairs: &Set,
        flow: &ReferenceFlow<'_>,
    ) -> Result<Option<Set>, Error> {
        let Replacing { writer: z, access: replaced, runs } = *self;
        let ReferenceFlow { first, second, reader: y, read } = *flow;
        let wanted = y.at.element(&read.index);
        let elements = exactly_same_element(model.kernel, z.at.element(&replaced.index), wanted);
        let Some(elements) = elements else { return Ok(None) };
        let images = model.images(z.actor, z.at)?;
        let [image] = images.as_slice() else { return Ok(None) };
        let third = image.reference_instance();
        let before = model.must_precede(&read.variable, first, third)?;
        let after = model.must_precede(&read.variable, third, second)?;
        let ways = Ways::new(model.kernel, &read.variable, z.placed(), y.placed());
        let ways = ways.ok_or(Error::Overflow)?;
        let triples = pairs.intersect(&z.at.points(&replaced.domain)?)?;
        let triples = triples.add_constraints(&elements)?.add_constraints(runs)?;
        let Some(triples) = ways.in_same_copy(&triples)? else { return Ok(None) };
        let Some(triples) = where_any(&triples, &after)? else { return Ok(None) };
        where_any(&triples, &before)
    }
}

/// The code of a value that one work item would have to read from the private memory of another. The
/// diagnostic is about the variable, the statement that sets it and the one that reads it.
pub const PRIVATE: Code = "lp::legality::private";

fn problem(
    model: &Model<'_>,
    space: AddressSpace,
    bad: &Set,
    sides: [&ConflictSide<'_>; 2],
) -> Result<Diagnostic, Error> {
    let [ConflictSide { access, .. }, _] = sides;
    let (code, owner) = match space {
        _ if model.rank(&access.variable) < access.index.len() => (PRIVATE, "loop iteration"),
        AddressSpace::Private => (PRIVATE, "work item"),
        AddressSpace::Local | AddressSpace::Global => ("lp::legality::local", "work group"),
    };
    let message =
        format!("`{}` passes a value between two {owner}s, but each has its own copy", access.variable);
    let help = format!(
        "do not run this loop in parallel, or keep `{}` in memory that both share with `set_temporary_address_space`",
        access.variable
    );
    let error = Diagnostic::error(code, message).help(help);
    witness::pair(model, error, bad, sides, &|element, [first, second]| {
        format!(
            "flow through `{element}`: {second} must read what {first} wrote, but runs in another {owner} or launch"
        )
    })
}
