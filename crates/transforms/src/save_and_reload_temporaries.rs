use crate::{PrivatizeTemporariesWithInames, SetTemporaryAddressSpace};
use diag::Diagnostic;
use ir::access::{AccessKind, accesses, bounds};
use ir::{
    AddressSpace, Axis, InameTag, IndexMap, Kernel, Layout, Name, StatementKind, SyncScope, Temp, Unordered,
    walk,
};
use pass::{Applied, Refusal, Rewrite, Transform};
use std::collections::BTreeSet;

/// Keeps temporaries whose values pass a global barrier in global memory.
///
/// At a global barrier one launch ends and another begins, which private and local memory do not outlive.
/// Each such temporary gets an axis for each work group and work item that has a copy of it, and lies in
/// global memory. Loo.py stores and loads the values beside the barrier instead. Lowering does the same with
/// temporaries whose memory nobody chose. Refused where a statement outside of such a loop uses one of its
/// copies.
///
/// ```lpir
/// # RUN: save_and_reload_temporaries()
/// lpir 1
///
/// kernel @late {
///   arg a : f64[8] in
///   arg b : f64[8] out
///   temp t : f64 private
///   domain { [i] : 0 <= i < 8 }
///   iname i : l.0
///   s: t = 2.0*a[i]  in(i)
///   wait: barrier global  in(i) after(s)
///   w: b[i] = t  in(i) after(wait)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @late {
///   arg a : f64[8] in
///   arg b : f64[8] out
///   temp t : f64[8] global
///   domain { [i] : 0 <= i <= 7 }
///   iname i : l.0
///   s: t[i] = 2.0d*a[i]  in(i)
///   wait: barrier global  in(i) after(s)
///   w: b[i] = t[i]  in(i) after(wait)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data")]
pub struct SaveAndReloadTemporaries {}

impl Rewrite for SaveAndReloadTemporaries {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let crossing = crossing(kernel, &users(kernel));
        if crossing.is_empty() {
            return Err(
                Refusal::empty("no value of a private or local temporary passes a global barrier").into()
            );
        }
        in_global_memory(kernel, &crossing)
    }
}

/// The kernel with temporaries in global memory, where each has an axis for each work group and work item
/// that has a copy of it.
pub(crate) fn in_global_memory(kernel: &Kernel, names: &[Name]) -> Result<Applied, Refusal> {
    let users = users(kernel);
    let mut applied = Applied::from(kernel.clone());
    let mut plans: IndexMap<Vec<Name>, Vec<Name>> = IndexMap::default();
    for name in names {
        let Some(uses) = users.get(name) else { continue };
        plans.entry(copies(kernel, name, uses)?).or_default().push(name.clone());
    }
    for (inames, names) in plans {
        let is_of_groups = |iname: &Name| matches!(kernel.tag(iname), Some(InameTag::Group(_)));
        if !inames.is_empty() && inames.iter().all(is_of_groups) {
            keep_contiguous(&mut applied.kernel, &names)?;
        }
        let temps = || names.iter().map(|name| name.as_str().into()).collect();
        if !inames.is_empty() {
            let privatizing_inames = inames.iter().map(|iname| iname.as_str().into()).collect();
            take(
                &mut applied,
                &PrivatizeTemporariesWithInames { privatizing_inames, only_var_names: Some(temps()) },
            )?;
        }
        let address_space = AddressSpace::Global;
        take(&mut applied, &SetTemporaryAddressSpace { temp_var_names: temps(), address_space })?;
    }
    Ok(applied)
}

/// Gives arrays their strides one by one, so that further axes lie outside of them. Work items next to each
/// other want elements next to each other; where groups alone have copies, the elements of each lie together.
fn keep_contiguous(kernel: &mut Kernel, names: &[Name]) -> Result<(), Refusal> {
    for name in names {
        let Some(temp) = kernel.temps.get_mut(name).filter(|temp| !temp.shape.is_empty()) else { continue };
        let strides = temp.strides().ok_or(poly::Error::Overflow)?;
        temp.layout = Layout(strides.into_iter().map(Axis::Stride).collect());
    }
    Ok(())
}

/// Takes a step of another transform.
fn take(applied: &mut Applied, step: &impl Transform) -> Result<(), Refusal> {
    applied.kernel = step.apply(&applied.kernel)?.kernel;
    applied.calls.push(step.call());
    Ok(())
}

/// A statement that accesses a temporary.
struct TemporaryUse<'k> {
    statement: &'k Name,
    /// The inames in each of its subscripts where it writes; `None` where it reads only.
    written: Option<BTreeSet<Name>>,
    reads: bool,
}

