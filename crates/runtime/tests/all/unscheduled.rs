//! Kernels without a schedule, against results computed by hand.

use crate::common;

use common::{doubles, elements, fault, ints, kernel, run, try_run};
use runtime::{Bindings, Options};

const DOUBLE: &str = "kernel @double {
  arg n : i32
  arg a : f64[n] in
  arg out : f64[n] out
  domain [n] -> { [i] : 0 <= i < n }
  s: out[i] = 2*a[i] in(i)
}";

#[test]
fn doubling() {
    let after = run(DOUBLE, &[], &[("a", doubles(&[3], |i| i[0] as f64 + 0.5))]);
    assert_eq!(elements(&after, "out"), [1.0, 3.0, 5.0]);
    assert_eq!(after.value("n").unwrap().as_int(), Some(3));
}

#[test]
fn a_size_of_zero_runs_nothing() {
    assert_eq!(elements(&run(DOUBLE, &[("n", "0")], &[]), "out"), [0.0; 0]);
}

#[test]
fn negative_sizes_are_refused() {
    let (code, message, _) = fault(DOUBLE, &[("n", "-1")]);
    assert_eq!((code.as_str(), message.as_str()), ("lp::run::size", "`a` would have the extent -1"));
}

#[test]
fn missing_and_unknown_names() {
    let errors = try_run(DOUBLE, &[], &[], Options::default()).unwrap_err();
    assert_eq!(errors[0].help.as_deref(), Some("give it one with `--set n=..`"));
    let errors =
        try_run(DOUBLE, &[("m", "3"), ("aa", "1"), ("a", "1")], &[], Options::default()).unwrap_err();
    assert_eq!(errors.len(), 4, "{errors:#?}");
    assert_eq!(errors[1].help.as_deref(), Some("did you mean `a`?"));
}

const DGEMM: &str = "kernel @dgemm {
  arg m : i32
  arg n : i32
  arg l : i32
  arg alpha : f64
  arg a : f64[m, l] layout(f) in
  arg b : f64[l, n] layout(f) in
  arg c : f64[m, n] layout(f) inout
  domain [m, n, l] -> { [i, j, k] : 0 <= i < m and 0 <= j < n and 0 <= k < l }
  upd: c[i, j] = c[i, j] + alpha*b[k, j]*a[i, k] in(j, k, i) time(0, j, 0, k, 0, i, 0)
}";

fn dgemm_inputs() -> [(&'static str, runtime::Array); 3] {
    [
        ("a", doubles(&[2, 3], |i| (i[0] * 3 + i[1]) as f64)),
        ("b", doubles(&[3, 4], |i| (i[0] + 2 * i[1]) as f64)),
        ("c", doubles(&[2, 4], |_| 100.0)),
    ]
}

fn dgemm_expected() -> Vec<f64> {
    let mut expected = Vec::new();
    for i in 0..2 {
        for j in 0..4 {
            let sum: usize = (0..3).map(|k| (i * 3 + k) * (k + 2 * j)).sum();
            expected.push(100.0 + 2.0 * sum as f64);
        }
    }
    expected
}

#[test]
fn matrix_product() {
    let after = run(DGEMM, &[("alpha", "2.0")], &dgemm_inputs());
    assert_eq!(elements(&after, "c"), dgemm_expected());
    // Column-major memory, row-major input.
    assert_eq!(after.array("a").unwrap().strides, [1, 2]);
}

#[test]
fn split_loops_in_required_order() {
    let split = DGEMM
        .replace(
            "[i, j, k] : 0 <= i < m and",
            "[i_outer, i_inner, j, k] : 0 <= i_inner < 16 and 0 <= i_inner + 16*i_outer < m and",
        )
        .replace("c[i, j]", "c[i_inner + 16*i_outer, j]")
        .replace("a[i, k]", "a[i_inner + 16*i_outer, k]")
        .replace(
            "in(j, k, i) time(0, j, 0, k, 0, i, 0)",
            "in(i_outer, i_inner, j, k) time(0, j, 0, k, 0, i_inner + 16*i_outer, 0)",
        );
    let after = run(&split, &[("alpha", "2.0")], &dgemm_inputs());
    assert_eq!(elements(&after, "c"), dgemm_expected());
    // The order itself: a recurrence in i that only ascending values of i_inner + 16*i_outer get right.
    let recurrence = "kernel @r {
      arg n : i32
      arg x : f64[n] inout
      domain [n] -> { [o, p] : 0 <= p < 4 and 1 <= p + 4*o < n }
      s: x[p + 4*o] = x[p + 4*o - 1] + 1 in(p, o) time(0, p + 4*o)
    }";
    let after = run(recurrence, &[], &[("x", doubles(&[11], |_| 5.0))]);
    assert_eq!(elements(&after, "x"), (0..11).map(|i| 5.0 + f64::from(i)).collect::<Vec<_>>());
}

