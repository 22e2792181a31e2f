//! What programs mean: statements, order, domains and arguments of the kernels made of them.

use diag::{Diagnostic, Severity};
use frontend_fortran::{Form, Imported, Options, Style, import};
use ir::{Access, ArgKind, Kernel, Scalar};

fn read(text: &str) -> Result<Imported, Vec<Diagnostic>> {
    let mut sources = diag::SourceMap::default();
    let source = sources.add("t.f90", text);
    import(&mut sources, source, &Options::new(Form::Free, Vec::new()))
}

fn kernel(text: &str) -> Kernel {
    let imported = read(text).unwrap_or_else(|found| panic!("{found:#?}"));
    imported.module.kernels.into_values().next().unwrap()
}

/// The kernel of statements in a subroutine with arrays `x(n)`, `y(n)`, `k(n)` and scalars.
fn body(declarations: &str, statements: &str) -> Kernel {
    let head = "subroutine f(n, m, a, x, y, k, z)\nimplicit none\ninteger n, m, k(n), i, j, l\nreal*8 a, x(n), y(n)\nreal z(n)";
    kernel(&format!("{head}\n{declarations}\n{statements}\nend\n"))
}

/// The lines of the kernel's statements, without places.
fn lines(kernel: &Kernel) -> Vec<String> {
    let mut module = ir::Module::default();
    module.kernels.insert(kernel.name.clone(), kernel.clone());
    let printed = ir::text::print_module(&module);
    let statements = printed.lines().filter(|line| line.trim_start().starts_with("insn_"));
    statements.map(|line| line.split(" @").next().unwrap_or(line).trim().to_owned()).collect()
}

/// What a single statement assigns.
fn value(declarations: &str, statement: &str) -> String {
    let lines = lines(&body(declarations, statement));
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    let line = line.split("  ").next().unwrap();
    line.split_once(" = ").unwrap().1.to_owned()
}

fn errors(text: &str) -> Vec<String> {
    let found = read(text).unwrap_err();
    found.into_iter().filter(|d| d.severity == Severity::Error).map(|d| d.message).collect()
}

#[test]
fn order_is_total_and_written_as_time() {
    let kernel = body("", "do j = 1, m\ny(j) = 0\ndo i = 1, n\ny(j) = y(j) + x(i)\nend do\nend do\ny(1) = 2");
    assert_eq!(
        lines(&kernel),
        [
            "insn_0: y[j] = 0.0d  in(j) time(0, j, 0)",
            "insn_1: y[j] = y[j] + x[i]  in(j, i) after(insn_0) time(0, j, 1, i, 0)",
            "insn_2: y[0] = 2.0d  after(insn_1) time(1)",
        ]
    );
}

#[test]
fn each_loop_has_a_domain_and_a_name_of_its_own() {
    let kernel =
        body("", "do i = 1, n\nx(i) = 1\nend do\ndo i = 2, n - 1\ndo j = i, n\ny(i) = 2\nend do\nend do");
    let domains: Vec<(&str, Option<usize>)> =
        kernel.domains.iter().map(|d| (d.set.text(), d.parent)).collect();
    assert_eq!(
        domains,
        [
            ("[n] -> { [i] : 0 <= i < n }", None),
            ("[n] -> { [i_0] : 0 <= i_0 <= n - 3 }", None),
            ("[i_0, n] -> { [j] : 0 <= j <= n - i_0 - 2 }", Some(1)),
        ]
    );
}

#[test]
fn a_domain_hangs_below_all_loops_that_it_depends_on() {
    let kernel = body("", "do i = 1, n\ndo j = 1, n\ndo l = i, j\nx(l) = 1\nend do\nend do\nend do");
    let parents: Vec<Option<usize>> = kernel.domains.iter().map(|d| d.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1)]);
}

