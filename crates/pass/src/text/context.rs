//! What the grammar's actions compute: values, from literals and the parameters that are known so far.

use super::condition::Code;
use crate::value::{Datum, Value};
use diag::{Diagnostic, Origin, SourceId, Span};
use ir::IndexMap;

/// A line as parsed.
#[derive(Debug)]
pub(crate) enum PipelineLine {
    /// `bm = 128`
    Parameter { name: String, origin: Origin, value: Value },
    /// `split_iname("i", 16)` or `knl = lp.split_iname(knl, "i", 16)`
    /// and either after `if bm == 16:`
    Call { guard: Option<Code>, assigned: Option<(String, Origin)>, call: ParsedCall },
    /// `tune bm in [8, 16] where bm*bn <= 1024`
    Tune { name: String, origin: Origin, values: Vec<Value>, condition: Option<Code> },
}

/// A call whose names are not looked up yet.
#[derive(Debug)]
pub(crate) struct ParsedCall {
    pub(crate) path: Vec<String>,
    pub(crate) name_origin: Origin,
    pub(crate) origin: Origin,
    pub(crate) args: Vec<ParsedArg>,
}

#[derive(Debug)]
pub(crate) struct ParsedArg {
    pub(crate) keyword: Option<(String, Origin)>,
    pub(crate) value: Operand,
}

/// A value, or a name that may turn out to be the kernel.
#[derive(Debug)]
pub(crate) enum Operand {
    Value(Value),
    Name(Vec<String>, Origin),
}

/// State of the actions.
pub(crate) struct Context<'a> {
    /// `None` for text that lies in no source.
    pub(crate) source: Option<SourceId>,
    pub(crate) parameters: &'a IndexMap<String, Value>,
    pub(crate) problems: Vec<Diagnostic>,
}

