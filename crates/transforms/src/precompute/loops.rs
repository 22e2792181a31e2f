//! Which loops stand around a fetch.

use super::uses::{Body, RuleUse};
use super::{Precompute, Source, safety};
use crate::lower::realize_reduction::realize_in;
use diag::Diagnostic;
use ir::{InameTag, Kernel, LValue, Name};
use pass::Refusal;
use std::collections::BTreeSet;

/// The inames that an invocation needs a value of: those of its actuals and of the rule's value.
fn needed(kernel: &Kernel, used: &RuleUse, body: &Body) -> BTreeSet<Name> {
    let mut names = body.inames.clone();
    names
        .extend(used.args.iter().flat_map(|arg| arg.names()).filter(|name| kernel.inames.contains_key(name)));
    names
}

/// The invocations whose values are stored.
fn stored<'s>(source: &'s Source<'_>) -> &'s [RuleUse] {
    if source.listed.is_empty() { &source.uses } else { &source.listed }
}

/// The kernel with loops for those reductions that a fetch has to run in: the value depends on an iname of
/// theirs that is not swept. With `within`, the user has said which statements are meant, so none is made of
/// others.
pub(super) fn with_needed(
    kernel: &Kernel,
    call: &Precompute,
    source: &Source<'_>,
) -> Result<Kernel, Refusal> {
    let body = Body::new(kernel, source.rule, &source.uses)?;
    let swept = |name: &Name| call.sweep_inames.iter().any(|iname| iname.name == *name);
    let open: BTreeSet<Name> = stored(source).iter().flat_map(|used| needed(kernel, used, &body)).collect();
    let inside = |used: &&RuleUse| open.iter().any(|name| used.reduced.contains(name) && !swept(name));
    let statements = source.uses.iter().filter(|_| call.within.is_none()).filter(inside);
    realize_in(kernel, &statements.map(|used| &used.statement).collect())
}

/// The sequential loops around a use in which something that the value is made of is written: its iterations
/// may need different values.
fn rewritten(kernel: &Kernel, used: &RuleUse, body: &Body) -> BTreeSet<Name> {
    let Some(statement) = kernel.statements.get(&used.statement) else { return BTreeSet::new() };
    let read = safety::moved_reads(kernel, body);
    let mut loops = BTreeSet::new();
    for writer in kernel.statements.values() {
        let writes = |target: &LValue| read.iter().any(|read| read.variable == *target.name());
        if writer.target().is_some_and(writes) {
            loops.extend(writer.inames.iter().filter(|iname| statement.inames.contains(iname)).cloned());
        }
    }
    loops.retain(|iname| {
        !kernel.inames.get(iname).and_then(|iname| iname.tag).is_some_and(InameTag::is_parallel)
    });
    loops
}

/// The inames of the fetch besides its own, outermost first.
pub(super) fn outer(
    kernel: &Kernel,
    call: &Precompute,
    source: &Source<'_>,
    body: &Body,
) -> Result<Vec<Name>, Refusal> {
    let sweep: Vec<&Name> = call.sweep_inames.iter().map(|iname| &iname.name).collect();
    let mut needed: BTreeSet<Name> =
        stored(source).iter().flat_map(|used| needed(kernel, used, body)).collect();
    check_sweep(kernel, call, source, &needed)?;
    if call.precompute_outer_inames.is_none() {
        needed.extend(source.uses.iter().flat_map(|used| rewritten(kernel, used, body)));
    }
    // What the value depends on is swept, or the loop is around the fetch as well.
    let fixed: BTreeSet<&Name> = needed.iter().filter(|iname| !sweep.contains(iname)).collect();
    let mut outer: BTreeSet<Name> = fixed.iter().map(|iname| (*iname).clone()).collect();
    if let Some(chosen) = &call.precompute_outer_inames {
        let chosen = chosen.iter().map(|iname| &iname.name);
        outer = chosen.filter(|iname| !sweep.contains(iname)).cloned().collect();
        if let Some(missing) = fixed.iter().find(|iname| !outer.contains(**iname)) {
            let message =
                format!("`{missing}` is neither swept nor an outer iname, but the value depends on it");
            return Err(Diagnostic::error("lp::precompute::outer-inames", message)
                .at_entity(None, source.origin, "")
                .help(format!("add `{missing}` to `sweep_inames` or to `precompute_outer_inames`"))
                .into());
        }
    } else {
        for used in &source.uses {
            outer.extend(surrounding(kernel, used, call.is_in_global_memory(), &fixed, &sweep));
        }
    }
    check_outer(kernel, source, &outer)?;
    // In the order that they have around the uses.
    let mut order: Vec<Name> = Vec::new();
    for used in &source.uses {
        let inames = kernel.statements.get(&used.statement).map_or(&[][..], |statement| &statement.inames);
        order.extend(
            inames
                .iter()
                .filter(|name| outer.contains(*name) && !order.contains(name))
                .cloned()
                .collect::<Vec<_>>(),
        );
    }
    Ok(order)
}

