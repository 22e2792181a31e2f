//! Subroutines with all that surrounds their statements: arguments, local variables, internal procedures, and
//! at the end the values of what is local.

use super::expression::{INTEGERS, Place, TYPES, Type, expression};
use super::procedure;
use super::scope::{Axis, Scope, Variable};
use super::statement::{Budget, Writer, broken};
use crate::random::Random;
use std::fmt::Write;

/// Shapes that do not depend on arguments.
const FIXED: [&[Axis]; 6] = [
    &[Axis::Fixed(1, 12)],
    &[Axis::Fixed(-3, 8)],
    &[Axis::Fixed(1, 5)],
    &[Axis::Fixed(0, 5), Axis::Fixed(1, 4)],
    &[Axis::Fixed(1, 4), Axis::Fixed(1, 3)],
    &[Axis::Fixed(1, 2), Axis::Fixed(1, 3), Axis::Fixed(-1, 2)],
];

/// Shapes that do.
const SIZED: [&[Axis]; 3] =
    [&[Axis::Size], &[Axis::Size, Axis::Fixed(1, 3)], &[Axis::Fixed(1, 4), Axis::Size]];

/// A subroutine that computes that many expressions for each subscript.
pub(super) fn of_expressions(random: &mut Random, name: &str, count: usize) -> String {
    let mut scope = Scope::default();
    let mut declared =
        String::from("implicit none\ninteger, intent(in) :: n, k\nreal(8), intent(in) :: p\ninteger i\n");
    let mut dummies = vec!["n".to_owned(), "k".to_owned(), "p".to_owned()];
    for ty in TYPES {
        for number in 1..=2 {
            let name = format!("{}{number}", ty.letter());
            let _ = writeln!(declared, "{}, intent(in) :: {name}(n)", ty.declared());
            scope.variables.push(Variable::new(
                &name,
                ty,
                &[Axis::Size],
                if ty.is_integer() { 8.0 } else { 4.0 },
            ));
            dummies.push(name);
        }
    }
    scope.variables.push(Variable::new("k", Type::Short, &[], 16.0));
    scope.variables.push(Variable::new("p", Type::Double, &[], 4.0));
    scope.loops.push(super::scope::Loop { name: "i".to_owned(), range: None, label: String::new() });
    let mut body = String::from("do i = 1, n\n");
    for number in 0..count {
        let ty = *random.pick(&TYPES);
        let _ = writeln!(declared, "{} :: r{number}(n)", ty.declared());
        dummies.push(format!("r{number}"));
        let depth = 1 + random.below(4);
        let of = if ty == Type::Logical { Type::Logical } else { *random.pick(&TYPES[..6]) };
        // The assignment converts what is of another type.
        let of = if ty.is_integer() { ty } else { of };
        let value = expression(random, &Place { scope: &scope, shape: None }, of, depth);
        let _ = writeln!(body, "r{number}(i) = {}", broken(&value.text));
    }
    let head = broken(&format!("subroutine {name}({})", dummies.join(", ")));
    format!("{head}\n{declared}{body}end do\nend subroutine\n")
}

/// A subroutine of statements.
pub(super) fn of_statements(random: &mut Random, name: &str) -> String {
    let mut unit = Unit::default();
    unit.scalars();
    let any = |random: &mut Random| {
        let shapes: &[&'static [Axis]] = if random.percent(50) { &FIXED } else { &SIZED };
        (*random.pick(&TYPES), *random.pick(shapes))
    };
    for number in 0..6 {
        let (ty, shape) = any(random);
        unit.array(&format!("{}{number}", ty.letter()), ty, shape, Role::Read);
    }
    for number in 0..6 {
        let (ty, shape) = any(random);
        unit.array(&format!("{}r{number}", ty.letter()), ty, shape, Role::Updated);
    }
    for number in 0..3 {
        let (ty, shape) = (*random.pick(&TYPES), *random.pick(&FIXED));
        unit.array(&format!("{}w{number}", ty.letter()), ty, shape, Role::Local);
    }
    if random.percent(40) {
        unit.records();
    }
    let mut procedures = Vec::new();
    let mut texts = String::new();
    for number in 0..random.below(4) {
        texts.push_str(&procedure::internal(
            random,
            &mut unit.scope,
            &mut procedures,
            &format!("{name}_{number}"),
        ));
    }
    if random.percent(40) {
        unit.counted();
        texts.push_str(COUNTED);
    }
    let Unit { dummies, declared, before, after, scope } = unit;
    let budget = Budget { statements: 6 + random.below(12), ..Budget::default() };
    let mut writer = Writer { random, text: String::new(), scope, procedures, budget };
    for _ in 0..2 + writer.random.below(5) {
        writer.statement(0);
    }
    let body = writer.text;
    let contained = if texts.is_empty() { texts } else { format!("contains\n{texts}") };
    let head = broken(&format!("subroutine {name}({})", dummies.join(", ")));
    format!("{head}\nimplicit none\n{declared}{before}{body}{after}{contained}end subroutine\n")
}

/// A function that counts its calls.
const COUNTED: &str = "integer function counted(x)\ninteger, intent(in) :: x\ncalls = mod(calls, 13) + 1\n\
    counted = mod(x + calls, 9)\nend function counted\n";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Read,
    Updated,
    Local,
}