/// The uses of each temporary that is not in global memory.
fn users(kernel: &Kernel) -> IndexMap<Name, Vec<TemporaryUse<'_>>> {
    let is_short_lived = |temp: &Temp| temp.space != Some(AddressSpace::Global);
    let mut users: IndexMap<Name, Vec<TemporaryUse<'_>>> = IndexMap::default();
    for (id, statement) in &kernel.statements {
        let bounds = bounds(kernel, statement).into_iter().map(|name| (name, None));
        let accesses = accesses(kernel, statement).into_iter().map(|access| {
            let written = (access.kind == AccessKind::Write)
                .then(|| access.index.iter().flat_map(walk::names).collect::<BTreeSet<Name>>());
            (access.variable, written)
        });
        for (variable, written) in bounds.chain(accesses) {
            if !kernel.temps.get(&variable).is_some_and(is_short_lived) {
                continue;
            }
            let uses = users.entry(variable).or_default();
            if uses.last().is_none_or(|last| last.statement != id) {
                uses.push(TemporaryUse { statement: id, written: None, reads: false });
            }
            let Some(own) = uses.last_mut() else { continue };
            match written {
                None => own.reads = true,
                Some(_) => own.written = written,
            }
        }
    }
    users
}

/// The temporaries that are used before and after a global barrier.
fn crossing(kernel: &Kernel, users: &IndexMap<Name, Vec<TemporaryUse<'_>>>) -> Vec<Name> {
    let is_barrier = |kind: &StatementKind| matches!(kind, StatementKind::Barrier(SyncScope::Global));
    let barriers = kernel.statements.iter().filter(|(_, statement)| is_barrier(&statement.kind));
    let barriers: Vec<&Name> = barriers.map(|(id, _)| id).collect();
    let crosses = |uses: &[TemporaryUse<'_>]| {
        let is_passed = uses.iter().any(|one| one.written.is_some()) && uses.iter().any(|one| one.reads);
        let separates_uses = |barrier: &&Name| {
            uses.iter().any(|one| comes_after(kernel, barrier, one.statement))
                && uses.iter().any(|one| comes_after(kernel, one.statement, barrier))
        };
        is_passed && barriers.iter().any(separates_uses)
    };
    users.iter().filter(|(_, uses)| crosses(uses)).map(|(name, _)| name.clone()).collect()
}

fn comes_after(kernel: &Kernel, late: &Name, early: &Name) -> bool {
    let place = |id: &Name| kernel.statements.get_index_of(id);
    kernel.comes_after(late, early)
        || (kernel.unordered == Unordered::TextOrder && place(late) > place(early))
}

/// The inames of work groups and work items that have a copy each, where subscripts do not tell these apart
/// already.
fn copies(kernel: &Kernel, name: &Name, uses: &[TemporaryUse<'_>]) -> Result<Vec<Name>, Refusal> {
    let is_local = kernel.temps.get(name).is_some_and(|temp| temp.space == Some(AddressSpace::Local));
    let has_copies = |iname: &&Name| match kernel.inames.get(*iname).and_then(|iname| iname.tag) {
        Some(InameTag::Group(_)) => true,
        Some(InameTag::Local(_) | InameTag::LocalAuto) => !is_local,
        _ => false,
    };
    let loops = |one: &TemporaryUse<'_>| {
        let statement = kernel.statements.get(one.statement);
        statement.map(|statement| statement.inames.as_slice()).unwrap_or_default()
    };
    let mut found: Vec<Name> = Vec::new();
    for (one, written) in uses.iter().filter_map(|one| Some((one, one.written.as_ref()?))) {
        for iname in loops(one).iter().filter(has_copies).filter(|iname| !written.contains(*iname)) {
            if !found.contains(iname) {
                found.push(iname.clone());
            }
        }
    }
    for iname in &found {
        if let Some(other) = uses.iter().find(|one| !loops(one).contains(iname)) {
            let message = format!(
                "`{}` uses `{name}` outside of `{iname}`, each of whose iterations has a copy",
                other.statement
            );
            let statement = kernel.statements.get(other.statement);
            let origin = statement.map(|statement| statement.origin).unwrap_or_default();
            let loc = statement.and_then(|statement| statement.loc.clone());
            let problem = Diagnostic::error("lp::save::copies", message).at_entity(loc.as_ref(), origin, "");
            return Err(problem
                .help(format!(
                    "put both statements into `{iname}`, or store the value in an array of global memory"
                ))
                .into());
        }
    }
    Ok(found)
}
