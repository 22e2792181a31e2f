//! How much memory the arrays of a kernel have, as expressions in its arguments.

use crate::interval;
use ir::{ArgKind, Axis, Comparison, Expr, Kernel, Layout, Name, Node, Scalar};

/// More elements than any memory holds; sizes below it, in bytes, fit 64 bits.
pub(crate) const MOST_ELEMENTS: i64 = 1 << 48;

fn compare(op: Comparison, a: &Expr, b: i64) -> Expr {
    Expr::new(Node::Compare(op, a.clone(), Expr::int(b)))
}

/// Elements from the first to the last of an array, or of one of its parts; none where an extent is zero.
/// `None` where the kernel does not say how many there are.
pub(crate) fn part_elements(kernel: &Kernel, array: &Name) -> Option<Expr> {
    let (shape, layout) = kernel.array(array)?;
    let size = layout.part_size(&shape)?;
    let is_dense = layout.of_part().0.iter().all(|axis| matches!(axis, Axis::Level(_)));
    let extents = layout.divided(&shape).1.into_iter().flatten();
    let empty: Vec<Expr> = extents
        .filter(|extent| extent.as_int().is_none_or(|extent| extent <= 0))
        .map(|extent| compare(Comparison::LessEqual, &extent, 0))
        .collect();
    if is_dense || empty.is_empty() {
        return Some(size);
    }
    Some(Expr::new(Node::Select(Expr::any(empty), Expr::int(0), size)))
}

/// Bytes of so many elements.
pub(crate) fn bytes(elements: &Expr, ty: Scalar) -> Expr {
    let size = i64::from(ty.bytes());
    match elements.as_int().and_then(|count| count.checked_mul(size)) {
        Some(bytes) => Expr::int(bytes),
        None if size == 1 => elements.clone(),
        None => Expr::int(size).times(elements),
    }
}

/// What the extents and strides of arrays must be so that the arrays can exist, each with what a caller is
/// told otherwise.
pub(crate) fn conditions(kernel: &Kernel) -> Vec<(Expr, String)> {
    let mut found = Vec::new();
    let writers = kernel.writers();
    for (name, arg) in &kernel.args {
        let ArgKind::Array { shape, layout, .. } = &arg.kind else { continue };
        let extents = shape.iter().flatten().map(|extent| (extent, "extent"));
        let strides = layout.strides_given().map(|stride| (stride, "stride"));
        for (value, what) in extents.chain(strides) {
            if may_be_negative(kernel, value) {
                let message = format!("`{name}` would have a negative {what}");
                found.push((compare(Comparison::GreaterEqual, value, 0), message));
            }
        }
        found.extend(fits(kernel, name));
        if writers.contains_key(name) {
            found.extend(distinct_elements(name, layout, shape));
        }
    }
    let temps = kernel.temps.iter().filter(|(_, temp)| temp.space == Some(ir::AddressSpace::Global));
    found.extend(temps.filter_map(|(name, _)| fits(kernel, name)));
    found
}

fn may_be_negative(kernel: &Kernel, value: &Expr) -> bool {
    interval::range_of(value, &|name| interval::of_variable(kernel, name)).low < 0
}

/// That an array is not larger than any memory: its size, computed in doubles, which do not overflow.
fn fits(kernel: &Kernel, array: &Name) -> Option<(Expr, String)> {
    let (shape, layout) = kernel.array(array)?;
    let size = layout.size(&shape)?;
    let largest = interval::range_of(&size, &|name| interval::of_variable(kernel, name)).high;
    if largest <= i128::from(MOST_ELEMENTS) {
        return None;
    }
    Some((
        compare(Comparison::LessEqual, &real(&size), MOST_ELEMENTS),
        format!("`{array}` would be larger than any memory"),
    ))
}

/// An integer expression computed in doubles.
fn real(expr: &Expr) -> Expr {
    let all = |operands: &[Expr]| operands.iter().map(real).collect();
    match expr.node() {
        Node::Int(_) => expr.clone(),
        Node::Sum(terms) => Expr::sum(all(terms)),
        Node::Product(factors) => Expr::product(all(factors)),
        _ => Expr::cast(Scalar::F64, expr.clone()),
    }
}

/// That no two elements of a written array share memory.
fn distinct_elements(name: &Name, layout: &Layout, shape: &[Option<Expr>]) -> Option<(Expr, String)> {
    let apart = layout.distinct_addresses(shape)?;
    if matches!(apart.node(), Node::Bool(true)) {
        return None;
    }
    let empty = shape.iter().flatten().map(|extent| compare(Comparison::LessEqual, extent, 1));
    let condition = Expr::new(Node::Or(empty.chain([apart]).collect()));
    Some((condition, format!("elements of `{name}` would share memory, and it is written")))
}
