//! Columns, bounds, extremes and points on sets made by hand.

use poly::{Aff, Constraint, Error, Name, Point, Set};
use std::collections::BTreeMap;

fn name(text: &str) -> Name {
    Name::from(text)
}

fn names<const N: usize>(texts: [&str; N]) -> [Name; N] {
    texts.map(name)
}

fn dim(text: &str) -> Aff {
    Aff::dim(&name(text))
}

fn set(text: &str) -> Set {
    Set::parse(text).unwrap()
}

fn shown(affs: &[Aff]) -> Vec<String> {
    affs.iter().map(ToString::to_string).collect()
}

#[test]
fn a_dimension_of_either_operand_is_one_of_the_join() {
    let outer = set("[n] -> { [i] : 0 <= i < n }");
    let inner = set("[i] -> { [j] : 0 <= j <= i }");
    let nest = outer.intersect(&inner).unwrap();
    assert_eq!(nest.text(), "[n] -> { [i, j] : 0 <= j <= i < n }");
    assert_eq!(inner.intersect(&outer).unwrap().dims(), names(["j", "i"]));
    assert!(nest.is_subset(&outer).unwrap());
    assert_eq!(nest.parameter_domain().unwrap().text(), "[n] -> { : n >= 1 }");
}

#[test]
fn relations_compose_by_join_and_projection() {
    // i -> j = 2i + 1, j -> k = j // 3
    let first = set("{ [i, j] : j = 2i + 1 and 0 <= i < 10 }");
    let second = set("{ [j, k] : k = floor(j/3) }");
    let both = first.intersect(&second).unwrap().project_onto(&names(["i", "k"])).unwrap();
    for point in both.points(100).unwrap().unwrap() {
        assert_eq!(point["k"], (2 * point["i"] + 1) / 3);
    }
    assert_eq!(both.points(100).unwrap().unwrap().len(), 10);
}

#[test]
fn provenances_change_without_the_points() {
    let both = set("[n] -> { [i, j] : 0 <= i < j < n }");
    let inner = both.dims_to_params(&names(["i"])).unwrap();
    assert_eq!((inner.dims(), inner.params()), (&names(["j"])[..], &names(["i", "n"])[..]));
    let back = inner.params_to_dims(&names(["i"])).unwrap().reorder_dims(&names(["i", "j"])).unwrap();
    assert_eq!(back, both);
    assert_ne!(inner, both);
    assert_eq!(both.dims_to_params(&names(["n"])), Err(Error::UnknownDim(name("n"))));
    assert_eq!(both.params_to_dims(&names(["i"])), Err(Error::UnknownDim(name("i"))));
    assert_eq!(both.reorder_dims(&names(["i"])), Err(Error::UnknownDim(name("j"))));
    assert_eq!(both.add_dims(&names(["k"])).unwrap().dims(), names(["i", "j", "k"]));
    assert_eq!(both.add_params(&names(["m", "i"])).unwrap().params(), names(["m", "n"]));
}

#[test]
fn splitting_a_loop_gives_its_usual_bounds() {
    let domain = set("[n] -> { [i] : 0 <= i < n }");
    let by = dim("o").scale(16).unwrap().add(&dim("i_in")).unwrap();
    let work_item = [
        Constraint::ge(&dim("i_in"), &Aff::constant(0)).unwrap(),
        Constraint::lt(&dim("i_in"), &Aff::constant(16)).unwrap(),
    ];
    let split = domain.substitute(&name("i"), &by).unwrap().add_constraints(&work_item).unwrap();
    let split = split.params_to_dims(&names(["o", "i_in"])).unwrap();
    assert_eq!(split.text(), "[n] -> { [o, i_in] : 0 <= o and 0 <= i_in <= 15 and i_in + 16*o < n }");
    let inner = |set: &Set| {
        (shown(&set.lower_bounds(&name("i_in")).unwrap()), shown(&set.upper_bounds(&name("i_in")).unwrap()))
    };
    assert_eq!(inner(&split).1, ["15", "n - 16*o - 1"]);
    let outer = split.project_out(&names(["i_in"])).unwrap();
    assert_eq!(shown(&outer.lower_bounds(&name("o")).unwrap()), ["0"]);
    assert_eq!(shown(&outer.upper_bounds(&name("o")).unwrap()), ["floor((n + 15)/16) - 1"]);
    // Where `n` is a multiple of 16 the guard of the last iteration is gone.
    let whole = set("[n] -> { : n mod 16 = 0 }").intersect(&outer).unwrap();
    let body = split.intersect(&whole).unwrap().simplify_in(&whole).unwrap();
    assert_eq!(inner(&body), (vec!["0".to_owned()], vec!["15".to_owned()]));
}

