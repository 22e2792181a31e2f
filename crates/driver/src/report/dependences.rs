//! Which statements of a loop tree must come before which, because they access the same elements.

use super::model::{Arc, Dependences};
use dependence::access::{Access, of_statement};
use dependence::declared::Declared;
use dependence::domain::{Domain, where_any};
use dependence::instance::{Instance, same_element};
use dependence::required::{OrderedInstance, Performed, must_precede};
use ir::access::AccessKind;
use ir::{Kernel, Name, Statement};
use poly::{Aff, Error, Set};

/// Pairs of accesses that are looked at.
const PAIRS: usize = 4000;

/// Dependences that are told; nobody reads a drawing of more.
const ARCS: usize = 400;

/// isl steps that all questions together may take.
const QUOTA: u64 = 2_000_000;

/// The dependences of a kernel.
pub(super) fn dependences(kernel: &Kernel) -> Dependences {
    let mut finder = Finder { kernel, arcs: Vec::new(), pairs: 0 };
    let missing = match poly::with_quota(QUOTA, || finder.find()) {
        Ok(()) if finder.arcs.len() >= ARCS => Some(format!("only the first {ARCS} dependences are shown")),
        Ok(()) if finder.pairs >= PAIRS => {
            Some(format!("only the first {PAIRS} pairs of accesses were looked at"))
        }
        Ok(()) => None,
        Err(error) => Some(format!("not all pairs of accesses were decided: {error}")),
    };
    Dependences { arcs: finder.arcs, missing }
}

/// What is asked of a statement.
struct Actor<'k> {
    /// Its place among the statements.
    at: usize,
    id: &'k Name,
    statement: &'k Statement,
    accesses: Vec<Access>,
}

struct Finder<'k> {
    kernel: &'k Kernel,
    arcs: Vec<Arc>,
    pairs: usize,
}

impl Finder<'_> {
    fn find(&mut self) -> Result<(), Error> {
        let kernel = self.kernel;
        let mut actors = Vec::new();
        for (at, (id, statement)) in kernel.statements.iter().enumerate() {
            let points =
                Domain::of_statement(kernel, kernel, statement, &statement.inames)?.possible(kernel)?;
            let points = points.intersect(&kernel.assumptions)?;
            actors.push(Actor { at, id, statement, accesses: of_statement(kernel, statement, &points)? });
        }
        let home = kernel.reference.as_deref().unwrap_or(kernel);
        let declared = Declared::new(home);
        for first in &actors {
            for second in &actors {
                if self.pairs < PAIRS && self.arcs.len() < ARCS {
                    self.add_between(first, second, &declared)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the dependences of one statement on another.
    fn add_between(
        &mut self,
        first: &Actor<'_>,
        second: &Actor<'_>,
        declared: &Declared,
    ) -> Result<(), Error> {
        let (from, to) = (first.at, second.at);
        for x in &first.accesses {
            for y in second.accesses.iter().filter(|y| y.variable == x.variable) {
                let Some(kind) = kind(x.kind, y.kind) else { continue };
                if self.has(from, to, kind, &x.variable) {
                    continue;
                }
                self.pairs += 1;
                if self.meets(first, x, second, y, declared)? {
                    self.add(from, to, kind, &x.variable);
                }
            }
        }
        Ok(())
    }

    fn has(&self, from: usize, to: usize, kind: &str, variable: &Name) -> bool {
        let is_it = |arc: &&Arc| arc.from == from && arc.to == to && arc.kind == kind;
        let found = self.arcs.iter().find(is_it);
        found.is_some_and(|arc| arc.variables.iter().any(|own| own == variable.as_str()))
    }

    fn add(&mut self, from: usize, to: usize, kind: &'static str, variable: &Name) {
        let is_it = |arc: &&mut Arc| arc.from == from && arc.to == to && arc.kind == kind;
        match self.arcs.iter_mut().find(is_it) {
            Some(arc) => arc.variables.push(variable.to_string()),
            None => self.arcs.push(Arc { from, to, kind, variables: vec![variable.to_string()] }),
        }
    }

    /// Whether an instance of the first must come before one of the second that accesses the same element.
    fn meets(
        &self,
        first: &Actor<'_>,
        x: &Access,
        second: &Actor<'_>,
        y: &Access,
        declared: &Declared,
    ) -> Result<bool, Error> {
        let kernel = self.kernel;
        let instance = |prefix, actor: &Actor<'_>, points: &Set| -> Result<_, Error> {
            let at = Instance::new(prefix, actor.statement.inames.clone()).restricted_to(points);
            let points = at.points(points)?;
            Ok((at, points))
        };
        let (x_at, x_points) = instance("x.", first, &x.domain)?;
        let (y_at, y_points) = instance("y.", second, &y.domain)?;
        let Some(same) = same_element(kernel, x_at.element(&x.index), y_at.element(&y.index)) else {
            return Ok(false);
        };
        let pairs = x_points.intersect(&y_points)?.add_constraints(&same)?;
        let home = kernel.reference.as_deref().unwrap_or(kernel);
        let is_old = home.is_taken(&x.variable);
        let images = [(first, &x_at), (second, &y_at)].map(|(actor, at)| image(kernel, actor, at));
        let [Some(a), Some(b)] = images else {
            // What fills a new variable comes before what reads it.
            return Ok(!is_old
                && x.kind == AccessKind::Write
                && first.id != second.id
                && !pairs.is_empty()?);
        };
        if !is_old {
            return Ok(x.kind == AccessKind::Write && first.id != second.id && !pairs.is_empty()?);
        }
        let [a, b] = [&a, &b].map(|(id, values)| OrderedInstance::new(id, values));
        let order = must_precede(home, declared, None, a, b).ok_or(Error::Overflow)?;
        Ok(where_any(&pairs, &order)?.is_some())
    }
}

/// What an instance performs in the kernel whose order is required, in its columns.
fn image<'k>(kernel: &'k Kernel, actor: &Actor<'k>, at: &Instance) -> Option<(&'k Name, Vec<(Name, Aff)>)> {
    let performed = Performed::of_statement(kernel, actor.id, actor.statement)?;
    let mut values = performed.inames_at(at.values())?;
    let inames = performed.statement.inames.iter();
    Some((performed.id, inames.filter_map(|iname| values.remove_entry(iname)).collect()))
}

/// The name of a dependence by its accesses.
fn kind(first: AccessKind, second: AccessKind) -> Option<&'static str> {
    match (first, second) {
        (AccessKind::Write, AccessKind::Read) => Some("flow"),
        (AccessKind::Read, AccessKind::Write) => Some("anti"),
        (AccessKind::Write, AccessKind::Write) => Some("output"),
        (AccessKind::Read, AccessKind::Read) => None,
    }
}
