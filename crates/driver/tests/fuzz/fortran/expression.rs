//! Expressions of all types, of values that stay in range: an overflow has no meaning that could be compared.

use crate::random::Random;

/// Types of numbers and truth values, by their names in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Short,
    Long,
    Single,
    Double,
    SingleComplex,
    DoubleComplex,
    Logical,
}

use Type::{Double, DoubleComplex, Logical, Long, Short, Single, SingleComplex};

/// All of them.
pub(super) const TYPES: [Type; 7] = [Short, Long, Single, Double, SingleComplex, DoubleComplex, Logical];

/// Real numbers below this can become integers.
const CONVERTED: f64 = 1e6;

/// An expression, and what its absolute value does not exceed; infinite where it may be no number at all.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) text: String,
    bound: f64,
}

impl Value {
    /// Whether there is no variable in it: gfortran computes with such numbers more exactly than with others.
    fn is_constant(&self) -> bool {
        let is_variable = |word: &str| match word.as_bytes() {
            [b'i' | b'j' | b'k' | b'n' | b'p'] => true,
            [letter, b'1' | b'2'] => letter.is_ascii_alphabetic(),
            _ => false,
        };
        !self.text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(is_variable)
    }
}

impl Type {
    /// How a declaration names it.
    pub(super) fn declared(self) -> &'static str {
        match self {
            Short => "integer",
            Long => "integer(8)",
            Single => "real",
            Double => "real(8)",
            SingleComplex => "complex",
            DoubleComplex => "complex(8)",
            Logical => "logical",
        }
    }

    /// What names of this type begin with.
    pub(super) fn letter(self) -> &'static str {
        match self {
            Short => "i",
            Long => "l",
            Single => "s",
            Double => "d",
            SingleComplex => "c",
            DoubleComplex => "z",
            Logical => "b",
        }
    }

    fn is_integer(self) -> bool {
        matches!(self, Short | Long)
    }

    fn is_complex(self) -> bool {
        matches!(self, SingleComplex | DoubleComplex)
    }

    /// What integers of this type stay below.
    fn limit(self) -> f64 {
        if self == Short { 1e8 } else { 1e15 }
    }

    /// The type of an operation on two numbers.
    fn with(self, other: Type) -> Type {
        let rank = |ty: Type| match ty {
            Short => 0,
            Long => 1,
            Single => 2,
            Double => 3,
            _ => 4,
        };
        if self.is_complex() || other.is_complex() {
            let is_long = |ty: Type| matches!(ty, Double | DoubleComplex);
            return if is_long(self) || is_long(other) { DoubleComplex } else { SingleComplex };
        }
        if rank(self) >= rank(other) { self } else { other }
    }
}

/// Where an expression stands: what elements of arrays it may read.
pub(super) struct Scope<'a> {
    /// Subscripts that are in range, such as `i` and `n + 1 - i`.
    pub(super) subscripts: &'a [&'a str],
    /// Whether arrays are read as a whole.
    pub(super) whole: bool,
    /// Integer scalars, none of them above 16.
    pub(super) integers: &'a [&'a str],
}

/// An expression of a type.
pub(super) fn expression(random: &mut Random, scope: &Scope<'_>, ty: Type, depth: usize) -> Value {
    match ty {
        Logical => logical(random, scope, depth),
        _ => {
            let (of, value) = number(random, scope, depth);
            converted(of, value, ty)
        }
    }
}

/// The same number as another type, by the function that Fortran has for it.
fn converted(of: Type, value: Value, ty: Type) -> Value {
    if of == ty {
        return value;
    }
    let Value { text, bound } = value;
    if ty.is_integer() && !of.is_integer() && bound >= CONVERTED {
        // What may be too large, or no number, only says whether it is positive.
        let real = if of.is_complex() { format!("real({text})") } else { text };
        let text = if ty == Short {
            format!("merge(1, 0, {real} > 0)")
        } else {
            format!("merge(1_8, 0_8, {real} > 0)")
        };
        return Value { text, bound: 1.0 };
    }
    if ty == Short && of == Long && bound >= ty.limit() {
        return Value { text: format!("int(mod({text}, 1000_8))"), bound: 1000.0 };
    }
    let text = match ty {
        Short => format!("int({text})"),
        Long => format!("int({text}, 8)"),
        Single => format!("real({text}, 4)"),
        Double => format!("dble({text})"),
        SingleComplex => format!("cmplx({text})"),
        DoubleComplex => format!("cmplx({text}, kind=8)"),
        Logical => text,
    };
    // A narrower number may be rounded upwards.
    Value { text, bound: bound * 1.001 + 1.0 }
}

