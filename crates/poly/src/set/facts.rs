//! What is known of a set without asking isl: constraints that hold at all of its points.

use super::connected::Connected;
use super::digits::without_small_digits;
use super::infeasible::implies;
use crate::simplified::Simplified;
use crate::{Aff, Constraint, ConstraintKind, Name, Term};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

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
    pub(super) fn from_constraints<'a>(
        constraints: impl Iterator<Item = &'a Constraint>,
        complete: bool,
    ) -> Facts {
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
    /// Constraints that share no column that goes are eliminated apart from each other: a product of ranges
    /// costs what its ranges cost.
    pub(super) fn eliminate(&self, names: &[Name]) -> Facts {
        let mut left = Facts { constraints: Vec::new(), complete: self.complete };
        let mut connected = Connected::new(names);
        for (at, constraint) in self.constraints.iter().enumerate() {
            if !connected.add(at, &constraint.aff) {
                left.constraints.push(constraint.clone());
            }
        }
        let mut groups = connected.groups();
        groups.sort_by_key(|group| Reverse(group.names.last().copied()));
        let kept = left.constraints.len();
        for group in groups {
            let going: Vec<&Name> = group.names.into_iter().filter_map(|at| names.get(at)).collect();
            let constraints = group.constraints.iter().filter_map(|at| self.constraints.get(*at));
            let group = || Facts { constraints: constraints.clone().cloned().collect(), complete: true };
            let mut alone = group().eliminated(going.clone());
            if !alone.complete {
                // Ranges of what stays may tell that no integer is lost.
                let around = left.constraints.get(..kept).unwrap_or_default();
                let mut group = group().with_ranges(around);
                without_small_digits(&mut group.constraints);
                alone = group.eliminated(going);
            }
            left.complete &= alone.complete;
            alone.constraints.into_iter().for_each(|constraint| left.add(constraint));
        }
        left
    }

    /// With those of other constraints that have no other columns.
    fn with_ranges(mut self, others: &[Constraint]) -> Facts {
        let own: BTreeSet<Name> =
            self.constraints.iter().flat_map(|constraint| constraint.aff.names()).collect();
        let about_own = |constraint: &&Constraint| constraint.aff.names().is_subset(&own);
        self.constraints.extend(others.iter().filter(about_own).cloned());
        self
    }

    fn eliminated(self, mut names: Vec<&Name>) -> Facts {
        let mut facts = self;
        while let Some(last) = names.len().checked_sub(1) {
            // An equality loses nothing, whatever the bounds, nor do unit coefficients. Eliminating those may
            // leave others.
            let is_told = |name: &&Name| facts.constraints.iter().any(|c| is_solved(c, name));
            let is_unit = |name: &&Name| has_unit_bounds(&facts.constraints, name);
            let position = names.iter().position(is_told).or_else(|| names.iter().position(is_unit));
            let next = position.unwrap_or(last);
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
        match combined(&bound, name, &left.constraints) {
            Some((rows, exact)) => {
                left.complete &= exact;
                rows.into_iter().for_each(|constraint| left.add(constraint));
            }
            None => left.complete &= bound.is_empty(),
        }
        left
    }
}

/// Whether an equality gives a column a value at every point of the other columns.
fn is_solved(constraint: &Constraint, name: &Name) -> bool {
    constraint.kind == ConstraintKind::Equality
        && matches!(constraint.aff.coefficient(name), 1 | -1)
        && !constraint.aff.mentions_in_floor(name)
}

/// The value that an equality gives a column, if it does so for every point of the other columns.
fn solved(constraint: &Constraint, name: &Name) -> Option<Aff> {
    if !is_solved(constraint, name) {
        return None;
    }
    let (rest, coefficient) = constraint.aff.split_off(&Term::Dim(name.clone()));
    rest.scale(-coefficient)
}

/// Whether all lower or all upper bounds of a column have the coefficient 1, so that no integer is lost
/// between them.
fn has_unit_bounds(constraints: &[Constraint], name: &Name) -> bool {
    let coefficients = || constraints.iter().map(|constraint| constraint.aff.coefficient(name));
    coefficients().all(|c| c <= 1) || coefficients().all(|c| c >= -1)
}

/// The pairs of lower and upper bounds of a column, tightened to the integers, and whether no integer is lost
/// between them (Fourier and Motzkin): one coefficient of each pair must be 1, or both the same with a
/// multiple of it always in between, by what is `known` of the other columns. `None` where the column is not
/// simply bounded, or too many pairs would be left.
fn combined(bound: &[Constraint], name: &Name, known: &[Constraint]) -> Option<(Vec<Constraint>, bool)> {
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
            if a == b && has_room(&low.aff.add(&high.aff)?, a, known) {
                continue;
            }
            exact &= a == 1 || b == 1;
            let aff = low.aff.scale(b)?.add_scaled(&high.aff, a)?;
            let row = Constraint { kind: ConstraintKind::Inequality, aff };
            match row.simplify()? {
                Simplified::True => {}
                Simplified::False => rows.push(row),
                Simplified::Open(tightened) => rows.push(tightened),
            }
        }
    }
    Some((rows, exact))
}

