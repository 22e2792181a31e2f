//! Loops that update one element, as reductions.

mod scalars;

use crate::lower::neutral;
use crate::rewrite::select_statements;
use diag::Diagnostic;
use ir::access::{AccessKind, accesses};
use ir::typing::{self, Type};
use ir::{
    Expr, IndexSet, Kernel, LValue, Node, Promise, ReductionOp, Statement, StatementKind, Update, affine,
};
use pass::{Applied, Refusal, Rewrite, Selector, Transform, with_reference};
use poly::{Aff, Name};
use scalars::{Scalars, remove_unread};
use std::collections::BTreeSet;

/// Makes reductions of loops that update one element: `s = s + x(i)` becomes `s = s + sum(i, x[i])`.
///
/// The order of the loop's iterations is given up, so sums of floating-point numbers are rounded differently from here on;
/// the kernel with reductions is the reference for all later steps, which is why this step must be the first. It takes the
/// innermost loops of a statement as long as the element does not depend on them. A loop may hold further statements, if
/// they neither use that element nor write what its update reads, but for scalars that each iteration computes for itself:
/// their values take their place. A scalar may be updated under conditions, `if (x(i) > 0) n = n + 1`. Refused where nothing is found, with the reasons.
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
}

impl Rewrite for RecognizeReductions {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let source = as_imported(kernel).ok_or_else(|| {
            let message =
                "reductions are recognized in a kernel as it was imported, and this one was changed";
            Diagnostic::error("lp::reduction::late", message).help("make this the first step")
        })?;
        let mut changed = source.clone();
        let mut reasons = Vec::new();
        let mut found = false;
        for id in select_statements(kernel, self.insn_match.as_ref())? {
            loop {
                match outwards(&changed, &id) {
                    Ok(Some(next)) => changed = next,
                    Ok(None) => break,
                    Err(Refusal(why)) => {
                        reasons.extend(why);
                        break;
                    }
                }
                found = true;
            }
        }
        if found {
            return Ok(with_reference(&changed).into());
        }
        if reasons.is_empty() {
            return Err(Refusal::empty("no loop updates one element by a sum, product, max or min").into());
        }
        Err(reasons.into())
    }
}

/// The kernel as it was imported, if no step has changed it.
fn as_imported(kernel: &Kernel) -> Option<&Kernel> {
    match kernel.reference.as_deref() {
        Some(reference) => (with_reference(reference) == *kernel).then_some(reference),
        None => Some(kernel),
    }
}

