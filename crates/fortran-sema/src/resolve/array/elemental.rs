//! Calls of elemental subroutines with arrays: one call for each element.

use super::super::{ARRAY, Resolver, World};
use super::{assign, node};
use crate::arith::Typed;
use crate::hir::{Actual, Call, Given, NodeKind, Slice, Target};
use crate::known::Known;
use diag::Span;
use ir::{Expr as Value, Scalar};
use poly::Name;
use std::collections::BTreeSet;

impl Resolver<'_> {
    /// Puts a call for each element before the statement being read, where arrays are given for dummies that
    /// are numbers; the call again where none is, and nothing where something is wrong.
    pub(in crate::resolve) fn for_each_element(
        &mut self,
        call: Call,
        known: &Known<'_>,
        span: Span,
    ) -> Option<Option<Call>> {
        let arrays = fortran_syntax::mention::arrays(known.unit);
        let dummies = &known.unit.head.args;
        let may_spread = |(at, actual): (usize, &Actual)| {
            let dummy = actual.keyword.as_ref().or(dummies.get(at).map(|dummy| &dummy.name));
            dummy.is_some_and(|dummy| !arrays.contains(dummy))
                && self.lengths(actual).is_some_and(|lengths| !lengths.is_empty())
        };
        if !call.actuals.iter().enumerate().any(may_spread) {
            return Some(Some(call));
        }
        // Arrays are spread over dummies that are numbers, and go as they are to those that are arrays.
        let numbers = scalar_dummies(known, self.world);
        let is_number = |at: usize, actual: &Actual| match &actual.keyword {
            Some(keyword) => numbers.iter().any(|(name, is_number)| name == keyword && *is_number),
            None => numbers.get(at).is_some_and(|(_, is_number)| *is_number),
        };
        let spread: Vec<Option<Vec<Typed>>> = call
            .actuals
            .iter()
            .enumerate()
            .map(|(at, actual)| {
                self.lengths(actual).filter(|lengths| !lengths.is_empty() && is_number(at, actual))
            })
            .collect();
        let Some(mut extents) = spread.iter().flatten().next().cloned() else { return Some(Some(call)) };
        if dummies.iter().any(|dummy| arrays.contains(&dummy.name)) {
            return self
                .report(super::super::invoke::with_array_components(&known.unit.head.name.name, span));
        }
        for other in spread.iter().flatten() {
            if other.len() != extents.len() {
                return self.error(ARRAY, "arrays of different ranks are given for numbers", span);
            }
            for (axis, (own, wanted)) in other.iter().zip(&extents).enumerate() {
                self.conform(own, wanted, axis, span)?;
            }
        }
        let assigned = super::super::assigned::Assigned::collect(known.unit, &known.hosts, self.world.scopes);
        let is_assigned = |at: usize, actual: &Actual| {
            let dummy = actual.keyword.as_ref().or(dummies.get(at).map(|dummy| &dummy.name));
            dummy.is_some_and(|dummy| assigned.contains(dummy))
        };
        let mut given = call.actuals.iter().zip(&spread).enumerate();
        if given.any(|(at, (actual, lengths))| lengths.is_none() && is_assigned(at, actual)) {
            let message = "an array is given for a number, and a number for an argument that gets a value";
            return self.error(ARRAY, message, span);
        }
        // Extents that the calls could change are kept before the first of them.
        let given = call.actuals.iter().filter_map(|actual| match &actual.given {
            Given::Place(place) => Some(place.name.clone()),
            _ => None,
        });
        let written: BTreeSet<Name> = given.chain(call.outside.changed.iter().cloned()).collect();
        let kept = self.keep_extents(&mut extents, &written, span);
        self.before.extend(kept);
        let at = self.positions(&extents, span);
        let mut actuals = Vec::new();
        for (actual, lengths) in call.actuals.into_iter().zip(spread) {
            let actual = self.settled_place(actual, &written, span);
            actuals.push(match lengths {
                Some(_) => self.element_given(actual, &at),
                None => self.once_given(actual, span),
            });
        }
        let body = vec![node(NodeKind::Call(Call { actuals, ..call }), span)];
        let nodes = self.nest(&at, &extents, body, span);
        self.before.extend(nodes);
        Some(None)
    }

    /// How many elements an array that is given has along each axis; nothing of a number.
    fn lengths(&self, actual: &Actual) -> Option<Vec<Typed>> {
        if let Some(section) = &actual.section {
            let lengths = section.iter().filter_map(|slice| match slice {
                Slice::Range { length, .. } => Some(self.typed(length)),
                Slice::At(_) => None,
            });
            return Some(lengths.collect());
        }
        let Given::Place(Target { name, index: None }) = &actual.given else { return None };
        let axes = self.variables.get(name)?.axes.as_ref()?;
        axes.iter().map(|axis| Some(self.typed(axis.length.as_ref()?))).collect()
    }

    /// The element of an array at these positions.
    fn element_given(&self, actual: Actual, at: &[Typed]) -> Actual {
        let Given::Place(Target { name, .. }) = &actual.given else { return actual };
        let mut positions = at.iter().map(|at| at.expr.clone());
        let mut next = || positions.next().unwrap_or(Value::int(0));
        let index: Vec<Value> = match &actual.section {
            Some(section) => {
                let place = |slice: &Slice| match slice {
                    Slice::At(at) => at.clone(),
                    Slice::Range { first, step, .. } => self.tidy(&first.plus(&step.times(&next()))),
                };
                section.iter().map(place).collect()
            }
            None => {
                let axes = self.variables.get(name).and_then(|variable| variable.axes.as_ref());
                axes.into_iter().flatten().map(|axis| self.tidy(&axis.lower.plus(&next()))).collect()
            }
        };
        let given = Given::Place(Target { name: name.clone(), index: Some(index) });
        Actual { given, section: None, ..actual }
    }

    /// What is given, with scalars for those of its subscripts that the calls may change: it is one place for
    /// all of them.
    fn settled_place(&mut self, mut actual: Actual, written: &BTreeSet<Name>, span: Span) -> Actual {
        let settle = |resolver: &mut Self, subscript: &mut Value| {
            let names = ir::walk::names(subscript);
            let may_change = |name: &Name| {
                written.iter().any(|own| own == name || resolver.storage.sharing(own).contains(name))
            };
            if names.iter().any(may_change) {
                let ty = resolver.typed(subscript).ty;
                let kept = resolver.scalar(&Name::new("place"), ty, span);
                resolver.before.push(assign(&kept, subscript.clone(), span));
                *subscript = Value::var(kept);
            }
        };
        if let Given::Place(Target { index: Some(index), .. }) = &mut actual.given {
            index.iter_mut().for_each(|subscript| settle(self, subscript));
        }
        for slice in actual.section.iter_mut().flatten() {
            match slice {
                Slice::At(at) => settle(self, at),
                Slice::Range { first, step, .. } => {
                    settle(self, first);
                    settle(self, step);
                }
            }
        }
        actual
    }

    /// A value that is the same for all elements is computed before the first.
    fn once_given(&mut self, actual: Actual, span: Span) -> Actual {
        let Given::Value(value) = &actual.given else { return actual };
        if ir::walk::names(value).is_empty() {
            return actual;
        }
        let name = self.scalar(&Name::new("value"), actual.ty, span);
        self.before.push(assign(&name, value.clone(), span));
        Actual { given: Given::Value(Value::var(name)), ..actual }
    }
}

/// The dummies of a routine, and whether each is a number and no array.
fn scalar_dummies(known: &Known<'_>, world: World<'_>) -> Vec<(Name, bool)> {
    let mut unheard = Vec::new();
    let mut inner = Resolver::new(World { hosts: &known.hosts, ..world }, &mut unheard);
    inner.hosts();
    inner.declarations(known.unit, &known.place);
    let is_number = |name: &Name| {
        let symbol = inner.symbols.declared.get(name);
        symbol.is_none_or(|symbol| symbol.extents.is_none() && !symbol.is_character)
            && inner.symbols.type_of(name) != Scalar::I8
    };
    known.unit.head.args.iter().map(|dummy| (dummy.name.clone(), is_number(&dummy.name))).collect()
}
