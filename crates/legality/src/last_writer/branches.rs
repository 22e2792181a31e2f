//! Claim (branches): Of writes under conditions that together always hold one is certain to run, and to replace what was there.
//!
//! The writes are of the reader's own iteration, so each of their conditions has one value there. Where
//! nothing that a condition reads is written between two of them, both find that value: it is one column.
//! Conditions of this kernel are asked of, at the times that the reference gives them: what they read has the
//! values that it has there, by induction over the required order.

use ir::access::AccessKind;
use ir::{Expr, Name, Node, affine, walk};
use poly::{Aff, Constraint, Error, Set};

use super::copies::{ReferenceFlow, Replacing};
use crate::actor::{ActorAccess, ActorInstance};
use crate::model::Model;
use crate::must_run;
use dependence::access::{self, Access};
use dependence::columns::{Asker, Columns, is_integer};
use dependence::domain::{is_fixed, where_any};
use dependence::instance::{Instance, same_element};
use dependence::required::OrderedInstance;

/// Those pairs of a write and a read between whose reference instances no write of the reader's iteration is
/// certain to run, whatever data decide.
pub(super) fn unreplaced(model: &Model<'_>, pairs: Set, flow: &ReferenceFlow<'_>) -> Result<Set, Error> {
    let ReferenceFlow { reader: y, read, .. } = *flow;
    let mut columns = Columns::default();
    let mut written = Vec::new();
    for ActorAccess { actor: z, access: replaced } in model.users(&read.variable, AccessKind::Write) {
        let is_together = || must_run::loops_together(model, z, y.actor, &[]).is_some();
        if z.data.is_empty() || pairs.is_empty()? || !is_together() {
            continue;
        }
        let Some(z_at) = y.at.part(&z.statement.inames, &z.domain) else { continue };
        let writer = ActorInstance::new(z, &z_at);
        let write = Replacing { writer, access: replaced, runs: &[] };
        let Some(covered) = write.covers(model, &pairs, flow)? else { continue };
        let Some(evaluation) = Evaluation::new(model, writer, &pairs)? else { continue };
        if let Some(holds) = columns.decide_all(&z.data, &evaluation)? {
            written.push((covered, holds));
        }
    }
    if written.is_empty() {
        return Ok(pairs);
    }
    let needed = match Evaluation::new(model, y, &pairs)? {
        Some(evaluation) => columns.decide_all(&must_run::known_conditions(y.actor, read), &evaluation)?,
        None => None,
    };
    let mut left = columns.restrict(&pairs, &needed.unwrap_or_else(|| vec![Vec::new()]))?;
    for (covered, holds) in &written {
        left = left.subtract(&columns.restrict(covered, holds)?)?;
    }
    left.project_out(&columns.names())
}

/// The conditions of an instance, as they are evaluated where and when the reference performs it.
struct Evaluation<'a, 'k> {
    model: &'a Model<'k>,
    own: ActorInstance<'a>,
    performed: Performed,
    /// Where all the instances lie.
    points: &'a Set,
}

/// A reference instance.
#[derive(Debug, Clone, PartialEq)]
struct Performed {
    statement: Name,
    at: Vec<(Name, Aff)>,
}

impl<'a, 'k> Evaluation<'a, 'k> {
    /// Those of an instance that performs one instance of the reference.
    fn new(model: &'a Model<'k>, own: ActorInstance<'a>, points: &'a Set) -> Result<Option<Self>, Error> {
        let mut images = model.images(own.actor, own.at)?;
        let Some(image) = images.pop().filter(|image| images.is_empty() && image.relation.is_none()) else {
            return Ok(None);
        };
        let performed = Performed { statement: image.statement, at: image.at };
        Ok(Some(Evaluation { model, own, performed, points }))
    }

