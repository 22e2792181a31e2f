//! How sets were made: isl's set and the constraints that hold are both worked out when they are first needed.
//!
//! Many sets are asked for nothing but whether they are empty, or inside of another one, which constraints often answer.

use super::Set;
use crate::ctx::{check, operation};
use crate::isl::{self, Raw};
use crate::{Aff, Constraint, ConstraintKind, Error, Name, Term};
use isl_rs::DimType;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many operations may wait for each other; working them out goes as deep.
const MAX_DEPTH: usize = 64;

/// Inequalities that a projection may leave before it gives up.
const MAX_ROWS: usize = 40;

/// How a set was made.
pub(super) enum Source {
    /// By isl.
    Isl,
    /// The points of a set at which constraints hold.
    Added(Set, Vec<Constraint>),
    /// The natural join.
    Joined(Set, Set),
    /// Columns replaced by expressions.
    Substituted(Set, BTreeMap<Name, Aff>),
    /// Without some columns.
    Projected(Set, Vec<Name>),
    /// The same points with other provenances of the columns.
    Same(Set),
}

impl Source {
    fn depth(&self) -> usize {
        match self {
            Source::Isl => 0,
            Source::Added(set, _)
            | Source::Substituted(set, _)
            | Source::Projected(set, _)
            | Source::Same(set) => set.0.depth,
            Source::Joined(a, b) => a.0.depth.max(b.0.depth),
        }
    }
}

/// Constraints that hold at all points of a set.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) constraints: Vec<Constraint>,
    /// Whether no other point satisfies them.
    pub(super) complete: bool,
}

static NOTHING: Facts = Facts { constraints: Vec::new(), complete: false };

impl Facts {
    fn all<'a>(constraints: impl Iterator<Item = &'a Constraint>, complete: bool) -> Facts {
        let mut facts = Facts { constraints: Vec::new(), complete };
        constraints.for_each(|constraint| facts.add(constraint.clone()));
        facts
    }

    /// Adds a constraint, unless it says nothing new.
    fn add(&mut self, constraint: Constraint) {
        let trivial = constraint.aff.as_constant().is_some_and(|value| match constraint.kind {
            ConstraintKind::Equality => value == 0,
            ConstraintKind::Inequality => value >= 0,
        });
        if !trivial && !self.constraints.iter().any(|other| other.covers(&constraint)) {
            self.constraints.push(constraint);
        }
    }

    /// With columns replaced; what overflows is not known any more.
    fn substituted(&self, by: &BTreeMap<Name, Aff>) -> Facts {
        let mut facts = Facts { constraints: Vec::new(), complete: self.complete };
        for Constraint { kind, aff } in &self.constraints {
            match aff.substitute(by) {
                Some(aff) => facts.add(Constraint { kind: *kind, aff }),
                None => facts.complete = false,
            }
        }
        facts
    }

    /// What follows for the other columns.
    fn without(&self, names: &[Name]) -> Facts {
        let mut facts = Facts::all(self.constraints.iter(), self.complete);
        let mut names: Vec<&Name> = names.iter().collect();
        while let Some(last) = names.len().checked_sub(1) {
            // An equality loses nothing, whatever the bounds.
            let is_told = |name: &&Name| facts.constraints.iter().any(|c| solved(c, name).is_some());
            let next = names.iter().position(is_told).unwrap_or(last);
            facts = facts.without_column(names.swap_remove(next));
        }
        facts
    }

    fn without_column(self, name: &Name) -> Facts {
        let (bound, free): (Vec<_>, Vec<_>) =
            self.constraints.into_iter().partition(|constraint| constraint.aff.mentions(name));
        let mut left = Facts { constraints: free, complete: self.complete };
        if let Some(value) = bound.iter().find_map(|constraint| solved(constraint, name)) {
            let by = BTreeMap::from([(name.clone(), value)]);
            let rest = Facts { constraints: bound, complete: true }.substituted(&by);
            left.complete &= rest.complete;
            rest.constraints.into_iter().for_each(|constraint| left.add(constraint));
            return left;
        }
        match combined(&bound, name) {
            Some((rows, exact)) => {
                left.complete &= exact;
                rows.into_iter().for_each(|constraint| left.add(constraint));
            }
            None => left.complete &= bound.is_empty(),
        }
        left
    }
}

/// The value that an equality gives a column, if it does so for every point of the other columns.
fn solved(constraint: &Constraint, name: &Name) -> Option<Aff> {
    let coefficient = constraint.aff.coefficient(name);
    if constraint.kind != ConstraintKind::Equality
        || !matches!(coefficient, 1 | -1)
        || constraint.aff.mentions_in_floor(name)
    {
        return None;
    }
    let (rest, _) = constraint.aff.split_off(&Term::Dim(name.clone()));
    rest.scale(-coefficient)
}

