//! Parameters whose values a search may choose: `tune bm in [8, 16, 32] where bm*bn <= 1024`.

use super::parameters::overriding;
use crate::text::condition::Code;
use crate::value::{Datum, Value};
use diag::{Diagnostic, Origin};
use ir::IndexMap;

/// A parameter and the values that it may have, of which the first holds where nobody chooses.
#[derive(Debug, Clone)]
pub struct Tunable {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub origin: Origin,
    /// Integers, fractions, words or truth values; all of one kind, and all different.
    pub values: Vec<Value>,
}

impl Tunable {
    /// Whether there is anything to choose from.
    pub(super) fn check(&self) -> Result<(), Diagnostic> {
        let fault = |message: String, origin: Origin| {
            Err(Diagnostic::error("lp::pipeline::tune", message).at_entity(None, origin, ""))
        };
        let Some(first) = self.values.first() else {
            return fault(format!("`{}` has no value to choose", self.name), self.origin);
        };
        for (at, value) in self.values.iter().enumerate() {
            let is_plain =
                matches!(value.datum, Datum::Int(_) | Datum::Float(_) | Datum::Str(_) | Datum::Bool(_));
            if !is_plain || value.describe() != first.describe() {
                let message = format!("the values of `{}` are not of one kind", self.name);
                return fault(message, value.origin)
                    .map_err(|fault| fault.help("list integers, fractions, words or truth values"));
            }
            if self.values.iter().take(at).any(|other| other.datum == value.datum) {
                return fault(format!("`{}` is listed twice", value), value.origin);
            }
        }
        Ok(())
    }

    /// The value of a text from outside, which must be one of those listed, or else the first.
    pub(super) fn chosen(&self, given: Option<&str>) -> Result<Value, Diagnostic> {
        let Some(first) = self.values.first() else { return Ok(Value::none()) };
        let Some(text) = given else { return Ok(first.clone()) };
        let value = overriding(&self.name, text, first)?;
        if self.values.iter().any(|listed| listed.datum == value.datum) {
            return Ok(value);
        }
        let listed: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        let message = format!("{value} is no value of `{}`", self.name);
        let fault = Diagnostic::error("lp::pipeline::override", message);
        Err(fault.at_entity(None, self.origin, "").help(format!("it may be {}", listed.join(", "))))
    }
}

/// What the values of several parameters must fulfil together.
#[derive(Debug, Clone)]
pub struct Condition(Code);

impl Condition {
    /// The condition, where all names in it are parameters.
    pub(super) fn new(code: Code, parameters: &IndexMap<String, Value>) -> Result<Self, Vec<Diagnostic>> {
        let unknown = code.names().filter(|(name, _)| !parameters.contains_key(*name));
        let problems: Vec<Diagnostic> = unknown
            .map(|(name, origin)| {
                let message = format!("`{name}` is not defined");
                let problem = Diagnostic::error("lp::pipeline::unknown-name", message);
                let problem = problem.at_entity(None, origin, "");
                match diag::nearest(name, parameters.keys().map(String::as_str)) {
                    Some(near) => problem.help(format!("did you mean `{near}`?")),
                    None => problem.help(format!("write \"{name}\" for a word, or define it")),
                }
            })
            .collect();
        if problems.is_empty() { Ok(Condition(code)) } else { Err(problems) }
    }

    /// The parameters that it names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.names().map(|(name, _)| name)
    }

    /// Where it stands.
    pub fn origin(&self) -> Origin {
        self.0.origin()
    }

    /// Whether it holds for values of parameters.
    ///
    /// # Errors
    /// Where it cannot be computed.
    pub fn holds(&self, value_of: &dyn Fn(&str) -> Option<Datum>) -> Result<bool, Diagnostic> {
        self.0.holds(value_of)
    }
}

/// The parameters of a pipeline or script that a search may choose.
#[derive(Debug, Clone, Default)]
pub struct Tunables {
    /// In the order in which they are defined.
    pub parameters: Vec<Tunable>,
    /// What their values must fulfil together.
    pub conditions: Vec<Condition>,
    /// All parameters, those that are not searched too, and the values that they have now.
    pub values: IndexMap<String, Value>,
}

impl Tunables {
    /// Whether the values that hold now go together.
    ///
    /// # Errors
    /// The first condition that they do not fulfil.
    pub fn check(&self) -> Result<(), Vec<Diagnostic>> {
        for condition in &self.conditions {
            let value_of = |name: &str| self.values.get(name).map(|value| value.datum.clone());
            if condition.holds(&value_of).map_err(|problem| vec![problem])? {
                continue;
            }
            let values = condition.names().filter_map(|name| Some((name, self.values.get(name)?)));
            let values: Vec<String> = values.map(|(name, value)| format!("{name} = {value}")).collect();
            let message = format!("{} do not go together", values.join(", "));
            let problem = Diagnostic::error("lp::pipeline::excluded", message);
            let problem = problem.at_entity(None, condition.origin(), "this does not hold");
            return Err(vec![problem.help(
                "list values first that go together, or choose others with `--set NAME=VALUE` or `--tuned`",
            )]);
        }
        Ok(())
    }
}
