//! Claim: where nothing comes after a flag has been changed, or only what asks for it again, statements may
//! ask for the flag itself instead of a copy of it.
//!
//! So they stand under the flag that ends their loop, and a loop all of whose body does need not go on.

use super::{Lowerer, Role};
use fortran_sema::hir::{Branch, Node, NodeKind, visit};
use ir::{Expr, Node as Value, Scalar};
use poly::Name;
use std::collections::BTreeMap;

/// Flags, each with the value that is asked for.
type Flags = BTreeMap<Name, bool>;

impl Lowerer<'_> {
    /// The flags of which a branch asks nothing but that they have a value, if they keep it as long as it
    /// matters.
    pub(super) fn flags_of(&self, branch: &Branch) -> Option<Vec<Expr>> {
        let parts = parts(&branch.condition);
        let flags: Flags = parts.iter().map(|part| self.flag(part)).collect::<Option<_>>()?;
        let mut changed = Flags::new();
        is_kept(&branch.body, &flags, &mut changed).then(|| parts.to_vec())
    }

    fn flag(&self, part: &Expr) -> Option<(Name, bool)> {
        let (name, wanted) = literal(part)?;
        let is_flag = self.routine.variables.get(name).is_some_and(|variable| variable.ty == Scalar::Bool);
        (is_flag && matches!(self.roles.get(name), Some(Role::Local))).then(|| (name.clone(), wanted))
    }

    /// Lowers statements under flags.
    pub(super) fn under_flags(&mut self, flags: &[Expr], body: &[Node]) {
        let (outer, settled) = (self.predicates.len(), self.settled);
        for flag in flags {
            let at = self.predicates.iter().position(|predicate| predicate == flag);
            let at = at.unwrap_or_else(|| {
                self.predicates.push(flag.clone());
                self.predicates.len() - 1
            });
            self.settled = self.settled.max(at + 1);
        }
        self.block(body);
        self.predicates.truncate(outer);
        self.settled = settled;
    }
}

fn parts(condition: &Expr) -> &[Expr] {
    match condition.node() {
        Value::And(parts) => parts,
        _ => std::slice::from_ref(condition),
    }
}

/// A name, or its negation.
fn literal(part: &Expr) -> Option<(&Name, bool)> {
    match part.node() {
        Value::Not(inner) => inner.as_var().map(|name| (name, false)),
        _ => part.as_var().map(|name| (name, true)),
    }
}

/// Whether statements do the same where each of them asks for the flags anew; `changed` are the flags that
/// may have lost their value before them, and then behind them.
fn is_kept(nodes: &[Node], flags: &Flags, changed: &mut Flags) -> bool {
    nodes.iter().all(|node| {
        if !changed.is_empty() && !asks_again(node, changed) {
            return false;
        }
        match &node.kind {
            NodeKind::Assign(target, value) => match (flags.get(&target.name), value.node()) {
                (None, _) => true,
                (Some(wanted), Value::Bool(value)) => {
                    if value != wanted {
                        changed.insert(target.name.clone(), *wanted);
                    }
                    true
                }
                _ => false,
            },
            NodeKind::Loop(head) => {
                // What a later iteration finds changed an earlier one has changed.
                visit(&head.body, &mut |inner| {
                    if let NodeKind::Assign(target, _) = &inner.kind
                        && let Some(wanted) = flags.get(&target.name)
                    {
                        changed.insert(target.name.clone(), *wanted);
                    }
                });
                is_kept(&head.body, flags, &mut changed.clone())
            }
            NodeKind::If(branches, otherwise) => {
                let mut behind = changed.clone();
                let is_kept = branches.iter().all(|branch| {
                    let mut inside = changed.clone();
                    parts(&branch.condition).iter().filter_map(literal).for_each(|(name, wanted)| {
                        inside.retain(|of, value| of != name || *value != wanted);
                    });
                    let kept = is_kept(&branch.body, flags, &mut inside);
                    behind.append(&mut inside);
                    kept
                });
                let mut inside = changed.clone();
                let is_kept = is_kept && self::is_kept(otherwise, flags, &mut inside);
                behind.append(&mut inside);
                *changed = behind;
                is_kept
            }
            _ => false,
        }
    })
}

/// Whether a statement does nothing unless all of these flags have their values.
fn asks_again(node: &Node, flags: &Flags) -> bool {
    let NodeKind::If(branches, otherwise) = &node.kind else { return false };
    let [branch] = branches.as_slice() else { return false };
    let asked: Vec<(&Name, bool)> = parts(&branch.condition).iter().filter_map(literal).collect();
    otherwise.is_empty() && flags.iter().all(|(name, wanted)| asked.contains(&(name, *wanted)))
}
