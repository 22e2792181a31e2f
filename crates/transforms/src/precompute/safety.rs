//! Whether values may be computed where they are fetched: nothing they are made of changes before they are used, and
//! nothing else is evaluated than the uses evaluate, unless it is known to be harmless.

use super::footprint::{Along, axis_column};
use super::uses::{Body, Use};
use super::{Plan, Source};
use crate::Refusal;
use crate::rules::instances;
use crate::rules::order::{Intruder, Moment, Window};
use diag::Diagnostic;
use ir::{Expr, Kernel, Name, Node, Rule, Statement, access, affine, walk};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;

/// A read that moves from the uses to the fetch.
pub(super) struct MovedRead {
    pub(super) variable: Name,
    /// Subscripts in terms of formals (with a dollar sign in front) and inames.
    index: Vec<Expr>,
    reduced: Vec<Name>,
}

/// All memory that the rule's value is made of.
pub(super) fn moved_reads(kernel: &Kernel, body: &Body) -> Vec<MovedRead> {
    let probe = Statement::assign(ir::LValue::Scalar(Name::from("")), body.expanded.clone());
    let reads = access::accesses(kernel, &probe).into_iter();
    let reads = reads.filter(|access| access.kind == access::AccessKind::Read);
    reads
        .map(|read| MovedRead { variable: read.variable, index: read.index, reduced: read.reduced })
        .collect()
}

/// Refuses if a value may change between the fetch and a use of it.
pub(super) fn check(kernel: &Kernel, source: &Source<'_>, plan: &Plan) -> Result<(), Refusal> {
    for read in moved_reads(kernel, &plan.body) {
        let written = |s: &Statement| s.target().is_some_and(|target| *target.name() == read.variable);
        if !kernel.statements.values().any(written) {
            continue;
        }
        for used in &source.uses {
            for group in &source.uses {
                if let Some(intruder) = between(kernel, source.rule, plan, &read, used, group)? {
                    return Err(refuse(kernel, source, &read, used, &intruder));
                }
            }
        }
    }
    Ok(())
}

/// A write that may come after some use of the same storage, where the fetch stands, and before this one.
fn between<'k>(
    kernel: &'k Kernel,
    rule: &Rule,
    plan: &Plan,
    read: &MovedRead,
    used: &Use,
    group: &Use,
) -> Result<Option<Intruder<'k>>, Error> {
    let (Some(to), Some(from)) =
        (kernel.statements.get(&used.statement), kernel.statements.get(&group.statement))
    else {
        return Ok(None);
    };
    let cell = Cell::new(kernel, rule, read, used, to)?;
    // The fetch shares the outer inames with this use; the others of the group are free.
    let mut first = instances::columns(&from.inames, "v");
    for iname in &plan.outer {
        first.insert(iname.clone(), Aff::dim(&instances::column(iname, "u")));
    }
    let start = instances::domain(kernel, from, &[], &[])?;
    let points = cell.points.intersect(&start.substitute_all(&first)?)?;
    let window = Window {
        points,
        variable: &read.variable,
        cell: cell.index,
        from: Moment { id: &group.statement, statement: from, at: first },
        inclusive: true,
        to: Moment { id: &used.statement, statement: to, at: instances::columns(&to.inames, "u") },
    };
    window.intruder(kernel)
}

/// The cell that a moved read touches in one use, in terms of the use's columns.
pub(super) struct Cell {
    pub(super) points: Set,
    pub(super) index: Vec<Option<Aff>>,
}

impl Cell {
    pub(super) fn new(
        kernel: &Kernel,
        rule: &Rule,
        read: &MovedRead,
        used: &Use,
        statement: &Statement,
    ) -> Result<Cell, Error> {
        let mut at = instances::columns(&statement.inames, "u");
        at.extend(instances::columns(&used.reduced, "u"));
        let mut values = at.clone();
        for (param, arg) in rule.params.iter().zip(&used.args) {
            values.insert(Name::from(format!("${param}")), arg.substitute(&at).ok_or(Error::Overflow)?);
        }
        let mut points = instances::apart(&used.domain(kernel, statement)?, "u")?;
        if !read.reduced.is_empty() {
            values.extend(instances::columns(&read.reduced, "r"));
            let inner: Vec<Name> = read.reduced.clone();
            let domain = kernel.domain_of(&inner)?;
            points = points.intersect(&instances::apart(&domain, "r")?)?;
        }
        let index =
            read.index.iter().map(|e| instances::affine_index(kernel, e)?.substitute(&values)).collect();
        Ok(Cell { points, index })
    }
}

