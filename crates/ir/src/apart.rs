//! Whether an array's layout keeps its elements apart.

use crate::{Axis, Expr, Layout, Node, affine};
use poly::{Constraint, Set};

/// Whether it can be shown that no two elements of an array of these extents share an address, where this is known of
/// the parameters.
///
/// # Errors
/// Those of the operations on sets.
pub fn is_injective(known: &Set, layout: &Layout, shape: &[Option<Expr>]) -> Result<bool, poly::Error> {
    if layout.0.iter().all(|axis| matches!(axis, Axis::Level(_))) {
        return Ok(true);
    }
    let Some(strides) = layout.strides(shape) else {
        return Ok(false);
    };
    // Along an axis of one element no stride is ever taken.
    let is_long = |(_, extent): &(Expr, Option<Expr>)| {
        extent.as_ref().and_then(Expr::as_int).is_none_or(|extent| extent > 1)
    };
    let axes: Vec<_> = strides.into_iter().zip(shape.iter().cloned()).filter(is_long).collect();
    nested(known, &axes, None, &Expr::int(1))
}

/// Whether the axes, put in some order behind the inner one, are each at least as far apart as the inner ones reach: `span`
/// elements from the first to the last.
fn nested(
    context: &Set,
    axes: &[(Expr, Option<Expr>)],
    inner: Option<&(Expr, Option<Expr>)>,
    span: &Expr,
) -> Result<bool, poly::Error> {
    if axes.is_empty() {
        return Ok(true);
    }
    for (at, axis) in axes.iter().enumerate() {
        // Products of extents are no affine forms, but often the same product.
        let whole = inner.and_then(|(stride, extent)| Some(stride.times(extent.as_ref()?)));
        let behind = match &whole {
            Some(whole) => at_least(context, &axis.0, whole)?,
            None => false,
        };
        let rest: Vec<_> =
            axes.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, axis)| axis.clone()).collect();
        if behind || at_least(context, &axis.0, span)? {
            let Some(extent) = &axis.1 else { return Ok(rest.is_empty()) };
            let reach = axis.0.times(&extent.minus(&Expr::int(1)));
            if nested(context, &rest, Some(axis), &span.plus(&reach))? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether `a >= b` is certain: the same product, or a fact about affine forms under the assumptions.
fn at_least(context: &Set, a: &Expr, b: &Expr) -> Result<bool, poly::Error> {
    if factors(a).is_some_and(|a| factors(b).is_some_and(|b| a == b)) {
        return Ok(true);
    }
    let Some((a, b)) = affine::to_aff(a).zip(affine::to_aff(b)) else { return Ok(false) };
    let fact = Constraint::ge(&a, &b).ok_or(poly::Error::Overflow)?;
    let names: Vec<_> = a.names().union(&b.names()).cloned().collect();
    context.add_params(&names)?.is_subset(&Set::from_constraints(&names, &[], &[fact])?)
}

/// The constant and the other factors, sorted, of a product.
fn factors(expr: &Expr) -> Option<(i64, Vec<Expr>)> {
    let mut constant = 1_i64;
    let mut others = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match expr.node() {
            Node::Int(value) => constant = constant.checked_mul(*value)?,
            Node::Product(inner) => open.extend(inner),
            _ => others.push(expr.clone()),
        }
    }
    others.sort();
    Some((constant, others))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(strides: &[Expr], shape: &[Expr]) -> bool {
        let layout = Layout(strides.iter().cloned().map(Axis::Stride).collect());
        let shape: Vec<_> = shape.iter().cloned().map(Some).collect();
        is_injective(&Set::universe(&[], &[]).unwrap(), &layout, &shape).unwrap()
    }

    #[test]
    fn strides_that_reach_far_enough() {
        let [int, var]: [fn(i64) -> Expr; 2] = [Expr::int, |_| Expr::var("n")];
        assert!(apart(&[int(1), int(8)], &[int(8), int(4)]));
        assert!(apart(&[int(4), int(1)], &[int(8), int(4)]));
        assert!(!apart(&[int(1), int(7)], &[int(8), int(4)]));
        assert!(apart(&[int(1), int(5), int(13)], &[int(3), int(3), int(4)]));
        assert!(!apart(&[int(1), int(5), int(12)], &[int(3), int(3), int(4)]));
        assert!(!apart(&[int(0), int(1)], &[int(8), int(4)]));
        assert!(apart(&[int(1), var(0)], &[var(0), int(4)]));
        assert!(apart(&[int(2), var(0).times(&int(2))], &[var(0), var(0)]));
        assert!(apart(&[int(1), var(0).plus(&int(1))], &[var(0), int(4)]));
        assert!(!apart(&[int(1), var(0)], &[var(0).plus(&int(1)), int(4)]));
        assert!(apart(&[int(0), int(1)], &[int(1), int(4)]));
        assert!(apart(&[], &[]));
    }
}