fn leaf(random: &mut Random, scope: &Scope<'_>) -> (Type, Value) {
    let ty = *random.pick(&TYPES[..6]);
    let value = match random.below(10) {
        0..=5 => {
            let name = format!("{}{}", ty.letter(), 1 + random.below(2));
            let bound = if ty.is_integer() { 8.0 } else { 4.0 };
            let text = if scope.whole { name } else { format!("{name}({})", random.word(scope.subscripts)) };
            Value { text, bound }
        }
        6 if !scope.integers.is_empty() => {
            let text = random.word(scope.integers).to_owned();
            return (Short, Value { text, bound: 16.0 });
        }
        7 => return (Double, Value { text: "p".to_owned(), bound: 4.0 }),
        _ => literal(random, ty),
    };
    (ty, value)
}

fn literal(random: &mut Random, ty: Type) -> Value {
    let number = random.below(9);
    let text = match ty {
        Short => number.to_string(),
        Long => format!("{number}_8"),
        Single => format!("{number}.{}", random.word(&["0", "25", "1", "75e-1"])),
        Double => format!("{number}.{}d0", random.word(&["0", "5", "3", "125"])),
        SingleComplex => format!("({number}.5, -1.25)"),
        DoubleComplex => format!("(0.5d0, {number}.0d0)"),
        Logical => random.word(&[".true.", ".false."]).to_owned(),
    };
    Value { text, bound: 100.0 }
}

/// A number of any type.
fn number(random: &mut Random, scope: &Scope<'_>, depth: usize) -> (Type, Value) {
    if depth == 0 {
        return leaf(random, scope);
    }
    let depth = depth - 1;
    match random.below(12) {
        0 => leaf(random, scope),
        1..=6 => operation(random, scope, depth),
        7 => {
            let (ty, a) = number(random, scope, depth);
            // A factor of -1 goes to the front of a product, which complex zeros show.
            let sign = if ty.is_complex() { "0-" } else { "-" };
            (ty, Value { text: format!("({sign}{})", grouped(&a)), bound: a.bound })
        }
        8 => power(random, scope, depth),
        _ => function(random, scope, depth),
    }
}

fn grouped(value: &Value) -> String {
    format!("({})", value.text)
}

fn operation(random: &mut Random, scope: &Scope<'_>, depth: usize) -> (Type, Value) {
    let (a_type, a) = number(random, scope, depth);
    let (b_type, b) = number(random, scope, depth);
    let ty = a_type.with(b_type);
    let is_constant = a.is_constant() && b.is_constant();
    let (op, bound) = match random.below(if ty.is_complex() && is_constant { 2 } else { 4 }) {
        0 => ("+", a.bound + b.bound),
        1 => ("-", a.bound + b.bound),
        2 => ("*", 2.0 * a.bound * b.bound),
        _ if ty.is_integer() => {
            let divisor = random.range(1, 7);
            let text = format!(
                "{}/{}",
                grouped(&a),
                random.word(&[&format!("{divisor}"), &format!("(-{divisor})")])
            );
            return (a_type, Value { text, bound: a.bound });
        }
        _ => ("/", f64::INFINITY),
    };
    let limit = if ty.is_integer() { ty.limit() } else { 1e30 };
    if ty.is_integer() && bound > limit {
        // Both are made small first.
        return small(ty, format!("mod({}, {})", as_type(ty, a_type, &a), modulus(ty)));
    }
    let bound = if bound > limit { f64::INFINITY } else { bound };
    let text = if random.percent(30) && op != "/" && op != "*" {
        format!("{} {op} {}", a.text, grouped(&b))
    } else {
        format!("{}{op}{}", grouped(&a), grouped(&b))
    };
    (ty, Value { text, bound })
}

fn modulus(ty: Type) -> &'static str {
    if ty == Short { "17" } else { "17_8" }
}

fn small(ty: Type, text: String) -> (Type, Value) {
    (ty, Value { text, bound: 17.0 })
}

/// The number as that type, which is no shorter.
fn as_type(ty: Type, of: Type, value: &Value) -> String {
    converted(of, value.clone(), ty).text
}

