//! Operations on random small sets, against enumeration of their points.

use poly::{Aff, Constraint, ConstraintKind, Error, Name, Point, Set};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const LOW: i64 = -4;
const HIGH: i64 = 5;

fn name(text: &str) -> Name {
    Name::from(text)
}

fn dim(text: &str) -> Aff {
    Aff::dim(&name(text))
}

/// A union of conjunctions within the box `LOW..=HIGH` in each name.
#[derive(Debug, Clone)]
struct Model {
    names: Vec<&'static str>,
    pieces: Vec<Vec<Constraint>>,
}

impl Model {
    fn set(&self) -> Set {
        let dims: Vec<Name> = self.names.iter().map(|n| name(n)).collect();
        let pieces = self.pieces.iter().map(|piece| Set::from_constraints(&[], &dims, piece).unwrap());
        pieces.reduce(|a, b| a.union(&b).unwrap()).unwrap()
    }

    fn holds(&self, point: &Point) -> bool {
        self.pieces.iter().any(|piece| piece.iter().all(|constraint| constraint.holds(point).unwrap()))
    }

    fn points(&self) -> BTreeSet<Point> {
        grid(&self.names).into_iter().filter(|point| self.holds(point)).collect()
    }
}

fn grid(names: &[&str]) -> Vec<Point> {
    let mut points = vec![Point::new()];
    for n in names {
        points = points
            .into_iter()
            .flat_map(|point| {
                (LOW..=HIGH).map(move |value| {
                    let mut point = point.clone();
                    point.insert(name(n), value);
                    point
                })
            })
            .collect();
    }
    points
}

fn points(set: &Set) -> BTreeSet<Point> {
    let points = set.points(100_000).unwrap().expect("the set is bounded");
    let distinct: BTreeSet<Point> = points.iter().cloned().collect();
    assert_eq!(distinct.len(), points.len(), "a point is listed twice");
    distinct
}

/// The points without some of their names.
fn without(points: &BTreeSet<Point>, gone: &[&str]) -> BTreeSet<Point> {
    let mut points: Vec<Point> = points.iter().cloned().collect();
    points.iter_mut().for_each(|point| point.retain(|n, _| !gone.contains(&n.as_str())));
    points.into_iter().collect()
}

fn affine(names: &'static [&'static str]) -> impl Strategy<Value = Aff> {
    let coefficients = prop::collection::vec(-3_i64..=3, names.len());
    let floor = prop::option::weighted(
        0.4,
        (prop::collection::vec(-3_i64..=3, names.len()), -5_i64..=5, 2_i64..=4, -3_i64..=3),
    );
    (coefficients, -6_i64..=6, floor).prop_map(move |(coefficients, constant, floor)| {
        let linear = |coefficients: &[i64], constant| {
            names
                .iter()
                .zip(coefficients)
                .fold(Aff::constant(constant), |sum, (n, c)| sum.add(&dim(n).scale(*c).unwrap()).unwrap())
        };
        let plain = linear(&coefficients, constant);
        match floor {
            None => plain,
            Some((inner, constant, divisor, factor)) => {
                let floor = linear(&inner, constant).floor_div(divisor).unwrap();
                plain.add(&floor.scale(factor).unwrap()).unwrap()
            }
        }
    })
}

fn constraint(names: &'static [&'static str]) -> impl Strategy<Value = Constraint> {
    (affine(names), prop::bool::weighted(0.2)).prop_map(|(aff, equality)| {
        let kind = if equality { ConstraintKind::Equality } else { ConstraintKind::Inequality };
        Constraint { kind, aff }
    })
}

fn model(names: &'static [&'static str]) -> impl Strategy<Value = Model> {
    let piece = prop::collection::vec(constraint(names), 0..=3);
    prop::collection::vec(piece, 1..=2).prop_map(move |mut pieces| {
        for piece in &mut pieces {
            for n in names {
                piece.push(Constraint::ge(&dim(n), &Aff::constant(LOW)).unwrap());
                piece.push(Constraint::le(&dim(n), &Aff::constant(HIGH)).unwrap());
            }
        }
        Model { names: names.to_vec(), pieces }
    })
}