impl Context<'_> {
    pub(crate) fn origin(&self, start: usize, end: usize) -> Origin {
        Origin(self.source.map(|source| Span::new(source, start, end)))
    }

    fn problem(&mut self, problem: Diagnostic, origin: Origin) {
        self.problems.push(problem.at_entity(None, origin, ""));
    }

    fn value(&self, datum: Datum, start: usize, end: usize) -> Operand {
        Operand::Value(Value { datum, origin: self.origin(start, end) })
    }

    pub(crate) fn force(&mut self, operand: Operand) -> Value {
        let (path, origin) = match operand {
            Operand::Value(value) => return value,
            Operand::Name(path, origin) => (path, origin),
        };
        let datum = match path.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["True"] => Datum::Bool(true),
            ["False"] => Datum::Bool(false),
            ["None"] => Datum::None,
            [name] => match self.parameters.get(*name) {
                Some(value) => value.datum.clone(),
                None => self.unknown(name, origin),
            },
            // Constants of Python modules, such as `np.float32`, stand for their own name.
            ["np" | "numpy" | "lp" | "loopy", .., name] => Datum::Str((*name).to_owned()),
            _ => self.unknown(&path.join("."), origin),
        };
        Value { datum, origin }
    }

    /// The value of an item of `tune`, where a name that is not defined is a word.
    pub(crate) fn word(&mut self, operand: Operand) -> Value {
        match &operand {
            Operand::Name(path, origin) => match path.as_slice() {
                [word] if !is_constant(word) && !self.parameters.contains_key(word) => {
                    Value { datum: Datum::Str(word.clone()), origin: *origin }
                }
                _ => self.force(operand),
            },
            Operand::Value(_) => self.force(operand),
        }
    }

    fn unknown(&mut self, name: &str, origin: Origin) -> Datum {
        let problem = Diagnostic::error("lp::pipeline::unknown-name", format!("`{name}` is not defined"));
        let near = diag::nearest(name, self.parameters.keys().map(String::as_str));
        let problem = match near {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("write \"{name}\" for a text, or define it above: `{name} = 16`")),
        };
        self.problem(problem, origin);
        Datum::None
    }

    pub(crate) fn int(&mut self, text: &str, start: usize, end: usize) -> Operand {
        let number = text.parse().unwrap_or_else(|_| {
            let problem =
                Diagnostic::error("lp::pipeline::number", format!("`{text}` leaves the 64-bit range"));
            self.problem(problem, self.origin(start, end));
            0
        });
        self.value(Datum::Int(number), start, end)
    }

    pub(crate) fn float(&mut self, text: &str, start: usize, end: usize) -> Operand {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite()).unwrap_or_else(|| {
            let problem =
                Diagnostic::error("lp::pipeline::number", format!("`{text}` is too large a number"));
            self.problem(problem, self.origin(start, end));
            0.0
        });
        self.value(Datum::Float(number), start, end)
    }

    pub(crate) fn string(&mut self, literal: &str, start: usize, end: usize) -> Operand {
        let inner = literal.get(1..literal.len().saturating_sub(1)).unwrap_or("");
        let mut text = String::new();
        let mut letters = inner.chars();
        while let Some(letter) = letters.next() {
            match (letter, letter == '\\') {
                (_, true) => match letters.next() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('r') => text.push('\r'),
                    Some(quoted @ ('\\' | '"' | '\'')) => text.push(quoted),
                    other => {
                        let escape = other.map_or_else(String::new, String::from);
                        let message = format!("`\\{escape}` has no meaning in a string");
                        let problem = Diagnostic::error("lp::pipeline::string", message);
                        self.problem(problem, self.origin(start, end));
                    }
                },
                (_, false) => text.push(letter),
            }
        }
        self.value(Datum::Str(text), start, end)
    }

    pub(crate) fn list(&mut self, items: Vec<Operand>, start: usize, end: usize) -> Operand {
        let items = items.into_iter().map(|item| self.force(item)).collect();
        self.value(Datum::List(items), start, end)
    }

    pub(crate) fn dict(&mut self, entries: Vec<(Operand, Operand)>, start: usize, end: usize) -> Operand {
        let entries = entries.into_iter().map(|(key, value)| (self.force(key), self.force(value))).collect();
        self.value(Datum::Dict(entries), start, end)
    }

    pub(crate) fn negated(&mut self, operand: Operand, start: usize, end: usize) -> Operand {
        let datum = match self.force(operand).datum {
            Datum::Int(number) => number.checked_neg().map(Datum::Int),
            Datum::Float(number) => Some(Datum::Float(-number)),
            _ => None,
        };
        self.computed(datum, start, end)
    }

    pub(crate) fn arithmetic(
        &mut self,
        op: char,
        a: Operand,
        b: Operand,
        start: usize,
        end: usize,
    ) -> Operand {
        let (a, b) = (self.force(a).datum, self.force(b).datum);
        let datum = match (op, a, b) {
            (op, Datum::Int(a), Datum::Int(b)) => integers(op, a, b).map(Datum::Int),
            ('+', Datum::Str(a), Datum::Str(b)) => Some(Datum::Str(a + &b)),
            _ => None,
        };
        self.computed(datum, start, end)
    }

    fn computed(&mut self, datum: Option<Datum>, start: usize, end: usize) -> Operand {
        if datum.is_none() && self.problems.is_empty() {
            let message =
                "this cannot be computed: arithmetic is for integers of 64 bits, and `+` also for strings";
            let problem = Diagnostic::error("lp::pipeline::arithmetic", message);
            self.problem(problem, self.origin(start, end));
        }
        self.value(datum.unwrap_or(Datum::None), start, end)
    }
}

/// Whether a name stands for a value everywhere.
pub(crate) fn is_constant(name: &str) -> bool {
    super::CONSTANTS.contains(&name)
}

pub(crate) fn integers(op: char, a: i64, b: i64) -> Option<i64> {
    match op {
        '+' => a.checked_add(b),
        '-' => a.checked_sub(b),
        '*' => a.checked_mul(b),
        '/' => floor_div(a, b),
        _ => a.checked_sub(floor_div(a, b)?.checked_mul(b)?),
    }
}

/// The quotient rounded towards negative infinity.
fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}
