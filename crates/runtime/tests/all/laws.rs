//! Declared operations of reductions that are none are told with values that show it.

use runtime::lawless_operations;

fn told(ty: &str, neutral: &str, formula: &str) -> Vec<String> {
    let text = format!(
        "lpir 1\nkernel @k {{\n  function f(a: {ty}, b: {ty}) : {ty} neutral {neutral} := {formula}\n}}\n"
    );
    let source = diag::SourceMap::default().add("k.lpir", text.as_str());
    let module = ir::text::parse_module(&text, source).unwrap();
    module.kernels.values().flat_map(lawless_operations).map(|error| error.message).collect()
}

#[test]
fn operations_pass() {
    for (ty, neutral, formula) in [
        ("f64", "0", "a + b"),
        ("f32", "1", "a*b"),
        ("f64", "0.0", "a + b + a*b"),
        ("f64", "-1e999", "max(a, b)"),
        ("i32", "0", "bit_xor(a, b)"),
        ("i64", "-1", "bit_and(a, b)"),
        ("u8", "0", "bit_or(a, b)"),
        ("bool", "false", "a != b"),
        ("f64", "1e999", "if(a < b, a, b)"),
    ] {
        assert_eq!(told(ty, neutral, formula), Vec::<String>::new(), "{formula}");
    }
}

#[test]
fn others_are_told() {
    for (ty, neutral, formula, message) in [
        ("f64", "0", "max(abs(a), abs(b))", "`f(-1000.0, 0.0)` is 1000.0: the neutral value changes it"),
        ("f64", "1", "a + b", "`f(-1000.0, 1.0)` is -999.0: the neutral value changes it"),
        (
            "i32",
            "0",
            "a - b",
            "`f(f(-1000, -1000), -1000)` is 1000, and `f(-1000, f(-1000, -1000))` is -1000",
        ),
        ("f64", "0", "if(b == 0, a, b)", "`f(-1000.0, -2.5)` is -2.5, and `f(-2.5, -1000.0)` is -1000.0"),
        ("i32", "0", "min(a + b, 100)", "`f(f(-1000, -3), 1000)` is -3, and `f(-1000, f(-3, 1000))` is -900"),
        (
            "f64",
            "-1e999",
            "max(a, b) + log1p(exp(-abs(a - b)))",
            "`f(f(-1000.0, -inf), -inf)` is -1000.0, and `f(-1000.0, f(-inf, -inf))` is NaN",
        ),
    ] {
        assert_eq!(told(ty, neutral, formula), [message], "{formula}");
    }
}
