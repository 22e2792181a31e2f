//! What the variables of a called routine are in its caller.

mod assumed;
mod locals;
mod outside;

use super::overlap::Part;
use super::rename::Renaming;
use super::view::View;
use super::{Frame, Inliner};
use crate::{present, symbolic};
use fortran_sema::arith::{Typed, describe, of_own_type};
use fortran_sema::hir::{
    Actual, Axis, Call, Columns, Given, Node, NodeKind, Routine, Slice, Target, Variable,
};
use fortran_sema::text;
use ir::{Expr, Node as Value, Scalar, walk};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many parts an integer expression may have that stands wherever the dummy argument did.
const MAX_PARTS: usize = 12;

/// What stands for a variable of the called routine.
#[derive(Debug, Clone)]
pub(super) enum Binding {
    /// A value that nothing changes while the routine runs.
    Value(Expr),
    /// A scalar.
    Scalar(Name),
    /// A scalar that is an element of an array.
    Element(Target),
    /// An array, or the view of one that the routine has.
    Array(Name),
}

/// A routine in the names of its caller.
pub(super) struct Bound {
    /// What is done before: values that are needed later are stored.
    pub(super) before: Vec<Node>,
    pub(super) body: Vec<Node>,
    /// Arrays that the routine sees with axes of its own.
    pub(super) views: BTreeMap<Name, View>,
    pub(super) bindings: BTreeMap<Name, Binding>,
    /// Elements of arrays that are given for scalars.
    pub(super) parts: Vec<Part>,
    /// Names that were added and are no variables of the routine's own.
    pub(super) symbols: Vec<Name>,
    /// Variables for dummy arguments for which nothing is given.
    pub(super) absent: Vec<Name>,
    /// Variables for dummy arguments that may not be used; they go when it is seen that they are not.
    pub(super) stand_ins: Vec<Name>,
    /// Dummy arguments that may not be used as they could be.
    pub(super) forbidden: Vec<Forbidden>,
}

/// What Fortran forbids of dummy arguments, and LAPACK does where flags say that they are not used.
#[derive(Debug)]
pub(super) struct Forbidden {
    /// Those that may not all be used.
    dummies: Vec<Name>,
    /// Whether they may be if none is assigned.
    may_be_read: bool,
    message: String,
}

impl Bound {
    /// Reports what statements use, now that the flags of the call are known.
    pub(super) fn check(
        forbidden: &[Forbidden],
        bindings: &BTreeMap<Name, Binding>,
        body: &[Node],
    ) -> Result<(), String> {
        if forbidden.is_empty() {
            return Ok(());
        }
        let (used, written) = (fortran_sema::hir::mentioned(body), symbolic::assigned(body));
        let is_in = |names: &BTreeSet<Name>, dummy: &Name| matches!(bindings.get(dummy), Some(Binding::Array(name) | Binding::Scalar(name)) if names.contains(name));
        let is_done = |of: &&Forbidden| {
            let is_assigned = of.dummies.iter().any(|dummy| is_in(&written, dummy));
            of.dummies.iter().all(|dummy| is_in(&used, dummy)) && (is_assigned || !of.may_be_read)
        };
        forbidden.iter().find(is_done).map_or(Ok(()), |of| Err(of.message.clone()))
    }
}

fn given_for(dummy: &Name) -> String {
    format!("a procedure is given for `{dummy}`, which is none")
}

fn given_twice(name: &Name, dummy: &Name, other: &Name) -> String {
    format!("`{name}` is given for `{dummy}` and `{other}`, and assigned")
}

pub(super) struct Binder<'a> {
    caller: &'a mut Routine,
    callee: &'a Routine,
    place: &'a Node,
    frames: &'a [Frame],
    root: &'a Name,
    /// Variables of the caller for which nothing is given to it.
    absent: &'a BTreeSet<Name>,
    /// What the called routine may change, in its names and then in the caller's.
    written: BTreeSet<Name>,
    changed: BTreeSet<Name>,
    /// Its names that stand in exponents.
    exponents: BTreeSet<Name>,
    /// Its names in numbers of which bits are moved.
    moved: BTreeSet<Name>,
    bound: Bound,
}

