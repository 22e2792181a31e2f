//! What is read and written, and where.

use ir::access::AccessKind;
use ir::{Expr, Kernel, LValue, Name, Node, Statement, walk};
use poly::{Error, Set};

use crate::domain::{Parts, is_fixed};
use crate::guards;

/// One access of an argument or temporary.
#[derive(Debug, Clone)]
pub struct Access {
    /// What is accessed.
    pub variable: Name,
    /// Subscripts; none for a scalar temporary.
    pub index: Vec<Expr>,
    /// Whether it is read or written.
    pub kind: AccessKind,
    /// The statement's instances that make it.
    pub domain: Set,
    /// Whether all instances of the statement do.
    pub always: bool,
    /// Conditions on data inside of the expression under which alone it is made.
    pub guards: Vec<Expr>,
}

/// An access and the conditions inside of its expression.
struct Found {
    variable: Name,
    index: Vec<Expr>,
    kind: AccessKind,
    guards: Vec<Expr>,
}

/// The accesses of a statement's value and target by its instances in a domain, each element once.
pub fn of_statement(kernel: &Kernel, statement: &Statement, domain: &Set) -> Result<Vec<Access>, Error> {
    let mut all = Vec::new();
    let index = statement.target().map(LValue::index).unwrap_or_default();
    for expr in statement.value().into_iter().chain(index) {
        reads(kernel, expr, &mut Vec::new(), &mut all);
    }
    if let Some(target) = statement.target() {
        let (variable, index) = (target.name().clone(), index.to_vec());
        all.push(Found { variable, index, kind: AccessKind::Write, guards: Vec::new() });
    }
    merged(kernel, statement, domain, all)
}

/// The same for what some expressions read.
pub fn of_expressions(
    kernel: &Kernel,
    statement: &Statement,
    exprs: &[&Expr],
    domain: &Set,
) -> Result<Vec<Access>, Error> {
    let mut all = Vec::new();
    exprs.iter().for_each(|expr| reads(kernel, expr, &mut Vec::new(), &mut all));
    merged(kernel, statement, domain, all)
}

/// Whether an expression reads an argument's element or a temporary.
pub fn reads_memory(kernel: &Kernel, expr: &Expr) -> bool {
    walk::any(expr, &mut |node| match node.node() {
        Node::Load { .. } => true,
        Node::Var(name) => kernel.temps.contains_key(name),
        _ => false,
    })
}

fn merged(
    kernel: &Kernel,
    statement: &Statement,
    domain: &Set,
    all: Vec<Found>,
) -> Result<Vec<Access>, Error> {
    let mut accesses: Vec<Access> = Vec::new();
    for Found { variable, index, kind, guards } in all {
        let mut parts = Parts::default();
        guards.iter().for_each(|guard| parts.add(guard, &|name| is_fixed(kernel, &statement.inames, name)));
        let own = if guards.is_empty() { domain.clone() } else { parts.restrict(domain)? };
        let same =
            |other: &&mut Access| other.variable == variable && other.index == index && other.kind == kind;
        match accesses.iter_mut().find(same) {
            Some(other) => {
                other.always |= guards.is_empty();
                other.domain = if guards.is_empty() { own } else { other.domain.union(&own)? };
                other.guards.retain(|guard| parts.data.contains(guard));
            }
            None => {
                let always = guards.is_empty();
                accesses.push(Access { variable, index, kind, domain: own, always, guards: parts.data });
            }
        }
    }
    Ok(accesses)
}

fn reads(kernel: &Kernel, expr: &Expr, guards: &mut Vec<Expr>, found: &mut Vec<Found>) {
    let mut push = |variable: &Name, index: &[Expr]| {
        let (variable, index) = (variable.clone(), index.to_vec());
        found.push(Found { variable, index, kind: AccessKind::Read, guards: guards.clone() });
    };
    match expr.node() {
        Node::Var(name) if kernel.temps.contains_key(name) => push(name, &[]),
        Node::Load { array, index } => push(array, index),
        _ => {}
    }
    let outer = guards.len();
    for (operand, conditions) in guards::operands(expr) {
        guards.extend(conditions);
        reads(kernel, operand, guards, found);
        guards.truncate(outer);
    }
}
