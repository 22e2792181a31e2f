//! Which variables a launch touches.

use ir::{AddressSpace, Expr, IndexSet, Kernel, Launch, Name, Step, access, walk};

/// All names that a launch's code mentions, including those that extents and strides of its arrays need.
pub(crate) fn of(kernel: &Kernel, launch: &Launch) -> IndexSet<Name> {
    let mut found = IndexSet::default();
    for index in &launch.indices {
        mention(&index.base, &mut found);
    }
    steps(kernel, &launch.body, &mut found);
    let shapes: Vec<Expr> = found.iter().flat_map(|name| strides(kernel, name)).collect();
    for shape in &shapes {
        mention(shape, &mut found);
    }
    found
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

fn mention(expr: &Expr, found: &mut IndexSet<Name>) {
    found.extend(walk::names(expr));
}

fn steps(kernel: &Kernel, body: &[Step], found: &mut IndexSet<Name>) {
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
                    found.insert(access.variable.clone());
                    access.index.iter().for_each(|index| mention(index, found));
                }
            }
        }
    }
}
