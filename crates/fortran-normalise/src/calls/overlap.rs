//! Claim: what a called routine touches through two of its names that stand for one array, one of them
//! assigned, are different elements.
//!
//! Fortran asks that of the caller, and compilers rely on it. The elements are compared: where some are the
//! same whenever there are any, or although the distance of the parts is a number, the call is refused.
//! Where that depends on arguments, it is required that none are. Where it depends on loops around the call,
//! the statements do in their order what they say; but of an element whose value is taken when the call is
//! made it is required that no other name changes it. Of subscripts that depend on data nothing follows, and
//! little of conditions on arguments, which may say that the parts are apart.

use super::view::{self, View};
use crate::cases::of_integers;
use crate::facts::Facts;
use crate::symbolic;
use fortran_sema::hir::{Loop, Node, NodeKind, Routine, Stop, Target, expressions};
use ir::{Expr, Node as Value, affine, walk};
use poly::{Aff, Constraint, ConstraintKind, Name, Set};
use std::collections::{BTreeMap, BTreeSet};

/// How many pairs of accesses are compared for one call.
const MAX_PAIRS: usize = 400;

/// How many cases a requirement may have.
const MAX_CASES: usize = 4;

/// What is said of arguments that are not apart.
const SHARED: &str = "share elements of";

/// Whether a requirement is one that they are apart.
pub fn is_of_shared(message: &str) -> bool {
    message.contains(SHARED)
}

/// An element of an array that is given for a scalar.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) dummy: Name,
    pub(super) element: Target,
    /// The variable that holds its value, where the routine does not assign it.
    pub(super) copy: Option<Name>,
}

/// What must hold where a call is made, and what is said where it does not.
pub(super) type OverlapConditions = Vec<(Expr, String)>;

/// An element that statements touch.
#[derive(Debug, Clone, PartialEq)]
struct Access {
    /// The dummy argument, or none where the array is called by its own name.
    through: Option<Name>,
    array: Name,
    /// Its subscripts, as far as they are sums of what keeps its value.
    index: Vec<Option<Aff>>,
    is_written: bool,
    /// Whether its value is taken when the call is made.
    is_copy: bool,
    path: Path,
}

/// Under what conditions statements run.
#[derive(Debug, Clone, Default, PartialEq)]
struct Path {
    /// Variables of loops.
    inner: Vec<Name>,
    conditions: Vec<Constraint>,
    /// Whether these are all.
    is_exact: bool,
    /// Whether some stand for more than bounds of loops.
    is_chosen: bool,
    /// Whether one of them says that arguments have one value, as that a leading dimension is 1: most calls
    /// give others.
    is_special: bool,
}

/// What the parts of arrays that a call gives must satisfy.
pub(super) fn requirements(
    body: &[Node],
    views: &BTreeMap<Name, View>,
    parts: &[Part],
    caller: &Routine,
    facts: &Facts,
) -> Result<OverlapConditions, String> {
    let given = views.values().map(|view| &view.array).chain(parts.iter().map(|part| &part.element.name));
    let arrays: BTreeSet<&Name> = given.collect();
    let changes = symbolic::assigned(body);
    let is_changed = |view: (&Name, &View)| changes.contains(view.0) || changes.contains(&view.1.array);
    let is_assigned = |part: &Part| part.copy.is_none() || changes.contains(&part.element.name);
    if !views.iter().any(is_changed) && !parts.iter().any(is_assigned) {
        return Ok(Vec::new());
    }
    let mut reader = Reader { views, parts, arrays, caller, facts, changes, found: Vec::new() };
    reader.block(body, &Path { is_exact: !jumps(body), ..Path::default() });
    compared(&reader.found, caller, facts)
}

/// Whether statements may leave a loop or the routine before its end.
fn jumps(body: &[Node]) -> bool {
    let mut found = false;
    fortran_sema::hir::visit(body, &mut |node| {
        found |= matches!(
            node.kind,
            NodeKind::Return
                | NodeKind::Exit(_)
                | NodeKind::Cycle(_)
                | NodeKind::Goto(_)
                | NodeKind::Stop(Stop::Text(_) | Stop::Argument(..) | Stop::Original(_))
        );
    });
    found
}

struct Reader<'r> {
    views: &'r BTreeMap<Name, View>,
    parts: &'r [Part],
    arrays: BTreeSet<&'r Name>,
    caller: &'r Routine,
    facts: &'r Facts,
    /// What the statements assign.
    changes: BTreeSet<Name>,
    found: Vec<Access>,
}

