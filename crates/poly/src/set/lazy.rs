//! How sets were made: isl's set and the constraints that hold are both worked out when they are first
//! needed.
//!
//! Many sets are asked for nothing but whether they are empty, or inside of another one, which constraints
//! often answer.

use super::Set;
use super::facts::{Facts, NOTHING};
use crate::ctx::{check, operation};
use crate::isl::{self, Raw};
use crate::{Aff, Constraint, Error, Name};
use isl_rs::DimType;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many operations may wait for each other; working them out goes as deep.
const MAX_DEPTH: usize = 64;

/// How a set was made.
pub(super) enum Source {
    /// By isl.
    Isl,
    /// By the constraints that are known of it.
    Constraints,
    /// The points of a set at which constraints hold.
    Added(Set, Vec<Constraint>),
    /// The natural join.
    Joined(Set, Set),
    /// Columns replaced by expressions.
    Substituted(Set, BTreeMap<Name, Aff>),
    /// Without some columns.
    Projected(Set, Vec<Name>),
    /// The same points with columns in other roles.
    Same(Set),
}

impl Source {
    fn operands(&self) -> impl Iterator<Item = &Set> {
        let (first, second) = match self {
            Source::Isl | Source::Constraints => (None, None),
            Source::Added(set, _)
            | Source::Substituted(set, _)
            | Source::Projected(set, _)
            | Source::Same(set) => (Some(set), None),
            Source::Joined(a, b) => (Some(a), Some(b)),
        };
        first.into_iter().chain(second)
    }

    fn depth(&self) -> usize {
        let depth = |set: &Set| if set.is_worked_out() { 0 } else { set.0.depth };
        self.operands().map(depth).max().unwrap_or(0)
    }
}

impl Set {
    /// A set that is made when it is needed. Where too much would wait for that, its operands are made now:
    /// others of their results will be asked for, too.
    pub(super) fn lazy(source: Source, columns: Vec<Name>, dims: Vec<Name>) -> Result<Set, Error> {
        let mut depth = source.depth() + 1;
        if depth >= MAX_DEPTH {
            for operand in source.operands() {
                operand.raw_ref()?;
                operand.facts();
            }
            depth = 1;
        }
        Ok(Set::new(OnceCell::new(), source, columns, dims, depth))
    }

    /// Whether all that a result is made of is there.
    fn is_worked_out(&self) -> bool {
        let has_facts = matches!(self.0.source, Source::Isl | Source::Constraints);
        self.0.raw.get().is_some() && (has_facts || self.0.facts.get().is_some())
    }

    /// The same set, of which this is known.
    fn knowing(self, facts: Facts) -> Set {
        // Only a set that nobody has asked yet comes here.
        let _ = self.0.facts.set(facts);
        self
    }

    /// The same set, all points of which lie in another one.
    pub(super) fn with_facts_of(self, other: &Set) -> Set {
        self.knowing(Facts { complete: false, ..other.facts().clone() })
    }

    /// The same set, each point of which lies in one of two others.
    pub(super) fn with_shared_facts(self, a: &Set, b: &Set) -> Set {
        let shared =
            a.known_constraints().iter().filter(|constraint| b.known_constraints().contains(constraint));
        self.knowing(Facts::from_constraints(shared, false))
    }

    /// The same set, that of all points which satisfy the constraints.
    pub(super) fn defined_by(self, constraints: &[Constraint]) -> Set {
        self.knowing(Facts::from_constraints(constraints.iter(), true))
    }

    /// Another handle of isl's set.
    pub(super) fn raw(&self) -> Result<Raw, Error> {
        isl::copy(self.raw_ref()?)
    }

    /// isl's set.
    pub(crate) fn raw_ref(&self) -> Result<&Raw, Error> {
        if self.0.raw.get().is_none() {
            let made = operation(|| self.make())?;
            // Nothing in between can have set it.
            let _ = self.0.raw.set(made);
        }
        self.0.raw.get().ok_or_else(|| Error::Isl(String::from("a set has neither content nor source")))
    }

    fn make(&self) -> Result<Raw, Error> {
        match &self.0.source {
            Source::Isl => Err(Error::Isl(String::from("a set of isl's has no content"))),
            Source::Constraints => {
                check(isl::conjunction(self.columns(), self.known_constraints())?.to_set())
            }
            Source::Added(set, constraints) => {
                let added = check(isl::conjunction(self.columns(), constraints)?.to_set())?;
                isl::intersect(set.widened(self.columns())?, added)
            }
            Source::Joined(a, b) => isl::intersect(a.widened(self.columns())?, b.widened(self.columns())?),
            Source::Substituted(set, by) => {
                let image = |name: &Name| by.get(name).cloned().unwrap_or_else(|| Aff::dim(name));
                let images: Vec<Aff> = set.columns().iter().map(image).collect();
                let own = self.columns().iter().map(Aff::dim);
                if own.eq(images.iter().cloned()) {
                    return set.raw();
                }
                isl::preimage(set.raw()?, &images, self.columns())
            }
            // isl's cost grows steeply with the columns that go; what the constraints tell is as exact.
            Source::Projected(_, _) if self.facts().complete => {
                let piece = isl::conjunction(self.columns(), &self.facts().constraints)?;
                check(check(piece.to_set())?.remove_redundancies())
            }
            Source::Projected(set, names) => {
                set.removed(names, |raw, first, n| raw.project_out(DimType::Set, first, n))
            }
            Source::Same(set) => set.raw(),
        }
    }

    /// What is known without asking isl.
    pub(super) fn facts(&self) -> &Facts {
        if let Source::Isl | Source::Constraints = self.0.source {
            return self.0.facts.get().unwrap_or(&NOTHING);
        }
        self.0.facts.get_or_init(|| match &self.0.source {
            Source::Isl | Source::Constraints => Facts::default(),
            Source::Added(set, constraints) => {
                let mut facts = set.facts().clone();
                constraints.iter().for_each(|constraint| facts.add(constraint.clone()));
                facts
            }
            Source::Joined(a, b) => a.facts().and(b.facts()),
            Source::Substituted(set, by) => set.facts().substituted(by),
            Source::Projected(set, names) => set.facts().eliminate(names),
            Source::Same(set) => set.facts().clone(),
        })
    }

    /// Constraints that exactly the points of this set satisfy, where it is known as one conjunction.
    pub fn conjunction(&self) -> Option<&[Constraint]> {
        let facts = self.facts();
        facts.complete.then_some(facts.constraints.as_slice())
    }

    /// Constraints that hold at all points, as far as they are known without effort.
    pub fn known_constraints(&self) -> &[Constraint] {
        &self.facts().constraints
    }

    /// Whether both are the same object.
    pub(super) fn is_same(&self, other: &Set) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
