//! From domains to loops: bounds of each iname in terms of those before it.

use super::code::{Code, Condition, Level, Linear, LinearTerm, Piece};
use super::compile::Compiler;
use super::memory::Fault;
use diag::Diagnostic;
use ir::{IndexMap, Kernel, Name};
use poly::{Aff, Constraint, ConstraintKind, Set, Term};
use std::collections::BTreeMap;

/// Loops found so far, by loop variables in order and fresh ones among them.
pub(crate) type Levels = IndexMap<(Vec<Name>, Vec<(Name, Aff)>), Vec<Level>>;

impl Compiler<'_> {
    /// One loop for each variable, outermost first. Fresh variables stand for expressions in inames.
    ///
    /// A domain's parameter that the kernel computes is read where the loop over one of that domain's inames
    /// starts, not before.
    pub(crate) fn domain_levels(
        &mut self,
        vars: &[Name],
        fresh: &[(Name, Aff)],
    ) -> Result<Vec<Level>, Fault> {
        let key = (vars.to_vec(), fresh.to_vec());
        if let Some(known) = self.levels.get(&key) {
            return Ok(known.clone());
        }
        let set = self.joint_domain(vars, fresh).map_err(failed)?;
        let levels = self.set_levels(set, vars, fresh)?;
        self.levels.insert(key, levels.clone());
        Ok(levels)
    }

    /// One loop for each of a set's dimensions, in this order.
    pub(crate) fn set_levels(
        &mut self,
        mut set: Set,
        vars: &[Name],
        fresh: &[(Name, Aff)],
    ) -> Result<Vec<Level>, Fault> {
        for name in vars {
            self.slot(name);
        }
        let mut levels = Vec::new();
        for (depth, name) in vars.iter().enumerate().rev() {
            let prefix = vars.get(..=depth).unwrap_or(vars);
            set = set.project_onto(prefix).map_err(failed)?;
            set = self.without_late_params(&set, prefix, fresh).map_err(failed)?;
            let around = vars.get(..depth).unwrap_or_default().to_vec();
            let scope = std::mem::replace(&mut self.scope, around);
            let level = self.level(&set, name);
            self.scope = scope;
            levels.push(level?);
        }
        levels.reverse();
        Ok(levels)
    }

    /// The least and the greatest value of an iname, where there are bounds that do not depend on what is
    /// computed.
    pub(crate) fn ends(&self, iname: &Name) -> Result<[Option<i64>; 2], poly::Error> {
        let domain = self.joint_domain(std::slice::from_ref(iname), &[])?;
        let value = Aff::dim(iname);
        Ok([domain.static_min(&value)?, domain.static_max(&value)?])
    }

    /// Whether an iname has no values.
    pub(crate) fn is_empty(&self, iname: &Name) -> Result<bool, poly::Error> {
        self.joint_domain(std::slice::from_ref(iname), &[])?.is_empty()
    }

    pub(crate) fn joint_domain(&self, vars: &[Name], fresh: &[(Name, Aff)]) -> Result<Set, poly::Error> {
        let inames: Vec<Name> =
            vars.iter().filter(|var| fresh.iter().all(|(name, _)| name != *var)).cloned().collect();
        let mut set = self.kernel.domain_of(&inames)?;
        let constants = self.integer_constants();
        let used = |name: &Name| set.has_param(name);
        let fixed: BTreeMap<Name, Aff> = constants
            .iter()
            .filter(|(name, _)| used(name))
            .map(|(name, value)| (name.clone(), Aff::constant(*value)))
            .collect();
        set = set.substitute_all(&fixed)?;
        if fresh.is_empty() {
            return Ok(set);
        }
        let names: Vec<Name> = fresh.iter().map(|(name, _)| name.clone()).collect();
        let equalities: Option<Vec<Constraint>> = fresh
            .iter()
            .map(|(name, aff)| Constraint::eq(&Aff::dim(name), &aff.substitute(&fixed_in(&constants))?))
            .collect();
        set.add_dims(&names)?.add_constraints(&equalities.ok_or(poly::Error::Overflow)?)
    }

    /// Drops conditions on parameters that have no value yet when the loops of `prefix` start.
    fn without_late_params(
        &self,
        set: &Set,
        prefix: &[Name],
        fresh: &[(Name, Aff)],
    ) -> Result<Set, poly::Error> {
        let stands_for = |var: &Name| match fresh.iter().find(|(name, _)| name == var) {
            Some((_, aff)) => aff.names().into_iter().collect(),
            None => vec![var.clone()],
        };
        let inames: Vec<Name> = prefix.iter().flat_map(stands_for).collect();
        let late = |param: &&Name| !inames.iter().any(|iname| depends_on(self.kernel, iname, param));
        let late: Vec<Name> = set.params().iter().filter(late).cloned().collect();
        if late.is_empty() { Ok(set.clone()) } else { set.project_out(&late) }
    }

    fn level(&mut self, set: &Set, name: &Name) -> Result<Level, Fault> {
        let slot = self.slot(name);
        let mut pieces = Vec::new();
        for constraints in set.pieces().map_err(failed)? {
            let mut piece = Piece::default();
            for constraint in &constraints {
                self.sort_in(&mut piece, constraint, name)?;
            }
            pieces.push(piece);
        }
        Ok(Level { slot, name: name.clone(), pieces })
    }

    fn sort_in(&mut self, piece: &mut Piece, constraint: &Constraint, name: &Name) -> Result<(), Fault> {
        let equality = constraint.kind == ConstraintKind::Equality;
        if !constraint.aff.mentions(name) {
            piece.guards.push(Condition { equality, linear: self.linear(&constraint.aff)? });
        } else if constraint.aff.mentions_in_floor(name) {
            piece.checks.push(Condition { equality, linear: self.linear(&constraint.aff)? });
            let negative = constraint.aff.neg().filter(|_| equality);
            for aff in [Some(constraint.aff.clone()), negative].into_iter().flatten() {
                let bound = relaxed(aff, name).ok_or_else(|| failed(poly::Error::Overflow))?;
                self.push_bound(piece, &bound, name, false)?;
            }
        } else {
            self.push_bound(piece, &constraint.aff, name, equality)?;
        }
        Ok(())
    }

    fn push_bound(&mut self, piece: &mut Piece, aff: &Aff, name: &Name, equality: bool) -> Result<(), Fault> {
        let factor = aff.coefficient(name);
        let without = aff.add_scaled(&Aff::dim(name), -factor);
        let rest = without.ok_or_else(|| failed(poly::Error::Overflow))?;
        if factor != 0 {
            piece.bounds.push((factor, Condition { equality, linear: self.linear(&rest)? }));
        }
        Ok(())
    }

    /// Code of a quasi-affine form. Names are loop variables, value arguments or scalar temporaries.
    pub(crate) fn linear(&mut self, aff: &Aff) -> Result<Linear, Fault> {
        let mut linear = Linear { constant: aff.constant_part(), terms: Vec::new() };
        for (term, factor) in aff.terms() {
            let term = match term {
                Term::Floor(inner, divisor) => LinearTerm::Floor(self.linear(inner)?, *divisor),
                Term::Dim(name) if self.regions.contains(name) || self.constants.contains_key(name) => {
                    LinearTerm::Code(self.index(&ir::Expr::from(name))?)
                }
                Term::Dim(name) => LinearTerm::Slot(self.slots.get_index_of(name).ok_or_else(|| {
                    let message = format!("a loop bound depends on `{name}`, which has no value");
                    Box::new(Diagnostic::error("lp::run::unknown", message))
                })?),
            };
            match term {
                LinearTerm::Code(Code::Const(word)) => {
                    let value = crate::value::integer(word);
                    let sum = i64::try_from(value * i128::from(*factor)).ok();
                    linear.constant = sum
                        .and_then(|product| linear.constant.checked_add(product))
                        .ok_or_else(|| failed(poly::Error::Overflow))?;
                }
                term => linear.terms.push((*factor, term)),
            }
        }
        Ok(linear)
    }
}