    /// Whether every write of an element comes before two instances of the reference, or after both, for
    /// sure.
    fn is_unchanged(&self, read: &Access, other: &Performed) -> Result<bool, Error> {
        for (id, statement) in &self.model.reference.statements {
            let Some(target) = statement.target().filter(|target| *target.name() == read.variable) else {
                continue;
            };
            let at = Instance::new("w.", statement.inames.clone());
            let elements =
                same_element(self.model.kernel, at.element(target.index()), self.own.at.element(&read.index));
            let Some(elements) = elements else { continue };
            let domain = &self.model.wanted_instances(statement)?.possible;
            let all = self.points.intersect(&at.points(domain)?)?.add_constraints(&elements)?;
            let own = at.inames().iter().map(|iname| (iname.clone(), Aff::dim(&at.column(iname))));
            let write = Performed { statement: id.clone(), at: own.collect() };
            let between = match where_any(&all, &self.times_outside(&read.variable, &write, other)?)? {
                Some(apart) => all.subtract(&apart)?,
                None => all,
            };
            if !between.is_empty()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// When a write comes before this and another instance, or after both. An instance evaluates its
    /// conditions before it writes.
    fn times_outside(
        &self,
        variable: &Name,
        write: &Performed,
        other: &Performed,
    ) -> Result<Vec<Vec<Constraint>>, Error> {
        let mut found = Vec::new();
        let both = [&self.performed, other];
        for [first, second] in [
            both.map(|one| self.times_before(variable, write, one)),
            both.map(|one| self.times_not_after(variable, one, write)),
        ] {
            let (first, second) = (first?, second?);
            found.extend(first.iter().flat_map(|a| second.iter().map(move |b| [a.as_slice(), b].concat())));
        }
        Ok(found)
    }

    /// When the first must come before the second.
    fn times_before(
        &self,
        variable: &Name,
        first: &Performed,
        second: &Performed,
    ) -> Result<Vec<Vec<Constraint>>, Error> {
        let [first, second] = [first, second].map(|own| OrderedInstance::new(&own.statement, &own.at));
        self.model.must_precede(variable, first, second)
    }

    /// When the first comes before the second, or is the second.
    fn times_not_after(
        &self,
        variable: &Name,
        first: &Performed,
        second: &Performed,
    ) -> Result<Vec<Vec<Constraint>>, Error> {
        let mut found = self.times_before(variable, first, second)?;
        if first.statement == second.statement {
            let equal = first.at.iter().zip(&second.at).map(|((_, a), (_, b))| Constraint::eq(a, b));
            found.push(equal.collect::<Option<_>>().ok_or(Error::Overflow)?);
        }
        Ok(found)
    }
}

impl Asker for Evaluation<'_, '_> {
    type Place = Performed;

    fn place(&self) -> Performed {
        self.performed.clone()
    }

    fn shared(&self, expr: &Expr) -> Expr {
        let values = self.own.at.values();
        let moved = walk::substitute(expr, &|name| values.get(name).map(affine::from_aff));
        tidied(&moved)
    }

    fn is_known(&self, name: &Name) -> bool {
        self.own.at.columns().contains(name) || is_fixed(self.model.kernel, &[], name)
    }

    fn is_integer(&self, expr: &Expr) -> bool {
        is_integer(self.model.kernel, expr)
    }

    fn is_same_at(&self, expr: &Expr, other: &Performed) -> Result<bool, Error> {
        if *other == self.performed {
            return Ok(true);
        }
        let reads = access::of_expressions(
            self.model.kernel,
            self.own.actor.statement,
            &[expr],
            &self.own.actor.domain,
        )?;
        for read in &reads {
            if !self.model.is_original(&read.variable) || !self.is_unchanged(read, other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// An expression with subscripts in normal form.
fn tidied(expr: &Expr) -> Expr {
    let inner = walk::map_children(expr, &mut tidied);
    let Node::Load { array, index } = inner.node() else { return inner };
    let tidy = |e: &Expr| affine::to_aff(e).map_or_else(|| e.clone(), |aff| affine::from_aff(&aff));
    Expr::load(array.clone(), index.iter().map(tidy).collect())
}
