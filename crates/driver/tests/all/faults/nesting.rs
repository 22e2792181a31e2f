//! F2: nesting beyond any stack.

use crate::faults::tool::{DOUBLE, WorkFolder};

const DEEP: usize = 1_000_000;

/// Places of an expression: the file, the text with `@` for the expression, and the command.
const EXPRESSIONS: &[(&str, &str, &str)] = &[
    (
        "in.f90",
        "subroutine f(out, n)\n real*8 out(n)\n integer n, i\n do i = 1, n\n out(i) = @\n end do\nend\n",
        "lptranslate in.f90",
    ),
    (
        "in.f90",
        "subroutine f(out, n)\n real*8 out(@)\n integer n, i\n do i = 1, n\n out(i) = 1\n end do\nend\n",
        "lptranslate in.f90",
    ),
    ("in.f90", "#if @\n#endif\n", "lptranslate in.f90"),
    ("in.loopy", "{ [i] : 0 <= i < n }\nout[i] = @\n", "lptranslate in.loopy"),
    ("in.loopy", "{ [i] : 0 <= i < @ }\nout[i] = 1\n", "lptranslate in.loopy"),
    (
        "in.lpir",
        "lpir 1\nkernel @@k {\n arg n : i32\n arg a : f64[n] out\n domain [n] -> { [i] : 0 <= i < n }\n iname i\n s: a[i] = @  in(i)\n}\n",
        "lptranslate in.lpir",
    ),
    (
        "in.lpir",
        "lpir 1\nkernel @@k {\n arg n : i32\n arg a : f64[n] out\n domain [n] -> { [i] : 0 <= i < @ }\n iname i\n s: a[i] = 1  in(i)\n}\n",
        "lptranslate in.lpir",
    ),
    ("pipe.txt", "assume(@)\n", "lpopt --pipeline pipe.txt good.lpir"),
    ("tune.star", "x = @\n", "lpopt --script tune.star good.lpir"),
];

/// Nested expressions: what repeats, what stands inside, what repeats behind.
const SHAPES: &[(&str, &str, &str)] = &[
    ("(", "1", ")"),
    ("[", "1", "]"),
    ("f(", "1", ")"),
    ("(", "", ""),
    ("-", "1", ""),
    ("2**", "2", ""),
    ("1.0/", "2", ""),
    ("not ", "1", ""),
    ("a.", "b", ""),
    ("1 if 2 else ", "3", ""),
    ("", "1", ")"),
];

#[test]
fn nested_expressions_end_in_a_message_or_in_a_result() {
    for (file, text, command) in EXPRESSIONS {
        for (at, (before, inside, behind)) in SHAPES.iter().enumerate() {
            // Every parser meets the first shape at full depth; the others differ in the grammar alone.
            let count = if at == 0 { DEEP } else { 20_000 };
            let nested = format!("{}{inside}{}", before.repeat(count), behind.repeat(count));
            let place = WorkFolder::new();
            place.write("good.lpir", DOUBLE);
            place.write(file, text.replace("@@", "\u{1}").replace('@', &nested).replace('\u{1}', "@"));
            println!("{file} `{before}` in {}", text.lines().find(|line| line.contains('@')).unwrap_or(""));
            let run = place.run(command);
            assert!(matches!(run.code, Some(0 | 1)), "{:?} {}", run.code, &run.err[..run.err.len().min(500)]);
            assert!(run.err.len() < 200_000, "{}", run.err.len());
        }
    }
}

#[test]
fn nested_blocks_are_refused() {
    let many = 100_000;
    let fortran = |before: &str, behind: &str| {
        format!(
            "subroutine f(a, n)\n real*8 a(n)\n integer n, i\n{}{}end\n",
            before.repeat(many),
            behind.repeat(many)
        )
    };
    let lpir = |body: String| {
        let head = "arg n : i32\n arg a : f64[n] out\n domain [n] -> { [i] : 0 <= i < n }\n iname i\n s: a[i] = 1  in(i)\n";
        format!("lpir 1\nkernel @k {{\n{head}{body}\n}}\n")
    };
    let loopy = |line: &str| {
        format!("{{ [i] : 0 <= i < n }}\n{}out[i] = 1\n{}", line.repeat(many), "end\n".repeat(many))
    };
    let blocks: String = (0..3000).map(|depth| " ".repeat(depth) + "if True:\n").collect();
    let cases = [
        ("in.f90", fortran("do i = 1, n\n", "end do\n")),
        ("in.f90", fortran("if (n > 1) then\n", "end if\n")),
        (
            "in.f90",
            fortran("if (n > 1) then\n", "")
                .replacen("if (n > 1) then\n", "if (n > 0) then\n", 1)
                .replace("if (n > 1) then\n", "else if (n > 1) then\n"),
        ),
        ("in.loopy", loopy("if i > 1\n")),
        ("in.loopy", loopy("for i\n")),
        ("in.loopy", loopy("with {tags=x}\n")),
        ("in.loopy", loopy("elif i > 2\nout[i] = 2\n").replacen("elif", "if", 1)),
        ("in.lpir", lpir("reference {\n".repeat(many))),
        (
            "in.lpir",
            lpir(format!(
                "schedule {{\n launch @k groups(1) work_items(1) {{\n{}",
                "if n > 0 {\n".repeat(many)
            )),
        ),
        ("in.lpir", lpir(format!("schedule {{\n{}", "for i = 0 to n {\n".repeat(many)))),
        ("tune.star", blocks + &" ".repeat(3000) + "pass\n"),
        ("tune.star", format!("if False:\n  pass\n{}", "elif False:\n  pass\n".repeat(many))),
    ];
    for (file, text) in cases {
        let place = WorkFolder::new();
        place.write("good.lpir", DOUBLE);
        place.write(file, &text);
        println!("{file} {}", text.lines().nth(4).unwrap_or(""));
        let line = if file == "tune.star" {
            "lpopt --script tune.star good.lpir".to_owned()
        } else {
            format!("lptranslate {file}")
        };
        place.run(&line).refused("lp::");
    }
}

