//! Dropping what is known, and taking a conjunction apart.

use super::Set;
use super::connected::Connected;
use crate::ctx::{check, operation};
use crate::isl;
use crate::{Constraint, Error, Name};
use std::collections::BTreeSet;

impl Set {
    /// Drops constraints that the context and the remaining ones imply; the result equals this set within the
    /// context. Unlike [`gist`](Set::gist) it invents no constraints, and it looks at connected ones only.
    ///
    /// # Errors
    /// [`Error::Quota`], [`Error::Overflow`], as everywhere below.
    pub fn simplify_in(&self, context: &Set) -> Result<Set, Error> {
        operation(|| {
            let context = context.simplified_pieces()?;
            let mut pieces = self.simplified_pieces()?;
            for piece in &mut pieces {
                drop_implied(piece, &context)?;
            }
            Set::from_pieces(self.columns(), self.dims(), &pieces)
        })
    }

    /// The connected components of a conjunction: dimensions that share a constraint stay together,
    /// parameters do not connect. The join of the result is this set. Conditions on parameters alone form a
    /// set without dimensions; a set of several disjuncts is its only factor.
    pub fn factors(&self) -> Result<Vec<Set>, Error> {
        operation(|| {
            if let Some(piece) = self.conjunction() {
                return self.connected_factors(piece);
            }
            let mut pieces = self.simplified_pieces()?;
            let piece = pieces.pop().filter(|_| pieces.is_empty());
            piece.map_or_else(|| Ok(vec![self.clone()]), |piece| self.connected_factors(&piece))
        })
    }

    /// The factors of a conjunction over the columns of this set.
    pub(super) fn connected_factors(&self, piece: &[Constraint]) -> Result<Vec<Set>, Error> {
        let mut connected = Connected::new(self.dims());
        let mut rest = Vec::new();
        for (at, constraint) in piece.iter().enumerate() {
            if !connected.add(at, &constraint.aff) {
                rest.push(constraint.clone());
            }
        }
        let mut factors = Vec::new();
        for group in connected.groups() {
            let dims = group.names.into_iter().filter_map(|at| self.dims().get(at)).cloned();
            let own = group.constraints.into_iter().filter_map(|at| piece.get(at)).cloned();
            let (dims, own): (Vec<Name>, Vec<Constraint>) = (dims.collect(), own.collect());
            factors.push(Set::from_constraints(&[], &dims, &own)?);
        }
        if !rest.is_empty() || factors.is_empty() {
            factors.push(Set::from_constraints(&[], &[], &rest)?);
        }
        Ok(factors)
    }
}

/// The names that constraints connect with the given ones, through names that satisfy the predicate.
fn connected(
    from: &BTreeSet<Name>,
    constraints: &[Constraint],
    connects: impl Fn(&Name) -> bool,
) -> BTreeSet<Name> {
    let mut reached = from.clone();
    let mut open: Vec<BTreeSet<Name>> = constraints.iter().map(|constraint| constraint.aff.names()).collect();
    loop {
        let (touched, rest): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|names| !names.is_disjoint(&reached));
        if touched.is_empty() {
            return reached;
        }
        reached.extend(touched.into_iter().flatten().filter(&connects));
        open = rest;
    }
}

/// Drops each constraint that the context and the constraints that are left imply.
fn drop_implied(piece: &mut Vec<Constraint>, context: &[Vec<Constraint>]) -> Result<(), Error> {
    if let [known] = context {
        // Most conditions stand in the context literally, or tighter.
        piece.retain(|constraint| !known.iter().any(|other| other.covers(constraint)));
    }
    let mut at = 0;
    while at < piece.len() {
        let constraint = piece.remove(at);
        if !implied(&constraint, piece, context)? {
            piece.insert(at, constraint);
            at += 1;
        }
    }
    Ok(())
}

/// Whether the constraint holds wherever the others and the context do, as far as connected ones tell.
fn implied(
    constraint: &Constraint,
    others: &[Constraint],
    context: &[Vec<Constraint>],
) -> Result<bool, Error> {
    for known in context {
        for negated in constraint.negation().ok_or(Error::Overflow)? {
            let mut conditions: Vec<Constraint> = others.iter().chain(known).cloned().collect();
            let names = connected(&negated.aff.names(), &conditions, |_| true);
            conditions.retain(|condition| !condition.aff.names().is_disjoint(&names));
            conditions.push(negated);
            let columns: Vec<Name> = names.into_iter().collect();
            if !check(isl::conjunction(&columns, &conditions)?.is_empty())? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
