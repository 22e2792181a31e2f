//! What isl or its binding gets wrong, and what hostile input could reach. Each case once crashed, hung,
//! leaked or lied somewhere below this crate.

use poly::{Aff, Constraint, ConstraintKind, Error, Name, Set, with_quota};

fn name(text: &str) -> Name {
    Name::from(text)
}

fn between(low: i64, n: &str, high: i64) -> [Constraint; 2] {
    let dim = Aff::dim(&name(n));
    [Constraint::ge(&dim, &Aff::constant(low)).unwrap(), Constraint::le(&dim, &Aff::constant(high)).unwrap()]
}

/// Code of the first error.
fn refused(text: &str) -> &'static str {
    match Set::parse(text) {
        Ok(set) => panic!("{} is accepted", set.text().chars().take(80).collect::<String>()),
        Err(errors) => errors[0].code,
    }
}

#[test]
fn words_of_isl_are_ordinary_names() {
    let words = [
        "nan",
        "infty",
        "inf",
        "mod",
        "min",
        "max",
        "floor",
        "ceil",
        "exists",
        "and",
        "or",
        "not",
        "true",
        "false",
        "rat",
        "implies",
        "ceild",
        "floord",
        "fdiv",
        "int",
        "params",
        "Set",
        "e0",
        "c0",
        "i0",
        "__",
        "x'",
        "a.b",
        "x$y",
        "with space",
        "quote`d",
        "back\\slash",
        "line\nbreak",
        "größe",
        "NULL",
        "%s%n",
        "",
        "}",
        "[n] ->",
    ];
    for word in words {
        for word in [word.to_owned(), word.to_uppercase(), word.to_lowercase()] {
            let dim = Set::from_constraints(&[], &[name(&word)], &between(0, &word, 3)).unwrap();
            assert_eq!(dim.points(10).unwrap().unwrap().len(), 4, "{word}");
            let param = dim.dims_to_params(&[name(&word)]).unwrap();
            for set in [dim, param] {
                let again = Set::parse(set.text()).unwrap_or_else(|e| panic!("{}: {e:?}", set.text()));
                assert_eq!(
                    (again.text(), again.dims(), again.params()),
                    (set.text(), set.dims(), set.params())
                );
                assert!(again.is_equal(&set).unwrap());
            }
        }
    }
}

#[test]
fn interior_nul_is_a_character_of_a_name_and_an_error_in_text() {
    let odd = "a\0b";
    let set = Set::from_constraints(&[], &[name(odd)], &between(0, odd, 3)).unwrap();
    assert_eq!(set.points(10).unwrap().unwrap().len(), 4);
    assert_eq!(refused("{ [i\0] }"), "lp::domain::syntax");
}

#[test]
fn a_name_stands_for_one_column() {
    assert_eq!(refused("{ [i, i] : 0 <= i < 4 }"), "lp::domain::duplicate");
    assert_eq!(refused("[n, n] -> { [i] }"), "lp::domain::duplicate");
    assert_eq!(refused("[i] -> { [i] }"), "lp::domain::duplicate");
    let dims = [name("i"), name("i")];
    assert_eq!(Set::universe(&[], &dims), Err(Error::DuplicateDim(name("i"))));
    let set = Set::universe(&[name("n")], &[name("i")]).unwrap();
    assert_eq!(set.rename(&[(name("n"), name("i"))]), Err(Error::DuplicateDim(name("i"))));
    assert_eq!(set.project_out(&[name("q")]), Err(Error::UnknownDim(name("q"))));
}

#[test]
fn nothing_may_follow_the_set() {
    for text in ["{ [i] } x", "{ [i] : i >= 0 } garbage", "{ [i] } }", "{ [i] } { [j] }", "{ [i] : i << 3 }"]
    {
        assert_eq!(refused(text), "lp::domain::syntax", "{text}");
    }
}

#[test]
fn hostile_nesting_is_refused_at_once() {
    let depth = 200_000;
    for (open, middle, close) in
        [("(", "i", ")"), ("-", "i", ""), ("floor(", "i", ")"), ("min(i,", "i", ")"), ("(-", "i", ")")]
    {
        let text = format!("{{ [i] : 0 <= {}{middle}{} }}", open.repeat(depth), close.repeat(depth));
        assert_eq!(refused(&text), "lp::domain::depth");
    }
    for prefix in ["not ", "exists e: ", "not exists e: ", "(", "[", "{", "exists (e: "] {
        let text = format!("{{ [i] : {} i >= 0 }}", prefix.repeat(depth));
        assert_eq!(refused(&text), "lp::domain::depth");
    }
    let nested = format!("{{ [i] : {}i >= 0{} }}", "(".repeat(60), ")".repeat(60));
    assert!(Set::parse(&nested).unwrap().text().contains("0 <= i"));
}

