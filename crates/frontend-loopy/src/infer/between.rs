//! Loops of statements that stand between statements of a loop.
//!
//! In `<> t = a[i]`, `t = 2*t` and `b[i] = t`, each after the one before, the second mentions no loop, and
//! the rule of `spread` gives it none: it is itself one of the writers of what it reads. A loop runs as a
//! whole, so there is no place for it but inside.

use super::facts::Facts;
use crate::draft::Draft;
use ir::{IndexMap, Kernel, Name, Unordered};
use std::collections::{BTreeMap, BTreeSet};

/// Puts loops around statements that come after one statement of that loop and before another, and share a
/// scalar temporary with one that writes it there. Says whether there were any.
pub(super) fn infer(draft: &mut Draft) -> bool {
    let facts: IndexMap<Name, Facts> = draft
        .kernel
        .statements
        .iter()
        .map(|(id, s)| (id.clone(), Facts::of_statement(&draft.kernel, s)))
        .collect();
    let candidates = candidates(draft, &facts);
    if candidates.is_empty() {
        return false;
    }
    let order = Order::new(&draft.kernel, &facts);
    let mut found = Vec::new();
    for (iname, statements) in candidates {
        let inside: Vec<usize> = positions(&draft.kernel, &iname);
        let (later, earlier) = (reach(&order.later, &inside), reach(&order.earlier, &inside));
        let between = statements.into_iter().filter(|at| later.contains(at) && earlier.contains(at));
        found.extend(between.filter_map(|at| Some((facts.get_index(at)?.0, iname.clone()))));
    }
    for (id, iname) in &found {
        if let Some(note) = draft.notes.get_mut(*id) {
            note.inames.push(iname.clone());
        }
    }
    !found.is_empty()
}

/// Statements whose loops are open, by the inames that are none of their loops although another writer of one
/// of their scalar temporaries runs there.
fn candidates(draft: &Draft, facts: &IndexMap<Name, Facts>) -> BTreeMap<Name, Vec<usize>> {
    let mut loops: BTreeMap<&Name, BTreeSet<&Name>> = BTreeMap::new();
    for ((_, statement), fact) in draft.kernel.statements.iter().zip(facts.values()) {
        if let Some(temp) = fact.writes.as_ref().filter(|temp| is_scalar(&draft.kernel, temp)) {
            loops.entry(temp).or_default().extend(&statement.inames);
        }
    }
    let mut candidates: BTreeMap<Name, Vec<usize>> = BTreeMap::new();
    for (at, ((id, statement), fact)) in draft.kernel.statements.iter().zip(facts.values()).enumerate() {
        if fact.writes.is_none() || draft.notes.get(id).is_none_or(|note| note.inames_final) {
            continue;
        }
        let around: BTreeSet<&Name> =
            touched(fact).filter_map(|temp| loops.get(temp)).flatten().copied().collect();
        for iname in around {
            if !statement.inames.contains(iname) && !fact.reduced.contains(iname) {
                candidates.entry(iname.clone()).or_default().push(at);
            }
        }
    }
    candidates
}

fn is_scalar(kernel: &Kernel, name: &Name) -> bool {
    kernel.temps.get(name).is_some_and(|temp| temp.shape.is_empty())
}

fn touched(fact: &Facts) -> impl Iterator<Item = &Name> {
    fact.reads.iter().chain(&fact.writes)
}

/// Places of the statements in a loop.
fn positions(kernel: &Kernel, iname: &Name) -> Vec<usize> {
    let inside = kernel.statements.values().enumerate().filter(|(_, s)| s.inames.contains(iname));
    inside.map(|(at, _)| at).collect()
}

/// For each statement those that must come right after it, and right before it.
struct Order {
    later: Vec<Vec<usize>>,
    earlier: Vec<Vec<usize>>,
}

impl Order {
    fn new(kernel: &Kernel, facts: &IndexMap<Name, Facts>) -> Self {
        let mut order =
            Order { later: vec![Vec::new(); facts.len()], earlier: vec![Vec::new(); facts.len()] };
        for (at, statement) in kernel.statements.values().enumerate() {
            for before in statement.after.iter().filter_map(|id| kernel.statements.get_index_of(id)) {
                order.add(before, at);
            }
        }
        if kernel.unordered == Unordered::TextOrder {
            order.text_order(kernel, facts);
        }
        order
    }

    fn add(&mut self, before: usize, after: usize) {
        if let (Some(later), Some(earlier)) = (self.later.get_mut(before), self.earlier.get_mut(after)) {
            later.push(after);
            earlier.push(before);
        }
    }

    /// Accesses of a scalar temporary, at least one of two to write it, come in the order of the text.
    fn text_order(&mut self, kernel: &Kernel, facts: &IndexMap<Name, Facts>) {
        let mut writers: BTreeMap<&Name, usize> = BTreeMap::new();
        let mut readers: BTreeMap<&Name, Vec<usize>> = BTreeMap::new();
        for (at, fact) in facts.values().enumerate() {
            for temp in fact.reads.iter().filter(|temp| is_scalar(kernel, temp)) {
                writers.get(temp).into_iter().for_each(|writer| self.add(*writer, at));
                readers.entry(temp).or_default().push(at);
            }
            if let Some(temp) = fact.writes.as_ref().filter(|temp| is_scalar(kernel, temp)) {
                let before =
                    writers.insert(temp, at).into_iter().chain(readers.remove(temp).unwrap_or_default());
                before.filter(|other| *other != at).for_each(|other| self.add(other, at));
            }
        }
    }
}

/// All statements that are reached from some, in one step or more.
fn reach(steps: &[Vec<usize>], from: &[usize]) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut pending = from.to_vec();
    while let Some(at) = pending.pop() {
        let next = steps.get(at).into_iter().flatten().copied();
        pending.extend(next.filter(|next| reached.insert(*next)));
    }
    reached
}
