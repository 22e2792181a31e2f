//! Loops that update one element, as reductions.

mod code_motion;
mod copies;
mod definedness;
mod found;
mod implication;
mod interference;
mod number;
mod scalars;
mod unchanged;

use crate::lower::{neutral, with_known_types};
use crate::rewrite::{
    as_imported, remove_statement, remove_temporaries, select_statements, with_rules_in_place,
    with_rules_restored,
};
use dependence::within_iteration::WithinIteration;
use diag::Diagnostic;
use found::Found;
use ir::typing::{self, Type, Untyped};
use ir::{Expr, Kernel, LValue, Node, ReductionOp, Scalar, Statement, StatementKind, affine, walk};
use pass::{Applied, Refusal, Rewrite, Selector, Transform, with_reference};
use poly::Name;
use scalars::{Scalars, unread_assignments};
use std::collections::BTreeSet;

/// Makes reductions of loops that update one element: `s = s + x(i)` becomes `s = s + sum(i, x[i])`.
///
/// The order of the loop's iterations is given up, so sums of floating-point numbers are rounded differently
/// from here on: with such a sum the kernel says `reassociate`. The kernel with reductions is the reference
/// for all later steps, which is why this step must be the first. It takes the innermost loops of a statement
/// as long as the element does not depend on them. A loop may hold further statements, if they do not use
/// that element, nor write what its update has read by then; the reduction comes behind the loop, and reads
/// what they wrote. Scalars that each iteration computes for itself, also in branches, are replaced by their
/// values. A scalar may be updated under conditions, `if (x(i) > 0) n = n + 1`, and `if (x(i) > s) s = x(i)`
/// is a maximum. Refused where nothing is found, with the reasons.
///
/// What is no number keeps its meaning: `max` and `min` leave it out, and an element that is none from the
/// start becomes, or stays, what it would.
///
/// ```lpir
/// # RUN: recognize_reductions()
/// lpir 1
///
/// kernel @dot {
///   arg n : i32
///   arg x : f64[n] in
///   arg y : f64[n] in
///   arg d : f64[] out
///   temp s : f64
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   start: s = 0.0  time(0)
///   add: s = s + x[i]*y[i]  in(i) after(start) time(1, i, 0)
///   end: d[] = s  after(add) time(2)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @dot {
///   arg n : i32
///   arg x : f64[n] in
///   arg y : f64[n] in
///   arg d : f64[] out
///   temp s : f64 auto
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   reassociate
///   start: s = 0.0d
///   add: s = s + sum(i, x[i]*y[i])  after(start) if(n >= 1)
///   end: d[] = s  after(add)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions", reference)]
pub struct RecognizeReductions {
    /// The statements; all of them, unless given.
    #[arg(default = None)]
    pub insn_match: Option<Selector>,
    /// Whether only those count whose result is the same in any order: `max`, `min`, `any`, `all`, and sums
    /// and products of integers.
    #[arg(default = false)]
    pub exact: bool,
}

impl Rewrite for RecognizeReductions {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let source = as_imported(kernel).ok_or_else(|| {
            let message =
                "reductions are recognized in a kernel as it was imported, and this one was changed";
            Diagnostic::error("lp::reduction::late", message).help("make this the first step")
        })?;
        let source = &with_known_types(source);
        let Some(expanded) = &with_rules_in_place(source) else {
            return Err(Refusal::empty("a rule is too large to be looked into").into());
        };
        let is_allowed = |kernel: &Kernel, found: &Found, target: &LValue| {
            !self.exact || is_exact(&found.op, typing::type_of_variable(kernel, target.name()))
        };
        let selected = select_statements(kernel, self.insn_match.as_ref())?;
        let mut changed: Option<Kernel> = None;
        let mut reasons = Vec::new();
        // A sum may be fed by another one, so those that were none before are asked again.
        while let Some(next) =
            round(changed.as_ref().unwrap_or(expanded), &selected, &is_allowed, &mut reasons)?
        {
            changed = Some(next);
        }
        if let Some(changed) = changed {
            let mut changed = with_rules_restored(changed, expanded, source);
            // Whoever asks for sums of rounded numbers gives up their order.
            changed.reassociate |= !self.exact && has_rounded_reductions(&changed);
            return Ok(with_reference(&changed).into());
        }
        if reasons.is_empty() {
            return Err(Refusal::empty("no loop updates one element by a sum, product, max or min").into());
        }
        Err(reasons.into())
    }
}

