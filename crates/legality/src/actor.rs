//! Claim (actor): An actor has all accesses that the tree makes at its place, and the instances that make them.

use ir::{Expr, Name, Provenance, ReductionOp, Statement};
use poly::{Aff, Set};
use std::rc::Rc;

use crate::place::PlacedInstance;
use crate::place::position::Path;
use crate::reached::Reached;
use crate::shape::Shape;
use dependence::access::Access;
use dependence::instance::Instance;
use dependence::required::OrderedInstance;

/// One place at which the tree runs a statement, or evaluates a condition or bound for it.
pub(super) struct Actor<'k> {
    pub(super) id: &'k Name,
    pub(super) statement: &'k Statement,
    /// Its operation, where it is an update.
    pub(super) update: Option<ReductionOp>,
    /// Its instances at this place, over its inames; conditions on data count as true.
    pub(super) domain: Set,
    /// Conditions on data under which it runs.
    pub(super) data: Vec<Expr>,
    pub(super) accesses: Vec<Access>,
    pub(super) path: Path<'k>,
    pub(super) shape: Rc<Shape<'k>>,
    /// What the way to this place runs, where there are several places.
    pub(super) here: Option<Rc<Reached>>,
    /// Whether the statement itself runs here.
    pub(super) runs: bool,
}

impl Actor<'_> {
    /// Whether it stores what reads of others will want.
    pub(super) fn is_fetch(&self) -> bool {
        matches!(self.statement.provenance, Some(Provenance::Fetch(_)))
    }

    /// An instance of it, in columns with a prefix.
    pub(super) fn instance(&self, prefix: &'static str) -> Instance {
        Instance::new(prefix, self.statement.inames.clone()).restricted_to(&self.domain)
    }
}

/// An access, and the place that makes it.
#[derive(Clone, Copy)]
pub(super) struct ActorAccess<'a, 'k> {
    pub(super) actor: &'a Actor<'k>,
    pub(super) access: &'a Access,
}

/// An instance of an actor.
#[derive(Clone, Copy)]
pub(super) struct ActorInstance<'a> {
    pub(super) actor: &'a Actor<'a>,
    pub(super) at: &'a Instance,
}

impl<'a> ActorInstance<'a> {
    pub(super) fn new(actor: &'a Actor<'a>, at: &'a Instance) -> Self {
        ActorInstance { actor, at }
    }

    /// The instance with its place in the tree.
    pub(super) fn placed(self) -> PlacedInstance<'a> {
        PlacedInstance { statement: self.actor.statement, path: &self.actor.path, at: self.at }
    }
}

/// Reference instances that an instance performs or reads for.
pub(super) struct Image {
    /// The reference statement.
    pub(super) statement: Name,
    /// Columns of the instance, and of others that it reads for, that belong together; `None`: no others.
    pub(super) relation: Option<Set>,
    /// The reference statement's inames in these columns.
    pub(super) at: Vec<(Name, Aff)>,
}

impl Image {
    /// The value of one of the reference statement's inames.
    pub(super) fn value(&self, iname: &Name) -> Option<Aff> {
        self.at.iter().find(|(name, _)| name == iname).map(|(_, aff)| aff.clone())
    }

    /// The reference instance, as its order is asked about.
    pub(super) fn reference_instance(&self) -> OrderedInstance<'_> {
        OrderedInstance::new(&self.statement, &self.at)
    }
}
