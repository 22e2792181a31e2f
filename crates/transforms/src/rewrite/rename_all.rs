//! Other names for all that a kernel does not share with another one: loops, rules and statements.

use super::change::Change;
use super::loops::change_loops;
use super::statements::{change_statements, redirect};
use super::users::{rules_of, rules_used};
use ir::{IndexMap, Kernel, fresh};
use pass::Refusal;
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Puts an ending behind the names of loops, of statements and of the rules that `other` has in another form,
/// so that all of the kernel can be added to `other`. Rules that no statement uses are removed, and so are
/// those that both have.
///
/// # Errors
/// Those of the operations on sets.
pub(crate) fn rename_all(kernel: &mut Kernel, other: &Kernel, ending: &str) -> Result<(), Refusal> {
    rename_loops(kernel, other, ending)?;
    rename_rules(kernel, other, ending);
    rename_statements(kernel, other, ending);
    Ok(())
}

fn rename_loops(kernel: &mut Kernel, other: &Kernel, ending: &str) -> Result<(), Refusal> {
    let all: BTreeSet<Name> = kernel.statements.keys().cloned().collect();
    let mut slabs = std::mem::take(&mut kernel.slabs);
    for (old, iname) in kernel.inames.clone() {
        let new = fresh(&format!("{old}{ending}"), |name| kernel.is_used(name) || other.is_used(name));
        let change = Change::rename(&old, &new);
        change_statements(kernel, &all, &change)?;
        change_loops(kernel, &change, &[(new.clone(), iname)])?;
        if let Some(counts) = slabs.shift_remove(&old) {
            kernel.slabs.insert(new, counts);
        }
    }
    Ok(())
}

fn rename_rules(kernel: &mut Kernel, other: &Kernel, ending: &str) {
    let used = rules_of(kernel, kernel.statements.values());
    let differs = |name: &Name| kernel.rules.get(name) != other.rules.get(name);
    let mut names: IndexMap<Name, Name> = IndexMap::default();
    for name in &used {
        let body = kernel.rules.get(name).map(|rule| &rule.body);
        if differs(name) || rules_used(kernel, body).iter().any(differs) {
            let taken = |text: &str| kernel.is_used(text) || other.is_used(text);
            let new = fresh(&format!("{name}{ending}"), |text| {
                taken(text) || names.values().any(|given: &Name| **given == *text)
            });
            names.insert(name.clone(), new);
        }
    }
    for (name, mut rule) in std::mem::take(&mut kernel.rules) {
        if let Some(new) = names.get(&name) {
            rule.body = redirect(&rule.body, &names);
            kernel.rules.insert(new.clone(), rule);
        }
    }
    for statement in kernel.statements.values_mut() {
        *statement = statement.map_exprs(&mut |expr| redirect(expr, &names));
    }
}

fn rename_statements(kernel: &mut Kernel, other: &Kernel, ending: &str) {
    let taken = |name: &str| kernel.statements.contains_key(name) || other.statements.contains_key(name);
    let mut names: BTreeMap<Name, Name> = BTreeMap::new();
    for id in kernel.statements.keys() {
        let is_given = |name: &str| names.values().any(|given| **given == *name);
        let new = fresh(&format!("{id}{ending}"), |name| taken(name) || is_given(name));
        names.insert(id.clone(), new);
    }
    let renamed = |id: Name| names.get(&id).cloned().unwrap_or(id);
    let with_ending = |name: Name| Name::new(format!("{name}{ending}"));
    for (id, mut statement) in std::mem::take(&mut kernel.statements) {
        statement.after = statement.after.into_iter().map(renamed).collect();
        statement.no_sync = statement.no_sync.into_iter().map(|(id, scope)| (renamed(id), scope)).collect();
        statement.groups = statement.groups.into_iter().map(with_ending).collect();
        statement.conflicts = statement.conflicts.into_iter().map(with_ending).collect();
        kernel.statements.insert(renamed(id), statement);
    }
}
