//! Claim (apart): Where it is said of a layout, no two elements of the array share an address.

use crate::radix;
use ir::{Axis, Expr, Layout};
use poly::{Error, Set};

/// Whether it can be shown that no two elements of an array of these extents share an address, where this is
/// known of the parameters.
///
/// # Errors
/// Those of the operations on sets.
pub fn is_injective(known: &Set, layout: &Layout, shape: &[Option<Expr>]) -> Result<bool, Error> {
    // Parts lie one after the other, each in the same way.
    let (layout, shape) = (layout.of_part(), layout.divided(shape).1);
    if layout.0.iter().all(|axis| matches!(axis, Axis::Level(_))) {
        return Ok(true);
    }
    let Some(strides) = layout.strides(&shape) else {
        return Ok(false);
    };
    // Along an axis of one element no stride is ever taken.
    let is_long = |(_, extent): &(Expr, Option<Expr>)| {
        extent.as_ref().and_then(Expr::as_int).is_none_or(|extent| extent > 1)
    };
    let axes: Vec<_> = strides.into_iter().zip(shape.iter().cloned()).filter(is_long).collect();
    nested(known, &axes, None, &Expr::int(1))
}

/// Whether the axes, put in some order behind the inner one, are digits of addresses: each stride exceeds the
/// reach of the axes inside, which is `span` elements from the first to the last.
fn nested(
    context: &Set,
    axes: &[(Expr, Option<Expr>)],
    inner: Option<&(Expr, Option<Expr>)>,
    span: &Expr,
) -> Result<bool, Error> {
    if axes.is_empty() {
        return Ok(true);
    }
    for (at, axis) in axes.iter().enumerate() {
        // Products of extents are no affine forms, but often the same product.
        let whole = inner.and_then(|(stride, extent)| Some(stride.times(extent.as_ref()?)));
        let behind = match &whole {
            Some(whole) => radix::exceeds(context, &axis.0, whole)?,
            None => false,
        };
        let rest: Vec<_> =
            axes.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, axis)| axis.clone()).collect();
        if behind || radix::exceeds(context, &axis.0, span)? {
            let Some(extent) = &axis.1 else { return Ok(rest.is_empty()) };
            let reach = axis.0.times(&extent.minus(&Expr::int(1)));
            if nested(context, &rest, Some(axis), &span.plus(&reach))? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_injective(strides: &[Expr], shape: &[Expr]) -> bool {
        let layout = Layout(strides.iter().cloned().map(Axis::Stride).collect());
        let shape: Vec<_> = shape.iter().cloned().map(Some).collect();
        is_injective(&Set::universe(&[], &[]).unwrap(), &layout, &shape).unwrap()
    }

    // Claim: apart
    #[test]
    fn addresses_of_elements_differ() {
        let mut found = 0;
        for at in 0..(7 * 4_i64).pow(3) {
            let digit = |place: u32| at / 28_i64.pow(place) % 28;
            let axes: Vec<(i64, i64)> = (0..3).map(|axis| (digit(axis) / 4, digit(axis) % 4 + 1)).collect();
            let [strides, shape] = [0, 1]
                .map(|of| -> Vec<Expr> { axes.iter().map(|axis| Expr::int([axis.0, axis.1][of])).collect() });
            if !are_injective(&strides, &shape) {
                continue;
            }
            found += 1;
            let addresses = axes.iter().fold(vec![0], |all, (stride, extent)| {
                all.iter().flat_map(|address| (0..*extent).map(move |i| address + i * stride)).collect()
            });
            let different: std::collections::BTreeSet<&i64> = addresses.iter().collect();
            assert_eq!(different.len(), addresses.len(), "{axes:?}");
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn parts_are_apart_where_each_is() {
        let known = Set::universe(&[], &[]).unwrap();
        let of = |stride: i64| Layout(vec![Axis::Separate, Axis::Stride(Expr::int(stride)), Axis::Level(0)]);
        let shape = [2, 4, 3].map(|extent| Some(Expr::int(extent)));
        assert!(is_injective(&known, &of(3), &shape).unwrap());
        assert!(is_injective(&known, &of(5), &shape).unwrap());
        assert!(!is_injective(&known, &of(2), &shape).unwrap());
        let unknown = [Some(Expr::int(2)), None];
        assert!(is_injective(&known, &Layout(vec![Axis::Separate, Axis::Level(0)]), &unknown).unwrap());
    }

    #[test]
    fn strides_that_reach_far_enough() {
        let [int, var]: [fn(i64) -> Expr; 2] = [Expr::int, |_| Expr::var("n")];
        assert!(are_injective(&[int(1), int(8)], &[int(8), int(4)]));
        assert!(are_injective(&[int(4), int(1)], &[int(8), int(4)]));
        assert!(!are_injective(&[int(1), int(7)], &[int(8), int(4)]));
        assert!(are_injective(&[int(1), int(5), int(13)], &[int(3), int(3), int(4)]));
        assert!(!are_injective(&[int(1), int(5), int(12)], &[int(3), int(3), int(4)]));
        assert!(!are_injective(&[int(0), int(1)], &[int(8), int(4)]));
        assert!(are_injective(&[int(1), var(0)], &[var(0), int(4)]));
        assert!(are_injective(&[int(2), var(0).times(&int(2))], &[var(0), var(0)]));
        assert!(are_injective(&[int(1), var(0).plus(&int(1))], &[var(0), int(4)]));
        assert!(!are_injective(&[int(1), var(0)], &[var(0).plus(&int(1)), int(4)]));
        assert!(are_injective(&[int(0), int(1)], &[int(1), int(4)]));
        assert!(are_injective(&[], &[]));
    }
}