impl<'a> Binder<'a> {
    pub(super) fn new(
        caller: &'a mut Routine,
        callee: &'a Routine,
        place: &'a Node,
        inliner: &'a Inliner<'_, '_>,
    ) -> Self {
        let written = symbolic::assigned(&callee.body);
        let bound = Bound {
            before: Vec::new(),
            body: Vec::new(),
            views: BTreeMap::new(),
            bindings: BTreeMap::new(),
            parts: Vec::new(),
            symbols: Vec::new(),
            absent: Vec::new(),
            stand_ins: Vec::new(),
            forbidden: Vec::new(),
        };
        let (frames, root, absent) = (inliner.stack.as_slice(), &inliner.root, &inliner.absent);
        let [exponents, moved] = [exponent, moved].map(|operand| names_in(&callee.body, operand));
        let changed = BTreeSet::new();
        Binder { caller, callee, place, frames, root, absent, written, changed, exponents, moved, bound }
    }

    /// The routine's body in the names of the caller.
    pub(super) fn bind(mut self, call: &Call) -> Result<Bound, String> {
        let callee = self.callee;
        let given: Vec<(&Name, Actual)> = self
            .matched(call)?
            .into_iter()
            .map(|(dummy, actual)| (dummy, self.copied(dummy, actual)))
            .collect();
        let mut given: Vec<(&Name, &Actual)> = given.iter().map(|(dummy, actual)| (*dummy, actual)).collect();
        // Their calls are known by now.
        given.retain(|(dummy, _)| !callee.procedures.contains(*dummy));
        // What it calls may change variables that it does not name.
        self.changed.extend(call.outside.changed.iter().cloned());
        self.outside()?;
        let of_call = given.iter().filter(|(dummy, _)| self.written.contains(*dummy));
        let changed = of_call.filter_map(|(_, actual)| match &actual.given {
            Given::Place(target) => Some(target.name.clone()),
            Given::Value(_) | Given::Nothing | Given::Procedure(_) => None,
        });
        let changed: Vec<Name> = changed.collect();
        self.changed.extend(changed);
        let aliases = self.aliases(&given);
        let mut faults: Vec<String> = aliases.iter().map(|(_, fault)| fault.clone()).collect();
        let (arrays, scalars): (Vec<_>, Vec<_>) =
            given.iter().partition(|(dummy, _)| self.variable(dummy).is_some_and(|v| v.axes.is_some()));
        let present: BTreeSet<&Name> = given.iter().map(|(dummy, _)| *dummy).collect();
        let is_alias = |actual: &Actual| match &actual.given {
            Given::Place(target) => aliases.iter().any(|(name, _)| *name == target.name),
            _ => false,
        };
        for (dummy, actual) in scalars.into_iter().filter(|(_, actual)| !is_alias(actual)) {
            match self.scalar(dummy, actual) {
                Ok(binding) => drop(self.bound.bindings.insert(dummy.clone(), binding)),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() {
            self.locals();
            faults.extend(arrays.iter().filter_map(|(dummy, actual)| self.array(dummy, actual).err()));
        } else {
            // Bounds of arrays may depend on scalars that have no place.
            faults
                .extend(arrays.iter().filter_map(|(dummy, actual)| self.type_of_array(dummy, actual).err()));
        }
        if !faults.is_empty() {
            return Err(faults.join("; "));
        }
        self.left_out(&given)?;
        self.local_shapes();
        let renaming = Renaming { bindings: &self.bound.bindings };
        let is_given = |name: &Name| !callee.optional.contains(name) || present.contains(name);
        let body = match callee.optional.is_empty() {
            true => renaming.block(&callee.body)?,
            false => renaming.block(&present::folded(callee.body.clone(), &is_given))?,
        };
        self.bound.body = body;
        Ok(self.bound)
    }

    fn variable(&self, name: &Name) -> Option<&'a Variable> {
        self.callee.variables.get(name)
    }

    /// The dummy arguments, each with what is given for it.
    fn matched<'c>(&self, call: &'c Call) -> Result<Vec<(&'a Name, &'c Actual)>, String> {
        let dummies: Vec<&Name> =
            self.callee.args.iter().take(self.callee.dummies).map(|arg| &arg.name).collect();
        let mut given: BTreeMap<&Name, &Actual> = BTreeMap::new();
        let mut faults = Vec::new();
        for (at, actual) in call.actuals.iter().enumerate() {
            let dummy = match &actual.keyword {
                Some(keyword) => dummies.iter().find(|dummy| *dummy == &keyword).copied(),
                None => dummies.get(at).copied(),
            };
            if let (None, Some(keyword)) = (dummy, &actual.keyword) {
                faults.push(format!("it has no argument `{keyword}`"));
                continue;
            }
            let Some(dummy) = dummy else {
                faults.push(format!("it takes {} arguments, not {}", dummies.len(), call.actuals.len()));
                break;
            };
            if given.insert(dummy, actual).is_some() {
                faults.push(format!("`{dummy}` is given twice"));
            }
        }
        let is_absent = |actual: &&Actual| match &actual.given {
            Given::Place(Target { name, index: None }) => self.absent.contains(name),
            Given::Nothing => true,
            _ => false,
        };
        given.retain(|_, actual| !is_absent(actual));
        let is_lacking = |dummy: &&&Name| !given.contains_key(**dummy) && !self.callee.may_lack(dummy);
        let lacking = dummies.iter().filter(is_lacking);
        faults.extend(lacking.map(|dummy| format!("nothing is given for its argument `{dummy}`")));
        if !faults.is_empty() {
            return Err(faults.join("; "));
        }
        Ok(dummies.into_iter().filter_map(|dummy| Some((dummy, *given.get(dummy)?))).collect())
    }

