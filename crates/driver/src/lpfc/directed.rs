//! Routines whose directives do more than their statements would without them, and those that call such ones.

use super::text::{code, words};
use super::{directives, threads};
use ir::Name;
use std::collections::BTreeSet;

/// Routines by name, with their texts.
pub(super) type Routines = [(Name, String)];

/// The routines that a test accepts by their text and by those that it has accepted.
fn closure(routines: &Routines, is_one: &dyn Fn(&Name, &str, &BTreeSet<Name>) -> bool) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    loop {
        let further = routines.iter().filter(|(own, text)| !found.contains(own) && is_one(own, text, &found));
        let further: Vec<Name> = further.map(|(own, _)| own.clone()).collect();
        if further.is_empty() {
            return found;
        }
        found.extend(further);
    }
}

/// Whether a word is one of some names, other than a routine's own.
fn is_other<'n>(word: &str, own: &Name, mut names: impl Iterator<Item = &'n Name>) -> bool {
    names.any(|name| name != own && word.eq_ignore_ascii_case(name))
}

/// Routines in which directives matter. Those that name one of these outside of their own regions, or where
/// each thread runs what threads do in turn, are among them. So are those that name one whose threads have
/// variables of their own that callers see.
pub(super) fn where_they_matter(routines: &Routines, is_fixed: bool) -> BTreeSet<Name> {
    let reaching = routines.iter().filter(|(_, text)| threads::reach_callers(text, is_fixed));
    let reaching: Vec<&Name> = reaching.map(|(name, _)| name).collect();
    let calls_reaching = |own: &Name, text: &str| {
        words(&code(text, is_fixed)).any(|word| is_other(word, own, reaching.iter().copied()))
    };
    let in_turn = closure(routines, &|own, text, found| {
        let named = threads::mentioned(text, is_fixed, &|word| is_other(word, own, found.iter()));
        directives::matter_in_each_thread(text) || named.outside || named.in_each_thread
    });
    closure(routines, &|own, text, found| {
        let named = threads::mentioned(text, is_fixed, &|word| is_other(word, own, found.iter()));
        let by_each = threads::mentioned(text, is_fixed, &|word| is_other(word, own, in_turn.iter()));
        directives::matter(text) || calls_reaching(own, text) || named.outside || by_each.in_each_thread
    })
}

/// Routines in which threads share sums, and those that call them.
pub(super) fn where_threads_sum(routines: &Routines, is_fixed: bool) -> BTreeSet<Name> {
    closure(routines, &|own, text, found| {
        let calls_one = || words(&code(text, is_fixed)).any(|word| is_other(word, own, found.iter()));
        !directives::summed(text).is_empty() || calls_one()
    })
}