#[test]
fn required_order_merges_loops_of_several_statements() {
    // a; for i: (b; for j: c); d
    let text = "kernel @k {
      arg n : i32
      arg log : i32[3*n + 2] out
      temp at : i32
      domain [n] -> { [i] : 0 <= i < n }
      domain in 0 [i] -> { [j] : i <= j <= i }
      a0: at = 0 time(0)
      b0: log[at] = 10*i in(i) time(1, i, 0)
      b1: at = at + 1 in(i) time(1, i, 1)
      c0: log[at] = 10*i + 1 in(i, j) time(1, i, 2, j, 0)
      c1: at = at + 1 in(i, j) time(1, i, 2, j, 1)
      d0: log[at] = -1 time(2)
    }";
    let after = run(text, &[("n", "3")], &[]);
    let logged = elements(&after, "log");
    assert_eq!(logged[..7], [0.0, 1.0, 10.0, 11.0, 20.0, 21.0, -1.0]);
    // What the kernel did not write is still the pattern it was filled with.
    assert!(logged[7..].iter().all(|value| *value == f64::from(i32::from_ne_bytes([0xDB; 4]))));
}

#[test]
fn bounds_that_the_kernel_computes() {
    // Rows of different lengths: a domain's parameter is a scalar that is set in the loop around it.
    let text = "kernel @rows {
      arg n : i32
      arg len : i32[n] in
      arg x : f64[n, 8] in
      arg y : f64[n] out
      temp m : i32
      temp acc : f64
      domain [n] -> { [i] : 0 <= i < n }
      domain in 0 [m] -> { [j] : 0 <= j < m }
      s0: m = len[i] in(i) time(0, i, 0)
      s1: acc = 0 in(i) time(0, i, 1)
      s2: acc = acc + x[i, j] in(i, j) time(0, i, 2, j)
      s3: y[i] = acc in(i) time(0, i, 3)
    }";
    let lengths = [3, 0, 8, 1];
    let after = run(
        text,
        &[],
        &[("len", ints(&[4], |i| lengths[i[0]])), ("x", doubles(&[4, 8], |i| (10 * i[0] + i[1]) as f64))],
    );
    let expected: Vec<f64> =
        (0..4).map(|i| (0..lengths[i] as usize).map(|j| (10 * i + j) as f64).sum()).collect();
    assert_eq!(elements(&after, "y"), expected);
    // The same without a required order.
    let native = text.replace("time(0, i, 0)", "").replace("time(0, i, 1)", "after(s0)");
    let native = native.replace("time(0, i, 2, j)", "after(s1)").replace("time(0, i, 3)", "after(s2)");
    let after = run(
        &native,
        &[],
        &[("len", ints(&[4], |i| lengths[i[0]])), ("x", doubles(&[4, 8], |i| (10 * i[0] + i[1]) as f64))],
    );
    assert_eq!(elements(&after, "y"), expected);
}

#[test]
fn reductions_of_every_kind() {
    let text = "kernel @r {
      arg n : i32
      arg x : f64[n] in
      arg q : i32[n] in
      arg out : f64[6] out
      arg any : i32[2] out
      domain [n] -> { [k] : 0 <= k < n }
      domain [n] -> { [a, b] : 0 <= b <= a < n }
      s0: out[0] = sum(k, x[k])
      s1: out[1] = product(k, x[k])
      s2: out[2] = reduce(max, k, x[k])
      s3: out[3] = reduce(min, k, x[k])
      s4: out[4] = sum((a, b), x[a]*x[b])
      s5: out[5] = reduce(max, k, q[k])
      s6: any[0] = if(any(k, x[k] == 3), 1, 0)
      s7: any[1] = if(all(k, x[k] < 3), 1, 0)
    }";
    let arrays = [("x", doubles(&[3], |i| i[0] as f64 + 1.0)), ("q", ints(&[3], |i| -5 - i[0] as i32))];
    let after = run(text, &[], &arrays);
    assert_eq!(elements(&after, "out"), [6.0, 6.0, 3.0, 1.0, 25.0, -5.0]);
    assert_eq!(elements(&after, "any"), [1.0, 0.0]);
    let empty = run(text, &[("n", "0")], &[]);
    assert_eq!(
        elements(&empty, "out"),
        [0.0, 1.0, f64::NEG_INFINITY, f64::INFINITY, 0.0, f64::from(i32::MIN)]
    );
    assert_eq!(elements(&empty, "any"), [0.0, 1.0]);
}

