//! Claim (reduction): A read of an accumulator stands for the reduction over exactly the points of its updates.

use dependence::domain::{any_of, computed};
use ir::access::AccessKind;
use ir::{Expr, Kernel, LValue, Name, Node, Provenance, ReductionOp, Scalar, reads_target, typing};
use poly::{Aff, Constraint, Error, Set};
use std::rc::Rc;

use super::Mismatch;
use super::compare::{ComparedAt, Comparison};
use super::inline::{Filled, Writers};
use super::placed::{Element, Frame, PlacedExpr};
use super::prove::{Cover, Part};
use super::reduction_order::Stage;
use crate::actor::{Actor, ActorAccess, ActorInstance};
use crate::must_run;
use crate::place::ways::Ways;
use dependence::instance::{Instance, exactly_same_element};

/// Buffers between an accumulator and what it accumulates: a tree over the work items of a group has ten
/// levels, and each is a reduction of its own, so more than a few copies in a row are a mistake.
const MAX_STORED: usize = 4;

/// Statements that update an accumulator, and those that update what they add: the parts of a scan over
/// groups have two.
const MAX_SUMMANDS: usize = 16;

/// What is accumulated over which instances.
struct Sweep<'m, 'k> {
    body: PlacedExpr<'k>,
    points: Set,
    /// The new columns.
    columns: Vec<Name>,
    /// The inames of the reference's reduction in terms of all columns, outermost first.
    over: Vec<(Name, Aff)>,
    /// The accumulators that it goes through, outermost first.
    stages: Vec<Stage<'m, 'k>>,
}

/// What updates of an accumulator say of the iterations of the reference's reductions that they perform.
struct Performing<'n> {
    /// The accumulator.
    name: &'n Name,
    /// The inames of these reductions that are still to be met, with their values.
    over: Vec<(Name, Aff)>,
}

/// Goes into the reductions of the reference: what they reduce, and over which points.
struct Reduced<'k> {
    body: PlacedExpr<'k>,
    /// The inames of the reductions as columns of their own.
    frame: Frame<'k>,
    points: Set,
    /// The columns and what the updates say of them.
    values: Vec<(Name, Aff)>,
}

impl<'m, 'k> Comparison<'m, 'k> {
    /// A read of an accumulator: the reduction that stands in its place, over the same points.
    pub(crate) fn reduction(
        &mut self,
        own: &PlacedExpr<'k>,
        name: &Name,
        want: &PlacedExpr<'k>,
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        if let Some(wanted) = want.read(self.reference()) {
            return self.forwarded(own, want, wanted, place);
        }
        let Node::Reduce { op, .. } = want.expr.node() else {
            return Err(Mismatch::differ(&own.expr, &want.expr));
        };
        let summands = self.summands(own, name, op, &place.own)?;
        let mut cover =
            Cover { outer: place.own.clone(), want: None, parts: Vec::new(), what: format!("`{name}`") };
        let (mut bodies, mut stages) = (Vec::new(), Vec::new());
        for summand in summands {
            let outer = self.wanted(want, op, Performing { name, over: summand.over }, place)?;
            cover.want.get_or_insert(outer.points);
            let (values, updates) = (outer.values, summand.columns);
            cover.parts.push(Part { own: summand.points.clone(), values, updates });
            bodies.push((summand.body, outer.body, summand.points));
            stages.push(summand.stages);
        }
        self.covers.push(cover);
        bodies.into_iter().try_for_each(|(own, want, points)| {
            let inside = ComparedAt { own: points.clone(), want: points, ..place.clone() };
            self.compare(&own, &want, &inside)
        })?;
        if self.may_reorder(&want.expr) || self.summands_keep_order(&stages, &want.expr)? {
            return Ok(());
        }
        let why = "which is rounded differently: `reassociate` before the steps allows it";
        Err(Mismatch::because(format!("`{name}` takes up its values in another order, {why}")))
    }