/// The kernel with each of these statements as a reduction that can be one; nothing where none can. Why not
/// is left in `reasons`.
fn round(
    kernel: &Kernel,
    selected: &BTreeSet<Name>,
    is_allowed: &dyn Fn(&Kernel, &Found, &LValue) -> bool,
    reasons: &mut Vec<Diagnostic>,
) -> Result<Option<Kernel>, Refusal> {
    reasons.clear();
    let mut changed: Option<Kernel> = None;
    for id in kernel.statements.keys().filter(|id| selected.contains(*id)) {
        if let Some(next) = recognized(changed.as_ref().unwrap_or(kernel), id, is_allowed, reasons)? {
            changed = Some(next);
        }
    }
    Ok(changed)
}

/// Whether a reduction of values of a type, where that is known, has the same result in any order.
pub(crate) fn is_exact(op: &ReductionOp, ty: Result<Type, Untyped>) -> bool {
    ty.is_ok_and(|ty| op.is_exact_in_any_order(ty.scalar()))
}

/// Whether the result of some reduction depends on its order.
pub(crate) fn has_rounded_reductions(kernel: &Kernel) -> bool {
    let depends = |part: &Expr| match part.node() {
        Node::Reduce { op, .. } => !is_exact(op, typing::type_of(kernel, part)),
        _ => false,
    };
    kernel.expressions().any(|expr| walk::any(expr, &mut |part| depends(part)))
}

/// The kernel with the loops of a statement as a reduction, from the innermost outwards, as far as the
/// element does not depend on them and `may` allows the operation. Why a loop is none is added to `reasons`.
fn recognized(
    kernel: &Kernel,
    id: &Name,
    is_allowed: &dyn Fn(&Kernel, &Found, &LValue) -> bool,
    reasons: &mut Vec<Diagnostic>,
) -> Result<Option<Kernel>, Refusal> {
    let mut changed: Option<Kernel> = None;
    let mut innermost = None;
    loop {
        match outwards(changed.as_ref().unwrap_or(kernel), id, is_allowed) {
            Ok(Some((next, found))) => {
                innermost.get_or_insert(found);
                changed = Some(next);
            }
            Ok(None) => break,
            Err(Refusal(why)) => {
                reasons.extend(why);
                break;
            }
        }
    }
    let Some((changed, innermost)) = changed.zip(innermost) else { return Ok(None) };
    let changed = number::kept(changed, kernel, id, &innermost)?;
    changed.map(|changed| copies::with_own_loops(changed, id)).transpose()
}