#[test]
fn dependencies_order_a_native_kernel_in_both_directions() {
    let text = "kernel @sem {
      arg n : i32
      arg u : f64[n, 4] in
      arg d : f64[4, 4] in
      arg out : f64[n, 4] out
      temp t : f64[4]
      temp s : f64
      domain [n] -> { [e] : 0 <= e < n }
      domain { [i, j] : 0 <= i < 4 and 0 <= j < 4 }
      use: out[e, i] = t[i] + s in(e, i) after(scale, load)
      load: t[j] = 2*u[e, j] in(e, j)
      scale: s = sum(i, d[i, i]) in(e)
    }";
    let arrays =
        [("u", doubles(&[3, 4], |i| (4 * i[0] + i[1]) as f64)), ("d", doubles(&[4, 4], |i| i[0] as f64))];
    let expected: Vec<f64> = (0..12).map(|at| f64::from(2 * at + 6)).collect();
    for descending in [false, true] {
        let options = Options { descending, ..Options::default() };
        let after = try_run(text, &[], &arrays, options).unwrap();
        assert_eq!(elements(&after, "out"), expected);
    }
}

#[test]
fn an_ambiguous_kernel_shows_when_loops_turn() {
    let text = "kernel @scan {
      arg n : i32
      arg x : f64[n] inout
      domain [n] -> { [i] : 1 <= i < n }
      s: x[i] = x[i] + x[i - 1] in(i)
    }";
    let x = [("x", doubles(&[4], |_| 1.0))];
    assert_eq!(elements(&run(text, &[], &x), "x"), [1.0, 2.0, 3.0, 4.0]);
    let turned = try_run(text, &[], &x, Options { descending: true, ..Options::default() }).unwrap();
    assert_eq!(elements(&turned, "x"), [1.0, 2.0, 2.0, 2.0]);
    let find = |text: &str| {
        let kernel = kernel(text);
        let bindings = Bindings::new(&kernel, &common::inputs(&[], &x)).unwrap();
        runtime::find_ambiguity(&kernel, &bindings, &Options::default(), runtime::Tolerance::EXACT).unwrap()
    };
    let (name, difference) = find(text).unwrap();
    assert_eq!(format!("{name}: {difference}"), "x: 3.0 and 2.0 at [2]; 2 of 4 elements differ");
    assert_eq!(find(&text.replace("in(i)", "in(i) time(i)")), None);
}

#[test]
fn rules_predicates_and_selections() {
    let text = "kernel @k {
      arg n : i32
      arg a : f64[n] in
      arg out : f64[n] inout
      domain [n] -> { [i] : 0 <= i < n }
      rule twice(x) := 2*x
      rule el(q) := a[q]
      s: out[i] = twice$t(el(i)) + if(i > 0, el(i - 1), 0) in(i) if(i % 2 == 0, a[i] > 1)
    }";
    let after = run(text, &[], &[("a", doubles(&[5], |i| i[0] as f64)), ("out", doubles(&[5], |_| 9.0))]);
    assert_eq!(elements(&after, "out"), [9.0, 9.0, 5.0, 9.0, 11.0]);
}

#[test]
fn single_precision_rounds_after_each_operation() {
    let text = "kernel @k {
      arg x : f32[3] out
      arg y : f64[2] out
      arg big : f32
      s0: x[0] = big + 1 - big
      s1: x[1] = 1/3
      s2: x[2] = sqrt(big)/3
      s3: y[0] = big + 1
      s4: y[1] = 7 // 2 - (-7) % 4
    }";
    let after = run(text, &[("big", "16777216")], &[]);
    let third = f64::from(1.0_f32 / 3.0);
    assert_eq!(elements(&after, "x"), [0.0, third, f64::from(4096.0_f32 / 3.0)]);
    assert_eq!(elements(&after, "y"), [16_777_216.0, 2.0]);
}

#[test]
fn faults_name_the_instance() {
    let shift = DOUBLE.replace("a[i]", "a[i + 1]");
    let (code, message, notes) = fault(&shift, &[("n", "3")]);
    assert_eq!(code, "lp::run::out-of-bounds");
    assert_eq!(message, "subscript 3 of axis 0 of `a` lies outside its extent 3");
    assert_eq!(notes, ["the shape of `a` is [3]", "it happened in the instance `s(i = 2)`"]);
}

