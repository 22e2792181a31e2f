//! The statement that fills the storage, and the reads that replace invocations.

use super::footprint::AxisSource;
use super::redirect::Redirect;
use super::storage::Axis;
use super::types::{self, Stored};
use super::uses::surrounding_inames;
use super::{Plan, Precompute, Source, safety};
use crate::rewrite::{Change, new_name, reduced_points, served_statements};
use crate::rules::{self, subscript};
use diag::Diagnostic;
use ir::{
    Expr, Fetch, Iname, InameTag, IndexMap, IndexSet, Kernel, LValue, Name, Node, Provenance, Statement, walk,
};
use pass::Refusal;
use poly::{Aff, Error};
use std::collections::BTreeMap;

/// Carries the plan out; the name of the statement that fills the storage.
pub(super) fn insert(
    call: &Precompute,
    kernel: &Kernel,
    source: &Source<'_>,
    plan: &Plan,
) -> Result<(Kernel, Name), Refusal> {
    let rule = &source.selector.rule;
    let temp = new_name(kernel, call.temporary_name.as_ref(), rule)?;
    let id = statement_name(call, kernel, rule)?;
    let value = value(source, plan)?;

    // The uses read the storage before it is declared: its type must suit those that do.
    let mut redirect = Redirect { kernel, source, plan, temp: &temp, changed: IndexSet::default() };
    let mut result = rules::rewrite(kernel, IndexMap::default(), &mut redirect)?;
    let changed = redirect.changed;
    if changed.is_empty() {
        let message = format!("no use of `{rule}` needs only the values that are listed");
        return Err(Refusal::empty(message).at_entity(None, source.origin, "").into());
    }
    let tag = |axis: &Axis| axis_tag(call, kernel, plan, axis);
    check_default_tag(call, kernel, plan)?;
    check_tags(call, source, plan, &tag)?;
    let conditions = plan.storage.declare(&mut result, &plan.outer, &tag)?;
    let value = reductions_there(kernel, &mut result, source, plan, value)?;
    result.temps.insert(temp.clone(), plan.storage.temporary(call, source));
    types::settle(call, source, &mut result, &Stored { temp: &temp, value: &value, users: &changed })?;

    let index: Vec<Expr> = plan.storage.loops().map(|(_, iname)| Expr::from(iname)).collect();
    let target = LValue::new(temp.clone(), index);
    let mut fetch = Statement::assign(target, value);
    fetch.inames = plan.outer.clone();
    fetch.inames.extend(plan.storage.loops().map(|(_, iname)| iname.clone()));
    fetch.predicates = conditions.iter().map(ir::affine::from_constraint).collect();
    fetch.predicates.extend(source.guards.iter().cloned());
    fetch.after = needed_producers(kernel, source, plan, &changed)?;
    fetch.provenance = Some(Provenance::Fetch(Fetch::new(served_statements(kernel, &changed))));
    fetch.loc = source.rule.loc.clone();
    fetch.origin = source.rule.origin;
    let at = place(kernel, plan, &changed, &fetch.after);
    for user in &changed {
        if let Some(statement) = result.statements.get_mut(user) {
            statement.after.insert(id.clone());
        }
    }
    keep_rule_of_fetch(kernel, &mut result, &fetch);
    result.statements.shift_insert(at, id.clone(), fetch);
    Ok((result, id))
}

/// Where the fetch stands in the text: before the first statement of the loops that it stands before, but
/// behind what it comes after.
fn place(kernel: &Kernel, plan: &Plan, users: &IndexSet<Name>, after: &IndexSet<Name>) -> usize {
    let index = |id: &Name| kernel.statements.get_index_of(id);
    let first = users.iter().filter_map(index).min().unwrap_or(0);
    let used = users.iter().filter_map(|user| kernel.statements.get(user));
    let inner: IndexSet<&Name> =
        used.flat_map(|user| &user.inames).filter(|iname| !plan.outer.contains(iname)).collect();
    let shares = |statement: &Statement| statement.inames.iter().any(|iname| inner.contains(iname));
    let start = kernel.statements.values().position(shares).unwrap_or(first).min(first);
    let end = after.iter().filter_map(index).max().map_or(0, |last| last + 1);
    if end <= start { start } else { first }
}

fn statement_name(call: &Precompute, kernel: &Kernel, rule: &Name) -> Result<Name, Refusal> {
    match &call.compute_insn_id {
        Some(name) if kernel.statements.contains_key(&name.name) => {
            let message = format!("there is a statement `{}` already", name.name);
            Err(Diagnostic::error("lp::name::taken", message).at_entity(None, name.origin, "").into())
        }
        Some(name) => Ok(name.name.clone()),
        None => Ok(kernel.fresh_statement(rule)),
    }
}

