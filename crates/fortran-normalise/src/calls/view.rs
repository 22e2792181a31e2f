//! Arrays that a called routine sees with axes of its own.
//!
//! Fortran gives a routine the place of an element and leaves it to the dummy argument how the elements from
//! there on lie in rows and columns. Where the leading extents of both agree, a subscript of the dummy is one
//! of the array, moved to where it starts; that it stays within its column is a condition of its own, which
//! is to be proved. Elsewhere, and where that is not proved, the place in memory is computed, and taken apart
//! by the array's extents.

use super::stop_unless;
use crate::facts::Facts;
use crate::symbolic;
use fortran_sema::hir::{
    Axis, Columns, Loop, Node, NodeKind, Routine, Slice, Stop, Target, map_expressions, visit,
};
use fortran_sema::index;
use ir::{Comparison, Expr, Node as Value, walk};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// A dummy array and the array that is given for it.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) array: Name,
    pub(super) axes: Vec<Axis>,
    /// Subscripts of the element where it starts; none for the first one.
    pub(super) start: Option<Vec<Expr>>,
    /// The elements that it stands for, where it is not simply all from there on.
    pub(super) along: Option<Vec<Slice>>,
    /// The axes of the dummy, in the names of the caller.
    pub(super) own: Vec<Axis>,
    pub(super) columns: Columns,
    /// Whether its elements are counted through those of the array, from column to column.
    pub(super) is_counted: bool,
}

/// The statements with elements of arrays in the place of those of dummies.
pub(super) fn applied(
    nodes: Vec<Node>,
    views: &BTreeMap<Name, View>,
    caller: &Routine,
    facts: &Facts,
) -> Vec<Node> {
    if views.is_empty() {
        return nodes;
    }
    let mut changes = symbolic::assigned(&nodes);
    // A loop variable keeps its value where a test stands that mentions it.
    visit(&nodes, &mut |node| {
        if let NodeKind::Loop(head) = &node.kind {
            changes.remove(&head.variable);
        }
    });
    let mut viewer =
        Viewer { views, caller, facts, changes, ones: Vec::new(), tested: Vec::new(), open: Vec::new() };
    viewer.block(nodes)
}

/// The array's subscripts of an element of a dummy.
pub(super) fn place(
    view: &View,
    index: &[Expr],
    views: &BTreeMap<Name, View>,
    caller: &Routine,
    facts: &Facts,
) -> Vec<Expr> {
    let changes = BTreeSet::new();
    let mut viewer =
        Viewer { views, caller, facts, changes, ones: Vec::new(), tested: Vec::new(), open: Vec::new() };
    viewer.subscripts(view, index)
}

struct Viewer<'v> {
    views: &'v BTreeMap<Name, View>,
    caller: &'v Routine,
    facts: &'v Facts,
    /// What the statements assign.
    changes: BTreeSet<Name>,
    /// What is known to be 1 here.
    ones: Vec<Expr>,
    /// Conditions that were tested before.
    tested: Vec<(Expr, Columns)>,
    /// Conditions to be tested before the statement being read, and which arrays they are for.
    open: Vec<(Expr, Columns)>,
}

