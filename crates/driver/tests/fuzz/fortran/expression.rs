//! Expressions of all types, of values that stay in range: an overflow has no meaning that could be compared.

use super::scope::{Length, Scope, Use};
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

/// What integer variables do not exceed.
pub(super) const INTEGERS: f64 = 100.0;

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
        let is_variable =
            |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic()) && !FIXED.contains(&word);
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

    pub(super) fn is_integer(self) -> bool {
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

/// Where an expression stands.
pub(super) struct Place<'a> {
    pub(super) scope: &'a Scope,
    /// The shape of the arrays in it; without one there are scalars alone.
    pub(super) shape: Option<&'a [Length]>,
}

/// Words that are no variables.
const FIXED: &[&str] = &[
    "abs", "aimag", "btest", "iand", "ieor", "ior", "ishft", "aint", "and", "anint", "ceiling", "cmplx",
    "conjg", "dble", "dim", "eqv", "false", "floor", "int", "kind", "max", "merge", "min", "mod", "modulo",
    "neqv", "nint", "not", "or", "real", "sign", "sqrt", "true",
];

/// An expression of a type.
pub(super) fn expression(random: &mut Random, place: &Place<'_>, ty: Type, depth: usize) -> Value {
    match ty {
        Logical => logical(random, place, depth),
        _ => {
            let (of, value) = number(random, place, depth);
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

fn leaf(random: &mut Random, place: &Place<'_>) -> (Type, Value) {
    let ty = *random.pick(&TYPES[..6]);
    match random.below(10) {
        0..=5 => (ty, read(random, place, ty)),
        6 => {
            let text = place.scope.integer(random);
            (Short, Value { text, bound: INTEGERS })
        }
        7 => call(random, place).unwrap_or_else(|| (ty, literal(random, ty))),
        _ => (ty, literal(random, ty)),
    }
}

/// A variable of a type, an element, or a section where arrays are read.
fn read(random: &mut Random, place: &Place<'_>, ty: Type) -> Value {
    let Place { scope, shape } = place;
    let of: Vec<_> = scope.variables.iter().filter(|variable| variable.ty == ty).collect();
    if of.is_empty() {
        return literal(random, ty);
    }
    for _ in 0..3 {
        let variable = *random.pick(&of);
        let section = shape.and_then(|shape| scope.section(random, variable, shape, Use::Read));
        if let Some(text) = section {
            return Value { text, bound: variable.bound };
        }
    }
    let variable = *random.pick(&of);
    Value { text: scope.element(random, variable), bound: variable.bound }
}

/// A function of scalars.
fn call(random: &mut Random, place: &Place<'_>) -> Option<(Type, Value)> {
    let functions = &place.scope.functions;
    let function = functions.get(random.below(functions.len()))?;
    let shape = place.shape.filter(|_| function.is_elemental);
    let inner = Place { scope: place.scope, shape };
    let given: Vec<String> =
        function.dummies.iter().map(|ty| bounded(*ty, expression(random, &inner, *ty, 1))).collect();
    let bound = if function.ty.is_integer() { INTEGERS } else { f64::INFINITY };
    Some((function.ty, Value { text: format!("{}({})", function.name, given.join(", ")), bound }))
}

/// The expression as text, where integers stay small.
pub(super) fn bounded(ty: Type, value: Value) -> String {
    if ty.is_integer() && value.bound > INTEGERS {
        format!("mod({}, {})", value.text, modulus(ty))
    } else {
        value.text
    }
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
fn number(random: &mut Random, place: &Place<'_>, depth: usize) -> (Type, Value) {
    if depth == 0 {
        return leaf(random, place);
    }
    let depth = depth - 1;
    match random.below(12) {
        0 => leaf(random, place),
        1..=6 => operation(random, place, depth),
        7 => {
            let (ty, a) = number(random, place, depth);
            // gfortran 12 takes `-(-abs(x))` for 0 where that is made shorter.
            if a.text.starts_with("(-") {
                return (ty, a);
            }
            // A factor of -1 goes to the front of a product, which complex zeros show.
            let sign = if ty.is_complex() { "0-" } else { "-" };
            (ty, Value { text: format!("({sign}{})", grouped(&a)), bound: a.bound })
        }
        8 => power(random, place, depth),
        _ => function(random, place, depth),
    }
}

fn grouped(value: &Value) -> String {
    format!("({})", value.text)
}

fn operation(random: &mut Random, place: &Place<'_>, depth: usize) -> (Type, Value) {
    let (a_type, a) = number(random, place, depth);
    let (b_type, b) = number(random, place, depth);
    let ty = a_type.with(b_type);
    let a = if ty.is_complex() { unknown(place, a) } else { a };
    let is_constant = a.is_constant() && b.is_constant();
    let (op, bound) = match random.below(if ty.is_complex() && is_constant { 2 } else { 4 }) {
        0 => ("+", a.bound + b.bound),
        // gfortran 12 takes `-i` for `0.0 - i`, which gives a zero another sign.
        1 if !ty.is_integer() && b_type.is_integer() && a.is_constant() => ("+", a.bound + b.bound),
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

/// A number of which gfortran does not know the value: products and quotients of complex numbers that it
/// knows it rounds once.
fn unknown(place: &Place<'_>, value: Value) -> Value {
    if place.scope.has_locals {
        Value { text: format!("({} + h)", value.text), bound: value.bound + 4.0 }
    } else {
        value
    }
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

fn power(random: &mut Random, place: &Place<'_>, depth: usize) -> (Type, Value) {
    let (ty, base) = number(random, place, depth);
    // A power of 0 is a constant to gfortran, quotients of which it rounds once.
    let exponent = random.range(1, 3);
    let larger = random.range(1, 12);
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
        let base = unknown(place, base);
        return (ty, Value { text: format!("{}*{}", grouped(&base), grouped(&base)), bound: f64::INFINITY });
    }
    // Where gfortran knows the value of a variable it rounds a power once.
    let knows = place.scope.has_locals;
    let exponent = match random.below(10) {
        0..=2 if knows => format!("mod({}, 4)", random.word(&["k", "n"])),
        0..=2 => format!("mod({}, 4)", place.scope.integer(random)),
        _ if knows => exponent.to_string(),
        _ if random.percent(20) => format!("(-{exponent})"),
        _ => larger.to_string(),
    };
    (ty, Value { text: format!("{}**{exponent}", grouped(&base)), bound: f64::INFINITY })
}

fn function(random: &mut Random, place: &Place<'_>, depth: usize) -> (Type, Value) {
    let (ty, a) = number(random, place, depth);
    if ty.is_complex() {
        let part = if ty == SingleComplex { Single } else { Double };
        return match random.below(4) {
            0 => (part, Value { text: format!("aimag({})", a.text), bound: a.bound }),
            1 => (part, Value { text: format!("real({})", a.text), bound: a.bound }),
            _ => (ty, Value { text: format!("conjg({})", a.text), bound: a.bound }),
        };
    }
    let (b_type, b) = number(random, place, depth);
    let other = if b_type.is_complex() { Value { text: "2".to_owned(), bound: 2.0 } } else { b };
    let b_type = if b_type.is_complex() { Short } else { b_type };
    let b = converted(b_type, other, ty);
    let two = |name: &str, bound: f64| (ty, Value { text: format!("{name}({}, {})", a.text, b.text), bound });
    // Of zeros of both signs Fortran does not say which is the larger either.
    let positive = if ty.is_integer() { b.text.clone() } else { format!("0.5 + abs({})", b.text) };
    let extreme = |name: &str, bound: f64| {
        (ty, Value { text: format!("{name}({}, {positive})", a.text), bound: bound + 0.5 })
    };
    let larger = a.bound.max(b.bound);
    match random.below(9) {
        0 => (ty, Value { text: format!("abs({})", a.text), bound: a.bound }),
        // Of what is no number Fortran does not say which is the larger.
        1 if larger.is_finite() => extreme("max", larger),
        2 if larger.is_finite() => extreme("min", larger),
        3 => two("sign", a.bound),
        4 if larger.is_finite() && larger < ty.limit() => two("dim", a.bound + b.bound),
        5 => {
            let mask = logical(random, place, depth);
            (ty, Value { text: format!("merge({}, {}, {})", a.text, b.text, mask.text), bound: larger })
        }
        6 if ty.is_integer() && random.percent(40) => bits(random, ty, &a, &b),
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
        7 if !ty.is_integer() && random.percent(40) => {
            // Quotients that are no numbers of their type have no remainder.
            let name = random.word(&["mod", "modulo"]);
            let text = format!("{name}({}, {})", clamped(ty, &a), random.word(divisors(ty)));
            (ty, Value { text, bound: 8.0 })
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

/// Divisors of remainders.
fn divisors(ty: Type) -> &'static [&'static str] {
    if ty == Single { &["0.75", "(-2.5)", "3.0"] } else { &["0.75d0", "(-2.5d0)", "3.0d0"] }
}

/// A number whose remainder is one.
fn clamped(ty: Type, value: &Value) -> String {
    let Value { text, bound } = value;
    let zero = if ty == Single { "0.0" } else { "0d0" };
    if *bound < CONVERTED { text.clone() } else { format!("merge({text}, {zero}, abs({text}) < 1d6)") }
}

/// Operations on the bits of integers.
fn bits(random: &mut Random, ty: Type, a: &Value, b: &Value) -> (Type, Value) {
    let larger = a.bound.max(b.bound).max(1.0);
    let zero = if ty == Long { "0_8" } else { "0" };
    let (text, bound) = match random.below(6) {
        0 => (format!("iand({}, {})", a.text, b.text), 2.0 * larger),
        1 => (format!("ior({}, {})", a.text, b.text), 2.0 * larger),
        2 => (format!("ieor({}, {})", a.text, b.text), 2.0 * larger),
        3 => (format!("not({})", a.text), larger + 1.0),
        4 if larger < 1e6 => {
            let is_far = ty == Long && random.below(2) == 0;
            let by = if is_far { "33" } else { random.word(&["2", "-1", "1"]) };
            (format!("ishft(abs({}), {by})", a.text), if is_far { 1e10 } else { 4.0 } * larger)
        }
        _ => (format!("merge({}, {zero}, btest({}, 2))", a.text, b.text), larger),
    };
    (ty, Value { text, bound })
}

fn logical(random: &mut Random, place: &Place<'_>, depth: usize) -> Value {
    let text = match random.below(if depth == 0 { 2 } else { 7 }) {
        0 => literal(random, Logical).text,
        1 => read(random, place, Logical).text,
        2 => {
            let [a, b] = [0, 1].map(|_| logical(random, place, depth - 1));
            let op = random.word(&[".and.", ".or.", ".eqv.", ".neqv."]);
            format!("{} {op} {}", grouped(&a), grouped(&b))
        }
        3 => format!(".not. {}", grouped(&logical(random, place, depth - 1))),
        _ => {
            let (a_type, a) = number(random, place, depth - 1);
            let (b_type, b) = number(random, place, depth - 1);
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
