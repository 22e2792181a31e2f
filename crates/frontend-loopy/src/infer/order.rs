//! Accesses of scalar temporaries that nothing orders.
//!
//! A dependency is inferred where one statement writes what another reads. Where several do, their order is
//! not known, and a kernel with `t = 2*t` in the middle means nothing until it is declared. Steps after the
//! import may still do that, so it is no error yet.

use super::facts::Facts;
use crate::draft::Draft;
use diag::Diagnostic;
use ir::{Kernel, Name, Statement, Unordered};
use std::collections::{BTreeMap, BTreeSet};

/// How many steps the search for orders may take: enough for all but the largest kernels, which get no
/// warning.
const MAX_STEPS: usize = 1_000_000;

/// One warning for each scalar temporary with two accesses that may come in either order.
pub(super) fn warnings(draft: &Draft) -> Vec<Diagnostic> {
    let kernel = &draft.kernel;
    if kernel.unordered == Unordered::TextOrder {
        return Vec::new();
    }
    let mut accesses: BTreeMap<Name, Vec<Access>> = BTreeMap::new();
    for (at, statement) in kernel.statements.values().enumerate() {
        let fact = Facts::of_statement(kernel, statement);
        let is_scalar = |name: &Name| kernel.temps.get(name).is_some_and(|temp| temp.shape.is_empty());
        let touched: BTreeSet<&Name> = fact.reads.iter().chain(&fact.writes).collect();
        for temp in touched.into_iter().filter(|temp| is_scalar(temp)) {
            let (reads, writes) = (fact.reads.contains(temp), fact.writes.as_ref() == Some(temp));
            accesses.entry(temp.clone()).or_default().push(Access { at, reads, writes });
        }
    }
    let mut steps = MAX_STEPS;
    let read = accesses.iter().filter(|(_, all)| all.iter().any(|access| access.reads));
    read.filter_map(|(temp, all)| {
        let (a, b) = unordered(kernel, all, &mut steps)?;
        warning(draft, temp, all, a, b)
    })
    .collect()
}

#[derive(Clone, Copy)]
struct Access {
    at: usize,
    reads: bool,
    writes: bool,
}

/// The first two accesses in the text, one of them a write, that may come in either order.
fn unordered<'a>(kernel: &Kernel, all: &'a [Access], steps: &mut usize) -> Option<(&'a Access, &'a Access)> {
    let mut writer: Option<&Access> = None;
    let mut readers: Vec<&Access> = Vec::new();
    for access in all {
        let before =
            writer.into_iter().chain(if access.writes { readers.as_slice() } else { &[] }.iter().copied());
        for other in before {
            if !ordered(kernel, other.at, access.at, steps) {
                return Some((other, access));
            }
        }
        if access.writes {
            readers.clear();
            writer = Some(access);
        } else {
            readers.push(access);
        }
    }
    None
}

/// Whether one of two statements comes after the other, or is said to need no order.
fn ordered(kernel: &Kernel, a: usize, b: usize, steps: &mut usize) -> bool {
    let entry = |at: usize| kernel.statements.get_index(at);
    let (Some((first, one)), Some((second, other))) = (entry(a), entry(b)) else { return true };
    let free = |statement: &Statement, id: &Name| statement.no_sync.iter().any(|(named, _)| named == id);
    free(one, second)
        || free(other, first)
        || follows(kernel, second, first, steps)
        || follows(kernel, first, second, steps)
}

/// Whether a statement comes after another, also through others.
fn follows(kernel: &Kernel, late: &Name, early: &Name, steps: &mut usize) -> bool {
    let mut seen: BTreeSet<&Name> = BTreeSet::new();
    let mut pending = vec![late];
    while let Some(after) = pending.pop().and_then(|id| kernel.statements.get(id)).map(|s| &s.after) {
        if after.contains(early) || *steps == 0 {
            return true;
        }
        *steps = steps.saturating_sub(after.len() + 1);
        pending.extend(after.iter().filter(|id| seen.insert(id)));
    }
    false
}

fn warning(draft: &Draft, temp: &Name, all: &[Access], a: &Access, b: &Access) -> Option<Diagnostic> {
    let id = |access: &Access| draft.kernel.statements.get_index(access.at).map(|(id, _)| id);
    let (first, second) = (id(a)?, id(b)?);
    let message = format!("nothing says in which order `{first}` and `{second}` access `{temp}`");
    let mut warning = Diagnostic::warning("lp::loopy::order", message);
    for (access, id) in [(a, first), (b, second)] {
        let what = if access.writes { "writes" } else { "reads" };
        if let Some(note) = draft.notes.get(id) {
            warning = warning.at(note.span, format!("`{id}` {what} it"));
        }
    }
    let writers: Vec<String> =
        all.iter().filter(|one| one.writes).filter_map(id).take(3).map(|id| format!("`{id}`")).collect();
    if writers.len() > 1 {
        let reason = "a dependency is inferred only on a variable that one statement writes";
        warning = warning.note(format!("{reason}; {} write `{temp}`", writers.join(" and ")));
    }
    let declared = format!("`{{id={first}}}` behind the first and `{{dep={first}}}` behind the second");
    Some(
        warning.help(format!(
            "declare it: {declared}; or take the order of the text with `options order(text)`"
        )),
    )
}
