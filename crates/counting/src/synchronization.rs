//! How often work items meet and the host launches.

use crate::Count;
use ir::{Expr, Host, Kernel, Loop, Name, Node, Step, affine};
use poly::{Aff, Constraint, Set};
use std::collections::BTreeMap;

/// A way of waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Synchronization {
    /// The work items of a group meet; counted once for the group.
    Barrier,
    /// The host launches a device function.
    Launch,
}

impl std::fmt::Display for Synchronization {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Synchronization::Barrier => "barrier_local",
            Synchronization::Launch => "kernel_launch",
        })
    }
}

/// How often each happens in a scheduled kernel, barriers as one group sees them. `None` where a number is
/// not found.
pub fn synchronizations(kernel: &Kernel) -> BTreeMap<Synchronization, Option<Count>> {
    let mut walker =
        Walker { kernel, dims: Vec::new(), constraints: Vec::new(), certain: true, found: BTreeMap::new() };
    walker.host(kernel.schedule.as_ref().map(|schedule| schedule.host.as_slice()).unwrap_or_default());
    walker.found
}

struct Walker<'k> {
    kernel: &'k Kernel,
    /// The loops round the place, and what is known of them.
    dims: Vec<Name>,
    constraints: Vec<Constraint>,
    /// Whether that is all there is to know.
    certain: bool,
    found: BTreeMap<Synchronization, Option<Count>>,
}

impl Walker<'_> {
    fn host(&mut self, steps: &[Host]) {
        for step in steps {
            match step {
                Host::Launch(launch) => {
                    self.note(Synchronization::Launch);
                    // Where an iname of the hardware decides, it is one group that is counted for.
                    self.steps(&launch.body);
                }
                Host::For(inner) => self.enter_loop(inner, |walker| walker.host(&inner.body)),
            }
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::For(inner) => self.enter_loop(inner, |walker| walker.steps(&inner.body)),
                Step::If { condition, then, otherwise } => {
                    self.enter_branch(affine::to_constraints(condition), then);
                    self.enter_branch(None, otherwise);
                }
                Step::Barrier { .. } => self.note(Synchronization::Barrier),
                Step::Run(_) => {}
            }
        }
    }

    fn enter_branch(&mut self, known: Option<Vec<Constraint>>, steps: &[Step]) {
        let (depth, certain) = (self.constraints.len(), self.certain);
        self.certain &= known.is_some();
        self.constraints.extend(known.into_iter().flatten());
        self.steps(steps);
        self.constraints.truncate(depth);
        self.certain = certain;
    }

    /// Walks through a loop, of which the bounds are known that are affine.
    fn enter_loop<B>(&mut self, inner: &Loop<B>, body: impl FnOnce(&mut Self)) {
        let (depth, certain) = (self.constraints.len(), self.certain);
        let iname = Aff::dim(&inner.iname);
        for (bounds, function) in [(&inner.lower, "max"), (&inner.upper, "min")] {
            for bound in operands(bounds, function) {
                let constraint = affine::to_aff(bound).and_then(|bound| match function {
                    "max" => Constraint::ge(&iname, &bound),
                    _ => Constraint::le(&iname, &bound),
                });
                self.certain &= constraint.is_some();
                self.constraints.extend(constraint);
            }
        }
        self.dims.push(inner.iname.clone());
        body(self);
        self.dims.pop();
        self.constraints.truncate(depth);
        self.certain = certain;
    }

    fn note(&mut self, what: Synchronization) {
        let count = || {
            let set = Set::from_constraints(&[], &self.dims, &self.constraints).ok()?;
            let hardware: Vec<Name> =
                set.params().iter().filter(|name| self.kernel.inames.contains_key(*name)).cloned().collect();
            let mut count = Count::of_points(&set.project_out(&hardware).ok()?, &self.kernel.assumptions)?;
            count.exact &= self.certain && hardware.is_empty();
            Some(count)
        };
        let more = count();
        let before = self.found.remove(&what).unwrap_or_else(|| Some(Count::zero()));
        self.found.insert(what, before.zip(more).and_then(|(before, more)| before.add(&more)));
    }
}

fn operands<'e>(bound: &'e Expr, function: &str) -> Vec<&'e Expr> {
    match bound.node() {
        Node::Call { function: own, args } if &**own == function => {
            args.iter().flat_map(|arg| operands(arg, function)).collect()
        }
        _ => vec![bound],
    }
}
