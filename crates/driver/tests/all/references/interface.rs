//! Transforms after which arguments look different, and those that change nothing that a run shows.

use super::random::{Draw, Order, arrays, kernel};
use super::run::{Arrays, SIZES, applied, array, assert_same, parse, run, stages, values};
use ir::Kernel;

/// Their names.
pub(crate) const TESTED: [&str; 11] = [
    "add_dtypes",
    "auto_parallel",
    "concatenate_arrays",
    "infer_types",
    "make_atomic",
    "reassociate",
    "recognize_reductions",
    "remove_unused_arguments",
    "rename_argument",
    "set_argument_order",
    "split_array_axis",
];

/// How arguments are given to the kernel after a call, and taken back from it.
struct Change {
    call: &'static str,
    give: fn(&mut Arrays),
    take: fn(&mut Arrays),
}

fn same(_: &mut Arrays) {}

fn moved(arrays: &mut Arrays, from: &str, to: &str) {
    if let Some(array) = arrays.remove(from) {
        arrays.insert(to.to_owned(), array);
    }
}

/// Nine elements in three blocks of four, the last of which has elements that nothing uses.
fn split(arrays: &mut Arrays) {
    let own = values(&arrays["p0_x"]);
    let block = array(&[3, 4], |at| own.get(at).copied().unwrap_or(-77.0));
    arrays.insert("p0_x".to_owned(), block);
}

fn joined(arrays: &mut Arrays) {
    let own = [values(&arrays["p0_x"]), values(&arrays["p0_z"])].concat();
    arrays.insert("xz".to_owned(), array(&[18], |at| own[at]));
}

fn separate(arrays: &mut Arrays) {
    let own = values(&arrays["xz"]);
    arrays.insert("p0_x".to_owned(), array(&[9], |at| own[at]));
    arrays.insert("p0_z".to_owned(), array(&[9], |at| own[9 + at]));
}

fn whole(arrays: &mut Arrays) {
    let own = values(&arrays["p0_x"]);
    arrays.insert("p0_x".to_owned(), array(&[9], |at| own[at]));
}

const CHANGES: [Change; 10] = [
    Change { call: "auto_parallel(block=4, reductions=True)", give: same, take: same },
    Change { call: "concatenate_arrays(\"p0_x, p0_z\", \"xz\")", give: joined, take: separate },
    Change { call: "infer_types()", give: same, take: same },
    Change { call: "make_atomic(\"writes:p0_w\", reassociate=True)", give: same, take: same },
    Change { call: "reassociate()", give: same, take: same },
    Change { call: "recognize_reductions()", give: same, take: same },
    Change { call: "remove_unused_arguments()", give: same, take: same },
    Change {
        call: "rename_argument(\"p0_x\", \"other\")",
        give: |arrays| moved(arrays, "p0_x", "other"),
        take: |arrays| moved(arrays, "other", "p0_x"),
    },
    Change { call: "set_argument_order(\"p0_r, p0_w, m, p0_z, u, p0_y, p0_x, n\")", give: same, take: same },
    Change { call: "split_array_axis(\"p0_x\", 0, 4)", give: split, take: whole },
];

fn check(kernel: &Kernel, change: &Change) -> bool {
    let Some(changed) = applied(kernel, change.call) else { return false };
    compare(kernel, &changed, change.give, change.take);
    true
}

fn compare(kernel: &Kernel, changed: &Kernel, give: fn(&mut Arrays), take: fn(&mut Arrays)) {
    for [n, m] in SIZES {
        let sizes = [("n", n), ("m", m)];
        let mut expected = arrays(&["p0".to_owned()]);
        let mut given = expected.clone();
        give(&mut given);
        run(kernel, &sizes, &mut expected);
        for stage in stages(changed) {
            let mut found = given.clone();
            run(&stage, &sizes, &mut found);
            take(&mut found);
            assert_same(&expected, &found, &sizes, &stage);
        }
    }
}

/// A kernel of which some types are given later computes as one that has them.
#[test]
fn types_that_come_later() {
    for seed in 0..60 {
        let text = kernel(&mut Draw(seed), "p0", Order::Program, &[]);
        let untyped = text.replace("arg u : f64", "arg u : auto").replace("temp t : f64", "temp t : auto");
        let calls = "split_iname(\"i\", 2); add_dtypes({\"t, u\": \"float64\"})";
        let changed = applied(&parse(&untyped), calls).unwrap();
        compare(&parse(&text), &changed, same, same);
    }
}

#[test]
fn random_kernels() {
    let mut accepted = [0; CHANGES.len()];
    for seed in 0..150 {
        let mut draw = Draw(seed);
        let order = if draw.below(2) == 0 { Order::Program } else { Order::Open };
        let kernel = parse(&kernel(&mut draw, "p0", order, &[]));
        for (change, count) in CHANGES.iter().zip(&mut accepted) {
            *count += usize::from(check(&kernel, change));
        }
    }
    for (change, count) in CHANGES.iter().zip(accepted) {
        assert!(count > 10, "`{}` was accepted {count} times", change.call);
    }
}
