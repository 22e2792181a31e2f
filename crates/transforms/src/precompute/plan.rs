//! What is stored, where, and in which loops.

use super::footprint::{self, AxisSource, Extent, Line};
use super::uses::{self, Body, RuleUse, Selector};
use super::{Plan, Precompute, Source, bounds, loops, storage};
use crate::rules::instances;
use diag::Diagnostic;
use ir::{Kernel, Name, Node, affine, walk};
use pass::{Refusal, Text};
use poly::{Aff, Set};
use std::collections::BTreeSet;

/// Reads what the call says about the rule and its invocations.
pub(super) fn source<'a>(call: &'a Precompute, kernel: &'a Kernel) -> Result<Source<'a>, Refusal> {
    let Some(first) = call.rule_or_invocations.first() else {
        return Err(Diagnostic::error("lp::precompute::rule", "no rule is named").into());
    };
    let mut listed = Vec::new();
    let (mut rule, mut tag) = (Name::from(first.split('(').next().unwrap_or_default().trim()), None);
    if let Some((name, suffix)) = rule.clone().split_once('$') {
        (rule, tag) = (Name::from(name), Some(Name::from(suffix)));
    }
    let declared = kernel.rules.get(&rule).ok_or_else(|| unknown_rule(kernel, &rule, first))?;
    for text in &call.rule_or_invocations {
        if text.contains('(') {
            listed.push(invocation(kernel, text, &rule)?);
        } else if call.rule_or_invocations.len() > 1 {
            let problem =
                Diagnostic::error("lp::precompute::rule", "one rule, or several invocations of one rule");
            return Err(problem.at_entity(None, text.origin, "").into());
        }
    }
    let selector = Selector { rule, tag, within: call.within.as_deref() };
    let mut uses = within_loops(kernel, call, uses::collect(kernel, &selector)?, &listed);
    if uses.is_empty() {
        let message = format!("no invocation of `{}` is selected", first.trim());
        return Err(Refusal::empty(message).at_entity(None, first.origin, "").into());
    }
    let guards = bounds::take_shared_guards(kernel, &mut uses);
    Ok(Source { selector, rule: declared, uses, guards, listed, origin: first.origin })
}

fn unknown_rule(kernel: &Kernel, rule: &Name, text: &Text) -> Diagnostic {
    let unknown = Diagnostic::error("lp::precompute::rule", format!("there is no rule `{rule}`")).at_entity(
        None,
        text.origin,
        "",
    );
    match diag::nearest(rule, kernel.rules.keys().map(Name::as_str)) {
        Some(near) => unknown.help(format!("did you mean `{near}`?")),
        None => unknown.help("`extract_subst` makes a rule of an expression, `add_prefetch` of an array"),
    }
}

/// An invocation that the call lists.
fn invocation(kernel: &Kernel, text: &Text, rule: &Name) -> Result<RuleUse, Refusal> {
    let expr = crate::rules::expression(kernel, text)?;
    let refuse = |message: String| {
        Refusal::from(Diagnostic::error("lp::precompute::invocation", message).at_entity(
            None,
            text.origin,
            "",
        ))
    };
    let Node::Rule { name, args, .. } = expr.node() else {
        return Err(refuse(format!("`{}` is no invocation of a rule", text.trim())));
    };
    if name != rule {
        return Err(refuse(format!("the invocations are of two rules, `{rule}` and `{name}`")));
    }
    let args: Option<Vec<_>> = args.iter().map(|arg| instances::affine_index(kernel, arg)).collect();
    let args = args.ok_or_else(|| refuse(format!("`{}` has an argument that is not affine", text.trim())))?;
    Ok(RuleUse { statement: Name::from(""), args, reduced: Vec::new(), guards: Vec::new() })
}

/// Of uses beside listed invocations, those in the loops that say what is stored; all where there are none.
fn within_loops(kernel: &Kernel, call: &Precompute, uses: Vec<RuleUse>, listed: &[RuleUse]) -> Vec<RuleUse> {
    let swept = |name: &Name| call.sweep_inames.iter().any(|iname| iname.name == *name);
    let names = listed.iter().flat_map(|one| one.args.iter().flat_map(Aff::names));
    let needed: BTreeSet<Name> =
        names.filter(|name| kernel.inames.contains_key(name) && !swept(name)).collect();
    let is_in = |used: &RuleUse, iname: &Name| {
        let around = kernel.statements.get(&used.statement).map_or(&[][..], |statement| &statement.inames);
        around.contains(iname) || used.reduced.contains(iname)
    };
    let served: Vec<RuleUse> =
        uses.iter().filter(|used| needed.iter().all(|iname| is_in(used, iname))).cloned().collect();
    if served.is_empty() { uses } else { served }
}

/// Decides everything before the kernel is changed.
pub(super) fn plan(call: &Precompute, kernel: &Kernel, source: &Source<'_>) -> Result<Plan, Refusal> {
    let body = Body::new(kernel, source.rule, &source.uses)?;
    let outer = loops::outer(kernel, call, source, &body)?;
    let along = storage_axes(call, source, &body)?;
    let touched = touched(kernel, source, &along, &outer)?;
    let Some(union) = footprint::union(&touched)? else {
        return Err(Diagnostic::error("lp::precompute::footprint", "nothing is used").into());
    };
    let footprint = if call.fetch_bounding_box {
        bounds::boxed_within_arrays(kernel, source, &body, &along, &union)?
    } else {
        footprint::merged(union)?
    };
    let extents = extents(call, kernel, source, &along, &footprint)?;
    check_listed_axes(call, source, &extents)?;
    let context = kernel.domain_of(&outer)?.intersect(&kernel.assumptions)?;
    let axes = storage::name_axes(call, kernel, source, extents)?;
    let mut storage = storage::storage(axes, &footprint, &context)?;
    // What is known around may leave one region of several that meet.
    storage.domain = footprint::merged(storage.domain)?;
    if !storage.domain.is_convex_piece()? {
        return Err(not_a_box(source, &storage.domain));
    }
    storage.existing = storage::reused(call, kernel, &storage, &context, &outer)?;
    bounds::check_guards(kernel, source, &body, &along, &footprint)?;
    Ok(Plan { outer, storage, stored: footprint, body })
}

