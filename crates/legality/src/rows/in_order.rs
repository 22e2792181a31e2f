//! Claim (in order): Where times and places agree level by level, the required order is kept.

use ir::{AddressSpace, Name};
use poly::Aff;
use std::cmp::Ordering;

use super::pair::{Distance, GROUP_AXES, InstancePair, copied};
use crate::actor::Actor;
use crate::buffers::{Buffer, phase};
use crate::equalities::{Equalities, Row, constant_of};
use crate::linear_form::LinearForm;
use crate::model::Model;
use crate::place::position::{Between, Parting, step};
use crate::update;

/// Two accesses of a variable, with the subscripts that are linear.
pub(crate) struct Accesses<'a, 'k> {
    pub(crate) variable: &'a Name,
    pub(crate) actors: [&'a Actor<'k>; 2],
    pub(crate) subscripts: [&'a [Option<LinearForm>]; 2],
}

/// Whether two accesses are certain to come in the order that is required.
pub(crate) fn is_kept(model: &Model<'_>, accesses: &Accesses<'_, '_>) -> bool {
    let order = Order::new(model, accesses);
    let [x, y] = accesses.actors;
    let variable = accesses.variable;
    let is_original = model.is_original(variable);
    let commutes = || is_original && update::commute(model, x, y, variable);
    if is_original && order.is_told_by_constants(commutes) {
        return true;
    }
    let commutes = commutes();
    let equal = order.meeting(accesses.subscripts);
    if equal.is_impossible() {
        return true;
    }
    if commutes {
        return update::are_atomic(x, y) || order.is_one_place(&equal);
    }
    if let Some(buffer) = model.buffers.get(variable) {
        return order.fills_in_order(model, variable, buffer, equal);
    }
    match (&x.shape.time, &y.shape.time) {
        (Some(first), Some(second)) => order.is_ordered([first, second], equal),
        // A condition may be evaluated more often than its statement runs.
        _ => x.runs && y.runs && order.is_one_instance(&equal),
    }
}

/// Two accesses of one variable.
struct Order<'a, 'k> {
    pair: InstancePair<'a, 'k>,
    space: AddressSpace,
}

impl<'a, 'k> Order<'a, 'k> {
    fn new(model: &'a Model<'k>, accesses: &Accesses<'a, 'k>) -> Self {
        let space = model.space(accesses.variable);
        Order { pair: InstancePair { actors: accesses.actors, arguments: &model.arguments }, space }
    }

    /// What holds of instances that touch the same element of the same copy.
    fn meeting(&self, subscripts: [&[Option<LinearForm>]; 2]) -> Equalities {
        let mut equal = self.pair.anything();
        for distance in self.pair.distances(copied(self.space)) {
            if let Distance::Row(row) = distance {
                equal.add(row);
            }
        }
        let [first, second] = subscripts;
        self.pair.add_equal(&mut equal, first, second);
        equal
    }

    /// Whether instances that come one after the other in each work item do so for sure.
    fn is_apart(&self, between: Between, equal: &Equalities) -> bool {
        let groups = self.space != AddressSpace::Global || self.pair.agree(0..GROUP_AXES, equal);
        let work_items = between.barrier
            || self.space == AddressSpace::Private
            || self.pair.agree(GROUP_AXES..2 * GROUP_AXES, equal);
        between.launch || (groups && work_items)
    }

    /// Whether both run in one work item, or need no order.
    fn is_one_place(&self, equal: &Equalities) -> bool {
        self.is_apart(Between { launch: false, barrier: false }, equal)
    }

    /// Whether constants in front of the times say that the second comes first, which asks nothing of this
    /// order unless they commute and must only not run at once, or that the first does and so it is in the
    /// tree: statements of two loops of a program, whatever element they touch.
    fn is_told_by_constants(&self, commutes: impl FnOnce() -> bool) -> bool {
        let [x, y] = self.pair.actors;
        let (Some(first), Some(second)) = (&x.shape.time, &y.shape.time) else { return false };
        let both = first.iter().zip(second).map_while(|(a, b)| a.as_constant().zip(b.as_constant()));
        match both.map(|(a, b)| a.cmp(&b)).find(|order| order.is_ne()) {
            Some(Ordering::Greater) => !commutes(),
            Some(Ordering::Less) => self.stands_before(),
            Some(Ordering::Equal) | None => false,
        }
    }

