//! One violation of each invariant, and that nothing else is reported.

use diag::SourceMap;
use ir::verify::verify;
use ir::{Expr, Kernel, LValue, Node, Statement, text};
use std::rc::Rc;

const GOOD: &str = "  arg n : i32
  arg flag : bool
  arg a : f64[n, n] layout(f) in
  arg b : f64[n] inout
  arg s : f64[] out
  temp t : f64
  temp u : i32
  temp w : f64[n, 4] layout(stride: 8, N0)
  domain [n] -> { [i] : 0 <= i < n }
  domain in 0 [i, u] -> { [j] : 0 <= j < i + u }
  domain { [k] : 0 <= k < 4 }
  domain { [o] : 0 <= o < 4 }
  assume [n] -> { : n >= 1 }
  iname o : g.0
  iname k : l.0
  priority i, j
  slab i (0, 1)
  rule f(x) := x*a[x, i]
  rule g(x) := 12 + f(x) + sum(j, b[j])
  rule c() := 1.5f
  s0: u = 3
  s1: t = f(1) + c()  in(i) after(s0) if(flag and n > 2, not b[i] < 0.0)
  s2: b[i] = t + g(n - 1)  in(i) after(s1) nosync(s1 local) tags(main) time(i, 0)
  s3: s[] = sum((i, j), a[i, j])*max(w[0, 0], 2)  after(s2) atomic
  s4: w[o, k] = k  in(o, k)
  b0: barrier local in(k)
";

fn parse(body: &str) -> Kernel {
    let text = format!("lpir 1\nkernel @k {{\n{body}}}\n");
    let module = text::parse_module(&text, SourceMap::default().add("k", text.as_str()));
    module.unwrap().kernels.values().next().unwrap().clone()
}

fn messages(kernel: &Kernel) -> Vec<String> {
    verify(kernel).into_iter().map(|violation| violation.message).collect()
}

/// What is wrong with the good kernel after lines have been added.
fn with(lines: &str) -> Vec<String> {
    messages(&parse(&format!("{GOOD}{lines}\n")))
}

/// What is wrong after one line has been replaced.
fn instead(old: &str, new: &str) -> Vec<String> {
    assert!(GOOD.contains(old), "{old}");
    messages(&parse(&GOOD.replace(old, new)))
}

#[test]
fn a_good_kernel_is_verified() {
    let kernel = parse(GOOD);
    assert_eq!(messages(&kernel), Vec::<String>::new());
    assert_eq!(messages(&parse("")), Vec::<String>::new());
}

#[test]
fn names() {
    assert_eq!(
        instead("temp t : f64", "temp t : f64\n  temp i : i32"),
        ["iname `i` bears the name of temporary `i`"]
    );
    assert_eq!(with("rule t() := 1"), ["rule `t` bears the name of temporary `t`"]);
    assert_eq!(with("rule sin(x) := x"), ["rule `sin` bears the name of a function"]);
    assert_eq!(with("rule any(x) := x"), ["rule `any` bears the name of a function"]);
    assert_eq!(with("rule r(x, x) := x"), ["rule `r` has two formals `x`"]);
    let mut kernel = parse(GOOD);
    kernel.statements.insert("a b".into(), Statement::assign(LValue::Scalar("t".into()), Expr::int(1)));
    assert_eq!(messages(&kernel), ["`a b` is not an identifier"]);
    let mut kernel = parse(GOOD);
    kernel.name = "not".into();
    assert_eq!(messages(&kernel), ["`not` is a word of the expression language"]);
}