#[test]
fn balanced_conditions_of_the_preprocessor_are_only_counted() {
    let place = WorkFolder::new();
    let (open, close) = ("#if 1\n".repeat(100_000), "#endif\n".repeat(100_000));
    place.write(
        "in.f90",
        format!("{open}subroutine f(a, n)\n real*8 a(n)\n integer n\n a(1) = 1\nend\n{close}"),
    );
    place.run("lptranslate in.f90").done();
}

#[test]
fn macros_that_grow_without_end_are_refused() {
    let place = WorkFolder::new();
    let doubling: String = (0..60).map(|at| format!("#define m{at} (m{}+m{0})\n", at + 1)).collect();
    let body = "subroutine f(a, n)\n real*8 a(n)\n integer n\n a(1) = m0\nend\n";
    place.write("in.f90", doubling + body);
    place.run("lptranslate in.f90").refused("lp::fortran");
    let mutual = "#define m0 f(f(f(f(1))))\n#define f(x) g(x,x)\n#define g(x,y) f(x)+f(y)\n";
    place.write("in.f90", format!("{mutual}{body}"));
    place.run("lptranslate in.f90").refused("lp::fortran");
}

/// Values may nest as deep as the heap of a script allows: whatever walks through them comes back.
#[test]
fn values_of_scripts_nest_as_deep_as_they_fit() {
    let deep = |count: usize, wrap: &str| {
        format!("def deep(x):\n  for i in range({count}):\n    x = {wrap}\n  return x\n")
    };
    let uses =
        ["y = str(x)", "y = x == deep(())", "y = {x: 1}", "print(x)", "y = \"%s\" % (x,)", "y = [x, x]"];
    for used in uses {
        let place = WorkFolder::new();
        place.write("good.lpir", DOUBLE);
        place.write("tune.star", format!("{}x = deep(())\n{used}\n", deep(1_000_000, "(x,)")));
        let run = place.run("lpopt --script tune.star good.lpir");
        assert!(
            matches!(run.code, Some(0 | 1)),
            "{used}: {:?} {}",
            run.code,
            &run.err[..run.err.len().min(500)]
        );
    }
    for wrap in ["(x,)", "[x]", "{1: x}", "[x, x]"] {
        let place = WorkFolder::new();
        place.write("good.lpir", DOUBLE);
        place.write("tune.star", format!("{}x = deep(())\n", deep(20_000_000, wrap)));
        let run = place.run("lpopt --script tune.star good.lpir").refused("lp::script");
        assert!(run.err.contains("10 million steps"), "{wrap}: {}", run.err);
    }
    for (count, wrap) in [(65, "[x]"), (65, "(x,)"), (65, "{1: x}"), (100_000, "[x]")] {
        let place = WorkFolder::new();
        place.write("good.lpir", DOUBLE);
        place.write("tune.star", format!("{}knl = lp.tag_inames(knl, deep(1))\n", deep(count, wrap)));
        let run = place.run("lpopt --script tune.star good.lpir").refused("lp::script::argument");
        assert!(run.err.contains("nests more than 64 deep"), "{wrap}: {}", run.err);
    }
}

#[test]
fn scripts_that_do_not_end_are_ended() {
    let cases = [
        ("def f(n):\n  return f(n + 1)\nf(0)\n", "900 deep"),
        ("def f():\n  for i in range(2000000000):\n    pass\nf()\n", "10 million steps"),
        (
            "def f():\n  x = [1]\n  for i in range(2000000000):\n    x.append(str(i) + \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"*100)\nf()\n",
            "too much memory",
        ),
    ];
    for (script, why) in cases {
        let place = WorkFolder::new();
        place.write("good.lpir", DOUBLE);
        place.write("tune.star", script);
        let run = place.run("lpopt --script tune.star good.lpir").refused("lp::script");
        assert!(run.err.contains(why), "{}", run.err);
    }
}