impl Viewer<'_> {
    fn block(&mut self, nodes: Vec<Node>) -> Vec<Node> {
        let (ones, tested) = (self.ones.len(), self.tested.len());
        let mut block = Vec::new();
        for mut node in nodes {
            map_expressions(&mut node, &mut |expr| self.expr(expr));
            if let NodeKind::Assign(Target { name, index: Some(index) }, _) = &mut node.kind
                && let Some(view) = self.views.get(name)
            {
                *index = self.subscripts(view, index);
                *name = view.array.clone();
            }
            for test in std::mem::take(&mut self.open) {
                if self.tested.contains(&test) {
                    continue;
                }
                let (condition, columns) = &test;
                block.push(stop_unless(condition, Stop::Columns(columns.clone()), &node));
                if !walk::names(condition).iter().any(|name| self.changes.contains(name)) {
                    self.tested.push(test);
                }
            }
            self.inner(&mut node);
            block.push(node);
        }
        self.ones.truncate(ones);
        self.tested.truncate(tested);
        block
    }

    fn inner(&mut self, node: &mut Node) {
        match &mut node.kind {
            NodeKind::Loop(Loop { body, .. }) => *body = self.block(std::mem::take(body)),
            NodeKind::If(branches, otherwise) => {
                for branch in branches {
                    let ones = self.ones.len();
                    self.ones.extend(units_of(&branch.condition));
                    branch.body = self.block(std::mem::take(&mut branch.body));
                    self.ones.truncate(ones);
                }
                *otherwise = self.block(std::mem::take(otherwise));
            }
            _ => {}
        }
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        let expr = walk::map_children(expr, &mut |child| self.expr(child));
        match expr.node() {
            Value::Load { array, index } => match self.views.get(array) {
                Some(view) => Expr::load(view.array.clone(), self.subscripts(view, index)),
                None => expr,
            },
            _ => expr,
        }
    }

    fn tidy(&self, expr: &Expr) -> Expr {
        let variables = &self.caller.variables;
        index::simplify(expr, &|name| variables.get(name).is_none_or(|variable| variable.ty.is_integer()))
    }

    fn is_zero(&self, expr: &Expr) -> bool {
        self.tidy(expr).as_int() == Some(0)
    }

    /// The array's subscripts of an element of the dummy.
    fn subscripts(&mut self, view: &View, index: &[Expr]) -> Vec<Expr> {
        let offsets: Vec<Expr> =
            index.iter().zip(&view.own).map(|(at, axis)| self.tidy(&at.minus(&axis.lower))).collect();
        if let Some(along) = &view.along {
            let offsets = if view.is_counted { self.counted_along(view, &offsets, along) } else { offsets };
            let mut offsets = offsets.into_iter();
            let place = |slice: &Slice| match slice {
                Slice::At(subscript) => subscript.clone(),
                Slice::Range { first, step, .. } => {
                    let offset = offsets.next().unwrap_or(Expr::int(0));
                    self.tidy(&first.plus(&step.times(&offset)))
                }
            };
            return along.iter().map(place).collect();
        }
        let starts: Vec<Expr> = match &view.start {
            Some(start) => {
                start.iter().zip(&view.axes).map(|(at, axis)| self.tidy(&at.minus(&axis.lower))).collect()
            }
            None => view.axes.iter().map(|_| Expr::int(0)).collect(),
        };
        let open = self.open.len();
        let places = self.aligned(view, &offsets, &starts).unwrap_or_else(|| {
            self.open.truncate(open);
            self.taken_apart(view, &offsets, &starts)
        });
        places.iter().zip(&view.axes).map(|(place, axis)| self.tidy(&place.plus(&axis.lower))).collect()
    }

    /// Offsets along the axes of the array where those of the dummy run along them.
    fn aligned(&mut self, view: &View, offsets: &[Expr], starts: &[Expr]) -> Option<Vec<Expr>> {
        let last = offsets.len().checked_sub(1)?;
        let agree = |(own, axis): (&Axis, &Axis)| match (&own.length, &axis.length) {
            (Some(own), Some(other)) => self.is_zero(&own.minus(other)),
            _ => false,
        };
        let same: Vec<bool> = view.own.iter().zip(&view.axes).map(agree).collect();
        if offsets.len() > view.axes.len() || same.iter().take(last).any(|same| !same) {
            return None;
        }
        let mut places = starts.to_vec();
        // The last axis of the dummy may go on over the end of its axis in the array: into the next one.
        for (axis, offset) in offsets.iter().enumerate() {
            let is_whole = same.get(axis) == Some(&true);
            let length = view.axes.get(axis)?.length.clone();
            let is_last_of_array = axis + 1 == view.axes.len();
            let (whole, rest) = match &length {
                Some(length) if axis == last && !is_last_of_array && !is_whole => {
                    self.divided(offset, length)
                }
                _ => (Expr::int(0), offset.clone()),
            };
            let start = starts.get(axis)?.clone();
            let place = self.tidy(&start.plus(&rest));
            let moved = whole.as_int() != Some(0);
            let stays = is_last_of_array
                || start.as_int() == Some(0) && is_whole
                || moved && rest.as_int() == Some(0);
            if let (Some(length), false) = (length, stays) {
                self.demand(view, Comparison::Less, &place, &length)?;
                if moved {
                    self.demand(view, Comparison::GreaterEqual, &place, &Expr::int(0))?;
                }
            }
            if moved {
                let next = places.get_mut(axis + 1)?;
                *next = next.plus(&whole);
                let next = next.clone();
                if axis + 2 < view.axes.len()
                    && let Some(length) = view.axes.get(axis + 1).and_then(|axis| axis.length.clone())
                {
                    self.demand(view, Comparison::Less, &next, &length)?;
                }
            }
            *places.get_mut(axis)? = place;
        }
        Some(places)
    }

    /// Notes that a condition must hold where it is not known to; none if nobody could find that out.
    fn demand(&mut self, view: &View, op: Comparison, a: &Expr, b: &Expr) -> Option<()> {
        let condition = Expr::new(Value::Compare(op, self.tidy(a), self.tidy(b)));
        ir::affine::to_constraints(&condition)?;
        let is_known = self.facts.decide(&condition, &self.caller.variables) == Some(true);
        let test = (condition, view.columns.clone());
        if is_known || self.open.contains(&test) {
            return Some(());
        }
        if view.is_counted {
            return None;
        }
        self.open.push(test);
        Some(())
    }

    /// Offsets along the axes of the array, from the place in memory.
    fn taken_apart(&self, view: &View, offsets: &[Expr], starts: &[Expr]) -> Vec<Expr> {
        let place = in_memory(starts, &view.axes).plus(&in_memory(offsets, &view.own));
        let lengths: Vec<Option<&Expr>> = view.axes.iter().map(|axis| axis.length.as_ref()).collect();
        digits(self.tidy(&place), &lengths)
    }

    /// Offsets along the ranges of a section, whose elements are counted.
    fn counted_along(&self, view: &View, offsets: &[Expr], along: &[Slice]) -> Vec<Expr> {
        let lengths = along.iter().filter_map(|slice| match slice {
            Slice::Range { length, .. } => Some(Some(length)),
            Slice::At(_) => None,
        });
        digits(self.tidy(&in_memory(offsets, &view.own)), &lengths.collect::<Vec<Option<&Expr>>>())
    }

    /// An offset as so many whole columns of that length and a rest.
    fn divided(&self, offset: &Expr, length: &Expr) -> (Expr, Expr) {
        if length.as_int() == Some(1) || self.ones.contains(length) {
            return (offset.clone(), Expr::int(0));
        }
        let variables = &self.caller.variables;
        let is_integer = |name: &Name| variables.get(name).is_none_or(|variable| variable.ty.is_integer());
        let Some(terms) = index::terms(offset, &is_integer) else { return (Expr::int(0), offset.clone()) };
        let mut whole = Vec::new();
        let mut rest = Vec::new();
        for (factor, mut atoms) in terms {
            let position = atoms.iter().position(|atom| atom == length);
            match (length.as_int(), position) {
                (Some(length), _) if length > 0 && factor % length == 0 => {
                    whole.push(index::product(factor / length, &atoms));
                }
                (None, Some(at)) => {
                    atoms.remove(at);
                    whole.push(index::product(factor, &atoms));
                }
                _ => rest.push(index::product(factor, &atoms)),
            }
        }
        (self.tidy(&Expr::sum(whole)), self.tidy(&Expr::sum(rest)))
    }
}

