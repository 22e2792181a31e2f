//! An iname as some statements use it.

use super::duplicate::duplicate;
use super::statements::users;
use super::{names, select};
use ir::Kernel;
use pass::{Refusal, Selector};
use poly::Name;
use std::collections::BTreeSet;

/// Restricts the users of these inames to the selected statements: where others use them as well, the
/// selected ones get copies, whose names are returned; else the inames themselves.
///
/// # Errors
/// No selected statement uses the inames, or they cannot be copied.
pub fn focus(kernel: &mut Kernel, inames: &[Name], within: Option<&Selector>) -> Result<Vec<Name>, Refusal> {
    let all = users(kernel, inames);
    let selected = select::select_statements(kernel, within)?;
    let focus: BTreeSet<Name> = all.intersection(&selected).cloned().collect();
    if within.is_some() && focus.is_empty() {
        let listed: Vec<String> = inames.iter().map(|name| format!("`{name}`")).collect();
        let origin = within.map(|selector| selector.text.origin).unwrap_or_default();
        let problem = Refusal::empty(format!("no statement that this matches uses {}", listed.join(", ")));
        return Err(problem.at_entity(None, origin, "").into());
    }
    if focus == all {
        return Ok(inames.to_vec());
    }
    let mut pairs = Vec::new();
    for name in inames {
        let taken: Vec<&Name> = pairs.iter().map(|(_, new)| new).collect();
        let mut new = names::new_name(kernel, None, name)?;
        if taken.contains(&&new) {
            new = ir::fresh(&new, |text| kernel.is_taken(text) || taken.iter().any(|name| **name == *text));
        }
        pairs.push((name.clone(), new));
    }
    duplicate(kernel, &focus, &pairs)?;
    Ok(pairs.into_iter().map(|(_, new)| new).collect())
}