    /// What an accumulator adds up. Reductions inside of reductions by the same operation are one, also where
    /// parts are stored in between.
    fn summands(
        &mut self,
        own: &PlacedExpr<'k>,
        name: &Name,
        op: &ReductionOp,
        points: &Set,
    ) -> Result<Vec<Sweep<'m, 'k>>, Mismatch> {
        let mut open = self.updates(own, name, op, points)?;
        let mut done = Vec::new();
        while let Some(inner) = open.pop() {
            let inner = self.behind_storage(inner)?;
            let Some(nested) = self.nested(&inner.body, op) else {
                done.push(inner);
                continue;
            };
            for next in self.updates(&inner.body, &nested, op, &inner.points)? {
                let columns = [inner.columns.as_slice(), &next.columns].concat();
                let stages = [inner.stages.as_slice(), &next.stages].concat();
                open.push(Sweep {
                    columns,
                    over: [inner.over.as_slice(), &next.over].concat(),
                    stages,
                    ..next
                });
            }
            if open.len() + done.len() > MAX_SUMMANDS {
                return Err(Mismatch::because(format!("`{name}` adds up too much in too many places")));
            }
        }
        Ok(done)
    }

    /// The reductions of the reference, where updates say which iterations of them they perform.
    fn wanted(
        &self,
        want: &PlacedExpr<'k>,
        op: &ReductionOp,
        mut updates: Performing<'_>,
        place: &ComparedAt,
    ) -> Result<Reduced<'k>, Mismatch> {
        let mut outer = Reduced {
            body: want.clone(),
            frame: Frame::clone(&want.frame),
            points: place.own.clone(),
            values: Vec::new(),
        };
        while let Node::Reduce { op: other, inames, body, .. } = outer.body.expr.node().clone()
            && (other == *op || inames.is_empty())
        {
            outer = self.reduced(outer, &inames, body, &mut updates, place)?;
        }
        let Performing { name, over } = updates;
        if let Some((iname, _)) = over.first() {
            return Err(Mismatch::because(format!(
                "`{name}` reduces over `{iname}`, which the reference does not"
            )));
        }
        Ok(outer)
    }

    /// With what was stored in place of a read of a buffer that one instance fills. Where several may have,
    /// each of them would count.
    fn behind_storage(&mut self, mut sweep: Sweep<'m, 'k>) -> Result<Sweep<'m, 'k>, Mismatch> {
        for _ in 0..MAX_STORED {
            let Some(read) = sweep.body.read(self.model.kernel) else { break };
            let Some((name, _)) = self.model.buffers.get_key_value(read.name) else { break };
            let Writers { fills, updates } = self.writers(name);
            let Some(first) = fills.first().filter(|first| fills.iter().all(|fill| fill.id == first.id))
            else {
                break;
            };
            let Some(value) = first.statement.value().filter(|_| updates.is_empty()) else { break };
            let Filled { frame, any, .. } = self.fill(&sweep.body, read, first)?;
            if !any.is_empty() {
                break;
            }
            self.serves(&frame, &sweep.points)?;
            sweep.body = PlacedExpr { expr: self.stored(name, value), frame: Rc::new(frame) };
        }
        Ok(sweep)
    }

    /// The accumulator that is read, if it is one by this operation.
    fn nested(&self, body: &PlacedExpr<'k>, op: &ReductionOp) -> Option<Name> {
        let (name, _) = self.model.buffers.get_key_value(body.read(self.model.kernel)?.name)?;
        let Writers { updates, .. } = self.writers(name);
        let same = |update: &&Actor<'k>| update.update.as_ref() == Some(op);
        (!updates.is_empty() && updates.iter().all(same)).then(|| name.clone())
    }

    /// What the updates of an accumulator add to what its first statement stores, statement by statement.
    fn updates(
        &mut self,
        own: &PlacedExpr<'k>,
        name: &Name,
        op: &ReductionOp,
        points: &Set,
    ) -> Result<Vec<Sweep<'m, 'k>>, Mismatch> {
        let Some((name, _)) = self.model.buffers.get_key_value(name) else { return Err(Mismatch::unnamed()) };
        let Writers { fills, updates } = self.writers(name);
        let ty = typing::type_of_variable(self.model.kernel, name).map(typing::Type::scalar);
        let is_start = |fill: &&Actor<'k>| {
            fill.statement.value().is_some_and(|value| {
                ty.as_ref().is_ok_and(|ty| is_neutral(self.model.kernel, op, *ty, value))
            })
        };
        if !fills.iter().all(is_start) {
            return Err(Mismatch::because(format!("`{name}` does not start as what `{op}` leaves as it is")));
        }
        let mut statements: Vec<Vec<&'m Actor<'k>>> = Vec::new();
        for update in updates {
            match statements.iter_mut().find(|places| places.iter().any(|place| place.id == update.id)) {
                Some(places) => places.push(update),
                None => statements.push(vec![update]),
            }
        }
        statements.into_iter().map(|places| self.update(own, name, op, &places, points)).collect()
    }

    /// What one statement adds, at all its places in the tree.
    fn update(
        &mut self,
        own: &PlacedExpr<'k>,
        name: &Name,
        op: &ReductionOp,
        places: &[&'m Actor<'k>],
        points: &Set,
    ) -> Result<Sweep<'m, 'k>, Mismatch> {
        let first = places.first().ok_or_else(Mismatch::unnamed)?;
        let body = body(first, op)
            .ok_or_else(|| Mismatch::because(format!("`{}` does not update `{name}` by `{op}`", first.id)))?;
        self.accumulates_in(
            name,
            &Expr::new(Node::Reduce { op: op.clone(), inames: Vec::new(), over: None, body: body.clone() }),
        )?;
        let (iteration, _) = self.iteration(own, name, first.statement, false)?;
        self.reductions += 1;
        let column = |iname: &Name| Name::from(format!("k{}.{iname}", self.reductions));
        let free = first.statement.inames.iter().filter(|iname| !iteration.contains_key(*iname));
        let columns: Vec<(Name, Name)> = free.map(|iname| (column(iname), iname.clone())).collect();
        let points = self.updated(own, name, places, points, &columns)?;
        let mut values = iteration;
        values.extend(columns.iter().map(|(column, iname)| (iname.clone(), Aff::dim(column))));
        values.extend(self.pinned.clone());
        let over = first.statement.over.iter();
        let over = over.map(|(iname, value)| Some((iname.clone(), value.substitute(&values)?)));
        let over = over.collect::<Option<_>>().ok_or(Error::Overflow)?;
        let frame = Rc::new(Frame { id: first.id, statement: first.statement, columns: values });
        self.serves(&frame, &points)?;
        let (columns, free) = columns.into_iter().unzip();
        let stages = vec![Stage { places: places.to_vec(), free }];
        Ok(Sweep { body: PlacedExpr { expr: self.expanded(&body), frame }, points, columns, over, stages })
    }

    /// The points, with columns for the updates that go into the copy of the accumulator which is read there.
    fn updated(
        &self,
        own: &PlacedExpr<'k>,
        name: &Name,
        updates: &[&Actor<'k>],
        points: &Set,
        columns: &[(Name, Name)],
    ) -> Result<Set, Mismatch> {
        let mut all: Option<Set> = None;
        let reads = self.model.users(name, AccessKind::Read);
        for ActorAccess { actor: user, access: read } in reads.filter(|read| read.actor.id == own.frame.id) {
            for update in updates {
                let (x_at, y_at) = (update.instance("x."), user.instance("y."));
                let (x, y) = (ActorInstance::new(update, &x_at), ActorInstance::new(user, &y_at));
                let index = update.statement.target().map(LValue::index).unwrap_or_default();
                let elements =
                    exactly_same_element(self.model.kernel, x_at.element(index), y_at.element(&read.index));
                let buffer = self.model.buffers.get(name);
                let reaches = buffer.and_then(|buffer| buffer.reaches(x, y, name));
                let settled = self.settled(update, columns);
                let runs = must_run::runs_within(self.model, x, y, &read.guards, &settled);
                let (Some(elements), Some(reaches), Some(runs)) = (elements, reaches, runs) else {
                    return Err(Mismatch::because(format!(
                        "`{}` is not known to run wherever `{}` uses `{name}`",
                        update.id, user.id
                    )));
                };
                let set = self.model.instances(update.statement)?.set.intersect(&update.domain)?;
                let pairs = x_at.points(&set)?.intersect(&y_at.points(&user.domain)?)?;
                let pairs = any_of(&pairs.add_constraints(&elements)?, &reaches)?;
                // What must agree for both to run does agree.
                if !pairs.is_subset(&pairs.add_constraints(&runs)?)? {
                    return Err(Mismatch::because(format!(
                        "`{}` may not run where `{name}` is used",
                        update.id
                    )));
                }
                let ways = Ways::new(self.model.kernel, name, x.placed(), y.placed());
                let ways = ways.ok_or(Error::Overflow)?;
                let Some(seen) = ways.in_same_copy(&pairs)? else { continue };
                // Places in different branches.
                if all.is_some() && seen.is_known_empty() {
                    continue;
                }
                let here = joined(&seen, own, &x_at, &y_at, points, columns)?;
                all = Some(match all {
                    Some(all) => all.union(&here)?,
                    None => here,
                });
            }
        }
        all.ok_or_else(|| Mismatch::because(format!("no update of `{name}` reaches the copy that is read")))
    }

    /// The loops of an update whose bounds are what they are in the reference: they are computed from its
    /// variables, and read for the instance of which the update is a part.
    fn settled(&self, update: &Actor<'_>, columns: &[(Name, Name)]) -> Vec<Name> {
        if !matches!(update.statement.provenance, Some(Provenance::Part(_))) {
            return Vec::new();
        }
        let kernel = self.model.kernel;
        let original = |iname: &&Name| {
            let homes = kernel.domains_of([*iname]).into_iter().filter_map(|at| kernel.domains.get(at));
            let mut bounds = homes.flat_map(|home| computed(kernel, &home.set));
            bounds.all(|variable| self.model.is_original(&variable))
        };
        columns.iter().map(|(_, iname)| iname).filter(original).cloned().collect()
    }

    /// The points of all inames of the reference that a frame knows.
    fn range(&self, frame: &Frame<'k>) -> Result<Set, Error> {
        let known = |iname: &&Name| frame.columns.contains_key(*iname);
        let around: Vec<Name> = self.reference().inames.keys().filter(known).cloned().collect();
        self.reference().domain_of(&around)
    }

    /// Whether a value is that of a reduction without points.
    pub(crate) fn is_empty_reduction(
        &self,
        own: &Expr,
        want: &PlacedExpr<'k>,
        place: &ComparedAt,
    ) -> Result<bool, Error> {
        let Node::Reduce { op, inames, .. } = want.expr.node() else { return Ok(false) };
        let ty = typing::type_of(self.reference(), &want.expr).map(typing::Type::scalar);
        if !ty.is_ok_and(|ty| is_neutral(self.reference(), op, ty, own)) {
            return Ok(false);
        }
        let mut frame = Frame::clone(&want.frame);
        let columns: Vec<Name> = inames.iter().map(|iname| Name::from(format!("r.{iname}"))).collect();
        frame.columns.extend(inames.iter().cloned().zip(columns.iter().map(Aff::dim)));
        let domain = self.range(&frame)?;
        if !computed(self.reference(), &domain).is_empty() {
            return Ok(false);
        }
        place.own.add_dims(&columns)?.intersect(&frame.place(&domain)?)?.is_empty()
    }

    /// Goes into a reduction of the reference, whose inames have the values that the updates give them.
    fn reduced(
        &self,
        outer: Reduced<'k>,
        inames: &[Name],
        body: Expr,
        updates: &mut Performing<'_>,
        place: &ComparedAt,
    ) -> Result<Reduced<'k>, Mismatch> {
        let Reduced { body: outer, mut frame, points, mut values } = outer;
        let mut inside = Frame::clone(&outer.frame);
        for iname in inames {
            let Performing { name, over } = &mut *updates;
            let at = over.iter().position(|(other, _)| other == iname).ok_or_else(|| {
                Mismatch::because(format!(
                    "no update of `{name}` says which iteration of `{iname}` it performs"
                ))
            })?;
            let (_, value) = over.remove(at);
            let column = Name::from(format!("r{}.{iname}", self.reductions));
            frame.columns.insert(iname.clone(), Aff::dim(&column));
            inside.columns.insert(iname.clone(), value.clone());
            values.push((column, value));
        }
        let domain = self.range(&frame)?;
        for variable in computed(self.reference(), &domain) {
            self.kept(&outer, Element { name: &variable, index: &[] }, place)?;
        }
        let columns: Vec<Name> = values.iter().map(|(column, _)| column.clone()).collect();
        let points = points.add_dims(&columns)?.intersect(&frame.place(&domain)?)?;
        Ok(Reduced { body: PlacedExpr { expr: body, frame: Rc::new(inside) }, frame, points, values })
    }
}

