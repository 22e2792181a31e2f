//! Declarations of derivatives.

use ir::{Arg, ArgKind, Axis, Expr, Kernel, Layout, Name, Scalar, Temp};

/// Declares the derivative of a variable, with these extents behind its own.
pub(super) fn declare(kernel: &mut Kernel, old: &Name, new: Name, ty: Option<Scalar>, extents: &[Expr]) {
    if let Some(Arg { kind: ArgKind::Array { shape, layout, access }, origin, .. }) = kernel.args.get(old) {
        let shape = shape.iter().cloned().chain(extents.iter().cloned().map(Some)).collect();
        let kind = ArgKind::Array { shape, layout: widened(layout, extents.len()), access: *access };
        let arg = Arg { ty, kind, loc: None, origin: *origin };
        kernel.args.insert(new, arg);
    } else if let Some(temp) = kernel.temps.get(old) {
        let shape = temp.shape.iter().chain(extents).cloned().collect();
        // Where extents are arguments, lowering finds the memory.
        let is_fixed = extents.iter().all(|extent| extent.as_int().is_some());
        let (space, layout) = (temp.space.filter(|_| is_fixed), widened(&temp.layout, extents.len()));
        let temp = Temp { ty, space, shape, layout, ..temp.clone() };
        kernel.temps.insert(new, temp);
    }
}

/// The type of an argument or temporary, where it is known.
pub(super) fn type_in(kernel: &Kernel, name: &Name) -> Option<Scalar> {
    kernel.args.get(name).map_or_else(|| kernel.temps.get(name).and_then(|temp| temp.ty), |arg| arg.ty)
}

/// The layout with so many axes behind the others: the innermost of a row-major one, and the outermost of
/// other nestings.
fn widened(layout: &Layout, more: usize) -> Layout {
    let rank = layout.0.len();
    let nested = layout.0.iter().all(|axis| matches!(axis, Axis::Level(_)));
    if !nested || *layout == Layout::c(rank) {
        return Layout::c(rank.saturating_add(more));
    }
    let outer = Layout::f(rank.saturating_add(more)).0.into_iter().skip(rank);
    Layout(layout.0.iter().cloned().chain(outer).collect())
}
