//! Subscripts in affine normal form, simplified by what is known of the inames.

use ir::{Expr, Node, affine, walk};
use poly::{Aff, Error, Set, Term};

/// The expression without floors that have one value only at all points of `facts`; `None` on overflow.
pub(crate) fn simplify(aff: &Aff, facts: &Set) -> Result<Aff, Error> {
    let mut result = Aff::constant(aff.constant_part());
    for (term, factor) in aff.terms() {
        let value = match term {
            Term::Dim(name) => Aff::dim(name),
            Term::Floor(inner, divisor) => {
                let floor = simplify(inner, facts)?.floor_div(*divisor).ok_or(Error::Overflow)?;
                constant(&floor, facts)?.unwrap_or(floor)
            }
        };
        result = result.add_scaled(&value, *factor).ok_or(Error::Overflow)?;
    }
    Ok(result)
}

fn constant(floor: &Aff, facts: &Set) -> Result<Option<Aff>, Error> {
    let is_known = |name: &poly::Name| facts.has_dim(name) || facts.has_param(name);
    if !floor.names().iter().all(is_known) {
        return Ok(None);
    }
    let least = facts.static_min(floor)?;
    Ok(if least.is_some() && least == facts.static_max(floor)? { least.map(Aff::constant) } else { None })
}

/// The expression of an affine form, with remainders written as such: `i - 4*(i // 4)` is `i % 4`.
pub(crate) fn to_expr(aff: &Aff) -> Expr {
    let remainder = aff.terms().iter().find_map(|(term, factor)| {
        let Term::Floor(inner, divisor) = term else { return None };
        let times = factor.checked_neg()?;
        if times % divisor != 0 {
            return None;
        }
        let times = times / divisor;
        let whole = inner.floor_div(*divisor)?.scale(times.checked_mul(*divisor)?)?;
        let rest = aff.add(&whole)?.add_scaled(inner, times.checked_neg()?)?;
        let terms = |aff: &Aff| aff.terms().len();
        (terms(&rest) < terms(aff) - 1).then(|| (inner.clone(), *divisor, times, rest))
    });
    let Some((inner, divisor, times, rest)) = remainder else { return affine::from_aff(aff) };
    let modulo = Expr::new(Node::Mod(to_expr(&inner), Expr::int(divisor)));
    let part = if times == 1 { modulo } else { Expr::int(times).times(&modulo) };
    match rest.as_constant() {
        Some(0) => part,
        _ => part.plus(&to_expr(&rest)),
    }
}

/// A subscript with its affine parts simplified; the same where nothing gets simpler.
pub(crate) fn simplified(index: &Expr, facts: &Set) -> Result<Expr, Error> {
    if let Some(aff) = affine::to_aff(index) {
        let candidate = to_expr(&simplify(&aff, facts)?);
        return Ok(if weight(&candidate) < weight(index) { candidate } else { index.clone() });
    }
    let mut failure = None;
    let rebuilt = walk::map_children(index, &mut |child| {
        simplified(child, facts).unwrap_or_else(|error| {
            failure = Some(error);
            child.clone()
        })
    });
    failure.map_or(Ok(rebuilt), Err)
}

/// How hard an expression is: divisions, then operations.
fn weight(expr: &Expr) -> (usize, usize) {
    let (mut divisions, mut nodes) = (0, 0);
    walk::visit(expr, &mut |e| {
        nodes += 1;
        divisions += usize::from(matches!(e.node(), Node::FloorDiv(..) | Node::Mod(..)));
    });
    (divisions, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use poly::Name;

    fn v(name: &str) -> Expr {
        Expr::var(name)
    }

    fn floor(a: Expr, b: i64) -> Expr {
        Expr::new(Node::FloorDiv(a, Expr::int(b)))
    }

    fn modulo(a: Expr, b: i64) -> Expr {
        Expr::new(Node::Mod(a, Expr::int(b)))
    }

    fn facts() -> Set {
        Set::parse("[n] -> { [o, i] : 0 <= i < 16 and 0 <= o and i + 16*o < n }").unwrap()
    }

    fn joined() -> Expr {
        Expr::int(16).times(&v("o")).plus(&v("i"))
    }

    #[test]
    fn quotients_and_remainders_of_a_split_disappear() {
        assert_eq!(simplified(&floor(joined(), 16), &facts()).unwrap(), v("o"));
        assert_eq!(simplified(&modulo(joined(), 16), &facts()).unwrap(), v("i"));
        let next = joined().plus(&Expr::int(16));
        assert_eq!(simplified(&floor(next, 16), &facts()).unwrap(), v("o").plus(&Expr::int(1)));
    }

    #[test]
    fn a_remainder_loses_multiples_of_its_divisor() {
        let next = v("i").plus(&Expr::int(1));
        assert_eq!(
            simplified(&modulo(joined().plus(&Expr::int(1)), 16), &facts()).unwrap(),
            modulo(next, 16)
        );
    }

    #[test]
    fn what_is_not_constant_stays_as_it_is() {
        for index in [floor(joined(), 8), floor(v("n"), 16), v("i")] {
            assert_eq!(simplified(&index, &facts()).unwrap(), index);
        }
    }

    #[test]
    fn parts_of_subscripts_that_are_not_affine_are_simplified_too() {
        let index = v("n").times(&floor(joined(), 16));
        assert_eq!(simplified(&index, &facts()).unwrap(), v("n").times(&v("o")));
        let index = Expr::load("idx", vec![floor(joined(), 16)]);
        assert_eq!(simplified(&index, &facts()).unwrap(), Expr::load("idx", vec![v("o")]));
    }

    #[test]
    fn simplified_forms_have_the_same_values() {
        let fixed = facts().fix(&Name::from("n"), 40).unwrap();
        let cases = [
            floor(joined(), 4),
            modulo(joined(), 5),
            modulo(joined().negated(), 16),
            floor(Expr::int(3).times(&joined()).plus(&Expr::int(-7)), 6),
            modulo(modulo(joined(), 8).plus(&floor(v("i"), 3)), 4),
        ];
        for index in cases {
            let simple = affine::to_aff(&simplified(&index, &facts()).unwrap()).unwrap();
            let forced = affine::to_aff(&to_expr(&affine::to_aff(&index).unwrap())).unwrap();
            let original = affine::to_aff(&index).unwrap();
            for point in fixed.points(1000).unwrap().unwrap() {
                let value = |aff: &Aff| aff.eval(&|name| point.get(name).copied()).unwrap();
                assert_eq!(value(&simple), value(&original), "{index:?} at {point:?}");
                assert_eq!(value(&forced), value(&original), "{index:?} at {point:?}");
            }
        }
    }
}