#[test]
fn integers_never_wrap() {
    let text = "kernel @k {
      arg a : i32
      arg b : i32
      arg out : i32[1] out
      s: out[0] = EXPR
    }";
    let with = |expr: &str, a: &str, b: &str| fault(&text.replace("EXPR", expr), &[("a", a), ("b", b)]).0;
    assert_eq!(with("a + b", "2147483647", "1"), "lp::run::integer-overflow");
    assert_eq!(with("a*b", "65536", "32768"), "lp::run::integer-overflow");
    assert_eq!(with("-a", "-2147483648", "0"), "lp::run::integer-overflow");
    assert_eq!(with("a // b", "1", "0"), "lp::run::division-by-zero");
    assert_eq!(with("a % b", "1", "0"), "lp::run::division-by-zero");
    assert_eq!(with("a ** b", "2", "-1"), "lp::run::negative-power");
    assert_eq!(with("cast(i32, 3e9)", "0", "0"), "lp::run::conversion");
}

#[test]
fn reads_before_writes_are_found() {
    let text = "kernel @k {
      arg out : f64[2] out
      temp t : f64[2]
      domain { [i] : 0 <= i < 2 }
      s0: t[0] = 1
      s1: out[i] = t[i] in(i) after(s0)
    }";
    let (code, message, notes) = fault(text, &[]);
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("lp::run::uninitialized", "`t[1]` is read before it has a value")
    );
    assert_eq!(notes, ["it happened in the instance `s1(i = 1)`"]);
    let argument = "kernel @k {
      arg out : f64[] out
      s0: out[] = out[] + 1
    }";
    assert_eq!(fault(argument, &[]).1, "`out` is read before it has a value");
}

#[test]
fn endless_and_long_loops_end() {
    let open = DOUBLE.replace("0 <= i < n", "0 <= i");
    assert_eq!(fault(&open, &[("n", "3")]).0, "lp::run::unbounded");
    let long = DOUBLE.replace("out[i] = 2*a[i]", "out[0] = i");
    let kernel = kernel(&long);
    let mut bindings = Bindings::new(&kernel, &common::inputs(&[("n", "2000000")], &[])).unwrap();
    let options = Options { fuel: 1000, ..Options::default() };
    let errors = runtime::interpret(&kernel, &mut bindings, &options).unwrap_err();
    assert_eq!(errors[0].code, "lp::run::fuel");
    assert_eq!(bindings.array("out").unwrap().len(), 2_000_000);
}

#[test]
fn cycles_and_missing_types_are_diagnosed() {
    let cycle = "kernel @k {
      arg x : f64[1] inout
      s0: x[0] = 1 after(s1)
      s1: x[0] = 2 after(s0)
    }";
    assert_eq!(fault(cycle, &[]).1, "statements wait for each other: `s0`, `s1`");
    let untyped = DOUBLE.replace("a : f64", "a : auto");
    assert_eq!(fault(&untyped, &[("n", "1")]).1, "`a` has no type yet");
}

#[test]
fn sizes_follow_from_arrays_through_linear_shapes() {
    let text = "kernel @k {
      arg n : i32
      arg k : i32
      arg a : f64[2*n + 1] in
      arg b : f64[n, n + k] in
      arg out : f64[] out
      s: out[] = n*100 + k
    }";
    let after = run(text, &[], &[("b", doubles(&[4, 6], |_| 0.0)), ("a", doubles(&[9], |_| 0.0))]);
    assert_eq!(elements(&after, "out"), [402.0]);
    let wrong = [("b", doubles(&[4, 6], |_| 0.0)), ("a", doubles(&[7], |_| 0.0))];
    let errors = try_run(text, &[], &wrong, Options::default()).unwrap_err();
    assert_eq!(errors[0].message, "`a` is f64[9], but the array given for it is f64[7]");
}

#[test]
fn unknown_extents_are_as_large_as_needed() {
    let text = "kernel @k {
      arg n : i32
      arg a : f64[n, ?] layout(f) in
      arg out : f64[n] out
      domain [n] -> { [i, j] : 0 <= i < n and 0 <= j <= i }
      s: out[i] = sum(j, a[i, 2*j + 1]) in(i)
    }";
    let after = run(text, &[("n", "5")], &[]);
    assert_eq!(after.array("a").unwrap().shape, [5, 10]);
}

#[test]
fn subscripts_from_arrays_are_drawn_in_range() {
    let text = "kernel @gather {
      arg n : i32
      arg m : i32
      arg idx : i32[n] in
      arg x : f64[m] in
      arg out : f64[n] out
      temp p : i32
      domain [n] -> { [i] : 0 <= i < n }
      s0: p = idx[i] in(i) time(i, 0)
      s1: out[i] = x[p - 1] in(i) time(i, 1)
    }";
    for seed in 0..20 {
        let kernel = kernel(text);
        let mut inputs = common::inputs(&[("n", "50"), ("m", "3")], &[]);
        inputs.seed = seed;
        let mut bindings = Bindings::new(&kernel, &inputs).unwrap();
        runtime::interpret(&kernel, &mut bindings, &Options::default()).unwrap();
    }
}

