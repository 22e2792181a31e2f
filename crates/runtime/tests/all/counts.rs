//! Operation counts against formulas.

use crate::common;

use common::{inputs, kernel};
use runtime::{Bindings, Counts, counts};

fn count(text: &str, sets: &[(&str, &str)]) -> Counts {
    let kernel = kernel(text);
    counts(&kernel, &Bindings::new(&kernel, &inputs(sets, &[])).unwrap())
}

#[test]
fn products_of_large_matrices_are_counted_in_closed_form() {
    let text = "kernel @gemm {
      arg n : i32
      arg a : f32[n, n] in
      arg c : f32[n, n] out
      domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }
      domain [n] -> { [ko, ki] : 0 <= ki < 16 and 0 <= ki + 16*ko < n }
      s: c[i, j] = sum((ko, ki), a[i, ki + 16*ko]*a[ki + 16*ko, j]) in(i, j)
    }";
    let found = count(text, &[("n", "307")]);
    assert_eq!(found.flops, Some(2 * 307 * 307 * 307));
    assert_eq!(found.bytes, 2 * 4 * 307 * 307);
}

#[test]
fn triangles_conditions_and_integers() {
    let text = "kernel @k {
      arg n : i32
      arg x : f64[n] inout
      temp q : i32
      domain [n] -> { [i, j] : 0 <= i < n and 0 <= j <= i }
      domain [n] -> { [k] : 0 <= k < n }
      s: x[i] = x[i] - 2*x[j]**2 + 1 in(i, j) if(j % 2 == 0, i >= 2)
      t: q = k*k + 1 in(k)
      u: x[k] = -x[k] in(k)
    }";
    let instances: u64 = (2..9_u64).map(|i| i / 2 + 1).sum();
    assert_eq!(count(text, &[("n", "9")]).flops, Some(4 * instances));
    assert_eq!(count(text, &[("n", "9")]).bytes, 2 * 72);
    assert_eq!(count(text, &[("n", "0")]), Counts { flops: Some(0), bytes: 0 });
}

#[test]
fn complex_operations_are_counted_by_their_parts() {
    let text = "kernel @k {
      arg n : i32
      arg z : c64[n] inout
      arg s : c64[] out
      domain [n] -> { [i] : 0 <= i < n }
      domain [n] -> { [j] : 0 <= j < n }
      s: z[i] = -z[i]*z[i] + 1/z[i] in(i)
      t: s[] = sum(j, z[j]) in()
    }";
    assert_eq!(count(text, &[("n", "10")]), Counts { flops: Some(10 * (6 + 9 + 2 + 2)), bytes: 80 + 80 + 8 });
}

#[test]
fn counts_that_depend_on_data_are_unknown() {
    let text = "kernel @k {
      arg n : i32
      arg x : f64[n] inout
      domain [n] -> { [i] : 0 <= i < n }
      s: x[i] = x[i]*2 in(i) if(x[i] > 0)
    }";
    assert_eq!(count(text, &[("n", "9")]).flops, None);
}

#[test]
fn the_longest_sum_is_that_of_one_element() {
    let text = "kernel @k {
      arg n : i32
      arg a : f64[n, n] in
      arg c : f64[n, n] inout
      arg s : f64[] inout
      domain [n] -> { [i, j, k] : 0 <= i < n and 0 <= j < n and 0 <= k < n }
      upd: c[i, j] = c[i, j] + a[i, k]*a[k, j] in(i, j, k)
      all: s[] = sum((i, j), a[i, j])
    }";
    let kernel = kernel(text);
    let bindings = Bindings::new(&kernel, &inputs(&[("n", "20")], &[])).unwrap();
    assert_eq!(runtime::longest_sum(&kernel, &bindings), 400);
}

#[test]
fn arguments_are_handed_to_a_reference() {
    // A parameter that a transform fixed is known to the kernel no more, but the arrays tell.
    let fixed = kernel(
        "kernel @k {\n arg a : f64[2*5 + 1, 3] in\n arg x : f64\n arg out : f64[] out\n s: out[] = x\n}",
    );
    let bindings = Bindings::new(&fixed, &inputs(&[("x", "0.1")], &[])).unwrap();
    let reference = kernel(
        "kernel @k {\n arg n : i32\n arg a : f64[2*n + 1, 3] layout(f) in\n arg x : f64\n arg out : f64[] out\n s: out[] = x\n}",
    );
    let rebound = bindings.rebind(&reference).unwrap();
    assert_eq!(rebound.value("n").unwrap().as_int(), Some(5));
    assert_eq!(rebound.value("x"), bindings.value("x"));
    let (a, b) = (bindings.array("a").unwrap(), rebound.array("a").unwrap());
    assert_eq!(runtime::compare(a, b, runtime::Tolerance::EXACT), None);
    assert_eq!(b.strides, [1, 11]);
}

#[test]
fn tolerances_grow_with_sums_and_not_without_them() {
    let of = |ty, terms| runtime::Tolerance::reassociated(ty, terms, 1.0);
    assert!(of(ir::Scalar::F64, 1).absolute < 1e-15 && of(ir::Scalar::F64, 1).relative < 1e-14);
    assert!(of(ir::Scalar::F64, 4096).absolute < 1e-11);
    assert!(of(ir::Scalar::F32, 4096).absolute < 1e-2);
}