#[test]
fn bounds_of_strided_and_split_sets_hold() {
    let strided = set("[n] -> { [i] : 0 <= i < n and i mod 4 = 2 }");
    assert_eq!(shown(&strided.lower_bounds(&name("i")).unwrap()), ["0"]);
    assert_eq!(shown(&strided.upper_bounds(&name("i")).unwrap()), ["n - 1"]);
    let pieces = set("[n] -> { [i] : 0 <= i < n or 100 <= i < n + 100 }");
    assert_eq!(shown(&pieces.lower_bounds(&name("i")).unwrap()), ["0"]);
    assert_eq!(shown(&pieces.upper_bounds(&name("i")).unwrap()), ["n + 99"]);
    let open = set("{ [i] : i >= 3 }");
    assert!(open.upper_bounds(&name("i")).unwrap().is_empty());
    assert!(!open.is_bounded().unwrap() && strided.is_bounded().unwrap());
    // A bound that another one makes idle is not listed.
    let idle = set("[m, n] -> { [i] : 0 <= i < n and i < m and n <= m }");
    assert_eq!(shown(&idle.upper_bounds(&name("i")).unwrap()), ["n - 1"]);
    assert_eq!(strided.lower_bounds(&name("q")), Err(Error::UnknownDim(name("q"))));
}

#[test]
fn parametric_extremes() {
    let domain = set("[m, n] -> { [i, j] : 0 <= i < n and 0 <= j < m and i + j < 10 }");
    let cases = domain.max_aff(&dim("i").add(&dim("j")).unwrap()).unwrap();
    for (n, m) in [(1, 1), (3, 4), (10, 1), (20, 20), (0, 5), (-1, 3)] {
        let at = |aff: &Aff| aff.eval(&|name| Some(if name == "n" { n } else { m })).unwrap();
        let holds = |set: &Set| {
            let fixed = set.fix(&name("n"), n).unwrap();
            let fixed = if fixed.has_param("m") { fixed.fix(&name("m"), m).unwrap() } else { fixed };
            !fixed.is_empty().unwrap()
        };
        let found: Vec<i64> = cases.iter().filter(|(set, _)| holds(set)).map(|(_, aff)| at(aff)).collect();
        let exists = n >= 1 && m >= 1;
        assert_eq!(found, if exists { vec![(n + m - 2).min(9)] } else { vec![] }, "n = {n}, m = {m}");
    }
    let even = set("[n] -> { [i] : 0 <= i < n and i mod 4 = 2 }");
    let [(known, value)] = &even.max_aff(&dim("i")).unwrap()[..] else { unreachable!("one case") };
    assert_eq!((known.text(), value.to_string().as_str()), ("[n] -> { : n >= 3 }", "4*floor((n + 1)/4) - 2"));
    assert!(matches!(set("{ [i] : i >= 0 }").max_aff(&dim("i")), Err(Error::Isl(_))));
    assert!(set("{ [i] : false }").max_aff(&dim("i")).unwrap().is_empty());
    assert_eq!(even.static_max(&dim("i")), Ok(None));
    assert_eq!(even.static_min(&dim("i")), Ok(Some(2)));
    assert_eq!(even.static_min(&dim("q")), Err(Error::UnknownDim(name("q"))));
}

