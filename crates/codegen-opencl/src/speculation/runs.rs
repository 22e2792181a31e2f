//! Where statements run in a launch.

use ir::{Expr, HardwareIndex, Kernel, Launch, Loop, Name, Node, Step, access, affine, walk};
use poly::{Aff, Constraint};
use std::collections::BTreeSet;

/// A statement at one place of the tree.
pub(super) struct Run {
    pub(super) statement: Name,
    /// What is known of the inames there.
    pub(super) constraints: Vec<Constraint>,
}

/// Finds where statements run.
pub(super) struct Places<'k> {
    kernel: &'k Kernel,
    /// What is known of indices of groups and work items.
    indices: Vec<Constraint>,
    /// Variables whose values the kernel changes, so that a condition on one says nothing of other times.
    changing: BTreeSet<Name>,
}

impl<'k> Places<'k> {
    pub(super) fn new(kernel: &'k Kernel, launch: &Launch) -> Self {
        let written = kernel.writers().into_keys().cloned();
        let changing = kernel.temps.keys().cloned().chain(written).collect();
        let mut places = Places { kernel, indices: Vec::new(), changing };
        let bounds = launch.indices.iter().flat_map(|index| bounds_of_index(launch, index));
        places.indices = bounds.filter(|constraint| places.is_settled(constraint)).collect();
        places
    }

    /// The places where these steps run statements, with what is known around them.
    pub(super) fn of_steps(&self, steps: &[Step], around: &[Constraint]) -> Vec<Run> {
        let mut found = Vec::new();
        let constraints = [around, &self.indices].concat();
        self.collect(steps, &constraints, &mut found);
        found
    }

    fn collect(&self, steps: &[Step], around: &[Constraint], found: &mut Vec<Run>) {
        for step in steps {
            match step {
                Step::For(inner) => {
                    self.collect(&inner.body, &[around, &self.of_bounds(inner)].concat(), found);
                }
                Step::If { condition, then, otherwise } => {
                    self.collect(then, &[around, &self.of_condition(condition)].concat(), found);
                    self.collect(otherwise, around, found);
                }
                Step::Barrier { .. } => {}
                Step::Run(id) => found.push(Run { statement: id.clone(), constraints: around.to_vec() }),
            }
        }
    }

    /// What holds in a loop; less than that where a bound is not affine.
    pub(super) fn of_bounds(&self, inner: &Loop<Step>) -> Vec<Constraint> {
        let counter = Aff::dim(&inner.iname);
        let lower = operands(&inner.lower, "max").iter().filter_map(affine::to_aff);
        let upper = operands(&inner.upper, "min").iter().filter_map(affine::to_aff);
        let lower = lower.filter_map(|bound| Constraint::ge(&counter, &bound));
        let upper = upper.filter_map(|bound| Constraint::le(&counter, &bound));
        lower.chain(upper).filter(|constraint| self.is_settled(constraint)).collect()
    }

    /// What holds under a condition; less than that where a part of it is not affine, or may change.
    pub(super) fn of_condition(&self, condition: &Expr) -> Vec<Constraint> {
        let parts = condition.conjuncts().into_iter().filter_map(affine::to_constraints).flatten();
        parts.filter(|constraint| self.is_settled(constraint)).collect()
    }

    fn is_settled(&self, constraint: &Constraint) -> bool {
        constraint.aff.names().iter().all(|name| !self.changing.contains(name))
    }

    /// Variables that conditions and bounds of loops read.
    pub(super) fn tested(&self, steps: &[Step]) -> BTreeSet<Name> {
        let mut found = BTreeSet::new();
        for step in steps {
            match step {
                Step::For(inner) => {
                    found.extend([&inner.lower, &inner.upper].into_iter().flat_map(walk::names));
                    found.extend(self.tested(&inner.body));
                }
                Step::If { condition, then, otherwise } => {
                    found.extend(walk::names(condition));
                    found.extend(self.tested(then));
                    found.extend(self.tested(otherwise));
                }
                Step::Barrier { .. } | Step::Run(_) => {}
            }
        }
        found
    }

    /// What a statement reads and writes at a place.
    pub(super) fn accesses(&self, run: &Run) -> Vec<access::MemoryAccess> {
        let statement = self.kernel.statements.get(&run.statement);
        statement.map(|statement| access::accesses(self.kernel, statement)).unwrap_or_default()
    }
}

/// What a bound is the largest or the smallest of, by the name of that function; else the bound itself.
fn operands<'e>(bound: &'e Expr, function: &str) -> &'e [Expr] {
    match bound.node() {
        Node::Call { function: own, args } if **own == *function => args,
        _ => std::slice::from_ref(bound),
    }
}

/// An index lies between its base and the end of its axis, and indices along one axis go together.
fn bounds_of_index(launch: &Launch, index: &HardwareIndex) -> Vec<Constraint> {
    let own = Aff::dim(&index.iname);
    let Some(base) = affine::to_aff(&index.base) else { return Vec::new() };
    let end = launch.extent(index.axis).and_then(affine::to_aff).and_then(|size| base.add(&size));
    let lower = Constraint::ge(&own, &base);
    let upper = end.and_then(|end| Constraint::lt(&own, &end));
    let first = launch.indices.iter().find(|other| other.axis == index.axis);
    let together = first.filter(|first| first.iname != index.iname).and_then(|first| {
        let other = Aff::dim(&first.iname).sub(&affine::to_aff(&first.base)?)?;
        Constraint::eq(&own.sub(&base)?, &other)
    });
    lower.into_iter().chain(upper).chain(together).collect()
}