/// Group inames around a use, and sequential loops around one of those or of the fixed ones: the fetch runs
/// in them too, or it would have to leave the loops that it needs. Global memory is filled once for all
/// groups.
fn surrounding(
    kernel: &Kernel,
    used: &RuleUse,
    is_global: bool,
    fixed: &BTreeSet<&Name>,
    sweep: &[&Name],
) -> Vec<Name> {
    let Some(statement) = kernel.statements.get(&used.statement) else { return Vec::new() };
    let tag = |iname: &Name| kernel.inames.get(iname).and_then(|iname| iname.tag);
    let is_group = |iname: &Name| !is_global && matches!(tag(iname), Some(InameTag::Group(_)));
    let is_work_item = |iname: &Name| matches!(tag(iname), Some(InameTag::Local(_) | InameTag::LocalAuto));
    let anchors = |iname: &Name| (fixed.contains(iname) || is_group(iname)) && !sweep.contains(&iname);
    let last = statement.inames.iter().rposition(anchors);
    let inside = statement.inames.get(..last.map_or(0, |last| last + 1)).unwrap_or_default();
    inside
        .iter()
        .filter(|iname| anchors(iname) || !(is_work_item(iname) || sweep.contains(iname)))
        .cloned()
        .collect()
}

fn check_sweep(
    kernel: &Kernel,
    call: &Precompute,
    source: &Source<'_>,
    needed: &BTreeSet<Name>,
) -> Result<(), Refusal> {
    let mut problems = Vec::new();
    for iname in &call.sweep_inames {
        let problem = if !kernel.inames.contains_key(&iname.name) {
            let names = kernel.inames.keys().map(Name::as_str);
            let unknown =
                Diagnostic::error("lp::precompute::sweep", format!("there is no iname `{}`", iname.name));
            match diag::nearest(&iname.name, names) {
                Some(near) => unknown.help(format!("did you mean `{near}`?")),
                None => unknown,
            }
        } else if !needed.contains(&iname.name) {
            let message =
                format!("no selected invocation of `{}` depends on `{}`", source.selector.rule, iname.name);
            Diagnostic::error("lp::precompute::sweep", message)
                .help("sweep only inames that the value depends on")
        } else {
            continue;
        };
        problems.push(problem.at_entity(None, iname.origin, ""));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// Each outer iname must be a loop around each use.
fn check_outer(kernel: &Kernel, source: &Source<'_>, outer: &BTreeSet<Name>) -> Result<(), Refusal> {
    for used in &source.uses {
        let Some(statement) = kernel.statements.get(&used.statement) else { continue };
        let Some(missing) = outer.iter().find(|iname| !statement.inames.contains(iname)) else { continue };
        let (message, help) = if used.reduced.contains(missing) {
            (
                format!(
                    "`{missing}` runs inside `{}`, so nothing can be stored for one iteration of it",
                    used.statement
                ),
                format!("add `{missing}` to `sweep_inames`, or call `realize_reduction()` before"),
            )
        } else {
            (
                format!("`{}` is not inside loop `{missing}`, in which the fetch would run", used.statement),
                "choose uses that share their loops, with `within` or a tag".to_owned(),
            )
        };
        return Err(Diagnostic::error("lp::precompute::outer-inames", message)
            .at_entity(None, source.origin, "")
            .at_entity(statement.loc.as_ref(), statement.origin, "used here")
            .help(help)
            .into());
    }
    Ok(())
}