#[test]
fn several_names_are_replaced_at_once() {
    let pair = set("{ [i, j] : 0 <= i < 4 and j = 3 }");
    let swap = BTreeMap::from([(name("i"), dim("j")), (name("j"), dim("i"))]);
    let swapped = pair.substitute_all(&swap).unwrap();
    assert_eq!(swapped.dims().len() + swapped.params().len(), 2);
    let point = Point::from([(name("i"), 3), (name("j"), 0)]);
    assert!(swapped.points(10).unwrap().unwrap().contains(&point));
}

#[test]
fn factors_separate_loops_that_share_parameters_only() {
    let nest =
        set("[n] -> { [i, j, k, l] : 0 <= i < n and 0 <= j < n and j <= l and n >= 4 and 0 <= k < 3 }");
    let texts: Vec<String> = nest.factors().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(texts[0], "[n] -> { [i] : 0 <= i < n }");
    assert_eq!(texts[1], "[n] -> { [j, l] : 0 <= j < n and j <= l }");
    assert_eq!(texts[2..], ["{ [k] : 0 <= k <= 2 }", "[n] -> { : n >= 4 }"]);
    let universe = Set::universe(&[], &names(["i", "j"])).unwrap();
    assert_eq!(universe.factors().unwrap().len(), 2);
    assert_eq!(set("{ : }").factors().unwrap().len(), 1);
}

#[test]
fn constraints_print_for_people() {
    let constraint = |text: &str| set(text).pieces().unwrap()[0][0].to_string();
    assert_eq!(constraint("{ [i] : i >= 0 }"), "0 <= i");
    assert_eq!(constraint("{ [i] : i < n }"), "i < n");
    assert_eq!(constraint("{ [i] : i mod 3 = 1 }"), "i mod 3 = 1");
    let aff = dim("n").offset(15).unwrap().floor_div(16).unwrap();
    let sum = dim("i").add(&dim("j").scale(16).unwrap()).unwrap().sub(&aff).unwrap().offset(3).unwrap();
    assert_eq!(sum.to_string(), "i + 16*j - floor((n + 15)/16) + 3");
    assert_eq!(Aff::constant(-3).to_string(), "-3");
    assert_eq!(dim("i").neg().unwrap().offset(3).unwrap().to_string(), "3 - i");
    assert_eq!(dim("i").modulo(4).unwrap().scale(-2).unwrap().to_string(), "-2*(i mod 4)");
}

#[test]
fn a_disjunct_with_a_hidden_variable_may_be_several() {
    let graph = set("[m] -> { [i, p] : 2 <= i <= 5 and i < m and 0 <= p <= 2 and (i - p) mod 3 = 0 }");
    let values = graph.project_onto(&names(["p"])).unwrap();
    assert!(!values.is_convex_piece().unwrap());
    assert_eq!(shown(&values.lower_bounds(&name("p")).unwrap()), ["0"]);
    assert!(values.is_subset(&values.simple_hull().unwrap()).unwrap());
}

#[test]
fn bounds_of_one_sum_contradict() {
    let one = |text: &str| set(&format!("{{ [i, j] : {text} }}")).conjunction().unwrap()[0].clone();
    for (a, b, expected) in [
        ("i < j", "j < i", true),
        ("i < j", "i = j", true),
        ("i = j", "i = j + 1", true),
        ("i >= 3", "i <= 2", true),
        ("i >= 3", "i <= 3", false),
        ("i <= j", "j <= i", false),
        ("i < j", "i < j + 1", false),
        ("i = 2*j", "i = j", false),
        ("i // 2 >= 1", "i // 2 <= 0", true),
    ] {
        assert_eq!(one(a).contradicts(&one(b)), expected, "{a} and {b}");
        assert_eq!(one(b).contradicts(&one(a)), expected, "{b} and {a}");
    }
}
