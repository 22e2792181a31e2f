//! Transforms of substitution rules, checked instance by instance: what a statement evaluates at each point
//! of its domain, down to array elements with numbers as subscripts, is the same before and after.

use crate::common;

use ir::{Expr, Kernel, LValue, Name, Node, Statement, affine, expand, walk};
use pass::Failure;
use poly::{Point, Set};

/// A kernel with a value for its parameter `n`.
struct Run<'a> {
    kernel: &'a Kernel,
    n: i64,
}

impl Run<'_> {
    fn points(&self, set: &Set) -> Vec<Point> {
        let n = Name::from("n");
        let set = if set.has_param(&n) { set.fix(&n, self.n).unwrap() } else { set.clone() };
        set.points(100_000).unwrap().expect("a bounded set")
    }

    /// The points of a statement, further inames included, at which it agrees with those given.
    fn instances(&self, inames: &[Name], given: &Point) -> Vec<Point> {
        let mut set = self.kernel.domain_of(inames).unwrap().intersect(&self.kernel.assumptions).unwrap();
        for iname in inames {
            if let Some(value) = given.get(iname) {
                set = set.fix(iname, *value).unwrap();
            }
        }
        let mut points = self.points(&set);
        for point in &mut points {
            point.extend(given.iter().map(|(name, value)| (name.clone(), *value)));
        }
        points
    }

    fn number(&self, expr: &Expr, at: &Point) -> Option<i64> {
        if walk::names(expr).iter().any(|name| self.kernel.temps.contains_key(name)) {
            return None;
        }
        let n = Name::from("n");
        affine::to_aff(expr)?.eval(&|name| if *name == n { Some(self.n) } else { at.get(name).copied() })
    }

    /// The expression at a point: numbers where possible, reductions written out, temporaries followed to
    /// what the statement that fills them stores.
    fn ground(&self, statement: &Statement, expr: &Expr, at: &Point) -> Expr {
        if let Some(value) = self.number(expr, at) {
            return Expr::int(value);
        }
        match expr.node() {
            Node::Reduce { inames, body, .. } => {
                let mut all = statement.inames.clone();
                all.extend(inames.iter().cloned());
                let points = self.instances(&all, at);
                Expr::sum(points.iter().map(|point| self.ground(statement, body, point)).collect())
            }
            Node::Select(condition, a, b) => match affine::to_constraints(condition) {
                Some(constraints) => {
                    let mut known = at.clone();
                    known.insert("n".into(), self.n);
                    let holds = constraints.iter().all(|c| c.holds(&known).unwrap());
                    self.ground(statement, if holds { a } else { b }, at)
                }
                None => walk::map_children(expr, &mut |child| self.ground(statement, child, at)),
            },
            Node::Load { array, index } => {
                let index: Vec<Expr> = index.iter().map(|e| self.ground(statement, e, at)).collect();
                self.check_bounds(array, &index);
                self.stored(array, &index, at).unwrap_or_else(|| Expr::load(array.clone(), index))
            }
            Node::Var(name) => self.stored(name, &[], at).unwrap_or_else(|| expr.clone()),
            _ => walk::map_children(expr, &mut |child| self.ground(statement, child, at)),
        }
    }

    fn check_bounds(&self, array: &Name, index: &[Expr]) {
        let shape: Vec<Option<Expr>> = match self.kernel.args.get(array) {
            Some(arg) => arg.shape().unwrap().to_vec(),
            None => self.kernel.temps[array].shape.iter().cloned().map(Some).collect(),
        };
        for (subscript, extent) in index.iter().zip(shape) {
            let (Some(at), Some(extent)) = (subscript.as_int(), extent) else { continue };
            let extent = self.number(&extent, &Point::new()).unwrap();
            assert!(0 <= at && at < extent, "{array}[{at}] of {extent}");
        }
    }

    /// What the fetch in the same iterations of the loops that it shares stores in a temporary.
    fn stored(&self, array: &Name, index: &[Expr], at: &Point) -> Option<Expr> {
        self.kernel.temps.get(array)?;
        let writes = |s: &&Statement| s.target().is_some_and(|target| target.name() == array);
        let fetch = self.kernel.statements.values().find(writes)?;
        let own = |name: &Name| fetch.inames.contains(name);
        let shared: Point =
            at.iter().filter(|(name, _)| own(name)).map(|(name, v)| (name.clone(), *v)).collect();
        let mut found = None;
        for point in self.instances(&fetch.inames, &shared) {
            let holds = |predicate: &Expr| {
                let mut known = point.clone();
                known.insert("n".into(), self.n);
                affine::to_constraints(predicate).unwrap().iter().all(|c| c.holds(&known).unwrap())
            };
            let target: Vec<Expr> = match fetch.target().unwrap() {
                LValue::Scalar(_) => Vec::new(),
                LValue::Element { index, .. } => {
                    index.iter().map(|e| self.ground(fetch, e, &point)).collect()
                }
            };
            if target == index && fetch.predicates.iter().all(holds) {
                assert!(found.is_none(), "{array}{index:?} is stored twice");
                let value = expand::expand_rules(fetch.value().unwrap(), &self.kernel.rules).unwrap();
                found = Some(self.ground(fetch, &value, &point));
            }
        }
        Some(found.unwrap_or_else(|| panic!("{array}{index:?} is not stored at {at:?}")))
    }

    /// What a statement writes, and which values, at each of its points.
    fn trace(&self, id: &str) -> Vec<(Vec<Expr>, Expr)> {
        let statement = &self.kernel.statements[id];
        let value = expand::expand_rules(statement.value().unwrap(), &self.kernel.rules).unwrap();
        let mut trace = Vec::new();
        for point in self.instances(&statement.inames, &Point::new()) {
            let target = statement.target().unwrap().index();
            let target = target.iter().map(|e| self.ground(statement, e, &point)).collect();
            trace.push((target, self.ground(statement, &value, &point)));
        }
        trace.sort();
        trace
    }

    /// Every element that a statement which fills a temporary reads must exist.
    fn check_fetches(&self) {
        for (_, fetch) in self
            .kernel
            .statements
            .iter()
            .filter(|(_, s)| matches!(s.provenance, Some(ir::Provenance::Fetch(_))))
        {
            let value = expand::expand_rules(fetch.value().unwrap(), &self.kernel.rules).unwrap();
            for point in self.instances(&fetch.inames, &Point::new()) {
                self.ground(fetch, &value, &point);
                for index in fetch.target().unwrap().index() {
                    self.ground(fetch, index, &point);
                }
                self.check_bounds(
                    fetch.target().unwrap().name(),
                    &match fetch.target().unwrap() {
                        LValue::Scalar(_) => Vec::new(),
                        LValue::Element { index, .. } => {
                            index.iter().map(|e| self.ground(fetch, e, &point)).collect()
                        }
                    },
                );
            }
        }
    }
}