/// The rule's value at the place of the fetch.
fn value(source: &Source<'_>, plan: &Plan) -> Result<Expr, Refusal> {
    let at: BTreeMap<Name, Aff> = safety::fetched(plan).ok_or(Error::Overflow)?;
    let expr = |name: &Name| at.get(name).map(ir::affine::from_aff);
    let by_iname = plan.storage.axes.iter().any(|axis| matches!(axis.along, AxisSource::Iname(_)));
    if by_iname {
        // Inner rules may mention the swept inames, whose place the new loops take.
        return Ok(tidied(&plan.body.instantiate(source.rule, &expr)));
    }
    // A formal that the body does not mention has no place.
    let is_formal = |name: &&Name| source.rule.params.contains(name);
    let value = walk::substitute(&source.rule.body, &|name| Some(name).filter(is_formal).and_then(expr));
    Ok(tidied(&value))
}

/// The value with loops of its own for those reductions whose range depends on a swept iname: there it is
/// that of the new loop.
fn reductions_there(
    kernel: &Kernel,
    result: &mut Kernel,
    source: &Source<'_>,
    plan: &Plan,
    value: Expr,
) -> Result<Expr, Error> {
    let bound = &plan.body.bound;
    let range = reduced_points(kernel, bound, &surrounding_inames(kernel, &source.uses))?;
    let swept = plan.storage.axes.iter().filter(|axis| matches!(axis.along, AxisSource::Iname(_)));
    let swept: Vec<&Axis> = swept.filter(|axis| range.has_param(axis.along.name())).collect();
    if swept.is_empty() {
        return Ok(value);
    }
    let mut there = range;
    for axis in swept {
        there = there.substitute(axis.along.name(), &axis.fetched().ok_or(Error::Overflow)?)?;
    }
    let mut value = value;
    for iname in bound {
        let copy = result.fresh_name(iname);
        let tag = kernel.inames.get(iname).and_then(|iname| iname.tag);
        result.inames.insert(copy.clone(), Iname { tag, ..Iname::default() });
        there = there.rename(&[(iname.clone(), copy.clone())])?;
        value = Change::rename(iname, &copy).expr(&value, &[]);
    }
    chain(result, there.params())?;
    result.add_domain(there);
    Ok(value)
}

/// Puts the domains of these names inside of each other, where they are not yet.
fn chain(kernel: &mut Kernel, names: &[Name]) -> Result<(), Error> {
    let mut homes: Vec<usize> = names.iter().filter_map(|name| kernel.home(name)).collect();
    homes.sort_unstable();
    homes.dedup();
    for (outer, inner) in homes.iter().zip(homes.iter().skip(1)) {
        let ancestors = |index: usize| -> Vec<usize> {
            let parent = |at: &usize| kernel.domains.get(*at).and_then(|domain| domain.parent);
            std::iter::successors(Some(index), parent).collect()
        };
        let (from_outer, from_inner) = (ancestors(*outer), ancestors(*inner));
        if from_inner.contains(outer) {
            continue;
        }
        let free = from_inner.get(1).is_none_or(|parent| from_outer.contains(parent));
        match kernel.domains.get_mut(*inner).filter(|_| free) {
            Some(domain) => domain.parent = Some(*outer),
            None => {
                return Err(Error::Isl("the loops of a reduction are not inside of each other".to_owned()));
            }
        }
    }
    Ok(())
}

/// The expression with affine subscripts in normal form, since actuals were put into them.
fn tidied(expr: &Expr) -> Expr {
    let inner = walk::map_children(expr, &mut tidied);
    let Node::Load { array, index } = inner.node() else { return inner };
    let tidy = |e: &Expr| ir::affine::to_aff(e).map_or_else(|| e.clone(), |aff| subscript::to_expr(&aff));
    Expr::load(array.clone(), index.iter().map(tidy).collect())
}

/// Rules that only the fetch invokes now were not seen by the walk over the old statements.
fn keep_rule_of_fetch(kernel: &Kernel, result: &mut Kernel, fetch: &Statement) {
    for name in crate::rewrite::rules_of(kernel, [fetch]) {
        if let Some(rule) = kernel.rules.get(&name) {
            result.rules.entry(name).or_insert_with(|| rule.clone());
        }
    }
}

fn is_work_item(tag: Option<InameTag>) -> bool {
    matches!(tag, Some(InameTag::Local(_) | InameTag::LocalAuto))
}

/// The tag of a new loop. The default is for the work items of a kernel that has some; where each work item
/// fetches values of its own, only for an axis that the call names.
fn axis_tag(call: &Precompute, kernel: &Kernel, plan: &Plan, axis: &Axis) -> Option<InameTag> {
    let given = call.storage_axis_to_tag.0.iter().find(|(name, _)| name.name == *axis.along.name());
    if let Some((_, tag)) = given {
        return Some(*tag);
    }
    let work_items = kernel.inames.values().any(|iname| is_work_item(iname.tag));
    let default = call.default_tag.filter(|tag| !is_work_item(Some(*tag)) || work_items);
    let own = own_work_item(kernel, plan, &|_| true).is_some();
    default.filter(|tag| *tag != InameTag::LocalAuto || !own)
}

