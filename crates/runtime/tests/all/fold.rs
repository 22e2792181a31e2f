//! Expressions folded with the values of arguments against the same expressions evaluated with them.

use crate::common;

use common::{elements, kernel};
use ir::fold::{Folder, Values};
use ir::{Expr, Kernel, StatementKind};
use runtime::{Bindings, Inputs, Options, interpret};

/// Values of `n`, `w`, `t` and `u`.
const CASES: [[i64; 4]; 7] = [
    [0, 0, 0, 0],
    [1, 7, 78, 3],
    [-7, 3, 110, 200],
    [3, -2, -1, 255],
    [50_000, 1 << 33, 127, 1],
    [2_147_483_647, -1, -128, 2],
    [-2_147_483_648, i64::MAX, 1, 0],
];

const EXPRESSIONS: [&str; 26] = [
    "n*n",
    "n + 1 - w",
    "n // 3 + n % 3",
    "n // w",
    "n % w",
    "div_trunc(n, 3) - rem_trunc(n, 3)",
    "max(n, w) + min(t, 5)",
    "abs(n) + abs(t)",
    "t*t + u*u",
    "t - u",
    "u - 4",
    "cast(i8, n) + 1",
    "cast(i64, n)*n",
    "x*(n - 1)",
    "x + n*3 - 2",
    "if(n > w, x, 1)",
    "if(n*3 > w and t == 78, t, n)",
    "if(n > 0 or 1 // n == 1, 2, x)",
    "if(not (t == 78 or t == 110), 1, 2)",
    "if(n - w <= 0, i8x, 3)",
    "if(u > 2 and x > 0.5, n, w)",
    "b[if(n % 2 == 0, 1, n % 2)]",
    "b[max(min(n, 2), 0)] + n // 2",
    "if(x > n, 1.5f, n*1.0)",
    "if(n < v, 1, 2)",
    "if(n + v > t, v + 1, 2)",
];

fn made(expression: &str, ty: &str) -> Kernel {
    kernel(&format!(
        "kernel @k {{\n  arg n : i32\n  arg w : i64\n  arg t : i8\n  arg u : u8\n  arg i8x : i8\n  arg v : u32\n  arg x : f32\n  \
         arg b : f64[3] in\n  arg a : {ty}[1] out\n  s: a[0] = {expression}\n}}\n"
    ))
}

/// What is stored, if anything is.
fn result(kernel: &Kernel, case: [i64; 4]) -> Option<f64> {
    let names = ["n", "w", "t", "u"].iter().zip(case);
    let sets = names.map(|(name, value)| ((*name).to_owned(), value.to_string()));
    let others =
        [("i8x", "5"), ("v", "3"), ("x", "0.75")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let inputs = Inputs { sets: sets.chain(others).collect(), ..Inputs::default() };
    let mut bindings = Bindings::new(kernel, &inputs).unwrap();
    interpret(kernel, &mut bindings, &Options::default()).ok()?;
    Some(elements(&bindings, "a")[0])
}

fn value(kernel: &Kernel) -> &Expr {
    match &kernel.statements[0].kind {
        StatementKind::Assign { value, .. } => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn folded_expressions_have_the_same_value() {
    let mut changed = 0;
    for expression in EXPRESSIONS {
        for ty in ["f64", "i64", "f32"] {
            let kernel = made(expression, ty);
            for case in CASES {
                let values: Values = ["n", "w", "t", "u"]
                    .iter()
                    .zip(case)
                    .map(|(name, value)| ((*name).into(), vec![value]))
                    .collect();
                let folded = Folder::new(&kernel, &values).kernel();
                changed += usize::from(folded != kernel);
                assert_eq!(
                    result(&folded, case),
                    result(&kernel, case),
                    "{expression} as {ty} for {case:?} became {}",
                    value(&folded)
                );
            }
        }
    }
    assert!(changed > 300, "{changed} were folded");
}

#[test]
fn conditions_that_several_values_decide_alike_are_decided() {
    let values = |n: &[i64]| Values::from([("n".into(), n.to_vec())]);
    for (condition, allowed, shown) in [
        ("n == 78 or n == 110", [78, 110], "1"),
        ("n == 78 or n == 110", [78, 84], "if(n == 78, 1, 2)"),
        ("n == 84 or n == 116", [78, 110], "2"),
        ("n > 70 and x > 0.5", [78, 110], "if(x > 0.5f, 1, 2)"),
        ("n > 80 or x > 0.5", [78, 110], "if(n > 80 or x > 0.5f, 1, 2)"),
        ("not n % 32 == 14", [78, 110], "2"),
    ] {
        let kernel = made(&format!("if({condition}, 1, 2)"), "f64");
        let folded = Folder::new(&kernel, &values(&allowed)).kernel();
        assert_eq!(value(&folded).to_string(), shown, "{condition}");
    }
}
