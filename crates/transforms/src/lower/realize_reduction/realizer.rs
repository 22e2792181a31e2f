//! The rewriting of one statement after the other.

use super::scan::Scans;
use super::share::{self, Accumulation};
use super::shared_loops::SharedLoops;
use super::{duplicate, reduces};
use crate::rewrite::remove_unused_loops;
use diag::Diagnostic;
use ir::IndexMap;
use ir::{
    Expr, InameTag, Instance, Kernel, LValue, Node, Provenance, ReductionOp, Scalar, Statement,
    StatementKind, Temp, fresh,
    typing::{self, Type},
    walk,
};
use pass::Refusal;
use poly::{Aff, Name};
use std::collections::{BTreeMap, BTreeSet};

/// The kernel in the making.
pub(super) struct Realizer {
    pub(super) kernel: Kernel,
    pub(super) statements: IndexMap<Name, Statement>,
    /// Where a reduced iname has its loop.
    used: IndexMap<Name, Nest>,
    /// Whether others stand for the inames of a reduction, which may have no loop then.
    pub(super) replaced: bool,
    pub(super) scans: Scans,
    pub(super) warnings: Vec<Diagnostic>,
    /// What computes the reductions.
    pub(super) made: Vec<Accumulation>,
}

/// A reduction in an expression.
#[derive(Clone, Copy)]
pub(super) struct Reduction<'a> {
    pub(super) op: &'a ReductionOp,
    pub(super) inames: &'a [Name],
    /// The iterations of the reference's reduction that it performs.
    pub(super) over: Option<&'a [(Name, Aff)]>,
    pub(super) body: &'a Expr,
}

/// Which loop over a reduced iname a reduction needs: that of a statement, in these loops, after what these
/// conditions read.
type Nest = (Name, Vec<Name>, Vec<Expr>);

/// Where a reduction stands.
pub(super) struct ReductionSite<'a> {
    pub(super) id: &'a Name,
    /// What the new statements inherit: loops, dependencies, predicates, and so on.
    pub(super) template: Statement,
    /// Inames of reductions around it that got copies.
    pub(super) renamed: Vec<(Name, Name)>,
    /// Accumulators that the statement reads, and their updates, which come before.
    pub(super) needed: IndexMap<Name, Name>,
}

/// The loops of one accumulator.
pub(super) struct Loops {
    pub(super) inames: Vec<Name>,
    /// The iterations of the reference's reduction that they perform.
    pub(super) over: Vec<(Name, Aff)>,
    /// The inames of the body that others stand in for, old name first.
    pub(super) renamed: Vec<(Name, Name)>,
    /// What the statement inherits that starts the accumulator, where that is not what the others inherit.
    pub(super) start: Option<Statement>,
}

impl ReductionSite<'_> {
    /// The conditions that depend on accumulators.
    fn late_conditions(&self) -> Vec<Expr> {
        let late = |e: &&Expr| walk::names(e).iter().any(|name| self.needed.contains_key(name));
        self.template.predicates.iter().filter(late).cloned().collect()
    }

    /// A new statement of this place.
    pub(super) fn statement(&self, kind: StatementKind) -> Statement {
        let mut new = Statement { kind, ..self.template.clone() };
        let read: BTreeSet<Name> = new.predicates.iter().flat_map(walk::names).collect();
        let updates =
            self.needed.iter().filter(|(acc, _)| read.contains(*acc)).map(|(_, update)| update.clone());
        new.after.extend(updates);
        new
    }
}

impl Realizer {
    pub(super) fn new(kernel: &Kernel, scans: Scans) -> Self {
        Realizer {
            kernel: kernel.clone(),
            statements: IndexMap::default(),
            used: IndexMap::default(),
            replaced: false,
            scans,
            warnings: Vec::new(),
            made: Vec::new(),
        }
    }

    /// The kernel, where these groups of statements share loops.
    pub(super) fn finish(mut self, groups: &[SharedLoops]) -> Result<(Kernel, Vec<Diagnostic>), Refusal> {
        self.kernel.statements = self.statements;
        if self.replaced {
            remove_unused_loops(&mut self.kernel);
        }
        share::share(&mut self.kernel, groups, &self.made);
        Ok((self.kernel, self.warnings))
    }

    /// Adds a statement as it is.
    pub(super) fn keep(&mut self, id: &Name, statement: &Statement) {
        self.statements.insert(id.clone(), statement.clone());
    }