/// The kernel with the innermost loop of a statement as a reduction; nothing, if the statement does not
/// update an element that is the same in all its iterations.
fn outwards(
    kernel: &Kernel,
    id: &Name,
    is_allowed: &dyn Fn(&Kernel, &Found, &LValue) -> bool,
) -> Result<Option<(Kernel, Found)>, Refusal> {
    let Some(statement) = kernel.statements.get(id) else { return Ok(None) };
    let Some((iname, around)) = statement.inames.split_last() else { return Ok(None) };
    let Some(target) = statement.target() else { return Ok(None) };
    if target.index().iter().any(|e| walk::mentions(e, iname)) {
        return Ok(None);
    }
    let refused = |message: String| {
        let problem = Diagnostic::error("lp::reduction::interleaved", message).about([id]);
        problem.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`"))
    };
    let order = WithinIteration::new(kernel);
    let mut scalars = Scalars::new(kernel, &order, iname, statement);
    let Some(own) = scalars.statement(id) else {
        let is_update = Found::recognize(statement).is_some();
        return if is_update { Err(refused(format!("`{id}` computes too much")).into()) } else { Ok(None) };
    };
    let Some(found) = Found::recognize(&own).filter(|found| is_allowed(kernel, found, target)) else {
        return Ok(None);
    };
    let body = operand(kernel, target, &found)
        .ok_or_else(|| refused(format!("the types of `{}` and of what updates it differ", target.name())))?;
    if matches!(found.op, ReductionOp::Any | ReductionOp::All)
        && !definedness::has_value(kernel, &own.inames, &body)?
    {
        return Err(refused(format!("`{body}` may only be there where `{target}` asks for it")).into());
    }
    let (moving, fixed) =
        found.predicates.iter().cloned().partition(|condition| {
            walk::mentions(condition, iname) || walk::mentions(condition, target.name())
        });
    let body = selected(kernel, target, &found.op, moving, body).map_err(refused)?;
    let value = reduced(&found.op, iname, body, &target.to_expr());
    let mut moved = own.clone();
    // These come first: where the loop has no iteration, nobody asks for what the others read.
    moved.predicates = runs(kernel, statement, around)?
        .ok_or_else(|| refused(format!("there is no simple condition for `{iname}` to have an iteration")))?;
    moved.predicates.extend(fixed);
    moved.inames = around.to_vec();
    moved.kind = StatementKind::Assign { target: target.clone(), value };
    let gone = unread_assignments(kernel, id, &moved, &scalars.replaced);
    let follows = interference::preceding_writers(kernel, id, statement, iname, &scalars.reads, &gone)?
        .map_err(refused)?;
    let Some(mut changed) = code_motion::move_behind_loop(kernel, id, moved, iname, &follows) else {
        return Ok(None);
    };
    gone.iter().for_each(|other| remove_statement(&mut changed, other));
    remove_temporaries(&mut changed);
    Ok(Some((changed, found)))
}

/// What is reduced where it counts under conditions only: elsewhere, what changes nothing. An element of an
/// array may not even exist where no condition holds.
fn selected(
    kernel: &Kernel,
    target: &LValue,
    op: &ReductionOp,
    conditions: Vec<Expr>,
    body: Expr,
) -> Result<Expr, String> {
    let Some(first) = conditions.first() else { return Ok(body) };
    let differs = || format!("it runs only where `{first}`, which may differ between iterations");
    if conditions.iter().any(|condition| walk::mentions(condition, target.name()))
        || !target.index().is_empty()
    {
        return Err(differs());
    }
    let stored = typing::type_of_variable(kernel, target.name()).ok().map(Type::scalar);
    let nothing = neutral(kernel, op, stored).ok_or_else(differs)?;
    Ok(Expr::new(Node::Select(Expr::all(conditions), body, nothing)))
}

/// What is reduced, in the type of the element. Sums and products of integers that are computed with more
/// bits than the element has leave the same low bits in it, in whichever order.
fn operand(kernel: &Kernel, target: &LValue, found: &Found) -> Option<Expr> {
    let stored = typing::type_of_variable(kernel, target.name()).ok()?.scalar();
    let whole = found.op.combine(target.to_expr(), found.operand.clone());
    let computed = typing::type_of(kernel, &whole).ok()?.scalar();
    let own = typing::type_of(kernel, &found.operand).ok()?.scalar();
    let cast = |e: &Expr| Expr::cast(stored, e.clone());
    let mut done_in = [Some(computed), found.computed_in].into_iter().flatten();
    let is_wider = |ty: Scalar| ty.is_integer() && ty.bytes() > stored.bytes();
    let keeps_low_bits = matches!(found.op, ReductionOp::Sum | ReductionOp::Product);
    if keeps_low_bits && stored.is_integer() && own.is_integer() && done_in.clone().all(is_wider) {
        return Some(found.operand.clone());
    }
    done_in
        .all(|ty| ty == stored)
        .then(|| if own == stored { found.operand.clone() } else { cast(&found.operand) })
}

/// The element with its reduction; one inside of it by the same operation is the same reduction.
fn reduced(op: &ReductionOp, iname: &Name, body: Expr, own: &Expr) -> Expr {
    let (inner, body) = match body.node() {
        Node::Reduce { op: other, inames, over, body } if other == op && over.is_none() => {
            (inames.clone(), body.clone())
        }
        _ => (Vec::new(), body),
    };
    let inames = std::iter::once(iname.clone()).chain(inner).collect();
    op.combine(own.clone(), Expr::new(Node::Reduce { op: op.clone(), inames, over: None, body }))
}

/// The conditions under which the innermost loop of a statement has an iteration: an element that is updated
/// in none may not even exist.
fn runs(kernel: &Kernel, statement: &Statement, around: &[Name]) -> Result<Option<Vec<Expr>>, Refusal> {
    let context = kernel.domain_of(around)?.intersect(&kernel.assumptions)?;
    let some = kernel.domain_of(&statement.inames)?.project_onto(around)?;
    let needed = some.gist(&context)?;
    Ok(match needed.pieces()?.as_slice() {
        [constraints] => Some(constraints.iter().map(affine::from_constraint).collect()),
        _ => None,
    })
}
