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

#[test]
fn a_kernel_agrees_with_itself_at_many_sizes() {
    assert_eq!(verdict(SCALE, SCALE), Verdict::Same(RUNS));
}

#[test]
fn a_missing_last_trip_is_seen() {
    let found = change(SCALE, &SCALE.replace("i < n }", "i < n - 1 }"));
    assert_eq!(show(&found.sizes), "n=1");
    let found = change(SCALE, &SCALE.replace("i < n }", "i < n and i < 4 }"));
    assert_eq!(show(&found.sizes), "n=5", "{}", found.evidence);
    assert!(found.evidence.to_string().starts_with("`b[4]` becomes "), "{}", found.evidence);
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