/// The pairs of lower and upper bounds of a column, and whether no integer is lost between them (Fourier and Motzkin): one
/// coefficient of each pair must be 1, or both the same with a multiple of it always in between. `None` where the column is
/// not simply bounded, or too many pairs would be left.
fn combined(bound: &[Constraint], name: &Name) -> Option<(Vec<Constraint>, bool)> {
    let plain = |constraint: &Constraint| {
        constraint.kind == ConstraintKind::Inequality && !constraint.aff.mentions_in_floor(name)
    };
    let (lower, upper): (Vec<_>, Vec<_>) =
        bound.iter().partition(|constraint| constraint.aff.coefficient(name) > 0);
    if !bound.iter().all(plain) || lower.len() * upper.len() > MAX_ROWS {
        return None;
    }
    let (mut rows, mut exact) = (Vec::new(), true);
    for low in &lower {
        for high in &upper {
            let (a, b) = (low.aff.coefficient(name), high.aff.coefficient(name).checked_neg()?);
            let room = || low.aff.add(&high.aff).and_then(|sum| sum.as_constant());
            if a == b && room().is_some_and(|room| room >= a - 1) {
                continue;
            }
            exact &= a == 1 || b == 1;
            let aff = low.aff.scale(b)?.add_scaled(&high.aff, a)?;
            rows.push(Constraint { kind: ConstraintKind::Inequality, aff });
        }
    }
    Some((rows, exact))
}

impl Set {
    /// A set that is made when it is needed, unless too much waits for that already.
    pub(super) fn lazy(source: Source, columns: Vec<Name>, dims: Vec<Name>) -> Result<Set, Error> {
        let depth = source.depth() + 1;
        let set = Set::new(OnceCell::new(), source, columns, dims, depth);
        if depth < MAX_DEPTH {
            return Ok(set);
        }
        let raw = OnceCell::from(set.raw()?);
        let known = set.facts();
        let facts = Facts::all(known.constraints.iter(), known.complete);
        let made = Set::new(raw, Source::Isl, set.0.columns.clone(), set.0.dims.clone(), 0);
        Ok(made.knowing(facts))
    }

    /// The same set, of which this is known.
    fn knowing(self, facts: Facts) -> Set {
        // Only a set that nobody has asked yet comes here.
        let _ = self.0.facts.set(facts);
        self
    }

    /// The same set, all points of which lie in another one.
    pub(super) fn with_facts_of(self, other: &Set) -> Set {
        self.knowing(Facts::all(other.known().iter(), false))
    }

    /// The same set, each point of which lies in one of two others.
    pub(super) fn with_shared_facts(self, a: &Set, b: &Set) -> Set {
        let shared = a.known().iter().filter(|constraint| b.known().contains(constraint));
        self.knowing(Facts::all(shared, false))
    }

    /// The same set, that of all points which satisfy the constraints.
    pub(super) fn defined_by(self, constraints: &[Constraint]) -> Set {
        self.knowing(Facts::all(constraints.iter(), true))
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
            Source::Projected(set, names) => {
                set.removed(names, |raw, first, n| raw.project_out(DimType::Set, first, n))
            }
            Source::Same(set) => set.raw(),
        }
    }

    /// What is known without asking isl.
    pub(super) fn facts(&self) -> &Facts {
        if let Source::Isl = self.0.source {
            return self.0.facts.get().unwrap_or(&NOTHING);
        }
        self.0.facts.get_or_init(|| match &self.0.source {
            Source::Isl => Facts::default(),
            Source::Added(set, constraints) => {
                let known = set.facts();
                Facts::all(known.constraints.iter().chain(constraints), known.complete)
            }
            Source::Joined(a, b) => {
                let (a, b) = (a.facts(), b.facts());
                Facts::all(a.constraints.iter().chain(&b.constraints), a.complete && b.complete)
            }
            Source::Substituted(set, by) => set.facts().substituted(by),
            Source::Projected(set, names) => set.facts().without(names),
            Source::Same(set) => {
                let known = set.facts();
                Facts::all(known.constraints.iter(), known.complete)
            }
        })
    }

    /// Constraints that exactly the points of this set satisfy, where it is known as one conjunction.
    pub fn conjunction(&self) -> Option<&[Constraint]> {
        let facts = self.facts();
        facts.complete.then_some(facts.constraints.as_slice())
    }

    /// Constraints that hold at all points, as far as they are known without effort.
    pub fn known(&self) -> &[Constraint] {
        &self.facts().constraints
    }

    /// Whether both are the same object.
    pub(super) fn is_same(&self, other: &Set) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
