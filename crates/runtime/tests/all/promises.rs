//! Promises of contents: what breaks them is named, and what is drawn keeps them.

use crate::common;

use common::kernel;
use diag::Diagnostic;
use ir::{Kernel, Scalar};
use runtime::{Array, Bindings, Inputs, check_promises};

/// A kernel with an index array of two axes and one of one, and these lines.
fn promising(lines: &str) -> Kernel {
    kernel(&format!(
        "kernel @k {{\n  arg n : i32\n  arg at : i64[n, 2] layout(f) in\n  arg small : u8[n] in\n  \
         arg idx : i32[n] in\n  arg b : f64[2*n] inout\n  domain [n] -> {{ [i] : 0 <= i < n }}\n  {lines}\n  \
         s: b[idx[i]] = b[at[i, 0]]*small[i]  in(i) time(i)\n}}\n"
    ))
}

fn integers(ty: Scalar, shape: &[usize], values: &[i64]) -> Array {
    let bytes = values.iter().flat_map(|value| match ty {
        Scalar::U8 => value.to_le_bytes()[..1].to_vec(),
        Scalar::I32 => value.to_le_bytes()[..4].to_vec(),
        _ => value.to_le_bytes().to_vec(),
    });
    Array { ty, shape: shape.to_vec(), strides: runtime::c_strides(shape), bytes: bytes.collect() }
}

fn checked(lines: &str, name: &str, array: Array) -> Result<(), Vec<Diagnostic>> {
    let kernel = promising(lines);
    let inputs = Inputs { arrays: vec![(name.to_owned(), array)], ..Inputs::default() };
    check_promises(&kernel, &Bindings::new(&kernel, &inputs).unwrap())
}

fn message(found: Result<(), Vec<Diagnostic>>) -> String {
    let found = found.unwrap_err();
    assert_eq!((found.len(), found[0].code), (1, "lp::run::promise"));
    format!("{}; {}", found[0].message, found[0].notes.join("; "))
}

#[test]
fn two_equal_elements_are_named() {
    let idx = |values: &[i64]| {
        checked("promise injective idx", "idx", integers(Scalar::I32, &[values.len()], values))
    };
    for kept in [&[] as &[i64], &[7], &[2, 0, 1], &[-1, 1], &[i64::from(i32::MIN), i64::from(i32::MAX)]] {
        idx(kept).unwrap();
    }
    let twice = "but the kernel promises `injective idx`; ";
    assert_eq!(message(idx(&[3, 1, 3, 1])), format!("`idx[0]` and `idx[2]` are both 3, {twice}"));
    assert_eq!(message(idx(&[5, -1, 0, -1])), format!("`idx[1]` and `idx[3]` are both -1, {twice}"));
}

#[test]
fn elements_of_all_axes_differ() {
    let at =
        |values: [i64; 4]| checked("promise injective at", "at", integers(Scalar::I64, &[2, 2], &values));
    at([0, 1, 2, 3]).unwrap();
    assert!(message(at([0, 1, 1, 3])).starts_with("`at[0, 1]` and `at[1, 0]` are both 1"));
}

#[test]
fn an_element_out_of_range_is_named() {
    let lines = "promise 1 <= idx < 2*n";
    let idx = |values: &[i64]| checked(lines, "idx", integers(Scalar::I32, &[values.len()], values));
    idx(&[]).unwrap();
    idx(&[1, 3]).unwrap();
    let range = "but the kernel promises `1 <= idx < 2*n`; with n = 2";
    assert_eq!(message(idx(&[1, 0])), format!("`idx[1]` is 0, {range}"));
    assert_eq!(message(idx(&[4, 1])), format!("`idx[0]` is 4, {range}"));
    let small = integers(Scalar::U8, &[2], &[0, 255]);
    assert!(message(checked("promise -3 <= small < 255", "small", small)).starts_with("`small[1]` is 255"));
}

#[test]
fn each_broken_promise_is_reported() {
    let lines = "promise injective idx\n  promise 0 <= idx < n\n  promise injective small";
    let found = checked(lines, "idx", integers(Scalar::I32, &[3], &[3, 3, 3])).unwrap_err();
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn what_is_drawn_keeps_the_promises() {
    let kernel = promising(
        "promise injective idx\n  promise 0 <= idx < n\n  promise injective at\n  promise 5 <= small < 7",
    );
    for n in [0, 1, 2, 17, 100] {
        let drawn = |seed| {
            let sets = vec![("n".to_owned(), n.to_string())];
            Bindings::new(&kernel, &Inputs { sets, seed, ..Inputs::default() }).unwrap()
        };
        for seed in 1..4 {
            check_promises(&kernel, &drawn(seed)).unwrap();
        }
        assert!(n < 17 || drawn(1).array("idx") != drawn(2).array("idx"));
    }
}

#[test]
fn impossible_promises_are_told() {
    for (lines, name) in [
        ("promise injective idx\n  promise 1 <= idx < n", "idx"),
        ("promise 3 <= small < 3", "small"),
        // Its elements are subscripts of 2*n elements, twice for each of n.
        ("promise injective at\n  promise 1 <= at < 2*n", "at"),
        ("promise injective small\n  promise 250 <= small < 1000", "small"),
    ] {
        let kernel = promising(lines);
        let at = |n: &str| {
            Bindings::new(
                &kernel,
                &Inputs { sets: vec![("n".to_owned(), n.to_owned())], ..Inputs::default() },
            )
        };
        at("0").unwrap();
        let found = at("200").unwrap_err();
        assert_eq!(found[0].message, format!("no values for `{name}` are as the kernel promises"));
    }
}