#[test]
fn functions() {
    for line in [
        "function h(x: f64) : f64 := x*x",
        "function h(x: f64, i: i32) : f64",
        "function h(x: f64) : f64 := x\n  function q(y: i32) : f64 := h(h(y)) + sin(y)",
        "function h(x: i32, y: i32) : i32 neutral 0 := bit_xor(x, y)",
        "function h(x: f64, y: f64) : f64 neutral -1e999",
        "function h(x: bool, y: bool) : bool neutral false := x != y",
        "function h(x: c128) : f64 := abs(x)",
        "preamble \"double h(double);\"\n  function h(z: f64, y: f64) : f64 neutral 0\n  s5: t = h(t, 1) + reduce(h, j, b[j])  in(i)",
    ] {
        assert_eq!(with(line), Vec::<String>::new(), "{line}");
    }
    for (line, message) in [
        ("function t(x: f64) : f64", "function `t` bears the name of temporary `t`"),
        ("function sin(x: f64) : f64", "function `sin` bears a name that means something already"),
        ("function h() : f64 := 1", "function `h` has no argument"),
        ("function h(x: f64, x: f64) : f64", "function `h` has two arguments `x`"),
        ("function h(x: f64) : f64 := x + n", "function `h` uses the unknown variable `n`"),
        ("function h(x: f64) : f64 := b[x]", "function `h` uses the unknown array `b`"),
        ("function h(x: f64) : f64 := h(x)", "function `h` calls the unknown function `h`"),
        ("function h(x: f64) : f64 := c()", "function `h` invokes the unknown rule `c`"),
        ("function h(x: f64) : f64 := sum(i, x)", "function `h` reduces over the unknown iname `i`"),
        ("function h(x: c64) : f64 := x", "`result` is of type `f64` and is assigned a complex number"),
        (
            "function h(x: f64) : i32 := bit_not(x)",
            "`bit_not(x)` asks for the bits of a number of type `f64`",
        ),
        (
            "function h(x: f64) : f64 neutral 0 := x",
            "function `h` has a neutral value, and is no operation of reductions",
        ),
        (
            "function h(x: f64, y: f64) : f32 neutral 0",
            "function `h` has a neutral value, and is no operation of reductions",
        ),
        (
            "function h(x: f64, y: f64) : f64 neutral x",
            "function `h` has the neutral value `x`, which is no literal of type `f64`",
        ),
        (
            "function h(x: i32, y: i32) : i32 neutral 0.5",
            "function `h` has the neutral value `0.5`, which is no literal of type `i32`",
        ),
        ("function h(x: f64) : f64\n  s5: t = h(1, 2)", "statement `s5` gives function `h` 2 arguments"),
        (
            "function h(x: f64, y: f64) : f64\n  s5: t = reduce(h, k, 1)",
            "statement `s5` reduces by `h`, which is no operation of reductions",
        ),
        ("s5: t = reduce(h, k, 1)", "statement `s5` reduces by `h`, which is no operation of reductions"),
        ("function h(x: i32) : bool\n  require h(n) : \"no\"", "requirement `h(n)` calls `h`"),
    ] {
        assert_eq!(with(line), [message], "{line}");
    }
}

#[test]
fn variables() {
    assert_eq!(
        with("temp x : f64[2, 2] layout(N0)"),
        ["the layout of temporary `x` has 1 entries for 2 axes"]
    );
    assert_eq!(
        with("temp x : f64[2, 2] layout(N0, N2)"),
        ["the levels of the layout of temporary `x` are not 0, 1, 2 and so on"]
    );
    assert_eq!(
        with("arg x : f64[u] in"),
        ["argument `x` has an extent or stride that depends on temporary `u`"]
    );
    assert_eq!(with("arg x : f64[q] in"), ["argument `x` uses the unknown variable `q`"]);
    assert_eq!(with("temp x : f64[i]"), ["temporary `x` uses iname `i`, which is not around it"]);
}

#[test]
fn domains() {
    assert_eq!(with("domain { [i] : i = 0 }"), ["iname `i` is a dimension of domains 0 and 4"]);
    assert_eq!(with("iname z"), ["iname `z` is a dimension of no domain"]);
    assert_eq!(
        with("domain [i] -> { [z] : z = i }"),
        ["domain 4 depends on iname `i`, which no domain around it declares"]
    );
    assert_eq!(with("domain [m] -> { [z] : z = m }"), ["`m`, a parameter of domain 4, is not declared"]);
    assert_eq!(
        with("domain [t] -> { [z] : z = t }"),
        ["`t`, a parameter of domain 4, is not an integer scalar"]
    );
    assert_eq!(
        with("domain [b] -> { [z] : z = b }"),
        ["`b`, a parameter of domain 4, is not an integer scalar"]
    );
    assert_eq!(with("assume [i] -> { : i >= 1 }"), ["`i`, a parameter of the assumptions, is not declared"]);
    assert_eq!(
        with("assume [u] -> { : u >= 1 }"),
        ["the assumptions are about `u`, which the kernel computes"]
    );
    assert_eq!(with("priority i, q"), ["kernel `k` names an unknown iname `q`"]);
    assert_eq!(with("priority i, i"), ["a priority names iname `i` twice"]);
    assert_eq!(with("slab q (1, 1)"), ["kernel `k` names an unknown iname `q`"]);
    let mut kernel = parse(GOOD);
    kernel.inames.shift_remove("j");
    assert_eq!(messages(&kernel)[0], "dimension `j` of domain 1 is missing among the inames");
    let mut kernel = parse(GOOD);
    kernel.domains[0].parent = Some(1);
    assert_eq!(messages(&kernel), ["domain 0 stands before its parent"]);
}