    /// Adds the statement with its reductions replaced, and before it what computes them.
    pub(super) fn statement(&mut self, id: &Name, statement: &Statement) -> Result<(), Refusal> {
        let mut changed = statement.clone();
        let mut place = ReductionSite {
            id,
            template: template(statement),
            renamed: Vec::new(),
            needed: IndexMap::default(),
        };
        for predicate in &statement.predicates {
            let predicate = self.expr(predicate, &mut place)?;
            place.template.predicates.push(predicate);
        }
        changed.predicates.clone_from(&place.template.predicates);
        if let StatementKind::Assign { target, value } = &mut changed.kind {
            if let LValue::Element { index, .. } = target {
                *index = self.list(index, &mut place)?;
            }
            *value = self.expr(value, &mut place)?;
        }
        changed.after.extend(place.needed.into_values());
        self.statements.insert(id.clone(), changed);
        Ok(())
    }

    fn list(&mut self, exprs: &[Expr], place: &mut ReductionSite<'_>) -> Result<Vec<Expr>, Refusal> {
        exprs.iter().map(|e| self.expr(e, place)).collect()
    }

    pub(super) fn expr(&mut self, expr: &Expr, place: &mut ReductionSite<'_>) -> Result<Expr, Refusal> {
        if !reduces(expr) {
            return Ok(expr.clone());
        }
        match expr.node() {
            Node::Reduce { inames, body, .. } if inames.is_empty() => self.expr(body, place),
            Node::Reduce { inames, .. }
                if let Some(whole) = flat(expr).filter(|_| self.on_hardware(inames, place).is_some()) =>
            {
                self.expr(&whole, place)
            }
            Node::Reduce { op, inames, over, body } => {
                let reduction = Reduction { op, inames, over: over.as_deref(), body };
                match self.on_hardware(inames, place) {
                    Some((iname, tag)) => self.in_parallel(reduction, &iname, tag, place),
                    None if self.is_scan(place) => self.scan(reduction, place),
                    None => self.reduction(reduction, place),
                }
            }
            Node::Select(condition, a, b) => {
                let condition = self.expr(condition, place)?;
                let a = self.guarded_operand(&condition, a, place)?;
                let b = self.guarded_operand(&condition.logical_not(), b, place)?;
                Ok(Expr::new(Node::Select(condition, a, b)))
            }
            Node::And(operands) => Ok(Expr::new(Node::And(self.lazily(operands, true, place)?))),
            Node::Or(operands) => Ok(Expr::new(Node::Or(self.lazily(operands, false, place)?))),
            _ => {
                let mut failure = None;
                let mapped = walk::map_children(expr, &mut |child| {
                    self.expr(child, place).unwrap_or_else(|refusal| {
                        failure.get_or_insert(refusal);
                        child.clone()
                    })
                });
                failure.map_or(Ok(mapped), Err)
            }
        }
    }

    /// Operands each of which is evaluated only where all before it have the value `go_on`.
    fn lazily(
        &mut self,
        operands: &[Expr],
        go_on: bool,
        place: &mut ReductionSite<'_>,
    ) -> Result<Vec<Expr>, Refusal> {
        let outer = place.template.predicates.len();
        let mut done = Vec::new();
        for operand in operands {
            let operand = self.expr(operand, place)?;
            place.template.predicates.push(if go_on { operand.clone() } else { operand.logical_not() });
            done.push(operand);
        }
        place.template.predicates.truncate(outer);
        Ok(done)
    }

    /// An operand that is evaluated only where the condition holds.
    fn guarded_operand(
        &mut self,
        condition: &Expr,
        operand: &Expr,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        place.template.predicates.push(condition.clone());
        let operand = self.expr(operand, place);
        place.template.predicates.pop();
        operand
    }

    pub(super) fn reduction(
        &mut self,
        reduction: Reduction<'_>,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let ty = self.type_of(reduction);
        let mut renamed = place.renamed.clone();
        let inames = self.own_inames(reduction.inames, place, &mut renamed)?;
        let over = provenance(reduction, &inames)?;
        let parts = place.renamed.iter().cloned();
        let loops: Vec<(Name, Name)> =
            parts.chain(reduction.inames.iter().cloned().zip(inames.iter().cloned())).collect();
        let own = Loops { inames, over, renamed, start: None };
        let value = self.accumulated(reduction.op, ty, own, reduction.body, place)?;
        if let Some((_, update)) = place.needed.last() {
            let (statement, update) = (place.id.clone(), update.clone());
            self.made.push(Accumulation { statement, update, loops, barriers: Vec::new() });
        }
        Ok(value)
    }

