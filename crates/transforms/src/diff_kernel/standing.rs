//! A kernel as a program of its own, without what it was made from.

use crate::lower;
use diag::Diagnostic;
use ir::{Expr, Instance, Kernel, Name, Node, Promise, Provenance, Statement, walk};
use pass::Refusal;
use poly::Aff;
use std::collections::{BTreeMap, BTreeSet};

/// The kernel without a reference, in the order that its reference requires. Where steps have changed it,
/// they are judged first: what becomes of it is not compared with the reference any more.
///
/// # Errors
/// Where a step may have changed a result, and where a statement is not one of the reference, iteration by
/// iteration.
pub(super) fn own_program(kernel: &Kernel) -> Result<Kernel, Refusal> {
    let Some(reference) = kernel.reference.as_deref() else { return Ok(kernel.clone()) };
    let plain = Kernel { target: None, ..kernel.clone() };
    if pass::with_reference(reference) != plain {
        prove(kernel)?;
    }
    let mut own = Kernel { reference: None, schedule: None, ..kernel.clone() };
    for (id, statement) in &kernel.statements {
        let alone = standalone(kernel, reference, statement).ok_or_else(|| changed(id, statement))?;
        own.statements.insert(id.clone(), alone);
    }
    for promise in &mut own.promises {
        if let Promise::Distinct { statement, inames } = promise {
            *promise = own_words(kernel, statement, inames).ok_or_else(|| promised(statement))?;
        }
    }
    own.rules.values_mut().for_each(|rule| rule.body = without_over(&rule.body));
    Ok(own)
}

fn prove(kernel: &Kernel) -> Result<(), Refusal> {
    if let Some(trusted) = kernel.trusted.first() {
        let message = format!(
            "`{}` was taken without proof, and its result would be taken for the program",
            trusted.step
        );
        return Err(Diagnostic::error("lp::diff::unproved", message)
            .help("take the derivative first")
            .into());
    }
    let Err(problems) = lower::lower(kernel) else { return Ok(()) };
    let message =
        "the steps before this one are not proved, and the derivative would be one of what they made";
    let head = Diagnostic::error("lp::diff::unproved", message).help("take the derivative first");
    Err(Refusal([vec![head], problems].concat()))
}

fn changed(id: &Name, statement: &Statement) -> Diagnostic {
    let message =
        format!("`{id}` no longer does what one statement of the program does, iteration by iteration");
    Diagnostic::error("lp::diff::transformed", message)
        .at_entity(statement.loc.as_ref(), statement.origin, "")
        .note("its loops were split or joined, it was added by a step, or it does a part of a sum")
        .help("take the derivative first, and transform the result")
}

/// A promise about a statement of the reference, about the one that performs it.
fn own_words(kernel: &Kernel, promised: &Name, inames: &[Name]) -> Option<Promise> {
    let mut performers = kernel.statements.iter().filter_map(|(id, statement)| match &statement.provenance {
        Some(Provenance::Performs(instance)) if instance.statement == *promised => Some((id, instance)),
        _ => None,
    });
    let (id, instance) = performers.next().filter(|_| performers.next().is_none())?;
    let own = |iname: &Name| {
        let (_, value) = instance.at.iter().find(|(other, _)| other == iname)?;
        value.names().into_iter().next()
    };
    let inames = inames.iter().map(own).collect::<Option<_>>()?;
    Some(Promise::Distinct { statement: id.clone(), inames })
}

fn promised(statement: &Name) -> Diagnostic {
    let message = format!("a promise about `{statement}` would be one about several statements, or none");
    Diagnostic::error("lp::diff::transformed", message).help("take the derivative first")
}

/// The statement with the time of the one that it performs, and after what that one comes after. `None` where
/// it performs none iteration by iteration.
fn standalone(kernel: &Kernel, reference: &Kernel, statement: &Statement) -> Option<Statement> {
    let mut alone = statement.map_exprs(&mut without_over);
    alone.over.clear();
    alone.atomic = None;
    let Some(provenance) = alone.provenance.take() else {
        return statement.target().is_none().then_some(alone);
    };
    let Provenance::Performs(instance) = provenance else { return None };
    let imported = reference.statements.get(&instance.statement)?;
    if !renames(statement, &instance) {
        return None;
    }
    let values: BTreeMap<Name, Aff> = instance.at.into_iter().collect();
    if let Some(time) = &imported.time {
        alone.time = Some(time.iter().map(|aff| aff.substitute(&values)).collect::<Option<_>>()?);
    }
    let there = imported.after.iter().filter(|id| kernel.statements.contains_key(*id));
    alone.after.extend(there.cloned());
    Some(alone)
}

/// Whether each iname of the instance is another one of the statement's, and all of these occur.
fn renames(statement: &Statement, instance: &Instance) -> bool {
    let names: BTreeSet<Name> = instance.at.iter().flat_map(|(_, value)| value.names()).collect();
    let is_bare = |value: &Aff| value.names().first().is_some_and(|name| *value == Aff::dim(name));
    let own: BTreeSet<Name> = statement.inames.iter().cloned().collect();
    instance.at.iter().all(|(_, value)| is_bare(value)) && names == own && instance.at.len() == own.len()
}

/// What reductions say of those of the reference means nothing without it.
fn without_over(expr: &Expr) -> Expr {
    let inner = walk::map_children(expr, &mut without_over);
    match inner.node() {
        Node::Reduce { op, inames, over: Some(_), body } => {
            let (op, inames, body) = (op.clone(), inames.clone(), body.clone());
            Expr::new(Node::Reduce { op, inames, over: None, body })
        }
        _ => inner,
    }
}
