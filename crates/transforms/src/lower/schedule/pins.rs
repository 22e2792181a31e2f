//! Statements that lack one of their launch's hardware axes.
//!
//! Every work item and group runs the whole tree. A statement that writes private memory may run in all of them; one that
//! writes memory that work items or groups share must run once, at index 0 of the axes that it lacks. That is said in its
//! domain, by an iname on that axis with the single value 0.

use super::launches::Draft;
use ir::{AddressSpace, Domain, Iname, InameTag, Kernel, Statement};
use poly::{Aff, Constraint, Name, Set};
use std::collections::{BTreeMap, BTreeSet};

/// Gives such statements their inames.
pub(super) fn pin(kernel: &mut Kernel, drafts: &[Draft]) {
    let mut inames: BTreeMap<InameTag, Name> = BTreeMap::new();
    for launch in drafts.iter().flat_map(Draft::launches) {
        let axes: BTreeSet<InameTag> = launch
            .iter()
            .filter_map(|at| kernel.statements.get_index(*at))
            .flat_map(|(_, s)| axes(kernel, s))
            .collect();
        for at in launch {
            let Some((id, statement)) = kernel.statements.get_index(at).map(|(id, s)| (id.clone(), s)) else {
                continue;
            };
            let own = self::axes(kernel, statement);
            let missing: Vec<InameTag> =
                axes.difference(&own).filter(|axis| once_along(kernel, statement, **axis)).copied().collect();
            for axis in missing {
                let iname = inames.entry(axis).or_insert_with(|| add(kernel, axis)).clone();
                if let Some(statement) = kernel.statements.get_mut(&id) {
                    statement.inames.push(iname);
                }
            }
        }
    }
}

/// The hardware axes that a statement's inames run on.
pub(super) fn axes(kernel: &Kernel, statement: &Statement) -> BTreeSet<InameTag> {
    let tags = statement.inames.iter().filter_map(|iname| kernel.tag(iname));
    tags.filter(|tag| tag.is_parallel()).collect()
}

/// Whether a statement that lacks an axis must not run at each of its indices.
fn once_along(kernel: &Kernel, statement: &Statement, axis: InameTag) -> bool {
    let Some(target) = statement.target() else { return false };
    match kernel.temps.get(target.name()).map(|temp| temp.space) {
        Some(Some(AddressSpace::Private) | None) => false,
        Some(Some(AddressSpace::Local)) => matches!(axis, InameTag::Local(_)),
        Some(Some(AddressSpace::Global)) | None => true,
    }
}

/// Adds an iname on an axis whose only value is 0.
fn add(kernel: &mut Kernel, axis: InameTag) -> Name {
    let base = match axis {
        InameTag::Group(axis) => format!("group_{axis}"),
        InameTag::Local(axis) => format!("item_{axis}"),
        other => other.to_string(),
    };
    let name = kernel.fresh_name(&base);
    let zero = Constraint::eq(&Aff::dim(&name), &Aff::constant(0));
    let dims = std::slice::from_ref(&name);
    if let Ok(set) = Set::from_constraints(&[], dims, &zero.into_iter().collect::<Vec<_>>()) {
        kernel.domains.push(Domain { set, parent: None });
    }
    kernel.inames.insert(name.clone(), Iname { tag: Some(axis), ..Iname::default() });
    name
}