/// What `aff >= 0` implies without the iname in a floor: a bound may hide in `i <= 10*floor(i/9)`.
fn relaxed(mut aff: Aff, name: &Name) -> Option<Aff> {
    loop {
        let hidden = aff.terms().iter().find_map(|(term, factor)| match term {
            Term::Floor(inner, divisor) if inner.mentions(name) => Some((inner.clone(), *divisor, *factor)),
            _ => None,
        });
        let Some((inner, divisor, factor)) = hidden else { return Some(aff) };
        // inner - divisor + 1 <= divisor*floor(inner/divisor) <= inner
        let bound = if factor > 0 { Aff::clone(&inner) } else { inner.offset(1 - divisor)? };
        let rest = aff.add_scaled(&inner.floor_div(divisor)?, factor.checked_neg()?)?;
        aff = rest.scale(divisor)?.add_scaled(&bound, factor)?;
    }
}

fn fixed_in(constants: &IndexMap<Name, i64>) -> BTreeMap<Name, Aff> {
    constants.iter().map(|(name, value)| (name.clone(), Aff::constant(*value))).collect()
}

/// Whether the parameter belongs to the domain that the iname is a dimension of.
fn depends_on(kernel: &Kernel, iname: &Name, param: &Name) -> bool {
    let home = kernel.home(iname).and_then(|at| kernel.domains.get(at));
    home.is_some_and(|domain| domain.set.has_param(param))
}

pub(crate) fn failed(error: poly::Error) -> Fault {
    Box::new(Diagnostic::error("lp::run::domain", format!("the loop bounds cannot be found: {error}")))
}
