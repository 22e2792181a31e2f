//! Kernels that agree and kernels that do not.

use super::*;
use diag::SourceMap;

const SCALE: &str = "lpir 1\n\nkernel @scale {\n  arg n : i32\n  arg a : f64[n] in\n  arg b : f64[n] out\n  domain [n] -> { [i] : 0 <= i < n }\n  iname i\n  s: b[i] = 2.0*a[i]  in(i)\n}\n";

fn kernel(text: &str) -> Kernel {
    let id = SourceMap::default().add("t", text);
    ir::text::parse_module(text, id).unwrap().kernels.pop().unwrap().1
}

fn verdict(before: &str, after: &str) -> Verdict {
    Judge::new(kernel(before), vec![4]).compare(&kernel(after))
}

#[track_caller]
fn change(before: &str, after: &str) -> Change {
    match verdict(before, after) {
        Verdict::Changed(change) => *change,
        other => panic!("{other:?}"),
    }
}

/// How many sizes a kernel with one is run at: 0, 1, 2, and round the factor.
const RUNS: usize = 7;

#[test]
fn a_kernel_agrees_with_itself_at_many_sizes() {
    assert_eq!(verdict(SCALE, SCALE), Verdict::Same(RUNS));
}

#[test]
fn a_missing_last_iteration_is_seen() {
    let found = change(SCALE, &SCALE.replace("i < n }", "i < n - 1 }"));
    assert_eq!(show(&found.sizes), "n=1");
    let found = change(SCALE, &SCALE.replace("i < n }", "i < n and i < 4 }"));
    assert_eq!(show(&found.sizes), "n=5", "{}", found.evidence);
    assert_eq!(found.evidence.to_string(), "`b[4]` is not written any more");
}

#[test]
fn a_wrong_value_is_seen_and_so_is_an_access_out_of_bounds() {
    let found = change(SCALE, &SCALE.replace("2.0*a[i]", "2.5*a[i]"));
    assert!(matches!(found.evidence, Evidence::Array { ref name, .. } if name == "b"));
    let found = change(SCALE, &SCALE.replace("a[i]", "a[i + 1]"));
    assert!(matches!(found.evidence, Evidence::Error(ref error) if error.code == "lp::run::out-of-bounds"));
}

#[test]
fn what_has_no_defined_result_before_is_no_change() {
    let text = SCALE.replace("a[i]", "a[i + 1]");
    let mut judge = Judge::new(kernel(&text), vec![4]);
    assert_eq!(judge.compare(&kernel(&text)), Verdict::Same(1), "only the size zero has a result");
    let (sizes, errors) = judge.trouble().unwrap();
    assert_eq!((show(sizes).as_str(), errors.len()), ("n=1", 1));
}

#[test]
fn types_that_a_step_found_hold_for_the_original_too() {
    let untyped = SCALE.replace("f64", "auto");
    assert!(matches!(verdict(&untyped, SCALE), Verdict::Same(_)));
}

#[test]
fn layouts_do_not_matter() {
    let two =
        SCALE.replace("f64[n]", "f64[n, 2] layout(c)").replace("[i]", "[i, 0]").replace("[i, 0] :", "[i] :");
    assert!(matches!(verdict(&two, &two.replace("layout(c)", "layout(f)")), Verdict::Same(_)));
}

#[test]
fn large_sums_may_be_rounded_and_no_more() {
    let text = |value: &str| {
        format!(
            "lpir 1\n\nkernel @sum {{\n  arg s : f64[] out\n  arg a : f64[64] in\n  domain {{ [i] : 0 <= i < 64 }}\n  iname i\n  s: s = {value}  in()\n  reassociate\n}}\n"
        )
    };
    let sum = text("sum(i, a[i]*1e20)");
    assert!(matches!(verdict(&sum, &text("1e20*sum(i, a[i])")), Verdict::Same(1)));
    assert!(matches!(verdict(&sum, &text("1.001e20*sum(i, a[i])")), Verdict::Changed(_)));
}

#[test]
fn the_judge_falls_back_to_integers_where_the_field_has_no_value() {
    let rounding = SCALE.replace("2.0*a[i]", "nint(a[i])");
    let mut judge = Judge::new(kernel(&rounding), vec![4]);
    assert_eq!(judge.compare(&kernel(&rounding)), Verdict::Same(RUNS));
    assert_eq!(judge.numbers(), "random small integers");
    let other = rounding.replace("nint(a[i])", "nint(a[i]) + 1");
    assert!(matches!(judge.compare(&kernel(&other)), Verdict::Changed(_)));
    let mut judge = Judge::new(kernel(SCALE), vec![4]);
    assert_eq!(judge.compare(&kernel(SCALE)), Verdict::Same(RUNS));
    assert_eq!(judge.numbers(), "random elements of GF(2^61 - 1)");
}

