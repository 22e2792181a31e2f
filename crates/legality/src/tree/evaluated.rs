//! Claim (evaluated): What a bound or condition of the loop tree reads, the reference reads there too.
//!
//! Elsewhere it might lie outside of its array, or another work item might write it at the same time,
//! although nothing runs for it. What the tree runs where is compared, work item by work item; `implemented`
//! has it that this is the domain.
//!
//! What is evaluated for nothing must only be harmless, since no statement runs by it: `implemented` holds
//! for any values of the scalars that bounds read, and places within are places of their own here. So it may
//! read arguments that are there and that nobody writes, and scalars of the work item, if something that sets
//! them stands before in a body around: then they have been set whenever it gets there (`alongside`). And no
//! operation may overflow (`overflow`), nor divide by what may be zero.

use diag::Diagnostic;
use ir::access::AccessKind;
use ir::{AddressSpace, Expr, Kernel, Name, Node, function, walk};
use poly::{Error, Set};

use crate::actor::{Actor, ActorAccess};
use crate::array_ends::points_outside;
use crate::model::Model;
use crate::overflow::may_overflow;
use crate::place::position::{LevelKind, Path, tests};
use crate::reached::iterations;
use crate::witness::example;
use dependence::access::{self, Access, reads_memory};
use dependence::condition::are_equivalent;
use dependence::domain::{Parts, computed, is_fixed};
use dependence::instance::Instance;

/// Bounds and conditions that are evaluated too often.
pub(crate) fn check(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    let mut found = Vec::new();
    for (place, what) in tests(model.kernel) {
        if !what.expressions().into_iter().any(|expr| matters(model.kernel, expr)) {
            continue;
        }
        let inside = |actor: &&Actor<'_>| actor.runs && place.leads_to(&actor.path);
        let below: Vec<&Actor<'_>> = model.actors.iter().filter(inside).collect();
        let Some((first, _)) = below.split_first() else {
            let nothing = || Some("nothing runs under it".to_owned());
            found.extend(what.expressions().first().map(|expr| problem(expr, nothing())));
            continue;
        };
        let evaluation = Evaluation::new(model, &place, first, &below)?;
        match what {
            LevelKind::Branch { condition, .. } => found.extend(evaluation.condition(condition)?),
            _ => found.extend(evaluation.bounds(&what.expressions())?),
        }
    }
    Ok(found)
}

/// A place of the tree at which something is evaluated.
struct Evaluation<'m, 'k> {
    model: &'m Model<'k>,
    place: &'m Path<'k>,
    /// The iterations of what is around, and the work items in which they run.
    iterations: Set,
    /// Conditions on data that hold there.
    known: Vec<Expr>,
    below: Vec<Below<'m, 'k>>,
}

/// A statement that runs where the evaluation lets it.
struct Below<'m, 'k> {
    actor: &'m Actor<'k>,
    /// Its iterations and work items.
    iterations: Set,
    /// Whether it is in the branch where the condition is true.
    taken: bool,
}

impl<'m, 'k> Evaluation<'m, 'k> {
    fn new(
        model: &'m Model<'k>,
        place: &'m Path<'k>,
        first: &Actor<'k>,
        below: &[&'m Actor<'k>],
    ) -> Result<Self, Error> {
        let (around, known) = iterations(model.kernel, place, first.statement)?;
        let seen = |actor: &&'m Actor<'k>| {
            let (iterations, _) = iterations(model.kernel, &actor.path, actor.statement)?;
            Ok(Below { actor, iterations, taken: place.goes_on_where_true(&actor.path) })
        };
        let below = below.iter().map(seen).collect::<Result<_, Error>>()?;
        let iterations = around.intersect(&model.kernel.assumptions)?;
        Ok(Evaluation { model, place, iterations, known, below })
    }

    /// Bounds of a loop: the reference knows them wherever it may run something between them.
    fn bounds(&self, bounds: &[&Expr]) -> Result<Option<Diagnostic>, Error> {
        self.excess(&self.iterations, bounds, |_, _| true)
    }

    /// The operands of a condition, each where those before it hold.
    fn condition(mut self, condition: &Expr) -> Result<Option<Diagnostic>, Error> {
        let kernel = self.model.kernel;
        let operands = match condition.node() {
            Node::And(operands) => operands.clone(),
            _ => vec![condition.clone()],
        };
        let mut here = self.iterations.clone();
        for operand in operands {
            let mut parts = Parts::default();
            parts.add(&operand, &|name| is_fixed(kernel, here.dims(), name) || self.bounds_something(name));
            if matters(kernel, &operand) {
                let wanted = |actor: &Actor<'_>, taken: bool| self.wants(actor, condition, &operand, taken);
                let excess = self.excess(&here, &[&operand], wanted)?;
                if excess.is_some() {
                    return Ok(excess);
                }
            }
            here = parts.restrict(&here)?;
            self.known.extend(parts.data);
        }
        Ok(None)
    }

    /// Whether a domain of a statement below has this parameter, perhaps computed.
    fn bounds_something(&self, name: &Name) -> bool {
        self.below.iter().any(|below| below.iterations.has_param(name))
    }

