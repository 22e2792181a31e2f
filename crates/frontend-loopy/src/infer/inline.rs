//! Temporaries that a reduction needs at each of its trips.
//!
//! In `<> r = x[i] - x[j]` and `f[i] = sum(j, g(r))` the scalar `r` has a value for each `i` and `j`, and the
//! reduction means the one that goes with its own `j`. A scalar cannot hold them all, so its definition takes its
//! place: `r` becomes a rule without parameters, which transforms can store again where that pays.

use super::facts::Facts;
use super::inames::Loops;
use crate::draft::Draft;
use diag::Diagnostic;
use indexmap::IndexMap;
use ir::{Expr, LValue, Name, Node, Rule, StatementKind, walk};

/// The first temporary that is written once for each trip of a reduction that reads it.
pub(super) fn next(draft: &mut Draft, facts: &IndexMap<Name, Facts>, loops: &Loops) -> Option<Name> {
    for (reader, fact) in facts {
        for (temp, around) in &fact.reduced_reads {
            let writers: Vec<&Name> =
                facts.iter().filter(|(_, f)| f.writes.as_ref() == Some(temp)).map(|(id, _)| id).collect();
            let swept =
                writers.iter().filter_map(|id| loops.get(*id)).any(|inames| !inames.is_disjoint(around));
            if !swept {
                continue;
            }
            if let Some(reason) = obstacle(draft, facts, loops, &writers, reader) {
                refuse(draft, temp, reader, &writers, reason);
                return None;
            }
            return Some(temp.clone());
        }
    }
    None
}

/// Why the definition of a temporary cannot take its place, if it cannot.
fn obstacle(
    draft: &Draft,
    facts: &IndexMap<Name, Facts>,
    loops: &Loops,
    writers: &[&Name],
    reader: &Name,
) -> Option<&'static str> {
    let [writer] = writers else { return Some("several statements write it") };
    let statement = draft.kernel.statements.get(*writer)?;
    let (fact, reader_loops) = (facts.get(*writer)?, loops.get(reader)?);
    if !statement.predicates.is_empty() {
        return Some("it is written under a condition");
    }
    if *writer == reader
        || facts.get(*writer).is_some_and(|fact| fact.writes.iter().any(|t| fact.reads.contains(t)))
    {
        return Some("its value depends on the one before");
    }
    for operand in &fact.reads {
        let sources: Vec<&Name> =
            facts.iter().filter(|(_, f)| f.writes.as_ref() == Some(operand)).map(|(id, _)| id).collect();
        let steady = match sources.as_slice() {
            [] => true,
            // Another scalar of the same loops: it is read where it is still valid, or becomes a rule itself.
            [source] => {
                let scalar = draft.kernel.temps.get(operand).is_some_and(|temp| temp.shape.is_empty());
                let unconditional =
                    draft.kernel.statements.get(*source).is_some_and(|s| s.predicates.is_empty());
                let outer = loops.get(*source).is_some_and(|inames| {
                    inames.is_subset(reader_loops)
                        || loops.get(*writer).is_some_and(|own| inames.is_subset(own))
                });
                scalar && unconditional && outer
            }
            _ => false,
        };
        if !steady {
            return Some("it is computed from memory that the kernel writes");
        }
    }
    None
}

fn refuse(draft: &mut Draft, temp: &Name, reader: &Name, writers: &[&Name], reason: &str) {
    let message = format!("a reduction reads the scalar `{temp}`, which has a value for each of its trips");
    let mut diagnostic = Diagnostic::error("lp::loopy::reduced-scalar", message);
    if let Some(note) = draft.notes.get(reader) {
        diagnostic = diagnostic.at(note.span, "read here");
    }
    for note in writers.iter().filter_map(|writer| draft.notes.get(*writer)) {
        diagnostic = diagnostic.at(note.span, "written here");
    }
    let diagnostic = diagnostic.note(format!("its definition cannot take its place: {reason}"));
    draft
        .errors
        .push(diagnostic.help(format!("give `{temp}` an axis for the reduced iname, such as `{temp}[j]`")));
}

/// Makes the temporary a rule.
pub(super) fn apply(draft: &mut Draft, temp: &Name) {
    let kernel = &mut draft.kernel;
    let written = |target: &LValue| *target == LValue::Scalar(temp.clone());
    let writer =
        kernel.statements.iter().find(|(_, s)| s.target().is_some_and(written)).map(|(id, _)| id.clone());
    let Some(statement) = writer.as_ref().and_then(|id| kernel.statements.shift_remove(id)) else { return };
    let (Some(id), Some(declaration)) = (writer, kernel.temps.shift_remove(temp)) else { return };
    draft.notes.shift_remove(&id);
    draft.inlined.insert(id);
    let StatementKind::Assign { value, .. } = statement.kind else { return };
    let body = match declaration.ty {
        Some(ty) => Expr::new(Node::Cast(ty, value)),
        None => value,
    };
    let invocation = Expr::new(Node::Rule { name: temp.clone(), tag: None, args: Vec::new() });
    let replace = |name: &Name| (name == temp).then(|| invocation.clone());
    for other in kernel.statements.values_mut() {
        *other = ir::access::substitute(other, &replace);
    }
    for rule in kernel.rules.values_mut().filter(|rule| !rule.params.contains(temp)) {
        rule.body = walk::substitute(&rule.body, &replace);
    }
    let params = Vec::new();
    let rule = Rule { params, body, loc: statement.loc, origin: statement.origin };
    kernel.rules.insert(temp.clone(), rule);
}
