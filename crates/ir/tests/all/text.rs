//! Reading and printing of whole files.

use diag::{Diagnostic, LabelPlace, SourceMap};
use ir::text::{format, parse_expr, parse_module, print_module};
use ir::{Expr, Module, Node};

const FULL: &str = r#"lpir 1

kernel @dgemm @"dgemm.f90":1:1 {
  arg m : i32
  arg alpha : f64 @"dgemm.f90":3:5
  arg a : f64[m, l] layout(f) in
  arg b : f64[4, 5, m + 1] layout(N1, N0, stride: 2*m) inout
  arg x : f64[m] out
  arg u : auto[?] in
  arg s : f64[] inout
  arg in : i32
  temp t : f64 private
  temp buf : auto[32, 16] layout(c) local
  temp w : f32[8] auto
  domain [m] -> { [i] : 0 <= i < m }
  domain in 0 [i, n] -> { [j] : 0 <= j <= i }
  assume [m] -> { : m >= 1 }
  iname i : g.0
  iname j : l.auto @"dgemm.f90":4:1
  priority i, j
  slab i (0, 1)
  reassociate
  order(text)
  trusted "precompute(\"a\") unchecked"
  trusted "join_inames(\"i, j\")" : "order a", "value s"
  promise injective in
  promise 1 - n <= in < 4*m + 2
  rule a_acc(i1, i2) := a[i1, i2] @"dgemm.f90":9:9
  rule zero() := 0
  upd: c[i, j] = c[i, j] + alpha*b[k, j]*a_acc$one(i, k)  in(j, k, i) after(init) if(flag, n > 3) tags(inner) nosync(x local) groups(g) conflicts(h) priority(-3) atomic time(0, j, i + 16*(k // 16), k, i) of upd(i = i_inner + 16*i_outer, j = j, k = k) @"dgemm.f90":9:9
  s1: t = -x + zero()  part of upd(i = i)
  fetches: buf[i] = if(i < 3 and not flag, 1.5, 2.0f)  atomic(init) fetch of upd, init
  b0: barrier local  in(k) after(x)
  n0: nop
  reference {
    arg m : i32
    upd: s[] = 1
  }
  schedule {
    launch @dgemm groups((m + 15) // 16, (n + 7) // 8) work_items(8, 16) {
      index i_outer : g.0
      index i_inner : l.1 + 3
      for k_outer = 0 to (l - 1) // 32 {
        barrier "a_acc_0: written by a_acc, read by upd"
        if i_inner + 16*i_outer < m {
          run upd
        } else {
          run other
        }
        barrier
        for ii = 0 to 3 unroll {
          run z
        }
      }
    }
    for t = 0 to n - 1 {
      launch @step groups() work_items() {
      }
    }
  }
}
"#;

fn parse(text: &str) -> Result<Module, Vec<Diagnostic>> {
    parse_module(text, SourceMap::default().add("test", text))
}

fn messages(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for diagnostic in parse(text).unwrap_err() {
        let line = match diagnostic.labels.first().map(|label| &label.place) {
            Some(LabelPlace::Span(span)) => text[..span.start as usize].matches('\n').count() + 1,
            _ => 0,
        };
        found.push(format!("{line}: {}", diagnostic.message));
    }
    found
}

fn expr(text: &str) -> Result<Expr, Vec<Diagnostic>> {
    parse_expr(text, SourceMap::default().add("test", text), 0, &|name| name == "f")
}

#[test]
fn a_file_with_everything_prints_as_it_stands() {
    let module = parse(FULL).unwrap();
    assert_eq!(print_module(&module), FULL);
    assert_eq!(parse(&print_module(&module)).unwrap(), module);
}

#[test]
fn sparse_text_is_completed() {
    let sparse = "lpir 1\nkernel @k {\n arg n, m : i32\n arg x : f64[n, m]\n temp t : f64\n domain { [i] : 0 <= i < 4 }\n\
                  insn_0: t = 1\n t = 2\n x[i, 0] = t in(i)\n}";
    let text = print_module(&parse(sparse).unwrap());
    let expected = "lpir 1\n\nkernel @k {\n  arg n : i32\n  arg m : i32\n  arg x : f64[n, m] layout(c) inout\n  \
                    temp t : f64 auto\n  domain { [i] : 0 <= i <= 3 }\n  iname i\n  insn_0: t = 1\n  insn: t = 2\n  \
                    insn_1: x[i, 0] = t  in(i)\n}\n";
    assert_eq!(text, expected);
}

#[test]
fn words_of_the_language_name_arrays() {
    let text = "lpir 1\nkernel @kernel {\n arg : out = in[if]\n domain: order[out] = in in(in) after(after)\n for = run\n\
                run[i] = for in(iname)\n barrier: barrier = nop\n nop: nop\n}";
    let module = parse(text).unwrap();
    let statements: Vec<&str> = module.kernels["kernel"].statements.keys().map(|id| &**id).collect();
    assert_eq!(statements, ["arg", "domain", "insn", "insn_0", "barrier", "nop"]);
    assert_eq!(parse(&print_module(&module)).unwrap(), module);
}

#[test]
fn requirements_keep_order_and_place() {
    let text = "lpir 1\n\nkernel @k {\n  arg require : i32\n  arg in : i32\n  \
                require in != 0 and require > in : \"K: \\\"illegal\\\" value\" @\"k.f\":205:9\n  \
                require require : \"\"\n  require in != 0 : \"again\"\n}\n";
    let module = parse(text).unwrap();
    assert_eq!(print_module(&module), text);
    let requires = &module.kernels["k"].requires;
    assert_eq!(
        requires.iter().map(|one| one.message.as_str()).collect::<Vec<_>>(),
        ["K: \"illegal\" value", "", "again"]
    );
    assert_eq!(requires[0].loc.as_ref().map(|loc| (loc.line, loc.column)), Some((205, 9)));
    for (line, message) in [
        ("require n > 0", "3: the line ends too early"),
        ("require n > 0 : positive", "3: unexpected `positive`"),
        ("require : \"no\"", "3: unexpected `\"no\"`"),
        ("require n > 0 \"no\"", "3: unexpected `\"no\"`"),
    ] {
        assert_eq!(messages(&format!("lpir 1\nkernel @k {{\n{line}\n}}")), [message], "{line}");
    }
}

#[test]
fn promises_have_one_form() {
    let sparse = "lpir 1\nkernel @k {\n arg promise : i32[2] in\n promise 0 < if <= 2*n + 3\n promise injective promise\n\
                  promise injective promise # again\n promise distinct promise(i, if)\n promise distinct distinct\n promise: promise[0] = 1\n promise 1 <= if < 2*n + 4\n}";
    let module = parse(sparse).unwrap();
    let promises: Vec<String> = module.kernels["k"].promises.iter().map(ToString::to_string).collect();
    assert_eq!(
        promises,
        ["1 <= if < 2*n + 4", "injective promise", "distinct promise(i, if)", "distinct distinct"]
    );
    assert_eq!(parse(&print_module(&module)).unwrap(), module);
    let id = SourceMap::default().add("test", sparse);
    assert!(format(sparse, id).unwrap().contains("  promise injective promise  # again\n"));
    for (line, message) in [
        ("promise injektive a", "3: unknown word `injektive`"),
        ("promise injective", "3: the line ends too early"),
        ("promise distinct s()", "3: unexpected `)`"),
        ("promise injective s(i)", "3: unknown word `injective`"),
        ("promise injective a, b", "3: unexpected `,`"),
        ("promise 0 <= a", "3: the line ends too early"),
        ("promise 0 <= a + 1 < n", "3: unexpected `+`"),
        ("promise n*n <= a < n", "3: `n*n` is not affine"),
        ("promise 0 <= a <= 9223372036854775807", "3: the bound leaves 64 bits"),
        ("promise 1.5 <= a < n", "3: `1.5` is not affine"),
        ("promise a[0] <= a < n", "3: `a[0]` is not affine"),
    ] {
        assert_eq!(messages(&format!("lpir 1\nkernel @k {{\n{line}\n}}")), [message], "{line}");
    }
}

#[test]
fn every_line_in_error_is_reported() {
    let text = "lpir 1\nkernel @k {\n  arg a : f65[n]\n  iname i : g.7\n  s: a[i = 3\n  t: a[i] = 3 iN(i)\n  q: a = 1 é\n  \
                u: a[i] = 99999999999999999999\n  domain [n] -> { [i] : 0 <= i < }\n  v: a = cast(x, 1) + if(1)\n  run a\n\
                  w: a = b in(i) in(j)\n}";
    assert_eq!(
        messages(text),
        [
            "3: unknown type `f65`",
            "4: unknown iname tag `g.7`",
            "5: unexpected `=`",
            "6: unexpected `iN`",
            "7: unexpected character `é`",
            "8: `99999999999999999999` does not fit into 64 bits",
            "9: unexpected `}`",
            "10: malformed `cast`",
            "10: malformed `if`",
            "11: this line belongs into a schedule",
            "12: the statement has two `in` clauses",
        ]
    );
}

#[test]
fn sets_name_only_what_lines_can_name() {
    let text = "lpir 1\nkernel @k {\n  domain [n.0] -> { [i'] : 0 <= i' < n.0 }\n  \
                domain [`a b`] -> { [`and`] : `and` = 0 }\n  assume [n$] -> { : n$ >= 1 }\n  \
                domain { [i] : exists e' : i = 2*e' }\n}";
    assert_eq!(
        messages(text),
        [
            "3: `n.0` is not an identifier",
            "3: `i'` is not an identifier",
            "4: `a b` is not an identifier",
            "4: `and` is a word of the expression language",
            "5: `n$` is not an identifier",
            "6: `e'` is not an identifier",
        ]
    );
    let module = parse("lpir 1\nkernel @k {\n  domain { [`mod`, `i`] : `mod` = 0 and i = 1 }\n}").unwrap();
    assert_eq!(parse(&print_module(&module)).unwrap(), module);
}

#[test]
fn help_names_what_was_meant() {
    for (line, help) in [
        ("arrg a : f64", "did you mean `arg`, at the start of the line?"),
        ("s: a[i] = b[i] afer(x)", "did you mean `after`?"),
        ("temp t : f64 lokal", "did you mean `local`?"),
        ("arg t : f65", "did you mean `f64`?"),
        ("iname i : l.aut", "did you mean `l.auto`?"),
        ("rule f(x) = x", "expected `:=`"),
        ("s: a = b +", "expected an expression"),
        ("s: a = \"b", "close it on the same line"),
        ("s: a = b c", "expected an operator or a clause or `@`"),
    ] {
        let wrong = parse(&format!("lpir 1\nkernel @k {{\n{line}\n}}")).unwrap_err();
        assert_eq!(wrong[0].help.as_deref(), Some(help), "{line}");
    }
}

#[test]
fn the_header_must_be_there() {
    assert_eq!(messages(""), ["1: the text is empty: it lacks its header"]);
    assert_eq!(messages("kernel @k {\n}"), ["1: the text lacks its header"]);
    assert_eq!(messages("# c\nlpir 2\nnonsense"), ["2: the text is in version 2 of the format"]);
    assert_eq!(parse("lpir 1").unwrap(), Module::default());
}

#[test]
fn braces_must_nest() {
    assert_eq!(messages("lpir 1\nkernel @k {"), ["2: the kernel is not closed"]);
    assert_eq!(
        messages("lpir 1\n}\nkernel @k {\n}\n{\n}"),
        ["2: this `}` closes no block", "5: this `{` belongs to nothing"]
    );
    assert_eq!(messages("lpir 1\nkernel @k {\n}\nkernel @k {\n}"), ["4: two kernels are named `k`"]);
    let deep = format!(
        "lpir 1\nkernel @k {{ schedule {{ {} {} }} }}",
        "for i = 0 to 1 {\n".repeat(100),
        "}".repeat(100)
    );
    assert_eq!(messages(&deep), ["65: blocks are nested more than 64 levels deep"]);
}

#[test]
fn long_chains_are_flat_and_deep_trees_are_refused() {
    for operator in [" + ", " - ", "*", " and ", " or "] {
        let text = vec!["x"; 100_000].join(operator);
        assert_eq!(expr(&text).unwrap().to_string(), text);
    }
    let open = "(".repeat(100_000);
    assert_eq!(expr(&format!("{open}x{}", ")".repeat(100_000))).unwrap(), Expr::var("x"));
    for text in [
        vec!["x"; 100_000].join("/"),
        vec!["x"; 100_000].join("**"),
        format!("{}x", "not ".repeat(100_000)),
        format!("{}x{}", "a[".repeat(100_000), "]".repeat(100_000)),
    ] {
        let wrong = expr(&text).unwrap_err();
        assert_eq!(wrong[0].message, "expression is nested more than 256 levels deep");
    }
}

#[test]
fn operators_bind_as_documented() {
    for (text, same) in [
        ("a - b + c*d", "(a - b) + (c*d)"),
        ("a/b*c", "(a/b)*c"),
        ("-a**b", "-(a**b)"),
        ("a**b**c", "a**(b**c)"),
        ("a**-b", "a**(-b)"),
        ("-a*b", "(-a)*b"),
        ("not a < b and c", "(not (a < b)) and c"),
        ("a or b and c", "a or (b and c)"),
        ("a // b % c", "(a // b) % c"),
        ("f", "f()"),
        ("--x", "x"),
        ("1e999", "1e1000"),
        ("reduce(sum, k, x)", "sum(k, x)"),
    ] {
        assert_eq!(expr(text).unwrap(), expr(same).unwrap(), "{text}");
    }
    assert_eq!(expr("a < b < c").unwrap_err().len(), 1);
    assert_eq!(expr("9223372036854775808").unwrap_err().len(), 1);
    assert_eq!(expr("-9223372036854775808").unwrap(), Expr::int(i64::MIN));
    assert_eq!(expr("x -9223372036854775808").unwrap(), expr("x + -9223372036854775808").unwrap());
    assert!(matches!(expr("max(a, b)").unwrap().node(), Node::Call { .. }));
    assert!(matches!(expr("f$t").unwrap().node(), Node::Rule { tag: Some(_), .. }));
    assert_eq!(expr("").unwrap_err()[0].message, "the line ends too early");
}
