//! F3: numbers at and beyond the edges of their types.

use crate::faults::tool::WorkFolder;

fn lpir(ty: &str, bound: &str, value: &str) -> String {
    format!(
        "lpir 1\nkernel @k {{\n arg n : i32\n arg a : {ty}[n] out\n domain [n] -> {{ [i] : 0 <= i < {bound} }}\n iname i\n s: a[i] = {value}  in(i)\n}}\n"
    )
}

fn loopy(value: &str) -> String {
    format!("{{ [i] : 0 <= i < n }}\nout[i] = {value}\n")
}

fn fortran(ty: &str, value: &str) -> String {
    format!("subroutine f(a, n)\n {ty} a(n)\n integer n, i\n do i = 1, n\n a(i) = {value}\n end do\nend\n")
}

#[test]
fn numbers_that_fit_reach_the_code_unchanged() {
    let cases = [
        ("in.lpir", lpir("i32", "n", "2147483647"), "= 2147483647;"),
        ("in.lpir", lpir("i32", "n", "-2147483648"), "= (-2147483647 - 1);"),
        ("in.lpir", lpir("i64", "n", "9223372036854775807"), "= 9223372036854775807L;"),
        ("in.lpir", lpir("f64", "n", "1.7976931348623157e308"), "= 1.7976931348623157e308;"),
        ("in.lpir", lpir("f64", "n", "1e999"), "= (double)INFINITY;"),
        ("in.lpir", lpir("f64", "n", "4.9e-324"), "= 5e-324;"),
        ("in.loopy", loopy("9223372036854775807"), "= 9223372036854775807L;"),
        ("in.loopy", loopy("0.1"), "= 0.1;"),
        ("in.f90", fortran("integer", "2147483647"), "= 2147483647;"),
        ("in.f90", fortran("integer*8", "3000000000_8"), "= 3000000000L;"),
        ("in.f90", fortran("real*8", "0.1"), "= 0.10000000149011612;"),
        ("in.f90", fortran("real*8", "1d308"), "= 1e308;"),
    ];
    for (file, text, expected) in cases {
        let place = WorkFolder::new();
        place.write(file, &text);
        place.run(&format!("lptranslate {file} --no-line-map -o out.cl")).done();
        let code = place.read("out.cl");
        assert!(code.contains(expected), "{text}\n{code}");
    }
}

#[test]
fn numbers_that_do_not_fit_are_named() {
    let huge = "9".repeat(4000);
    let cases = [
        ("in.lpir", lpir("i64", "n", "9223372036854775808"), "lp::lpir::range"),
        ("in.lpir", lpir("i64", "n", &huge), "lp::lpir::range"),
        ("in.lpir", lpir("i64", "9223372036854775808", "1"), "lp::domain::range"),
        ("in.lpir", lpir("i64", &huge, "1"), "lp::domain::range"),
        ("in.lpir", lpir("i64", "n*9223372036854775807*9223372036854775807", "1"), "lp::domain"),
        ("in.lpir", lpir("f64", "n", "1e5)evil("), "lp::lpir::syntax"),
        ("in.loopy", loopy("9223372036854775808"), "lp::loopy::number"),
        ("in.loopy", loopy("1e309"), "lp::loopy::number"),
        ("in.loopy", loopy(&huge), "lp::loopy::number"),
        ("in.f90", fortran("integer", "2147483648"), "lp::fortran::constant"),
        ("in.f90", fortran("integer*8", "9223372036854775808_8"), "lp::fortran::constant"),
        ("in.f90", fortran("real*8", "1e39"), "lp::fortran::constant"),
        ("in.f90", fortran("real*8", "1d309"), "lp::fortran::constant"),
        ("in.f90", fortran("integer", &huge), "lp::fortran::constant"),
        (
            "in.f90",
            format!("#if {huge} > 1\n#endif\n{}", fortran("integer", "1")),
            "lp::fortran::preprocessor",
        ),
    ];
    for (file, text, code) in cases {
        let place = WorkFolder::new();
        place.write(file, &text);
        let run = place.run(&format!("lptranslate {file} --no-line-map -o out.cl")).refused(code);
        assert!(!place.has("out.cl") && run.err.contains(&format!("[{file}:")), "{}", run.err);
    }
}

#[test]
fn numbers_of_pipelines_are_checked() {
    for (call, code) in [
        ("split_iname(\"i\", 9223372036854775808)", "lp::pipeline::number"),
        ("split_iname(\"i\", 0)", "lp::call::argument"),
        ("split_iname(\"i\", -4)", "lp::call::argument"),
        ("split_iname(\"i\", 4.5)", "lp::"),
        ("split_iname(\"i\", 1e3)", "lp::"),
        ("assume(\"n < 9223372036854775808\")", "lp::domain::range"),
        ("assume(\"n mod 0 = 0\")", "lp::domain::not-affine"),
        ("fix_parameters(n=9223372036854775808)", "lp::pipeline::number"),
        ("tag_inames({\"i\": \"g.3\"})", "lp::"),
        ("tag_inames({\"i\": \"g.18446744073709551616\"})", "lp::"),
    ] {
        let place = WorkFolder::new();
        place.write("in.lpir", crate::faults::tool::DOUBLE);
        place.tool("lpopt", &["in.lpir", "-p", call]).refused(code);
    }
    for value in ["2147483648", "-2147483649", "9223372036854775808", "1e3", "4.0", "", "0x10", "nan"] {
        let place = WorkFolder::new();
        place.write("in.lpir", crate::faults::tool::DOUBLE);
        place
            .tool("lprun", &["in.lpir", "--device", "interp", "--set", &format!("n={value}")])
            .refused("lp::run::");
    }
}