/// Updates and reads as points of a place.
fn joined(
    seen: &Set,
    own: &PlacedExpr<'_>,
    x_at: &Instance,
    y_at: &Instance,
    points: &Set,
    columns: &[(Name, Name)],
) -> Result<Set, Error> {
    let names: Vec<(Name, Name)> =
        columns.iter().map(|(column, iname)| (x_at.column(iname), column.clone())).collect();
    let mut equal = Vec::new();
    for iname in y_at.inames() {
        let value = own.frame.columns.get(iname).ok_or(Error::Overflow)?;
        equal.push(Constraint::eq(&Aff::dim(&y_at.column(iname)), value).ok_or(Error::Overflow)?);
    }
    let kept: Vec<Name> =
        points.dims().iter().cloned().chain(columns.iter().map(|(c, _)| c.clone())).collect();
    seen.rename(&names)?.intersect(points)?.add_constraints(&equal)?.project_onto(&kept)
}

/// The operands of an update besides the accumulator.
fn body(update: &Actor<'_>, op: &ReductionOp) -> Option<Expr> {
    if update.update.as_ref() != Some(op) {
        return None;
    }
    let own = update.statement.target()?.to_expr();
    let operands = ir::walk::children(update.statement.value()?);
    let (same, rest): (Vec<&Expr>, Vec<&Expr>) =
        operands.into_iter().partition(|operand| reads_target(operand, &own).is_some());
    // An operation of wider type on narrow values: of its other operands only what is converted so counts.
    let ty = same.first().and_then(|operand| reads_target(operand, &own)).flatten();
    let narrow = |operand: &Expr| match (ty, operand.node()) {
        (None, _) => Some(operand.clone()),
        (Some(ty), Node::Cast(to, inner)) => (*to == ty).then(|| inner.clone()),
        (Some(_), _) => operand.as_int().map(Expr::int),
    };
    let mut rest: Vec<Expr> = rest.into_iter().map(narrow).collect::<Option<_>>()?;
    match op {
        _ if rest.len() == 1 => rest.pop(),
        ReductionOp::Sum => Some(Expr::sum(rest)),
        ReductionOp::Product => Some(Expr::product(rest)),
        ReductionOp::Any => Some(Expr::new(Node::Or(rest))),
        ReductionOp::All => Some(Expr::new(Node::And(rest))),
        ReductionOp::Max | ReductionOp::Min | ReductionOp::Declared(_) => None,
    }
}

