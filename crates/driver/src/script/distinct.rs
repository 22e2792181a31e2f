//! `silenced_warnings="write_race(ID)"`: the author knows of the warning that loops which run in parallel do
//! not tell by themselves which elements a statement writes, and means that its instances write different
//! ones. Here that is a promise of the kernel, `distinct ID(i)`, which `lprun` tests.

use super::make::{Arguments, items};
use dependence::domain::computed;
use dependence::same_value::same_value;
use ir::matching::Glob;
use ir::{Expr, Kernel, LValue, Name, Promise, Statement, walk};
use poly::Aff;
use std::collections::{BTreeMap, BTreeSet};

/// The statements that a call says it of. Other warnings that are silenced say nothing of what a kernel
/// computes.
pub(super) fn statements(args: &Arguments<'_>) -> script::Result<Vec<Glob>> {
    let given = args.get(usize::MAX, "silenced_warnings").map(items).unwrap_or_default();
    let mut found = Vec::new();
    for value in given {
        let Some(text) = value.as_str() else {
            return Err(args.refuse("`silenced_warnings` takes strings such as `\"write_race(ID)\"`"));
        };
        let id = text.strip_prefix("write_race(").and_then(|rest| rest.strip_suffix(')'));
        found.extend(id.map(Glob::new));
    }
    Ok(found)
}

/// Promises it of those statements that write elements of arguments which data decide on.
pub(super) fn promise(kernel: &mut Kernel, of: &[Glob]) {
    let said = |id: &Name| of.iter().any(|glob| glob.matches(id));
    let statements = kernel.statements.iter().filter(|(id, _)| said(id));
    let promises = statements.filter_map(|(id, statement)| {
        if stores_one_value(kernel, id, statement) {
            return None;
        }
        let inames = deciding(kernel, statement)?;
        Some(Promise::Distinct { statement: id.clone(), inames })
    });
    let new: Vec<Promise> = promises.filter(|promise| promise.fits(kernel).is_ok()).collect();
    kernel.promises.extend(new);
}

/// Whether all instances store the same value, so that it is no matter which of them write one element.
fn stores_one_value(kernel: &Kernel, id: &Name, statement: &Statement) -> bool {
    let at = |prefix: &str| -> BTreeMap<Name, Aff> {
        let column = |iname: &Name| (iname.clone(), Aff::dim(&Name::new(format!("{prefix}{iname}"))));
        statement.inames.iter().map(column).collect()
    };
    same_value(kernel, id, statement, [&at("x."), &at("y.")]).is_some_and(|needed| needed.is_empty())
}

/// The inames that the element depends on which a statement writes, if data decide on it too: those of the
/// subscripts, and those of the statements that compute what is in them or bounds of their loops.
fn deciding(kernel: &Kernel, statement: &Statement) -> Option<Vec<Name>> {
    let mut open: Vec<Name> = statement.target()?.index().iter().flat_map(walk::names).collect();
    let mut seen: BTreeSet<Name> = BTreeSet::new();
    let mut by_data = statement.target()?.index().iter().any(has_loads);
    while let Some(name) = open.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        if let Some(home) = kernel.home(&name).and_then(|at| kernel.domains.get(at)) {
            open.extend(computed(kernel, &home.set));
        } else if kernel.temps.contains_key(&name) {
            by_data = true;
            let writes = |other: &&Statement| other.target().is_some_and(|target| *target.name() == name);
            for writer in kernel.statements.values().filter(writes) {
                let exprs = writer.predicates.iter().chain(writer.value());
                let own = writer.target().map(LValue::index).unwrap_or_default();
                open.extend(exprs.chain(own).flat_map(walk::names));
                open.extend(writer.inames.iter().cloned());
            }
        }
    }
    let inames = statement.inames.iter().filter(|iname| seen.contains(*iname));
    by_data.then(|| inames.cloned().collect())
}

fn has_loads(expr: &Expr) -> bool {
    walk::any(expr, &mut |part| matches!(part.node(), ir::Node::Load { .. }))
}