/// A subroutine without its statements.
#[derive(Default)]
struct Unit {
    dummies: Vec<String>,
    declared: String,
    /// First values of local variables.
    before: String,
    /// What gives the values of local variables to the caller.
    after: String,
    scope: Scope,
}

impl Unit {
    fn scalars(&mut self) {
        self.scope.has_locals = true;
        self.declared.push_str(
            "integer, intent(in) :: n, k, m\nreal(8), intent(in) :: p\nreal, intent(in) :: h\n\
             logical, intent(in) :: on\ncharacter, intent(in) :: flag\nreal(8), intent(inout) :: od(16)\n",
        );
        self.dummies = ["n", "k", "m", "p", "h", "on", "flag", "od"].map(str::to_owned).to_vec();
        for (name, ty, bound) in [
            ("n", Type::Short, 16.0),
            ("k", Type::Short, 16.0),
            ("m", Type::Short, 16.0),
            ("p", Type::Double, 4.0),
            ("h", Type::Single, 4.0),
            ("on", Type::Logical, 0.0),
        ] {
            self.scope.variables.push(Variable::new(name, ty, &[], bound));
        }
        for name in ["i", "j", "l"] {
            self.local(name, Type::Short, false);
        }
        for (name, ty) in [
            ("m1", Type::Short),
            ("m2", Type::Short),
            ("e1", Type::Long),
            ("t", Type::Double),
            ("s", Type::Single),
            ("z", Type::DoubleComplex),
            ("f", Type::Logical),
        ] {
            self.local(name, ty, true);
        }
        self.declared.push_str("real(8) :: u\n");
        self.before.push_str("u = p\n");
        self.after.push_str("od(16) = od(16)*0.5d0 + u\n");
        self.scope.variables.push(Variable::new("u", Type::Double, &[], 1e3).assigned());
        let counters: Vec<String> = (1..=9).map(|number| format!("q{number}")).collect();
        let _ = writeln!(self.declared, "integer :: {}", counters.join(", "));
    }

    /// A local scalar.
    fn local(&mut self, name: &str, ty: Type, is_assigned: bool) {
        let bound = if ty.is_integer() { INTEGERS } else { f64::INFINITY };
        let mut variable = Variable::new(name, ty, &[], bound);
        variable.is_assigned = is_assigned;
        let _ = writeln!(self.declared, "{} :: {name}", ty.declared());
        let _ = writeln!(self.before, "{name} = {}", first_value(ty));
        self.told(name, ty, self.scope.variables.len());
        self.scope.variables.push(variable);
    }

    /// Gives a value to the caller.
    fn told(&mut self, text: &str, ty: Type, number: usize) {
        let at = 1 + number % 16;
        let value = match ty {
            Type::Logical => format!("merge(1, 0, {text})"),
            Type::SingleComplex | Type::DoubleComplex => format!("real({text}) - 2*aimag({text})"),
            _ => text.to_owned(),
        };
        let _ = writeln!(self.after, "od({at}) = od({at})*0.5d0 + {value}");
    }

    /// The variable of the function that counts its calls, which no statement that calls it may read.
    fn counted(&mut self) {
        self.local("calls", Type::Short, false);
        self.scope.variables.retain(|variable| variable.base() != "calls");
        self.scope.has_counted = true;
    }

