//! Which positions and values a block of code should give a name, since it uses them more than once.
//!
//! A position is computed, and a value loaded, only before a statement of the block itself that uses it
//! whatever data say: so the element exists. What fits 64 bits whatever inames are may be computed anywhere.
//! A value is used again until its array is written or work items meet, and a position until they meet.

use crate::place::{Base, Distance, Place, subscripts};
use crate::printer::Printer;
use crate::{part, usage};
use ir::{Expr, IndexMap, Kernel, LValue, Name, Node, Statement, Step, Update, walk};
use poly::Aff;
use std::collections::BTreeSet;

/// What gets a name before a step.
#[derive(Debug, Clone, Default)]
pub(crate) struct Before {
    /// Positions, each with an array near an element of which it is, and sums.
    pub(crate) bases: Vec<(Option<Name>, Base, Distance)>,
    /// Elements that are loaded.
    pub(crate) values: Vec<(Name, Vec<Expr>)>,
    /// Whether the step is a statement the value of which is read again.
    pub(crate) is_kept: bool,
}

/// What the steps of a block do with memory that work groups share.
pub(crate) struct Block<'p, 'k> {
    printer: &'p Printer<'k>,
    /// The step that is looked at.
    at: usize,
    /// Whether it is in the block itself, not in a block inside.
    is_own: bool,
    bases: IndexMap<Base, Near>,
    values: IndexMap<(Name, Vec<Aff>), Value>,
    found: Vec<Before>,
}

/// Elements near a base.
#[derive(Default)]
struct Near {
    first: usize,
    array: Option<Name>,
    uses: usize,
    /// The distances of those that exist for sure.
    distances: Vec<Distance>,
}

/// An element whose value may be at hand.
struct Value {
    first: usize,
    index: Vec<Expr>,
    is_stored: bool,
    uses: usize,
}

/// What should get a name before each of these steps.
pub(crate) fn plan(printer: &Printer<'_>, steps: &[Step]) -> Vec<Before> {
    let (bases, values) = (IndexMap::default(), IndexMap::default());
    let found = vec![Before::default(); steps.len()];
    let mut block = Block { printer, at: 0, is_own: true, bases, values, found };
    for (at, step) in steps.iter().enumerate() {
        block.at = at;
        block.step(step);
    }
    block.end_values(&|_| true);
    block.end_bases();
    block.found
}

impl Block<'_, '_> {
    fn step(&mut self, step: &Step) {
        match step {
            Step::Run(id) => self.run(id),
            _ if step.meets() => {
                self.end_values(&|_| true);
                self.end_bases();
            }
            _ => {
                let written = written(self.printer.kernel, std::slice::from_ref(step));
                self.end_values(&|array| written.contains(array));
                self.is_own = false;
                self.inside(step);
                self.is_own = true;
            }
        }
    }

    /// What a step of a block inside uses.
    fn inside(&mut self, step: &Step) {
        match step {
            // Iterations that are written out are blocks of their own, or vectors.
            Step::For(inner) if inner.unroll => {}
            Step::For(inner) => {
                self.reads(&inner.lower, false);
                self.reads(&inner.upper, false);
                inner.body.iter().for_each(|step| self.inside(step));
            }
            Step::If { condition, then, otherwise } => {
                self.reads(condition, false);
                then.iter().chain(otherwise).for_each(|step| self.inside(step));
            }
            Step::Barrier { .. } => {}
            Step::Run(id) => self.run(id),
        }
    }

    fn run(&mut self, id: &Name) {
        let Some(statement) = self.printer.kernel.statements.get(id) else { return };
        let folded = self.printer.unrolled_folder().map(|folder| folder.statement(statement));
        let statement = folded.as_ref().unwrap_or(statement);
        let value = match self.update(statement) {
            Some(Update { operand, .. }) => Some(operand),
            None => statement.value().cloned(),
        };
        value.iter().for_each(|value| self.reads(value, true));
        let Some(target) = statement.target() else { return };
        target.index().iter().for_each(|subscript| self.reads(subscript, true));
        self.write(target, statement);
    }

    /// An update that is one operation in code, which does not name the element twice.
    fn update(&self, statement: &Statement) -> Option<Update> {
        let is_one = statement.atomic.is_some() && self.printer.dialect().has_device();
        is_one.then(|| Update::of_statement(statement)).flatten()
    }

    /// The elements that an expression reads; those in branches only where `is_sure` is not.
    fn reads(&mut self, expr: &Expr, is_sure: bool) {
        match expr.node() {
            Node::Select(condition, then, otherwise) => {
                self.reads(condition, is_sure);
                [then, otherwise].iter().for_each(|branch| self.reads(branch, false));
            }
            Node::And(operands) | Node::Or(operands) => {
                let mut is_first = is_sure;
                for operand in operands {
                    self.reads(operand, std::mem::take(&mut is_first));
                }
            }
            Node::Load { array, index } => {
                index.iter().for_each(|subscript| self.reads(subscript, is_sure));
                self.read(array, index, is_sure && self.is_own);
            }
            Node::Var(name) if self.printer.kernel.temps.contains_key(name) => {
                self.read(name, &[], is_sure && self.is_own);
            }
            Node::Sum(_) if self.sum(expr) => {}
            _ => walk::children(expr).into_iter().for_each(|child| self.reads(child, is_sure)),
        }
    }