/// Runs the calls and compares what statement `s` computes; `Err` is the code of a refusal.
fn compare(text: &str, calls: &str, sizes: &[i64]) -> Result<Kernel, String> {
    let module = common::module(text);
    let after = match common::run(calls, &module) {
        Ok(done) => done.result.kernels[0].clone(),
        Err(Failure::Refused(problems)) => return Err(problems[0].code.to_owned()),
        Err(failure) => panic!("{}", common::failure(&failure)),
    };
    let printed = ir::text::print_module(&module_of(&after));
    assert_eq!(ir::text::print_module(&common::module(&printed)), printed);
    for n in sizes {
        let before = Run { kernel: &module.kernels[0], n: *n };
        let after = Run { kernel: &after, n: *n };
        assert_eq!(before.trace("s"), after.trace("s"), "n = {n}\n{printed}");
        after.check_fetches();
    }
    Ok(after)
}

fn module_of(kernel: &Kernel) -> ir::Module {
    ir::Module { kernels: [(kernel.name.clone(), kernel.clone())].into_iter().collect() }
}

fn blocked(length: i64, value: &str) -> String {
    format!(
        "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg u : f64[5*n + 40] in\n  arg b : f64[n] out\n  \
         domain [n] -> {{ [o, i] : 0 <= i < {length} and 0 <= o and i + {length}*o < n }}\n  iname o\n  iname i\n  \
         rule f(x) := u[x]\n  s: b[i + {length}*o] = {value}  in(o, i)\n}}\n"
    )
}

const SIZES: [i64; 8] = [0, 1, 3, 4, 5, 8, 9, 13];

