//! A statement put behind a loop that it was in.

use ir::{IndexSet, Kernel, Statement};
use poly::{Aff, Name};
use std::collections::BTreeSet;

/// Puts a statement behind the loop that it was in. What came before or after it through others of the loop
/// still does. With `follows`, it comes after all of the loop, of which it reads what others have written;
/// `None` where no time says so.
pub(super) fn move_behind_loop(
    kernel: &Kernel,
    id: &Name,
    mut moved: Statement,
    iname: &Name,
    follows: &BTreeSet<Name>,
) -> Option<Kernel> {
    let mut changed = kernel.clone();
    if let Some(time) = &mut moved.time {
        let at = time.iter().position(|level| *level == Aff::dim(iname))?;
        time.truncate(at);
        if !follows.is_empty() {
            make_room(&mut changed, time)?;
        }
    }
    let inside = |name: &Name| kernel.statements.get(name).is_some_and(|s| s.inames.contains(iname));
    moved.after = outside(kernel, &moved.after, &inside);
    moved.after.extend(follows.iter().cloned());
    let before = kernel.statements.get(id).map(|statement| statement.after.clone()).unwrap_or_default();
    for (name, statement) in &mut changed.statements {
        if name == id {
            continue;
        }
        if inside(name) {
            if statement.after.shift_remove(id) {
                statement.after.extend(before.iter().cloned());
            }
        } else if statement.after.contains(id) {
            statement.after.extend(before.iter().filter(|other| inside(other)).cloned());
        } else if statement.after.iter().any(|other| inside(other) && kernel.comes_after(other, id)) {
            statement.after.insert(id.clone());
        }
    }
    changed.statements.insert(id.clone(), moved);
    Some(changed)
}

/// Adds a statement directly behind one of the same loops; `None` where no time says so.
pub(super) fn insert_behind(kernel: &Kernel, id: &Name, mut added: Statement) -> Option<Kernel> {
    let mut changed = kernel.clone();
    if let Some(time) = &mut added.time {
        make_room(&mut changed, time)?;
    }
    added.after.insert(id.clone());
    let name = kernel.fresh_statement(id);
    for statement in changed.statements.values_mut().filter(|statement| statement.after.contains(id)) {
        statement.after.insert(name.clone());
    }
    let at = kernel.statements.get_index_of(id)?;
    changed.statements.shift_insert(at + 1, name, added);
    Some(changed)
}

/// Makes a time, which is the beginning of those of a loop, come after all of them and before what comes
/// after the loop.
fn make_room(kernel: &mut Kernel, time: &mut Vec<Aff>) -> Option<()> {
    let Some((place, around)) = time.split_last() else {
        // Nothing stands outside of the loop: its times get a place before which, and after which, there is
        // something.
        for statement in kernel.statements.values_mut() {
            statement.time.as_mut()?.insert(0, Aff::constant(0));
        }
        time.push(Aff::constant(1));
        return Some(());
    };
    let place = place.as_constant()?;
    let next = place.checked_add(1)?;
    for statement in kernel.statements.values_mut() {
        let own = statement.time.as_mut()?;
        if own.starts_with(around)
            && let Some(level) = own.get_mut(around.len())
        {
            let value = level.as_constant()?;
            if value > place {
                *level = Aff::constant(value.checked_add(1)?);
            }
        }
    }
    *time.last_mut()? = Aff::constant(next);
    Some(())
}

/// These statements, with those before them in place of such as are inside of a loop.
fn outside(kernel: &Kernel, after: &IndexSet<Name>, inside: &dyn Fn(&Name) -> bool) -> IndexSet<Name> {
    let mut found = IndexSet::default();
    let mut seen = BTreeSet::new();
    let mut open: Vec<Name> = after.iter().cloned().collect();
    while let Some(name) = open.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        if inside(&name) {
            open.extend(kernel.statements.get(&name).into_iter().flat_map(|s| s.after.iter().cloned()));
        } else {
            found.insert(name);
        }
    }
    found.sort();
    found
}