fn power(random: &mut Random, scope: &Scope<'_>, depth: usize) -> (Type, Value) {
    let (ty, base) = number(random, scope, depth);
    let exponent = random.range(0, 3);
    let larger = random.range(0, 12);
    if ty.is_integer() {
        let bound = base.bound.powi(3).max(1.0);
        if bound > ty.limit() {
            return small(ty, format!("mod({}, {})", base.text, modulus(ty)));
        }
        return (ty, Value { text: format!("{}**{exponent}", grouped(&base)), bound });
    }
    if base.is_constant() {
        return (ty, base);
    }
    if ty.is_complex() {
        return (ty, Value { text: format!("{}*{}", grouped(&base), grouped(&base)), bound: f64::INFINITY });
    }
    let exponent = match scope.integers {
        [first, ..] if random.percent(30) => format!("mod({first}, 4)"),
        _ if random.percent(20) => format!("(-{exponent})"),
        _ => larger.to_string(),
    };
    (ty, Value { text: format!("{}**{exponent}", grouped(&base)), bound: f64::INFINITY })
}

fn function(random: &mut Random, scope: &Scope<'_>, depth: usize) -> (Type, Value) {
    let (ty, a) = number(random, scope, depth);
    if ty.is_complex() {
        let part = if ty == SingleComplex { Single } else { Double };
        return match random.below(4) {
            0 => (part, Value { text: format!("aimag({})", a.text), bound: a.bound }),
            1 => (part, Value { text: format!("real({})", a.text), bound: a.bound }),
            _ => (ty, Value { text: format!("conjg({})", a.text), bound: a.bound }),
        };
    }
    let (b_type, b) = number(random, scope, depth);
    let other = if b_type.is_complex() { Value { text: "2".to_owned(), bound: 2.0 } } else { b };
    let b_type = if b_type.is_complex() { Short } else { b_type };
    let b = converted(b_type, other, ty);
    let two = |name: &str, bound: f64| (ty, Value { text: format!("{name}({}, {})", a.text, b.text), bound });
    let larger = a.bound.max(b.bound);
    match random.below(9) {
        0 => (ty, Value { text: format!("abs({})", a.text), bound: a.bound }),
        // Of what is no number Fortran does not say which is the larger.
        1 if larger.is_finite() => two("max", larger),
        2 if larger.is_finite() => two("min", larger),
        3 => two("sign", a.bound),
        4 if larger.is_finite() && larger < ty.limit() => two("dim", a.bound + b.bound),
        5 => {
            let mask = logical(random, scope, depth);
            (ty, Value { text: format!("merge({}, {}, {})", a.text, b.text, mask.text), bound: larger })
        }
        6 if ty.is_integer() => {
            let name = random.word(&["mod", "modulo"]);
            let divisor = random.word(&["3", "7", "(-5)"]);
            let divisor = if ty == Long { format!("int({divisor}, 8)") } else { divisor.to_owned() };
            (ty, Value { text: format!("{name}({}, {divisor})", a.text), bound: 8.0 })
        }
        6 if a.bound < CONVERTED => {
            let name = random.word(&["nint", "floor", "ceiling", "int"]);
            (Short, Value { text: format!("{name}({})", a.text), bound: a.bound + 1.0 })
        }
        7 if !ty.is_integer() && a.bound < CONVERTED => {
            let name = random.word(&["aint", "anint"]);
            (ty, Value { text: format!("{name}({})", a.text), bound: a.bound + 1.0 })
        }
        8 if !ty.is_integer() => {
            (ty, Value { text: format!("sqrt(abs({}))", a.text), bound: a.bound.sqrt().max(a.bound) })
        }
        _ => (ty, a),
    }
}

fn logical(random: &mut Random, scope: &Scope<'_>, depth: usize) -> Value {
    let text = match random.below(if depth == 0 { 2 } else { 7 }) {
        0 => literal(random, Logical).text,
        1 if scope.whole => "b1".to_owned(),
        1 => format!("b1({})", random.word(scope.subscripts)),
        2 => {
            let [a, b] = [0, 1].map(|_| logical(random, scope, depth - 1));
            let op = random.word(&[".and.", ".or.", ".eqv.", ".neqv."]);
            format!("{} {op} {}", grouped(&a), grouped(&b))
        }
        3 => format!(".not. {}", grouped(&logical(random, scope, depth - 1))),
        _ => {
            let (a_type, a) = number(random, scope, depth - 1);
            let (b_type, b) = number(random, scope, depth - 1);
            let ops: &[&str] = if a_type.is_complex() || b_type.is_complex() {
                &["==", "/="]
            } else {
                &["==", "/=", "<", "<=", ">", ">="]
            };
            format!("{} {} {}", grouped(&a), random.word(ops), grouped(&b))
        }
    };
    Value { text, bound: 0.0 }
}
