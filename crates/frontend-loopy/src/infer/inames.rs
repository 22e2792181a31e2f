//! The loops that each statement runs in.

use super::facts::Facts;
use super::inline;
use crate::draft::Draft;
use diag::Diagnostic;
use indexmap::IndexMap;
use ir::Name;
use std::collections::BTreeSet;

/// Loops of each statement.
pub(super) type Loops = IndexMap<Name, BTreeSet<Name>>;

/// Finds the loops, turning temporaries into rules where reductions need them.
pub(super) fn infer(draft: &mut Draft) {
    loop {
        let facts: IndexMap<Name, Facts> = draft
            .kernel
            .statements
            .iter()
            .map(|(id, statement)| (id.clone(), Facts::of(&draft.kernel, statement)))
            .collect();
        let loops = fixpoint(draft, &facts);
        match inline::next(draft, &facts, &loops) {
            Some(temp) => inline::apply(draft, &temp),
            None => {
                check(draft, &facts, &loops);
                assign(draft, loops);
                return;
            }
        }
        if !draft.errors.is_empty() {
            return;
        }
    }
}

/// A statement runs in the loops that it mentions; in those of the statements that write what it reads, less the
/// ones that tell their results apart; and in those that the bounds of its own loops depend on.
fn fixpoint(draft: &Draft, facts: &IndexMap<Name, Facts>) -> Loops {
    let mut loops: Loops = IndexMap::new();
    for (id, fact) in facts {
        let Some(note) = draft.notes.get(id) else { continue };
        let mut inames: BTreeSet<Name> = note.inames.iter().cloned().collect();
        if !note.inames_final {
            inames.extend(fact.free.iter().cloned());
        }
        loops.insert(id.clone(), inames);
    }
    loop {
        let mut changed = false;
        for (id, fact) in facts {
            let Some(old) = loops.get(id) else { continue };
            if draft.notes.get(id).is_none_or(|note| note.inames_final) {
                continue;
            }
            let mut inferred = inherited(fact, facts, &loops);
            inferred.extend(around(draft, facts, &loops, old.union(&fact.reduced)));
            let more: Vec<Name> = inferred
                .into_iter()
                .filter(|name| !old.contains(name) && !fact.reduced.contains(name))
                .collect();
            if let Some(inames) = loops.get_mut(id) {
                changed |= !more.is_empty();
                inames.extend(more);
            }
        }
        if !changed {
            return loops;
        }
    }
}

/// For each variable read, the loops that all of its writers share, less those in the writers' own subscripts.
fn inherited(fact: &Facts, facts: &IndexMap<Name, Facts>, loops: &Loops) -> BTreeSet<Name> {
    let mut inherited = BTreeSet::new();
    for variable in &fact.reads {
        let shared = facts
            .iter()
            .filter(|(_, other)| other.writes.as_ref() == Some(variable))
            .filter_map(|(writer, other)| Some(loops.get(writer)? - &other.target))
            .reduce(|a, b| &a & &b);
        inherited.extend(shared.unwrap_or_default());
    }
    inherited
}

/// The inames that the domains of some inames depend on, also through scalars that hold bounds.
fn around<'a>(
    draft: &Draft,
    facts: &IndexMap<Name, Facts>,
    loops: &Loops,
    inames: impl Iterator<Item = &'a Name>,
) -> BTreeSet<Name> {
    let kernel = &draft.kernel;
    let mut found = BTreeSet::new();
    for iname in inames {
        let Some(domain) = kernel.home(iname).and_then(|home| kernel.domains.get(home)) else { continue };
        for param in domain.set.params() {
            if kernel.inames.contains_key(param) {
                found.insert(param.clone());
            } else if kernel.temps.contains_key(param) {
                let writers = facts.iter().filter(|(_, fact)| fact.writes.as_ref() == Some(param));
                found.extend(writers.filter_map(|(id, _)| loops.get(id)).flatten().cloned());
            }
        }
    }
    found
}

/// No iname is a loop and reduced at once; loops that are final suffice.
fn check(draft: &mut Draft, facts: &IndexMap<Name, Facts>, loops: &Loops) {
    let mut errors = Vec::new();
    for (id, fact) in facts {
        let (Some(note), Some(inames)) = (draft.notes.get(id), loops.get(id)) else { continue };
        if let Some(both) = inames.intersection(&fact.reduced).next() {
            let message = format!("`{both}` is a loop of statement `{id}` and reduced in it");
            let diagnostic = Diagnostic::error("lp::loopy::iname", message).at(note.span, "");
            errors.push(diagnostic.help(format!("reduce over another iname with the bounds of `{both}`")));
        }
        let needed = around(draft, facts, loops, inames.union(&fact.reduced));
        let missing =
            fact.free.union(&needed).find(|name| !inames.contains(*name) && !fact.reduced.contains(*name));
        if let Some(missing) = missing {
            let message = format!("statement `{id}` uses `{missing}`, which is none of its loops");
            let diagnostic = Diagnostic::error("lp::loopy::iname", message).at(note.span, "");
            errors.push(
                diagnostic
                    .help(format!("put it inside of `for {missing}`, or add `{missing}` to its `inames`")),
            );
        }
    }
    draft.errors.append(&mut errors);
}

/// Gives statements their loops, outer ones first: a domain stands before those inside of it.
fn assign(draft: &mut Draft, loops: Loops) {
    let order: IndexMap<Name, usize> =
        draft.kernel.domains.iter().flat_map(|domain| domain.set.dims()).cloned().zip(0..).collect();
    for (id, inames) in loops {
        if let Some(statement) = draft.kernel.statements.get_mut(&id) {
            statement.inames = inames.into_iter().collect();
            statement.inames.sort_by_key(|name| order.get(name).copied());
        }
    }
}
