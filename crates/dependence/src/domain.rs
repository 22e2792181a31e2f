//! Which instances a statement has: what is affine in integers that do not change counts, the rest is data.

use ir::{ArgKind, Expr, Kernel, Name, Node, Scalar, Statement, expand};
use poly::{Constraint, Error, Set};

use crate::piecewise::{self, Alternatives};

/// Combinations of alternatives that are looked at one by one.
const MAX_PARTS: usize = 64;

/// A statement's instances as far as they are known, and the conditions on data that choose among them.
pub struct Domain {
    /// Over the statement's inames; temporaries that bounds depend on are parameters.
    pub set: Set,
    /// Conditions on data.
    pub data: Vec<Expr>,
}

impl Domain {
    /// The instances of a statement, with further inames from reductions. `types` knows the arguments' types.
    pub fn of_statement(
        kernel: &Kernel,
        types: &Kernel,
        statement: &Statement,
        inames: &[Name],
    ) -> Result<Self, Error> {
        Domain::restricted(kernel.domain_of(inames)?, kernel, types, inames, &statement.predicates)
    }

    /// The points of a set over inames at which conditions hold. `types` knows the arguments' types.
    ///
    /// # Errors
    /// Those of the set operations.
    pub fn restricted(
        set: Set,
        kernel: &Kernel,
        types: &Kernel,
        inames: &[Name],
        conditions: &[Expr],
    ) -> Result<Self, Error> {
        let mut parts = Parts::default();
        for condition in conditions {
            let condition =
                expand::expand_rules(condition, &kernel.rules).unwrap_or_else(|| condition.clone());
            parts.add(&condition, &|name| is_fixed(types, inames, name) || set.has_param(name));
        }
        let set = parts.restrict(&set)?;
        Ok(Domain { set, data: parts.data })
    }

    /// All instances that there may be, whatever the temporaries hold.
    pub fn possible(&self, kernel: &Kernel) -> Result<Set, Error> {
        self.set.project_out(&computed(kernel, &self.set))
    }

    /// Whether all points of the set are instances, whatever the temporaries and arrays hold.
    pub fn is_certain(&self, kernel: &Kernel) -> bool {
        self.data.is_empty() && computed(kernel, &self.set).is_empty()
    }
}

/// Parameters that the kernel computes.
pub fn computed(kernel: &Kernel, set: &Set) -> Vec<Name> {
    set.params().iter().filter(|name| kernel.temps.contains_key(*name)).cloned().collect()
}

/// The operands of conjunctions.
#[derive(Default)]
pub struct Parts {
    /// Those that are affine in what is fixed.
    pub known: Vec<Constraint>,
    /// Those of which one alternative must hold.
    choices: Vec<Alternatives>,
    /// Conditions on data.
    pub data: Vec<Expr>,
}

impl Parts {
    /// Adds the operands of a condition.
    pub fn add(&mut self, condition: &Expr, fixed: &dyn Fn(&Name) -> bool) {
        if let Node::And(operands) = condition.node() {
            operands.iter().for_each(|operand| self.add(operand, fixed));
            return;
        }
        match piecewise::condition(condition, true, fixed) {
            Some(alternatives) => self.choose(alternatives),
            None => self.data.push(condition.clone()),
        }
    }

    /// Adds alternatives.
    pub fn choose(&mut self, mut alternatives: Alternatives) {
        if alternatives.len() == 1 {
            self.known.extend(alternatives.pop().unwrap_or_default());
        } else {
            self.choices.push(alternatives);
        }
    }

    /// Whether there are alternatives.
    pub fn has_choices(&self) -> bool {
        !self.choices.is_empty()
    }

    /// The points of a set at which all hold that are not about data.
    pub fn restrict(&self, set: &Set) -> Result<Set, Error> {
        let mut parts = vec![set.add_constraints(&self.known)?];
        for choice in &self.choices {
            let mut left = Vec::new();
            for part in &parts {
                for alternative in choice {
                    let part = part.add_constraints(alternative)?;
                    if !part.is_known_empty() {
                        left.push(part);
                    }
                }
            }
            parts = if left.len() > MAX_PARTS { vec![union(set, &left)?] } else { left };
        }
        union(set, &parts)
    }
}

/// The union of parts of a set.
fn union(set: &Set, parts: &[Set]) -> Result<Set, Error> {
    let Some((first, rest)) = parts.split_first() else { return Set::empty(set.params(), set.dims()) };
    rest.iter().try_fold(first.clone(), |all, part| all.union(part))
}

/// The points at which one of the alternatives holds.
pub fn any_of(set: &Set, alternatives: &Alternatives) -> Result<Set, Error> {
    let parts = alternatives.iter().map(|alternative| set.add_constraints(alternative));
    union(set, &parts.collect::<Result<Vec<_>, _>>()?)
}

/// The points at which one of the conjunctions holds; `None` if there are none.
///
/// # Errors
/// Those of the set operations.
pub fn where_any(points: &Set, alternatives: &[Vec<Constraint>]) -> Result<Option<Set>, Error> {
    let mut possible = Vec::new();
    for alternative in alternatives {
        if !points.add_constraints(alternative)?.is_empty()? {
            possible.push(alternative.clone());
        }
    }
    if possible.is_empty() { Ok(None) } else { any_of(points, &possible).map(Some) }
}

/// Whether a name is an iname of these, or an integer argument.
pub fn is_fixed(kernel: &Kernel, inames: &[Name], name: &Name) -> bool {
    let bounds = || kernel.domains.iter().any(|domain| domain.set.has_param(name));
    let integer =
        |arg: &ir::Arg| arg.kind == ArgKind::Value && arg.ty.map_or_else(bounds, Scalar::is_integer);
    inames.contains(name) || kernel.args.get(name).is_some_and(integer)
}