#[test]
fn expressions() {
    for (value, message) in [
        ("q", "uses the unknown variable `q`"),
        ("q + q", "uses the unknown variable `q`"),
        ("i", "uses iname `i`, which is not around it"),
        ("b", "uses array `b` without subscripts"),
        ("w", "uses array `w` without subscripts"),
        ("b[1, 2]", "uses `b` with 2 subscripts, but it has 1 axes"),
        ("t[]", "uses scalar `t` with subscripts"),
        ("n[1]", "uses scalar `n` with subscripts"),
        ("q[1]", "uses the unknown array `q`"),
        ("sinn(t)", "calls the unknown function `sinn`"),
        ("sin(t, t)", "gives function `sin` 2 arguments"),
        ("h$x(t)", "invokes the unknown rule `h`"),
        ("c(t)", "gives rule `c` 1 arguments"),
        ("f(1)", "invokes rule `f`, whose iname `i` is not around it"),
        ("g(1)", "invokes rule `g`, whose iname `i` is not around it"),
        ("sum(q, t)", "reduces over the unknown iname `q`"),
        ("sum(o, t)", "reduces over iname `o`, which is around it already"),
        ("sum(j, sum(j, t))", "reduces over iname `j`, which is around it already"),
        ("sum(i, sum(j, g(1)))", "invokes rule `g`, which reduces over iname `j` around it"),
    ] {
        assert_eq!(with(&format!("x: t = {value}  in(o)")), [format!("statement `x` {message}")], "{value}");
    }
    let given = |body: &str| with(&format!("rule r(x) := {body}\nx: t = r(sum(j, t))  in(o)"));
    assert_eq!(
        given("sum(j, t*x)"),
        ["statement `x` gives rule `r` a reduction over iname `j`, which it reduces over, too"]
    );
    assert!(given("x + sum(j, t)").is_empty());
    assert_eq!(with("rule r(x) := x + q"), ["rule `r` uses the unknown variable `q`"]);
    assert_eq!(with("rule r(x) := r(x)"), ["rule `r` is recursive: r -> r"]);
    assert_eq!(with("rule p(x) := q(x)\nrule q(x) := p(x)"), ["rule `p` is recursive: p -> q -> p"]);
}

#[test]
fn trees_that_have_no_text() {
    let x = || Expr::var("t");
    let deep = (0..300).fold(x(), |e, _| Expr::call("sin", vec![e]));
    let very_deep = (0..2_000).fold(x(), |e, _| Expr::call("sin", vec![e]));
    for (value, message) in [
        (deep, "an expression of statement `x` is more than 256 levels deep"),
        (very_deep, "an expression of statement `x` is more than 256 levels deep"),
        (Expr::real(f64::NAN, None), "statement `x` has a floating-point literal that has no text"),
        (Expr::new(Node::Sum(vec![x()])), "statement `x` has a sum or the like that is not in normal form"),
        (
            Expr::new(Node::Product(vec![x().times(&x()), x()])),
            "statement `x` has a sum or the like that is not in normal form",
        ),
        (
            Expr::new(Node::Reduce { op: ir::ReductionOp::Sum, inames: vec![], over: None, body: x() }),
            "statement `x` has a reduction over no iname",
        ),
    ] {
        let mut kernel = parse(GOOD);
        kernel.statements.insert("x".into(), Statement::assign(LValue::Scalar("t".into()), value));
        assert_eq!(messages(&kernel), [message]);
    }
}

