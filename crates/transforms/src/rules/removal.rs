//! Removal of statements that nothing needs any more.

use ir::{Kernel, Name, walk};
use pass::Refusal;
use std::collections::BTreeSet;

/// Removes statements. What came after them comes after what they came after; loops that only they ran in go
/// too.
pub(crate) fn remove_statements(kernel: &mut Kernel, ids: &[Name]) -> Result<(), Refusal> {
    let mut loops = BTreeSet::new();
    for id in ids {
        let Some(removed) = kernel.statements.shift_remove(id) else { continue };
        loops.extend(removed.inames.iter().cloned());
        loops.extend(removed.value().into_iter().flat_map(walk::reduction_inames));
        for statement in kernel.statements.values_mut() {
            if statement.after.shift_remove(id) {
                statement.after.extend(removed.after.iter().filter(|earlier| *earlier != id).cloned());
            }
            statement.no_sync.retain(|(other, _)| other != id);
        }
    }
    let mut unused: Vec<Name> = loops.into_iter().filter(|iname| !is_used(kernel, iname)).collect();
    // A loop whose bounds mention another one keeps that one in use until it is gone itself.
    while let Some(at) = unused.iter().rposition(|iname| !bounds_another(kernel, iname)) {
        let iname = unused.remove(at);
        remove_iname(kernel, &iname)?;
    }
    Ok(())
}

fn is_used(kernel: &Kernel, iname: &Name) -> bool {
    let in_statement = |statement: &ir::Statement| {
        let exprs = statement.value().into_iter().chain(&statement.predicates);
        statement.inames.contains(iname)
            || exprs
                .chain(statement.target().into_iter().flat_map(|target| target.index()))
                .any(|e| reduces(e, iname))
    };
    kernel.statements.values().any(in_statement)
        || kernel.rules.values().any(|rule| reduces(&rule.body, iname))
}

fn reduces(expr: &ir::Expr, iname: &Name) -> bool {
    walk::reduction_inames(expr).contains(iname)
}

fn bounds_another(kernel: &Kernel, iname: &Name) -> bool {
    kernel.domains.iter().any(|domain| domain.set.has_param(iname))
}

/// Removes a loop that no statement runs in.
pub(crate) fn remove_iname(kernel: &mut Kernel, iname: &Name) -> Result<(), Refusal> {
    kernel.inames.shift_remove(iname);
    kernel.slabs.shift_remove(iname);
    for priority in &mut kernel.priorities {
        priority.retain(|other| other != iname);
    }
    kernel.priorities.retain(|priority| priority.len() > 1);
    let Some(home) = kernel.home(iname) else { return Ok(()) };
    if let Some(domain) = kernel.domains.get_mut(home) {
        domain.set = domain.set.project_out(std::slice::from_ref(iname))?;
        let empty = domain.set.dims().is_empty();
        // What is left of it may still bound the loops inside.
        if empty && !kernel.domains.iter().any(|domain| domain.parent == Some(home)) {
            remove_domain(kernel, home);
        }
    }
    Ok(())
}

fn remove_domain(kernel: &mut Kernel, at: usize) {
    kernel.domains.remove(at);
    for domain in &mut kernel.domains {
        domain.parent = domain.parent.map(|parent| if parent > at { parent - 1 } else { parent });
    }
}
