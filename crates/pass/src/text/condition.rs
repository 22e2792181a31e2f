//! Conditions on parameters, `bm*bn <= 1024 and fetch == "local"`, as code that is run once all have values.
//!
//! The code is postfix, so that no text can make a tree too deep to walk.

use super::context::integers;
use crate::value::{Datum, Value};
use diag::{Diagnostic, Origin};

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    AtMost,
    Less,
    AtLeast,
    Greater,
}

#[derive(Debug, Clone, PartialEq)]
enum Operation {
    Value(Datum),
    Name(String, Origin),
    Negate,
    Compute(char),
    Compare(Comparison),
    Not,
    And,
    Or,
}

/// A condition, or a part of one.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Code {
    operations: Vec<Operation>,
    origin: Origin,
}

impl Code {
    pub(crate) fn value(value: Value) -> Self {
        Code { operations: vec![Operation::Value(value.datum)], origin: value.origin }
    }

    pub(crate) fn name(name: &str, origin: Origin) -> Self {
        let operation = match name {
            "True" => Operation::Value(Datum::Bool(true)),
            "False" => Operation::Value(Datum::Bool(false)),
            "None" => Operation::Value(Datum::None),
            _ => Operation::Name(name.to_owned(), origin),
        };
        Code { operations: vec![operation], origin }
    }

    pub(crate) fn with_origin(self, origin: Origin) -> Self {
        Code { origin, ..self }
    }

    fn combined(mut self, other: Code, operation: Operation) -> Self {
        self.operations.extend(other.operations);
        self.operations.push(operation);
        self
    }

    pub(crate) fn or(self, other: Code) -> Self {
        self.combined(other, Operation::Or)
    }

    pub(crate) fn and(self, other: Code) -> Self {
        self.combined(other, Operation::And)
    }

    pub(crate) fn not(self) -> Self {
        self.combined(Code::default(), Operation::Not)
    }

    pub(crate) fn negated(self) -> Self {
        self.combined(Code::default(), Operation::Negate)
    }

    pub(crate) fn computed(self, operator: char, other: Code) -> Self {
        self.combined(other, Operation::Compute(operator))
    }

    /// `a <= b < c` is what Python makes of it: `a <= b and b < c`.
    pub(crate) fn compared(self, rest: Vec<(Comparison, Code)>) -> Self {
        let mut left = self;
        let mut all: Option<Code> = None;
        for (comparison, right) in rest {
            let one = left.combined(right.clone(), Operation::Compare(comparison));
            all = Some(match all {
                Some(before) => before.and(one),
                None => one,
            });
            left = right;
        }
        all.unwrap_or(left)
    }

    /// The names in it and where they stand.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, Origin)> {
        self.operations.iter().filter_map(|operation| match operation {
            Operation::Name(name, origin) => Some((name.as_str(), *origin)),
            _ => None,
        })
    }

    /// Where it stands.
    pub(crate) fn origin(&self) -> Origin {
        self.origin
    }

    /// Whether it holds for these values of names.
    pub(crate) fn holds(&self, value_of: &dyn Fn(&str) -> Option<Datum>) -> Result<bool, Diagnostic> {
        match self.run(value_of) {
            Ok(Datum::Bool(truth)) => Ok(truth),
            Ok(other) => {
                let found = Value::new(other).describe();
                Err(self.fault(&format!("a condition is true or false, and this is {found}")))
            }
            Err(problem) => Err(self.fault(&problem)),
        }
    }

    fn fault(&self, message: &str) -> Diagnostic {
        Diagnostic::error("lp::pipeline::condition", message).at_entity(None, self.origin, "")
    }

    fn run(&self, value_of: &dyn Fn(&str) -> Option<Datum>) -> Result<Datum, String> {
        // What an operand has no value for matters only where the operand before leaves the outcome open.
        let mut stack: Vec<Result<Datum, String>> = Vec::new();
        for operation in &self.operations {
            let mut operand = || stack.pop().transpose();
            let value = match operation {
                Operation::Value(value) => Ok(value.clone()),
                Operation::Name(name, _) => value_of(name).ok_or_else(|| format!("`{name}` is not defined")),
                Operation::Negate => operand().and_then(negated),
                Operation::Not => operand().and_then(truth).map(|value| Datum::Bool(!value)),
                Operation::And | Operation::Or => {
                    let (b, a) = (operand(), operand());
                    let decides = *operation == Operation::Or;
                    let both = a.and_then(truth).and_then(|a| if a == decides { Ok(a) } else { truth(b?) });
                    both.map(Datum::Bool)
                }
                Operation::Compute(operator) => {
                    let (b, a) = (operand(), operand());
                    a.and_then(|a| computed(*operator, b?, a))
                }
                Operation::Compare(comparison) => {
                    let (b, a) = (operand(), operand());
                    a.and_then(|a| compared(*comparison, a.as_ref(), b?.as_ref())).map(Datum::Bool)
                }
            };
            stack.push(value);
        }
        stack.pop().unwrap_or_else(|| Err("the condition is empty".to_owned()))
    }
}

fn truth(value: Option<Datum>) -> Result<bool, String> {
    match value {
        Some(Datum::Bool(truth)) => Ok(truth),
        other => Err(format!("`and`, `or` and `not` take conditions, not {}", described(other.as_ref()))),
    }
}

fn described(value: Option<&Datum>) -> &'static str {
    value.map_or("nothing", |value| Value::new(value.clone()).describe())
}

fn negated(value: Option<Datum>) -> Result<Datum, String> {
    match value {
        Some(Datum::Int(number)) => {
            number.checked_neg().map(Datum::Int).ok_or_else(|| format!("`-{number}` leaves the 64-bit range"))
        }
        Some(Datum::Float(number)) => Ok(Datum::Float(-number)),
        other => Err(format!("`-` takes numbers, not {}", described(other.as_ref()))),
    }
}

/// The operands come from a stack, the right one first.
fn computed(operator: char, right: Option<Datum>, left: Option<Datum>) -> Result<Datum, String> {
    let sign = if operator == '/' { "//".to_owned() } else { operator.to_string() };
    match (left, right) {
        (Some(Datum::Int(a)), Some(Datum::Int(b))) => {
            let number = integers(operator, a, b);
            number.map(Datum::Int).ok_or_else(|| format!("`{a} {sign} {b}` has no value of 64 bits"))
        }
        (a, b) => {
            let (a, b) = (described(a.as_ref()), described(b.as_ref()));
            Err(format!("`{sign}` computes with integers, not {a} and {b}"))
        }
    }
}

fn compared(comparison: Comparison, a: Option<&Datum>, b: Option<&Datum>) -> Result<bool, String> {
    let order = match (a, b) {
        (Some(Datum::Int(a)), Some(Datum::Int(b))) => Some(a.cmp(b)),
        (Some(Datum::Float(a)), Some(Datum::Float(b))) => a.partial_cmp(b),
        (Some(Datum::Str(a)), Some(Datum::Str(b))) => Some(a.cmp(b)),
        (Some(Datum::Bool(a)), Some(Datum::Bool(b))) => Some(a.cmp(b)),
        _ => None,
    };
    let order = order.ok_or_else(|| {
        let (a, b) = (described(a), described(b));
        format!("{a} cannot be compared with {b}")
    })?;
    Ok(match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::Unequal => order.is_ne(),
        Comparison::AtMost => order.is_le(),
        Comparison::Less => order.is_lt(),
        Comparison::AtLeast => order.is_ge(),
        Comparison::Greater => order.is_gt(),
    })
}