#[test]
fn statements() {
    for (line, message) in [
        ("x: t = 1 in(q)", "statement `x` names an unknown iname `q`"),
        ("x: t = 1 in(i, i)", "statement `x` names iname `i` twice"),
        ("x: i = 1", "statement `x` assigns to `i`, which never changes"),
        ("x: n = 1", "statement `x` assigns to `n`, which never changes"),
        ("x: n[0] = 1", "statement `x` assigns to `n`, which never changes"),
        ("x: q = 1", "statement `x` names an unknown temporary `q`"),
        ("x: b = 1", "statement `x` assigns to array `b` without subscripts"),
        ("x: w = 1", "statement `x` assigns to array `w` without subscripts"),
        ("x: b[0, 0] = 1", "statement `x` uses `b` with 2 subscripts, but it has 1 axes"),
        ("x: b[q] = 1", "statement `x` uses the unknown variable `q`"),
        ("x: a[0, 0] = 1", "statement `x` writes `a`, which is only read"),
        ("x: t = 1 if(q)", "statement `x` uses the unknown variable `q`"),
        ("x: b[0] = 1 if(g(1) > 2) in(i)", "a predicate of statement `x` reads `b`, which it writes"),
        ("x: b[0] = 1 if(b[0] > 2)", "a predicate of statement `x` reads `b`, which it writes"),
        ("x: t = n if(t > 2)", "a predicate of statement `x` reads `t`, which it writes"),
        ("x: t = 1 in(i) time(j)", "the time of statement `x` depends on `j`, which is no iname of it"),
        ("x: nop atomic", "statement `x` is atomic, but assigns nothing"),
    ] {
        assert_eq!(with(line), [message], "{line}");
    }
    assert_eq!(
        instead("iname o : g.0", "iname o : l.0"),
        ["statement `s4` is inside of `o` and `k`, both on axis l.0"]
    );
}

#[test]
fn promises() {
    let idx = "arg idx : i32[n] in\narg written : i64[n] inout\narg fresh : i32[n] out\nx: written[0] = 1\n";
    assert_eq!(with(&format!("{idx}promise injective idx\npromise 1 - n <= idx < n")), Vec::<String>::new());
    for (promise, message) in [
        ("injective ixd", "the kernel has no array argument `ixd`"),
        ("injective n", "`n` is a value and no array"),
        ("injective u", "`u` is a temporary, which the kernel itself fills"),
        ("injective b", "`b` holds f64, and promises are about integers"),
        ("injective written", "`written` is written by `x`"),
        ("injective fresh", "`fresh` is declared as written"),
        ("0 <= idx < m", "`m` is no integer argument of the kernel"),
        ("0 <= idx < flag", "`flag` is no integer argument of the kernel"),
        ("i <= idx < n", "`i` is no integer argument of the kernel"),
        ("distinct y", "the kernel as it was imported has no statement `y`"),
        ("distinct x(i)", "`x` is not in a loop over `i`"),
    ] {
        let found = with(&format!("{idx}promise {promise}"));
        assert_eq!(found, [format!("the promise `{promise}` does not fit: {message}")]);
    }
    let twice = with(&format!("{idx}promise 0 <= idx < n\npromise 0 <= idx < 7"));
    assert_eq!(twice.len(), 2, "{twice:?}");
    assert!(twice[0].ends_with("`0 <= idx < 7` is promised already"), "{twice:?}");
}

#[test]
fn requirements() {
    assert_eq!(
        with("require n > 0 and (flag or max(n, 2) // 2 != abs(n - 1)) : \"no\""),
        Vec::<String>::new()
    );
    for (condition, message) in [
        ("b[0] > 0", "reads an element of `b`"),
        ("b > 0", "reads `b`"),
        ("u > 0", "reads temporary `u`"),
        ("i > 0", "uses iname `i`"),
        ("g(1) > 0", "invokes rule `g`"),
        ("sum(i, 1) > 0", "has a reduction"),
        ("n**2 > 0", "has a power"),
        ("sqrt(n) > 0", "calls `sqrt`"),
        ("n + 1", "is of type `i32`"),
        ("nn > 0", "uses the unknown variable `nn`"),
        ("max(n) > 0", "gives function `max` 1 arguments"),
    ] {
        let found = with(&format!("require {condition} : \"no\""));
        assert_eq!(found, [format!("requirement `{condition}` {message}")]);
    }
}

#[test]
fn order() {
    assert_eq!(with("x: t = 1 after(q)"), ["statement `x` names an unknown statement `q`"]);
    assert_eq!(with("x: t = 1 nosync(q global)"), ["statement `x` names an unknown statement `q`"]);
    assert_eq!(with("x: t = 1 after(x)"), ["statements come after each other: x after x"]);
    assert_eq!(
        instead("s0: u = 3", "s0: u = 3  after(s2)"),
        ["statements come after each other: s0 after s2 after s1 after s0"]
    );
    assert_eq!(
        with("x0: t = 1 after(x1) time(0, 1)\n  x1: t = 1 time(0, 2)"),
        ["`x0` comes after `x1`, and its time is before that of `x1`"]
    );
    assert_eq!(with("x0: t = 1 after(x1) time(1)\n  x1: t = 1 time(0, 2)"), Vec::<String>::new());
    let chain: String = (1..20_000).map(|at| format!("x{at}: t = 1 after(x{})\n", at - 1)).collect();
    assert_eq!(with(&format!("x0: t = 1\n{chain}")), Vec::<String>::new());
}