/// The kernel with the innermost loop of a statement as a reduction; nothing, if the statement does not update an element
/// that is the same in all its iterations.
fn outwards(kernel: &Kernel, id: &Name) -> Result<Option<Kernel>, Refusal> {
    let Some(statement) = kernel.statements.get(id) else { return Ok(None) };
    let Some((iname, around)) = statement.inames.split_last() else { return Ok(None) };
    let Some(target) = statement.target() else { return Ok(None) };
    if Update::of(statement).is_none() || target.index().iter().any(|e| affine::mentions(e, iname)) {
        return Ok(None);
    }
    let refused = |message: String| {
        let problem = Diagnostic::error("lp::reduction::interleaved", message).about([id]);
        problem.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`"))
    };
    let mut scalars = Scalars::new(kernel, iname, statement);
    let own = scalars.statement(id).ok_or_else(|| refused(format!("`{id}` computes too much")))?;
    let Some(update) = Update::of(&own) else { return Ok(None) };
    interference(kernel, (id, &own), iname).map_or(Ok(()), |why| Err(refused(why)))?;
    let body = operand(kernel, &own, &update)
        .ok_or_else(|| refused(format!("the types of `{}` and of what updates it differ", target.name())))?;
    let (moving, fixed) = own.predicates.iter().cloned().partition(|condition| {
        affine::mentions(condition, iname) || affine::mentions(condition, target.name())
    });
    let body = selected(kernel, (target, &update.op), moving, body).map_err(refused)?;
    let value = reduced(&update, iname, body, &target.to_expr());
    let mut moved = own.clone();
    moved.predicates = fixed;
    moved.predicates.extend(runs(kernel, statement, around)?.ok_or_else(|| {
        refused(format!("there is no simple condition for `{iname}` to have an iteration"))
    })?);
    moved.inames = around.to_vec();
    moved.kind = StatementKind::Assign { target: target.clone(), value };
    if let Some(time) = &mut moved.time {
        let Some(at) = time.iter().position(|level| *level == Aff::dim(iname)) else { return Ok(None) };
        time.truncate(at);
    }
    let mut changed = put(kernel, id, moved, iname);
    remove_unread(&mut changed, &scalars.replaced);
    Ok(Some(changed))
}

/// What is reduced where it counts under conditions only: elsewhere, what changes nothing. An element of an array may not
/// even exist where no condition holds.
fn selected(
    kernel: &Kernel,
    (target, op): (&LValue, &ReductionOp),
    conditions: Vec<Expr>,
    body: Expr,
) -> Result<Expr, String> {
    let Some(first) = conditions.first() else { return Ok(body) };
    let differs = || format!("it runs only where `{first}`, which may differ between iterations");
    if conditions.iter().any(|condition| affine::mentions(condition, target.name()))
        || !target.index().is_empty()
    {
        return Err(differs());
    }
    let stored = typing::type_of_variable(kernel, target.name()).ok().map(Type::scalar);
    let nothing = neutral(kernel, op, stored).ok_or_else(differs)?;
    Ok(Expr::new(Node::Select(Expr::all(conditions), body, nothing)))
}

/// How another statement of the loop gets into the way of an update.
fn interference(kernel: &Kernel, (id, update): (&Name, &Statement), iname: &Name) -> Option<String> {
    let element = update.target()?.name();
    let speaks = |promise: &Promise| matches!(promise, Promise::Distinct { statement, inames } if statement == id && inames.contains(iname));
    if kernel.promises.iter().any(speaks) {
        return Some(format!("a promise speaks of the iterations of `{iname}` in which `{id}` runs"));
    }
    let mut read: BTreeSet<Name> =
        accesses(kernel, update).into_iter().map(|access| access.variable).collect();
    let homes = kernel.domains_of(&update.inames).into_iter().filter_map(|at| kernel.domains.get(at));
    let bounds: BTreeSet<Name> = homes.flat_map(|domain| domain.set.params().to_vec()).collect();
    if bounds.contains(element) {
        return Some(format!("`{element}` is a bound of a loop around `{id}`"));
    }
    read.extend(bounds);
    let inside = kernel.statements.iter().filter(|(other, s)| *other != id && s.inames.contains(iname));
    inside.into_iter().find_map(|(other, statement)| {
        let all = accesses(kernel, statement);
        if all.iter().any(|access| access.variable == *element) {
            return Some(format!("`{other}` uses `{element}` in each iteration of `{iname}`"));
        }
        let written =
            all.iter().find(|access| access.kind == AccessKind::Write && read.contains(&access.variable));
        written.map(|access| {
            format!("`{other}` writes `{}`, which `{id}` reads, in loop `{iname}`", access.variable)
        })
    })
}

/// What is reduced, in the type of the element.
fn operand(kernel: &Kernel, statement: &Statement, update: &Update) -> Option<Expr> {
    let stored = typing::type_of_variable(kernel, statement.target()?.name()).ok()?.scalar();
    let computed = typing::type_of(kernel, statement.value()?).ok()?.scalar();
    let own = typing::type_of(kernel, &update.operand).ok()?.scalar();
    let cast = |e: &Expr| Expr::new(Node::Cast(stored, e.clone()));
    (stored == computed).then(|| if own == stored { update.operand.clone() } else { cast(&update.operand) })
}

/// The element with its reduction; one inside of it by the same operation is the same reduction.
fn reduced(update: &Update, iname: &Name, body: Expr, own: &Expr) -> Expr {
    let op = &update.op;
    let (inner, body) = match body.node() {
        Node::Reduce { op: other, inames, over, body } if other == op && over.is_none() => {
            (inames.clone(), body.clone())
        }
        _ => (Vec::new(), body),
    };
    let inames = std::iter::once(iname.clone()).chain(inner).collect();
    op.combine(own.clone(), Expr::new(Node::Reduce { op: op.clone(), inames, over: None, body }))
}

/// The conditions under which the innermost loop of a statement has an iteration: an element that is updated in none may
/// not even exist.
fn runs(kernel: &Kernel, statement: &Statement, around: &[Name]) -> Result<Option<Vec<Expr>>, Refusal> {
    let context = kernel.domain_of(around)?.intersect(&kernel.assumptions)?;
    let some = kernel.domain_of(&statement.inames)?.project_onto(around)?;
    let needed = some.gist(&context)?;
    Ok(match needed.pieces()?.as_slice() {
        [constraints] => Some(constraints.iter().map(affine::from_constraint).collect()),
        _ => None,
    })
}

/// Puts a statement behind the loop that it was in, of whose statements none is in conflict with it: what came before or
/// after it through them still does.
fn put(kernel: &Kernel, id: &Name, mut moved: Statement, iname: &Name) -> Kernel {
    let mut changed = kernel.clone();
    let inside = |name: &Name| kernel.statements.get(name).is_some_and(|s| s.inames.contains(iname));
    moved.after = outside(kernel, &moved.after, &inside);
    let before = kernel.statements.get(id).map(|statement| statement.after.clone()).unwrap_or_default();
    for (name, statement) in &mut changed.statements {
        if name == id {
            continue;
        }
        if inside(name) {
            if statement.after.shift_remove(id) {
                statement.after.extend(before.iter().cloned());
            }
        } else if statement.after.contains(id) {
            statement.after.extend(before.iter().filter(|other| inside(other)).cloned());
        } else if statement.after.iter().any(|other| inside(other) && kernel.comes_after(other, id)) {
            statement.after.insert(id.clone());
        }
    }
    changed.statements.insert(id.clone(), moved);
    changed
}

/// These statements, with those before them in place of such as are inside of a loop.
fn outside(kernel: &Kernel, after: &IndexSet<Name>, inside: &dyn Fn(&Name) -> bool) -> IndexSet<Name> {
    let mut found = IndexSet::default();
    let mut seen = BTreeSet::new();
    let mut open: Vec<Name> = after.iter().cloned().collect();
    while let Some(name) = open.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        if inside(&name) {
            open.extend(kernel.statements.get(&name).into_iter().flat_map(|s| s.after.iter().cloned()));
        } else {
            found.insert(name);
        }
    }
    found.sort();
    found
}
