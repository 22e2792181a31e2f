//! Which variables a launch touches, and in which memory they lie.

use ir::{AddressSpace, Expr, IndexSet, Kernel, Launch, Name, Step, access, walk};
use std::collections::{BTreeMap, BTreeSet};

/// All names that a launch's code mentions, including those that extents and strides of its arrays need.
pub(crate) fn mentioned_names(kernel: &Kernel, launch: &Launch) -> IndexSet<Name> {
    let mut found = IndexSet::default();
    let mut note = |name| {
        found.insert(name);
    };
    for index in &launch.indices {
        mention(&index.base, &mut note);
    }
    steps(kernel, &launch.body, &mut note);
    let shapes: Vec<Expr> = found.iter().flat_map(|name| strides(kernel, name)).collect();
    found.extend(shapes.iter().flat_map(walk::names));
    found
}

/// How often steps mention each variable.
pub(crate) fn mentions(kernel: &Kernel, body: &[Step]) -> BTreeMap<Name, usize> {
    let mut counts = BTreeMap::new();
    steps(kernel, body, &mut |name| *counts.entry(name).or_default() += 1);
    counts
}

/// The counters of all loops in these steps.
pub(crate) fn collect_counters(steps: &[Step], counters: &mut BTreeSet<Name>) {
    for step in steps {
        match step {
            Step::For(inner) => {
                counters.insert(inner.iname.clone());
                collect_counters(&inner.body, counters);
            }
            Step::If { then, otherwise, .. } => {
                collect_counters(then, counters);
                collect_counters(otherwise, counters);
            }
            Step::Barrier { .. } | Step::Run(_) => {}
        }
    }
}

/// Known strides of an array, of those axes that count within one of its parts.
pub(crate) fn strides(kernel: &Kernel, name: &str) -> Vec<Expr> {
    let Some((shape, layout)) = kernel.array(name) else { return Vec::new() };
    layout.of_part().strides(&layout.divided(&shape).1).unwrap_or_default()
}

/// Whether a variable is in memory that work groups share.
pub(crate) fn is_shared(kernel: &Kernel, name: &Name) -> bool {
    kernel.temps.get(name).map_or_else(
        || kernel.args.get(name).is_some_and(|arg| arg.shape().is_some()),
        |temp| temp.space == Some(AddressSpace::Global),
    )
}

/// The memory that a variable lies in.
pub(crate) fn address_space(kernel: &Kernel, name: &Name) -> AddressSpace {
    let temp = kernel.temps.get(name);
    temp.map_or(AddressSpace::Global, |temp| temp.space.unwrap_or(AddressSpace::Private))
}

fn mention(expr: &Expr, found: &mut dyn FnMut(Name)) {
    walk::names(expr).into_iter().for_each(found);
}

/// Each mention of a variable.
fn steps(kernel: &Kernel, body: &[Step], found: &mut dyn FnMut(Name)) {
    for step in body {
        match step {
            Step::For(inner) => {
                mention(&inner.lower, found);
                mention(&inner.upper, found);
                steps(kernel, &inner.body, found);
            }
            Step::If { condition, then, otherwise } => {
                mention(condition, found);
                steps(kernel, then, found);
                steps(kernel, otherwise, found);
            }
            Step::Barrier { .. } => {}
            Step::Run(id) => {
                let Some(statement) = kernel.statements.get(id) else { continue };
                statement.value().into_iter().for_each(|value| mention(value, found));
                for access in access::accesses(kernel, statement) {
                    found(access.variable.clone());
                    access.index.iter().for_each(|index| mention(index, found));
                }
            }
        }
    }
}