#[test]
fn blocks_of_every_length_stride_and_offset() {
    let mut accepted = 0;
    for length in [1, 4, 5] {
        let element = format!("(i + {length}*o)");
        for (a, b) in [(1, 1), (2, 2), (3, 3), (1, 2), (-1, -1)] {
            for (c, d) in [(0, 0), (0, 1), (3, 0), (0, 7), (20, 22)] {
                let at = |stride: i64, offset: i64| {
                    if stride < 0 {
                        format!("f(n - {element} + {offset})")
                    } else {
                        format!("f({stride}*{element} + {offset})")
                    }
                };
                let text = blocked(length, &format!("{} - {}", at(a, c), at(b, d)));
                match compare(&text, "precompute('f', 'i')", &SIZES) {
                    Ok(after) => {
                        accepted += 1;
                        assert!(after.rules.is_empty());
                    }
                    Err(code) => {
                        let gaps = ["lp::precompute::not-convex", "lp::precompute::unbounded"];
                        assert!(gaps.contains(&code.as_str()), "{code} for {a}, {b}, {c}, {d}");
                    }
                }
                if a == b {
                    compare(&text, "precompute('f', 'i', fetch_bounding_box=True)", &SIZES).unwrap();
                }
            }
        }
    }
    assert!(accepted > 30, "only {accepted} of 75");
}

#[test]
fn conditions_bound_what_is_fetched() {
    let text = blocked(4, "if(i + 4*o > 0, f(i + 4*o - 1), 0.0) + if(i + 4*o < n - 1, f(i + 4*o + 1), 1.0)");
    let text = text.replace("f64[5*n + 40]", "f64[n]");
    compare(&text, "precompute('f', 'i', fetch_bounding_box=True)", &SIZES).unwrap();
    compare(&text, "add_prefetch('u', 'i', fetch_bounding_box=True)", &SIZES).unwrap();
    let one = blocked(4, "if(i + 4*o > 0, f(i + 4*o - 1), 0.0)").replace("f64[5*n + 40]", "f64[n]");
    compare(&one, "precompute('f', 'i')", &SIZES).unwrap();
    let data = blocked(4, "if(u[i] > 0.0, f(i + 4*o - 1), 0.0)").replace("f64[5*n + 40]", "f64[n + 4]");
    assert_eq!(compare(&data, "precompute('f', 'i')", &SIZES).unwrap_err(), "lp::precompute::condition");
}

#[test]
fn swept_loops_may_be_all_or_none() {
    let text = blocked(4, "f(i + 4*o)*f(2)");
    let all = compare(&text, "precompute('f', 'i')", &SIZES);
    assert_eq!(all.unwrap_err(), "lp::precompute::unbounded", "2 and 4*o lie apart without limit");
    let text = blocked(4, "f(i + 4*o + 1)");
    let none = compare(&text, "precompute('f', [])", &SIZES).unwrap();
    assert!(none.temps["f_0"].shape.is_empty());
    assert_eq!(compare(&text, "precompute('f', 'o')", &SIZES).unwrap_err(), "lp::precompute::unbounded");
    assert_eq!(compare(&text, "precompute('f', 'n')", &SIZES).unwrap_err(), "lp::precompute::sweep");
}

#[test]
fn nested_rules_and_tags() {
    let text = blocked(4, "h(i + 4*o) + g$one(i + 4*o + 1) + f(i)");
    let text = text.replace("  s:", "  rule g(x) := 2*f(x)\n  rule h(i) := g(i + 1)*f(i)\n  s:");
    for call in [
        "precompute('g', 'i')",
        "precompute('g$one', 'i')",
        "precompute('f < g', 'i')",
        "precompute('h', 'i')",
        "precompute('f', 'i', within='f < g')",
        "precompute('f', 'i', within='f < h')",
        "expand_subst('g < h')",
        "expand_subst('f < g < h'); precompute('g', 'i')",
        "expand_subst()",
        "precompute('g', 'i'); precompute('h', 'i')",
        "extract_subst('w', 'u[q]', parameters='q'); expand_subst('g')",
    ] {
        match compare(&text, call, &SIZES) {
            Ok(_) => {}
            Err(code) => assert_eq!((call, &*code), ("precompute('f < g', 'i')", "lp::precompute::rule")),
        }
    }
}