    /// The type of a reduction's value, where it is known yet.
    pub(super) fn type_of(&self, reduction: Reduction<'_>) -> Option<Scalar> {
        let whole = Node::Reduce {
            op: reduction.op.clone(),
            inames: reduction.inames.to_vec(),
            over: reduction.over.map(<[_]>::to_vec),
            body: reduction.body.clone(),
        };
        typing::type_of(&self.kernel, &Expr::new(whole)).ok().map(Type::scalar)
    }

    /// The accumulator of a reduction in these loops, after the statements that compute it.
    pub(super) fn accumulated(
        &mut self,
        op: &ReductionOp,
        ty: Option<Scalar>,
        loops: Loops,
        body: &Expr,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let Loops { inames, over, renamed, start: template } = loops;
        let base: Vec<&str> = inames.iter().map(Name::as_str).collect();
        let acc = self.kernel.fresh_name(&format!("acc_{}", base.join("_")));
        self.kernel.temps.insert(acc.clone(), Temp::private(ty, Vec::new()));

        let target = LValue::Scalar(acc.clone());
        let init = self.fresh_statement(&format!("{}_init", place.id));
        let value = neutral(&self.kernel, op, ty).ok_or_else(|| untyped(place))?;
        let start = StatementKind::Assign { target: target.clone(), value };
        let start = match template {
            Some(template) => Statement { kind: start, ..template },
            None => place.statement(start),
        };
        self.statements.insert(init.clone(), start);

        // The update runs in the loops of the reduction; reductions in the body come before it, in the same
        // loops.
        let needed = place.needed.clone();
        let mut inner = ReductionSite { id: place.id, template: place.template.clone(), renamed, needed };
        inner.template.inames.extend(inames);
        let renamed =
            |name: &Name| inner.renamed.iter().find(|(old, _)| old == name).map(|(_, new)| Expr::from(new));
        let body = walk::substitute(body, &renamed);
        let body = self.expr(&body, &mut inner)?;

        let update = self.fresh_statement(&format!("{}_update", place.id));
        let value = op.combine(Expr::from(&acc), body);
        let mut step = inner.statement(StatementKind::Assign { target, value });
        let nested = inner.needed.iter().filter(|(acc, _)| !place.needed.contains_key(*acc));
        step.after.extend(nested.map(|(_, update)| update.clone()));
        step.after.insert(init);
        step.over = over;
        self.statements.insert(update.clone(), step);
        place.needed.insert(acc.clone(), update);
        Ok(Expr::from(&acc))
    }

    /// The reduced inames, each replaced by a copy where another place uses it; `renamed` gets the copies.
    fn own_inames(
        &mut self,
        inames: &[Name],
        place: &ReductionSite<'_>,
        renamed: &mut Vec<(Name, Name)>,
    ) -> Result<Vec<Name>, Refusal> {
        let key = (place.id.clone(), place.template.inames.clone(), place.late_conditions());
        let mut own = Vec::new();
        for (at, iname) in inames.iter().enumerate() {
            self.check(iname, place)?;
            let elsewhere = self.used.get(iname).is_some_and(|user| *user != key)
                || self.kernel.statements.values().any(|s| s.inames.contains(iname))
                || duplicate::depends_on(&self.kernel, iname, renamed);
            if elsewhere {
                let inner = inames.get(at + 1..).unwrap_or_default();
                let copy = duplicate::duplicate(&mut self.kernel, iname, renamed, inner)?;
                renamed.retain(|(old, _)| old != iname);
                renamed.push((iname.clone(), copy.clone()));
                own.push(copy);
            } else {
                self.used.insert(iname.clone(), key.clone());
                own.push(iname.clone());
            }
        }
        Ok(own)
    }

    pub(super) fn check(&self, iname: &Name, place: &ReductionSite<'_>) -> Result<(), Diagnostic> {
        let located = |found: Diagnostic| {
            found.at_entity(place.template.loc.as_ref(), place.template.origin, "reduced here")
        };
        if place.template.inames.contains(iname) {
            let message = format!("`{iname}` is reduced in `{}` although its loop is around it", place.id);
            let found = Diagnostic::error("lp::reduction::loop-around", message);
            return Err(located(found).help(format!(
                "give the reduction an iname of its own: `duplicate_inames(\"{iname}\", \"{}\")`",
                place.id
            )));
        }
        if self.kernel.inames.get(iname).is_some_and(|entry| entry.tag == Some(InameTag::LocalAuto)) {
            let message = format!("`{iname}` is reduced in `{}` and tagged `l.auto`", place.id);
            return Err(located(
                Diagnostic::error("lp::reduction::axis", message)
                    .help(format!("name the axis: `tag_inames({{\"{iname}\": \"l.0\"}})`")),
            ));
        }
        Ok(())
    }