#[test]
fn long_flat_text_is_no_deep_text() {
    let n = 20_000;
    let sum = format!("{{ [i] : 0 <= i{} }}", " + i".repeat(n));
    assert_eq!(Set::parse(&sum).unwrap().text(), "{ [i] : 0 <= i }");
    let product = format!("{{ [i] : 0 <= i{} }}", "*1".repeat(n));
    assert_eq!(Set::parse(&product).unwrap().text(), "{ [i] : 0 <= i }");
    let conjunction = format!("{{ [i] : 0 <= i{} }}", " and 0 <= i".repeat(n));
    assert_eq!(Set::parse(&conjunction).unwrap().text(), "{ [i] : 0 <= i }");
    let chain = format!("{{ [i] : 0 <= i{} }}", " <= i".repeat(n));
    assert_eq!(Set::parse(&chain).unwrap().text(), "{ [i] : 0 <= i }");
    let words = format!("{{ [i] : {} }}", "i ".repeat(n));
    assert_eq!(refused(&words), "lp::domain::syntax");
    let points: Vec<String> = (0..3000).map(|i| format!("i = {}", 3 * i)).collect();
    let points = Set::parse(&format!("{{ [i] : {} }}", points.join(" or "))).unwrap();
    assert_eq!(points.static_max(&Aff::dim(&name("i"))), Ok(Some(8997)));
    let unclosed = "{ [i] : ".repeat(50);
    assert_eq!(refused(&unclosed), "lp::domain::syntax");
}

#[test]
fn disjunctions_that_explode_hit_the_quota() {
    let factor = "(i = 1 or j = 2 or k = 3)";
    let text = format!("{{ [i, j, k] : {factor}{} }}", format!(" and {factor}").repeat(3));
    assert!(Set::parse(&text).is_ok());
    let skewed =
        (1..40).map(|c| format!("not ({c}*i + j <= 7*k + {c} and k <= {c}*j + l and i <= l - {c}*k)"));
    let text = format!("{{ [i, j, k, l] : {} }}", skewed.collect::<Vec<_>>().join(" and "));
    assert_eq!(refused(&text), "lp::domain::solver");
    assert!(Set::parse("{ [i] : i = 0 }").is_ok());
}

#[test]
fn numbers_beyond_64_bits_are_named() {
    assert_eq!(refused("{ [i] : i <= 9223372036854775808 }"), "lp::domain::range");
    assert_eq!(refused(&format!("{{ [i] : i <= {} }}", "9".repeat(500))), "lp::domain::range");
    assert_eq!(refused("{ [i] : 9223372036854775807*2*i >= 0 }"), "lp::domain::range");
    assert_eq!(refused("{ [i] : i < -9223372036854775808 }"), "lp::domain::range");
    let largest = Set::parse("{ [i] : i = 9223372036854775807 }").unwrap();
    assert_eq!(largest.sample().unwrap().unwrap()["i"], i64::MAX);
    // The difference of both sides must fit too.
    assert_eq!(refused("{ [i] : i >= -9223372036854775808 }"), "lp::domain::range");
    let least = Set::parse("{ [i] : i = -9223372036854775807 }").unwrap();
    assert_eq!(least.sample().unwrap().unwrap()["i"], i64::MIN + 1);
    // A set that no text of ours can give back is not read; the same set may still be computed with.
    assert_eq!(refused("{ [i, j] : i = 9000000000000000000 and j = 2i }"), "lp::domain::range");
    let [i, j] = ["i", "j"].map(|dim| Aff::dim(&name(dim)));
    let large = Constraint::eq(&i, &Aff::constant(9_000_000_000_000_000_000)).unwrap();
    let twice = Constraint::eq(&j, &i.scale(2).unwrap()).unwrap();
    let product = Set::from_constraints(&[], &[name("i"), name("j")], &[large, twice]).unwrap();
    assert_eq!(product.sample(), Err(Error::Overflow));
    assert!(!product.is_empty().unwrap());
}

#[test]
fn sets_outlive_each_other_in_any_order() {
    let a = Set::parse("[n] -> { [i] : 0 <= i < n }").unwrap();
    let b = a.fix(&name("n"), 10).unwrap();
    let c = b.clone();
    drop(a);
    drop(b);
    assert_eq!(c.points(100).unwrap().unwrap().len(), 10);
    let threads: Vec<_> = (1..5_i64)
        .map(|n| {
            std::thread::spawn(move || {
                let set = Set::parse("[n] -> { [i, j] : 0 <= i, j < n and (i + j) mod 2 = 0 }").unwrap();
                (0..20).for_each(|_| {
                    let _ = with_quota(5, || set.project_out(&[name("i")]));
                });
                let text = set.fix(&name("n"), n).unwrap().text().to_owned();
                (text, set.fix(&name("n"), n).unwrap().points(1000).unwrap().unwrap().len())
            })
        })
        .collect();
    let counts: Vec<usize> = threads.into_iter().map(|thread| thread.join().unwrap().1).collect();
    assert_eq!(counts, [1, 2, 5, 8]);
}