fn refuse(
    kernel: &Kernel,
    source: &Source<'_>,
    read: &MovedRead,
    used: &Use,
    intruder: &Intruder<'_>,
) -> Refusal {
    let message = format!("`{}` may write `{}` between the fetch and its use", intruder.id, read.variable);
    let mut problem = Diagnostic::error("lp::precompute::overwritten", message)
        .at_entity(None, source.origin, "")
        .at_entity(intruder.statement.loc.as_ref(), intruder.statement.origin, "written here");
    if let Some(statement) = kernel.statements.get(&used.statement) {
        problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "used here");
    }
    let point: Vec<String> =
        intruder.witness.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    problem
        .note(format!(
            "for example where {} (`'w`: the write, `'u`: the use, `'v`: another use)",
            point.join(", ")
        ))
        .help("sweep only loops inside which nothing writes what is fetched")
        .into()
}

/// The loads of the rule's value in terms of axis columns, with the arrays' extents.
fn loads(
    kernel: &Kernel,
    source: &Source<'_>,
    body: &Body,
    along: &[Along],
) -> Option<Vec<(Name, Vec<(Aff, Option<Aff>)>)>> {
    let column = |name: &Name| {
        let at = along.iter().position(|axis| axis.name() == name)?;
        Some(Expr::from(&axis_column(at)))
    };
    let value = body.at(source.rule, &column);
    let divides = |e: &Expr| match e.node() {
        Node::FloorDiv(_, by) | Node::Mod(_, by) => by.as_int().is_none_or(|by| by == 0),
        Node::Call { function, .. } => &**function == "div_trunc" || &**function == "rem_trunc",
        _ => false,
    };
    if walk::any(&value, &mut |e| divides(e) || matches!(e.node(), Node::Reduce { .. })) {
        return None;
    }
    let mut found = Vec::new();
    let mut complete = true;
    walk::visit(&value, &mut |e| {
        let Node::Load { array, index } = e.node() else { return };
        let shape: Vec<Option<Expr>> = match (kernel.args.get(array), kernel.temps.get(array)) {
            (Some(arg), _) => arg.shape().unwrap_or_default().to_vec(),
            (None, Some(temp)) => temp.shape.iter().cloned().map(Some).collect(),
            (None, None) => Vec::new(),
        };
        let mut axes = Vec::new();
        for (subscript, extent) in index.iter().zip(shape) {
            match affine::to_aff(subscript)
                .filter(|aff| aff.names().iter().all(|n| !kernel.temps.contains_key(n)))
            {
                Some(aff) => axes.push((aff, extent.as_ref().and_then(affine::to_aff))),
                None => complete = false,
            }
        }
        found.push((array.clone(), axes));
    });
    complete.then_some(found)
}

/// The box as far as all arrays that the value reads reach.
pub(super) fn within_arrays(
    kernel: &Kernel,
    source: &Source<'_>,
    body: &Body,
    along: &[Along],
    boxed: Set,
) -> Result<Set, Refusal> {
    let refuse = |message: String| {
        Diagnostic::error("lp::precompute::bounding-box", message).at_entity(None, source.origin, "")
    };
    let Some(loads) = loads(kernel, source, body, along) else {
        let message =
            format!("the value of `{}` may fail outside the values that are used", source.selector.rule);
        return Err(refuse(message).help("fetch plain array elements with affine subscripts").into());
    };
    let mut bounds = Vec::new();
    for (array, axes) in loads {
        for (index, extent) in axes {
            let Some(extent) = extent else {
                let message = format!("the extent of `{array}` is not known, so its end cannot be respected");
                return Err(refuse(message).into());
            };
            bounds.push(Constraint::ge(&index, &Aff::constant(0)).ok_or(Error::Overflow)?);
            bounds.push(Constraint::lt(&index, &extent).ok_or(Error::Overflow)?);
        }
    }
    Ok(boxed.add_constraints(&bounds)?)
}