impl Reader<'_> {
    fn block(&mut self, nodes: &[Node], path: &Path) {
        for node in nodes {
            expressions(node, &mut |expr| self.reads(expr, path));
            match &node.kind {
                NodeKind::Assign(target, _) => self.access(&target.name, target.index.as_deref(), true, path),
                NodeKind::Loop(head) => self.block(&head.body, &self.path_of_iterations(head, path)),
                NodeKind::If(branches, otherwise) => {
                    let mut path = path.clone();
                    for branch in branches {
                        let mut inside = path.clone();
                        self.narrow(&mut inside, &branch.condition);
                        self.block(&branch.body, &inside);
                        self.narrow(&mut path, &branch.condition.logical_not());
                    }
                    self.block(otherwise, &path);
                }
                _ => {}
            }
        }
    }

    fn reads(&mut self, expr: &Expr, path: &Path) {
        let mut read = Vec::new();
        walk::visit(expr, &mut |part| match part.node() {
            Value::Load { array, index } => read.push((array.clone(), Some(index.clone()))),
            Value::Var(name) => read.push((name.clone(), None)),
            _ => {}
        });
        for (name, index) in read {
            self.access(&name, index.as_deref(), false, path);
        }
    }

    fn access(&mut self, name: &Name, index: Option<&[Expr]>, is_written: bool, path: &Path) {
        let part = self.parts.iter().find(|part| match (&part.copy, index) {
            (Some(copy), None) => copy == name,
            (None, Some(index)) => part.element.name == *name && part.element.index.as_deref() == Some(index),
            _ => false,
        });
        let (through, array, index) = match (part, self.views.get(name), index) {
            (Some(part), _, _) => {
                let index = part.element.index.clone().unwrap_or_default();
                (Some(part.dummy.clone()), part.element.name.clone(), index)
            }
            (None, Some(view), Some(index)) => {
                let index = view::place(view, index, self.views, self.caller, self.facts);
                (Some(view.columns.dummy.clone()), view.array.clone(), index)
            }
            (None, None, Some(index)) if self.arrays.contains(name) => (None, name.clone(), index.to_vec()),
            _ => return,
        };
        let index = index.iter().map(|subscript| self.sum(subscript, path)).collect();
        let is_copy = part.is_some_and(|part| part.copy.is_some());
        let access = Access { through, array, index, is_written, is_copy, path: path.clone() };
        if !self.found.contains(&access) {
            self.found.push(access);
        }
    }

    /// A sum of integers that keep their value while the routine runs, and of the loops around.
    fn sum(&self, expr: &Expr, path: &Path) -> Option<Aff> {
        let sum = affine::to_aff(expr).filter(|_| of_integers(expr, &self.caller.variables))?;
        let is_steady = |name: &Name| path.inner.contains(name) || !self.changes.contains(name);
        sum.names().iter().all(is_steady).then_some(sum)
    }

    /// Adds a condition to those of a path.
    fn narrow(&self, path: &mut Path, condition: &Expr) {
        let is_steady = |name: &Name| path.inner.contains(name) || !self.changes.contains(name);
        let is_known =
            of_integers(condition, &self.caller.variables) && walk::names(condition).iter().all(is_steady);
        path.is_chosen = true;
        match affine::to_constraints(condition).filter(|_| is_known) {
            Some(constraints) => {
                path.is_special |= constraints.iter().any(|of| of.kind == ConstraintKind::Equality);
                path.conditions.extend(constraints);
            }
            None => path.is_exact = false,
        }
    }

    /// The path of the iterations of a loop.
    fn path_of_iterations(&self, head: &Loop, path: &Path) -> Path {
        let mut path = path.clone();
        let (lower, upper) = (self.sum(&head.lower, &path), self.sum(&head.upper, &path));
        path.inner.push(head.variable.clone());
        let variable = Aff::dim(&head.variable);
        let number = fortran_sema::hir::iteration(&head.variable);
        path.inner.push(number.clone());
        let range = || {
            let (lower, upper, step) = (lower?, upper?, head.step.as_int()?);
            let number = Aff::dim(&number);
            let from = Constraint::eq(&variable, &number.scale(step)?.add(&lower)?)?;
            let to =
                if step < 0 { Constraint::ge(&variable, &upper) } else { Constraint::le(&variable, &upper) };
            Some([from, to?, Constraint::ge(&number, &Aff::constant(0))?])
        };
        match range() {
            Some(range) => path.conditions.extend(range),
            None => path.is_exact = false,
        }
        path
    }
}