#[test]
fn a_million_instances_are_quick() {
    let after = run(DGEMM, &[("m", "60"), ("n", "60"), ("l", "60"), ("alpha", "1")], &[]);
    assert_eq!(after.array("c").unwrap().len(), 3600);
}

#[test]
fn transformed_statements_run_in_the_order_of_their_reference() {
    // A recurrence split with its loops turned round: only the reference says in which order instances run.
    let text = "kernel @r {
      arg n : i32
      arg x : f64[n] inout
      temp acc : f64
      domain [n] -> { [o, p] : 0 <= p < 4 and 1 <= p + 4*o < n }
      domain { [k] : 0 <= k < 2 }
      s2: x[p + 4*o] = acc in(p, o) after(s1) part of s(i = p + 4*o)
      s0: acc = 0 in(p, o) part of s(i = p + 4*o)
      s1: acc = acc + 0.5*x[p + 4*o - 1] + 0.5 in(k, p, o) after(s0) part of s(i = p + 4*o)
      fence: barrier global after(s2)
      e: x[0] = -1 of e()
      reference {
        arg n : i32
        arg x : f64[n] inout
        domain [n] -> { [i] : 1 <= i < n }
        s: x[i] = x[i - 1] + 1 in(i) time(0, i)
        e: x[0] = -1 time(1)
      }
    }";
    let after = run(text, &[], &[("x", doubles(&[11], |_| 5.0))]);
    let expected: Vec<f64> = (0..11).map(|i| if i == 0 { -1.0 } else { 5.0 + f64::from(i) }).collect();
    assert_eq!(elements(&after, "x"), expected);
}

#[test]
fn fetched_tiles_live_as_long_as_their_readers() {
    let text = "kernel @dgemm {
      arg m : i32
      arg n : i32
      arg l : i32
      arg alpha : f64
      arg a : f64[m, l] layout(f) in
      arg b : f64[l, n] layout(f) in
      arg c : f64[m, n] layout(f) inout
      temp tile : f64[2, 2] local
      domain [m, n] -> { [io, ii, j] : 0 <= ii < 2 and 0 <= ii + 2*io < m and 0 <= j < n }
      domain [l] -> { [ko, ki] : 0 <= ki < 2 and 0 <= ki + 2*ko < l }
      domain [m, io] -> { [fi] : 0 <= fi < 2 and fi + 2*io < m }
      domain [l, ko] -> { [fk] : 0 <= fk < 2 and fk + 2*ko < l }
      upd: c[ii + 2*io, j] = c[ii + 2*io, j] + alpha*b[ki + 2*ko, j]*tile[ii, ki]  in(j, ki, ii, io, ko) after(fetch) of upd(i = ii + 2*io, j = j, k = ki + 2*ko)
      fetch: tile[fi, fk] = a[fi + 2*io, fk + 2*ko]  in(io, ko, fi, fk) fetch of upd
      REFERENCE
    }";
    let reference = DGEMM.replace("kernel @dgemm {", "reference {");
    let text = text.replace("REFERENCE", &reference);
    let after = run(&text, &[("alpha", "2.0")], &dgemm_inputs());
    assert_eq!(elements(&after, "c"), dgemm_expected());
}

#[test]
fn compressed_rows_can_be_drawn() {
    let text = "kernel @sparse {
      arg rowstart : i32[nrows + 1] in
      arg column : i32[nentries] in
      arg values : f64[nentries] in
      arg x : f64[ncolumns] in
      arg y : f64[nrows] inout
      arg nrows : i32
      arg ncolumns : i32
      arg nentries : i32
      temp rowsum : f64 auto
      temp j_start : i32 auto
      temp j_end : i32 auto
      domain [nrows] -> { [i] : 0 <= i < nrows }
      domain in 0 [j_end, j_start] -> { [j] : 0 <= j <= j_end - j_start }
      s0: rowsum = 0.0d  in(i) time(0, i, 0)
      s1: j_start = rowstart[i]  in(i) after(s0) time(0, i, 1)
      s2: j_end = rowstart[i + 1] - 1  in(i) after(s1) time(0, i, 2)
      s3: rowsum = rowsum + values[j + j_start - 1]*x[column[j + j_start - 1] - 1]  in(i, j) after(s2) time(0, i, 3, j, 0)
      s4: y[i] = rowsum  in(i) after(s3) time(0, i, 4)
    }";
    for entries in ["0", "1", "40"] {
        let after = run(text, &[("nrows", "9"), ("ncolumns", "5"), ("nentries", entries)], &[]);
        let rows = elements(&after, "rowstart");
        assert!(rows.windows(2).all(|pair| pair[0] <= pair[1]) && rows[0] >= 1.0);
        let (column, values, x) =
            (elements(&after, "column"), elements(&after, "values"), elements(&after, "x"));
        let expected: Vec<f64> = rows
            .windows(2)
            .map(|row| {
                (row[0] as usize - 1..row[1] as usize - 1)
                    .map(|k| values[k] * x[column[k] as usize - 1])
                    .sum()
            })
            .collect();
        assert_eq!(elements(&after, "y"), expected);
    }
}

