//! What the unit would compute of the fragments that are printed, beside what the plain loop does; and what
//! is refused.

use super::fragment::Fragments;
use super::pattern::{self, Pattern, Written};
use crate::dialect::Dialect;
use crate::names::Names;
use crate::plain_loop::PlainLoop;
use crate::printer::Printer;
use crate::used::Used;
use crate::warp::Warp;
use ir::fold::Values;
use ir::{Expr, Kernel, Loop, Name, Node, Step, affine};
use std::collections::BTreeMap;

const KERNEL: &str = "lpir 1
kernel @product {
  arg n, m : i32
  arg s : f64
  arg a : f64[64, 64] in
  arg b : f64[64, 64] in
  arg o : i32[4] in
  arg f : f32[64, 64] in
  temp acc : f64[2, 2] private
  temp own : f64[64] private
  domain { [lane, k, r, c, t] : 0 <= lane < 32 and 0 <= k < 16 and 0 <= r, c < 2 and 0 <= t < 3 }
  iname lane : l.0
  iname k : mma
  iname r : unr
  iname c : unr
  iname t : unr
  reassociate
  s: acc[r, c] = acc[r, c] + a[8*r + lane // 4, k]*b[k, 2*(lane % 4) + c]  in(lane, k, r, c)
  schedule {
    launch @product groups() work_items(32) {
      index lane : l.0
      for k = 0 to 15 {
        for r = 0 to 1 unroll {
          for c = 0 to 1 unroll {
            run s
          }
        }
      }
    }
  }
}
";

fn kernel(changes: &[(&str, &str)]) -> Kernel {
    let mut text = KERNEL.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let source = diag::SourceMap::default().add("k.lpir", &*text);
    ir::text::parse_module(&text, source).unwrap().kernels.into_iter().next().unwrap().1
}

fn tagged(steps: &[Step]) -> Option<&Loop<Step>> {
    steps.iter().find_map(|step| match step {
        Step::For(inner) if *inner.iname == *"k" => Some(inner),
        Step::For(inner) => tagged(&inner.body),
        Step::If { then, .. } => tagged(then),
        Step::Barrier { .. } | Step::Run(_) => None,
    })
}

/// What is found of the kernel's loop.
fn with_pattern<T>(kernel: &Kernel, see: impl FnOnce(&Loop<Step>, Result<Pattern<'_>, PlainLoop>) -> T) -> T {
    let launch = kernel.schedule.as_ref().unwrap().launches()[0];
    let names = Names::new(kernel, Dialect::OpenCl);
    let mut used = Used::new(Dialect::OpenCl);
    let mut printer = Printer::new(kernel, &names, &mut used);
    printer.warp = Warp::of_launch(kernel, launch, Dialect::OpenCl);
    let inner = tagged(&launch.body).unwrap();
    see(inner, pattern::find(&printer, inner))
}

fn why(changes: &[(&str, &str)]) -> String {
    with_pattern(&kernel(changes), |_, found| found.err().map_or("found".to_owned(), |plain| plain.why))
}

/// The value of an expression, where elements and arguments are some small numbers.
fn value(expr: &Expr, at: &BTreeMap<Name, i64>) -> i64 {
    let some = |name: &Name, place: &[i64]| {
        let letters = name.bytes().map(i64::from);
        letters.chain(place.iter().copied()).fold(7, |hash, part| (hash * 31 + part) % 101)
    };
    match expr.node() {
        Node::Int(value) => *value,
        Node::Cast(_, inner) => value(inner, at),
        Node::Product(factors) => factors.iter().map(|factor| value(factor, at)).product(),
        Node::Sum(terms) => terms.iter().map(|term| value(term, at)).sum(),
        Node::Var(name) => at.get(name).copied().unwrap_or_else(|| some(name, &[])),
        Node::Load { array, index } => {
            let place: Vec<i64> = index.iter().map(|subscript| subscripted(subscript, at)).collect();
            some(array, &place)
        }
        _ => affine::to_aff(expr).unwrap().eval(&|name| Some(at.get(name).copied().unwrap_or(1))).unwrap(),
    }
}

fn subscripted(expr: &Expr, at: &BTreeMap<Name, i64>) -> i64 {
    match affine::to_aff(expr) {
        Some(aff) => aff.eval(&|name| Some(at.get(name).copied().unwrap_or(1))).unwrap(),
        None => value(expr, at),
    }
}

/// Compares a tile, of which the values of loops that are written out are given.
fn compare(kernel: &Kernel, inner: &Loop<Step>, pattern: &Pattern<'_>, values: &Values) {
    let fragments = Fragments { kernel, pattern, values };
    let depth = 2 * pattern.depth.of_rows();
    let at = |lane: i64| {
        let known = values.iter().map(|(name, value)| (name.clone(), value[0]));
        known.chain([(pattern.lane.clone(), lane)]).collect::<BTreeMap<_, _>>()
    };
    // PTX ISA, "Matrix fragments for mma.m16n8k4/k8/k16 with .f64", with the names there.
    let (mut a, mut b) = (BTreeMap::new(), BTreeMap::new());
    for lane in 0..32 {
        let (group, thread_in_group) = (lane >> 2, lane % 4);
        for i in 0..pattern.depth.of_rows() {
            let row = if i % 2 == 0 { group } else { group + 8 };
            let column = i64::from(i) * 2 - i64::from(i % 2) * 2 + thread_in_group;
            a.insert((row, column), value(&fragments.of_rows(i).unwrap(), &at(lane)));
        }
        for i in 0..pattern.depth.of_columns() {
            b.insert(
                (thread_in_group + i64::from(i) * 4, group),
                value(&fragments.of_columns(i).unwrap(), &at(lane)),
            );
        }
    }
    assert_eq!((a.len(), b.len()), (16 * usize::from(depth), 8 * usize::from(depth)));
    let whole = pattern.statement.value().unwrap();
    let [added] = ir::Update::of_statement(pattern.statement).map(|update| [update.operand]).unwrap();
    for lane in 0..32 {
        for i in 0..4_u8 {
            let row = if i < 2 { lane >> 2 } else { (lane >> 2) + 8 };
            let column = (lane % 4) * 2 + i64::from(i & 1);
            let by_unit: i64 = (0..i64::from(depth)).map(|k| a[&(row, k)] * b[&(k, column)]).sum();
            let result = fragments.result(i).unwrap();
            let plain = plain(inner, pattern, &added, &at(lane), &result);
            assert_eq!(Some(by_unit), plain, "lane {lane}, register {i} of `{whole}`");
        }
    }
}

/// What the loop adds to a variable.
fn plain(
    inner: &Loop<Step>,
    pattern: &Pattern<'_>,
    added: &Expr,
    at: &BTreeMap<Name, i64>,
    result: &ir::LValue,
) -> Option<i64> {
    let target = pattern.statement.target().unwrap();
    let place = |target: &ir::LValue, at: &BTreeMap<Name, i64>| {
        target.index().iter().map(|subscript| subscripted(subscript, at)).collect::<Vec<_>>()
    };
    let mut sum = None;
    for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let mut at = at.clone();
        at.insert(pattern.row.iname.clone(), pattern.row.values[row]);
        at.insert(pattern.column.iname.clone(), pattern.column.values[column]);
        if place(target, &at) != place(result, &at) {
            continue;
        }
        for k in inner.lower.as_int().unwrap()..=inner.upper.as_int().unwrap() {
            at.insert(inner.iname.clone(), k);
            sum = Some(sum.unwrap_or(0) + value(added, &at));
        }
    }
    sum
}

fn agrees(changes: &[(&str, &str)]) {
    let kernel = kernel(changes);
    with_pattern(&kernel, |inner, found| {
        let pattern = found.unwrap_or_else(|plain| panic!("{changes:?}: {}", plain.why));
        let mut tiles = vec![Values::new()];
        for Written { iname, first, last } in &pattern.tiles {
            let with = |values: &Values, number| {
                let mut values = values.clone();
                values.insert(iname.clone(), vec![number]);
                values
            };
            tiles =
                tiles.iter().flat_map(|values| (*first..=*last).map(|number| with(values, number))).collect();
        }
        tiles.iter().for_each(|values| compare(&kernel, inner, &pattern, values));
    });
}

const PRODUCT: &str = "a[8*r + lane // 4, k]*b[k, 2*(lane % 4) + c]";

#[test]
fn the_unit_computes_what_the_loop_does() {
    agrees(&[]);
    for bounds in ["for k = 0 to 3 ", "for k = 5 to 12 ", "for k = -3 to 12 "] {
        agrees(&[("for k = 0 to 15 ", bounds)]);
    }
    for product in [
        "b[k, 2*(lane % 4) + c]*a[8*r + lane // 4, k]",
        "a[k, 8*r + lane // 4]*b[2*(lane % 4) + c, k]",
        "s*a[8*r + lane // 4, k]*b[k, 2*(lane % 4) + c]*o[1]",
        "-a[8*r + lane // 4, 3*k + 1]*b[2*k, 2*(lane % 4) + c]",
        // Rows and columns of a tile may lie anywhere.
        "a[lane // 4 + 20*r + 3, k]*b[k + 1, 5*(lane % 4) + 30*c]",
        // Columns of the results may be those of the lanes' rows.
        "a[2*(lane % 4) + r, k]*b[k, 8*c + lane // 4]",
        "a[o[2] + 8*r + lane // 4, k]*b[k + m, 2*((lane + 32*r) % 4) + c]",
        "a[8*r + (lane % 32) // 4, k]*b[k, (2*lane + c) % 8]",
    ] {
        agrees(&[(PRODUCT, product)]);
    }
}

#[test]
fn other_loops_in_it_are_tiles() {
    let product = "a[8*r + 16*t + lane // 4, k]*b[k, 2*(lane % 4) + c]";
    let tiles = [
        ("acc : f64[2, 2]", "acc : f64[3, 2, 2]"),
        ("acc[r, c]", "acc[t, r, c]"),
        (PRODUCT, product),
        ("in(lane, k, r, c)", "in(lane, k, t, r, c)"),
        (
            "          for c = 0 to 1 unroll {\n",
            "          for c = 0 to 1 unroll {\n for t = 0 to 2 unroll {\n",
        ),
        ("run s\n", "run s\n }\n"),
    ];
    agrees(&tiles);
}

#[test]
fn what_the_unit_cannot_do_is_refused() {
    let three = "for r = 0 to 1 unroll {\n          for c = 0 to 1 unroll {\n            run s\n          }\n        }";
    for (from, to, reason) in [
        ("  reassociate\n", "", "does not allow"),
        ("for k = 0 to 15 ", "for k = 0 to 0 ", "it has 1 iterations"),
        ("for k = 0 to 15 ", "for k = 0 to -1 ", "it has 0 iterations"),
        ("for k = 0 to 15 ", "for k = 0 to 31 ", "it has 32 iterations"),
        ("for k = 0 to 15 ", "for k = 0 to n - 1 ", "is no constant"),
        ("for r = 0 to 1 unroll", "for r = 0 to 1", "the loop over `r` in it is not written out"),
        ("for r = 0 to 1 unroll", "for r = 0 to 3 unroll", "no loop of two iterations"),
        ("run s\n", "run s\n run s\n", "more than one statement"),
        (three, "if n > 3 {\n run s\n }", "`n > 3` is tested in it"),
        ("acc[r, c] + a", "2*acc[r, c] + a", "does not add a product"),
        ("acc[r, c] + a", "s + a", "does not add a product"),
        ("acc[r, c] + a", "acc[r, c]*a", "does not add a product"),
        (PRODUCT, "a[8*r + lane // 4, k]", "does not add a product"),
        ("acc : f64[2, 2] private", "acc : f64[2, 2] local", "not the work item's own"),
        ("acc[r, c]", "acc[r, k]", "another element"),
        ("acc[r, c]", "acc[r, 0]", "not four elements"),
        ("acc : f64", "acc : f32", "does not add a product"),
        ("acc : f64", "acc : c128", "does not add a product"),
        ("acc : f64", "acc : i32", "does not add a product"),
        (PRODUCT, "a[8*r + lane // 4, k]*own[2*(lane % 4) + c]", "`own` is each work item's own"),
        (PRODUCT, "a[8*r + lane, k]*b[k, 2*(lane % 4) + c]", "depends on `lane // 4` and on `lane % 4`"),
        (PRODUCT, "a[o[lane % 3], k]*b[k, 2*(lane % 4) + c]", "depends on `lane // 4` and on `lane % 4`"),
        (PRODUCT, "a[8*r + lane // 4, k]*s", "all lanes take the same columns"),
        (PRODUCT, "a[2*(lane % 4) + r, k]*b[k, 2*(lane % 4) + c]", "same in a row of lanes"),
        (PRODUCT, "a[8*r + c + lane // 4, k]*b[k, 2*(lane % 4) + c]", "no loop of two iterations"),
        (PRODUCT, "a[8*r + lane // 4, k]*b[k, 2*(lane % 4)]", "no loop of two iterations"),
        (PRODUCT, "k*a[8*r + lane // 4, k]*b[k, 2*(lane % 4) + c]", "computes with `k`"),
        ("iname lane : l.0", "iname lane", "found"),
        ("index lane : l.0", "index lane : l.1", "no loop round it is tagged `l.0`"),
        ("index lane : l.0", "index lane : l.0 + 1", "`lane` begins at `1`"),
        ("work_items(32)", "work_items(16)", "there are 16 work items"),
        ("work_items(32)", "work_items(64)", "there are 64 work items"),
        ("work_items(32)", "work_items(n)", "there are n work items"),
    ] {
        let said = why(&[(from, to)]);
        assert!(said.contains(reason), "{to}: {said}");
    }
}

#[test]
fn lanes_meet_at_the_loop() {
    for (guard, reason) in [
        ("if lane < 16", "lanes come apart before it, by `lane < 16`"),
        ("if own[0] > 0.0", "lanes come apart before it"),
        ("if a[lane, 0] > 0.0", "lanes come apart before it"),
        ("for t = 0 to lane", "lanes come apart before it, by `lane`"),
        ("if n > 3", "found"),
        ("if a[m, 0] > 0.0", "found"),
        ("for t = 0 to n", "found"),
    ] {
        let opened = format!("{guard} {{\n for k = 0 to 15 ");
        let said = why(&[
            ("for k = 0 to 15 ", &opened),
            ("          }\n        }\n      }\n", "          }\n        }\n      }\n }\n"),
        ]);
        assert!(said.contains(reason), "{guard}: {said}");
    }
}
