//! The loops that each statement runs in.

use super::accumulate;
use super::facts::Facts;
use super::inline::{self, Remedy};
use super::spread::{Index, spread};
use crate::draft::Draft;
use diag::Diagnostic;
use ir::{IndexMap, Name};
use std::collections::BTreeSet;

/// Loops of each statement.
pub(super) type Loops = IndexMap<Name, BTreeSet<Name>>;

/// Finds the loops, turning temporaries into rules and reductions into loops where these need them.
pub(super) fn infer(draft: &mut Draft) {
    loop {
        let facts: IndexMap<Name, Facts> = draft
            .kernel
            .statements
            .iter()
            .map(|(id, statement)| (id.clone(), Facts::of_statement(&draft.kernel, statement)))
            .collect();
        let index = Index::new(draft, &facts);
        let loops = spread(draft, &facts, &index);
        let (remedy, mut errors) = inline::next(draft, &facts, &index, &loops);
        match remedy {
            Some(Remedy::Inline(temp)) => inline::apply(draft, &temp),
            Some(Remedy::Accumulate(accumulation)) => accumulate::apply(draft, &loops, &accumulation),
            None => {
                errors.extend(check(draft, &facts, &index, &loops));
                draft.errors.append(&mut errors);
                assign(draft, loops);
                return;
            }
        }
        if !draft.errors.is_empty() {
            return;
        }
    }
}

/// The inames that the domains of some inames depend on, also through scalars that hold bounds.
fn bounding_inames<'a>(
    draft: &Draft,
    index: &Index<'_>,
    loops: &Loops,
    inames: impl Iterator<Item = &'a Name>,
) -> BTreeSet<Name> {
    let kernel = &draft.kernel;
    let mut found = BTreeSet::new();
    for param in inames.flat_map(|iname| index.bounds(draft, iname)) {
        if kernel.inames.contains_key(param) {
            found.insert(param.clone());
        } else if kernel.temps.contains_key(param) {
            let writers = index.writers(param).iter().filter_map(|at| loops.get_index(*at));
            found.extend(writers.flat_map(|(_, inames)| inames).cloned());
        }
    }
    found
}

/// No iname is a loop and reduced at once; loops that are final suffice.
fn check(draft: &Draft, facts: &IndexMap<Name, Facts>, index: &Index<'_>, loops: &Loops) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (id, fact) in facts {
        let (Some(note), Some(inames)) = (draft.notes.get(id), loops.get(id)) else { continue };
        if let Some(both) = inames.intersection(&fact.reduced).next() {
            let message = format!("`{both}` is a loop of statement `{id}` and reduced in it");
            let diagnostic = Diagnostic::error("lp::loopy::iname", message).at(note.span, "");
            errors.push(diagnostic.help(format!("reduce over another iname with the bounds of `{both}`")));
        }
        let needed = bounding_inames(draft, index, loops, inames.union(&fact.reduced));
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
    errors
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