#[test]
fn a_set_outlives_what_its_thread_keeps() {
    std::thread::spawn(|| {
        thread_local!(static KEPT: std::cell::RefCell<Option<Set>> = const { std::cell::RefCell::new(None) });
        KEPT.with(|kept| *kept.borrow_mut() = Set::parse("{ [i] : 0 <= i < 4 }").ok());
    })
    .join()
    .unwrap();
}

#[test]
fn a_spent_quota_refuses_every_operation_and_spoils_none() {
    let set =
        Set::parse("[n] -> { [i, j] : 0 <= i < n and 3*i <= 5*j <= 7*n and (i + j) mod 3 = 1 }").unwrap();
    let text = set.text().to_owned();
    let i = name("i");
    let other = Set::parse("{ [j, k] : 0 <= j < 2*k }").unwrap();
    let aff = Aff::dim(&i);
    type Question<'a> = (&'a str, Box<dyn Fn() -> Result<(), Error> + 'a>);
    let questions: Vec<Question> = vec![
        ("project_out", Box::new(|| made(set.project_out(std::slice::from_ref(&i))?))),
        ("intersect", Box::new(|| made(set.intersect(&other)?))),
        ("subtract", Box::new(|| made(set.subtract(&Set::universe(&[], &[name("q")])?)?))),
        ("pieces", Box::new(|| set.pieces().map(drop))),
        ("sample", Box::new(|| set.sample().map(drop))),
        ("is_bounded", Box::new(|| set.is_bounded().map(drop))),
        ("lower_bounds", Box::new(|| set.lower_bounds(&i).map(drop))),
        ("max_aff", Box::new(|| set.max_aff(&aff).map(drop))),
        ("static_max", Box::new(|| set.static_max(&aff).map(drop))),
        ("gist", Box::new(|| set.gist(&set).map(drop))),
        ("simplify_in", Box::new(|| set.simplify_in(&set).map(drop))),
        ("rename", Box::new(|| made(set.rename(&[(i.clone(), name("z"))])?))),
        ("substitute", Box::new(|| made(set.substitute(&i, &Aff::dim(&name("k")).floor_div(3).unwrap())?))),
        ("factors", Box::new(|| set.factors()?.into_iter().try_for_each(made))),
        ("convex_hull", Box::new(|| set.convex_hull().map(drop))),
        ("is_subset", Box::new(|| set.is_subset(&set.project_out(std::slice::from_ref(&i))?).map(drop))),
    ];
    for (what, question) in &questions {
        // Failure may strike anywhere inside isl.
        let mut steps = 0;
        let mut refusals = 0;
        while let Err(error) = with_quota(steps, question) {
            assert_eq!(error, Error::Quota, "{what} after {steps} steps");
            refusals += 1;
            steps += 1 + steps / 8;
        }
        assert!(refusals > 0, "{what} takes no step");
        question().unwrap_or_else(|error| panic!("{what} fails after refusals: {error}"));
    }
    let again = set.intersect(&Set::universe(&[], &[]).unwrap()).unwrap();
    assert_eq!(again.text(), text);
}

/// Makes what was put off.
fn made(set: Set) -> Result<(), Error> {
    set.is_bounded().map(drop)
}

#[test]
fn quotas_nest() {
    // Another object each time: what was made lately costs nothing.
    let first =
        Set::parse("[n] -> { [i, k] : 0 <= i < n and 3*i <= 5*k <= 7*n and (i + k) mod 3 = 1 }").unwrap();
    let set = || first.rename(&[(name("k"), name("j"))]).unwrap();
    let work = || made(set().project_out(&[name("i")])?);
    let before = poly::operations();
    work().unwrap();
    let cost = poly::operations() - before;
    assert!((10..100_000).contains(&cost), "{cost}");
    // An inner quota cannot exceed the outer one, nor can many small ones.
    assert_eq!(with_quota(cost / 2, || with_quota(1_000_000, work)), Err(Error::Quota));
    let many = |n: u64| with_quota(4 * cost, || (0..n).try_for_each(|_| with_quota(1_000_000, work)));
    assert_eq!(many(20), Err(Error::Quota));
    many(2).unwrap();
    // A refused inner quota leaves the outer one usable.
    with_quota(4 * cost, || {
        assert_eq!(with_quota(1, work), Err(Error::Quota));
        work()
    })
    .unwrap();
    // Text does not depend on the quota in force.
    let fresh = set().project_out(&[name("j")]).unwrap();
    let text = with_quota(1, || Ok(fresh.text().to_owned())).unwrap();
    assert_eq!(text, set().project_out(&[name("j")]).unwrap().text());
}