#[test]
fn values_that_mention_swept_inames_and_reductions() {
    let text = "lpir 1\n\nkernel @k {\n  arg n : i32\n  arg a : f64[n, 6] in\n  arg x : f64[6] in\n  arg b : f64[n, 2] out\n  \
        domain [n] -> { [o, i] : 0 <= i < 4 and 0 <= o and i + 4*o < n }\n  domain { [k] : 0 <= k < 3 }\n  \
        domain { [j] : 0 <= j < 2 }\n  iname o\n  iname i\n  iname k\n  iname j\n  \
        rule g(c) := a[i + 4*o, c]*2\n  rule row(r) := sum(k, a[r, k])\n  \
        s: b[i + 4*o, j] = sum(k, g(k + 3*j)*x[k]) + row(i + 4*o)  in(o, j, i)\n}\n";
    for call in [
        "precompute('g', 'k')",
        "precompute('g', 'k, i')",
        "precompute('g', 'k, i, j')",
        "precompute('g', 'i, j, k', storage_axes='c, i', precompute_inames='cc, ii')",
        "precompute('row', 'i')",
        "precompute('row', [])",
        "add_prefetch('x', 'k')",
        "add_prefetch('a', 'i, k, j', fetch_bounding_box=True)",
        "add_prefetch('a', 'i, k', fetch_bounding_box=True, within='s')",
    ] {
        match compare(text, call, &SIZES) {
            Ok(_) => {}
            Err(code) => panic!("{call}: {code}"),
        }
    }
}

fn rules_of(kernel: &Kernel) -> Vec<String> {
    let text = ir::text::print_module(&module_of(&Kernel { reference: None, ..kernel.clone() }));
    let wanted = |line: &&str| line.starts_with("rule ") || line.contains(" = ");
    let lines = text.lines().map(str::trim).filter(wanted);
    lines.map(|line| line.split("  in(").next().unwrap().to_owned()).collect()
}

fn after(text: &str, calls: &str) -> Kernel {
    match common::run(calls, &common::module(text)) {
        Ok(done) => done.result.kernels[0].clone(),
        Err(failure) => panic!("{}", common::failure(&failure)),
    }
}

fn code(text: &str, calls: &str) -> &'static str {
    match common::run(calls, &common::module(text)) {
        Err(Failure::Refused(problems)) => problems[0].code,
        other => panic!("{other:?}"),
    }
}

fn with_rules(rules: &[&str], value: &str) -> String {
    let rules: String = rules.iter().map(|rule| format!("  rule {rule}\n")).collect();
    format!(
        "lpir 1\n\nkernel @k {{\n  arg a : f64[40] in\n  arg b : f64[8] out\n  domain {{ [i] : 0 <= i < 8 }}\n  iname i\n\
         {rules}  s: b[i] = {value}  in(i)\n}}\n"
    )
}

#[test]
fn the_papers_divergence() {
    let rules = ["f(x) := x*a[x]", "g(x) := 12 + f(x)", "h(x) := 1 + g(x) + 20*g$three(x)"];
    let text = with_rules(&rules, "h$one(i)*h$two(i)");
    let expected = [
        "rule f(x) := cast(f64, x)*a[x]",
        "rule g(x) := 12 + f(x)",
        "rule h(x) := 1 + g(x) + 20*g$three(x)",
        "rule h_0(x) := 1 + g(x) + 20*(12 + f(i))",
        "s: b[i] = h$one(i)*h_0$two(i)",
    ];
    assert_eq!(rules_of(&after(&text, "expand_subst('g$three < h$two')")), expected);
    let swapped = with_rules(&rules, "h$two(i)*h$one(i)");
    let expected = [&expected[..4], &["s: b[i] = h_0$two(i)*h$one(i)"]].concat();
    assert_eq!(rules_of(&after(&swapped, "expand_subst('g$three < h$two')")), expected);
}

#[test]
fn copies_differ_by_what_went_into_them() {
    let text = with_rules(&["g(x) := 12 + a[x]", "h(x) := 1 + g(x)"], "h(i) + h(i + 1) + h(i)");
    let made = compare(&text, "expand_subst('g < h')", &[0]).unwrap();
    let expected = [
        "rule h(x) := 1 + (12 + a[i])",
        "rule h_0(x) := 1 + (12 + a[i + 1])",
        "s: b[i] = h(i) + h_0(i + 1) + h(i)",
    ];
    assert_eq!(rules_of(&made), expected);
}