#[test]
fn steps_count_iterations_upwards() {
    for (head, domain, subscript) in [
        ("1, n, 2", "[n] -> { [i] : 0 <= i and 2*i < n }", "2*i"),
        ("n, 1, -1", "[n] -> { [i] : 0 <= i < n }", "n - i - 1"),
        ("10, 1, -4", "{ [i] : 0 <= i <= 2 }", "-4*i + 9"),
        ("3, 3", "{ [i] : i = 0 }", "i + 2"),
        ("1, 0", "{ [i] : false }", "i"),
    ] {
        let kernel = body("", &format!("do i = {head}\nx(i) = 1\nend do"));
        assert_eq!(kernel.domains[0].set.text(), domain, "{head}");
        let target = kernel.statements[0].target().unwrap().index()[0].clone();
        let expected = ir::text::parse_module(
            &format!(
                "lpir 1\nkernel @e {{\n  arg n : i32\n  domain {{ [i] }}\n  iname i\n  temp t : i32 private\n  s: t = {subscript}  in(i)\n}}\n"
            ),
            diag::SourceMap::default().add("e", ""),
        );
        let expected = expected.unwrap_or_else(|e| panic!("{subscript}: {e:#?}"));
        let expected = expected.kernels[0].statements[0].value().cloned().unwrap();
        // A loop variable as a value is converted.
        let expected = match expected.node() {
            ir::Node::Cast(_, inner) => inner.clone(),
            _ => expected,
        };
        assert_eq!(ir::affine::to_aff(&target), ir::affine::to_aff(&expected), "{head}");
    }
}

#[test]
fn types_mix_as_in_fortran() {
    for (statement, expected) in [
        ("y(1) = z(1)*z(2) + a", "cast(f64, z[0]*z[1]) + a"),
        ("y(1) = a + z(1)", "a + cast(f64, z[0])"),
        ("y(1) = 1.5*a", "1.5d*a"),
        ("y(1) = 0.1*a", "0.10000000149011612d*a"),
        ("y(1) = 0.1d0*a", "0.1d*a"),
        ("z(1) = 0.1", "0.1f"),
        ("z(1) = a", "cast(f32, a)"),
        ("k(1) = a", "cast(i32, a)"),
        ("y(1) = m", "cast(f64, m)"),
        ("y(1) = m*a", "cast(f64, m)*a"),
        ("y(1) = 2*a", "2*a"),
        ("y(1) = 2/a", "2.0d/a"),
        ("y(1) = 1/2*a", "0.0d*a"),
        ("y(1) = m/2*a", "cast(f64, div_trunc(m, 2))*a"),
        ("k(1) = k(1)*3/4", "div_trunc(k[0]*3, 4)"),
        ("y(1) = a*x(1)/x(2)", "a*x[0]/x[1]"),
        ("y(1) = a/x(1)*x(2)", "a/x[0]*x[1]"),
        ("y(1) = a - x(1) - x(2)", "a - x[0] - x[1]"),
        ("y(1) = a - (x(1) - x(2))", "a - (x[0] - x[1])"),
        ("y(1) = -a**2", "-a**2"),
        ("y(1) = a**z(1)", "a**cast(f64, z[0])"),
        ("y(1) = real(a)", "cast(f64, cast(f32, a))"),
        ("k(1) = nint(a)", "nint(a)"),
        ("k(1) = mod(m, 4)", "rem_trunc(m, 4)"),
        ("k(1) = modulo(m, 4)", "m % 4"),
        ("k(1) = (-7)/2 + mod(-7, 2) + modulo(-7, 2)", "-3"),
        ("y(1) = max(a, 1.0d0, x(1))", "max(max(a, 1.0d), x[0])"),
    ] {
        assert_eq!(value("", statement), expected, "{statement}");
    }
}

#[test]
fn subscripts_lose_their_lower_bound() {
    let declarations = "real*8 b(0:3), c(-1:3), d(m:n)";
    for (statement, expected) in [
        ("b(0) = 1", "b[0]"),
        ("c(-1) = 1", "c[0]"),
        ("c(m) = 1", "c[m + 1]"),
        ("d(m + 2) = 1", "d[2]"),
        ("x(k(1)) = 1", "x[k[0] - 1]"),
        ("x(2*m/2) = 1", "x[div_trunc(2*m, 2) - 1]"),
    ] {
        let kernel = body(declarations, statement);
        let line = lines(&kernel).remove(0);
        assert_eq!(line.split(": ").nth(1).unwrap().split(" = ").next().unwrap(), expected, "{statement}");
    }
}