/// Refuses a fetch of values that are used under a condition on data, unless they can be computed at any rate.
pub(super) fn check_guards(
    kernel: &Kernel,
    source: &Source<'_>,
    body: &Body,
    along: &[Along],
    footprint: &Set,
) -> Result<(), Refusal> {
    let unclear = |guard: &Expr| instances::affine_condition(kernel, guard).is_none();
    let Some(guarded) = source.uses.iter().find(|used| used.guards.iter().any(unclear)) else {
        return Ok(());
    };
    if let Some(loads) = loads(kernel, source, body, along)
        && all_inside(&loads, footprint)?
    {
        return Ok(());
    }
    let rule = &source.selector.rule;
    let message = format!(
        "`{rule}` is used under a condition on data, and its value may fail where that does not hold"
    );
    let mut problem =
        Diagnostic::error("lp::precompute::condition", message).at_entity(None, source.origin, "");
    if let Some(statement) = kernel.statements.get(&guarded.statement) {
        problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "used here");
    }
    Err(problem.into())
}

fn all_inside(loads: &[(Name, Vec<(Aff, Option<Aff>)>)], footprint: &Set) -> Result<bool, Error> {
    for (index, extent) in loads.iter().flat_map(|(_, axes)| axes) {
        let Some(extent) = extent else { return Ok(false) };
        let below = Constraint::lt(index, &Aff::constant(0)).ok_or(Error::Overflow)?;
        let above = Constraint::ge(index, extent).ok_or(Error::Overflow)?;
        for outside in [below, above] {
            if !footprint.add_constraints(&[outside])?.is_empty()? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The statements whose writes the fetch needs, in the same trips of the outer loops.
pub(super) fn producers(kernel: &Kernel, source: &Source<'_>, plan: &Plan) -> Result<Vec<Name>, Error> {
    let mut found = Vec::new();
    for read in moved_reads(kernel, &plan.body) {
        for (id, writer) in &kernel.statements {
            let writes = writer.target().filter(|target| *target.name() == read.variable);
            let Some(target) = writes.filter(|_| !found.contains(id)) else { continue };
            for used in &source.uses {
                let Some(statement) = kernel.statements.get(&used.statement) else { continue };
                let cell = Cell::new(kernel, source.rule, &read, used, statement)?;
                let at = instances::columns(&statement.inames, "u");
                let user = Moment { id: &used.statement, statement, at };
                let mut at = instances::columns(&writer.inames, "w");
                for iname in plan.outer.iter().filter(|iname| writer.inames.contains(iname)) {
                    at.insert(iname.clone(), Aff::dim(&instances::column(iname, "u")));
                }
                let written: Vec<Option<Aff>> = target
                    .index()
                    .iter()
                    .map(|e| instances::affine_index(kernel, e)?.substitute(&at))
                    .collect();
                if feeds(kernel, &cell, &user, Moment { id, statement: writer, at }, &written)? {
                    found.push(id.clone());
                    break;
                }
            }
        }
    }
    Ok(found)
}

fn feeds(
    kernel: &Kernel,
    cell: &Cell,
    user: &Moment<'_>,
    writer: Moment<'_>,
    written: &[Option<Aff>],
) -> Result<bool, Error> {
    let domain = instances::domain(kernel, writer.statement, &[], &[])?.substitute_all(&writer.at)?;
    let mut same = Vec::new();
    for (read, written) in cell.index.iter().zip(written) {
        if let (Some(read), Some(written)) = (read, written) {
            same.push(Constraint::eq(read, written).ok_or(Error::Overflow)?);
        }
    }
    let points = cell.points.intersect(&domain)?.add_constraints(&same)?;
    let cases = crate::rules::order::may_precede(kernel, &writer, user, false).ok_or(Error::Overflow)?;
    for case in cases {
        if !points.add_constraints(&case)?.is_empty()? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Values of formals and inames at the fetch.
pub(super) fn fetched(plan: &Plan) -> Option<BTreeMap<Name, Aff>> {
    plan.storage.axes.iter().map(|axis| Some((axis.along.name().clone(), axis.fetched()?))).collect()
}
