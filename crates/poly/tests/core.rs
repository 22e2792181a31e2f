//! The core on hand-made sets.
use poly::*;

fn n(s: &str) -> Name {
    Name::from(s)
}
fn d(s: &str) -> Aff {
    Aff::dim(&n(s))
}
fn c(v: i64) -> Aff {
    Aff::constant(v)
}

#[test]
fn first() {
    let i = d("i");
    let s = Set::from_constraints(
        &[n("n")],
        &[n("o"), n("i")],
        &[
            Constraint::ge(&i, &c(0)).unwrap(),
            Constraint::lt(&d("o").scale(16).unwrap().add(&i).unwrap(), &d("n")).unwrap(),
            Constraint::lt(&i, &c(16)).unwrap(),
        ],
    )
    .unwrap();
    println!("{s}");
    println!("{:?}", s.lower_bounds(&n("i")).unwrap());
    println!("{:?}", s.upper_bounds(&n("i")).unwrap());
    let o = s.project_out(&[n("i")]).unwrap();
    println!("{o} {:?}", o.upper_bounds(&n("o")).unwrap());
    let m = Set::from_constraints(
        &[],
        &[n("i")],
        &[
            Constraint::eq(&i.modulo(4).unwrap(), &c(2)).unwrap(),
            Constraint::ge(&i, &c(0)).unwrap(),
            Constraint::lt(&i, &d("n")).unwrap(),
        ],
    )
    .unwrap();
    println!("{m} {:?}", m.pieces().unwrap());
    println!("{:?}", m.max_aff(&i).unwrap());
    println!("{}", m.fix(&n("n"), 20).unwrap());
    println!("{:?}", m.fix(&n("n"), 20).unwrap().points(100).unwrap());
    println!("{:?}", m.sample());
    println!("{:?}", m.subtract(&m.fix(&n("n"), 20).unwrap()).unwrap());
    println!("{:?}", operations());
    println!("{:?}", s.static_max(&i));
    println!("{:?}", s.static_max(&d("o")));
    println!("{:?}", s.factors());
    println!("{:?}", m.rename(&[(n("i"), n("z"))]));
    println!("{:?}", m.intersect(&s));
}