/// Whether the points of a set satisfy what is known of it, and no other ones where that is all.
fn facts_fit(set: &Set) -> bool {
    let inside = points(set);
    let all = |constraints: &[Constraint], point: &Point| constraints.iter().all(|c| c.holds(point).unwrap());
    let names: Vec<&str> = set.dims().iter().map(Name::as_str).collect();
    let known = inside.iter().all(|point| all(set.known_constraints(), point));
    known
        && set
            .conjunction()
            .is_none_or(|facts| grid(&names).iter().all(|p| inside.contains(p) == all(facts, p)))
}

const IJ: &[&str] = &["i", "j"];
const JK: &[&str] = &["k", "j"];
const IJK: &[&str] = &["j", "k", "i"];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_known_of_sets_holds(a in model(IJK), b in model(JK), by in affine(JK), c in constraint(IJK)) {
        let (a, b) = (a.set(), b.set());
        let joined = a.intersect(&b).unwrap().add_constraints(&[c]).unwrap();
        let bounded = model_box();
        let renamed = joined.rename(&[(name("i"), name("k")), (name("k"), name("i"))]).unwrap();
        let replaced = joined.substitute(&name("i"), &by).unwrap();
        let alone = joined.project_out(&[name("i")]).unwrap();
        let sets = [
            a.subtract(&b).unwrap(),
            a.union(&joined).unwrap(),
            replaced.intersect(&bounded).unwrap(),
            alone.project_out(&[name("k")]).unwrap(),
            alone,
            renamed.subtract(&a).unwrap(),
            renamed,
            joined,
        ];
        for set in sets {
            prop_assert!(facts_fit(&set), "{set}: {:?}", set.known_constraints());
        }
    }

    #[test]
    fn construction_keeps_the_points(model in model(IJ)) {
        prop_assert_eq!(points(&model.set()), model.points());
    }

    #[test]
    fn pieces_describe_the_set(model in model(IJ)) {
        let set = model.set();
        let pieces = Model { names: IJ.to_vec(), pieces: set.pieces().unwrap() };
        prop_assert_eq!(pieces.points(), model.points());
        for same in [set.coalesce(), set.remove_redundancies()] {
            prop_assert_eq!(points(&same.unwrap()), model.points());
        }
    }

    #[test]
    fn text_is_a_fixpoint_of_parsing(model in model(IJ)) {
        let set = model.set();
        let again = Set::parse(set.text()).unwrap();
        prop_assert_eq!(again.text(), set.text());
        prop_assert_eq!(points(&again), model.points());
    }

    #[test]
    fn text_with_parameters_is_a_fixpoint_of_parsing(model in model(IJK)) {
        let set = model.set().dims_to_params(&[name("j")]).unwrap();
        let again = Set::parse(set.text()).unwrap();
        prop_assert_eq!(again.text(), set.text());
        prop_assert_eq!(again.dims(), set.dims());
        prop_assert_eq!(again.params(), set.params());
        prop_assert!(again.is_equal(&set).unwrap());
    }

    #[test]
    fn text_of_a_product_is_a_fixpoint_of_parsing(models in prop::collection::vec(model(IJK), 2..5)) {
        let mut product = Set::universe(&[], &(0..12).map(|at| name(&format!("x{at:02}"))).collect::<Vec<_>>()).unwrap();
        for (at, model) in models.iter().enumerate() {
            let named = |of: &str| (name(of), name(&format!("{of}{at}")));
            let apart = model.set().rename(&["i", "j"].map(named)).unwrap();
            product = product.intersect(&apart.dims_to_params(&[name("k")]).unwrap()).unwrap();
        }
        let again = Set::parse(product.text()).unwrap();
        prop_assert_eq!(again.text(), product.text());
        // Products of five may cost more than a comparison is allowed to; others are drawn then.
        let equal = again.is_equal(&product);
        prop_assume!(equal != Err(poly::Error::Quota));
        prop_assert!(equal.unwrap());
    }

    #[test]
    fn join_union_and_difference(a in model(IJ), b in model(JK)) {
        let (set_a, set_b) = (a.set(), b.set());
        let all = grid(IJK);
        let expect = |keep: &dyn Fn(&Point) -> bool| all.iter().filter(|p| keep(p)).cloned().collect::<BTreeSet<_>>();
        let within = model_box();
        let join = set_a.intersect(&set_b).unwrap();
        prop_assert_eq!(points(&join), expect(&|p| a.holds(p) && b.holds(p)));
        prop_assert_eq!(join.dims(), &["i", "j", "k"].map(name)[..]);
        let union = set_a.union(&set_b).unwrap().intersect(&within).unwrap();
        prop_assert_eq!(points(&union), expect(&|p| a.holds(p) || b.holds(p)));
        let difference = set_a.subtract(&set_b).unwrap().intersect(&within).unwrap();
        prop_assert_eq!(points(&difference), expect(&|p| a.holds(p) && !b.holds(p)));
    }

    #[test]
    fn comparisons(a in model(IJ), b in model(IJ)) {
        let (set_a, set_b) = (a.set(), b.set());
        let (pa, pb) = (a.points(), b.points());
        prop_assert_eq!(set_a.is_subset(&set_b).unwrap(), pa.is_subset(&pb));
        prop_assert_eq!(set_a.is_equal(&set_b).unwrap(), pa == pb);
        prop_assert_eq!(set_a.is_disjoint(&set_b).unwrap(), pa.is_disjoint(&pb));
        prop_assert_eq!(set_a.is_empty().unwrap(), pa.is_empty());
        prop_assert!(set_a.union(&set_b).unwrap().is_equal(&set_b.union(&set_a).unwrap()).unwrap());
    }

    #[test]
    fn projection(model in model(IJK)) {
        let set = model.set();
        prop_assert_eq!(points(&set.project_out(&[name("j")]).unwrap()), without(&model.points(), &["j"]));
        let onto = set.project_onto(&[name("i")]).unwrap();
        prop_assert_eq!(points(&onto), without(&model.points(), &["j", "k"]));
    }

    #[test]
    fn samples_and_first_points(model in model(IJ)) {
        let set = model.set();
        let expected = model.points();
        match set.sample().unwrap() {
            Some(point) => prop_assert!(expected.contains(&point)),
            None => prop_assert!(expected.is_empty()),
        }
        let first = expected.iter().min_by_key(|p| (p["i"], p["j"])).cloned();
        prop_assert_eq!(set.lexmin().unwrap(), first);
        let first = expected.iter().min_by_key(|p| (p["j"], p["i"])).cloned();
        prop_assert_eq!(set.reorder_dims(&["j", "i"].map(name)).unwrap().lexmin().unwrap(), first);
    }

    #[test]
    fn bounds_and_hulls_of_projections_hold(model in model(IJK)) {
        let set = model.set().project_out(&[name("k")]).unwrap();
        let all = points(&set);
        let hull = points(&set.simple_hull().unwrap().intersect(&interval("i")).unwrap().intersect(&interval("j")).unwrap());
        prop_assert!(hull.is_superset(&all));
        if set.is_convex_piece().unwrap() {
            prop_assert_eq!(set.pieces().unwrap().len().max(1), 1);
        }
        for n in ["i", "j"] {
            for (bounds, side) in [(set.lower_bounds(&name(n)), 1), (set.upper_bounds(&name(n)), -1)] {
                for (bound, point) in bounds.unwrap().iter().flat_map(|bound| all.iter().map(move |point| (bound, point))) {
                    let value = bound.eval(&|other| point.get(other).copied()).unwrap();
                    prop_assert!(side*(point[&name(n)] - value) >= 0, "{bound} bounds {n} at {point:?} of {set}");
                }
            }
        }
    }

    #[test]
    fn bounds_hold_and_are_reached(model in model(IJ)) {
        let set = model.set();
        let single = model.pieces.len() == 1 && model.pieces[0].iter().all(|c| c.aff.terms().len() == c.aff.names().len());
        for n in IJ {
            let lower = set.lower_bounds(&name(n)).unwrap();
            let upper = set.upper_bounds(&name(n)).unwrap();
            for point in model.points() {
                let value = |aff: &Aff| aff.eval(&|n| point.get(n).copied()).unwrap();
                prop_assert!(lower.iter().all(|aff| value(aff) <= point[*n]), "{n} >= {lower:?} in {set}");
                prop_assert!(upper.iter().all(|aff| value(aff) >= point[*n]), "{n} <= {upper:?} in {set}");
            }
            if single && !model.points().is_empty() {
                prop_assert!(!lower.is_empty() && !upper.is_empty());
                // Without floors each value between the bounds is in the set.
                let plain = !lower.iter().chain(&upper).any(|aff| aff.mentions(n));
                prop_assert!(plain);
            }
        }
    }

    #[test]
    fn extreme_values(model in model(IJ), aff in affine(IJ)) {
        let set = model.set();
        let value = |point: &Point| aff.eval(&|n| point.get(n).copied()).unwrap();
        let values: Vec<i64> = model.points().iter().map(value).collect();
        prop_assert_eq!(set.static_min(&aff).unwrap(), values.iter().min().copied());
        prop_assert_eq!(set.static_max(&aff).unwrap(), values.iter().max().copied());
    }

    #[test]
    fn parametric_extreme_values(model in model(IJ), aff in affine(IJ)) {
        let set = model.set().dims_to_params(&[name("j")]).unwrap();
        for (greatest, cases) in [(true, set.max_aff(&aff).unwrap()), (false, set.min_aff(&aff).unwrap())] {
            for j in LOW..=HIGH {
                let all = model.points();
                let here = all.iter().filter(|point| point["j"] == j);
                let values = here.map(|point| aff.eval(&|n| point.get(n).copied()).unwrap());
                let expected = if greatest { values.max() } else { values.min() };
                let at = Point::from([(name("j"), j)]);
                let found: Vec<i64> = cases
                    .iter()
                    .filter(|(domain, _)| points(&domain.intersect(&interval("j")).unwrap()).contains(&at))
                    .map(|(_, value)| value.eval(&|n| at.get(n).copied()).unwrap())
                    .collect();
                prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn substitution_and_renaming(model in model(IJ), by in affine(JK)) {
        let set = model.set().substitute(&name("i"), &by).unwrap();
        let expected: BTreeSet<Point> = grid(JK)
            .into_iter()
            .filter(|point| {
                let mut image = point.clone();
                image.insert(name("i"), by.eval(&|n| point.get(n).copied()).unwrap());
                model.holds(&image)
            })
            .collect();
        let within = interval("k").intersect(&interval("j")).unwrap();
        prop_assert_eq!(points(&set.intersect(&within).unwrap()), expected);
        let swapped = model.set().rename(&[(name("i"), name("j")), (name("j"), name("i"))]).unwrap();
        let swap = |point: &Point| Point::from([(name("i"), point["j"]), (name("j"), point["i"])]);
        prop_assert_eq!(points(&swapped), model.points().iter().map(swap).collect());
        prop_assert_eq!(swapped.dims(), &["j", "i"].map(name)[..]);
    }

    #[test]
    fn simplification_within_a_context(a in model(IJ), b in model(IJ)) {
        let (set, context) = (a.set(), b.set());
        let expected: BTreeSet<Point> = a.points().intersection(&b.points()).cloned().collect();
        for simpler in [set.simplify_in(&context).unwrap(), set.gist(&context).unwrap()] {
            prop_assert_eq!(points(&simpler.intersect(&context).unwrap()), expected.clone());
        }
    }

    #[test]
    fn conditions_without_terms_that_cannot_tip_them(context in model(IJK), one in constraint(IJK), factor in 2_i64..5) {
        let context = context.set();
        // Blocks of `j`, of which `i` and `k` are digits or multiples.
        let scaled = one.aff.add_scaled(&dim("j"), factor).unwrap();
        for aff in [one.aff.clone(), scaled.clone(), scaled.scale(factor).unwrap().add(&dim("i")).unwrap()] {
            let constraint = Constraint { kind: one.kind, aff };
            let by = |constraint: &Constraint| context.add_constraints(std::slice::from_ref(constraint)).unwrap();
            prop_assert_eq!(points(&by(&context.untipped(&constraint))), points(&by(&constraint)));
        }
    }

    #[test]
    fn factors_join_to_the_set(model in model(IJK)) {
        let set = model.set();
        let factors = set.factors().unwrap();
        let joined = factors.iter().map(Clone::clone).reduce(|a, b| a.intersect(&b).unwrap()).unwrap();
        prop_assert!(joined.is_equal(&set).unwrap());
        let dims: Vec<Name> = factors.iter().flat_map(|factor| factor.dims().to_vec()).collect();
        prop_assert_eq!(dims.iter().collect::<BTreeSet<_>>().len(), 3);
        prop_assert_eq!(dims.len(), 3);
    }

    #[test]
    fn supersets(model in model(IJ)) {
        let set = model.set();
        for hull in [set.simple_hull(), set.remove_divs(), set.convex_hull()] {
            match hull {
                Ok(hull) => prop_assert!(set.is_subset(&hull).unwrap()),
                // The exact hull may take exponentially many steps.
                Err(error) => prop_assert_eq!(error, Error::Quota),
            }
        }
    }

    #[test]
    fn expressions_read_back(aff in affine(IJK), constraint in constraint(IJK)) {
        let text = format!("{{ [i, j, k, x] : x = {aff} }}");
        let defined = Constraint::eq(&dim("x"), &aff).unwrap();
        let dims = ["i", "j", "k", "x"].map(name);
        let expected = Set::from_constraints(&[], &dims, &[defined]).unwrap();
        prop_assert!(Set::parse(&text).unwrap().is_equal(&expected).unwrap(), "{}", text);
        let set = Set::parse(&format!("{{ [i, j, k] : {constraint} }}")).unwrap();
        let expected = Set::from_constraints(&[], &dims[..3], &[constraint]).unwrap();
        prop_assert!(set.is_equal(&expected).unwrap(), "{} is not {}", set, expected);
    }

    #[test]
    fn substitution_in_expressions(aff in affine(IJ), by in affine(IJ)) {
        let replaced = aff.substitute(&BTreeMap::from([(name("i"), by.clone())])).unwrap();
        for point in grid(IJ) {
            let value = |n: &Name| point.get(n).copied();
            let inner = by.eval(&value).unwrap();
            let direct = aff.eval(&|n| if n == "i" { Some(inner) } else { value(n) });
            prop_assert_eq!(replaced.eval(&value), direct);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(text in "[\\[\\]{}():;,<>=+*/%` a-z0-9-]{0,40}") {
        if let Err(errors) = Set::parse(&text) {
            prop_assert!(errors.iter().all(|e| e.start <= e.end && e.end <= text.len()));
            prop_assert!(!errors.is_empty());
        }
        let _ = Set::parse_condition(&text);
    }
}

fn interval(n: &str) -> Set {
    let bounds = [
        Constraint::ge(&dim(n), &Aff::constant(LOW)).unwrap(),
        Constraint::le(&dim(n), &Aff::constant(HIGH)).unwrap(),
    ];
    Set::from_constraints(&[], &[name(n)], &bounds).unwrap()
}

fn model_box() -> Set {
    let ij = interval("i").intersect(&interval("j")).unwrap();
    ij.intersect(&interval("k")).unwrap()
}

#[test]
fn a_spent_quota_is_an_answer_and_the_next_call_works() {
    let set = Set::parse("{ [i, j] : 0 <= i, j < 100 and (i + j) mod 7 = 3 }").unwrap();
    let bounded = || set.project_out(&[name("i")])?.is_bounded();
    assert_eq!(poly::with_quota(3, bounded), Err(Error::Quota));
    assert_eq!(bounded(), Ok(true));
}