/// Whether a range of this width holds a multiple of a number wherever it lies.
fn has_room(width: &Aff, factor: i64, known: &[Constraint]) -> bool {
    if factor == 1 {
        return width.as_constant().is_some_and(|width| width >= 0);
    }
    let wide = width.offset(1 - factor);
    let wide = wide.map(|aff| Constraint { kind: ConstraintKind::Inequality, aff });
    wide.is_some_and(|wide| match wide.aff.as_constant() {
        Some(room) => room >= 0,
        None => implies(known, &wide),
    })
}

#[cfg(test)]
mod tests {
    use crate::{Name, Set};

    /// A nest of splits, as blocked matrix products have them.
    const SPLIT: &str = "[n] -> { [a, b, c, d] : 0 <= 128*a + 64*b + 4*c + d < n and 0 <= 64*b + 4*c + d < 128 \
                         and 0 <= 4*c + d < 64 and 0 <= d < 4 }";

    fn projected(text: &str, names: &[&str]) -> Set {
        let names: Vec<Name> = names.iter().copied().map(Name::new).collect();
        Set::parse(text).unwrap().project_out(&names).unwrap()
    }

    #[test]
    fn splits_are_projected_without_isl() {
        let cases: [(&[&str], &str); 5] = [
            (&["d"], "[n] -> { [a, b, c] : 0 <= 128*a + 64*b + 4*c < n and 0 <= b < 2 and 0 <= c < 16 }"),
            (&["a", "b", "c"], "[n] -> { [d] : 0 <= d < n and d < 4 }"),
            (&["a", "c"], "[n] -> { [b, d] : 0 <= b < 2 and 0 <= d < 4 and 64*b + d < n }"),
            (&["b", "c", "d"], "[n] -> { [a] : 0 <= 128*a < n }"),
            (&["a", "b", "c", "d"], "[n] -> { [] : n > 0 }"),
        ];
        for (gone, left) in cases {
            let set = projected(SPLIT, gone);
            assert!(set.conjunction().is_some(), "{gone:?} by constraints alone");
            assert!(set.is_equal(&Set::parse(left).unwrap()).unwrap(), "{gone:?} gives {left}");
        }
    }

    #[test]
    fn integers_that_bounds_lose_are_told_by_isl() {
        for (text, left) in [
            ("[n] -> { [i] : 4*i >= n and 4*i <= n + 2 }", "[n] -> { [] : n mod 4 != 1 }"),
            ("[n, m] -> { [i] : n <= 3*i <= m }", "[n, m] -> { [] : exists i : n <= 3*i <= m }"),
            ("[n, m] -> { [i] : n <= 3*i <= m and m >= n + 2 }", "[n, m] -> { [] : m >= n + 2 }"),
            (
                "[n, m] -> { [i] : 2*i >= n and 3*i <= m }",
                "[n, m] -> { [] : exists i : 2*i >= n and 3*i <= m }",
            ),
        ] {
            assert!(projected(text, &["i"]).is_equal(&Set::parse(left).unwrap()).unwrap(), "{text}");
        }
    }
}
