//! The routines that may be called, as they are read.

use super::Reason;
use crate::{counted, gotos, loop_values, symbolic};
use diag::{Diagnostic, LabelPlace, SourceMap};
use fortran_sema::hir::{
    Actual, Call, Columns, Given, Home, Node, NodeKind, Outside, Routine, blocks_mut, given_unit, visit,
    written,
};
use fortran_sema::resolve::{self, World};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Routines as they were read. What stands in other files is the same for all that call it.
#[derive(Debug, Clone, Default)]
pub struct Routines {
    read: BTreeMap<Name, Result<Rc<Routine>, Reason>>,
    effects: BTreeMap<Name, Effects>,
}

/// What a routine, with those that it calls, does to variables of modules and hosts.
#[derive(Debug, Clone, Default)]
struct Effects {
    changed: BTreeSet<Home>,
    /// Those that it mentions.
    used: BTreeSet<Home>,
}

impl Effects {
    fn extend(&mut self, Effects { changed, used }: Effects) {
        self.changed.extend(changed);
        self.used.extend(used);
    }
}

/// The routines at hand, each read when it is first called.
pub struct Callees<'u> {
    pub(super) world: World<'u>,
    own: Routines,
    foreign: &'u mut Routines,
    pub(super) sources: &'u mut SourceMap,
    /// Dummy arrays whose elements are counted through, since they may leave the columns of what is given for
    /// them.
    pub(super) counted: Vec<Columns>,
    /// Routines that are being read with the procedures that are given to them.
    open: Vec<Name>,
}

impl<'u> Callees<'u> {
    /// The routines of a world.
    pub fn new(world: World<'u>, foreign: &'u mut Routines, sources: &'u mut SourceMap) -> Self {
        Callees { world, own: Routines::default(), foreign, sources, counted: Vec::new(), open: Vec::new() }
    }

    /// The texts that spans lead to.
    pub fn sources(&self) -> &SourceMap {
        self.sources
    }

    /// Whether a routine is in another file than its caller.
    pub(super) fn is_foreign(&self, unit: &Name) -> bool {
        self.world.routine_at(unit).is_some_and(|known| known.is_foreign)
    }

    fn routines(&mut self, unit: &Name) -> &mut Routines {
        if self.is_foreign(unit) { self.foreign } else { &mut self.own }
    }

    /// A routine as it stands, its loop variables separated, or why it cannot be read.
    pub(super) fn read(&mut self, unit: &Name) -> Result<Rc<Routine>, Reason> {
        if let Some(known) = self.routines(unit).read.get(unit) {
            return known.clone();
        }
        let read = self.resolved(unit).map(|mut routine| {
            // Whoever calls itself through others is found when the call is put in place.
            self.routines(unit).read.insert(unit.clone(), Ok(Rc::new(routine.clone())));
            self.note_effects(&mut routine);
            // A bound is one only if no call changes it.
            counted::rewrite(&mut routine);
            loop_values::rewrite_unless_shared(&mut routine);
            Rc::new(routine)
        });
        self.routines(unit).read.insert(unit.clone(), read.clone());
        read
    }

    /// The routine that is called, with the calls of its dummy arguments made calls of what is given for
    /// these.
    pub(super) fn called(&mut self, call: &Call) -> Result<Rc<Routine>, Reason> {
        let routine = self.read(&call.unit)?;
        // What calls itself is refused when it is put in place.
        if routine.procedures.is_empty() || self.open.contains(&call.unit) {
            return Ok(routine);
        }
        let given = procedures(call, &routine)?;
        let mut own = Routine::clone(&routine);
        give(&mut own.body, &given);
        self.open.push(call.unit.clone());
        self.note_effects(&mut own);
        self.open.pop();
        Ok(Rc::new(own))
    }

    fn resolved(&self, unit: &Name) -> Result<Routine, Reason> {
        let Some(known) = self.world.routine_at(unit) else { return Err("it is not at hand".into()) };
        let world = World { hosts: &known.hosts, ..self.world };
        let mut found = known.unit.found.clone();
        let mut routine = resolve::routine(known.unit, world, &mut found);
        gotos::rewrite(&mut routine, &mut found);
        let mut calls_itself = false;
        visit(&routine.body, &mut |node| {
            calls_itself |= matches!(&node.kind, NodeKind::Call(call) if call.unit == *unit);
        });
        if calls_itself {
            return Err("it calls itself".into());
        }
        let error = found.iter().find(|found| fortran_syntax::is_error(found));
        match error {
            Some(error) => Err(of_error(error)),
            None if known.unit.is_declared && routine.is_complete => Ok(routine),
            None => Err("it has errors or parts that are not supported".into()),
        }
    }

    /// Writes down which of its arguments each call of a routine may change, and which variables of modules
    /// and hosts it changes and uses.
    pub(crate) fn note_effects(&mut self, routine: &mut Routine) {
        let mut body = std::mem::take(&mut routine.body);
        self.note(&mut body, routine);
        routine.body = body;
    }