    /// Whether each instance of the first runs before each of the second, by where they stand.
    fn stands_before(&self) -> bool {
        let [x, y] = self.pair.actors.map(|actor| &actor.path);
        let mut steps =
            (0..).map(|place| step(x, y, place)).skip_while(|one| matches!(one, Parting::Together));
        matches!(steps.next(), Some(Parting::Before(between)) if self.is_apart(between, &self.pair.anything()))
    }

    /// Whether instances with these times come in their order.
    ///
    /// Both orders are lexicographic. Level by level, either the times agree, or the tree decides as they do.
    fn is_ordered(&self, times: [&[LinearForm]; 2], mut equal: Equalities) -> bool {
        let [first, second] = times;
        for (a, b) in first.iter().zip(second) {
            let Some(distance) = self.pair.row(a, b).and_then(|row| equal.reduced(row)) else {
                return false;
            };
            match constant_of(&distance).map(|constant| constant.cmp(&0)) {
                Some(Ordering::Equal) => continue,
                Some(Ordering::Greater) => return self.tree_agrees(None, equal),
                Some(Ordering::Less) => return true,
                None => {}
            }
            if !self.tree_agrees(Some(distance.clone()), equal.clone()) {
                return false;
            }
            equal.add(distance);
            if equal.is_impossible() {
                return true;
            }
        }
        true
    }

    /// Whether the tree runs the first instance before the second wherever a row is positive.
    fn tree_agrees(&self, mut positive: Option<Row>, mut equal: Equalities) -> bool {
        let [x, y] = self.pair.actors.map(|actor| &actor.path);
        for place in 0.. {
            match step(x, y, place) {
                Parting::Together => {}
                Parting::Before(between) => return self.is_apart(between, &equal),
                Parting::After => return false,
                Parting::Same | Parting::Apart => return self.is_one_place(&equal),
                Parting::Loop(iname, between) => {
                    let Some(iteration) = self.iterations(iname).and_then(|row| equal.reduced(row)) else {
                        return false;
                    };
                    match constant_of(&iteration).map(|constant| constant.cmp(&0)) {
                        Some(Ordering::Equal) => continue,
                        Some(Ordering::Greater) => return self.is_apart(between, &equal),
                        Some(Ordering::Less) => return false,
                        None => {}
                    }
                    let never_back = positive.as_ref().is_some_and(|row| equal.follows(row, &iteration));
                    if !never_back || !self.is_apart(between, &equal) {
                        return false;
                    }
                    equal.add(iteration);
                    let Some(rest) = positive.take().and_then(|row| equal.reduced(row)) else { return false };
                    match constant_of(&rest) {
                        Some(constant) if constant < 1 => return true,
                        Some(_) => {}
                        None => positive = Some(rest),
                    }
                    if equal.is_impossible() {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The distance between iterations of a loop around both.
    fn iterations(&self, iname: &Name) -> Option<Row> {
        let [x, y] =
            self.pair.actors.map(|actor| actor.statement.inames.iter().position(|other| other == iname));
        self.pair.row(&LinearForm::iname(x?), &LinearForm::iname(y?))
    }

    /// Whether iterations of a buffer come in order, and in each the phases; no two fill one element in an
    /// iteration.
    fn fills_in_order(&self, model: &Model<'_>, variable: &Name, buffer: &Buffer, equal: Equalities) -> bool {
        let phases = self.pair.actors.map(|actor| phase(actor, variable));
        let [Some(first), Some(second)] = self.pair.actors.map(|actor| {
            let line = |form: &Aff| LinearForm::of_aff(model.kernel, &actor.statement.inames, form);
            buffer.time(actor, variable, LinearForm::constant, line)
        }) else {
            return false;
        };
        if !self.is_ordered([&first, &second], equal.clone()) {
            return false;
        }
        let [x, y] = self.pair.actors;
        if phases.first() != phases.last() || update::are_atomic(x, y) {
            return phases.first() != phases.last() || update::commute(model, x, y, variable);
        }
        let mut equal = equal;
        for (a, b) in first.iter().zip(&second) {
            self.pair.row(a, b).into_iter().for_each(|row| equal.add(row));
        }
        if update::commute(model, x, y, variable) {
            return self.is_one_place(&equal);
        }
        equal.is_impossible() || self.is_one_instance(&equal)
    }

    /// Whether both are one instance of one statement, which runs once.
    fn is_one_instance(&self, equal: &Equalities) -> bool {
        let [x, y] = self.pair.actors;
        let same = |iname: &Name| {
            let distance = self.iterations(iname).and_then(|row| equal.reduced(row));
            distance.is_some_and(|row| constant_of(&row) == Some(0))
        };
        x.id == y.id && x.statement.inames.iter().all(same)
    }
}
