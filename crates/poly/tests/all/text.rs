//! Set notation: what is read, what is written, what is refused.

use poly::{ParseError, Set};

/// Reads a text and writes it again; checks that reading what was written gives the same text and set.
fn canonical(text: &str) -> String {
    let set = Set::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let again = Set::parse(set.text()).unwrap_or_else(|errors| panic!("{}: {errors:?}", set.text()));
    assert_eq!(set.text(), again.text());
    assert!(set.is_equal(&again).unwrap());
    set.text().to_owned()
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
fn usual_sets_are_written_as_a_person_writes_them() {
    for text in [
        "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= 9 }",
        "[l, m, n] -> { [i, j, k] : 0 <= i < m and 0 <= j < n and 0 <= k < l }",
        "[n] -> { [i] : 0 <= i < n and i mod 4 = 2 }",
        "[n] -> { : n >= 1 }",
        "[m, n] -> { : m >= 1 and 1 <= n <= 1000 }",
        "[n] -> { : n >= 16 and n mod 16 = 0 }",
        "{ [i] : false }",
        "{ [i] }",
        "{ : }",
        "{ : false }",
        "[n] -> { [i] }",
        "[n] -> { [i, j] : 0 <= i <= j < n }",
        "[n] -> { [i, j, k] : 0 <= i <= j <= k < n }",
        "{ [i, j] : 2*i = 3*j }",
        "{ [i] : i = 1 or i = 5 }",
        "{ [i] : i = -3 }",
        "{ [i] : (0 <= i <= 8 and i mod 2 = 0) or 20 <= i <= 29 }",
        "[n] -> { [o, i] : 0 <= i <= 15 and i + 16*o < n }",
        "[n] -> { [i] : 0 <= i < n and i mod 4 <= 2 }",
        "{ [i, i', a.b, x$y] : i < i' }",
    ] {
        assert_eq!(canonical(text), text);
    }
}

#[test]
fn other_spellings_mean_the_same() {
    for (left, right) in [
        ("{[i]:0<=i<4}", "{ [i] : i >= 0 and i <= 3 }"),
        ("[n] -> { [i, j] : 0 <= i, j < n }", "[n] -> { [i, j] : 0 <= i < n and 0 <= j < n }"),
        ("{ [i, j] : i, j > 0, 1 }", "{ [i, j] : i > 1 and j > 1 }"),
        ("{ [i, j] : 2i + 3 j = 12 }", "{ [i, j] : i*2 + 3*j = 12 }"),
        ("{ [i] : 2(i + 1) > 5 }", "{ [i] : i >= 2 }"),
        ("{ [i] : i == 3 }", "{ [i] : i = 3 }"),
        ("{ [i] : i != 3 }", "{ [i] : i < 3 or i > 3 }"),
        ("{ [i] : i <> 3 }", "{ [i] : not i = 3 }"),
        ("{ [i] : not (0 <= i < 9 and i mod 2 = 0) }", "{ [i] : i < 0 or i >= 9 or i % 2 = 1 }"),
        ("{ [i] : exists (e : i = 2e) }", "{ [i] : i mod 2 = 0 }"),
        ("{ [i] : exists e, f : i = 4e + 6f }", "{ [i] : i mod 2 = 0 }"),
        ("{ [i] : exists (e = floor(i/3) : i = 3e + 1) }", "{ [i] : i mod 3 = 1 }"),
        ("{ [i] : not exists e : i = 2e }", "{ [i] : i mod 2 = 1 }"),
        ("{ [i] : i > 0 and exists e : i = 2e and e < 4 or e = 9 }", "{ [i] : i > 0 }"),
        ("{ [e] : exists (e : e = 5) }", "{ [e] }"),
        ("{ [i] : exists (e : exists (e : i = 2e) and e = i) }", "{ [i] : i mod 2 = 0 }"),
        ("[n] -> { [i] : i <= floor(n/4) }", "[n] -> { [i] : 4i <= n }"),
        ("[n] -> { [i] : i = floord(n + 3, 4) }", "[n] -> { [i] : i = ceil(n/4) }"),
        ("[n] -> { [i] : i = ceild(n, 4) }", "[n] -> { [i] : i = (n + 3)//4 }"),
        ("[n] -> { [i] : i = floor(n/2 + 1/3) }", "[n] -> { [i] : i = floor((3n + 2)/6) }"),
        ("[n] -> { [i] : i = ceil(-n/2) }", "[n] -> { [i] : i = -floor(n/2) }"),
        ("[n, m] -> { [i] : max(0, m) <= i < min(n, 8) }", "[n, m] -> { [i] : 0, m <= i < n, 8 }"),
        ("[n] -> { [i] : i = max(n, 4) }", "[n] -> { [i] : (i = n and n >= 4) or (i = 4 and n < 4) }"),
        ("[n] -> { [i] : i >= min(n, 4) - 1 }", "[n] -> { [i] : i >= n - 1 or i >= 3 }"),
        ("[n] -> { [i] : i < max(n, 4) }", "[n] -> { [i] : i < n or i < 4 }"),
        ("{ [i] : 0 <= i < 3; [i] : i = 7 }", "{ [i] : 0 <= i < 3 or i = 7 }"),
        ("{ [i] : true and not false }", "{ [i] }"),
        ("{ [i] : }", "{ [i] }"),
        ("{ [] : 1 < 0 }", "{ : false }"),
        ("{ }", "{ : false }"),
        ("{ [i] : 0 <= i < n }", "[n] -> { [i] : 0 <= i < n }"),
        ("{ [i] : -i mod 4 = 1 }", "{ [i] : i mod 4 = 3 }"),
        ("{ [i] : -(i mod 4) = -1 }", "{ [i] : i mod 4 = 1 }"),
        ("{ [i] : 2*i mod 4 = 2 }", "{ [i] : i mod 2 = 1 }"),
        ("{ [`and`] : `and` > 0 }", "{ [`and`] : 0 < `and` }"),
        ("{ [floor] : floor(floor/2) = 1 }", "{ [floor] : 2 <= floor <= 3 }"),
    ] {
        let (a, b) = (Set::parse(left).unwrap(), Set::parse(right).unwrap());
        assert!(a.is_equal(&b).unwrap(), "{left} is {a}\n{right} is {b}");
        canonical(left);
    }
}

#[test]
fn names_without_a_list_are_parameters_and_listed_ones_stay() {
    let set = Set::parse("{ [i] : 0 <= i < n + m }").unwrap();
    assert_eq!(set.params(), ["m", "n"].map(poly::Name::from));
    let set = Set::parse("[unused, n] -> { [i] : 0 <= i < n }").unwrap();
    assert_eq!(set.params(), ["n", "unused"].map(poly::Name::from));
    assert_eq!(set.text(), "[n, unused] -> { [i] : 0 <= i < n }");
    assert_eq!(set.drop_unused_params().unwrap().text(), "[n] -> { [i] : 0 <= i < n }");
    let condition = Set::parse_condition("n mod 16 = 0 and n >= 16").unwrap();
    assert_eq!(condition.text(), "[n] -> { : n >= 16 and n mod 16 = 0 }");
    assert_eq!(Set::parse_condition("").err().unwrap()[0].code, "lp::domain::syntax");
}

#[test]
fn errors_point_at_the_place_and_say_what_to_do() {
    let unknown = "lp::domain::unknown-name";
    let affine = "lp::domain::not-affine";
    let syntax = "lp::domain::syntax";
    for (text, place, code, help) in [
        ("[n] -> { [i_outer] : 0 <= i_outr < n }", "i_outr", unknown, "did you mean `i_outer`?"),
        (
            "[n] -> { [i] : 0 <= i < quantity }",
            "quantity",
            unknown,
            "list it as a parameter: `[quantity] -> { .. }`",
        ),
        ("{ [i] : flor(i/2) = 1 }", "flor", unknown, "did you mean `floor`?"),
        ("{ [i, j] : i*j < 3 }", "i*j", affine, "one factor must be a number"),
        ("{ [i] : i < 7/2 }", "7/2", affine, "write `floor(a/b)`, `ceil(a/b)` or `a mod b`"),
        ("{ [i, j] : i mod j = 0 }", "j", affine, ""),
        ("{ [i, j] : i mod 0 = 0 }", "0", affine, ""),
        ("{ [i] : i // -2 = 0 }", "-2", affine, ""),
        ("{ [i] : floord(i) = 0 }", "floord(i)", syntax, ""),
        ("{ [i] : 0 <= i and i < 3 an i > 1 }", "an", syntax, "did you mean `and`?"),
        ("{ [i] : i > 0 AND i < 3 }", "AND", syntax, "did you mean `and`?"),
        ("{ [i] : i > 0 && i < 3 }", "&&", syntax, "write `and`"),
        ("{ [i] : 0 ≤ i }", "≤", syntax, "write `<=`"),
        ("{ [i] : i + 1 }", "}", syntax, "expected a comparison"),
        ("{ [i] : 0 <= i < }", "}", syntax, "expected an expression"),
        ("{ [i] : 0 <= i", "", syntax, "expected a comparison or `and` or `}`"),
        ("{ [i] : 0 <= i } or", "or", syntax, "nothing may follow here"),
        ("{ [i + 1] }", "+", syntax, "expected `]`"),
        ("{ [i] : i = 1; [j] : j = 2 }", "[j]", "lp::domain::tuple", "write `[i]` in each"),
        ("{ [mod] : 0 <= mod }", "mod", syntax, "expected a name or `]`"),
    ] {
        let (found, found_code, found_help) = first(text);
        assert_eq!((found, found_code, found_help.as_str()), (place, code, help), "{text}");
    }
}

#[test]
fn several_errors_are_reported_at_once() {
    let names = errors("[n] -> { [i] : 0 <= i < m and i*i < 4 and q = 2 }");
    assert_eq!(names.len(), 3);
    let syntax = errors("{ [i] : 0 <= < 3 and i > 2 and (i 4) < 2 }");
    assert_eq!(syntax.len(), 2, "{syntax:?}");
}

#[test]
fn errors_become_diagnostics_at_the_place_in_the_file() {
    let mut sources = diag::SourceMap::default();
    let source = sources.add("a.lpir", "domain { [i] : q >= 0 and i ** 2 < 3 }");
    let errors = Set::parse("{ [i] : i ** 2 < 3 }").unwrap_err();
    let diagnostic = errors[0].clone().into_diagnostic(source, 7);
    let diag::LabelPlace::Span(span) = diagnostic.labels[0].place else { panic!("a span is expected") };
    assert_eq!((span.start, span.end), (7 + 11, 7 + 12));
}