    /// What is given for a dummy argument: its value for one that is a copy.
    fn copied(&self, dummy: &Name, actual: &Actual) -> Actual {
        let is_single = self.variable(dummy).is_some_and(|variable| variable.axes.is_none());
        let value = match &actual.given {
            Given::Place(Target { name, index: Some(index) }) => {
                Some(Expr::load(name.clone(), index.clone()))
            }
            Given::Place(Target { name, index: None }) => {
                let of = self.caller.variables.get(name).filter(|of| of.axes.is_none());
                of.map(|_| Expr::var(name.clone()))
            }
            _ => None,
        };
        let value =
            value.filter(|_| is_single && actual.section.is_none() && self.callee.by_value.contains(dummy));
        Actual { given: value.map_or_else(|| actual.given.clone(), Given::Value), ..actual.clone() }
    }

    /// What Fortran forbids: a variable that is given twice and assigned. Arrays may be given so where one of
    /// the dummies is not used, which is known when the flags of the call are.
    fn aliases(&mut self, given: &[(&Name, &Actual)]) -> Vec<(Name, String)> {
        let mut faults = Vec::new();
        let whole = |actual: &Actual| match &actual.given {
            Given::Place(Target { name, index: None }) => Some(name.clone()),
            _ => None,
        };
        for (at, (dummy, actual)) in given.iter().enumerate() {
            let Some(name) = whole(actual) else { continue };
            for (other, second) in given.iter().skip(at + 1) {
                let assigned = self.written.contains(*dummy) || self.written.contains(*other);
                if !assigned || whole(second).as_ref() != Some(&name) {
                    continue;
                }
                if self.variable(dummy).is_none_or(|variable| variable.axes.is_none()) {
                    faults.push((name.clone(), given_twice(&name, dummy, other)));
                    continue;
                }
                let dummies = vec![(*dummy).clone(), (*other).clone()];
                let message = given_twice(&name, dummy, other);
                self.bound.forbidden.push(Forbidden { dummies, may_be_read: true, message });
            }
        }
        faults
    }

    /// Whether a variable of a module or host, which the routine uses by that name, is this one of the
    /// caller.
    fn is_outside(&self, name: &Name) -> bool {
        let outside = self.callee.args.iter().skip(self.callee.dummies);
        let mut bound = outside.filter_map(|arg| self.bound.bindings.get(&arg.name));
        bound.any(|binding| matches!(binding, Binding::Scalar(own) if own == name))
    }

    /// Whether what is given is an element of an array that holds a value.
    fn is_part_of_value(&self, given: &Given) -> bool {
        let Given::Place(target) = given else { return false };
        self.caller.variables.get(&target.name).is_some_and(|variable| variable.is_value)
    }