/// Whether an operation with this value gives its other operand.
fn is_neutral(kernel: &Kernel, op: &ReductionOp, ty: Scalar, value: &Expr) -> bool {
    let is = |wanted: f64, integer: Option<i128>| match value.node() {
        Node::Real(real) => ty.is_inexact() && real.value() == wanted,
        Node::Int(value) if ty.is_inexact() => *value == 0 && wanted == 0.0 || *value == 1 && wanted == 1.0,
        Node::Int(value) => integer == Some(i128::from(*value)),
        // The highest unsigned number of 64 bits has all bits set.
        Node::Cast(to, inner) => {
            *to == ty && inner.as_int() == Some(-1) && integer == Some(i128::from(u64::MAX))
        }
        _ => false,
    };
    let range = ty.integer_range();
    match op {
        ReductionOp::Sum => is(0.0, Some(0)),
        ReductionOp::Product => is(1.0, Some(1)),
        ReductionOp::Any => *value == Expr::bool(false),
        ReductionOp::All => *value == Expr::bool(true),
        ReductionOp::Max if ty == Scalar::Bool => *value == Expr::bool(false),
        ReductionOp::Min if ty == Scalar::Bool => *value == Expr::bool(true),
        ReductionOp::Max => is(f64::NEG_INFINITY, range.map(|(least, _)| least)),
        ReductionOp::Min => is(f64::INFINITY, range.map(|(_, most)| most)),
        ReductionOp::Declared(name) => {
            let neutral = kernel.functions.get(name).and_then(|declared| declared.neutral.as_ref());
            neutral.is_some_and(|neutral| match (neutral.node(), value.node()) {
                // The declaration leaves the type of a literal to the function.
                (Node::Real(neutral), Node::Real(value)) => neutral.value() == value.value(),
                _ => neutral == value,
            })
        }
    }
}
