//! Statements.

use super::{Behind, Commas};
use crate::{
    Atomic, Expr, Fetch, Instance, LValue, Name, Provenance, Statement, StatementKind, SyncScope, affine,
};
use poly::Aff;
use std::fmt::{self, Display};

/// The line of a statement.
pub fn print_statement(id: &Name, statement: &Statement) -> String {
    let Statement {
        kind,
        inames,
        after,
        predicates,
        tags,
        no_sync,
        groups,
        conflicts,
        priority,
        atomic,
        time,
        provenance,
        over,
        loc,
        origin: _,
    } = statement;
    let mut line = format!("{id}: {kind} ");
    clause(&mut line, "in", inames);
    clause(&mut line, "after", after);
    clause(&mut line, "if", predicates);
    clause(&mut line, "tags", tags);
    let pairs: Vec<NoSyncPair<'_>> = no_sync.iter().map(|(id, scope)| NoSyncPair(id, *scope)).collect();
    clause(&mut line, "nosync", &pairs);
    clause(&mut line, "groups", groups);
    clause(&mut line, "conflicts", conflicts);
    if *priority != 0 {
        line.push_str(&format!(" priority({priority})"));
    }
    match atomic {
        None => {}
        Some(Atomic::Update) => line.push_str(" atomic"),
        Some(Atomic::Init) => line.push_str(" atomic(init)"),
    }
    if let Some(time) = time {
        let values: Vec<Expr> = time.iter().map(affine::from_aff).collect();
        line.push_str(&format!(" time({})", Commas(values.as_slice())));
    }
    if let Some(provenance) = provenance {
        line.push_str(&format!(" {provenance}"));
    }
    let bindings: Vec<Binding<'_>> = over.iter().map(|(iname, value)| Binding(iname, value)).collect();
    clause(&mut line, "over", &bindings);
    // One space more sets the clauses apart from the action.
    let mut line = line.trim_end().to_owned();
    line.push_str(&Behind(loc).to_string());
    line
}

pub(super) fn clause<'a, T, Item: Display + 'a>(line: &mut String, word: &str, items: &'a T)
where
    &'a T: IntoIterator<Item = &'a Item>,
{
    if items.into_iter().next().is_some() {
        line.push_str(&format!(" {word}({})", Commas(items)));
    }
}

impl Display for StatementKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StatementKind::Assign { target, value } => write!(f, "{target} = {value}"),
            StatementKind::Barrier(scope) => write!(f, "barrier {scope}"),
            StatementKind::Nop => f.write_str("nop"),
        }
    }
}

impl Display for LValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LValue::Scalar(name) => name.fmt(f),
            LValue::Element { array, index } => write!(f, "{array}[{}]", Commas(index.as_slice())),
        }
    }
}

struct NoSyncPair<'a>(&'a Name, SyncScope);

impl Display for NoSyncPair<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

impl Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Provenance::Performs(instance) => write!(f, "of {instance}"),
            Provenance::Part(instance) => write!(f, "part of {instance}"),
            Provenance::Fetch(fetch) => fetch.fmt(f),
        }
    }
}

impl Display for Fetch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", if self.back { "store" } else { "fetch" }, Commas(self.of.as_slice()))?;
        let equations: Vec<Equation<'_>> =
            self.iteration.iter().map(|(read, own)| Equation(read, own)).collect();
        if equations.is_empty() { Ok(()) } else { write!(f, " for({})", Commas(equations.as_slice())) }
    }
}

/// `k = k + 1`
struct Equation<'a>(&'a Aff, &'a Aff);

impl Display for Equation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", affine::from_aff(self.0), affine::from_aff(self.1))
    }
}

impl Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Instance { statement, at } = self;
        let bindings: Vec<Binding<'_>> = at.iter().map(|(iname, aff)| Binding(iname, aff)).collect();
        write!(f, "{statement}({})", Commas(bindings.as_slice()))
    }
}

/// `k = k_inner + 16*k_outer`
pub(super) struct Binding<'a>(pub(super) &'a Name, pub(super) &'a Aff);

impl Display for Binding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.0, affine::from_aff(self.1))
    }
}