/// What a condition says to be 1.
fn units_of(condition: &Expr) -> Vec<Expr> {
    match condition.node() {
        Value::And(parts) => parts.iter().flat_map(units_of).collect(),
        Value::Compare(Comparison::Equal, a, b) if b.as_int() == Some(1) => vec![a.clone()],
        _ => Vec::new(),
    }
}

/// A number in the mixed base of these lengths, the lowest digit first; the last one has no end.
fn digits(number: Expr, lengths: &[Option<&Expr>]) -> Vec<Expr> {
    let mut rest = number;
    let mut digits = Vec::new();
    for (at, length) in lengths.iter().enumerate() {
        match length {
            Some(length) if at + 1 < lengths.len() => {
                digits.push(Expr::new(Value::Mod(rest.clone(), (*length).clone())));
                rest = Expr::new(Value::FloorDiv(rest, (*length).clone()));
            }
            _ => digits.push(rest.clone()),
        }
    }
    digits
}

/// The place of an element behind the first one.
fn in_memory(offsets: &[Expr], axes: &[Axis]) -> Expr {
    let mut sum = Vec::new();
    let mut stride: Vec<Expr> = Vec::new();
    for (offset, axis) in offsets.iter().zip(axes) {
        let whole = stride.iter().fold(offset.clone(), |product, length| length.times(&product));
        sum.push(whole);
        stride.extend(axis.length.clone());
    }
    Expr::sum(sum)
}
