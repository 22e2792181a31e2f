//! What is promised of where statements write, tested on the arguments of a run.
//!
//! That two instances of a statement write one element is seen by the interpreter, which stops there. Of the
//! kernel as it was imported only that runs which decides where the statement writes.

use crate::runnable::{typed, with_types_of};
use dependence::declared::Declared;
use dependence::domain::computed;
use dependence::required::has_times;
use diag::Diagnostic;
use ir::access::{AccessKind, accesses};
use ir::{Expr, Kernel, LValue, Name, Promise, Scalar, Statement, StatementKind, Unordered};
use runtime::Bindings;
use std::collections::BTreeSet;

/// Tests what a kernel promises of where its statements write.
///
/// # Errors
/// The first promise that does not hold, and what keeps it from being tested.
pub(crate) fn check(kernel: &Kernel, before: &Bindings) -> Result<(), Vec<Diagnostic>> {
    let promised = kernel.promises.iter().filter_map(|promise| match promise {
        Promise::Distinct { statement, .. } => Some((statement, promise)),
        _ => None,
    });
    let mut promised = promised.peekable();
    if promised.peek().is_none() {
        return Ok(());
    }
    let home = kernel.reference.as_deref().unwrap_or(kernel);
    let home = typed(&with_types_of(kernel, home.clone()))?;
    for (statement, promise) in promised {
        let part = deciding(&home, statement, promise);
        let mut written = before.rebind(&part)?;
        runtime::interpret(&part, &mut written, &runtime::Options::default())?;
    }
    Ok(())
}

/// The part of a kernel that decides where a statement writes, with the promise about it. What it writes is
/// left out, unless that is part of it.
fn deciding(kernel: &Kernel, id: &Name, promise: &Promise) -> Kernel {
    let mut part = Kernel { schedule: None, promises: vec![promise.clone()], ..kernel.clone() };
    if let Some(Statement { kind: StatementKind::Assign { target, value }, .. }) = part.statements.get_mut(id)
    {
        let ty = kernel.args.get(target.name()).and_then(|arg| arg.ty);
        *value = if ty == Some(Scalar::Bool) { Expr::bool(false) } else { Expr::int(0) };
    }
    let (mut needed, read) = needed(&part, id);
    let target = part.statements.get(id).and_then(Statement::target).map(LValue::name);
    if target.is_some_and(|target| read.contains(target)) {
        part.statements.clone_from(&kernel.statements);
        (needed, _) = self::needed(&part, id);
    }
    let declared = Declared::new(&part);
    let is_declared = part.unordered != Unordered::TextOrder && !has_times(&part);
    part.statements.retain(|id, _| needed.contains(id));
    for (later, statement) in &mut part.statements {
        // What comes after a statement that is gone comes after those before that one.
        let first = needed.iter().filter(|first| is_declared && declared.comes_after(later, first)).cloned();
        statement.after.extend(first);
        statement.after.retain(|first| needed.contains(first));
        statement.no_sync.retain(|(other, _)| needed.contains(other));
    }
    part
}

/// A statement and those that compute what its conditions, bounds, subscripts and value depend on, with what
/// all of them read.
fn needed(kernel: &Kernel, id: &Name) -> (BTreeSet<Name>, BTreeSet<Name>) {
    let (mut needed, mut read) = (BTreeSet::from([id.clone()]), BTreeSet::new());
    loop {
        for (_, statement) in kernel.statements.iter().filter(|(id, _)| needed.contains(*id)) {
            let all = accesses(kernel, statement);
            let reduced = all.iter().flat_map(|access| access.reduced.clone());
            let inames: Vec<Name> = statement.inames.iter().cloned().chain(reduced).collect();
            read.extend(kernel.domain_of(&inames).iter().flat_map(|domain| computed(kernel, domain)));
            let reads = all.into_iter().filter(|access| access.kind == AccessKind::Read);
            read.extend(reads.map(|access| access.variable));
        }
        let writes =
            |statement: &Statement| statement.target().is_some_and(|target| read.contains(target.name()));
        let writers = kernel.statements.iter().filter(|(_, statement)| writes(statement));
        let before = needed.len();
        needed.extend(writers.map(|(id, _)| id.clone()));
        if needed.len() == before {
            return (needed, read);
        }
    }
}