/// What must hold for each two of these to be different elements, if they are of one array and one is
/// assigned.
fn compared(found: &[Access], caller: &Routine, facts: &Facts) -> Result<OverlapConditions, String> {
    let arguments: BTreeSet<&Name> = caller.args.iter().map(|argument| &argument.name).collect();
    let is_of_arguments = |shared: &Expr| walk::names(shared).iter().all(|name| arguments.contains(name));
    let mut apart: OverlapConditions = Vec::new();
    let mut count = 0;
    for (at, one) in found.iter().enumerate() {
        let is_other = |other: &&Access| {
            other.array == one.array && other.through != one.through && (other.is_written || one.is_written)
        };
        for other in found.iter().skip(at + 1).filter(is_other) {
            count += 1;
            if count > MAX_PAIRS {
                return Ok(apart);
            }
            let Some(meeting) = meeting(one, other) else { continue };
            let Some(shared) = meeting.condition(facts, caller) else { continue };
            let is_said = meeting.is_certain || one.is_copy || other.is_copy || is_of_arguments(&shared);
            if !is_said || apart.iter().any(|(of, _)| *of == shared) {
                continue;
            }
            let message = message(one, other);
            if meeting.is_certain || apart.len() >= MAX_CASES {
                return Err(message);
            }
            apart.push((shared, message));
        }
    }
    let is_integer = |expr: &Expr| of_integers(expr, &caller.variables);
    Ok(apart
        .into_iter()
        .map(|(shared, message)| (symbolic::opposite(&shared, &is_integer), message))
        .collect())
}

/// When two accesses touch one element.
struct Meeting {
    set: Set,
    /// Whether no choice of where the parts begin keeps them apart.
    is_certain: bool,
}

impl Meeting {
    /// As a condition, unless it is known not to hold.
    fn condition(&self, facts: &Facts, caller: &Routine) -> Option<Expr> {
        let pieces = self.set.pieces().ok()?;
        let conjunction =
            |piece: &Vec<Constraint>| Expr::all(piece.iter().map(affine::from_constraint).collect());
        let condition = Expr::any(pieces.iter().map(conjunction).collect());
        (!facts.exclude(&condition, &caller.variables)).then_some(condition)
    }
}

/// When two accesses touch one element; none where they do not, or nobody knows.
fn meeting(one: &Access, other: &Access) -> Option<Meeting> {
    let again: BTreeMap<Name, Aff> = other
        .path
        .inner
        .iter()
        .map(|name| (name.clone(), Aff::dim(&Name::new(format!("{name}'")))))
        .collect();
    let is_special = one.path.is_special || other.path.is_special;
    let mut is_exact = one.path.is_exact && other.path.is_exact && !is_special;
    let mut is_fixed = true;
    let mut dims: Vec<Name> = one.path.inner.clone();
    dims.extend(again.values().flat_map(Aff::names));
    let mut conditions = one.path.conditions.clone();
    for condition in &other.path.conditions {
        conditions.push(Constraint { aff: condition.aff.substitute(&again)?, ..condition.clone() });
    }
    let both = conditions.clone();
    for subscripts in one.index.iter().zip(&other.index) {
        let (Some(a), Some(b)) = subscripts else {
            is_exact = false;
            continue;
        };
        let distance = a.sub(&b.substitute(&again)?)?;
        is_fixed &= distance.names().iter().all(|name| dims.contains(name));
        conditions.push(Constraint::eq(&distance, &Aff::constant(0))?);
    }
    let set = set(&conditions, &dims)?;
    if set.is_empty().ok()? || !is_exact {
        return None;
    }
    let set = set.project_out(&dims).ok()?;
    let all = self::set(&both, &dims)?.project_out(&dims).ok()?;
    let all = all.add_params(set.params()).ok()?;
    let is_whenever = all.is_subset(&set.add_params(all.params()).ok()?).ok()?;
    if is_whenever || !one.path.is_chosen && !other.path.is_chosen {
        return Some(Meeting { set, is_certain: is_whenever || is_fixed });
    }
    None
}

fn set(conditions: &[Constraint], dims: &[Name]) -> Option<Set> {
    let names: BTreeSet<Name> = conditions.iter().flat_map(|condition| condition.aff.names()).collect();
    let params: Vec<Name> = names.into_iter().filter(|name| !dims.contains(name)).collect();
    Set::from_constraints(&params, dims, conditions).ok()
}

fn message(one: &Access, other: &Access) -> String {
    let (first, second) = match (&one.through, &other.through) {
        (Some(first), Some(second)) => (first, format!("`{second}`")),
        (Some(dummy), None) | (None, Some(dummy)) => (dummy, format!("`{}` itself", one.array)),
        (None, None) => (&one.array, String::new()),
    };
    format!("`{first}` and {second} {SHARED} `{}`, one of which it assigns", one.array)
}