/// An outer iname that is a work item, along an axis of a kind.
fn own_work_item<'p>(
    kernel: &Kernel,
    plan: &'p Plan,
    is_kind: &dyn Fn(InameTag) -> bool,
) -> Option<&'p Name> {
    let tag = |iname: &Name| kernel.inames.get(iname).and_then(|iname| iname.tag);
    plan.outer.iter().find(|iname| is_work_item(tag(iname)) && tag(iname).is_some_and(is_kind))
}

/// An axis that the call names is not left out in silence.
fn check_default_tag(call: &Precompute, kernel: &Kernel, plan: &Plan) -> Result<(), Refusal> {
    let is_given =
        |axis: &Axis| call.storage_axis_to_tag.0.iter().any(|(name, _)| name.name == *axis.along.name());
    let Some(tag @ InameTag::Local(_)) = call.default_tag else { return Ok(()) };
    let is_taken = |other: InameTag| other == tag || other == InameTag::LocalAuto;
    let Some(own) = own_work_item(kernel, plan, &is_taken) else { return Ok(()) };
    let Some((_, iname)) = plan.storage.loops().find(|(axis, _)| !is_given(axis)) else { return Ok(()) };
    let message = format!(
        "the loop `{iname}` of the fetch cannot run over `{tag}`: each work item along `{own}` fetches values of its own"
    );
    Err(Diagnostic::error("lp::precompute::tags", message)
        .help("leave `default_tag` out, or sweep the loop over work items too")
        .into())
}

fn check_tags(
    call: &Precompute,
    source: &Source<'_>,
    plan: &Plan,
    tag: &dyn Fn(&Axis) -> Option<InameTag>,
) -> Result<(), Refusal> {
    let mut problems = Vec::new();
    for (name, _) in &call.storage_axis_to_tag.0 {
        let axis = plan.storage.axes.iter().find(|axis| *axis.along.name() == name.name);
        if axis.is_none_or(|axis| axis.iname.is_none()) {
            let message = format!("the storage has no axis `{}`", name.name);
            problems.push(Diagnostic::error("lp::precompute::axes", message).at_entity(
                None,
                name.origin,
                "",
            ));
        }
    }
    let mut hardware = Vec::new();
    for (axis, iname) in plan.storage.loops() {
        let Some(tag) = tag(axis).filter(|tag| tag.is_parallel() && *tag != InameTag::LocalAuto) else {
            continue;
        };
        if hardware.contains(&tag) {
            let message = format!("two loops of the fetch would run over `{tag}`, `{iname}` is the second");
            problems.push(Diagnostic::error("lp::precompute::tags", message).at_entity(
                None,
                source.origin,
                "",
            ));
        }
        hardware.push(tag);
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// The statements whose writes the fetch needs. The fetch stands between them and the uses, so the two may
/// not share a loop in which the fetch does not run.
fn needed_producers(
    kernel: &Kernel,
    source: &Source<'_>,
    plan: &Plan,
    changed: &IndexSet<Name>,
) -> Result<IndexSet<Name>, Refusal> {
    let mut after: IndexSet<Name> = safety::producers(kernel, source, plan)?.into_iter().collect();
    after.retain(|id| !changed.contains(id));
    for (producer, user) in after.iter().flat_map(|producer| changed.iter().map(move |user| (producer, user)))
    {
        let (Some(written), Some(used)) = (kernel.statements.get(producer), kernel.statements.get(user))
        else {
            continue;
        };
        // A use before the write would have to come both before and behind the fetch.
        if kernel.comes_after(producer, user) {
            let message = format!("the fetch must come after `{producer}`, which comes after `{user}`");
            return Err(Diagnostic::error("lp::precompute::order", message)
                .at_entity(None, source.origin, "")
                .at_entity(written.loc.as_ref(), written.origin, "what is fetched is written here")
                .at_entity(used.loc.as_ref(), used.origin, "used here")
                .help("list only the uses that come behind the write, by `rule_or_invocations` or `within`")
                .into());
        }
        // In such a loop the fetch would have to stand, and it stands in the outer ones only.
        let divides = |iname: &&Name| {
            let tag = kernel.inames.get(*iname).and_then(|iname| iname.tag);
            let is_loop = !tag.is_some_and(InameTag::is_parallel);
            is_loop && used.inames.contains(iname) && !plan.outer.contains(iname)
        };
        let Some(shared) = written.inames.iter().find(divides) else { continue };
        let message =
            format!("the fetch must come between `{producer}` and `{user}`, which share loop `{shared}`");
        return Err(Diagnostic::error("lp::precompute::shared-loop", message)
            .at_entity(None, source.origin, "")
            .at_entity(written.loc.as_ref(), written.origin, "what is fetched is written here")
            .at_entity(used.loc.as_ref(), used.origin, "used here")
            .help(format!(
                "give one of them a loop of its own with `duplicate_inames(\"{shared}\", \"{user}\")`"
            ))
            .into());
    }
    Ok(after)
}