    /// Notes a sum of the inames that a loop was split into, and says whether that is all there is in it.
    fn sum(&mut self, expr: &Expr) -> bool {
        let Some(sum) = subscripts(self.printer.kernel, std::slice::from_ref(expr)) else { return false };
        let base = sum.first().and_then(Base::of_sum);
        if let Some(base) =
            base.filter(|base| self.printer.is_open_sum(base) && !self.printer.named.has_base(base))
        {
            let near = self.bases.entry(base).or_insert(Near { first: self.at, ..Near::default() });
            near.uses = near.uses.saturating_add(1);
        }
        true
    }

    fn read(&mut self, array: &Name, index: &[Expr], is_sure: bool) {
        if !usage::is_shared(self.printer.kernel, array) {
            return;
        }
        self.note_element(array, index, is_sure);
        let Some(places) = subscripts(self.printer.kernel, index) else { return };
        let key = (array.clone(), places);
        if let Some(value) = self.values.get_mut(&key) {
            value.uses = value.uses.saturating_add(1);
        } else if is_sure && self.printer.named.value(&key.0, &key.1).is_none() && !self.is_atomic(array) {
            let value = Value { first: self.at, index: index.to_vec(), is_stored: false, uses: 0 };
            self.values.insert(key, value);
        }
    }

    fn write(&mut self, target: &LValue, statement: &Statement) {
        let (array, index) = (target.name(), target.index());
        if !usage::is_shared(self.printer.kernel, array) {
            return;
        }
        self.note_element(array, index, self.is_own);
        if !self.is_own {
            return;
        }
        self.end_values(&|other| other == array);
        let places = subscripts(self.printer.kernel, index);
        if let Some(places) = places.filter(|_| statement.atomic.is_none() && !self.is_atomic(array)) {
            let value = Value { first: self.at, index: index.to_vec(), is_stored: true, uses: 0 };
            self.values.insert((array.clone(), places), value);
        }
    }

    /// Notes an element near a base.
    fn note_element(&mut self, array: &Name, index: &[Expr], is_sure: bool) {
        let kernel = self.printer.kernel;
        let Ok((_, index)) = part::element(kernel, array, index) else { return };
        let strides = self.printer.strides_here(array);
        let place = Place::of_element(kernel, &index, &strides).filter(|_| strides.len() == index.len());
        let Some(place) = place else { return };
        let is_known = place.base.is_simple() || self.printer.named.has_base(&place.base);
        // Sums of inames count where subscripts are read.
        if is_known || self.printer.is_open_sum(&place.base) {
            return;
        }
        if let Some(near) = self.bases.get_mut(&place.base) {
            near.uses = near.uses.saturating_add(1);
            near.distances.extend(is_sure.then_some(place.distance));
        } else if is_sure {
            let (array, distances) = (Some(array.clone()), vec![place.distance]);
            self.bases.insert(place.base, Near { first: self.at, array, uses: 1, distances });
        }
    }

    fn is_atomic(&self, array: &Name) -> bool {
        self.printer.named.is_atomic(array)
    }

    /// Ends the values of arrays; those that were used again get a name.
    fn end_values(&mut self, ends: &dyn Fn(&Name) -> bool) {
        let (ended, kept): (IndexMap<_, _>, IndexMap<_, _>) =
            std::mem::take(&mut self.values).into_iter().partition(|((array, _), _)| ends(array));
        self.values = kept;
        for ((array, _), value) in ended.into_iter().filter(|(_, value)| value.uses > 0) {
            let Some(before) = self.found.get_mut(value.first) else { continue };
            if value.is_stored {
                before.is_kept = true;
            } else {
                before.values.push((array, value.index));
            }
        }
    }

    /// Ends the bases; those of several elements get a name.
    fn end_bases(&mut self) {
        for (base, near) in std::mem::take(&mut self.bases).into_iter().filter(|(_, near)| near.uses > 1) {
            if let Some(before) = self.found.get_mut(near.first) {
                before.bases.push((near.array, base, Distance::middle(&near.distances)));
            }
        }
    }
}

/// The variables that steps write.
pub(crate) fn written<'k>(kernel: &'k Kernel, steps: &[Step]) -> BTreeSet<&'k Name> {
    let mut found = BTreeSet::new();
    for step in steps {
        found.extend(match step {
            Step::Barrier { .. } => BTreeSet::new(),
            Step::For(inner) => written(kernel, &inner.body),
            Step::If { then, otherwise, .. } => {
                let mut both = written(kernel, then);
                both.extend(written(kernel, otherwise));
                both
            }
            Step::Run(id) => {
                let target = kernel.statements.get(id).and_then(Statement::target);
                target.map(LValue::name).into_iter().collect()
            }
        });
    }
    found
}
