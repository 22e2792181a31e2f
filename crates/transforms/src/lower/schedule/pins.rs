//! Statements that lack one of their launch's hardware axes.
//!
//! Every work item and group runs the whole tree. One that writes memory that work items or groups share must
//! run once, at index 0 of the axes that it lacks. A statement that writes memory of which each has a copy
//! may run in all of them; where only such as run in one group read it, it runs in that group too, and the
//! others save the work. Work items would save none, since they run together. That is said in its domain, by
//! an iname on that axis with the single value 0.

use super::launches::Draft;
use ir::access::{AccessKind, accesses};
use ir::{AddressSpace, Domain, Iname, InameTag, Kernel, LValue, Statement};
use poly::{Aff, Constraint, Name, Set};
use std::collections::{BTreeMap, BTreeSet};

/// Gives such statements their inames.
pub(super) fn pin(kernel: &mut Kernel, drafts: &[Draft]) {
    let mut inames: BTreeMap<InameTag, Name> = BTreeMap::new();
    let users = Users::collect(kernel);
    for launch in drafts.iter().flat_map(Draft::launches) {
        for axis in axes_of(kernel, &launch) {
            for id in users.statements_run_once(kernel, &launch, axis) {
                let iname = inames.entry(axis).or_insert_with(|| add(kernel, axis)).clone();
                if let Some(statement) = kernel.statements.get_mut(&id) {
                    statement.inames.push(iname);
                }
            }
        }
    }
}

/// The hardware axes that the statements of a launch run on.
fn axes_of(kernel: &Kernel, launch: &[usize]) -> BTreeSet<InameTag> {
    let statements = launch.iter().filter_map(|at| kernel.statements.get_index(*at));
    statements.flat_map(|(_, statement)| axes(kernel, statement)).collect()
}

/// The statements that read each temporary.
struct Users(BTreeMap<Name, BTreeSet<Name>>);

impl Users {
    /// Those of temporaries that no bound of a loop depends on.
    fn collect(kernel: &Kernel) -> Self {
        let mut users: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
        for (id, statement) in &kernel.statements {
            let reads =
                accesses(kernel, statement).into_iter().filter(|access| access.kind == AccessKind::Read);
            for access in reads.filter(|access| kernel.temps.contains_key(&access.variable)) {
                users.entry(access.variable).or_default().insert(id.clone());
            }
        }
        kernel
            .domains
            .iter()
            .flat_map(|domain| domain.set.params())
            .for_each(|bound| drop(users.remove(bound)));
        Users(users)
    }

    /// The statements of a launch that must run once along an axis which they lack, and those that only such
    /// read.
    fn statements_run_once(&self, kernel: &Kernel, launch: &[usize], axis: InameTag) -> Vec<Name> {
        let lacking = |id: &Name| {
            kernel.statements.get(id).filter(|statement| !axes(kernel, statement).contains(&axis))
        };
        let saves = |temp: &&Name| matches!(axis, InameTag::Group(_)) && has_copies_along(kernel, temp, axis);
        let mut copied: BTreeSet<&Name> = self.0.keys().filter(saves).collect();
        let runs_once = |id: &Name, copied: &BTreeSet<&Name>| {
            let target = lacking(id).and_then(Statement::target).map(LValue::name);
            target.is_some_and(|name| copied.contains(name) || !has_copies_along(kernel, name, axis))
        };
        loop {
            let is_for_one = |temp: &&Name| {
                self.0.get(*temp).is_some_and(|readers| readers.iter().all(|id| runs_once(id, &copied)))
            };
            let left: BTreeSet<&Name> = copied.iter().copied().filter(is_for_one).collect();
            if left.len() == copied.len() {
                break;
            }
            copied = left;
        }
        let ids = launch.iter().filter_map(|at| kernel.statements.get_index(*at)).map(|(id, _)| id);
        ids.filter(|id| runs_once(id, &copied)).cloned().collect()
    }
}

/// The hardware axes that a statement's inames run on.
pub(super) fn axes(kernel: &Kernel, statement: &Statement) -> BTreeSet<InameTag> {
    let tags = statement.inames.iter().filter_map(|iname| kernel.tag(iname));
    tags.filter(|tag| tag.is_parallel()).collect()
}

/// Whether each index of an axis has a copy of a variable.
fn has_copies_along(kernel: &Kernel, variable: &Name, axis: InameTag) -> bool {
    match kernel.temps.get(variable).map(|temp| temp.space) {
        Some(Some(AddressSpace::Private) | None) => true,
        Some(Some(AddressSpace::Local)) => matches!(axis, InameTag::Group(_)),
        Some(Some(AddressSpace::Global)) | None => false,
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
