//! Assignments to arrays and sections, masks, and what makes one value of many.

use super::expression::{Place, TYPES, Type, bounded, expression};
use super::scope::{Axis, Length, Loop, Use, Variable};
use super::statement::Writer;

impl Writer<'_> {
    /// The shape of some sections, which may be empty.
    fn shape(&mut self) -> Vec<Length> {
        match self.random.below(10) {
            0..=1 => vec![Length::Size],
            2 => vec![Length::Less],
            3..=6 => vec![Length::Fixed(self.random.range(0, 6))],
            7 => vec![Length::Fixed(12)],
            _ => vec![Length::Fixed(self.random.range(1, 4)), Length::Fixed(self.random.range(1, 3))],
        }
    }

    /// The shape of a section that has elements.
    fn filled(&mut self) -> Vec<Length> {
        match self.random.below(3) {
            0 => vec![Length::Size],
            _ => vec![Length::Fixed(self.random.range(1, 5))],
        }
    }

    /// A section that may be assigned, and its variable.
    fn assigned(&mut self, shape: &[Length]) -> Option<(String, Variable)> {
        for _ in 0..8 {
            let variable = self.target()?;
            if let Some(text) = self.scope.section(self.random, &variable, shape, Use::Assigned) {
                return Some((text, variable));
            }
        }
        None
    }

    /// A section of a type that is read.
    fn section_of(&mut self, ty: Type, shape: &[Length], is_finite: bool) -> Option<String> {
        let wanted = |variable: &&Variable| variable.ty == ty && (!is_finite || variable.bound.is_finite());
        let of: Vec<Variable> = self.scope.variables.iter().filter(wanted).cloned().collect();
        for variable in self.random.shuffled(&of) {
            if let Some(text) = self.scope.section(self.random, &variable, shape, Use::Read) {
                return Some(text);
            }
        }
        None
    }

    /// An expression that may be an array of that shape.
    fn elements(&mut self, ty: Type, shape: &[Length]) -> String {
        let depth = 1 + self.random.below(3);
        let place = Place { scope: &self.scope, shape: Some(shape) };
        let value = expression(self.random, &place, ty, depth);
        bounded(ty, value)
    }

    /// An expression that is an array of that shape.
    fn array(&mut self, ty: Type, shape: &[Length]) -> Option<String> {
        let section = self.section_of(ty, shape, false)?;
        let other = self.elements(ty, shape);
        Some(match ty {
            Type::Logical => format!("{section} .neqv. ({other})"),
            _ => format!("{section} + ({other})"),
        })
    }

    fn mask(&mut self, shape: &[Length]) -> Option<String> {
        let ty = *self.random.pick(&[Type::Short, Type::Double, Type::Single, Type::Logical]);
        let array = self.array(ty, shape)?;
        let op = self.random.word(&["<", ">", "/=", "=="]);
        Some(if ty == Type::Logical { array } else { format!("{array} {op} 0.5") })
    }

    fn section_assignment(&mut self, shape: &[Length]) -> Option<String> {
        let (text, variable) = self.assigned(shape)?;
        let of = match variable.ty {
            Type::Logical => Type::Logical,
            ty if ty.is_integer() || self.random.percent(60) => ty,
            _ => *self.random.pick(&TYPES[..6]),
        };
        Some(format!("{text} = {}", self.elements(of, shape)))
    }

    pub(super) fn section(&mut self) {
        let shape = self.shape();
        match self.section_assignment(&shape) {
            Some(line) => self.line(&line),
            None => self.assignment(),
        }
    }

    pub(super) fn masked(&mut self) {
        let shape = self.shape();
        let (Some(mask), Some(first)) = (self.mask(&shape), self.section_assignment(&shape)) else {
            return self.assignment();
        };
        if self.random.percent(30) {
            return self.line(&format!("where ({mask}) {first}"));
        }
        self.line(&format!("where ({mask})"));
        self.line(&first);
        if let Some(second) = self.section_assignment(&shape).filter(|_| self.random.percent(50)) {
            self.line(&second);
        }
        if self.random.percent(50)
            && let (Some(mask), Some(line)) = (self.mask(&shape), self.section_assignment(&shape))
        {
            self.line(&format!("elsewhere ({mask})"));
            self.line(&line);
        }
        if let Some(line) = self.section_assignment(&shape).filter(|_| self.random.percent(50)) {
            self.line("elsewhere");
            self.line(&line);
        }
        self.line("end where");
    }

    /// Operations on whole arrays, and loops without an order.
    pub(super) fn whole(&mut self) {
        let line = match self.random.below(6) {
            0 | 1 => self.unordered(),
            2 => self.assigned(&[Length::Fixed(4)]).map(|(text, variable)| {
                let values: Vec<String> = (0..4).map(|_| self.value(variable.ty)).collect();
                format!(
                    "{text} = [{}]",
                    values.iter().map(|value| typed(variable.ty, value)).collect::<Vec<_>>().join(", ")
                )
            }),
            3 => self.shifted(),
            4 => self.spread(),
            _ => self.transposed(),
        };
        match line {
            Some(line) => self.line(&line),
            None => self.assignment(),
        }
    }

    fn shifted(&mut self) -> Option<String> {
        let shape = self.filled();
        let (text, variable) = self.assigned(&shape)?;
        let array = self.section_of(variable.ty, &shape, false)?;
        let by = self.scope.integer(self.random);
        Some(format!("{text} = cshift({array}, {by})"))
    }

    fn spread(&mut self) -> Option<String> {
        let (a, b) = (self.random.range(1, 4), self.random.range(1, 3));
        let (text, variable) = self.assigned(&[Length::Fixed(a), Length::Fixed(b)])?;
        let (axis, length, copies) = if self.random.percent(50) { (2, a, b) } else { (1, b, a) };
        let array =
            self.array(variable.ty, &[Length::Fixed(length)]).filter(|_| !variable.ty.is_integer())?;
        Some(format!("{text} = spread({array}, {axis}, {copies})"))
    }

    fn transposed(&mut self) -> Option<String> {
        let (a, b) = (Length::Fixed(self.random.range(1, 4)), Length::Fixed(self.random.range(1, 3)));
        let (text, variable) = self.assigned(&[b, a])?;
        let array = self.section_of(variable.ty, &[a, b], false)?;
        Some(format!("{text} = transpose({array})"))
    }

    /// `forall`, which reads before it assigns, or `do concurrent`, whose iterations leave each other alone.
    fn unordered(&mut self) -> Option<String> {
        let is_free = |name: &&str| self.scope.loops.iter().all(|around| around.name != **name);
        let index = ["i", "j", "l"].into_iter().find(is_free)?.to_owned();
        let arrays: Vec<Variable> = self
            .scope
            .variables
            .iter()
            .filter(|variable| variable.is_assigned && variable.axes.len() == 1)
            .cloned()
            .collect();
        let variable = arrays.get(self.random.below(arrays.len()))?.clone();
        let (range, low, high) = match variable.axes.first()? {
            Axis::Fixed(low, high) => (Some((*low, *high)), low.to_string(), high.to_string()),
            Axis::Size => (None, "1".to_owned(), "n".to_owned()),
        };
        let is_forall = self.random.percent(50);
        let before = self.scope.clone();
        self.scope.loops.push(Loop { name: index.clone(), range, label: String::new() });
        // Scalars named like the index, and what other iterations assign, are not read.
        self.scope
            .variables
            .retain(|own| own.base() != index && (is_forall || own.base() != variable.base()));
        let value = self.value(variable.ty);
        let mask = if self.random.percent(40) { format!(", {}", self.condition()) } else { String::new() };
        self.scope = before;
        let element = variable.with(std::slice::from_ref(&index));
        let head = format!("({index} = {low}:{high}{mask})");
        Some(if is_forall {
            format!("forall {head} {element} = {value}")
        } else {
            format!("do concurrent {head}\n{element} = {value}\nend do")
        })
    }

    pub(super) fn reduction(&mut self) {
        let found = match self.random.below(9) {
            0..=1 => self.sum(),
            2 => self.extreme(),
            3..=4 => self.truths(),
            5 => self.place_of(),
            6 => self.product(),
            _ => return self.reduced_axis(),
        };
        let Some((ty, text)) = found else { return self.assignment() };
        let targets: Vec<Variable> = self
            .scope
            .variables
            .iter()
            .filter(|variable| {
                variable.is_assigned && variable.ty == ty && variable.bound.is_infinite() != ty.is_integer()
            })
            .cloned()
            .collect();
        let Some(variable) = targets.get(self.random.below(targets.len())) else { return self.assignment() };
        let element = self.scope.element(self.random, variable);
        self.line(&format!("{element} = {text}"));
    }

    fn sum(&mut self) -> Option<(Type, String)> {
        let ty = *self.random.pick(&TYPES[..6]);
        let shape = self.shape();
        let array = self.array(ty, &shape)?;
        let mask = self.mask(&shape).filter(|_| self.random.percent(40));
        let mask = mask.map(|mask| format!(", mask={mask}")).unwrap_or_default();
        Some((
            ty,
            match ty {
                Type::Short => format!("mod(sum({array}{mask}), 17)"),
                Type::Long => format!("mod(sum({array}{mask}), 17_8)"),
                _ => format!("sum({array}{mask})"),
            },
        ))
    }

    fn extreme(&mut self) -> Option<(Type, String)> {
        let ty = *self.random.pick(&TYPES[..4]);
        let shape = self.filled();
        let array = self.section_of(ty, &shape, true)?;
        Some((ty, format!("{}({array})", self.random.word(&["maxval", "minval"]))))
    }

    fn truths(&mut self) -> Option<(Type, String)> {
        let shape = self.shape();
        let mask = self.mask(&shape)?;
        Some(match self.random.below(3) {
            0 => (Type::Short, format!("count({mask})")),
            1 => (Type::Logical, format!("any({mask})")),
            _ => (Type::Logical, format!("all({mask})")),
        })
    }

    fn place_of(&mut self) -> Option<(Type, String)> {
        let ty = *self.random.pick(&TYPES[..4]);
        let shape = self.filled();
        let array = self.section_of(ty, &shape, true)?;
        Some((Type::Short, format!("{}({array}, 1)", self.random.word(&["maxloc", "minloc"]))))
    }

    fn product(&mut self) -> Option<(Type, String)> {
        let ty = *self.random.pick(&TYPES[2..6]);
        let shape = self.filled();
        let [a, b] = [self.section_of(ty, &shape, false)?, self.section_of(ty, &shape, false)?];
        Some((
            ty,
            if self.random.percent(60) { format!("dot_product({a}, {b})") } else { format!("product({a})") },
        ))
    }

    /// A matrix times a vector, or one axis added up.
    fn reduced_axis(&mut self) {
        let (a, b) = (Length::Fixed(self.random.range(1, 4)), Length::Fixed(self.random.range(1, 3)));
        let line = (|| {
            let (text, variable) = self.assigned(&[a])?;
            let ty = variable.ty;
            let matrix = self.section_of(ty, &[a, b], false).filter(|_| !ty.is_integer())?;
            if ty == Type::Logical {
                return Some(format!("{text} = {}({matrix}, 2)", self.random.word(&["any", "all"])));
            }
            let vector = self.section_of(ty, &[b], false)?;
            Some(match self.random.below(3) {
                0 => format!("{text} = sum({matrix}, dim=2)"),
                1 => format!("{text} = sum({}, 1)", self.section_of(ty, &[b, a], false)?),
                _ => format!("{text} = matmul({matrix}, {vector})"),
            })
        })();
        match line {
            Some(line) => self.line(&line),
            None => self.assignment(),
        }
    }
}

/// A value in a list, whose values are of one type.
fn typed(ty: Type, value: &str) -> String {
    match ty {
        Type::Short => format!("int({value})"),
        _ => value.to_owned(),
    }
}
