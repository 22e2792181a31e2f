//! Kernels made from the parts that a script gives.

use diag::{LabelPlace, Loc, SourceId, SourceMap, Span};
use frontend_loopy::{Callees, MakeKernel, Piece};
use ir::Unordered;

fn piece<'a>(script: &'a str, source: SourceId, text: &str) -> Piece<'a> {
    let offset = script.find(text).unwrap();
    Piece { text: &script[offset..offset + text.len()], source, offset }
}

fn parts<'a>(
    domains: Vec<Piece<'a>>,
    instructions: Vec<Piece<'a>>,
    locate: &'a dyn Fn(Span) -> Option<Loc>,
) -> MakeKernel<'a> {
    MakeKernel {
        name: None,
        domains,
        instructions,
        args: Vec::new(),
        temps: Vec::new(),
        assumptions: None,
        seq_dependencies: false,
        loop_priority: Vec::new(),
        guess_arguments: true,
        text_order: false,
        reassociate: true,
        column_major: false,
        locate,
    }
}

#[test]
fn parts_become_one_kernel() {
    let script = "lp.make_kernel(['{[i]: 0<=i<n}', '{[j]: 0<=j<m}'], ['a[i] = 1', 'b[i, j] = a[i] + c'], 'c : float32', 'n >= 4', 'knl', 'i', 'j')";
    let mut sources = SourceMap::default();
    let id = sources.add("tune.star", script);
    let locate = |span: Span| {
        let (line, column) = sources.get(span.source)?.line_column(span.start);
        Some(Loc { file: "tune.star".into(), line, column, call: None })
    };
    let at = |text| piece(script, id, text);
    let mut parts = parts(
        vec![at("{[i]: 0<=i<n}"), at("{[j]: 0<=j<m}")],
        vec![at("a[i] = 1"), at("b[i, j] = a[i] + c")],
        &locate,
    );
    parts.args = vec![at("c : float32")];
    parts.assumptions = Some(at("n >= 4"));
    parts.name = Some(at("knl"));
    parts.loop_priority = vec![vec![at("i"), at("j")]];
    parts.seq_dependencies = true;
    parts.text_order = true;
    let module = frontend_loopy::make_kernel(&parts, &Callees::new()).unwrap().module;
    let kernel = &module.kernels["knl"];
    assert_eq!(kernel.domains.len(), 2);
    assert_eq!(kernel.args.keys().next().unwrap(), "c");
    assert_eq!(kernel.priorities, [["i", "j"].map(ir::Name::from)]);
    assert_eq!(kernel.unordered, Unordered::TextOrder);
    assert!(kernel.statements["insn_0"].after.contains("insn"));
    assert!(kernel.assumptions.has_param("n"));
    let loc = kernel.statements["insn_0"].loc.as_ref().unwrap();
    assert_eq!(usize::try_from(loc.column).unwrap(), script.find("b[i, j]").unwrap() + 1);
}

#[test]
fn errors_point_into_the_script() {
    let script = "make_kernel('{[i]: 0<=i<n}', 'a[i] = sqroot(i)')";
    let mut sources = SourceMap::default();
    let id = sources.add("tune.star", script);
    let at = |text| piece(script, id, text);
    let parts = parts(vec![at("{[i]: 0<=i<n}")], vec![at("a[i] = sqroot(i)")], &|_| None);
    let errors = frontend_loopy::make_kernel(&parts, &Callees::new()).unwrap_err();
    let LabelPlace::Span(span) = errors[0].labels[0].place else { panic!("no span") };
    assert_eq!(&script[span.start as usize..span.end as usize], "sqroot");
}