#[test]
fn sums_in_another_order_agree_exactly_and_one_term_less_does_not() {
    let text = |value: &str| {
        format!(
            "lpir 1\n\nkernel @sum {{\n  arg s : f32[] out\n  arg a : f32[100] in\n  domain {{ [i] : 0 <= i < 100 }}\n  domain {{ [j] : 0 <= j < 10 }}\n  domain {{ [k] : 0 <= k < 10 }}\n  iname i\n  iname j\n  iname k\n  s: s = {value}  in()\n  reassociate\n}}\n"
        )
    };
    let sum = text("sum(i, exp(a[i])/3.0)");
    let split = text("sum(k, sum(j, exp(a[k + 10*j])))/3.0");
    assert_eq!(verdict(&sum, &split), Verdict::Same(1));
    let missing = text("sum(k, sum(j, exp(a[k + 10*j])))/3.0 - exp(a[0])/3.0*(1.0 + 1e-9)");
    assert!(matches!(verdict(&sum, &missing), Verdict::Changed(_)));
}

#[test]
fn elements_that_are_not_written_any_more_are_seen_even_where_values_agree() {
    let flags = "lpir 1\n\nkernel @f {\n  arg n : i32\n  arg b : bool[n] out\n  domain [n] -> { [i] : 0 <= i < n }\n  iname i\n  s: b[i] = true  in(i)\n}\n";
    let fewer = flags.replace("0 <= i < n }", "1 <= i < n }");
    let found = change(flags, &fewer);
    assert_eq!(found.evidence.to_string(), "`b[0]` is not written any more");
    assert_eq!(change(&fewer, flags).evidence.to_string(), "`b[0]` is written and was not");
}

#[test]
fn the_report_names_the_writer_of_a_wrong_value_and_the_right_one() {
    const SHIFT: &str = "lpir 1\n\nkernel @k {\n  arg n : i32\n  arg a : f64[n + 2] inout\n  arg b : f64[n] out\n  domain [n] -> { [i] : 0 <= i < n }\n  domain [n] -> { [j] : 0 <= j < n }\n  iname i\n  iname j\n  s1: a[i + 1] = 2.0*a[i + 2]  in(i) time(0, i)\n  s2: b[j] = a[j + 1]  in(j) time(1, j)\n}\n";
    let late = SHIFT.replace("time(1, j)", "time(-1, j)");
    let found = change(SHIFT, &late);
    let note = found.provenance.unwrap();
    assert_eq!(
        note,
        "`a[1]` read by `s2(j = 0)` came from before the kernel, in the reference from `s1(i = 0)`"
    );
    let backwards = SHIFT.replace("time(0, i)", "time(0, -i)");
    let note = change(SHIFT, &backwards).provenance.unwrap();
    assert_eq!(
        note,
        "`a[2]` read by `s1(i = 0)` came from `s1(i = 1)`, in the reference from before the kernel"
    );
    let overwritten =
        SHIFT.replace("b[j] = a[j + 1]", "b[0] = a[j + 1]").replace("b : f64[n] out", "b : f64[n] inout");
    let other = overwritten.replace("time(1, j)", "time(1, -j)");
    let note = change(&overwritten, &other).provenance.unwrap();
    assert_eq!(note, "`b[0]` was written last by `s2(j = 0)`, in the reference by `s2(j = 1)`");
    let elsewhere = SHIFT.replace("b[j] = a[j + 1]", "b[j] = a[j]");
    let note = change(SHIFT, &elsewhere).provenance.unwrap();
    assert_eq!(note, "`s2(j = 0)` reads `a[0]`, which it does not in the reference");
}

#[test]
fn a_buffer_of_single_precision_for_doubles_is_seen() {
    let buffered = |ty: &str| {
        SCALE.replace("  domain", &format!("  temp t : {ty}\n  domain")).replace(
            "  s: b[i] = 2.0*a[i]  in(i)",
            "  f: t = a[i]  in(i) time(i, 0)\n  s: b[i] = 2.0*t  in(i) time(i, 1)",
        )
    };
    assert_eq!(verdict(SCALE, &buffered("f64")), Verdict::Same(RUNS));
    let found = change(SCALE, &buffered("f32"));
    assert_eq!(found.notes().last().unwrap(), "it keeps values in single precision");
    let single = SCALE.replace("f64", "f32");
    assert_eq!(verdict(&single, &buffered("f32").replace("f64", "f32")), Verdict::Same(RUNS));
}

