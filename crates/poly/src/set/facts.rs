//! What is known of a set without asking isl: constraints that hold at all of its points.

use super::connected::Connected;
use crate::{Aff, Constraint, ConstraintKind, Name, Term};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Inequalities that a projection may leave before it gives up.
const MAX_ROWS: usize = 40;

/// Constraints that hold at all points of a set, none of which says the same as another one.
#[derive(Clone, Default)]
pub(super) struct Facts {
    pub(super) constraints: Vec<Constraint>,
    /// Whether no other point satisfies them.
    pub(super) complete: bool,
}

pub(super) static NOTHING: Facts = Facts { constraints: Vec::new(), complete: false };

impl Facts {
    /// All of these constraints.
    pub(super) fn all<'a>(constraints: impl Iterator<Item = &'a Constraint>, complete: bool) -> Facts {
        let mut facts = Facts { constraints: Vec::new(), complete };
        constraints.for_each(|constraint| facts.add(constraint.clone()));
        facts
    }

    /// Adds a constraint, unless it says nothing new.
    pub(super) fn add(&mut self, constraint: Constraint) {
        let is_trivial = constraint.aff.as_constant().is_some_and(|value| constraint.kind.admits(value));
        if !is_trivial && !self.constraints.iter().any(|other| other.covers(&constraint)) {
            self.constraints.push(constraint);
        }
    }

    /// What holds where both hold.
    pub(super) fn and(&self, other: &Facts) -> Facts {
        let own = self.constraints.len();
        let mut both = Facts { complete: self.complete && other.complete, ..self.clone() };
        for constraint in &other.constraints {
            // The other ones differ from each other already.
            if !both.constraints.iter().take(own).any(|known| known.covers(constraint)) {
                both.constraints.push(constraint.clone());
            }
        }
        both
    }

    /// With columns replaced; what overflows is not known any more.
    pub(super) fn substituted(&self, by: &BTreeMap<Name, Aff>) -> Facts {
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
    ///
    /// Constraints that share no column that goes are eliminated apart from each other: a product of ranges costs what its
    /// ranges cost.
    pub(super) fn without(&self, names: &[Name]) -> Facts {
        let mut left = Facts { constraints: Vec::new(), complete: self.complete };
        let mut connected = Connected::of(names);
        for (at, constraint) in self.constraints.iter().enumerate() {
            if !connected.add(at, &constraint.aff) {
                left.constraints.push(constraint.clone());
            }
        }
        let mut groups = connected.groups();
        groups.sort_by_key(|group| Reverse(group.names.last().copied()));
        for group in groups {
            let going = group.names.into_iter().filter_map(|at| names.get(at)).collect();
            let constraints =
                group.constraints.into_iter().filter_map(|at| self.constraints.get(at)).cloned();
            let group = Facts { constraints: constraints.collect(), complete: true }.eliminated(going);
            left.complete &= group.complete;
            group.constraints.into_iter().for_each(|constraint| left.add(constraint));
        }
        left
    }

    fn eliminated(self, mut names: Vec<&Name>) -> Facts {
        let mut facts = self;
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
