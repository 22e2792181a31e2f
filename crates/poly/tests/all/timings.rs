//! How long the common operations take.
//! `cargo test -p lpir-poly --release --test timings -- --ignored --nocapture`

use poly::{Aff, Constraint, Name, Set};
use std::time::Instant;

fn name(text: &str) -> Name {
    Name::from(text)
}

/// Prints microseconds a call.
fn time<T>(what: &str, mut f: impl FnMut() -> T) {
    (0..20).for_each(|_| drop(f()));
    let rounds = 200;
    let (start, steps) = (Instant::now(), poly::operations());
    (0..rounds).for_each(|_| drop(f()));
    let micros = start.elapsed().as_secs_f64() * 1e6 / f64::from(rounds);
    let steps = (poly::operations() - steps) / u64::try_from(rounds).unwrap();
    println!("{micros:9.1} us {steps:7} steps  {what}");
}

fn loop_nest(dims: &[&str]) -> Vec<Constraint> {
    let bounds = dims.iter().enumerate().flat_map(|(at, dim)| {
        let (dim, size) = (Aff::dim(&name(dim)), Aff::dim(&name(&format!("n{at}"))));
        [Constraint::ge(&dim, &Aff::constant(0)).unwrap(), Constraint::lt(&dim, &size).unwrap()]
    });
    bounds.collect()
}

#[test]
#[ignore = "prints timings"]
fn timings() {
    for dims in [
        &["i", "j"][..],
        &["i", "j", "k"],
        &["i", "j", "k", "l", "m", "o"],
        &["i", "a", "b", "c", "d", "e", "f", "g", "h", "j", "k"],
    ] {
        println!("--- {} dimensions", dims.len());
        let names: Vec<Name> = dims.iter().map(|dim| name(dim)).collect();
        let constraints = loop_nest(dims);
        let domain = Set::from_constraints(&[], &names, &constraints).unwrap();
        time("from_constraints", || Set::from_constraints(&[], &names, &constraints).unwrap());
        let primed: Vec<(Name, Name)> = names.iter().map(|n| (n.clone(), name(&format!("{n}'")))).collect();
        time("rename all", || domain.rename(&primed).unwrap());
        let other = domain.rename(&primed).unwrap();
        let equal: Vec<Constraint> = primed[1..]
            .iter()
            .map(|(a, b)| Constraint::eq(&Aff::dim(a), &Aff::dim(b)).unwrap())
            .chain([Constraint::lt(&Aff::dim(&primed[0].0), &Aff::dim(&primed[0].1)).unwrap()])
            .collect();
        time("join with the primed copy", || domain.intersect(&other).unwrap());
        let pairs = domain.intersect(&other).unwrap();
        time("add constraints", || pairs.add_constraints(&equal).unwrap());
        time("join, constrain, empty?", || {
            domain.intersect(&other).unwrap().add_constraints(&equal).unwrap().is_empty().unwrap()
        });
        let relation = pairs.add_constraints(&equal).unwrap();
        time("project out half", || relation.project_out(&names).unwrap());
        time("is_subset", || relation.is_subset(&pairs).unwrap());
        time("is_equal", || domain.is_equal(&domain).unwrap());
        let split = Aff::dim(&name("io")).scale(16).unwrap().add(&Aff::dim(&name("ii"))).unwrap();
        let work_item = [
            Constraint::ge(&Aff::dim(&name("ii")), &Aff::constant(0)).unwrap(),
            Constraint::lt(&Aff::dim(&name("ii")), &Aff::constant(16)).unwrap(),
        ];
        let divide = || {
            domain
                .substitute(&name("i"), &split)
                .unwrap()
                .add_constraints(&work_item)
                .unwrap()
                .params_to_dims(&["io", "ii"].map(name))
                .unwrap()
        };
        time("split a loop", divide);
        let tiled = divide();
        time("bounds of the inner loop", || tiled.upper_bounds(&name("ii")).unwrap());
        let outer = tiled.project_out(&[name("ii")]).unwrap();
        time("project out the inner loop", || tiled.project_out(&[name("ii")]).unwrap());
        time("bounds of the outer loop", || outer.upper_bounds(&name("io")).unwrap());
        time("pieces", || tiled.pieces().unwrap());
        time("gist in the outer", || tiled.gist(&outer).unwrap());
        time("simplify_in the outer", || tiled.simplify_in(&outer).unwrap());
        time("static_max", || tiled.static_max(&Aff::dim(&name("ii"))).unwrap());
        time("max_aff", || tiled.max_aff(&split).unwrap());
        time("sample", || tiled.sample().unwrap());
        time("factors", || tiled.factors().unwrap());
        let text = tiled.text().to_owned();
        println!("{text}");
        time("parse", || Set::parse(&text).unwrap());
        time("parse and text", || Set::parse(&text).unwrap().text().len());
    }
}