#[test]
fn formals_capture_nothing() {
    // `i` is a formal of `h` and the iname that goes into its body.
    let text = with_rules(&["g(x) := 12 + a[x]", "h(i) := i + g(i + 1)"], "h(2*i)");
    let made = compare(&text, "expand_subst('g < h')", &[0]).unwrap();
    assert_eq!(rules_of(&made)[0], "rule h(i_0) := cast(f64, i_0) + (12 + a[2*i + 1])");
    let text = with_rules(&["g(x) := 12 + a[x]", "h(i, i_0) := i_0 + g(i + 1)"], "h(2*i, i)");
    compare(&text, "expand_subst('g < h')", &[0]).unwrap();
    compare(&text, "precompute('g', 'i')", &[0]).unwrap();
}

#[test]
fn actuals_are_expanded_where_they_stand() {
    let text = with_rules(&["p(x) := x + 1", "q(x) := a[p(x)]"], "q(p(i)) + q(p(p(2)))");
    for within in ["p", "p < q", "q", "p < s"] {
        match compare(&text, &format!("expand_subst('{within}')"), &[0]) {
            Ok(_) => {}
            Err(code) => panic!("{within}: {code}"),
        }
    }
}

#[test]
fn rules_that_multiply_or_recur_are_refused() {
    let mut rules = vec!["r0(x) := a[x]".to_owned()];
    for level in 1..40 {
        rules.push(format!("r{level}(x) := r{}(x) + r{}(x)", level - 1, level - 1));
    }
    let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
    assert_eq!(code(&with_rules(&rules, "r39(i)"), "expand_subst()"), "lp::rule::depth");
    let text = with_rules(&["f(x) := f(x)"], "f(i)");
    assert_eq!(code(&text, "expand_subst('g')"), "lp::rule::depth");
    let text = with_rules(&["f(x) := a[x]"], "f(i, i)");
    assert_eq!(code(&text, "expand_subst()"), "lp::rule::arguments");
}

#[test]
fn subscripts_that_are_not_affine_in_formals() {
    let text = with_rules(&["g(x) := a[x]", "h(c, x) := g(c*x)"], "h(2, i) + h(3, i)*g(0)");
    let made = compare(&text, "precompute('g', 'i')", &[0]);
    assert_eq!(made.unwrap_err(), "lp::precompute::not-convex");
    let made = compare(&text, "precompute('g', 'i', fetch_bounding_box=True)", &[0]).unwrap();
    assert_eq!(rules_of(&made)[..2], ["rule h(c, x) := g_0[2*i]", "rule h_0(c, x) := g_0[3*i]"]);
}

/// `t` is assigned in one loop and read in another, shifted and in part.
fn shifted(bounds: &str, index: &str, time: &str) -> String {
    format!(
        "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg a : f64[n + 1] inout\n  arg b : f64[2*n + 9] out\n  temp t : f64[n + 1] auto\n  \
         domain [n] -> {{ [i] : 0 <= i <= n }}\n  domain [n] -> {{ [j] : {bounds} }}\n  iname i\n  iname j\n  \
         d: t[i] = 2*a[i]  in(i) time(1, i, 0)\n  s: b[j] = t[{index}]  in(j) time({time})\n  \
         w: a[j] = 0.0  in(j) if(j <= n) time(2, j, 1)\n}}\n"
    )
}

#[test]
fn definitions_reach_what_they_cover() {
    let cases = [
        ("0 <= j <= n", "j", "2, j, 0", true),
        ("0 <= j < n", "j + 1", "2, j, 0", true),
        ("0 <= j < n", "n - j", "2, j, 0", false), // `w` clears a[n - j] before
        ("1 <= j <= n", "j - 1", "2, j, 0", false), // and a[j - 1]
        ("0 <= j <= n", "j + 1", "2, j, 0", false), // t[n + 1] does not exist
        ("0 <= j <= n", "j", "0, j, 0", false),    // read before it is assigned
        ("0 <= j <= n", "j", "2, j, 2", false),    // read after `w`
        ("0 <= 2*j <= n", "2*j", "2, j, 0", true),
        ("0 <= j <= n", "j//2", "2, j, 0", false),
        ("0 <= j <= 2*n", "j//2", "1, j, 1", true),
        ("0 <= 2*j <= n", "2*j", "1, j, 1", false), // read before it is assigned
    ];
    for (bounds, index, time, reaches) in cases {
        let text = shifted(bounds, index, time);
        match compare(&text, "assignment_to_subst('t')", &[0, 1, 6]) {
            Ok(kernel) => {
                assert!(reaches && !kernel.statements.contains_key("d"), "{bounds}: {index}, {time}")
            }
            Err(code) => assert!(!reaches, "{bounds}: {index}, {time}: {code}"),
        }
    }
}