    fn note(&mut self, nodes: &mut [Node], routine: &Routine) {
        for node in nodes {
            if let NodeKind::Call(call) = &mut node.kind {
                let mut effects = self.effects(&call.unit);
                for actual in &call.actuals {
                    if let Given::Procedure(unit) = &actual.given {
                        effects.extend(self.effects(unit));
                    }
                }
                let own = |home: &Home| {
                    let has_home = |(_, variable): &(&Name, &fortran_sema::hir::Variable)| {
                        variable.home.as_ref() == Some(home)
                    };
                    match home.place == routine.place {
                        true => Some(home.name.clone()),
                        false => routine.variables.iter().find(has_home).map(|(name, _)| name.clone()),
                    }
                };
                call.outside = Outside {
                    changed: effects.changed.iter().filter_map(own).collect(),
                    used: effects.used.iter().filter_map(own).collect(),
                };
                if routine.procedures.iter().any(|dummy| given_unit(dummy) == call.unit) {
                    // Whatever is given may change all that others can.
                    let shared = routine.variables.iter().filter(|(_, variable)| variable.home.is_some());
                    let shared: Vec<Name> = shared.map(|(name, _)| name.clone()).collect();
                    call.outside = Outside { changed: shared.clone(), used: shared };
                    continue;
                }
                // A routine that cannot be read is not put in place, so that nothing comes of what it
                // changes.
                let callee = self.called(call).ok();
                let changed =
                    callee.as_ref().map(|callee| symbolic::assigned(&callee.body)).unwrap_or_default();
                for (at, actual) in call.actuals.iter_mut().enumerate() {
                    let by_place =
                        callee.as_ref().and_then(|callee| callee.args.get(at)).map(|arg| &arg.name);
                    let dummy = actual.keyword.as_ref().or(by_place);
                    actual.may_change = dummy.is_some_and(|dummy| changed.contains(dummy));
                }
            }
            blocks_mut(node).into_iter().for_each(|block| self.note(block, routine));
        }
    }

    /// Whether a function changes anything but its value, which is its last argument, or may stop.
    pub(super) fn does_more(&mut self, call: &Call, callee: &Routine) -> bool {
        let mut stops = false;
        visit(&callee.body, &mut |node| stops |= matches!(node.kind, NodeKind::Stop(_)));
        let given = call.actuals.split_last().map_or(&[] as &[Actual], |(_, given)| given);
        stops || given.iter().any(|actual| actual.may_change) || !self.effects(&call.unit).changed.is_empty()
    }

    /// What a routine does to variables of modules and hosts, and what those that it calls do.
    fn effects(&mut self, unit: &Name) -> Effects {
        if let Some(known) = self.routines(unit).effects.get(unit) {
            return known.clone();
        }
        self.routines(unit).effects.insert(unit.clone(), Effects::default());
        let Ok(routine) = self.read(unit) else { return Effects::default() };
        let used = routine.variables.values().filter_map(|variable| variable.home.clone()).collect();
        let mut effects = Effects { changed: BTreeSet::new(), used };
        let mut called = BTreeSet::new();
        visit(&routine.body, &mut |node| {
            written(node, &mut |name| {
                effects
                    .changed
                    .extend(routine.variables.get(name).and_then(|variable| variable.home.clone()));
            });
            if let NodeKind::Call(call) = &node.kind {
                called.insert(&call.unit);
            }
        });
        for inner in called {
            let Effects { changed, used } = self.effects(inner);
            let is_elsewhere = |home: &Home| home.place != routine.place;
            effects.changed.extend(changed.into_iter().filter(is_elsewhere));
            effects.used.extend(used.into_iter().filter(is_elsewhere));
        }
        self.routines(unit).effects.insert(unit.clone(), effects.clone());
        effects
    }
}

/// What is wrong in a routine keeps its calls from being more.
fn of_error(error: &Diagnostic) -> Reason {
    let at = error.labels.first().and_then(|label| match &label.place {
        LabelPlace::Span(span) => Some(*span),
        LabelPlace::Loc(_) => None,
    });
    Reason { at, ..format!("in it, {}", error.message).into() }
}

/// The units that a call gives for dummy arguments, each with what stands for it in the routine.
fn procedures(call: &Call, routine: &Routine) -> Result<BTreeMap<Name, Name>, String> {
    let mut given = BTreeMap::new();
    for (at, actual) in call.actuals.iter().enumerate() {
        let by_place = routine.args.get(at).map(|arg| &arg.name);
        let dummy = actual.keyword.as_ref().or(by_place);
        if let (Some(dummy), Given::Procedure(unit)) = (dummy, &actual.given) {
            given.insert(given_unit(dummy), unit.clone());
        }
    }
    let open = routine.procedures.iter().find(|dummy| !given.contains_key(&given_unit(dummy)));
    open.map_or(Ok(given), |dummy| Err(format!("no procedure is given for its argument `{dummy}`")))
}

/// Statements with units in the place of what stands for them.
fn give(nodes: &mut [Node], units: &BTreeMap<Name, Name>) {
    for node in nodes {
        if let NodeKind::Call(call) = &mut node.kind {
            let given = call.actuals.iter_mut().filter_map(|actual| match &mut actual.given {
                Given::Procedure(unit) => Some(unit),
                _ => None,
            });
            for unit in given.chain([&mut call.unit]) {
                *unit = units.get(unit).unwrap_or(unit).clone();
            }
        }
        blocks_mut(node).into_iter().for_each(|block| give(block, units));
    }
}