    fn array(&mut self, name: &str, ty: Type, shape: &[Axis], role: Role) {
        let axes: Vec<String> = shape
            .iter()
            .map(|axis| match axis {
                Axis::Fixed(1, high) => high.to_string(),
                Axis::Fixed(low, high) => format!("{low}:{high}"),
                Axis::Size => "n".to_owned(),
            })
            .collect();
        let intent = match role {
            Role::Read => ", intent(in)",
            Role::Updated => ", intent(inout)",
            Role::Local => "",
        };
        let _ = writeln!(self.declared, "{}{intent} :: {name}({})", ty.declared(), axes.join(", "));
        let bound = match (role, ty) {
            (Role::Read, ty) if !ty.is_integer() => 4.0,
            (_, ty) if ty.is_integer() => INTEGERS,
            _ => f64::INFINITY,
        };
        let mut variable = Variable::new(name, ty, shape, bound);
        variable.is_assigned = role != Role::Read;
        self.scope.variables.push(variable);
        if role == Role::Local {
            let _ = writeln!(self.before, "{name} = {}", first_value(ty));
            self.tell_all(name, ty, shape);
        } else {
            self.dummies.push(name.to_owned());
        }
    }

    /// Gives all elements of an array to the caller.
    fn tell_all(&mut self, name: &str, ty: Type, shape: &[Axis]) {
        let variables = ["i", "j", "l"];
        for (variable, axis) in variables.iter().zip(shape) {
            if let Axis::Fixed(low, high) = axis {
                let _ = writeln!(self.after, "do {variable} = {low}, {high}");
            }
        }
        let subscripts: Vec<&str> = variables.into_iter().take(shape.len()).collect();
        self.told(&format!("{name}({})", subscripts.join(", ")), ty, self.scope.variables.len());
        self.after.push_str(&"end do\n".repeat(shape.len()));
    }

    /// Variables of a derived type.
    fn records(&mut self) {
        self.declared.push_str(
            "type :: cell\nreal(8) :: x\ninteger :: c\ncomplex :: y(4)\nreal(8) :: v(0:5)\nend type\n\
             type(cell) :: one, more(5)\n",
        );
        for (base, around) in [("one", &[][..]), ("more", &[Axis::Fixed(1, 5)][..])] {
            for (name, ty, own) in [
                ("x", Type::Double, &[][..]),
                ("c", Type::Short, &[][..]),
                ("y", Type::SingleComplex, &[Axis::Fixed(1, 4)][..]),
                ("v", Type::Double, &[Axis::Fixed(0, 5)][..]),
            ] {
                self.component((base, around), (name, ty, own));
            }
        }
    }

    fn component(&mut self, (base, around): (&str, &[Axis]), (name, ty, own): (&str, Type, &[Axis])) {
        let bound = if ty.is_integer() { INTEGERS } else { f64::INFINITY };
        let mut variable = Variable::new(base, ty, around, bound).assigned();
        variable.parts.push((name.to_owned(), own.len()));
        variable.axes.extend(own);
        let loops = ["i", "j"];
        let subscripts: Vec<String> =
            loops.iter().take(variable.axes.len()).map(|name| (*name).to_owned()).collect();
        let element = variable.with(&subscripts);
        let heads: String = loops
            .iter()
            .zip(&variable.axes)
            .filter_map(|(name, axis)| match axis {
                Axis::Fixed(low, high) => Some(format!("do {name} = {low}, {high}\n")),
                Axis::Size => None,
            })
            .collect();
        let ends = "end do\n".repeat(variable.axes.len());
        let _ = write!(self.before, "{heads}{element} = {}\n{ends}", first_value(ty));
        self.after.push_str(&heads);
        self.told(&element, ty, self.scope.variables.len());
        self.after.push_str(&ends);
        self.scope.variables.push(variable);
    }
}

/// What local variables begin with.
pub(super) fn first_value(ty: Type) -> &'static str {
    match ty {
        Type::Short | Type::Long => "2",
        Type::Single => "0.5",
        Type::Double => "-1.25d0",
        Type::SingleComplex | Type::DoubleComplex => "(1.0, -0.5)",
        Type::Logical => ".false.",
    }
}