#[test]
fn conditions_on_memory_are_evaluated_once() {
    let text =
        "if (x(1) > 1) then\nx(1) = 0\ny(1) = 1\nelse if (x(2) > 1) then\ny(1) = 2\nelse\ny(1) = 3\nend if";
    assert_eq!(
        lines(&body("", text)),
        [
            "insn_0: loopy_cond0 = x[0] > 1  time(0)",
            "insn_1: x[0] = 0.0d  after(insn_0) if(loopy_cond0) time(1)",
            "insn_2: y[0] = 1.0d  after(insn_1) if(loopy_cond0) time(2)",
            "insn_3: loopy_cond1 = x[1] > 1  after(insn_2) if(not loopy_cond0) time(3)",
            "insn_4: y[0] = 2.0d  after(insn_3) if(not loopy_cond0, loopy_cond1) time(4)",
            "insn_5: y[0] = 3.0d  after(insn_4) if(not loopy_cond0, not loopy_cond1) time(5)",
        ]
    );
}

#[test]
fn conditions_that_never_change_are_predicates() {
    let text = "do i = 1, n\nif (i > 1 .and. m == 2) x(i) = 1\nif (i == n) then\ny(i) = 1\nelse\ny(i) = 2\nend if\nend do";
    assert_eq!(
        lines(&body("", text)),
        [
            "insn_0: x[i] = 1.0d  in(i) if(i > 0 and m == 2) time(0, i, 0)",
            "insn_1: y[i] = 1.0d  in(i) after(insn_0) if(i == n - 1) time(0, i, 1)",
            "insn_2: y[i] = 2.0d  in(i) after(insn_1) if(i != n - 1) time(0, i, 2)",
        ]
    );
}

#[test]
fn a_negated_comparison_of_reals_stays_negated() {
    let text = "if (a > 1) then\nx(1) = 1\nelse\nx(1) = 2\nend if";
    assert!(lines(&body("", text))[1].contains("if(not a > 1)"), "NaN is in the other branch");
}

#[test]
fn bounds_from_memory_are_stored_before_the_loop() {
    let text = "do i = 1, n\ndo j = k(i), k(i) + m\nx(j) = 1\nend do\nend do";
    let kernel = body("", text);
    assert_eq!(
        lines(&kernel),
        [
            "insn_0: j_start = k[i]  in(i) time(0, i, 0)",
            "insn_1: j_end = m + k[i]  in(i) after(insn_0) time(0, i, 1)",
            "insn_2: x[j + j_start - 1] = 1.0d  in(i, j) after(insn_1) time(0, i, 2, j, 0)",
        ]
    );
    assert_eq!(kernel.domains[1].parent, Some(0));
}

#[test]
fn a_scalar_assigned_once_is_a_bound_and_others_are_not() {
    let once = body("integer len", "len = k(1)\ndo i = 1, len\nx(i) = 1\nend do");
    assert_eq!(once.domains[0].set.text(), "[len] -> { [i] : 0 <= i < len }");
    let twice = body("integer len", "len = k(1)\ndo i = 1, len\nlen = k(i)\nx(i) = len\nend do");
    assert_eq!(twice.domains[0].set.text(), "[i_end] -> { [i] : 0 <= i < i_end }");
    let guarded = body("integer len", "len = 1\nif (x(1) > 0) len = 3\ndo i = 1, len\nx(i) = 1\nend do");
    assert_eq!(guarded.domains[0].set.text(), "[i_end] -> { [i] : 0 <= i < i_end }");
    let known = body("integer len", "len = n - 1\ndo i = 1, len\nx(i) = 1\nend do");
    assert_eq!(known.domains[0].set.text(), "[n] -> { [i] : 0 <= i <= n - 2 }");
}

#[test]
fn a_bound_under_a_condition_makes_no_iteration_where_it_does_not_hold() {
    let text = "if (x(1) > 0) then\ndo i = 2, k(1)\nx(i) = 1\nend do\nend if";
    let lines = lines(&body("", text));
    assert!(lines[1].starts_with("insn_1: i_end = if(loopy_cond0, k[0], 1)"), "{lines:?}");
}