#[test]
fn a_fault_at_two_large_sizes_is_seen_and_so_is_one_at_a_negative_size() {
    let text = "lpir 1\n\nkernel @k {\n  arg n : i32\n  arg m : i32\n  arg a : f64[n, m] layout(c) out\n  domain [n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }\n  iname i\n  iname j\n  s: a[i, j] = 2.0  in(i, j)\n}\n";
    for (n, m) in [(9, 8), (8, 9), (9, 0), (0, 9)] {
        let corner = text.replace("2.0  in", &format!("if(i >= {n} - 1 and j >= {m} - 1, 3.0, 2.0)  in"));
        assert!(matches!(verdict(text, &corner), Verdict::Changed(_)), "n = {n}, m = {m}");
    }
    let empty = text.replace("f64[n, m]", "f64[64, 64]").replace(" out", " inout");
    let never = empty.replace("2.0  in(i, j)", "2.0  in(i, j)\n  t: a[0, 0] = 1.0  if(n < 0)");
    assert_eq!(show(&change(&empty, &never).sizes).split(',').next(), Some("n=-1"));
}

/// A kernel of one statement, on integers `k`, `m`, singles `a`, `b` and doubles `x`, with results in `o`.
fn mixed(value: &str) -> String {
    format!(
        "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg h : i64\n  arg k, m : i32[n] in\n  arg a, b : f32[n] in\n  \
         arg x : f64[n] in\n  arg o : f64[n] out\n  domain [n] -> {{ [i] : 0 <= i < n }}\n  iname i\n  \
         s: o[i] = {value}  in(i) time(0, i)\n}}\n"
    )
}

#[test]
fn operations_in_other_types_are_seen() {
    for (original, other) in [
        ("k[i]*m[i]*x[i]", "cast(f64, k[i]*m[i])*x[i]"),
        ("a[i] + b[i] + x[i]", "cast(f64, a[i] + b[i]) + x[i]"),
        ("cast(f64, a[i] + b[i]) + x[i]", "a[i] + b[i] + x[i]"),
        ("cast(f32, i) + a[i]", "cast(f32, i + 100000001) - 100000000.0 + a[i]"),
        ("cast(i64, k[i])*3*x[i]", "cast(f64, cast(i32, cast(i64, k[i])*3))*x[i]"),
        ("cast(f64, h)*x[i]", "cast(f64, cast(f32, h))*x[i]"),
        ("cast(f64, h + 1)*x[i]", "cast(f64, cast(i32, h + 1))*x[i]"),
        ("cast(f64, cast(i16, k[i] % 200))", "cast(f64, cast(i8, k[i] % 200))"),
    ] {
        let [original, other] = [original, other].map(mixed);
        assert!(matches!(verdict(&original, &original), Verdict::Same(runs) if runs > 0));
        assert!(matches!(verdict(&original, &other), Verdict::Changed(_)), "{other}");
    }
}

#[test]
fn operations_in_other_types_are_seen_in_sums_too() {
    let sum = |value: &str| {
        let text = mixed("x[i]")
            .replace("  domain", "  reassociate\n  domain [n] -> { [j] : 0 <= j < n }\n  iname j\n  domain");
        text.replace("o[i] = x[i]  in(i) time(0, i)", &format!("o[i] = sum(j, {value})  in(i)"))
    };
    let right = sum("cast(f64, k[j]) + cast(f64, m[j])");
    assert!(matches!(verdict(&right, &right), Verdict::Same(runs) if runs > 0));
    assert!(matches!(verdict(&right, &sum("cast(f64, m[j]) + cast(f64, k[j])")), Verdict::Same(_)));
    assert!(matches!(verdict(&right, &sum("cast(f64, k[j] + m[j])")), Verdict::Changed(_)));
}

#[test]
fn loops_far_from_zero_are_run() {
    let text = "lpir 1\n\nkernel @k {\n  arg n : i64\n  arg o : f64[4] out\n  domain [n] -> { [i] : n <= i < n + 4 }\n  \
        iname i\n  s: o[i - n] = cast(f64, i)  in(i) time(0, i)\n}\n";
    assert!(matches!(verdict(text, text), Verdict::Same(runs) if runs > 0));
    let narrow = text.replace("cast(f64, i)", "cast(f64, cast(f32, i))");
    assert!(matches!(verdict(text, &narrow), Verdict::Changed(_)));
}