#[test]
fn bounds_that_hide_in_floors_are_found() {
    let text = "kernel @k {
      arg a : f64[9, 9] layout(c) inout
      domain { [i_j] : i_j <= 80 and i_j <= 10*floor(i_j/9) }
      s: a[i_j // 9, i_j % 9] = a[i_j // 9, i_j % 9] + 1 in(i_j)
    }";
    let after = run(text, &[], &[("a", doubles(&[9, 9], |_| 0.0))]);
    let expected: Vec<f64> = (0..81).map(|at| if at % 9 <= at / 9 { 1.0 } else { 0.0 }).collect();
    assert_eq!(elements(&after, "a"), expected);
}

#[test]
fn loops_without_instances_end_too() {
    let text = "kernel @k {
      arg n : i32
      arg x : f64[1] inout
      domain [n] -> { [i, j] : 0 <= i < 1000000*n and 0 <= j < n - 3000000 }
      domain [n] -> { [k] : 0 <= k < 1000000*n and k mod 1000 = 999 and (k + 1) mod 1000 = 1 }
      s: x[0] = i + j in(i, j)
      t: x[0] = sum(k, 1) after(s)
    }";
    // Both are empty, which bounds alone tell.
    assert_eq!(elements(&run(text, &[("n", "2000000")], &[("x", doubles(&[1], |_| 3.0))]), "x"), [0.0]);
    let late = "kernel @k {
      arg n : i32
      arg x : f64[1] inout
      temp m : i32
      domain [n] -> { [i] : 0 <= i < 1000000*n }
      domain in 0 [i, m] -> { [j] : 0 <= j < m }
      z: m = 0
      s: x[0] = j in(i, j) after(z)
    }";
    let options = Options { fuel: 100_000, ..Options::default() };
    assert_eq!(try_run(late, &[("n", "2000000")], &[], options).unwrap_err()[0].code, "lp::run::fuel");
}

#[test]
fn a_loop_whose_statements_cannot_run_is_not_counted_through() {
    let text = "kernel @k {
      arg n : i32
      arg h : f64
      arg x : f64[1] inout
      domain { [i] : 0 <= i <= 2147483646 }
      s: x[0] = i in(i) if(if(h > 0, n, 2) == 3)
      t: x[0] = i in(i) after(s) if(h**n > 9)
    }";
    let options = Options { fuel: 100_000, ..Options::default() };
    let after =
        try_run(text, &[("n", "1"), ("h", "0.5")], &[("x", doubles(&[1], |_| 3.0))], options).unwrap();
    assert_eq!(elements(&after, "x"), [3.0]);
}

/// A native kernel that makes each element of `b` of those of `a`, with these temporaries and statements.
fn native(temporaries: &str, statements: &str) -> String {
    format!(
        "kernel @k {{
  arg n : i32
  arg a : f64[n] in
  arg b : f64[n] out
  {temporaries}
  domain [n] -> {{ [i] : 0 <= i < n }}
  {statements}
}}"
    )
}

/// The elements 1, 2, 4 and 8 of `a`.
fn powers() -> runtime::Array {
    doubles(&[4], |i| f64::from(1 << i[0]))
}

/// What a kernel stores in `b` for these elements of `a`, in both directions of loops that nothing orders.
#[track_caller]
fn assert_b(text: &str, expected: [f64; 4]) {
    for descending in [false, true] {
        let options = Options { descending, ..Options::default() };
        let after = try_run(text, &[], &[("a", powers())], options).unwrap();
        assert_eq!(elements(&after, "b"), expected, "{descending}");
    }
}