#[test]
fn provenances() {
    let reference = "  reference {
    arg n : i32
    temp t : f64
    domain [n] -> { [i] : 0 <= i < n }
    r: t = 1  in(i)
  }
";
    let kernel = |line: &str| {
        let outer = "  arg n : i32\n  temp t : f64\n  domain [n] -> { [o] : 0 <= o < n }\n";
        messages(&parse(&format!("{outer}  {line}\n  n: nop\n{reference}")))
    };
    assert_eq!(kernel("x: t = 1 in(o) of r(i = 4*o + n)"), Vec::<String>::new());
    assert_eq!(kernel("x: t = 1 in(o) fetch of r"), Vec::<String>::new());
    for (line, message) in [
        ("x: t = 1", "statement `x` has no provenance in the reference"),
        ("x: t = 1 of q()", "statement `x` names an unknown reference statement `q`"),
        ("x: t = 1 fetch of q", "statement `x` names an unknown reference statement `q`"),
        (
            "x: t = 1 part of r()",
            "the provenance of statement `x` does not give the inames of `r` their values",
        ),
        (
            "x: t = 1 of r(i = 1, j = 2)",
            "the provenance of statement `x` does not give the inames of `r` their values",
        ),
        ("x: t = 1 of r(i = o)", "the provenance of statement `x` depends on `o`, which is no iname of it"),
    ] {
        assert_eq!(kernel(line), [message], "{line}");
    }
    assert_eq!(with("x: t = 1 of s1()"), ["statement `x` has a provenance, but the kernel has no reference"]);
    let mut outer = parse("");
    outer.reference = Some(Rc::new(parse("x: q = 1")));
    assert_eq!(messages(&outer), ["statement `x` names an unknown temporary `q`"]);
    outer.reference = Some(Rc::new(outer.clone()));
    assert_eq!(messages(&outer), ["the reference has a reference or a schedule of its own"]);
}

#[test]
fn schedules() {
    let schedule = |steps: &str| {
        let body = "  arg n : i32\n  temp t : f64\n  temp u : f64\n  domain [n] -> { [i] : 0 <= i < n }\n  \
                    domain { [j] : 0 <= j < 4 }\n  slab j (1, 0)\n  x: t = 1  in(i)\n  y: u = 1  in(j)\n";
        messages(&parse(&format!("{body}  schedule {{\n{steps}\n}}\n")))
    };
    let launch = |steps: &str| schedule(&format!("launch @k groups(n) work_items(4) {{\n{steps}\n}}"));
    let y = "for j = 0 to 3 {\nrun y\n}";
    assert_eq!(launch(&format!("index i : g.0\nrun x\n{y}")), Vec::<String>::new());
    assert_eq!(
        launch(&format!("index i : g.0\nif n > 3 {{\nrun x\n}} else {{\nrun x\n}}\n{y}\n{y}")),
        Vec::<String>::new()
    );
    for (steps, message) in [
        ("index i : g.0\n", "the schedule never runs statement `x`"),
        ("index i : g.0\nrun x\nrun x", "the schedule runs statement `x` in 2 places"),
        ("run x", "the schedule runs statement `x` outside of its iname `i`"),
        ("index i : g.0\nrun x\nrun z", "the schedule names an unknown statement `z`"),
        ("index q : g.0\nindex i : l.0\nrun x", "the schedule binds the unknown iname `q`"),
        ("index i : g.0\nfor i = 0 to 3 {\nrun x\n}", "the schedule binds iname `i` inside of itself"),
        ("index i : g.1\nrun x", "iname `i` takes axis g.1 that launch `k` lacks"),
        ("index i : g.0 + q\nrun x", "the schedule uses the unknown variable `q`"),
        ("for i = j to 3 {\nrun x\n}", "the schedule uses iname `j`, which is not around it"),
        ("index i : g.0\nif q {\nrun x\n}", "the schedule uses the unknown variable `q`"),
    ] {
        assert_eq!(launch(&format!("{steps}\n{y}")), [message], "{steps}");
    }
    let twice = "launch @k groups() work_items() {\nfor i = 0 to 1 {\nrun x\n}\n}\nlaunch @k groups() work_items() {\nfor j = 0 to 1 {\nrun y\n}\n}";
    assert_eq!(schedule(twice), ["two launches are named `k`"]);
}
