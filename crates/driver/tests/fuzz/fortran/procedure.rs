//! Internal procedures, and calls of them.

use super::expression::{INTEGERS, TYPES, Type};
use super::routine::first_value;
use super::scope::{Axis, Function, Length, Scope, Use, Variable};
use super::statement::{Budget, Writer, broken};
use crate::random::Random;
use std::fmt::Write;

/// What a dummy argument takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A scalar that is read.
    Given,
    /// A scalar that may be left out.
    Optional,
    /// A scalar that is assigned.
    Updated,
    /// `x(:)`, of that many elements.
    Assumed(i64),
    /// `x(5)`.
    Explicit(i64),
}

/// A subroutine that can be called.
#[derive(Debug, Clone)]
pub(super) struct Procedure {
    name: String,
    dummies: Vec<(String, Form, Type)>,
}

/// Writes an internal procedure, and makes it known: functions to the scope, subroutines to the others.
pub(super) fn internal(
    random: &mut Random,
    scope: &mut Scope,
    procedures: &mut Vec<Procedure>,
    name: &str,
) -> String {
    let is_function = random.percent(50);
    let name = name.to_owned();
    let mut dummies = Vec::new();
    for at in 0..1 + random.below(3) {
        let ty = *random.pick(&TYPES);
        let length = random.range(1, 5);
        let form = match random.below(if is_function { 1 } else { 6 }) {
            0 => Form::Given,
            1..=2 => Form::Updated,
            3 => Form::Assumed(length),
            4 => Form::Explicit(length),
            _ => Form::Optional,
        };
        dummies.push((format!("x{at}"), form, ty));
    }
    dummies.sort_by_key(|(_, form, _)| *form == Form::Optional);
    let result = is_function.then(|| *random.pick(&TYPES[..6]));
    let is_elemental = random.percent(40);
    let kind = match (is_function, is_elemental) {
        (true, true) => "elemental function",
        (true, false) => "pure function",
        _ => "subroutine",
    };
    let text = written(random, scope, procedures, (kind, &name), &dummies, result);
    match result {
        Some(ty) => {
            let dummies = dummies.iter().map(|(_, _, ty)| *ty).collect();
            scope.functions.push(Function { name, dummies, ty, is_elemental });
        }
        None => procedures.push(Procedure { name, dummies }),
    }
    text
}

fn written(
    random: &mut Random,
    host: &Scope,
    procedures: &[Procedure],
    (kind, name): (&str, &str),
    dummies: &[(String, Form, Type)],
    result: Option<Type>,
) -> String {
    // Of the host it reads what nothing assigns, so that no two names stand for one variable.
    let is_seen = |variable: &&Variable| !variable.is_assigned && !["i", "j", "l"].contains(&variable.base());
    let mut scope = Scope {
        variables: host.variables.iter().filter(is_seen).cloned().collect(),
        functions: host.functions.clone(),
        loops: Vec::new(),
        has_counted: false,
        has_locals: true,
    };
    let names: Vec<&str> = dummies.iter().map(|(name, _, _)| name.as_str()).collect();
    let mut text = format!("{kind} {name}({})\n", names.join(", "));
    for (name, form, ty) in dummies {
        text.push_str(&declared(&mut scope, name, *form, *ty));
    }
    let counters: Vec<String> = (1..=9).map(|number| format!("q{number}")).collect();
    let _ = writeln!(text, "integer :: i, j, l, m1, m2, {}\nreal(8) :: t", counters.join(", "));
    let mut before = "i = 0\nj = 0\nl = 0\nm1 = 3\nm2 = -2\nt = 0.5d0\n".to_owned();
    for own in ["m1", "m2"] {
        scope.variables.push(Variable::new(own, Type::Short, &[], INTEGERS).assigned());
    }
    scope.variables.push(Variable::new("t", Type::Double, &[], f64::INFINITY).assigned());
    if let Some(ty) = result {
        let _ = writeln!(text, "{} :: {name}", ty.declared());
        let _ = writeln!(before, "{name} = {}", first_value(ty));
        let bound = if ty.is_integer() { INTEGERS } else { f64::INFINITY };
        scope.variables.push(Variable::new(name, ty, &[], bound).assigned());
    }
    for (name, form, ty) in dummies {
        if *form == Form::Optional {
            let _ = writeln!(before, "if (present({name})) t = t + {}", real_of(name, *ty));
        }
    }
    let procedures = if result.is_some() { Vec::new() } else { procedures.to_vec() };
    let budget = Budget { statements: 4, ..Budget::default() };
    let mut writer = Writer { random, text: String::new(), scope, procedures, budget };
    for at in 0..1 + writer.random.below(3) {
        if at == 1 && writer.random.percent(30) {
            let condition = writer.condition();
            writer.line(&format!("if ({condition}) return"));
        }
        writer.statement(2);
    }
    let body = writer.text;
    let end = if result.is_some() { "end function" } else { "end subroutine" };
    let closing = result.map(|ty| closing(name, ty)).unwrap_or_default();
    // The name alone ends the routine that is compared.
    format!("{text}{before}{body}{closing}{end} {name}\n")
}

