//! Other names for what is not shared: temporaries and statements.

use super::Part;
use crate::rewrite::rename_variable;
use ir::{Kernel, Name, Promise, fresh};
use pass::Refusal;
use std::collections::{BTreeMap, BTreeSet};

/// The kernels of the parts, in which no two temporaries and no two statements have one name.
pub(super) fn with_distinct_names(parts: &[Part]) -> Result<Vec<Kernel>, Refusal> {
    let mut taken: BTreeSet<Name> = BTreeSet::new();
    let mut done: Vec<Kernel> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let mut kernel = part.kernel.clone();
        let others =
            || parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| &part.kernel);
        for temp in part.kernel.temps.keys() {
            // Among temporaries of one name the first keeps it.
            let is_shared = done.iter().any(|done| done.is_taken(temp))
                || others().any(|other| other.is_taken(temp) && !other.temps.contains_key(temp));
            if is_shared {
                let is_taken =
                    |name: &str| taken.contains(name) || parts.iter().any(|part| part.kernel.is_used(name));
                let new = fresh(&format!("{temp}{}", part.suffix), is_taken);
                taken.insert(new.clone());
                rename_temporary(&mut kernel, temp, &new)?;
            }
        }
        rename_statements(&mut kernel, &done, &part.suffix);
        done.push(kernel);
    }
    Ok(done)
}

fn rename_temporary(kernel: &mut Kernel, old: &Name, new: &Name) -> Result<(), Refusal> {
    rename_variable(kernel, old, new)?;
    if let Some(at) = kernel.temps.get_index_of(old)
        && let Some(temp) = kernel.temps.shift_remove(old)
    {
        kernel.temps.shift_insert(at, new.clone(), temp);
    }
    Ok(())
}

fn rename_statements(kernel: &mut Kernel, before: &[Kernel], suffix: &str) {
    let mut names: BTreeMap<Name, Name> = BTreeMap::new();
    for id in kernel.statements.keys() {
        let is_taken = |name: &str| before.iter().any(|part| part.statements.contains_key(name));
        let is_given = |name: &str| names.values().any(|given| **given == *name);
        let new = if is_taken(id) {
            let is_own = |name: &str| kernel.statements.contains_key(name);
            fresh(&format!("{id}{suffix}"), |name| is_taken(name) || is_own(name) || is_given(name))
        } else {
            id.clone()
        };
        names.insert(id.clone(), new);
    }
    let renamed = |id: Name| names.get(&id).cloned().unwrap_or(id);
    let statements = std::mem::take(&mut kernel.statements);
    for (id, mut statement) in statements {
        statement.after = statement.after.into_iter().map(renamed).collect();
        statement.no_sync = statement.no_sync.into_iter().map(|(id, scope)| (renamed(id), scope)).collect();
        kernel.statements.insert(renamed(id), statement);
    }
    for promise in &mut kernel.promises {
        if let Promise::Distinct { statement, .. } = promise {
            *statement = renamed(statement.clone());
        }
    }
}