/// How far each axis goes. Only global memory is as long as arguments say.
fn extents(
    call: &Precompute,
    kernel: &Kernel,
    source: &Source<'_>,
    along: &[AxisSource],
    footprint: &Set,
) -> Result<Vec<(AxisSource, Extent)>, Refusal> {
    let mut extents = Vec::new();
    for (at, one) in along.iter().enumerate() {
        let line = Line::of_axis(footprint, at, along.len())?;
        let mut extent = line.number()?;
        if extent.is_none() && call.is_in_global_memory() {
            extent = line.in_parameters(&|name| kernel.args.contains_key(name))?;
        }
        extents.push((one.clone(), extent.ok_or_else(|| unbounded(source, one))?));
    }
    Ok(extents)
}

/// The axes of the storage, in order.
fn storage_axes(call: &Precompute, source: &Source<'_>, body: &Body) -> Result<Vec<AxisSource>, Refusal> {
    let swept = call.sweep_inames.iter().map(|iname| &iname.name);
    let mut all: Vec<AxisSource> =
        swept.filter(|iname| body.inames.contains(*iname)).cloned().map(AxisSource::Iname).collect();
    // The value is the same for all actuals of a formal that it does not mention.
    let mentioned = walk::names(&body.expanded);
    let matters = |param: &&Name| mentioned.contains(format!("${param}").as_str());
    all.extend(source.rule.params.iter().filter(matters).cloned().map(AxisSource::Formal));
    let Some(chosen) = &call.storage_axes else { return Ok(all) };
    let mut ordered = Vec::new();
    for name in chosen {
        let Some(at) = all.iter().position(|axis| *axis.name() == name.name) else {
            let message = format!(
                "`{}` is no argument of `{}` and no swept iname of its value",
                name.name, source.selector.rule
            );
            return Err(Diagnostic::error("lp::precompute::axes", message)
                .at_entity(None, name.origin, "")
                .into());
        };
        ordered.push(all.remove(at));
    }
    // Axes that are not listed must be of one position; that shows once the footprint is known.
    ordered.extend(all);
    Ok(ordered)
}

fn check_listed_axes(
    call: &Precompute,
    source: &Source<'_>,
    extents: &[(AxisSource, Extent)],
) -> Result<(), Refusal> {
    let Some(chosen) = &call.storage_axes else { return Ok(()) };
    let missing = extents.iter().skip(chosen.len()).find(|(_, extent)| !extent.is_single());
    let Some((along, extent)) = missing else { return Ok(()) };
    let message =
        format!("`{}` takes {} values, so it needs an axis", along.name(), affine::from_aff(&extent.length));
    Err(Diagnostic::error("lp::precompute::axes", message)
        .at_entity(None, source.origin, "")
        .help(format!("add `{}` to `storage_axes`", along.name()))
        .into())
}

/// The footprints that decide what is stored.
fn touched(
    kernel: &Kernel,
    source: &Source<'_>,
    along: &[AxisSource],
    outer: &[Name],
) -> Result<Vec<Set>, Refusal> {
    let params = &source.rule.params;
    let of_uses = source.uses.iter().map(|used| footprint::of_use(kernel, used, along, params, outer));
    if source.listed.is_empty() {
        return Ok(of_uses.collect::<Result<_, _>>()?);
    }
    let mut sets = Vec::new();
    for listed in &source.listed {
        let mut inames: Vec<Name> = outer.to_vec();
        let mentioned = listed.args.iter().flat_map(|arg| arg.names());
        inames.extend(mentioned.filter(|name| kernel.inames.contains_key(name) && !outer.contains(name)));
        inames.sort();
        inames.dedup();
        let domain = kernel.domain_of(&inames)?.intersect(&kernel.assumptions)?;
        sets.push(footprint::elements(&domain, listed, along, params, outer)?);
    }
    Ok(sets)
}

fn unbounded(source: &Source<'_>, along: &AxisSource) -> Refusal {
    let rule = &source.selector.rule;
    let message =
        format!("the values of `{}` that `{rule}` is used with have no constant extent", along.name());
    Diagnostic::error("lp::precompute::unbounded", message)
        .at_entity(None, source.origin, "")
        .help(
            "sweep fewer loops, or split them so that those swept have a constant length; storage with \
             `temporary_address_space=\"global\"` may be as long as arguments say",
        )
        .into()
}

fn not_a_box(source: &Source<'_>, domain: &Set) -> Refusal {
    let message = format!(
        "the values of `{}` that are used leave gaps or do not form one region",
        source.selector.rule
    );
    Diagnostic::error("lp::precompute::not-convex", message)
        .at_entity(None, source.origin, "")
        .note(format!("used are {domain}"))
        .help("`fetch_bounding_box=True` fetches the box around them")
        .into()
}
