//! Which statements come after which.

use super::facts::Facts;
use super::spread::Index;
use crate::draft::{Draft, Inlined, Note};
use crate::options::Query;
use crate::text::tree::Word;
use diag::{Diagnostic, nearest};
use ir::matching::Glob;
use ir::{IndexMap, IndexSet, Name, Statement, SyncScope, Unordered, walk};
use std::collections::{BTreeMap, BTreeSet};

/// A statement, those that it comes after, and those that it needs no order with.
type Order<'d> = (&'d Name, IndexSet<Name>, BTreeSet<(Name, SyncScope)>);

/// Resolves declared dependencies and adds those that follow from single writers.
pub(super) fn infer(draft: &mut Draft) {
    let ids: IndexSet<Name> = draft.kernel.statements.keys().cloned().collect();
    let facts: IndexMap<Name, Facts> =
        draft.kernel.statements.iter().map(|(id, s)| (id.clone(), facts_with_bounds(draft, s))).collect();
    let index = Index::new(draft, &facts);
    let blocks = Blocks::new(draft, &facts);
    let mut errors = Vec::new();
    let mut orders = Vec::new();
    for (at, id) in ids.iter().enumerate() {
        let Some(note) = draft.notes.get(id) else { continue };
        let mut after: IndexSet<Name> = IndexSet::default();
        for pattern in &note.deps {
            after.extend(resolve(draft, pattern, id, &ids, &mut errors));
            let rules = inlined(draft, pattern, &mut BTreeSet::new());
            for (pattern, reads) in rules {
                after.extend(
                    pattern.into_iter().flat_map(|one| resolve(draft, one, id, &ids, &mut Vec::new())),
                );
                after.extend(writers_of(draft, at, &reads, &facts, &index));
            }
        }
        for query in &note.dep_queries {
            after.extend(select(draft, query, id, &mut errors));
        }
        if draft.seq_dependencies {
            after.extend(at.checked_sub(1).and_then(|before| ids.get_index(before)).cloned());
        } else if !note.deps_final {
            after.extend(single_writers(draft, at, &facts, &index));
            after.extend(blocks.earlier_branches(draft, note, at, &facts));
        } else {
            // Whatever a list of dependencies leaves out, a loop runs once its bounds are known, and values
            // that are there from the start are there before they are read.
            let mut needed = bounds(draft, draft.kernel.statements.get(id));
            let reads = facts.get(id).into_iter().flat_map(|facts| &facts.reads);
            needed.extend(reads.filter(|name| draft.initial.contains(*name)).cloned());
            after.extend(writers_of(draft, at, &needed, &facts, &index));
        }
        let mut no_sync = BTreeSet::new();
        // A statement needs no order with itself.
        for (pattern, scopes) in note.no_sync.iter().filter(|(pattern, _)| *id != pattern.text.as_str()) {
            // All of none need no order either.
            let mut missing = Vec::new();
            let named = resolve(draft, pattern, id, &ids, &mut missing);
            if !Glob::new(pattern.text.as_str()).is_wild() {
                errors.append(&mut missing);
            }
            for other in named {
                no_sync.extend(scopes.iter().map(|scope| (other.clone(), *scope)));
            }
        }
        for (query, scopes) in &note.no_sync_queries {
            for other in select(draft, query, id, &mut errors) {
                no_sync.extend(scopes.iter().map(|scope| (other.clone(), *scope)));
            }
        }
        orders.push((id, after, no_sync));
    }
    let later = later_writers(draft, &facts, &index, &orders);
    for (id, after, no_sync) in orders {
        if let Some(statement) = draft.kernel.statements.get_mut(id) {
            statement.after = after;
            statement.after.extend(later.get(id).into_iter().flatten().cloned());
            statement.no_sync = no_sync;
        }
    }
    draft.errors.append(&mut errors);
}

/// The facts of a statement; the scalars that bound its loops and reductions count as read.
fn facts_with_bounds(draft: &Draft, statement: &Statement) -> Facts {
    let mut facts = Facts::of_statement(&draft.kernel, statement);
    facts.reads.extend(bounds(draft, Some(statement)));
    facts
}

