//! Reductions that read what each of their iterations computes anew, from memory or under conditions.
//!
//! In `<> d[k] = x[k, i] - x[k, j]` and `f[i] = sum(j, d[0]*d[1])` the reduction means the elements of `d`
//! that its own iteration over `j` has written. Such a sum becomes what it is in a program: an accumulator
//! that starts at 0 before the loop over `j`, a statement of that loop that adds to it, and the value after
//! the loop.

use super::facts::{bounds, expanded};
use super::inames::Loops;
use crate::draft::{Draft, Note};
use crate::text::tree::Word;
use ir::{Expr, IndexMap, LValue, Layout, Name, Node, ReductionOp, Statement, StatementKind, Temp, walk};
use std::collections::BTreeSet;

/// A reduction of a statement's value that becomes a loop.
pub(super) struct Accumulation {
    reader: Name,
    reduction: Expr,
    /// The statement before which the accumulator starts.
    first: usize,
}

/// How the reduction of a statement that reads a temporary inside of it can become a loop, if it can.
pub(super) fn find(draft: &Draft, loops: &Loops, temp: &Name, reader: &Name) -> Option<Accumulation> {
    let kernel = &draft.kernel;
    let value = kernel.statements.get(reader)?.value()?;
    let mut outermost = Vec::new();
    reductions(value, &mut outermost);
    let reads = |expr: &Expr| {
        let expr = expanded(kernel, expr);
        ir::walk::mentions(&expr, temp) || bounds(kernel, &walk::reduction_inames(&expr)).contains(temp)
    };
    let reduction = outermost.into_iter().find(|reduction| reads(reduction))?;
    let Node::Reduce { op: ReductionOp::Sum | ReductionOp::Product, inames, .. } = reduction.node() else {
        return None;
    };
    let swept = |own: &BTreeSet<Name>| inames.iter().any(|iname| own.contains(iname));
    let first = loops.values().position(swept)?;
    Some(Accumulation { reader: reader.clone(), reduction: reduction.clone(), first })
}

/// The reductions that lie in no other one.
fn reductions<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    if let Node::Reduce { .. } = expr.node() {
        found.push(expr);
        return;
    }
    walk::children(expr).into_iter().for_each(|child| reductions(child, found));
}

/// Makes it a loop.
pub(super) fn apply(draft: &mut Draft, loops: &Loops, accumulation: &Accumulation) {
    let Accumulation { reader, reduction, first } = accumulation;
    let Node::Reduce { op, inames, body, .. } = reduction.node() else { return };
    let (Some(statement), Some(note)) =
        (draft.kernel.statements.get(reader).cloned(), draft.notes.get(reader).cloned())
    else {
        return;
    };
    let joined = inames.iter().map(Name::as_str).collect::<Vec<_>>().join("_");
    let accumulator = draft.kernel.fresh_name(&format!("acc_{joined}"));
    let start = draft.kernel.fresh_statement(&format!("{reader}_{joined}_init"));
    let update = draft.kernel.fresh_statement(&format!("{reader}_{joined}_update"));
    let own = Expr::var(accumulator.clone());
    let (neutral, next) = match op {
        ReductionOp::Product => (Expr::int(1), own.times(body)),
        _ => (Expr::int(0), own.plus(body)),
    };
    declare(draft, &accumulator, &statement);
    let around: Vec<Name> = loops.get(reader).into_iter().flatten().cloned().collect();
    let inside: Vec<Name> = around.iter().chain(inames).cloned().collect();
    let store = |value: Expr| Statement {
        kind: StatementKind::Assign { target: LValue::Scalar(accumulator.clone()), value },
        predicates: statement.predicates.clone(),
        loc: statement.loc.clone(),
        origin: statement.origin,
        ..Statement::of_kind(StatementKind::Nop)
    };
    let after = |note: &Note, id: &Name| {
        let word = Word { text: id.to_string(), span: note.span };
        note.deps.iter().cloned().chain([word]).collect::<Vec<Word>>()
    };
    let in_loops =
        |inames: Vec<Name>, deps: Vec<Word>| Note { inames, inames_final: true, deps, ..note.clone() };
    let nothing_before = Note {
        deps: Vec::new(),
        dep_queries: Vec::new(),
        deps_final: true,
        ..in_loops(around.clone(), Vec::new())
    };
    // The neutral value is stored around the new loop, and the reader comes after all values are added.
    insert(draft, *first, start.clone(), store(neutral), nothing_before);
    let at = draft.kernel.statements.get_index_of(reader).unwrap_or(*first);
    insert(draft, at, update.clone(), store(next), in_loops(inside, after(&note, &start)));
    let result = Note { inames: around, inames_final: true, deps: after(&note, &update), ..note };
    draft.notes.insert(reader.clone(), result);
    if let Some(StatementKind::Assign { value, .. }) =
        draft.kernel.statements.get_mut(reader).map(|s| &mut s.kind)
    {
        *value = replaced(value, reduction, &own);
    }
}

fn declare(draft: &mut Draft, accumulator: &Name, statement: &Statement) {
    let temp = Temp {
        ty: None,
        space: None,
        shape: Vec::new(),
        layout: Layout::c(0),
        loc: statement.loc.clone(),
        origin: statement.origin,
    };
    draft.kernel.temps.insert(accumulator.clone(), temp);
}

/// Statements and what is noted of them stand in one order.
fn insert(draft: &mut Draft, at: usize, id: Name, statement: Statement, note: Note) {
    shift(&mut draft.kernel.statements, at, id.clone(), statement);
    shift(&mut draft.notes, at, id, note);
}

fn shift<T>(all: &mut IndexMap<Name, T>, at: usize, id: Name, one: T) {
    let at = at.min(all.len());
    all.shift_insert(at, id, one);
}

fn replaced(expr: &Expr, reduction: &Expr, by: &Expr) -> Expr {
    if expr == reduction {
        return by.clone();
    }
    walk::map_children(expr, &mut |child| replaced(child, reduction, by))
}