    fn scalar(&mut self, dummy: &Name, actual: &Actual) -> Result<Binding, String> {
        let Some(variable) = self.variable(dummy) else { return Err(format!("`{dummy}` has no type")) };
        let is_written = self.written.contains(dummy);
        if actual.section.is_some() {
            return Err(format!("a section is given for the scalar `{dummy}`"));
        }
        if is_written && self.is_part_of_value(&actual.given) {
            return Err(format!("it assigns to `{dummy}`, for which a value is given"));
        }
        // A value may stand for a dummy that is only read. An element is copied; where it is assigned, its
        // subscripts are.
        match &actual.given {
            Given::Nothing => Err(format!("nothing is given for its argument `{dummy}`")),
            Given::Procedure(_) => Err(given_for(dummy)),
            Given::Value(value) => {
                let ty = actual.ty;
                agree(dummy, variable.ty, ty)?;
                if is_written {
                    return Err(format!("it assigns to `{dummy}`, for which a value is given"));
                }
                if let Some(codes) = text::codes(value) {
                    return Ok(Binding::Value(self.text(dummy, codes)));
                }
                let value = fortran_sema::constant::condition(value);
                Ok(if self.may_stand(dummy, &value, ty) {
                    let is_moved = self.moved.contains(dummy);
                    Binding::Value(if is_moved { of_own_type(&Typed::new(value, ty)) } else { value })
                } else {
                    Binding::Scalar(self.stored(dummy, value, ty))
                })
            }
            Given::Place(target) => {
                let of = self.caller.variables.get(&target.name).cloned();
                let Some(of) = of else { return Err(format!("`{}` is not known", target.name)) };
                agree(dummy, variable.ty, of.ty)?;
                match (&target.index, of.axes.is_some()) {
                    (None, false) if !is_written && self.changed.contains(&target.name) => {
                        Err(format!("`{}` is given for `{dummy}`, and changed otherwise", target.name))
                    }
                    (None, false) if is_written && self.is_outside(&target.name) => Err(format!(
                        "`{}` is given for `{dummy}`, which it assigns, and used by its own name",
                        target.name
                    )),
                    (None, false) => Ok(Binding::Scalar(target.name.clone())),
                    (None, true) => Err(format!("a whole array is given for the scalar `{dummy}`")),
                    (Some(index), _) if is_written => {
                        let index = self.fixed(dummy, index);
                        let element = Target { name: target.name.clone(), index: Some(index) };
                        self.part(dummy, &element, None)?;
                        Ok(Binding::Element(element))
                    }
                    (Some(index), _) => {
                        let value = Expr::load(target.name.clone(), index.clone());
                        let copy = self.stored(dummy, value, of.ty);
                        self.part(dummy, target, Some(copy.clone()))?;
                        Ok(Binding::Scalar(copy))
                    }
                }
            }
        }
    }

    /// Notes the element that is given for a scalar, of which no other dummy may be assigned.
    fn part(&mut self, dummy: &Name, element: &Target, copy: Option<Name>) -> Result<(), String> {
        let is_same = |other: &&Part| other.element == *element && (other.copy.is_none() || copy.is_none());
        let other = self.bound.parts.iter().find(is_same).map(|other| other.dummy.clone());
        self.bound.parts.push(Part { dummy: dummy.clone(), element: element.clone(), copy });
        other.map_or(Ok(()), |other| {
            Err(format!(
                "one element of `{}` is given for `{other}` and `{dummy}`, and assigned",
                element.name
            ))
        })
    }

    /// A text of characters that nothing changes while the routine runs.
    fn text(&mut self, dummy: &Name, codes: &[Expr]) -> Expr {
        let mut kept = Vec::new();
        for code in codes {
            kept.push(match self.may_stand(dummy, code, Scalar::I8) {
                true => code.clone(),
                false => {
                    let name = self.stored(dummy, code.clone(), Scalar::I8);
                    self.caller.characters.insert(name.clone());
                    Expr::var(name)
                }
            });
        }
        text::of_codes(kept)
    }

