//! How loops spread: a statement that reads a variable runs in the loops that all of its writers share.
//!
//! Each loop of each statement is looked at once, so that time grows with their number: kernels of tens of
//! thousands of statements that write one array must not compare each with each.

use super::facts::Facts;
use super::inames::Loops;
use crate::draft::Draft;
use ir::{IndexMap, Name};
use std::collections::{BTreeMap, BTreeSet};

/// Who writes and reads each variable, by place in the text, and which domain each iname is of.
pub(super) struct Index<'a> {
    pub(super) writers: BTreeMap<&'a Name, Vec<usize>>,
    readers: BTreeMap<&'a Name, Vec<usize>>,
    homes: BTreeMap<&'a Name, usize>,
}

impl<'a> Index<'a> {
    pub(super) fn new(draft: &'a Draft, facts: &'a IndexMap<Name, Facts>) -> Self {
        let mut writers: BTreeMap<&Name, Vec<usize>> = BTreeMap::new();
        let mut readers: BTreeMap<&Name, Vec<usize>> = BTreeMap::new();
        for (at, fact) in facts.values().enumerate() {
            if let Some(variable) = &fact.writes {
                writers.entry(variable).or_default().push(at);
            }
            for variable in &fact.reads {
                readers.entry(variable).or_default().push(at);
            }
        }
        let dims = draft.kernel.domains.iter().enumerate();
        let homes = dims.flat_map(|(number, domain)| domain.set.dims().iter().map(move |dim| (dim, number)));
        Index { writers, readers, homes: homes.collect() }
    }

    /// The statements that write a variable.
    pub(super) fn writers(&self, variable: &Name) -> &[usize] {
        self.writers.get(variable).map_or(&[], Vec::as_slice)
    }

    /// What the bounds of an iname depend on.
    pub(super) fn bounds<'d>(&self, draft: &'d Draft, iname: &Name) -> &'d [Name] {
        let domain = self.homes.get(iname).and_then(|home| draft.kernel.domains.get(*home));
        domain.map_or(&[], |domain| domain.set.params())
    }
}

/// The loops of all statements: those that the text names; those that a statement mentions; those of the
/// statements that write what it reads, less the ones that tell their results apart; and those that the
/// bounds of its own loops depend on.
pub(super) fn spread(draft: &Draft, facts: &IndexMap<Name, Facts>, index: &Index<'_>) -> Loops {
    let mut spread = Spread::new(draft, facts, index);
    for (at, (id, fact)) in facts.iter().enumerate() {
        let Some(note) = draft.notes.get(id) else { continue };
        spread.pending.extend(note.inames.iter().map(|iname| (at, iname.clone())));
        if !note.inames_exact {
            spread.pending.extend(fact.free.iter().map(|iname| (at, iname.clone())));
        }
        if !note.inames_final {
            for reduced in &fact.reduced {
                spread.bounds(at, reduced);
            }
        }
    }
    while let Some((at, iname)) = spread.pending.pop() {
        spread.add(at, &iname);
    }
    facts.keys().cloned().zip(spread.loops).collect()
}

struct Spread<'a> {
    draft: &'a Draft,
    facts: &'a IndexMap<Name, Facts>,
    index: &'a Index<'a>,
    loops: Vec<BTreeSet<Name>>,
    /// Of how many writers of a variable an iname is a loop that does not tell their results apart.
    shared: BTreeMap<(&'a Name, Name), usize>,
    /// Loops of the writers of a scalar that bounds others, and the statements in these.
    around: BTreeMap<Name, (BTreeSet<Name>, BTreeSet<usize>)>,
    pending: Vec<(usize, Name)>,
}

impl<'a> Spread<'a> {
    fn new(draft: &'a Draft, facts: &'a IndexMap<Name, Facts>, index: &'a Index<'a>) -> Self {
        let loops = vec![BTreeSet::new(); facts.len()];
        let (shared, around) = (BTreeMap::new(), BTreeMap::new());
        Spread { draft, facts, index, loops, shared, around, pending: Vec::new() }
    }

    /// Puts a loop around a statement, unless the text says which ones it has.
    fn offer(&mut self, at: usize, iname: &Name) {
        let Some((id, fact)) = self.facts.get_index(at) else { return };
        let open = self.draft.notes.get(id).is_some_and(|note| !note.inames_final);
        let new = self.loops.get(at).is_some_and(|loops| !loops.contains(iname));
        if open && new && !fact.reduced.contains(iname) {
            self.pending.push((at, iname.clone()));
        }
    }

    fn add(&mut self, at: usize, iname: &Name) {
        if !self.loops.get_mut(at).is_some_and(|loops| loops.insert(iname.clone())) {
            return;
        }
        self.bounds(at, iname);
        let index = self.index;
        let Some((_, fact)) = self.facts.get_index(at) else { return };
        let Some(variable) = &fact.writes else { return };
        if self.draft.kernel.temps.contains_key(variable) {
            let (loops, users) = self.around.entry(variable.clone()).or_default();
            if loops.insert(iname.clone()) {
                users.clone().into_iter().for_each(|user| self.offer(user, iname));
            }
        }
        if fact.target.contains(iname) {
            return;
        }
        let count = self.shared.entry((variable, iname.clone())).or_insert(0);
        *count += 1;
        if *count == index.writers(variable).len() {
            for reader in index.readers.get(variable).into_iter().flatten() {
                self.offer(*reader, iname);
            }
        }
    }

    /// What the bounds of a loop, or of a reduction, need around them.
    fn bounds(&mut self, at: usize, iname: &Name) {
        let draft = self.draft;
        for param in self.index.bounds(draft, iname) {
            if draft.kernel.inames.contains_key(param) {
                self.offer(at, param);
            } else if draft.kernel.temps.contains_key(param) {
                let (loops, users) = self.around.entry(param.clone()).or_default();
                users.insert(at);
                loops.clone().iter().for_each(|outer| self.offer(at, outer));
            }
        }
    }
}
