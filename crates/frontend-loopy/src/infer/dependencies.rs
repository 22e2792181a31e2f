//! Which statements come after which.

use super::facts::Facts;
use crate::draft::{Draft, Note};
use crate::text::tree::Word;
use diag::{Diagnostic, nearest};
use indexmap::{IndexMap, IndexSet};
use ir::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Resolves declared dependencies and adds those that follow from single writers.
pub(super) fn infer(draft: &mut Draft) {
    let ids: Vec<Name> = draft.kernel.statements.keys().cloned().collect();
    let facts: IndexMap<Name, Facts> =
        draft.kernel.statements.iter().map(|(id, s)| (id.clone(), facts_with_bounds(draft, s))).collect();
    let writers = writers(&facts);
    let mut errors = Vec::new();
    for (at, id) in ids.iter().enumerate() {
        let Some(note) = draft.notes.get(id).cloned() else { continue };
        let mut after: IndexSet<Name> = IndexSet::new();
        for pattern in &note.deps {
            after.extend(resolve(draft, pattern, id, &ids, &mut errors));
        }
        if draft.seq_dependencies {
            after.extend(at.checked_sub(1).and_then(|before| ids.get(before)).cloned());
        } else if !note.deps_final {
            after.extend(single_writers(draft, id, at, &facts, &writers));
            after.extend(earlier_branches(draft, &note, id, at, &facts));
        }
        let mut no_sync = BTreeSet::new();
        for (pattern, scopes) in &note.no_sync {
            for other in resolve(draft, pattern, id, &ids, &mut errors) {
                no_sync.extend(scopes.iter().map(|scope| (other.clone(), *scope)));
            }
        }
        if let Some(statement) = draft.kernel.statements.get_mut(id) {
            statement.after = after;
            statement.no_sync = no_sync;
        }
    }
    draft.errors.append(&mut errors);
}

/// The facts of a statement; the scalars that bound its loops and reductions count as read.
fn facts_with_bounds(draft: &Draft, statement: &ir::Statement) -> Facts {
    let kernel = &draft.kernel;
    let mut facts = Facts::of(kernel, statement);
    let inames = statement.inames.iter().chain(&facts.reduced);
    let bounds: Vec<Name> = kernel
        .domains_of(inames)
        .into_iter()
        .filter_map(|number| kernel.domains.get(number))
        .flat_map(|domain| domain.set.params())
        .filter(|param| kernel.temps.contains_key(*param) && facts.writes.as_ref() != Some(*param))
        .cloned()
        .collect();
    facts.reads.extend(bounds);
    facts
}

/// Writers of each variable, by place in the text.
fn writers(facts: &IndexMap<Name, Facts>) -> BTreeMap<Name, Vec<usize>> {
    let mut writers: BTreeMap<Name, Vec<usize>> = BTreeMap::new();
    for (at, fact) in facts.values().enumerate() {
        if let Some(variable) = &fact.writes {
            writers.entry(variable.clone()).or_default().push(at);
        }
    }
    writers
}

/// A statement comes after the only other one that writes what it reads, where that stands earlier in the text.
/// Writers in different branches of one `if` count as one.
fn single_writers(
    draft: &Draft,
    id: &Name,
    at: usize,
    facts: &IndexMap<Name, Facts>,
    writers: &BTreeMap<Name, Vec<usize>>,
) -> Vec<Name> {
    let mut after = Vec::new();
    for variable in facts.get(id).map(|fact| &fact.reads).into_iter().flatten() {
        let others: Vec<usize> =
            writers.get(variable).into_iter().flatten().copied().filter(|writer| *writer != at).collect();
        let earlier = others.iter().all(|writer| *writer < at);
        let one = others.iter().enumerate().all(|(number, a)| {
            others.iter().take(number).all(|b| exclusive(note_at(draft, *a), note_at(draft, *b)))
        });
        if earlier && one {
            after.extend(
                others.iter().filter_map(|writer| facts.get_index(*writer)).map(|(id, _)| id.clone()),
            );
        }
    }
    after
}

