//! Parts of units as routines of their own: regions that directives mark, and loops.
//!
//! Such a routine has the declarations of its unit, and for dummy arguments the variables that the part
//! shares with the rest of it. Claim: what stands in the place of the part, called with these variables, does
//! what the part does.

mod flow;
mod inner;
mod names;
mod regions;
mod scopes;
mod work_arrays;

use crate::Loops;
use diag::{Diagnostic, SourceMap, Span};
use fortran_syntax::ast::{Construct, Expr, Ident, Node, NodeKind, Parts, Unit, UnitHead, UnitKind};
use fortran_syntax::blocks::STRUCTURE;
use fortran_syntax::directive::Region;
use fortran_syntax::part::Part;
use fortran_syntax::unit::File;
use names::{Around, Names};
pub(crate) use names::{extents_of, parts_of};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

pub use regions::ways_round;

const CODE: diag::Code = "lp::fortran::part";

/// Adds routines for marked regions behind the units that hold them, and for the loops that are asked for.
///
/// What stands in included files lies where the lines are that include them.
pub(crate) fn add(file: &mut File, sources: &SourceMap, regions: &[Region], loops: Loops) {
    let mut finder = Finder { sources, regions, loops, used: BTreeSet::new(), found: Vec::new() };
    let around = Around::collect(file);
    finder.units(&mut file.units, &around);
    for region in regions.iter().filter(|region| !finder.used.contains(&region.name)) {
        let error = Diagnostic::error(STRUCTURE, format!("the region `{}` holds no statements", region.name));
        finder.found.push(error.at(region.begin, "").help("put it round executable statements of a routine"));
    }
    file.found.append(&mut finder.found);
}

struct Finder<'a> {
    sources: &'a SourceMap,
    regions: &'a [Region],
    loops: Loops,
    /// Names of regions that were found in some unit.
    used: BTreeSet<Name>,
    found: Vec<Diagnostic>,
}

impl Finder<'_> {
    fn units(&mut self, units: &mut Vec<Unit>, around: &Around) {
        for mut unit in std::mem::take(units) {
            let within = around.enter_unit(&unit);
            self.units(&mut unit.contained, &within);
            let parts = self.parts(&unit, around);
            units.push(unit);
            units.extend(parts);
        }
    }

    fn parts(&mut self, unit: &Unit, around: &Around) -> Vec<Unit> {
        if !unit.head.kind.is_routine() && unit.head.kind != UnitKind::Program {
            return Vec::new();
        }
        let mut chosen = self.marked(unit);
        let takes_loops = match self.loops {
            Loops::Nowhere => false,
            // Marked regions say which parts are wanted.
            Loops::OfPrograms => unit.head.kind == UnitKind::Program && chosen.is_empty(),
            Loops::OfUnits => true,
        };
        if takes_loops {
            let mut loops = Vec::new();
            collect(&unit.body, &mut loops);
            chosen.extend(loops.into_iter().zip(1_u32..).filter_map(|(node, number)| {
                let name = Name::new(format!("{}_loop_{number}", unit.head.name.name));
                let construct = construct_of(unit, self.sources.outermost(node.span))?;
                let ident = Ident { name, span: construct.first };
                Some(Chosen {
                    ident,
                    nodes: std::slice::from_ref(node),
                    first: construct.first,
                    last: construct.last,
                    is_region: false,
                })
            }));
        }
        if chosen.is_empty() {
            return Vec::new();
        }
        let names = Names::collect(unit, self.sources, around);
        chosen.into_iter().map(|chosen| routine(unit, &names, chosen)).collect()
    }

    /// The regions that are marked in a unit.
    fn marked<'u>(&mut self, unit: &'u Unit) -> Vec<Chosen<'u>> {
        let mut chosen = Vec::new();
        for region in self.regions {
            let is_within = |node: &Node| is_in(self.sources.outermost(node.span), region);
            let Some(nodes) = nodes_in_region(&unit.body, &is_within) else { continue };
            self.used.insert(region.name.clone());
            let crosses = |of: &&Construct| is_in(of.first, region) != is_in(of.last, region);
            let problem = if unit.parts.constructs.iter().any(|of| crosses(&of)) {
                format!("the region `{}` begins or ends within a construct of the other side", region.name)
            } else if unit.parts.words.iter().any(|(word, _)| *word == region.name) {
                format!("`{}` is a name of the source already", region.name)
            } else {
                let ident = Ident { name: region.name.clone(), span: region.begin };
                let (first, last) = (region.begin, region.end);
                chosen.push(Chosen { ident, nodes, first, last, is_region: true });
                continue;
            };
            self.found.push(Diagnostic::error(STRUCTURE, problem).at(region.begin, ""));
        }
        chosen
    }
}

