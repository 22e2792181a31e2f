//! From formulas as written to sets.

use super::ParseError;
use super::lower::{Logic, comparison};
use super::scope::Scope;
use super::tree::{Comparison, Expr, ExprKind, Formula, FormulaKind};
use crate::{Constraint, Error, Name, Set};

/// Comparisons that lists on both sides may multiply to.
const MAX_COMPARISONS: usize = 4096;

/// Reads a formula; errors are collected and stand for true.
pub(crate) fn logic(formula: &Formula, negated: bool, scope: &Scope, errors: &mut Vec<ParseError>) -> Logic {
    // Negations move inwards as far as they go: sets are cheap to join, and complements are not.
    match &formula.value {
        FormulaKind::Constant(value) => Logic::constant(*value != negated),
        FormulaKind::Error => Logic::constant(true),
        FormulaKind::Not(operand) => logic(operand, !negated, scope, errors),
        FormulaKind::And(operands) => {
            let operands = operands.iter().map(|operand| logic(operand, negated, scope, errors)).collect();
            if negated { Logic::Any(operands) } else { Logic::All(operands) }
        }
        FormulaKind::Or(operands) => {
            let operands = operands.iter().map(|operand| logic(operand, negated, scope, errors)).collect();
            if negated { Logic::All(operands) } else { Logic::Any(operands) }
        }
        FormulaKind::Exists(bindings, body) => {
            let depth = scope.depth();
            let mut names = Vec::new();
            let mut parts = Vec::new();
            for binding in bindings {
                let column = scope.bind(&binding.name);
                if let Some(value) = &binding.value {
                    let range = binding.name.range;
                    let name = Expr { range, value: ExprKind::Name(binding.name.value.clone()) };
                    match comparison(&name, Comparison::Eq, value, scope) {
                        Ok(part) => parts.push(part),
                        Err(error) => errors.push(error),
                    }
                }
                names.push(column);
            }
            // No negation goes behind a quantifier.
            parts.push(logic(body, false, scope, errors));
            scope.leave(depth);
            let exists = Logic::Exists(names, Box::new(Logic::All(parts)));
            if negated { Logic::Not(Box::new(exists)) } else { exists }
        }
        FormulaKind::Chain(first, rest) => {
            let mut parts = Vec::new();
            let mut left = first;
            for (operator, right) in rest {
                if left.len().saturating_mul(right.len()) > MAX_COMPARISONS {
                    errors.push(ParseError::new("lp::domain::limit", formula.range, "too many comparisons"));
                    break;
                }
                for (a, b) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
                    match comparison(a, if negated { opposite(*operator) } else { *operator }, b, scope) {
                        Ok(part) => parts.push(part),
                        Err(error) => errors.push(error),
                    }
                }
                left = right;
            }
            if negated { Logic::Any(parts) } else { Logic::All(parts) }
        }
    }
}

fn opposite(operator: Comparison) -> Comparison {
    match operator {
        Comparison::Lt => Comparison::Ge,
        Comparison::Le => Comparison::Gt,
        Comparison::Gt => Comparison::Le,
        Comparison::Ge => Comparison::Lt,
        Comparison::Eq => Comparison::Ne,
        Comparison::Ne => Comparison::Eq,
    }
}

/// The set of points at which the formula holds.
pub(crate) fn build(logic: &Logic, params: &[Name], dims: &[Name]) -> Result<Set, Error> {
    match logic {
        Logic::Atom(constraint) => Set::from_constraints(params, dims, std::slice::from_ref(constraint)),
        Logic::All(parts) => {
            let (mut constraints, mut others) = (Vec::new(), Vec::new());
            flatten(parts, &mut constraints, &mut others);
            let plain = Set::from_constraints(params, dims, &constraints)?;
            others.into_iter().try_fold(plain, |set, part| set.intersect(&build(part, params, dims)?))
        }
        Logic::Any(parts) => match parts.as_slice() {
            [only] => build(only, params, dims),
            parts => {
                let mut sets =
                    parts.iter().map(|part| build(part, params, dims)).collect::<Result<Vec<_>, _>>()?;
                // Pairwise, so that a long disjunction is not copied for each of its parts.
                while sets.len() > 1 {
                    let halves = sets.chunks(2).map(|pair| match pair {
                        [a, b] => a.union(b),
                        [a] => Ok(a.clone()),
                        _ => Set::empty(params, dims),
                    });
                    sets = halves.collect::<Result<Vec<_>, _>>()?;
                }
                sets.pop().map_or_else(|| Set::empty(params, dims), Ok)
            }
        },
        Logic::Not(operand) => Set::universe(params, dims)?.subtract(&build(operand, params, dims)?),
        Logic::Exists(names, body) => {
            let inner: Vec<Name> = params.iter().chain(names).cloned().collect();
            build(body, &inner, dims)?.project_out(names)
        }
    }
}

/// Collects the constraints of nested conjunctions.
fn flatten<'a>(parts: &'a [Logic], constraints: &mut Vec<Constraint>, others: &mut Vec<&'a Logic>) {
    for part in parts {
        match part {
            Logic::Atom(constraint) => constraints.push(constraint.clone()),
            Logic::All(parts) => flatten(parts, constraints, others),
            Logic::Any(parts) => match parts.as_slice() {
                [only] => flatten(std::slice::from_ref(only), constraints, others),
                _ => others.push(part),
            },
            Logic::Not(_) | Logic::Exists(..) => others.push(part),
        }
    }
}