/// The scalars that bound the loops and reductions of a statement, but for one that it writes.
fn bounds(draft: &Draft, statement: Option<&Statement>) -> BTreeSet<Name> {
    let kernel = &draft.kernel;
    let Some(statement) = statement else { return BTreeSet::new() };
    let facts = Facts::of_statement(kernel, statement);
    let inames = statement.inames.iter().chain(&facts.reduced);
    let homes = kernel.domains_of(inames).into_iter().filter_map(|number| kernel.domains.get(number));
    let params = homes.flat_map(|domain| domain.set.params());
    let is_bound = |param: &&Name| kernel.temps.contains_key(*param) && facts.writes.as_ref() != Some(*param);
    params.filter(is_bound).cloned().collect()
}

/// A statement comes after the only other one that writes what it reads, where that stands earlier in the
/// text. Writers in different branches of one `if` count as one.
fn single_writers(draft: &Draft, at: usize, facts: &IndexMap<Name, Facts>, index: &Index<'_>) -> Vec<Name> {
    facts.get_index(at).map_or_else(Vec::new, |(_, fact)| writers_of(draft, at, &fact.reads, facts, index))
}

/// The same for some variables.
fn writers_of(
    draft: &Draft,
    at: usize,
    variables: &BTreeSet<Name>,
    facts: &IndexMap<Name, Facts>,
    index: &Index<'_>,
) -> Vec<Name> {
    let mut after = Vec::new();
    for variable in variables {
        let all = index.writers(variable);
        if all.iter().rev().find(|writer| **writer != at).is_none_or(|last| *last > at) {
            continue;
        }
        let others = || all.iter().copied().filter(|writer| *writer != at);
        let one = others().enumerate().all(|(number, a)| {
            others().take(number).all(|b| exclusive(note_at(draft, a), note_at(draft, b)))
        });
        if one {
            after.extend(others().filter_map(|writer| facts.get_index(writer)).map(|(id, _)| id.clone()));
        }
    }
    after
}

