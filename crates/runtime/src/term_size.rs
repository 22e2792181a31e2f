//! How large the numbers are that a kernel adds up, which tells what rounding may do to its results.

use crate::{Bindings, Value};
use ir::{Access, ArgKind, Expr, Kernel, Name, Node, walk};

/// The size of the largest terms, where a kernel has left these results: that of numbers in arrays and among
/// arguments, of products of two that are only read, of numbers that the text adds, and at least one where
/// functions make what is added.
pub fn term_size(kernel: &Kernel, results: &Bindings) -> f64 {
    let kernel = kernel.reference.as_deref().unwrap_or(kernel);
    let is_read = |name: &Name| match kernel.args.get(name).map(|arg| &arg.kind) {
        Some(ArgKind::Array { access, .. }) => *access == Access::In,
        _ => false,
    };
    let (mut read, mut largest) = (0.0, 0.0);
    for (name, array) in results.arrays.iter().filter(|(_, array)| array.ty.is_inexact()) {
        let own = largest_of(array.words().map(|word| Value::of_word(array.ty, word)));
        let known = if is_read(name) { &mut read } else { &mut largest };
        *known = own.max(*known);
    }
    let values = results.values.values().copied().filter(|value| value.ty().is_inexact());
    let read = largest_of(values).max(read);
    let written = kernel.expressions().map(added).fold(0.0, f64::max);
    written.max(largest).max(read).max(read * read)
}

fn largest_of(values: impl Iterator<Item = Value>) -> f64 {
    let parts = values.flat_map(Value::parts).map(f64::abs);
    parts.filter(|part| part.is_finite()).fold(0.0, f64::max)
}

/// The size of the numbers that an expression adds, or of values of its functions. Subscripts do not count.
fn added(expr: &Expr) -> f64 {
    let own = match expr.node() {
        Node::Load { .. } => return 0.0,
        Node::Sum(terms) => terms.iter().filter_map(number).fold(0.0, f64::max),
        Node::Call { function, .. } if !matches!(&**function, "min" | "max" | "abs" | "sqrt") => 1.0,
        _ => 0.0,
    };
    walk::children(expr).into_iter().map(added).fold(own, f64::max)
}

fn number(term: &Expr) -> Option<f64> {
    match term.node() {
        Node::Real(real) => Some(real.value().abs()),
        Node::Int(number) => Some(crate::convert::int_to_f64(i128::from(*number)).abs()),
        _ => None,
    }
}
