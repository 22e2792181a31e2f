//! Claim: an element of an integer array that the caller gives, and that tells how often a loop runs, may be
//! given as a value of its own, if nothing in the routine changes the array and the element is surely there:
//! declared bounds say so, or the first loop reads it at once.
//!
//! Of `do k = 1, n(3)` whoever starts a kernel knows `n_3`, and how large the launch is; of an array on a
//! device nobody does. That the element has one value in all iterations is then plain, too.

use diag::Span;
use fortran_sema::hir::{self, Axis, Element, Intent, NodeKind, Routine, Target, Variable};
use fortran_syntax::ast::Ident;
use ir::{Expr, Node as Value, walk};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn rewrite(routine: &mut Routine) {
    if !routine.takes_elements {
        return;
    }
    let wanted = wanted(routine);
    let mut arguments = BTreeMap::new();
    for (place, span) in wanted {
        let Place { array, subscripts } = &place;
        let Some(variable) = routine.variables.get(array) else { continue };
        let value = Variable { bytes: variable.bytes, ..Variable::local(variable.ty, span) };
        let name = routine.fresh(&spelled(array, subscripts));
        routine.variables.insert(name.clone(), value);
        routine.args.push(Ident { name: name.clone(), span });
        let element = Element { name: name.clone(), array: array.clone(), subscripts: subscripts.clone() };
        routine.elements.push(element);
        arguments.insert(place, Expr::var(name));
    }
    let mut body = std::mem::take(&mut routine.body);
    replace(&mut body, &arguments);
    routine.body = body;
}

/// Takes arrays out of the arguments of which nothing is read any more but elements that are arguments
/// themselves.
pub fn drop_unread(routine: &mut Routine) {
    let mut read = hir::mentioned(&routine.body);
    read.extend(routine.in_shapes());
    read.extend(routine.requires.iter().flat_map(|requirement| walk::names(&requirement.condition)));
    let arrays: BTreeSet<Name> = routine.elements.iter().map(|element| element.array.clone()).collect();
    routine.args.retain(|arg| read.contains(&arg.name) || !arrays.contains(&arg.name));
}

/// An element of an array.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    array: Name,
    subscripts: Vec<i64>,
}

/// The elements in bounds of loops, and in what integers get, which bounds may be; each with where that is.
fn wanted(routine: &Routine) -> BTreeMap<Place, Span> {
    let mut changed = BTreeSet::new();
    let mut wanted = BTreeMap::new();
    let is_integer = |name: &Name| routine.variables.get(name).is_some_and(|of| of.ty.is_integer());
    hir::visit(&routine.body, &mut |node| {
        hir::written(node, &mut |name| {
            changed.insert(name);
        });
        let mut look = |expr: &Expr| {
            walk::any(expr, &mut |part| {
                if let Some(place) = place(part) {
                    wanted.entry(place).or_insert(node.span);
                }
                false
            });
        };
        match &node.kind {
            NodeKind::Loop(head) => [&head.lower, &head.upper, &head.step].into_iter().for_each(look),
            NodeKind::Assign(Target { name, index: None }, value) if is_integer(name) => look(value),
            _ => {}
        }
    });
    let first = read_first(routine);
    wanted.retain(|place, _| {
        let is_there = first.contains(place) || has_element(routine, place);
        !changed.contains(&place.array) && is_there && is_given(routine, place)
    });
    wanted
}

/// Elements that the first statement reads in any case.
fn read_first(routine: &Routine) -> BTreeSet<Place> {
    let mut places = BTreeSet::new();
    if let Some(NodeKind::Loop(head)) = routine.body.first().map(|node| &node.kind)
        && routine.requires.is_empty()
    {
        for bound in [&head.lower, &head.upper, &head.step] {
            note_read(bound, &mut places);
        }
    }
    places
}

/// Adds the elements that an expression reads whatever its conditions say.
fn note_read(expr: &Expr, places: &mut BTreeSet<Place>) {
    places.extend(place(expr));
    match expr.node() {
        Value::Select(condition, _, _) => note_read(condition, places),
        Value::And(operands) | Value::Or(operands) => {
            operands.iter().take(1).for_each(|operand| note_read(operand, places));
        }
        _ => walk::children(expr).into_iter().for_each(|child| note_read(child, places)),
    }
}

/// The element with constant subscripts that an expression is.
fn place(expr: &Expr) -> Option<Place> {
    let Value::Load { array, index } = expr.node() else { return None };
    let subscripts = index.iter().map(Expr::as_int).collect::<Option<Vec<i64>>>()?;
    (!subscripts.is_empty()).then(|| Place { array: array.clone(), subscripts })
}

/// Whether callers surely give an array of integers with so many axes.
fn is_given(routine: &Routine, place: &Place) -> bool {
    let Place { array, subscripts } = place;
    let Some(variable) = routine.variables.get(array) else { return false };
    routine.args.iter().any(|arg| arg.name == *array)
        && variable.ty.is_integer()
        && variable.intent != Some(Intent::Out)
        && !variable.is_pointer
        && !routine.may_lack(array)
        && variable.axes.as_ref().is_some_and(|axes| axes.len() == subscripts.len())
}

/// Whether literals say that an array has an element.
fn has_element(routine: &Routine, place: &Place) -> bool {
    let axes = routine.variables.get(&place.array).and_then(|variable| variable.axes.as_ref());
    axes.is_some_and(|axes| axes.iter().zip(&place.subscripts).all(|(axis, at)| has_subscript(axis, *at)))
}

/// Whether literals say that an axis has a subscript.
fn has_subscript(axis: &Axis, subscript: i64) -> bool {
    let (lower, length) = (axis.lower.as_int(), axis.length.as_ref().and_then(Expr::as_int));
    let offset = lower.and_then(|lower| subscript.checked_sub(lower));
    offset.zip(length).is_some_and(|(offset, length)| (0..length).contains(&offset))
}

/// A name for the value of an element.
fn spelled(array: &Name, subscripts: &[i64]) -> String {
    let subscripts = subscripts.iter().map(|one| one.to_string().replace('-', "m"));
    format!("{array}_{}", subscripts.collect::<Vec<_>>().join("_"))
}

fn replace(nodes: &mut [hir::Node], arguments: &BTreeMap<Place, Expr>) {
    for node in nodes {
        hir::map_expressions(node, &mut |expr| in_expression(expr, arguments));
        hir::blocks_mut(node).into_iter().for_each(|block| replace(block, arguments));
    }
}

fn in_expression(expr: &Expr, arguments: &BTreeMap<Place, Expr>) -> Expr {
    match place(expr).and_then(|place| arguments.get(&place)) {
        Some(argument) => argument.clone(),
        None => walk::map_children(expr, &mut |child| in_expression(child, arguments)),
    }
}