/// The statements that alone write a temporary which others read that stand before them in the text. Only
/// what comes after the write finds a value there, unless iterations come in order, so these come after it,
/// as in Loo.py; but not where it comes after them.
fn later_writers(
    draft: &Draft,
    facts: &IndexMap<Name, Facts>,
    index: &Index<'_>,
    orders: &[Order<'_>],
) -> BTreeMap<Name, Vec<Name>> {
    let mut later: BTreeMap<Name, Vec<Name>> = BTreeMap::new();
    if draft.seq_dependencies || draft.kernel.unordered == Unordered::TextOrder {
        return later;
    }
    let after: BTreeMap<&Name, &IndexSet<Name>> = orders.iter().map(|(id, after, _)| (*id, after)).collect();
    for (at, (id, fact)) in facts.iter().enumerate() {
        if draft.notes.get(id).is_none_or(|note| note.deps_final) {
            continue;
        }
        for variable in fact.reads.iter().filter(|variable| draft.kernel.temps.contains_key(*variable)) {
            let [writer] = index.writers(variable) else { continue };
            let writer = facts.get_index(*writer).filter(|_| *writer > at);
            let Some((writer, _)) = writer.filter(|(writer, _)| !comes_after(writer, id, &after, &later))
            else {
                continue;
            };
            later.entry(id.clone()).or_default().push(writer.clone());
        }
    }
    later
}

/// Whether a statement comes after another, also through others.
fn comes_after(
    statement: &Name,
    other: &Name,
    after: &BTreeMap<&Name, &IndexSet<Name>>,
    later: &BTreeMap<Name, Vec<Name>>,
) -> bool {
    let (mut open, mut seen) = (vec![statement], BTreeSet::new());
    while let Some(next) = open.pop() {
        if next == other {
            return true;
        }
        if seen.insert(next) {
            let direct = after.get(next).into_iter().flat_map(|all| all.iter());
            open.extend(direct.chain(later.get(next).into_iter().flatten()));
        }
    }
    false
}

/// The statements inside each `if` block, by place in the text.
struct Blocks(BTreeMap<usize, Vec<usize>>);

impl Blocks {
    fn new(draft: &Draft, facts: &IndexMap<Name, Facts>) -> Self {
        let mut blocks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, note) in facts.keys().enumerate().filter_map(|(at, id)| Some((at, draft.notes.get(id)?))) {
            for (block, _) in &note.branches {
                blocks.entry(*block).or_default().push(at);
            }
        }
        Blocks(blocks)
    }

    /// Statements in other branches of one `if` never run for the same iteration; where they touch the same
    /// memory the text order is declared, so that they are not taken for unordered.
    fn earlier_branches(
        &self,
        draft: &Draft,
        note: &Note,
        at: usize,
        facts: &IndexMap<Name, Facts>,
    ) -> Vec<Name> {
        let Some((_, own)) = facts.get_index(at) else { return Vec::new() };
        let touches = |fact: &Facts, variable: &Option<Name>| {
            variable.as_ref().is_some_and(|v| fact.reads.contains(v) || fact.writes.as_ref() == Some(v))
        };
        let around = note.branches.iter().filter_map(|(block, _)| self.0.get(block));
        let earlier: BTreeSet<usize> = around.flatten().copied().filter(|other| *other < at).collect();
        let earlier = earlier.into_iter().filter_map(|other| facts.get_index(other));
        let conflicting = earlier.filter(|(other, fact)| {
            let conflict = touches(fact, &own.writes) || touches(own, &fact.writes);
            conflict && exclusive(Some(note), draft.notes.get(*other))
        });
        conflicting.map(|(id, _)| id.clone()).collect()
    }
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

/// What the definitions wait for that took the place of statements which a pattern names: what they declare,
/// and the variables that they read, unless they declare all.
fn inlined<'d>(
    draft: &'d Draft,
    pattern: &Word,
    seen: &mut BTreeSet<&'d Name>,
) -> Vec<(Vec<&'d Word>, BTreeSet<Name>)> {
    let glob = Glob::new(pattern.text.as_str());
    let mut found = Vec::new();
    for (id, Inlined { note, rule }) in &draft.inlined {
        if !glob.matches(id) || !seen.insert(id) {
            continue;
        }
        let reads = match draft.kernel.rules.get(rule).filter(|_| !note.deps_final) {
            Some(rule) => walk::names(&rule.body),
            None => BTreeSet::new(),
        };
        found.push((note.deps.iter().collect(), reads));
        found.extend(note.deps.iter().flat_map(|deeper| inlined(draft, deeper, seen)));
    }
    found
}

/// The statements that a pattern names; a wildcard never means the statement itself.
fn resolve(
    draft: &Draft,
    pattern: &Word,
    own: &Name,
    ids: &IndexSet<Name>,
    errors: &mut Vec<Diagnostic>,
) -> Vec<Name> {
    let glob = Glob::new(pattern.text.as_str());
    let wild = glob.is_wild();
    if !wild && *own == pattern.text.as_str() {
        let diagnostic =
            Diagnostic::error("lp::loopy::dependency", format!("statement `{own}` names itself"));
        errors.push(diagnostic.at(pattern.span, ""));
        return Vec::new();
    }
    let matches = |id: &&Name| *id != own && glob.matches(id);
    let found: Vec<Name> = match wild {
        true => ids.iter().filter(matches).cloned().collect(),
        false => ids.get(pattern.text.as_str()).into_iter().cloned().collect(),
    };
    if found.is_empty() && !draft.inlined.keys().any(|id| matches(&id)) {
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

/// The other statements that a match expression selects.
fn select(draft: &Draft, query: &Query, own: &Name, errors: &mut Vec<Diagnostic>) -> Vec<Name> {
    let mut found = ir::matching::statements(&query.wanted, &draft.kernel);
    found.retain(|id| id != own);
    if found.is_empty() {
        let message = "no other statement is selected";
        errors.push(Diagnostic::error("lp::loopy::dependency", message).at(query.span, ""));
    }
    found
}