#[test]
fn each_iteration_has_its_own_scalar_where_an_array_is_passed_across_iterations() {
    let text = native(
        "temp t : f64\n  temp v : f64[n]",
        "s0: t = a[i]  in(i)
  s1: v[i] = 2.0*t  in(i) after(s0)
  s2: b[i] = v[n - 1 - i] + t  in(i) after(s1, s0)",
    );
    let expected = [1.0 + 16.0, 2.0 + 8.0, 4.0 + 4.0, 8.0 + 2.0];
    assert_b(&text, expected);
    assert_eq!(elements(&run(&text, &[("n", "0")], &[]), "b"), [0.0; 0]);
    // Two loops, of which both number the copies, and a temporary with elements of its own.
    let nested = text
        .replace("temp t : f64", "temp t : f64[2]")
        .replace("[i] : 0 <= i < n", "[i, j] : 3 <= i < n + 3 and 0 <= j < 2")
        .replace("a[i]", "a[i - 3]")
        .replace("t = ", "t[1] = ")
        .replace("2.0*t", "2.0*t[1] + j")
        .replace("+ t  in", "+ t[1]  in")
        .replace("f64[n]\n  domain", "f64[n, 2]\n  domain")
        .replace("v[i] =", "v[i - 3, j] =")
        .replace("v[n - 1 - i]", "v[n + 2 - i, 1 - j]")
        .replace("b[i]", "b[i - 3, j]")
        .replace("b : f64[n]", "b : f64[n, 2]")
        .replace("in(i)", "in(i, j)");
    let after = run(&nested, &[], &[("a", powers())]);
    let expected: Vec<f64> = expected.iter().flat_map(|b| [b + 1.0, *b]).collect();
    assert_eq!(elements(&after, "b"), expected);
}

#[test]
fn elements_at_constant_subscripts_belong_to_one_iteration() {
    let text = native(
        "temp t : f64[2]",
        "s0: t[0] = a[i]  in(i)
  s1: t[1] = 10.0*a[i]  in(i) after(s0)
  s2: b[i] = t[i % 2]  in(i) after(s0, s1)",
    );
    assert_b(&text, [1.0, 20.0, 4.0, 80.0]);
    // The same where another temporary, whose elements the loop numbers, puts the write and the read into two
    // loops.
    let passed = text
        .replace("temp t : f64[2]", "temp t : f64[2]\n  temp v : f64[n]")
        .replace("s2:", "v: v[i] = a[i]  in(i) after(s1)\n  s2:")
        .replace("= t[i % 2]  in(i) after(", "= t[i % 2] + v[n - 1 - i]  in(i) after(v, ");
    assert_b(&passed, [1.0 + 8.0, 20.0 + 4.0, 4.0 + 2.0, 80.0 + 1.0]);
    // The same where data select the element that is written.
    let selected = text
        .replace("temp t", "temp p : i32[n]\n  temp t")
        .replace("s0: t[0] = a[i]  in(i)", "p: p[i] = i % 2  in(i)\n  s0: t[p[i]] = a[i]  in(i) after(p)")
        .replace("t[1] =", "t[1 - p[i]] =")
        .replace("after(s0)", "after(s0, p)")
        .replace("t[i % 2]", "t[p[i]]");
    assert_b(&selected, [1.0, 2.0, 4.0, 8.0]);
}

#[test]
fn each_iteration_of_two_loops_has_its_own_elements() {
    let text = native(
        "temp t : f64[2]\n  temp u : f64",
        "domain { [j] : 0 <= j < 2 }
  s0: t[j] = (j + 1)*a[i]  in(i, j)
  s1: u = t[1 - i % 2]  in(i) after(s0)
  s2: t[j] = u + j  in(i, j) after(s0, s1)
  s3: b[i] = t[i % 2]  in(i) after(s2)",
    );
    assert_b(&text, [2.0, 2.0 + 1.0, 8.0, 8.0 + 1.0]);
}

