//! Which expressions are index arithmetic.

use ir::exact::{compares, is_index_arithmetic};
use ir::{Expr, Kernel, text};

fn kernel() -> Kernel {
    let file = "lpir 1\nkernel @k {\n arg n : i32\n arg m : u64\n arg x : f64\n arg a : i32[8] in\n temp t : i32 private\n \
                domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }\n iname i\n iname j\n}\n";
    let id = diag::SourceMap::default().add("t", file);
    text::parse_module(file, id).unwrap().kernels.swap_remove_index(0).unwrap().1
}

fn read(expr: &str) -> Expr {
    let id = diag::SourceMap::default().add("e", expr);
    text::parse_expr(expr, id, 0, &|_| false).unwrap()
}

#[test]
fn operations_on_inames_and_arguments_are_index_arithmetic() {
    let kernel = kernel();
    for (text, expected) in [
        ("i", true),
        ("i*n + j % 3", true),
        ("bit_and(i, 3) + abs(j - i)", true),
        ("if(x > 0.5, i, n)", true),
        ("n + 1", true),
        ("m - n", true),
        ("n", false),
        ("4", false),
        ("n*m", true),
        ("2*3", true),
        ("n*2 + a[i]", false),
        ("i + t", false),
        ("i*x", false),
        ("cast(i64, i) + j", false),
    ] {
        assert_eq!(is_index_arithmetic(&kernel, &read(text)), expected, "{text}");
    }
}

#[test]
fn comparisons_of_what_has_no_sign_are_exact_with_index_arithmetic() {
    let kernel = kernel();
    for (a, b, expected) in [
        ("i", "m", true),
        ("n", "m - 3", true),
        ("a[i]", "n", true),
        ("m", "3", false),
        ("m", "bit_not(0)", false),
        ("m", "x", false),
        ("i", "x", false),
    ] {
        assert_eq!(compares(&kernel, &read(a), &read(b)), expected, "{a} {b}");
    }
}