    pub(super) fn fresh_statement(&self, base: &str) -> Name {
        fresh(base, |id| self.statements.contains_key(id) || self.kernel.statements.contains_key(id))
    }
}

/// A reduction of one by the same operation as one over the inames of both: where work items have a part
/// each, it is the inner one that makes the part.
fn flat(expr: &Expr) -> Option<Expr> {
    let Node::Reduce { op, inames, over, body } = expr.node() else { return None };
    let Node::Reduce { op: other, inames: inner, over: inner_over, body } = body.node() else { return None };
    let over = [(inames, over), (inner, inner_over)]
        .map(|(inames, over)| ir::reduction::provenance(inames, over.as_deref()))
        .concat();
    let inames = [inames.as_slice(), inner].concat();
    (op == other)
        .then(|| Expr::new(Node::Reduce { op: op.clone(), inames, over: Some(over), body: body.clone() }))
}

/// What the parts of a statement inherit: all but what it does, in which order, and its predicates.
fn template(statement: &Statement) -> Statement {
    let mut part = statement.clone();
    part.kind = StatementKind::Nop;
    part.predicates.clear();
    part.time = None;
    part.atomic = None;
    part.over.clear();
    part.provenance = statement.provenance.as_ref().map(|provenance| match provenance {
        Provenance::Performs(instance) | Provenance::Part(instance) => {
            Provenance::Part(Instance { statement: instance.statement.clone(), at: instance.at.clone() })
        }
        Provenance::Fetch(of) => Provenance::Fetch(of.clone()),
    });
    part
}

/// The provenance of a reduction whose inames are replaced by these.
pub(super) fn provenance(reduction: Reduction<'_>, inames: &[Name]) -> Result<Vec<(Name, Aff)>, poly::Error> {
    let Reduction { inames: reduced, over, .. } = reduction;
    let loops: BTreeMap<Name, Aff> = reduced.iter().cloned().zip(inames.iter().map(Aff::dim)).collect();
    let placed = |(iname, value): (Name, Aff)| Some((iname, value.substitute(&loops)?));
    let over = ir::reduction::provenance(reduced, over).into_iter().map(placed);
    over.collect::<Option<_>>().ok_or(poly::Error::Overflow)
}

fn untyped(place: &ReductionSite<'_>) -> Diagnostic {
    let message = format!("a reduction in `{}` has no type yet", place.id);
    Diagnostic::error("lp::reduction::untyped", message)
        .at_entity(place.template.loc.as_ref(), place.template.origin, "reduced here")
        .help("run `infer_types()` first")
}

/// The value that changes nothing, in the accumulator's type. That of a sum or product is known before its
/// type is.
pub(crate) fn neutral(kernel: &Kernel, op: &ReductionOp, ty: Option<Scalar>) -> Option<Expr> {
    let number = |value: i32| match ty {
        Some(ty) if ty.is_inexact() => Expr::real(value.into(), Some(ty.part())),
        _ => Expr::int(value.into()),
    };
    Some(match op {
        ReductionOp::Sum => number(0),
        ReductionOp::Product => number(1),
        ReductionOp::Any => Expr::bool(false),
        ReductionOp::All => Expr::bool(true),
        ReductionOp::Max | ReductionOp::Min => extreme(*op == ReductionOp::Min, ty?),
        ReductionOp::Declared(name) => kernel.functions.get(name)?.neutral.clone()?,
    })
}

/// The highest or lowest value of a type.
fn extreme(highest: bool, ty: Scalar) -> Expr {
    if ty.is_float() {
        return Expr::real(if highest { f64::INFINITY } else { f64::NEG_INFINITY }, Some(ty));
    }
    let Some((least, most)) = ty.integer_range() else { return Expr::bool(highest) };
    match i64::try_from(if highest { most } else { least }) {
        Ok(value) => Expr::int(value),
        // The highest unsigned number of 64 bits has all bits set.
        Err(_) => Expr::cast(ty, Expr::int(-1)),
    }
}
