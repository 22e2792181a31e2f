//! Regions at whose ends something is done that no statement of the source does: whether it is done on each
//! way.

use super::{flow, is_in, nodes_in_region};
use crate::Options;
use diag::{SourceId, SourceMap, Span};
use fortran_syntax::ast::{Node, Unit};
use fortran_syntax::directive::Region;
use fortran_syntax::files::Find;
use fortran_syntax::labels::Labels;
use fortran_syntax::unit::File;

/// Why statements enter or leave regions of a file otherwise than by the directives that begin and end them,
/// for each pair of these: a `return`, a jump, or another construct or routine around one than around the
/// other.
pub fn ways_round(
    sources: &mut SourceMap,
    source: SourceId,
    options: &Options,
    regions: &[(Span, Span)],
    find: &mut Find<'_>,
) -> Vec<Option<String>> {
    if regions.is_empty() {
        return Vec::new();
    }
    let (File { units, .. }, _) = crate::read(sources, source, options, &mut Vec::new(), find);
    let statements =
        fortran_syntax::include::statements(sources, source, &options.text(), &mut Vec::new(), find);
    let labels = Labels::read(&statements, sources);
    regions.iter().map(|(begin, end)| way_round(&units, &labels, sources, *begin, *end)).collect()
}

fn way_round(units: &[Unit], labels: &Labels, sources: &SourceMap, begin: Span, end: Span) -> Option<String> {
    let [first, last] = [begin, end].map(|at| innermost(units, sources, at));
    let Some(unit) = first else { return Some("it begins in no routine".to_owned()) };
    if last.is_none_or(|last| !std::ptr::eq(last, unit)) {
        return Some("it begins in one routine and ends in another".to_owned());
    }
    let region = Region { name: unit.head.name.name.clone(), begin, end };
    if unit.parts.constructs.iter().any(|of| is_in(of.first, &region) != is_in(of.last, &region)) {
        return Some("it begins or ends within a construct of the other side".to_owned());
    }
    let is_within = |node: &Node| is_in(sources.outermost(node.span), &region);
    let is_around = |at: Span| innermost(units, sources, at).is_some_and(|own| std::ptr::eq(own, unit));
    jump_round(labels, |at| is_in(at, &region), is_around)
        .or_else(|| flow::jump(nodes_in_region(&unit.body, &is_within)?, &unit.body))
}

/// Why a region of a unit is left or entered by labels that statements jump to without being jumps.
fn jump_round(
    labels: &Labels,
    is_within: impl Fn(Span) -> bool,
    is_around: impl Fn(Span) -> bool,
) -> Option<String> {
    if labels.assigned.iter().any(|at| is_around(*at)) {
        return Some("an assigned `go to` may leave or enter it".to_owned());
    }
    let own: Vec<u32> =
        labels.defined.iter().filter(|(at, _)| is_within(*at)).map(|(_, label)| *label).collect();
    let jumps = labels.outcomes.iter().filter(|(at, _)| is_around(*at));
    let mut ways = jumps.filter(|(at, label)| is_within(*at) != own.contains(label));
    let (at, label) = ways.next()?;
    let verb = if is_within(*at) { "leaves" } else { "enters" };
    Some(format!("a jump of input or output to {label} {verb} it"))
}

/// The innermost unit around a place.
fn innermost<'u>(units: &'u [Unit], sources: &SourceMap, at: Span) -> Option<&'u Unit> {
    let around = |unit: &&Unit| {
        let ends = [unit.parts.head.or(unit.parts.first), unit.parts.end];
        let [Some(first), Some(last)] = ends.map(|end| end.map(|end| sources.outermost(end))) else {
            return false;
        };
        first.start <= at.start && at.end <= last.end
    };
    let unit = units.iter().find(around)?;
    Some(innermost(&unit.contained, sources, at).unwrap_or(unit))
}
