//! Whether values may be computed where they are fetched: nothing that they are made of changes before they
//! are used.

use super::uses::{Body, RuleUse};
use super::{Plan, Source};
use crate::rules::instances;
use crate::rules::order::{Intruder, Moment, Window, shown};
use diag::Diagnostic;
use ir::{Expr, Kernel, Name, Statement, access};
use pass::Refusal;
use poly::{Aff, Constraint, Error, Set};
use std::collections::{BTreeMap, BTreeSet};

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
        let users: BTreeSet<&Name> = source.uses.iter().map(|used| &used.statement).collect();
        for used in &source.uses {
            for user in &users {
                if let Some(intruder) = intervening_write(kernel, source, plan, &read, used, user)? {
                    return Err(refuse(kernel, source, &read, used, user, &intruder));
                }
            }
        }
    }
    Ok(())
}

/// A write that may come after some instance of `user` that shares the storage, where the fetch stands, and
/// before this one.
fn intervening_write<'k>(
    kernel: &'k Kernel,
    source: &Source<'_>,
    plan: &Plan,
    read: &MovedRead,
    used: &RuleUse,
    user: &Name,
) -> Result<Option<Intruder<'k>>, Error> {
    let (Some(to), Some(from)) = (kernel.statements.get(&used.statement), kernel.statements.get(user)) else {
        return Ok(None);
    };
    let element = Element::new(kernel, source, read, used, to)?;
    // The fetch shares the outer inames with this use; the others of the group are free.
    let mut first = instances::columns(&from.inames, "v.");
    for iname in &plan.outer {
        first.insert(iname.clone(), Aff::dim(&instances::column(iname, "u.")));
    }
    // The fetch stands before them whether or not their conditions hold.
    let start = instances::domain(kernel, from, &[], &[])?;
    let points = element.points.intersect(&start.substitute_all(&first)?)?;
    let window = Window {
        points,
        variable: &read.variable,
        element: element.index,
        from: Moment { id: user, statement: from, at: first },
        inclusive: true,
        to: Moment { id: &used.statement, statement: to, at: instances::columns(&to.inames, "u.") },
    };
    window.intruder(kernel)
}

/// The element that a moved read touches in one use, in terms of the use's columns.
pub(super) struct Element {
    pub(super) points: Set,
    pub(super) index: Vec<Option<Aff>>,
}

impl Element {
    pub(super) fn new(
        kernel: &Kernel,
        source: &Source<'_>,
        read: &MovedRead,
        used: &RuleUse,
        statement: &Statement,
    ) -> Result<Element, Error> {
        let mut at = instances::columns(&statement.inames, "u.");
        at.extend(instances::columns(&used.reduced, "u."));
        let mut values = at.clone();
        for (param, arg) in source.rule.params.iter().zip(&used.args) {
            values.insert(Name::from(format!("${param}")), arg.substitute(&at).ok_or(Error::Overflow)?);
        }
        let guards: Vec<Expr> = source.guards.iter().chain(&used.guards).cloned().collect();
        let points = instances::domain(kernel, statement, &used.reduced, &guards)?;
        let mut points = instances::with_own_columns(&points, "u.")?;
        if !read.reduced.is_empty() {
            values.extend(instances::columns(&read.reduced, "r."));
            let inner: Vec<Name> = read.reduced.clone();
            let domain = kernel.domain_of(&inner)?;
            points = points.intersect(&instances::with_own_columns(&domain, "r.")?)?;
        }
        let index =
            read.index.iter().map(|e| instances::affine_index(kernel, e)?.substitute(&values)).collect();
        Ok(Element { points, index })
    }
}

fn refuse(
    kernel: &Kernel,
    source: &Source<'_>,
    read: &MovedRead,
    used: &RuleUse,
    user: &Name,
    intruder: &Intruder<'_>,
) -> Refusal {
    let message = format!("`{}` may write `{}` between the fetch and its use", intruder.id, read.variable);
    let mut problem = Diagnostic::error("lp::precompute::overwritten", message)
        .at_entity(None, source.origin, "")
        .at_entity(intruder.statement.loc.as_ref(), intruder.statement.origin, "written here");
    if let Some(statement) = kernel.statements.get(&used.statement) {
        problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "used here");
    }
    let point = &intruder.witness;
    let write = shown(intruder.id, intruder.statement, point, "w.", "u.");
    if let (Some(used_by), Some(first)) =
        (kernel.statements.get(&used.statement), kernel.statements.get(user))
    {
        let read = shown(&used.statement, used_by, point, "u.", "u.");
        let first = shown(user, first, point, "v.", "u.");
        problem = problem.note(format!(
            "{first} has its values from the same fetch; then {write} writes what {read} uses{}",
            dependence::wording::parameters(kernel, point)
        ));
    }
    problem.help("sweep only loops inside which nothing writes what is fetched").into()
}

/// The statements whose writes the fetch needs, in the same iterations of the outer loops.
pub(super) fn producers(kernel: &Kernel, source: &Source<'_>, plan: &Plan) -> Result<Vec<Name>, Error> {
    let mut found = Vec::new();
    for read in moved_reads(kernel, &plan.body) {
        for (id, writer) in &kernel.statements {
            let writes = writer.target().filter(|target| *target.name() == read.variable);
            let Some(target) = writes.filter(|_| !found.contains(id)) else { continue };
            for used in &source.uses {
                let Some(statement) = kernel.statements.get(&used.statement) else { continue };
                let element = Element::new(kernel, source, &read, used, statement)?;
                let at = instances::columns(&statement.inames, "u.");
                let user = Moment { id: &used.statement, statement, at };
                let mut at = instances::columns(&writer.inames, "w.");
                for iname in plan.outer.iter().filter(|iname| writer.inames.contains(iname)) {
                    at.insert(iname.clone(), Aff::dim(&instances::column(iname, "u.")));
                }
                let written: Vec<Option<Aff>> = target
                    .index()
                    .iter()
                    .map(|e| instances::affine_index(kernel, e)?.substitute(&at))
                    .collect();
                if feeds(kernel, &element, &user, Moment { id, statement: writer, at }, &written)? {
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
    element: &Element,
    user: &Moment<'_>,
    writer: Moment<'_>,
    written: &[Option<Aff>],
) -> Result<bool, Error> {
    let domain = instances::domain(kernel, writer.statement, &[], &writer.statement.predicates)?
        .substitute_all(&writer.at)?;
    let mut same = Vec::new();
    for (read, written) in element.index.iter().zip(written) {
        if let (Some(read), Some(written)) = (read, written) {
            same.push(Constraint::eq(read, written).ok_or(Error::Overflow)?);
        }
    }
    let points = element.points.intersect(&domain)?.add_constraints(&same)?;
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