/// The last statement of a function, which uses all that was computed.
fn closing(name: &str, ty: Type) -> String {
    match ty {
        Type::Short => format!("{name} = mod({name} + m1 - m2, 17)\n"),
        Type::Long => format!("{name} = mod({name} + m1 - m2, 17_8)\n"),
        _ => format!("{name} = {name} + t + m1 - m2\n"),
    }
}

fn real_of(name: &str, ty: Type) -> String {
    if ty == Type::Logical { format!("merge(1, 0, {name})") } else { format!("real({name}, 8)") }
}

fn declared(scope: &mut Scope, name: &str, form: Form, ty: Type) -> String {
    let (intent, axes, shape) = match form {
        Form::Given => ("intent(in)", Vec::new(), String::new()),
        Form::Optional => return format!("{}, intent(in), optional :: {name}\n", ty.declared()),
        Form::Updated => ("intent(inout)", Vec::new(), String::new()),
        Form::Assumed(length) => ("intent(inout)", vec![Axis::Fixed(1, length)], "(:)".to_owned()),
        Form::Explicit(length) => ("intent(inout)", vec![Axis::Fixed(1, length)], format!("({length})")),
    };
    let bound = if ty.is_integer() { INTEGERS } else { f64::INFINITY };
    let mut variable = Variable::new(name, ty, &axes, bound);
    variable.is_assigned = form != Form::Given;
    variable.is_assumed = matches!(form, Form::Assumed(_));
    scope.variables.push(variable);
    format!("{}, {intent} :: {name}{shape}\n", ty.declared())
}

impl Writer<'_> {
    /// A call of a subroutine; what it assigns is given once.
    pub(super) fn call(&mut self) {
        let Some(procedure) = self.procedures.get(self.random.below(self.procedures.len())).cloned() else {
            return self.assignment();
        };
        let mut bases: Vec<String> = Vec::new();
        let mut given = Vec::new();
        for (_, form, ty) in &procedure.dummies {
            let argument = match form {
                Form::Given => Some(format!("({})", self.value(*ty))),
                Form::Optional if self.random.percent(50) => break,
                Form::Optional => Some(format!("({})", self.value(*ty))),
                Form::Updated => self.scalar_given(*ty, &mut bases),
                Form::Assumed(length) => self.section_given(*ty, *length, &mut bases),
                Form::Explicit(length) => self.array_given(*ty, *length, &mut bases),
            };
            let Some(argument) = argument else { return self.assignment() };
            given.push(argument);
        }
        self.line(&broken(&format!("call {}({})", procedure.name, given.join(", "))));
    }

    /// Variables of a type that may be assigned and were not yet given.
    fn free(&mut self, ty: Type, bases: &[String]) -> Vec<Variable> {
        let is_free = |variable: &&Variable| {
            variable.is_assigned
                && variable.ty == ty
                && (ty.is_integer() || variable.bound.is_infinite() || ty == Type::Logical)
                && bases.iter().all(|base| base != variable.base())
        };
        let free: Vec<Variable> = self.scope.variables.iter().filter(is_free).cloned().collect();
        self.random.shuffled(&free)
    }

    fn scalar_given(&mut self, ty: Type, bases: &mut Vec<String>) -> Option<String> {
        let variable = self.free(ty, bases).into_iter().next()?;
        bases.push(variable.base().to_owned());
        Some(self.scope.element(self.random, &variable))
    }

    fn section_given(&mut self, ty: Type, length: i64, bases: &mut Vec<String>) -> Option<String> {
        for variable in self.free(ty, bases) {
            if let Some(text) =
                self.scope.section(self.random, &variable, &[Length::Fixed(length)], Use::Given)
            {
                bases.push(variable.base().to_owned());
                return Some(text);
            }
        }
        None
    }

    /// The first of that many elements that follow each other.
    fn array_given(&mut self, ty: Type, length: i64, bases: &mut Vec<String>) -> Option<String> {
        for variable in self.free(ty, bases) {
            let last = variable.axes.len().checked_sub(1).filter(|_| !variable.is_assumed);
            // Elements of a component do not follow each other.
            let (Some(last), 1) = (last, variable.parts.len()) else { continue };
            let subscripts: Option<Vec<String>> = variable
                .axes
                .iter()
                .enumerate()
                .map(|(at, axis)| match axis {
                    Axis::Fixed(low, high) if at == 0 && high - low + 1 >= length => {
                        Some(self.random.range(*low, high - length + 1).to_string())
                    }
                    Axis::Fixed(low, high) if at == last && at > 0 => {
                        Some(self.random.range(*low, *high).to_string())
                    }
                    Axis::Fixed(low, _) if at > 0 => Some(low.to_string()),
                    _ => None,
                })
                .collect();
            if let Some(subscripts) = subscripts {
                bases.push(variable.base().to_owned());
                return Some(variable.with(&subscripts));
            }
        }
        None
    }
}
