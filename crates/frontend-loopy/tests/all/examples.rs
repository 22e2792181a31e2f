//! What is inferred of small kernels, the paper's among them.

use diag::{Diagnostic, SourceMap};
use ir::{Access, ArgKind, Expr, Kernel, LValue, Node, Scalar};

fn try_import(text: &str) -> Result<Kernel, Vec<Diagnostic>> {
    let mut sources = SourceMap::default();
    let id = sources.add("t.loopy", text);
    let imported = frontend_loopy::import(text, id, "t.loopy")?;
    Ok(imported.module.kernels.into_values().next().unwrap())
}

fn import(text: &str) -> Kernel {
    try_import(text).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"))
}

fn shape(kernel: &Kernel, array: &str) -> Vec<Option<Expr>> {
    kernel.args[array].shape().unwrap().to_vec()
}

fn access(kernel: &Kernel, array: &str) -> Access {
    match &kernel.args[array].kind {
        ArgKind::Array { access, .. } => *access,
        ArgKind::Value => panic!("{array} is a value"),
    }
}

fn inames(kernel: &Kernel, id: &str) -> Vec<String> {
    kernel.statements[id].inames.iter().map(ToString::to_string).collect()
}

fn after(kernel: &Kernel, id: &str) -> Vec<String> {
    kernel.statements[id].after.iter().map(ToString::to_string).collect()
}

fn codes(text: &str) -> Vec<&'static str> {
    try_import(text).unwrap_err().iter().map(|error| error.code).collect()
}

#[test]
fn doubling() {
    let kernel = import("{[i]: 0<=i<n}\nout[i] = 2*a[i]");
    let args: Vec<&str> = kernel.args.keys().map(|name| &**name).collect();
    assert_eq!(args, ["a", "n", "out"]);
    assert_eq!(kernel.args["n"].ty, Some(Scalar::I32));
    assert_eq!(kernel.args["a"].ty, None);
    assert_eq!(shape(&kernel, "a"), [Some(Expr::var("n"))]);
    assert_eq!((access(&kernel, "a"), access(&kernel, "out")), (Access::In, Access::Out));
    let value = Expr::int(2).times(&Expr::load("a", vec![Expr::var("i")]));
    assert_eq!(kernel.statements["insn"].value(), Some(&value));
    assert_eq!(inames(&kernel, "insn"), ["i"]);
    assert!(kernel.reassociate);
}

#[test]
fn forward_difference_reads_one_element_more() {
    let kernel = import("{[i]: 0<=i<n}\nresult[i] = u[i+1]-u[i]");
    assert_eq!(shape(&kernel, "u"), [Some(Expr::var("n").plus(&Expr::int(1)))]);
    assert_eq!(shape(&kernel, "result"), [Some(Expr::var("n"))]);
}

#[test]
fn gravity_sums_over_the_distance_of_each_pair() {
    let kernel = import(
        "{[i,j,n,n2]: 0<=i,j<npart and 0<=n,n2<3}
         grav_force(m, M, r) := -66.742*m*M/r**2

         <> radc = sqrt(sum(n, (x[i,n]-center[n])**2))
         <> rad_j = sqrt(sum(n2, (x[i,n2]-x[j,n2])**2))

         force[i] = grav_force(mass[i], massc, radc) + \\
             sum(j, grav_force(mass[i], mass[j], rad_j))",
    );
    assert!(kernel.rules["rad_j"].params.is_empty());
    assert!(!kernel.temps.contains_key("rad_j") && kernel.temps.contains_key("radc"));
    assert_eq!(kernel.statements.len(), 2);
    assert_eq!(inames(&kernel, "insn_1"), ["i"]);
    assert_eq!(after(&kernel, "insn_1"), ["insn"]);
    let mut invoked = false;
    ir::walk::visit(kernel.statements["insn_1"].value().unwrap(), &mut |part| {
        if let Node::Reduce { inames, body, .. } = part.node() {
            assert_eq!(inames.len(), 1);
            invoked |=
                ir::walk::any(body, &mut |e| matches!(e.node(), Node::Rule { name, .. } if *name == "rad_j"));
        }
    });
    assert!(invoked);
    assert_eq!(shape(&kernel, "x"), [Some(Expr::var("npart")), Some(Expr::int(3))]);
    // As in Loo.py: (-66.742*m) * (M / r**2)
    let [m, large, r] = ["m", "M", "r"].map(Expr::var);
    let large = large.divided_by(&Expr::new(Node::Power(r, Expr::int(2))));
    let body = Expr::product(vec![Expr::real(-66.742, None), m, large]);
    assert_eq!(kernel.rules["grav_force"].body, body);
}

#[test]
fn a_scalar_of_the_outer_loops_stays_a_scalar_inside_a_reduction() {
    let kernel = import("{[i,j]: 0<=i,j<n}\n<> t = x[i]\nout[i] = sum(j, t*y[j])");
    assert!(kernel.temps.contains_key("t") && kernel.rules.is_empty());
    assert_eq!(after(&kernel, "insn_0"), ["insn"]);
}