    /// Whether a value may be computed anew wherever the dummy argument is read.
    fn may_stand(&self, dummy: &Name, value: &Expr, ty: Scalar) -> bool {
        // A power with a constant exponent may be computed otherwise than one with a variable.
        if self.exponents.contains(dummy) {
            return false;
        }
        let is_literal = |expr: &Expr| {
            matches!(expr.node(), Value::Real(_) | Value::Bool(_))
                || expr.as_int().is_some() && !matches!(ty, Scalar::I64 | Scalar::I16)
        };
        let is_negative = |expr: &Expr| match expr.node() {
            Value::Product(factors) => factors.iter().all(is_literal),
            _ => false,
        };
        if is_literal(value) || is_negative(value) {
            return true;
        }
        let mut parts = 0;
        walk::visit(value, &mut |_| parts += 1);
        let varies = walk::any(value, &mut |part| match part.node() {
            Value::Load { .. } => true,
            Value::Var(name) => self.changed.contains(name),
            _ => false,
        });
        (ty.is_integer() || value.as_var().is_some()) && parts <= MAX_PARTS && !varies
    }

    /// A new scalar of the caller with that value.
    fn stored(&mut self, base: &Name, value: Expr, ty: Scalar) -> Name {
        let name = self.caller.add_scalar(base, ty, self.place.span);
        let target = Target { name: name.clone(), index: None };
        let tags = Rc::clone(&self.place.tags);
        self.bound.before.push(Node { kind: NodeKind::Assign(target, value), span: self.place.span, tags });
        self.bound.symbols.push(name.clone());
        name
    }

    /// Subscripts that keep their value while the routine runs.
    fn fixed(&mut self, base: &Name, index: &[Expr]) -> Vec<Expr> {
        let mut fixed = Vec::new();
        for subscript in index {
            let varies = walk::any(subscript, &mut |part| match part.node() {
                Value::Load { .. } => true,
                Value::Var(name) => self.changed.contains(name),
                _ => false,
            });
            fixed.push(if varies {
                let name = Name::new(format!("{base}_at"));
                Expr::var(self.stored(&name, subscript.clone(), Scalar::I32))
            } else {
                subscript.clone()
            });
        }
        fixed
    }

