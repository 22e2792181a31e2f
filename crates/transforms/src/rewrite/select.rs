//! Statements that an argument selects.

use ir::{Kernel, matching};
use pass::{Refusal, Selector};
use poly::Name;
use std::collections::BTreeSet;

/// The statements that a match expression selects; without one, all.
///
/// # Errors
/// It selects none.
pub fn select_statements(kernel: &Kernel, within: Option<&Selector>) -> Result<BTreeSet<Name>, Refusal> {
    let Some(selector) = within else { return Ok(kernel.statements.keys().cloned().collect()) };
    let found: BTreeSet<Name> = matching::statements(selector, kernel).into_iter().collect();
    if found.is_empty() {
        let problem = Refusal::empty(format!("`{}` matches no statement", selector.text.text));
        return Err(problem.at_entity(None, selector.text.origin, "").into());
    }
    Ok(found)
}

/// The statements that one of several match expressions selects; without any, all.
///
/// # Errors
/// One of them selects none.
pub fn select_any(kernel: &Kernel, filters: Option<&[Selector]>) -> Result<BTreeSet<Name>, Refusal> {
    let Some(filters) = filters else { return select_statements(kernel, None) };
    let mut found = BTreeSet::new();
    for filter in filters {
        found.extend(select_statements(kernel, Some(filter))?);
    }
    Ok(found)
}