    /// Whether a statement has this operand, or where it runs in the other branch the opposite of the whole,
    /// among its conditions, and before it only what is known to hold.
    fn wants(&self, actor: &Actor<'_>, condition: &Expr, operand: &Expr, taken: bool) -> bool {
        let tested = if taken { operand.clone() } else { condition.logical_not() };
        let mut parts = Parts::default();
        let inames = &actor.statement.inames;
        parts.add(&tested, &|name| is_fixed(self.model.kernel, inames, name) || self.bounds_something(name));
        if parts.data.is_empty() {
            // Its domain has it.
            return true;
        }
        let first = actor.data.iter().position(|own| parts.data.iter().any(|part| are_equivalent(own, part)));
        let before = first.and_then(|first| actor.data.get(..first));
        before.is_some_and(|before| {
            before.iter().all(|own| self.known.iter().any(|known| are_equivalent(own, known)))
        })
    }

    /// What is wrong if there is an iteration in which some expressions are evaluated for none of those that
    /// want them.
    fn excess(
        &self,
        iterations: &Set,
        exprs: &[&Expr],
        wanted: impl Fn(&Actor<'_>, bool) -> bool,
    ) -> Result<Option<Diagnostic>, Error> {
        // Where a bound is evaluated, its value does not count yet.
        let names: Vec<Name> = exprs.iter().flat_map(|expr| walk::names(expr)).collect();
        let are_scalars = self.are_own_scalars(exprs)?;
        let known = |set: &Set| {
            let mut unknown = computed(self.model.kernel, set);
            unknown.retain(|name| are_scalars || names.contains(name));
            set.project_out(&unknown)
        };
        let mut excess = known(iterations)?;
        for below in self.below.iter().filter(|below| wanted(below.actor, below.taken)) {
            excess = excess.subtract(&known(&below.iterations)?.project_onto(iterations.dims())?)?;
        }
        if excess.is_empty()? || self.is_harmless(&excess, exprs)? {
            return Ok(None);
        }
        let point = excess.sample()?;
        Ok(point.zip(exprs.first()).map(|(point, expr)| problem(expr, example("at", &point))))
    }

    /// Whether all that some expressions read are scalars of the work item, from which nothing is computed
    /// that might overflow. `last_writer` asks about such reads wherever the domains have points for any
    /// values of what the kernel computes, so there each finds the value of the reference.
    fn are_own_scalars(&self, exprs: &[&Expr]) -> Result<bool, Error> {
        let Some(Below { actor, .. }) = self.below.first() else { return Ok(false) };
        let reads = access::of_expressions(self.model.kernel, actor.statement, exprs, &actor.domain)?;
        let is_own = |access: &Access| {
            access.index.is_empty() && self.model.space(&access.variable) == AddressSpace::Private
        };
        Ok(reads.iter().all(is_own) && !exprs.iter().any(|expr| may_fail(self.model.kernel, expr)))
    }

    /// Whether some expressions can be evaluated at points for nothing: what they read is there, nobody
    /// writes it meanwhile, and no operation on it may overflow.
    fn is_harmless(&self, points: &Set, exprs: &[&Expr]) -> Result<bool, Error> {
        let Some(Below { actor, .. }) = self.below.first() else { return Ok(false) };
        let kernel = self.model.kernel;
        if exprs.iter().any(|expr| may_fail(kernel, expr)) {
            return Ok(false);
        }
        let at = Instance::new("", points.dims().to_vec());
        for access in access::of_expressions(kernel, actor.statement, exprs, points)? {
            if self.is_set(&access) {
                continue;
            }
            let is_input = kernel.args.contains_key(&access.variable)
                && self.model.users(&access.variable, AccessKind::Write).next().is_none();
            let here = access.domain.intersect(points)?;
            if !is_input || points_outside(kernel, &at, &here, &access, 0)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether what is read is a scalar of the work item which it has set whenever it gets here.
    fn is_set(&self, read: &Access) -> bool {
        let is_scalar = read.index.is_empty() && self.model.space(&read.variable) == AddressSpace::Private;
        let stands_before = |writer: &Actor<'_>| {
            writer.runs && writer.path.shares_its_body_with(self.place) && writer.path.is_before(self.place)
        };
        let sets = |write: ActorAccess<'_, '_>| {
            write.access.index.is_empty() && write.access.always && stands_before(write.actor)
        };
        is_scalar && self.model.users(&read.variable, AccessKind::Write).any(sets)
    }
}

/// Whether it makes a difference where an expression is evaluated.
fn matters(kernel: &Kernel, expr: &Expr) -> bool {
    reads_memory(kernel, expr) || divides(expr)
}

/// Whether an expression may have no value although what it reads has.
fn may_fail(kernel: &Kernel, expr: &Expr) -> bool {
    may_overflow(kernel, expr) || divides(expr)
}

fn divides(expr: &Expr) -> bool {
    walk::any(expr, &mut |part| function::may_fail(part))
}

fn problem(expr: &Expr, note: Option<String>) -> Diagnostic {
    let message = format!("the loop tree evaluates `{expr}` where the reference does not");
    let error = Diagnostic::error("lp::legality::evaluated", message).about(walk::names(expr));
    let error = note.into_iter().fold(error, Diagnostic::note);
    error.help(
        "what it reads may not be there: evaluate it only in iterations in which something runs that depends on it",
    )
}
