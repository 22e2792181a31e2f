//! Which variables a launch touches.

use indexmap::IndexSet;
use ir::{Expr, Kernel, Launch, Name, Step, access, walk};

/// All names that a launch's code mentions, including those that extents and strides of its arrays need.
pub(crate) fn of(kernel: &Kernel, launch: &Launch) -> IndexSet<Name> {
    let mut found = IndexSet::new();
    for index in &launch.indices {
        mention(&index.base, &mut found);
    }
    steps(kernel, &launch.body, &mut found);
    let shapes: Vec<Expr> = found.iter().flat_map(|name| extents(kernel, name)).collect();
    for shape in &shapes {
        mention(shape, &mut found);
    }
    found
}

/// Known extents and explicit strides of an array.
pub(crate) fn extents(kernel: &Kernel, name: &str) -> Vec<Expr> {
    let stride = |layout: &ir::Layout, shape: &[Option<Expr>]| layout.strides(shape).unwrap_or_default();
    if let Some(temp) = kernel.temps.get(name) {
        return temp.strides().unwrap_or_default();
    }
    match kernel.args.get(name).map(|arg| &arg.kind) {
        Some(ir::ArgKind::Array { shape, layout, .. }) => stride(layout, shape),
        _ => Vec::new(),
    }
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
