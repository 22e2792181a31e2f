//! Joint domains of statements, computed once each.

use dependence::declared::Declared;
use dependence::domain::Domain;
use dependence::instance::Instance;
use ir::{Expr, IndexMap, Kernel};
use poly::{Aff, Bounds, Constraint, ConstraintKind, Error, Name, Set, Term};
use std::cell::{OnceCell, RefCell};

/// The domains of a kernel's statements, under its assumptions.
pub(super) struct Domains<'k> {
    kernel: &'k Kernel,
    joint: RefCell<IndexMap<Vec<Name>, Set>>,
    order: OnceCell<Declared>,
}

impl<'k> Domains<'k> {
    pub(super) fn new(kernel: &'k Kernel) -> Self {
        Domains { kernel, joint: RefCell::new(IndexMap::default()), order: OnceCell::new() }
    }

    pub(super) fn kernel(&self) -> &'k Kernel {
        self.kernel
    }

    /// The declared order of the kernel's statements.
    pub(super) fn order(&self) -> &Declared {
        self.order.get_or_init(|| Declared::new(self.kernel))
    }

    /// The points of these inames that a statement runs at.
    pub(super) fn joint_domain(&self, inames: &[Name]) -> Result<Set, Error> {
        if let Some(known) = self.joint.borrow().get(inames) {
            return Ok(known.clone());
        }
        let set = self.kernel.domain_of(inames)?.intersect(&self.kernel.assumptions)?;
        self.joint.borrow_mut().insert(inames.to_vec(), set.clone());
        Ok(set)
    }

    /// An instance of a statement with these inames and conditions, and where it may lie in its columns,
    /// whatever the kernel computes.
    pub(super) fn instance(
        &self,
        prefix: &'static str,
        inames: &[Name],
        conditions: &[Expr],
    ) -> Result<(Instance, Set), Error> {
        let domain =
            Domain::restricted(self.joint_domain(inames)?, self.kernel, self.kernel, inames, conditions)?;
        let points = domain.possible(self.kernel)?;
        let instance = Instance::new(prefix, inames.to_vec()).restricted_to(&points);
        let own = instance.points(&points)?;
        Ok((instance, own))
    }

    /// The points of those of the inames that pass the test.
    pub(super) fn projected_domain(
        &self,
        inames: &[Name],
        keep: &dyn Fn(&Name) -> bool,
    ) -> Result<Set, Error> {
        let kept: Vec<Name> = inames.iter().filter(|iname| keep(iname)).cloned().collect();
        if kept.len() == inames.len() {
            self.joint_domain(inames)
        } else {
            self.joint_domain(inames)?.project_onto(&kept)
        }
    }

    /// The values of an iname in terms of the inames that `known` allows. The bounds of loops inside may
    /// depend on what is computed only where its loop runs, by `late`; that says nothing of its own values.
    pub(super) fn entering(
        &self,
        inames: &[Name],
        iname: &Name,
        known: &dyn Fn(&Name) -> bool,
        late: &dyn Fn(&Name) -> bool,
    ) -> Result<Set, Error> {
        let set = self.projected_domain(inames, &|name| name == iname || known(name))?;
        let own = self.kernel.home(iname).and_then(|at| self.kernel.domains.get(at));
        let is_own = |param: &Name| own.is_some_and(|domain| domain.set.has_param(param));
        let late: Vec<Name> =
            set.params().iter().filter(|param| late(param) && !is_own(param)).cloned().collect();
        if late.is_empty() { Ok(set) } else { set.project_out(&late) }
    }

    /// Whether a statement that computes a variable runs in the loop over an iname.
    pub(super) fn is_computed_in(&self, variable: &Name, iname: &Name) -> bool {
        let mut statements = self.kernel.statements.values();
        self.is_computed(variable)
            && statements.any(|s| {
                s.inames.contains(iname) && s.target().is_some_and(|target| target.name() == variable)
            })
    }

    /// Whether a variable is computed by the kernel.
    pub(super) fn is_computed(&self, variable: &Name) -> bool {
        self.kernel.temps.contains_key(variable)
    }
}

/// Lower and upper bounds of a column in terms of the others.
pub(super) fn bounds(set: &Set, name: &Name) -> Result<(Bounds, Bounds), Error> {
    if let Some((least, most)) = set.own_range(name) {
        return Ok((vec![Aff::constant(least)], vec![Aff::constant(most)]));
    }
    let single = |piece: &[Constraint]| -> Result<_, Error> {
        // Where one constraint each sets them, which is most often so, no other one may be weaker.
        Ok(unit_bounds(piece, name)?.filter(|(lower, upper)| lower.len() == 1 && upper.len() == 1))
    };
    if let Some(conjunction) = inequalities(set)
        && let Some(found) = single(conjunction)?
    {
        return Ok(found);
    }
    if let [piece] = set.pieces()?.as_slice()
        && let Some(found) = single(piece)?
    {
        return Ok(found);
    }
    Ok((set.lower_bounds(name)?, set.upper_bounds(name)?))
}

/// The constraints of a set without effort, unless an equality gives a column the value of others, which
/// bounds should then have in its place.
pub(super) fn inequalities(set: &Set) -> Option<&[Constraint]> {
    let gives_value = |Constraint { kind, aff }: &Constraint| {
        let is_value = |(term, factor): &(Term, i64)| match term {
            Term::Dim(name) => matches!(factor, 1 | -1) && !aff.mentions_in_floor(name),
            Term::Floor(..) => false,
        };
        *kind == ConstraintKind::Equality && aff.terms().iter().any(is_value)
    };
    set.conjunction().filter(|conjunction| !conjunction.iter().any(gives_value))
}

/// The bounds that constraints set, each by itself, where the column has the coefficient 1 or -1 in all that
/// mention it.
pub(super) fn unit_bounds(piece: &[Constraint], name: &Name) -> Result<Option<(Bounds, Bounds)>, Error> {
    let mut found = (Vec::new(), Vec::new());
    for Constraint { kind, aff } in piece.iter().filter(|constraint| constraint.aff.mentions(name)) {
        let coefficient = aff.coefficient(name);
        if *kind == ConstraintKind::Equality || !matches!(coefficient, 1 | -1) || aff.mentions_in_floor(name)
        {
            return Ok(None);
        }
        let rest = Aff::dim(name).scale(-coefficient).and_then(|own| aff.add(&own)).ok_or(Error::Overflow)?;
        if coefficient > 0 {
            found.0.push(rest.neg().ok_or(Error::Overflow)?);
        } else {
            found.1.push(rest);
        }
    }
    Ok(Some(found))
}
