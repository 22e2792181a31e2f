//! Claim (sole): Reads of a private scalar that one statement writes, and in the body of which they stand behind it, get its value of their own iteration.
//!
//! The write runs once in each iteration of its body, in the work item of the reads (`alongside`), and
//! nothing else writes the scalar: until this body's next iteration it holds what was written there. The
//! reference lets the scalar have a value of its own in each iteration of loops that are all loops of its
//! only writer, and wants that of the iteration in which it reads; what both perform agrees in them.

use ir::access::AccessKind;
use ir::{AddressSpace, Name, Statement};
use poly::Aff;
use std::collections::BTreeMap;

use super::alongside;
use crate::actor::{Actor, ActorAccess, Image};
use crate::model::Model;

/// The statements of the reference that write each variable.
pub(super) type Writers<'r> = BTreeMap<&'r Name, Vec<(&'r Name, &'r Statement)>>;

/// Whether each read of a temporary gets its value so.
pub(super) fn keeps_values(model: &Model<'_>, writers: &Writers<'_>, name: &Name) -> bool {
    let Some(iteration) = model.iteration(name) else { return false };
    let mut writes = model.users(name, AccessKind::Write);
    let (Some(write), None) = (writes.next(), writes.next()) else { return false };
    let ActorAccess { actor: writer, access: stored } = write;
    let scalar = model.space(name) == AddressSpace::Private && stored.index.is_empty() && stored.always;
    let Some(wanted) = image(model, writer) else { return false };
    let is_only_writer =
        writers.get(name).is_some_and(|all| all.iter().all(|(id, _)| **id == wanted.statement));
    let own =
        |image: &Image| -> Option<Vec<Aff>> { iteration.iter().map(|iname| image.value(iname)).collect() };
    let Some(filled) = own(&wanted) else { return false };
    let inside = wanted.at.iter().all(|(iname, _)| iteration.contains(iname));
    let follows = |read: ActorAccess<'_, '_>| {
        alongside::fills(model, write, read)
            && writer.path.is_before(&read.actor.path)
            && image(model, read.actor).and_then(|image| own(&image)).is_some_and(|wanted| wanted == filled)
    };
    scalar && is_only_writer && inside && model.users(name, AccessKind::Read).all(follows)
}

/// What an instance performs, in its own columns; `None` of a fetch, which performs nothing.
fn image(model: &Model<'_>, actor: &Actor<'_>) -> Option<Image> {
    let images =
        if actor.is_fetch() { Vec::new() } else { model.images(actor, &actor.instance("x.")).ok()? };
    images.into_iter().next()
}