#[test]
fn reduced_scalars_that_cannot_be_inlined_become_loops_of_sums_alone() {
    for definition in [
        "<> t = x[i]*y[j]\nx[0] = 1",
        "<> t = y[j]  {if=j > 1}",
        "<> t = y[j]\nt = y[j] + 1",
        "<> t = t + y[j]",
    ] {
        let text =
            |op: &str| format!("{{[i,j]: 0<=i,j<n}}\n{definition}\nout[i] = reduce({op}, j, t) {{id=o}}");
        assert_eq!(codes(&text("max")), ["lp::loopy::reduced-scalar"], "{definition}");
        let kernel = import(&text("sum"));
        assert_eq!(kernel.statements["o_j_init"].inames, ["i"]);
        assert_eq!(kernel.statements["o_j_update"].inames, ["i", "j"]);
        assert_eq!(kernel.statements["o"].inames, ["i"]);
        assert!(after(&kernel, "o").contains(&"o_j_update".into()), "{definition}");
    }
}

#[test]
fn tags_of_invocations_are_kept() {
    let kernel = import(
        "{[i]: 0<=i<n}\nf(x) := x*a[x]\ng(x) := 12 + f(x)\nh(x) := 1 + g(x) + 20*g$three(x)\na[i] = h$one(i) * h$two(i)",
    );
    let mut tags = Vec::new();
    ir::walk::visit(kernel.statements["insn"].value().unwrap(), &mut |part| {
        if let Node::Rule { tag, .. } = part.node() {
            tags.push(tag.as_ref().map(ToString::to_string));
        }
    });
    assert_eq!(tags, [Some("one".to_owned()), Some("two".to_owned())]);
    assert_eq!(access(&kernel, "a"), Access::InOut);
}

#[test]
fn a_read_never_waits_for_a_later_write() {
    let kernel = import("{[i]: 0<=i<n}\ny[i] = a[i]\na[i] = 2\nz[i] = a[i]");
    assert!(after(&kernel, "insn").is_empty());
    assert_eq!(after(&kernel, "insn_1"), ["insn_0"]);
    let two = import("{[i]: 0<=i<n}\na[i] = 1\na[i] = 2\nz[i] = a[i]");
    assert!(after(&two, "insn_1").is_empty());
    let none = import("{[i]: 0<=i<n}\na[i] = 1\nz[i] = a[i]  {dep=*}");
    assert!(after(&none, "insn_0").is_empty());
}

#[test]
fn outputs_are_whole_or_kept() {
    for (statement, expected) in [
        ("out[i] = 1", Access::Out),
        ("out[2*i] = 1", Access::InOut),
        ("out[i] = 1  {if=i > 0}", Access::InOut),
        ("out[i] = out[i] + 1", Access::InOut),
        ("out[n - 1 - i] = 1", Access::Out),
        ("if flag > 0\nout[i] = 1\nelse\nout[i] = 2\nend", Access::Out),
        ("if flag > 0\nout[i] = 1\nelif flag < -5\nout[i] = 2\nend", Access::InOut),
        ("for i\nif a[i] > 0\nout[i] = 1\nelse\nout[i] = 2\nend\nend", Access::Out),
        ("out[5] = i", Access::InOut),
        ("out[perm[i]] = 1", Access::InOut),
    ] {
        let kernel = import(&format!("{{[i]: 0<=i<n}}\n{statement}"));
        assert_eq!(access(&kernel, "out"), expected, "{statement}");
    }
    let declared = import("args out : f32[n + 1]\n{[i]: 0<=i<n}\nout[i] = 1");
    assert_eq!(access(&declared, "out"), Access::InOut);
    let told = import("args out : f32[n + 1] out\n{[i]: 0<=i<n}\nout[i] = 1");
    assert_eq!(access(&told, "out"), Access::Out);
}

#[test]
fn conditions_are_evaluated_once() {
    let kernel = import("{[i]: 0<=i<n}\nif a[i] > 0\na[i] = -a[i]\nelse\na[i] = 2*a[i]\nend");
    let flag = LValue::Scalar("cond_0".into());
    assert_eq!(kernel.statements["cond_0"].target(), Some(&flag));
    assert_eq!(kernel.statements["insn"].predicates, [Expr::var("cond_0")]);
    assert_eq!(kernel.statements["insn_0"].predicates, [Expr::var("cond_0").logical_not()]);
    assert!(after(&kernel, "insn_0").contains(&"cond_0".to_owned()));
    let direct = import("{[i]: 0<=i<n}\nif i > 0\na[i] = 1\nend");
    assert!(direct.temps.is_empty());
}

#[test]
fn values_in_subscripts_are_integers_and_bounds_are_too() {
    let kernel = import("{[i]: 0<=i<n}\nout[i] = table[index[i] + shift]*scale");
    // A caller may still say which integers the array holds.
    assert_eq!(kernel.args["index"].ty, None);
    assert_eq!(kernel.args["shift"].ty, Some(Scalar::I32));
    assert_eq!(kernel.args["scale"].ty, None);
    assert_eq!(shape(&kernel, "table"), [None]);
}

#[test]
fn sizes_of_nothing() {
    let kernel = import("{[i]: 0<=i<0}\nout[i] = 1");
    assert_eq!(shape(&kernel, "out"), [Some(Expr::int(0))]);
    let one = import("out[0] = 1");
    assert_eq!(shape(&one, "out"), [Some(Expr::int(1))]);
    assert!(one.domains.is_empty());
}

#[test]
fn one_word_is_no_kernel() {
    assert_eq!(codes(""), ["lp::loopy::empty"]);
    assert_eq!(codes("x"), ["lp::loopy::unsupported"]);
}
