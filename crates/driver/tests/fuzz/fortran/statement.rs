//! What writes statements: which one comes next, and assignments to scalars and elements.

use super::expression::{INTEGERS, Place, TYPES, Type, bounded, expression};
use super::procedure::Procedure;
use super::scope::{Scope, Variable};
use crate::random::Random;

/// What may still be made.
#[derive(Default)]
pub(super) struct Budget {
    pub(super) statements: usize,
    /// Labels and names of loops that are taken.
    pub(super) labels: usize,
    /// Counters of loops without a variable that are taken, of nine.
    pub(super) counters: usize,
}

pub(super) struct Writer<'r> {
    pub(super) random: &'r mut Random,
    pub(super) text: String,
    pub(super) scope: Scope,
    pub(super) procedures: Vec<Procedure>,
    pub(super) budget: Budget,
}

/// A long line in several.
pub(super) fn broken(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive([' ', ',', '(', ')']) {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < 100 => line.push_str(word),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("&\n&")
}

impl Writer<'_> {
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(&broken(line));
        self.text.push('\n');
    }

    /// A scalar of a type, of some depth.
    pub(super) fn value(&mut self, ty: Type) -> String {
        let depth = 1 + self.random.below(3);
        let place = Place { scope: &self.scope, shape: None };
        let value = expression(self.random, &place, ty, depth);
        bounded(ty, value)
    }

    pub(super) fn condition(&mut self) -> String {
        self.value(Type::Logical)
    }

    pub(super) fn block(&mut self, depth: usize) {
        for _ in 0..=self.random.below(3) {
            self.statement(depth);
        }
    }

    pub(super) fn statement(&mut self, depth: usize) {
        if self.budget.statements == 0 || depth > 3 {
            return self.assignment();
        }
        self.budget.statements -= 1;
        match self.random.below(26) {
            0..=4 => self.assignment(),
            5..=8 => self.counted(depth),
            9..=10 => self.uncounted(depth),
            11..=12 => self.branches(depth),
            13 => self.cases(depth),
            14..=16 => self.section(),
            17 => self.masked(),
            18 => self.whole(),
            19..=20 => self.reduction(),
            21 => self.jump(depth),
            22 => self.running(),
            23 => self.associated(depth),
            24 => self.counting_call(depth),
            _ => self.call(),
        }
    }

    /// A variable that may be assigned.
    pub(super) fn target(&mut self) -> Option<Variable> {
        let of: Vec<&Variable> =
            self.scope.variables.iter().filter(|variable| variable.is_assigned).collect();
        if of.is_empty() { None } else { Some((*self.random.pick(&of)).clone()) }
    }

    pub(super) fn assignment(&mut self) {
        let Some(variable) = self.target() else { return self.line("continue") };
        let element = self.scope.element(self.random, &variable);
        let of = match variable.ty {
            Type::Logical => Type::Logical,
            ty if ty.is_integer() => *self.random.pick(&TYPES[..2]),
            // The assignment converts what is of another type.
            ty if self.random.percent(50) => ty,
            _ => *self.random.pick(&TYPES[..6]),
        };
        let value = self.value(of);
        let line = match (variable.ty, self.random.below(3)) {
            (Type::Short, 0) => format!("{element} = mod({element} + int({value}), 17)"),
            (Type::Long, 0) => format!("{element} = mod({element} + {value}, 17_8)"),
            (Type::Logical, 0) => format!("{element} = {element} .neqv. ({value})"),
            (_, 0) => format!("{element} = {element}*0.5 + ({value})"),
            _ => format!("{element} = {value}"),
        };
        if self.random.percent(10) {
            let condition = self.condition();
            self.line(&format!("if ({condition}) {line}"));
        } else {
            self.line(&line);
        }
        if variable.bound.is_finite() && variable.bound > INTEGERS {
            self.line(&format!("if (.not. abs({element}) < 1d3) {element} = 1"));
        }
    }
}
