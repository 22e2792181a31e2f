//! Procedures within a unit that a part of it calls. They stand within the part's routine, too.
//!
//! Claim: such a procedure sees in the part's routine what it sees in the unit. So each variable of the unit
//! that it may name is shared with the part, whether or not a statement of the part names it.

use fortran_syntax::ast::Unit;
use fortran_syntax::declared::names_of;
use fortran_syntax::mention;
use poly::Name;
use std::collections::BTreeSet;

/// The procedures within a unit that these names mention, and those that they mention in turn.
pub(super) fn called<'u>(unit: &'u Unit, names: &BTreeSet<Name>) -> Vec<&'u Unit> {
    let mut chosen: Vec<&Unit> = Vec::new();
    let mut asked: BTreeSet<Name> = names.clone();
    loop {
        let is_asked = |inner: &&Unit| {
            asked.contains(&inner.head.name.name) && chosen.iter().all(|other| !std::ptr::eq(*other, *inner))
        };
        let Some(next) = unit.contained.iter().find(is_asked) else { return chosen };
        let mentions = mention::unit_mentions(next);
        asked.extend(mentions.names.into_iter().chain(mentions.called));
        chosen.push(next);
    }
}

/// Whether a procedure may name a variable of the unit around.
pub(super) fn may_name(inner: &Unit, variable: &Name) -> bool {
    let has_word = inner.parts.words.iter().any(|(word, _)| word == variable);
    has_word && !declares(inner, variable)
}

/// Names that a procedure mentions without a declaration of its own.
pub(super) fn undeclared(inner: &Unit) -> BTreeSet<Name> {
    mention::unit_mentions(inner).names.into_iter().filter(|name| !declares(inner, name)).collect()
}

fn declares(inner: &Unit, name: &Name) -> bool {
    let head = &inner.head;
    let heads = head.args.iter().chain([&head.name]).chain(&head.result);
    heads.into_iter().any(|own| own.name == *name)
        || inner.specifications.iter().any(|(of, _)| names_of(of).contains(&name))
}