/// Statements in other branches of one `if` never run for the same trip; where they touch the same memory the text
/// order is declared, so that they are not taken for unordered.
fn earlier_branches(
    draft: &Draft,
    note: &Note,
    id: &Name,
    at: usize,
    facts: &IndexMap<Name, Facts>,
) -> Vec<Name> {
    let Some(own) = facts.get(id).filter(|_| !note.branches.is_empty()) else { return Vec::new() };
    let touches = |fact: &Facts, variable: &Option<Name>| {
        variable.as_ref().is_some_and(|v| fact.reads.contains(v) || fact.writes.as_ref() == Some(v))
    };
    let earlier = facts.iter().take(at).filter(|(other, fact)| {
        let conflict = touches(fact, &own.writes) || touches(own, &fact.writes);
        conflict && exclusive(Some(note), draft.notes.get(*other))
    });
    earlier.map(|(id, _)| id.clone()).collect()
}

fn note_at(draft: &Draft, at: usize) -> Option<&Note> {
    draft.notes.get_index(at).map(|(_, note)| note)
}

/// Whether two statements lie in different branches of one `if` block.
fn exclusive(a: Option<&Note>, b: Option<&Note>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    a.branches
        .iter()
        .any(|(block, branch)| b.branches.iter().any(|(other, at)| other == block && at != branch))
}

/// The statements that a pattern names; a wildcard never means the statement itself.
fn resolve(
    draft: &Draft,
    pattern: &Word,
    own: &Name,
    ids: &[Name],
    errors: &mut Vec<Diagnostic>,
) -> Vec<Name> {
    let wild = pattern.text.contains(['*', '?']);
    if !wild && *own == pattern.text.as_str() {
        let diagnostic =
            Diagnostic::error("lp::loopy::dependency", format!("statement `{own}` names itself"));
        errors.push(diagnostic.at(pattern.span, ""));
        return Vec::new();
    }
    let matches = |id: &&Name| *id != own && glob(pattern.text.as_bytes(), id.as_bytes());
    let found: Vec<Name> = ids.iter().filter(matches).cloned().collect();
    if found.is_empty() && !draft.inlined.iter().any(|id| matches(&id)) {
        let message = format!("no statement is named `{}`", pattern.text);
        let diagnostic = Diagnostic::error("lp::loopy::dependency", message).at(pattern.span, "");
        let diagnostic = match nearest(&pattern.text, ids.iter().map(|id| &**id)) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        };
        // Statements of one block share the pattern.
        if !errors.contains(&diagnostic) {
            errors.push(diagnostic);
        }
    }
    found
}

/// Whether a text matches a pattern with the wildcards `*` and `?`.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    // `reached[k]`: the pattern so far matches the first k bytes.
    let mut reached = vec![false; text.len() + 1];
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    for symbol in pattern {
        let mut next = vec![false; text.len() + 1];
        let mut any = false;
        for (k, slot) in next.iter_mut().enumerate() {
            let here = reached.get(k).copied().unwrap_or(false);
            any |= here;
            let before = k.checked_sub(1);
            let step = before.and_then(|b| Some((reached.get(b).copied()?, text.get(b).copied()?)));
            *slot = match symbol {
                b'*' => any,
                b'?' => step.is_some_and(|(reached, _)| reached),
                byte => step.is_some_and(|(reached, found)| reached && found == *byte),
            };
        }
        reached = next;
    }
    reached.last().copied().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards() {
        for (pattern, text, expected) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("a*", "a", true),
            ("*b", "aab", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*a*b*", "xxaxxbxx", true),
            ("*a*b*", "xxbxxaxx", false),
            ("", "", true),
            ("?", "", false),
        ] {
            assert_eq!(glob(pattern.as_bytes(), text.as_bytes()), expected, "{pattern} on {text}");
        }
    }
}
