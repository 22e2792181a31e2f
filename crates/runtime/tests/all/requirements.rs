//! Requirements on arguments: the first that does not hold is told, before anything is made or run.

use crate::common;

use common::kernel;
use runtime::{Bindings, Inputs};

/// What is said of a kernel with these lines and values.
fn refused(lines: &str, sets: &[(&str, &str)]) -> Option<(String, String)> {
    let kernel = kernel(&format!(
        "kernel @k {{\n  arg n : i32\n  arg trans : i8\n  arg big : i64\n  arg x : f64\n  arg a : f64[n] inout\n  \
         domain [n] -> {{ [i] : 0 <= i < n }}\n  {lines}\n  s: a[i] = 1  in(i) time(i)\n}}\n"
    ));
    let defaults = [("n", "4"), ("trans", "78"), ("big", "0"), ("x", "0.5")];
    let default = |(name, _): &&(&str, &str)| sets.iter().all(|(set, _)| set != name);
    let sets = sets.iter().chain(defaults.iter().filter(default));
    let sets = sets.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let problems = Bindings::new(&kernel, &Inputs { sets, ..Inputs::default() }).err()?;
    assert_eq!(problems.len(), 1, "{problems:?}");
    Some((problems[0].message.clone(), problems[0].notes.join("; ")))
}

#[test]
fn the_first_that_does_not_hold_is_told() {
    let lines = "require n >= 0 : \"n is negative\"\n  require trans == 78 or trans == 84 : \"trans is wrong\"\n  \
                 require n < 100 : \"n is large\"";
    assert_eq!(refused(lines, &[]), None);
    assert_eq!(refused(lines, &[("trans", "84")]), None);
    let told = |message: &str, note: &str| Some((message.to_owned(), note.to_owned()));
    // No array has -1 elements, and that is not what the caller is told.
    assert_eq!(
        refused(lines, &[("n", "-1"), ("trans", "1")]),
        told("n is negative", "the kernel requires `n >= 0`, and n = -1")
    );
    assert_eq!(
        refused(lines, &[("n", "100"), ("trans", "88")]),
        told("trans is wrong", "the kernel requires `trans == 78 or trans == 84`, and trans = 88 ('X')")
    );
    assert_eq!(
        refused(lines, &[("n", "100")]),
        told("n is large", "the kernel requires `n < 100`, and n = 100")
    );
}

#[test]
fn conditions_mean_what_they_mean_in_statements() {
    for (condition, sets, holds) in [
        ("n // 3 == -2", [("n", "-4"), ("x", "0")], true),
        ("n % 3 == 2", [("n", "-4"), ("x", "0")], true),
        ("rem_trunc(n, 3) == -1", [("n", "-4"), ("x", "0")], true),
        ("x != x", [("n", "1"), ("x", "nan")], true),
        ("not x < 1.0", [("n", "1"), ("x", "nan")], true),
        ("max(n, 3) == 3 and abs(n) == 4", [("n", "-4"), ("x", "0")], true),
        ("n > 0 and 4 // n == 1", [("n", "0"), ("x", "0")], false),
        ("big > n*n", [("n", "46341"), ("big", "2147488280")], false),
        ("big > n*n", [("n", "46341"), ("big", "2147488282")], true),
        ("if(x > 0.0, n == 1, n == 2)", [("n", "2"), ("x", "-1")], true),
    ] {
        let lines = format!("require {condition} : \"no\"\n  require false : \"yes\"");
        let (message, _) = refused(&lines, &sets).unwrap();
        assert_eq!(message, if holds { "yes" } else { "no" }, "{condition}");
    }
}

#[test]
fn a_condition_without_a_value_refuses() {
    let (message, note) = refused("require 4 // n == 1 : \"no\"", &[("n", "0")]).unwrap();
    assert_eq!(message, "integer division by zero");
    assert_eq!(note, "the kernel requires `4 // n == 1`, and n = 0");
}
