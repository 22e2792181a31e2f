//! A batch does what a loop over its members does.

use super::random::{Draw, Order, arrays, kernel};
use super::run::{Arrays, SIZES, applied, array, assert_same, parse, real, run, stages, values};

/// The arrays of a random kernel, of which each member of a batch has its own.
const VARYING: [&str; 5] = ["x", "y", "z", "w", "r"];

#[test]
fn random_batches() {
    for seed in 0..120 {
        let mut draw = Draw(seed);
        let order = if draw.below(2) == 0 { Order::Program } else { Order::Open };
        let kernel = parse(&kernel(&mut draw, "p0", order, &[]));
        let all = VARYING.map(|letter| format!("\"p0_{letter}\"")).join(", ");
        let sequential = draw.pick(&["True", "False"]);
        let call = format!("to_batched(\"q\", [{all}], sequential={sequential})");
        let batched = applied(&kernel, &call).unwrap();
        for [n, m] in SIZES {
            for q in [0, 1, 3] {
                let sizes = [("n", n), ("m", m), ("q", q)];
                let members: Vec<Arrays> = (0..q).map(|at| member(usize::try_from(at).unwrap())).collect();
                let expected: Vec<Arrays> = members
                    .iter()
                    .map(|member| {
                        let mut arrays = member.clone();
                        run(&kernel, &sizes, &mut arrays);
                        arrays
                    })
                    .collect();
                for stage in stages(&batched) {
                    let mut found = stacked(&members);
                    run(&stage, &sizes, &mut found);
                    assert_same(&stacked(&expected), &found, &sizes, &stage);
                }
            }
        }
    }
}

/// What a member of a batch works on.
fn member(number: usize) -> Arrays {
    let mut all = arrays(&["p0".to_owned()]);
    for (name, own) in &mut all {
        if name != "u" {
            let before = values(own);
            *own = array(&own.shape, |at| before[at] + 100.0 * real(number));
        }
    }
    all
}

/// The arrays of all members, one behind the other.
fn stacked(members: &[Arrays]) -> Arrays {
    let one = arrays(&["p0".to_owned()]);
    let stack = |(name, own): (&String, &runtime::Array)| {
        if name == "u" {
            return (name.clone(), own.clone());
        }
        let shape = [vec![members.len()], own.shape.clone()].concat();
        let all: Vec<f64> = members.iter().flat_map(|member| values(&member[name])).collect();
        (name.clone(), array(&shape, |at| all[at]))
    };
    one.iter().map(stack).collect()
}