#[test]
fn arguments_keep_their_order_and_say_what_happens_to_them() {
    let text = "subroutine f(s, x, y, n, w, t)\ninteger n\nreal x(n), y(n), s, t\nreal, intent(out) :: w(n, *)\n\
                do i = 1, n\ns = s + x(i)\ny(i) = t\nw(i, 2) = t\nend do\nend";
    let kernel = kernel(text);
    let names: Vec<&str> = kernel.args.keys().map(|name| name.as_str()).collect();
    assert_eq!(names, ["s", "x", "y", "n", "w", "t"]);
    let access = |name: &str| match &kernel.args[name].kind {
        ArgKind::Value => None,
        ArgKind::Array { access, shape, .. } => Some((*access, shape.len())),
    };
    assert_eq!(access("s"), Some((Access::InOut, 0)));
    assert_eq!(access("x"), Some((Access::In, 1)));
    assert_eq!(access("y"), Some((Access::InOut, 1)));
    assert_eq!(access("w"), Some((Access::Out, 2)));
    assert_eq!(access("n"), None);
    assert_eq!(kernel.args["w"].shape().unwrap()[1], None);
    assert_eq!(kernel.args["t"].ty, Some(Scalar::F32));
    assert!(!kernel.reassociate);
}

#[test]
fn the_listing_without_a_declared_variable_is_read_with_a_warning() {
    let text = "subroutine fill(out, a, n)\n  implicit none\n  real*8 a, out(n)\n  integer n\n\n  do i = 1, n\n    out(i) = a\n  end do\nend\n\
                !$loopy begin transform\n! fill = lp.split_iname(fill, \"i\", 128,\n!     outer_tag=\"g.0\", inner_tag=\"l.0\")\n!$loopy end transform\n";
    let imported = read(text).unwrap();
    assert_eq!(imported.warnings.len(), 1);
    assert!(imported.warnings[0].message.contains("`i`"));
    let script = imported.script.unwrap();
    assert_eq!(script.style, Style::Transform);
    assert_eq!(script.text.lines().nth(10), Some("fill = lp.split_iname(fill, \"i\", 128,"));
    let kernel = &imported.module.kernels["fill"];
    let place = kernel.statements[0].loc.as_ref().unwrap();
    assert_eq!((place.line, place.column), (7, 5));
}

#[test]
fn macros_and_definitions_from_outside_agree() {
    let text = "subroutine f(x)\nreal x(N)\ndo i = 1, N\nx(i) = SCALE(x(i))\nend do\nend\n";
    let read = |defines: &[(&str, &str)], text: &str| {
        let mut sources = diag::SourceMap::default();
        let source = sources.add("t", text);
        let defines = defines.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        import(&mut sources, source, &Options::new(Form::Free, defines))
            .map(|imported| lines(&imported.module.kernels[0]))
    };
    let inside = format!("#define N 4\n#define SCALE(x) (2.0*x)\n{text}");
    let outside = read(&[("N", "4"), ("SCALE", "twice")], &text.replace("SCALE(x(i))", "2.0*x(i)"));
    assert_eq!(read(&[], &inside).unwrap(), outside.unwrap());
}

#[test]
fn values_that_are_not_kept_are_reported() {
    let head = "subroutine f(n, x)\nimplicit none\ninteger n, i\nreal x(n), t\n";
    for (statements, expected) in [
        ("x(1) = t", "`t` is used and never assigned"),
        ("x(1) = u", "`u` is not declared"),
        (
            "do i = 1, n\ndo i = 1, n\nx(i) = 1\nend do\nend do",
            "`i` is the variable of a loop around this one",
        ),
        ("x(1, 2) = 1", "`x` has 1 axes, not 2"),
        ("x(1) = x", "an array stands where a single value is expected"),
    ] {
        assert_eq!(errors(&format!("{head}{statements}\nend\n")), [expected], "{statements}");
    }
}

#[test]
fn huge_inputs_are_refused_in_time() {
    let wrap = |statement: &str| format!("subroutine f(n, x)\nreal x(n)\n{statement}\nend\n");
    let terms = format!("x(1) = 1{}", " &\n + x(1)".repeat(30_000));
    let divisions = format!("x(1) = x(1){}", "/x(2)".repeat(500));
    let extremes = format!("x(1) = max({}x(2))", "x(1), ".repeat(500));
    let deep = format!("x(1) = {}x(1){}", "(1/(x(1)*-1+".repeat(30), "))".repeat(30));
    for statement in [terms, divisions, extremes, deep] {
        assert!(read(&wrap(&statement)).is_err());
    }
    let many = "do i = 1, n\nx(i) = x(i) + 1\nend do\nif (x(1) > 0) x(1) = 2\n".repeat(500);
    assert_eq!(kernel(&wrap(&many)).statements.len(), 1500);
}
