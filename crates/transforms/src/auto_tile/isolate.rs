//! A product in loops of its own, with rules that stand for its operands.

use super::calls::call;
use super::product::{Operand, Product, Sum, users};
use crate::auto_parallel::attempt::Attempt;
use crate::make_rectangular::has_dependent_bounds;
use crate::{AssignmentToSubst, DuplicateInames, ExpandSubst, ExtractSubst, MakeRectangular};
use ir::{Expr, Kernel, LValue, Name, Node, Statement, expand, walk};
use pass::Refusal;
use std::collections::{BTreeMap, BTreeSet};

/// A product whose operands are rules, in loops that no other statement is in but those of its nest.
pub(super) struct Isolated {
    pub(super) statement: Name,
    pub(super) product: Product,
    /// The rules that stand for the operands.
    pub(super) along: Name,
    pub(super) across: Name,
}

/// Gives a product loops and rules of its own.
pub(super) fn isolate(attempt: &mut Attempt, product: &Product) -> Result<Isolated, Refusal> {
    separate(attempt, product)?;
    for iname in [&product.along.iname, &product.across.iname, &product.summed] {
        if has_dependent_bounds(&attempt.kernel, iname) {
            call(MakeRectangular::SPEC).arg(iname).take(attempt)?;
        }
    }
    let statement = &product.statement;
    let across = if product.has_one_form() {
        let hidden = hide(attempt, product)?;
        let across = make_rule(attempt, &product.across, product, &format!("{statement} and not {hidden}"))?;
        call(ExpandSubst::SPEC).arg(&hidden).take(attempt)?;
        across
    } else {
        make_rule(attempt, &product.across, product, statement)?
    };
    let along = make_rule(attempt, &product.along, product, &format!("{statement} and not {across}"))?;
    Ok(Isolated { statement: product.statement.clone(), product: product.clone(), along, across })
}

/// Puts what scalars are computed from in their place, where a statement or its conditions read them.
pub(super) fn substitute_scalars(attempt: &mut Attempt, id: &Name) -> Result<(), Refusal> {
    let scalars = computed_scalars(&attempt.kernel, id);
    scalars.iter().try_for_each(|scalar| call(AssignmentToSubst::SPEC).arg(scalar).take(attempt))?;
    let has_rule = |expr: &Expr| walk::any(expr, &mut |part| matches!(part.node(), Node::Rule { .. }));
    if attempt.kernel.statements.get(id).is_some_and(|own| reads(own).any(has_rule)) {
        call(ExpandSubst::SPEC).keyword("within", id).take(attempt)?;
    }
    Ok(())
}

/// What a statement computes, and under which conditions.
fn reads(statement: &Statement) -> impl Iterator<Item = &Expr> {
    statement.value().into_iter().chain(&statement.predicates)
}

/// Scalars that statements compute and that this one reads.
fn computed_scalars(kernel: &Kernel, id: &Name) -> Vec<Name> {
    let Some(statement) = kernel.statements.get(id) else { return Vec::new() };
    let own = statement.target().map(LValue::name);
    let expanded = reads(statement).filter_map(|expr| expand::expand_rules(expr, &kernel.rules));
    let read: BTreeSet<Name> = expanded.flat_map(|expr| walk::names(&expr)).collect();
    let is_computed =
        |name: &Name| kernel.temps.get(name).is_some_and(|temp| temp.shape.is_empty()) && own != Some(name);
    read.into_iter().filter(is_computed).collect()
}

/// A rule without parameters in place of the operand along, which the form of the other one fits too.
fn hide(attempt: &mut Attempt, product: &Product) -> Result<Name, Refusal> {
    let rule = attempt.kernel.fresh_name("along");
    call(ExtractSubst::SPEC)
        .arg(&rule)
        .arg(product.along.value.to_string())
        .keyword("parameters", Vec::new())
        .keyword("within", &product.statement)
        .take(attempt)?;
    Ok(rule)
}

/// A rule `NAME_tile(own, summed)` for an operand; `NAME` is the first array that it reads.
fn make_rule(
    attempt: &mut Attempt,
    operand: &Operand,
    product: &Product,
    within: &str,
) -> Result<Name, Refusal> {
    let kernel = &attempt.kernel;
    let mut array = None;
    walk::visit(&operand.value, &mut |part| {
        if let Node::Load { array: read, .. } = part.node() {
            array.get_or_insert_with(|| read.clone());
        }
    });
    let array = array.unwrap_or_else(|| operand.iname.clone());
    let rule = kernel.fresh_name(&format!("{array}_tile"));
    let params =
        [&operand.iname, &product.summed].map(|iname| kernel.fresh_name(&format!("{iname}_of_{array}")));
    let [own, summed] = &params;
    let template = walk::substitute(&operand.value, &|name| match name {
        name if *name == operand.iname => Some(Expr::var(own.clone())),
        name if *name == product.summed => Some(Expr::var(summed.clone())),
        _ => None,
    });
    call(ExtractSubst::SPEC)
        .arg(&rule)
        .arg(template.to_string())
        .keyword("parameters", params.to_vec())
        .keyword("within", within)
        .take(attempt)?;
    Ok(rule)
}

/// Gives other statements in loops of the product loops of their own.
fn separate(attempt: &mut Attempt, product: &Product) -> Result<(), Refusal> {
    let kernel = &attempt.kernel;
    let nest: BTreeSet<Name> = match &product.sum {
        Sum::Scalar { name, .. } => users(kernel, name).into_iter().collect(),
        Sum::Element(_) | Sum::Reduction => BTreeSet::from([product.statement.clone()]),
    };
    let own = [&product.along.iname, &product.across.iname];
    let mut groups: BTreeMap<Vec<Name>, Vec<String>> = BTreeMap::new();
    for (id, statement) in kernel.statements.iter().filter(|(id, _)| !nest.contains(*id)) {
        let is_shared = |iname: &&Name| own.contains(iname);
        let shared: Vec<Name> = statement.inames.iter().filter(is_shared).cloned().collect();
        if !shared.is_empty() {
            let copied = with_dependent(kernel, statement, shared);
            groups.entry(copied).or_default().push(format!("id:{id}"));
        }
    }
    for (inames, others) in groups {
        call(DuplicateInames::SPEC).arg(inames).keyword("within", others.join(" or ")).take(attempt)?;
    }
    Ok(())
}

/// Loops of a statement, and those of its loops whose bounds depend on them.
fn with_dependent(kernel: &Kernel, statement: &Statement, mut loops: Vec<Name>) -> Vec<Name> {
    let domain = |iname: &Name| kernel.home(iname).and_then(|home| kernel.domains.get(home));
    loop {
        let depends = |iname: &&Name| {
            !loops.contains(iname)
                && domain(iname).is_some_and(|own| loops.iter().any(|outer| own.set.has_param(outer)))
        };
        let Some(more) = statement.inames.iter().find(depends).cloned() else { return loops };
        loops.push(more);
    }
}