    /// A dummy array, and the variable of the caller that is given for it, which has its type.
    fn type_of_array<'c>(
        &self,
        dummy: &Name,
        actual: &'c Actual,
    ) -> Result<(&'a Variable, &'c Target, Variable), String> {
        let Some(variable) = self.variable(dummy) else { return Err(format!("`{dummy}` has no type")) };
        let Given::Place(target) = &actual.given else {
            return Err(format!("a value is given for the array `{dummy}`"));
        };
        let of = self.caller.variables.get(&target.name).cloned();
        let Some(of) = of else { return Err(format!("`{}` is not known", target.name)) };
        agree(dummy, variable.ty, of.ty)?;
        Ok((variable, target, of))
    }

    fn array(&mut self, dummy: &Name, actual: &Actual) -> Result<(), String> {
        let (variable, target, of) = self.type_of_array(dummy, actual)?;
        let Some(axes) = of.axes else {
            let message = format!("the scalar `{}` is given for the array `{dummy}`", target.name);
            return self.stand_in(dummy, variable, message).map(drop);
        };
        if of.is_value && self.written.contains(dummy) {
            return Err(format!("it assigns to `{dummy}`, for which a value is given"));
        }
        let start = target.index.as_ref().map(|index| self.fixed(dummy, index));
        let along = self.assumed_shape_slices(dummy, variable, actual, &axes)?;
        let own = self.axes(variable.axes.as_deref().unwrap_or(&[]))?;
        let bounds = own.iter().flat_map(|axis| std::iter::once(&axis.lower).chain(&axis.length));
        if bounds.flat_map(walk::names).any(|name| self.changed.contains(&name)) {
            return Err(format!("it changes the bounds of `{dummy}`"));
        }
        let name = self.caller.fresh(dummy);
        let seen = Variable { axes: Some(own.clone()), span: self.place.span, ..variable.clone() };
        self.caller.variables.insert(name.clone(), seen);
        self.bound.symbols.push(name.clone());
        self.bound.bindings.insert(dummy.clone(), Binding::Array(name.clone()));
        let columns =
            Columns { routine: self.callee.name.name.clone(), dummy: dummy.clone(), call: self.place.span };
        // A section that the dummy's own axes do not run along.
        let has_shape = !self.extents_of(variable).is_empty();
        let is_counted = !has_shape && along.as_ref().is_some_and(|along| !runs_along(along, &own));
        let view = View { array: target.name.clone(), axes, start, along, own, columns, is_counted };
        self.bound.views.insert(name, view);
        Ok(())
    }

    /// A variable for a dummy argument that may not be used.
    fn stand_in(&mut self, dummy: &Name, variable: &Variable, message: String) -> Result<Name, String> {
        self.bound.forbidden.push(Forbidden { dummies: vec![dummy.clone()], may_be_read: false, message });
        let name = self.caller.fresh(dummy);
        let axes = variable.axes.as_deref().map(|axes| self.axes(axes)).transpose()?;
        let binding = match axes {
            Some(_) => Binding::Array(name.clone()),
            None => Binding::Scalar(name.clone()),
        };
        let seen = Variable { axes, span: self.place.span, ..variable.clone() };
        self.caller.variables.insert(name.clone(), seen);
        self.bound.symbols.push(name.clone());
        self.bound.stand_ins.push(name.clone());
        self.bound.bindings.insert(dummy.clone(), binding);
        Ok(name)
    }

    /// What stands for arguments for which nothing is given.
    fn left_out(&mut self, given: &[(&Name, &Actual)]) -> Result<(), String> {
        let callee = self.callee;
        let is_given = |name: &Name| given.iter().any(|(dummy, _)| *dummy == name);
        for dummy in callee.optional.union(&callee.deferred).filter(|name| !is_given(name)) {
            let Some(variable) = self.variable(dummy) else { continue };
            let axes = variable.axes.iter().flatten();
            for length in
                axes.flat_map(|axis| [axis.length.as_ref(), Some(&axis.lower)]).filter_map(|of| of?.as_var())
            {
                if self.callee.args.iter().skip(self.callee.dummies).any(|arg| arg.name == *length) {
                    self.bound.bindings.insert(length.clone(), Binding::Value(Expr::int(0)));
                }
            }
            let message = format!("its argument `{dummy}` is used, and nothing is given for it");
            let name = self.stand_in(dummy, variable, message)?;
            self.bound.absent.push(name);
        }
        Ok(())
    }
}

/// Whether the axes of a dummy are those of a section.
fn runs_along(section: &[Slice], own: &[Axis]) -> bool {
    let lengths = section.iter().filter_map(|slice| match slice {
        Slice::Range { length, .. } => Some(length),
        Slice::At(_) => None,
    });
    let lengths: Vec<&Expr> = lengths.collect();
    // Of the last axis nobody asks how long it is.
    let mut leading = own.iter().zip(&lengths).take(own.len().saturating_sub(1));
    let is_same = |(axis, length): (&Axis, &&Expr)| axis.length.as_ref() == Some(*length);
    own.len() == lengths.len() && (own.len() == 1 || leading.all(is_same))
}

fn agree(dummy: &Name, wanted: Scalar, given: Scalar) -> Result<(), String> {
    if wanted == given {
        return Ok(());
    }
    Err(format!("its argument `{dummy}` is {}, and what is given is {}", describe(wanted), describe(given)))
}

/// Names in operands of some kind.
fn names_in(nodes: &[Node], operand: fn(&Expr) -> Option<&Expr>) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    fortran_sema::hir::visit(nodes, &mut |node| {
        fortran_sema::hir::expressions(node, &mut |expr| {
            walk::visit(expr, &mut |part| names.extend(operand(part).map(walk::names).unwrap_or_default()));
        });
    });
    names
}

fn exponent(expr: &Expr) -> Option<&Expr> {
    if let Value::Power(_, exponent) = expr.node() { Some(exponent) } else { None }
}

/// The number of which bits are moved: how many it has depends on its type.
fn moved(expr: &Expr) -> Option<&Expr> {
    match expr.node() {
        Value::Call { function, args } if matches!(&**function, "shift_left" | "shift_right") => args.first(),
        _ => None,
    }
}
