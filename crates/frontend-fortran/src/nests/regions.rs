//! Regions at whose ends something is done that no statement of the source does: whether it is done on each
//! way.

use super::{between, flow, is_in};
use crate::Options;
use crate::ast::{Node, Unit};
use crate::directive::Region;
use crate::files::Find;
use crate::form::Item;
use crate::token::{Spanned, Token};
use crate::unit::File;
use diag::{SourceId, SourceMap, Span};

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
    let (File { units, .. }, _) = crate::read((&mut *sources, source), options, &mut Vec::new(), find);
    let statements =
        crate::include::statements((&mut *sources, source), &options.text(), &mut Vec::new(), find);
    let labels = Labels::read(&statements, sources);
    regions.iter().map(|(begin, end)| way_round((&units, &labels), sources, (*begin, *end))).collect()
}

fn way_round(
    (units, labels): (&[Unit], &Labels),
    sources: &SourceMap,
    (begin, end): (Span, Span),
) -> Option<String> {
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
    labels
        .way_round(|at| is_in(at, &region), is_around)
        .or_else(|| flow::jump(between(&unit.body, &is_within)?, &unit.body))
}

/// Labels that statements of a file have, and those to which they jump without being jumps themselves.
#[derive(Default)]
struct Labels {
    defined: Vec<(Span, u32)>,
    /// Of `err=`, `end=` and `eor=` in statements of input and output.
    outcomes: Vec<(Span, u32)>,
    /// Of `assign`, to which some `go to` jumps.
    assigned: Vec<Span>,
}

/// First words of statements that may jump where they fail.
const INPUT_AND_OUTPUT: [&str; 11] =
    ["backspace", "close", "endfile", "flush", "inquire", "open", "print", "read", "rewind", "wait", "write"];

impl Labels {
    fn read(items: &[Item], sources: &SourceMap) -> Labels {
        let mut labels = Labels::default();
        for item in items {
            let Item::Statement(logical) = item else { continue };
            let span = sources.outermost(logical.span());
            labels.defined.extend(logical.label.map(|label| (span, label)));
            let tokens = logical.tokens();
            let is_one =
                |words: &[&str]| tokens.iter().any(|(_, token, _)| words.iter().any(|word| token.is(word)));
            if is_one(&INPUT_AND_OUTPUT) {
                labels.outcomes.extend(tokens.windows(3).filter_map(outcome).map(|label| (span, label)));
            }
            if is_one(&["assign"]) {
                labels.assigned.push(span);
            }
        }
        labels
    }

    /// Why a region of a unit is left or entered by them.
    fn way_round(
        &self,
        is_within: impl Fn(Span) -> bool,
        is_around: impl Fn(Span) -> bool,
    ) -> Option<String> {
        if self.assigned.iter().any(|at| is_around(*at)) {
            return Some("an assigned `go to` may leave or enter it".to_owned());
        }
        let own: Vec<u32> =
            self.defined.iter().filter(|(at, _)| is_within(*at)).map(|(_, label)| *label).collect();
        let jumps = self.outcomes.iter().filter(|(at, _)| is_around(*at));
        let mut ways = jumps.filter(|(at, label)| is_within(*at) != own.contains(label));
        let (at, label) = ways.next()?;
        let verb = if is_within(*at) { "leaves" } else { "enters" };
        Some(format!("a jump of input or output to {label} {verb} it"))
    }
}

/// The label behind `end=` and its like.
fn outcome(tokens: &[Spanned]) -> Option<u32> {
    match tokens {
        [(_, key, _), (_, Token::Assign, _), (_, Token::Number(number), _)]
            if ["end", "eor", "err"].iter().any(|own| key.is(own)) =>
        {
            number.digits.parse().ok()
        }
        _ => None,
    }
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