#[test]
fn guarded_writes_belong_to_one_iteration() {
    let text = native(
        "temp t : f64[2]",
        "s0: t[0] = a[i]  in(i) if(a[i] < 3.0)
  s1: t[0] = 10.0*a[i]  in(i) after(s0) if(not a[i] < 3.0)
  s2: b[i] = t[i // 4]  in(i) after(s0, s1)",
    );
    assert_b(&text, [1.0, 2.0, 40.0, 80.0]);
}

#[test]
fn bounds_that_each_iteration_computes_are_its_own() {
    let text = native(
        "temp h : i32\n  temp v : f64[n]",
        "domain in 0 [h] -> { [j] : 0 <= j < h }
  s0: h = i % 2 + 1  in(i)
  s1: v[i] = a[i]  in(i) after(s0)
  s2: b[i] = b[i] + v[n - 1 - i]  in(i, j) after(s0, s1)",
    );
    let text = text.replace("b : f64[n] out", "b : f64[n] inout");
    let after = run(&text, &[], &[("a", powers()), ("b", doubles(&[4], |_| 0.0))]);
    assert_eq!(elements(&after, "b"), [8.0, 8.0, 2.0, 2.0]);
}

#[test]
fn loop_variables_beyond_32_bits_keep_their_value() {
    let text = "kernel @k {
  arg n : i64
  arg r : i32[8] out
  arg f : f64[8] out
  arg l : i64[8] out
  domain [n] -> { [i] : 3000000000 <= i < n }
  s: r[i - 3000000000] = i % 101  in(i)
  q: f[i - 3000000000] = i  in(i)
  p: l[i - 3000000000] = i*2  in(i)
}";
    let after = run(text, &[("n", "3000000008")], &[]);
    let wide = |factor: i64| (0..8).map(|at| ((3_000_000_000 + at) * factor) as f64).collect::<Vec<_>>();
    assert_eq!(elements(&after, "f"), wide(1));
    assert_eq!(elements(&after, "l"), wide(2));
    let rest: Vec<f64> = (0..8).map(|at| ((3_000_000_000_i64 + at) % 101) as f64).collect();
    assert_eq!(elements(&after, "r"), rest);
    let narrow = text.replace("i % 101", "i + 1");
    let (code, ..) = fault(&narrow, &[("n", "3000000008")]);
    assert_eq!(code, "lp::run::integer-overflow");
}

/// The value of an integer expression in `b: i8`, `h: i16`, `u: u32` and `w: i64`.
fn integer(expr: &str, target: &str) -> Result<f64, String> {
    let text = format!(
        "kernel @k {{
  arg b : i8
  arg h : i16
  arg u : u32
  arg w : i64
  arg out : {target}[] out
  domain {{ [k] : 0 <= k < 1000 }}
  s: out[] = {expr}
}}"
    );
    let sets = [("b", "-100"), ("h", "30000"), ("u", "3000000000"), ("w", "5")];
    match try_run(&text, &sets, &[], Options::default()) {
        Ok(after) => Ok(elements(&after, "out")[0]),
        Err(errors) => Err(errors[0].code.to_owned()),
    }
}

#[test]
fn integers_are_computed_in_32_bits_at_least() {
    for (expr, value) in [
        ("h*30000", 9e8),
        ("b*100", -10000.0),
        ("b + b", -200.0),
        ("-b*2", 200.0),
        ("abs(cast(i8, -128))", 128.0),
        ("2*100*b", -20000.0),
        ("b**2", 10000.0),
        ("u + b", 2_999_999_900.0),
        ("u - 5", 2_999_999_995.0),
        ("b + 3000000000", 2_999_999_900.0),
        ("b // 7 + b % 7", -10.0),
        ("max(b, 300)", 300.0),
        ("if(w > 0, b, 300) + if(w < 0, b, 300)", 200.0),
        ("(h*50)**cast(i64, 2)", 2.25e12),
        ("sum(k, b)", -100_000.0),
        ("sum(k, 2*h)*1000", 6e10),
        ("product(k, if(k < 12, h, 1)) // h**0 * 0", f64::NAN),
        ("reduce(max, k, b)", -100.0),
        ("cast(i8, 200) + cast(u8, b)", 100.0),
    ] {
        let found = integer(expr, "i64");
        if value.is_nan() {
            assert_eq!(found, Err("lp::run::integer-overflow".to_owned()), "{expr}");
        } else {
            assert_eq!(found, Ok(value), "{expr}");
        }
    }
}

#[test]
fn what_a_target_does_not_hold_is_reported() {
    assert_eq!(integer("2*b", "i8"), Err("lp::run::integer-overflow".to_owned()));
    assert_eq!(integer("cast(i8, 2*b)", "i8"), Ok(56.0));
    assert_eq!(integer("u*-2", "i64"), Err("lp::run::literal".to_owned()));
}

#[test]
fn numbers_are_true_where_they_are_not_zero() {
    for (expr, value) in [
        ("if(any(k, k - 500), 1, 0)", 1.0),
        ("if(all(k, k - 500), 1, 0)", 0.0),
        ("if(any(k, 0.0*k), 1, 0)", 0.0),
        ("if(all(k, 0.25 + k), 1, 0)", 1.0),
        ("if(0.25, b, w)", -100.0),
        ("if(not 0.25, b, w)", 5.0),
    ] {
        assert_eq!(integer(expr, "i64"), Ok(value), "{expr}");
    }
}