#[test]
fn text_is_not_leaked() {
    let resident = || {
        let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
    };
    let set = Set::parse("[n] -> { [i, j] : 0 <= i < n and 0 <= j <= 9 and (i + j) mod 3 = 1 }").unwrap();
    let work = |n: usize| {
        for _ in 0..n {
            let fresh = set.add_constraints(&between(1, "i", 7)).unwrap();
            assert!(fresh.text().len() > 10);
            assert!(with_quota(9, || fresh.pieces()).is_err());
        }
    };
    work(500);
    let before = resident();
    work(3000);
    let grown = resident().saturating_sub(before);
    assert!(grown < 2 << 20, "{grown} bytes more");
}

#[test]
fn extremes_of_a_union_whose_first_part_has_no_integer_point() {
    // isl 0.27 takes the rational optimum of the first part, although that part is empty.
    let set =
        Set::parse("{ [i, j] : -4 <= i, j <= 5 and (3j + 2*floor(i/2) = 0 and 2j > i or j <= 0) }").unwrap();
    let j = Aff::dim(&name("j"));
    let points = set.points(1000).unwrap().unwrap();
    let expected = points.iter().map(|point| 2 * point["j"]).max();
    assert_eq!(set.static_max(&j.scale(2).unwrap()).unwrap(), expected);
}

#[test]
fn sparse_sets_do_not_take_forever() {
    let sparse = Set::parse("{ [i] : 0 <= i <= 1000000000000 and i mod 1000000000000 = 0 }").unwrap();
    assert_eq!(sparse.points(10), Err(Error::Quota));
    assert_eq!(Set::parse("{ [i] : i >= 0 }").unwrap().points(10), Ok(None));
    assert_eq!(Set::parse("{ [i] : 0 <= i <= 1000000000000 }").unwrap().points(10), Ok(None));
    assert_eq!(Set::parse("{ : }").unwrap().points(10).unwrap().unwrap().len(), 1);
    assert_eq!(Set::parse("{ : false }").unwrap().points(10).unwrap().unwrap().len(), 0);
}

#[test]
fn text_is_stable_where_normalisation_goes_round_in_a_circle() {
    for text in [
        "{ [i, j] : 0 <= i <= 3 and 4*floor((i + 1)/2) - 1 <= 3*i <= 4*floor((i + 1)/2) + 2 and j = 3*i - 4 }",
        "{ [i, j] : 0 <= i <= 3 and 0 <= i + 2*floor((1 - i)/4) <= 1 and j = 3*i - 4 }",
    ] {
        let set = Set::parse(text).unwrap();
        assert_eq!(Set::parse(set.text()).unwrap().text(), set.text());
    }
}

/// isl takes `i` for a remainder of 3, though it runs through 5 values.
#[test]
fn bounds_beside_a_floor_keep_all_points() {
    let text = "{ [i, j] : -4 <= i <= 0 and -4 <= j <= 5 and (5*i + 4*j + 9) mod 15 <= 3 }";
    let set = Set::parse(text).unwrap();
    let points = set.points(100).unwrap().unwrap();
    for n in ["i", "j"] {
        let (lower, upper) = (set.lower_bounds(&name(n)).unwrap(), set.upper_bounds(&name(n)).unwrap());
        for point in &points {
            let value = |bound: &Aff| bound.eval(&|other| point.get(other).copied()).unwrap();
            assert!(
                lower.iter().all(|bound| value(bound) <= point[&name(n)]),
                "{n} >= {lower:?} at {point:?}"
            );
            assert!(
                upper.iter().all(|bound| value(bound) >= point[&name(n)]),
                "{n} <= {upper:?} at {point:?}"
            );
        }
    }
}

/// isl's coalescing ends in an internal error here.
#[test]
fn a_union_that_isl_cannot_merge_stays_as_it_is() {
    let scaled = |n: &str, factor| Aff::dim(&name(n)).scale(factor).unwrap();
    let floor = Aff::dim(&name("i")).offset(1).unwrap().floor_div(3).unwrap().scale(3).unwrap();
    let line = scaled("j", 6).sub(&scaled("i", 5)).unwrap().add(&floor).unwrap().offset(-3).unwrap();
    let square: Vec<Constraint> = ["i", "j"].iter().flat_map(|n| between(-4, n, 5)).collect();
    let mut piece = vec![
        Constraint { kind: ConstraintKind::Inequality, aff: scaled("i", 2).offset(-1).unwrap() },
        Constraint { kind: ConstraintKind::Equality, aff: line },
    ];
    piece.extend(square.clone());
    let [piece, square] =
        [piece, square].map(|all| Set::from_constraints(&[], &["i", "j"].map(name), &all).unwrap());
    let union = piece.union(&square).unwrap();
    assert!(union.coalesce().unwrap().is_equal(&union).unwrap());
}