/// Statements of a unit that become a routine.
struct Chosen<'u> {
    ident: Ident,
    nodes: &'u [Node],
    first: Span,
    last: Span,
    is_region: bool,
}

/// All loops, each before those within.
fn collect<'u>(nodes: &'u [Node], loops: &mut Vec<&'u Node>) {
    for node in nodes {
        if matches!(node.kind, NodeKind::Do(..) | NodeKind::Concurrent(..)) {
            loops.push(node);
        }
        node.blocks().into_iter().for_each(|block| collect(block, loops));
    }
}

fn is_in(span: Span, region: &Region) -> bool {
    span.start >= region.begin.end && span.end <= region.end.start
}

/// The statements of one block that stand in a region.
fn nodes_in_region<'u>(nodes: &'u [Node], is_within: &dyn Fn(&Node) -> bool) -> Option<&'u [Node]> {
    let Some(start) = nodes.iter().position(is_within) else {
        return nodes.iter().flat_map(Node::blocks).find_map(|block| nodes_in_region(block, is_within));
    };
    let rest = nodes.get(start..)?;
    rest.get(..rest.iter().take_while(|node| is_within(node)).count())
}

fn construct_of(unit: &Unit, first: Span) -> Option<Construct> {
    unit.parts.constructs.iter().find(|construct| construct.first == first).copied()
}

/// The routine for some statements; what keeps it from being one is found in it.
fn routine(unit: &Unit, names: &Names<'_>, chosen: Chosen<'_>) -> Unit {
    let Chosen { ident, nodes, first, last, is_region } = chosen;
    // What keeps the part from being a routine is found in it like any other mistake.
    let whole = Span { end: last.end, ..first };
    let mut found = names.unread(whole);
    let around: Vec<Construct> =
        unit.parts.constructs.iter().filter(|of| holds(of, whole)).copied().collect();
    if let Some(reason) = names.changed(whole) {
        found.push(problem(&reason, ident.span));
    }
    let is_shared = |of: &Construct| of.last == last && of.first.start < first.start;
    if unit.parts.constructs.iter().any(is_shared) {
        found.push(problem("its last statement ends another loop too", ident.span));
    }
    if let Some(reason) = flow::jump(nodes, &unit.body) {
        found.push(problem(&reason, ident.span));
    }
    let body = names.scopes.wrapped(nodes, whole);
    let (shared, problems) = names.shared(&body, whole);
    found.extend(problems.iter().map(|reason| problem(reason, ident.span)));
    let part = Part {
        unit: unit.head.name.name.clone(),
        unit_at: names.placed(unit.head.name.span),
        first,
        last,
        is_region,
        around: around.iter().map(|construct| construct.first).collect(),
        bounds: shared.bounds,
        fresh: shared.fresh,
        spelled: shared.args.iter().map(|name| (name.clone(), names.scopes.spelled(name))).collect(),
        hidden: names.scopes.hidden(whole),
        declared: unit.parts.declared.clone(),
    };
    let args = shared.args.into_iter().map(|name| Ident { name, span: ident.span }).collect();
    let head = UnitHead {
        kind: UnitKind::Subroutine,
        name: ident,
        args,
        records: Vec::new(),
        ty: None,
        derived: None,
        result: None,
        gives_record: false,
    };
    Unit {
        head,
        specifications: shared.specifications,
        body,
        contained: shared.contained,
        found,
        is_declared: true,
        parts: Parts {
            head: unit.parts.head,
            first: unit.parts.first,
            end: unit.parts.end,
            has_original: unit.parts.has_original,
            ..Parts::default()
        },
        part: Some(Rc::new(part)),
    }
}

fn holds(construct: &Construct, whole: Span) -> bool {
    construct.first.start < whole.start && whole.end < construct.last.start
}

fn problem(reason: &str, span: Span) -> Diagnostic {
    Diagnostic::error(CODE, reason.to_owned()).at(span, "")
}

/// Names in several expressions.
fn names_in<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> BTreeSet<Name> {
    exprs.into_iter().flat_map(fortran_syntax::mention::names).collect()
}
