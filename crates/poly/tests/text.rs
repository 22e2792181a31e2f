//! Set notation: what is read, what is written, what is refused.

use poly::{Name, ParseError, Set};

/// Reads a text and writes it again; checks that reading what was written gives the same text and set.
fn canonical(text: &str) -> String {
    let set = Set::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let again = Set::parse(set.text()).unwrap_or_else(|errors| panic!("{}: {errors:?}", set.text()));
    assert_eq!(set.text(), again.text());
    assert!(set.is_equal(&again).unwrap());
    set.text().to_owned()
}

#[track_caller]
fn same(left: &str, right: &str) {
    let (a, b) = (Set::parse(left).unwrap(), Set::parse(right).unwrap());
    assert!(a.is_equal(&b).unwrap(), "{left} is {a}\n{right} is {b}");
}

fn errors(text: &str) -> Vec<ParseError> {
    Set::parse(text).err().unwrap_or_else(|| panic!("{text} is accepted"))
}

/// The text that the first error points at, its code, and its help.
fn first(text: &str) -> (&str, &'static str, String) {
    let error = errors(text).remove(0);
    (&text[error.start..error.end], error.code, error.help.unwrap_or_default())
}

#[test]
fn usual_sets_read_like_a_person_writes_them() {
    for text in [
        "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= 9 }",
        "[l, m, n] -> { [i, j, k] : 0 <= i < m and 0 <= j < n and 0 <= k < l }",
        "[n] -> { [i] : 0 <= i < n and i mod 4 = 2 }",
        "[n] -> { : n >= 1 }",
        "[n] -> { : n >= 16 and n mod 16 = 0 }",
        "{ [i] : false }",
        "{ [i] }",
        "{ : }",
        "{ : false }",
        "[n] -> { [i] }",
        "[n] -> { [i, j] : 0 <= i <= j < n }",
        "{ [i, j] : 2*i = 3*j }",
        "{ [i] : i = 1 or i = 5 }",
        "[n] -> { [o, i] : 0 <= i <= 15 and i + 16*o < n }",
        "[n] -> { [i] : i = floor((n + 15)/16) }",
    ] {
        println!("{}", canonical(text));
    }
}
