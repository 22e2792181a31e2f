//! Temporaries that a reduction needs at each of its iterations.
//!
//! In `<> r = x[i] - x[j]` and `f[i] = sum(j, g(r))` the scalar `r` has a value for each `i` and `j`, and the
//! reduction means the one that goes with its own `j`. A scalar cannot hold them all, so its definition takes
//! its place: `r` becomes a rule without parameters, which transforms can store again where that pays.

use super::accumulate::{self, Accumulation};
use super::facts::Facts;
use super::inames::Loops;
use super::spread::Index;
use crate::draft::{Draft, Inlined};
use crate::text::tree::Word;
use diag::Diagnostic;
use ir::{Expr, IndexMap, LValue, Name, Node, Rule, StatementKind, walk};

/// What is done about a temporary that is written anew for each iteration of a reduction that reads it.
pub(super) enum Remedy {
    /// Its definition takes its place.
    Inline(Name),
    /// The reduction becomes a loop.
    Accumulate(Accumulation),
}

/// The first such temporary that has a remedy; or why one has none.
pub(super) fn next(
    draft: &Draft,
    facts: &IndexMap<Name, Facts>,
    index: &Index<'_>,
    loops: &Loops,
) -> (Option<Remedy>, Vec<Diagnostic>) {
    let writers = Writers { facts, index };
    for (reader, fact) in facts {
        for (temp, around) in &fact.reduced_reads {
            // A loop that the subscripts of the target tell apart leaves all its values.
            let swept = writers.ids(temp).any(|id| {
                let told_apart = |iname: &Name| facts.get(id).is_some_and(|fact| fact.target.contains(iname));
                loops
                    .get(id)
                    .is_some_and(|own| own.iter().any(|one| around.contains(one) && !told_apart(one)))
            });
            if !swept {
                continue;
            }
            return match obstacle(draft, &writers, loops, temp, reader) {
                Some(reason) => match accumulate::find(draft, loops, temp, reader) {
                    Some(accumulation) => (Some(Remedy::Accumulate(accumulation)), Vec::new()),
                    None => (None, vec![refusal(draft, temp, reader, &writers, reason)]),
                },
                None => (Some(Remedy::Inline(temp.clone())), Vec::new()),
            };
        }
    }
    (None, Vec::new())
}

/// The writers of variables by their identifiers.
struct Writers<'a> {
    facts: &'a IndexMap<Name, Facts>,
    index: &'a Index<'a>,
}

impl<'a> Writers<'a> {
    /// The statements that write a variable.
    fn ids(&self, variable: &Name) -> impl Iterator<Item = &'a Name> {
        let places = self.index.writers(variable).to_vec();
        places.into_iter().filter_map(|at| self.facts.get_index(at)).map(|(id, _)| id)
    }

    /// The only writer of a variable.
    fn single(&self, variable: &Name) -> Option<&'a Name> {
        let mut all = self.ids(variable);
        all.next().filter(|_| all.next().is_none())
    }
}

/// Why the definition of a temporary cannot take its place, if it cannot.
fn obstacle(
    draft: &Draft,
    writers: &Writers<'_>,
    loops: &Loops,
    temp: &Name,
    reader: &Name,
) -> Option<&'static str> {
    if draft.kernel.temps.get(temp).is_some_and(|temp| !temp.shape.is_empty()) {
        return Some("it is an array");
    }
    if draft.kernel.domains.iter().any(|domain| domain.set.params().contains(temp)) {
        return Some("it bounds a loop");
    }
    let Some(writer) = writers.single(temp) else { return Some("several statements write it") };
    let statement = draft.kernel.statements.get(writer)?;
    let (fact, reader_loops) = (writers.facts.get(writer)?, loops.get(reader)?);
    if !statement.predicates.is_empty() {
        return Some("it is written under a condition");
    }
    if writer == reader || fact.reads.contains(temp) {
        return Some("its value depends on the one before");
    }
    for operand in fact.reads.iter().filter(|operand| writers.ids(operand).next().is_some()) {
        // Another scalar of the same loops: it is read where it is still valid, or becomes a rule itself.
        let steady = writers.single(operand).is_some_and(|source| {
            let scalar = draft.kernel.temps.get(operand).is_some_and(|temp| temp.shape.is_empty());
            let unconditional = draft.kernel.statements.get(source).is_some_and(|s| s.predicates.is_empty());
            let outer = loops.get(source).is_some_and(|inames| {
                inames.is_subset(reader_loops) || loops.get(writer).is_some_and(|own| inames.is_subset(own))
            });
            scalar && unconditional && outer
        });
        if !steady {
            return Some("it is computed from memory that the kernel writes");
        }
    }
    None
}

fn refusal(draft: &Draft, temp: &Name, reader: &Name, writers: &Writers<'_>, reason: &str) -> Diagnostic {
    let message = format!("a reduction reads `{temp}`, which has a value for each of its iterations");
    let mut diagnostic = Diagnostic::error("lp::loopy::reduced-scalar", message);
    if let Some(note) = draft.notes.get(reader) {
        diagnostic = diagnostic.at(note.span, "read here");
    }
    for note in writers.ids(temp).filter_map(|writer| draft.notes.get(writer)) {
        diagnostic = diagnostic.at(note.span, "written here");
    }
    let diagnostic = diagnostic.note(format!("its definition cannot take its place: {reason}"));
    diagnostic.help(format!("give `{temp}` an axis for the reduced iname, such as `{temp}[j]`"))
}

/// Makes the temporary a rule.
pub(super) fn apply(draft: &mut Draft, temp: &Name) {
    let kernel = &mut draft.kernel;
    let written = |target: &LValue| *target == LValue::Scalar(temp.clone());
    let writer =
        kernel.statements.iter().find(|(_, s)| s.target().is_some_and(written)).map(|(id, _)| id.clone());
    let Some(statement) = writer.as_ref().and_then(|id| kernel.statements.shift_remove(id)) else { return };
    let (Some(id), Some(declaration)) = (writer, kernel.temps.shift_remove(temp)) else { return };
    let Some(note) = draft.notes.shift_remove(&id) else { return };
    let StatementKind::Assign { value, .. } = statement.kind else { return };
    let body = match declaration.ty {
        Some(ty) => Expr::cast(ty, value),
        None => value,
    };
    let invocation = Expr::new(Node::Rule { name: temp.clone(), tag: None, args: Vec::new() });
    let replace = |name: &Name| (name == temp).then(|| invocation.clone());
    for (reader, other) in &mut kernel.statements {
        let replaced = ir::access::substitute(other, &replace);
        // What the definition had to wait for, its uses wait for.
        if let Some(reader) = draft.notes.get_mut(reader).filter(|_| replaced != *other) {
            reader.deps.push(Word { text: id.to_string(), span: note.span });
        }
        *other = replaced;
    }
    draft.inlined.insert(id, Inlined { note, rule: temp.clone() });
    for rule in kernel.rules.values_mut().filter(|rule| !rule.params.contains(temp)) {
        rule.body = walk::substitute(&rule.body, &replace);
    }
    let params = Vec::new();
    let rule = Rule { params, body, loc: statement.loc, origin: statement.origin };
    kernel.rules.insert(temp.clone(), rule);
}
