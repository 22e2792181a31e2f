//! Calls, and how their arguments find their parameters.

use super::{FromArg, Mismatch};
use crate::signature::{GENERIC_KEYWORDS, ParamSpec, Signature};
use crate::text::literal;
use crate::value::{Datum, Value};
use diag::{Code, Diagnostic, Origin};

/// A call as it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Name of the transform.
    pub name: String,
    /// Where the name stands.
    pub name_origin: Origin,
    /// Where the whole call stands.
    pub origin: Origin,
    /// Its arguments.
    pub args: Vec<Argument>,
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Argument {
    /// The parameter's name, if it is given, and its place.
    pub keyword: Option<(String, Origin)>,
    /// The value.
    pub value: Value,
}

impl Argument {
    /// Where it stands: the keyword, if there is one, else the value.
    pub fn origin(&self) -> Origin {
        self.keyword.as_ref().map_or(self.value.origin, |(_, origin)| *origin)
    }
}

/// The values of a call, one for each parameter, and what was wrong with the call.
#[derive(Debug)]
pub struct Args {
    values: Vec<Option<Value>>,
    problems: Vec<Diagnostic>,
}

impl Args {
    /// Assigns a call's arguments to the parameters.
    pub fn bind(signature: Signature, call: &Call) -> Args {
        let mut args = Args { values: vec![None; signature.params.len()], problems: Vec::new() };
        let mut positional = 0;
        for argument in &call.args {
            match &argument.keyword {
                None => {
                    args.positional(signature, positional, argument);
                    positional += 1;
                }
                Some((keyword, origin)) => args.keyword(signature, keyword, *origin, argument),
            }
        }
        args.fill_defaults(signature, call);
        args
    }

    fn positional(&mut self, signature: Signature, at: usize, argument: &Argument) {
        let taken = signature.params.get(at).is_some_and(|param| !param.rest);
        match self.values.get_mut(at) {
            Some(slot) if taken => *slot = Some(argument.value.clone()),
            _ => self.problem(signature, TOO_MANY, "too many arguments".to_owned(), argument.origin(), None),
        }
    }

    fn keyword(&mut self, signature: Signature, keyword: &str, origin: Origin, argument: &Argument) {
        let named = |param: &ParamSpec| !param.rest && param.name == keyword;
        let found = signature.params.iter().position(named).and_then(|at| self.values.get_mut(at));
        match found {
            Some(Some(_)) => {
                let message = format!("argument `{keyword}` is given twice");
                self.problem(signature, "lp::call::duplicate-argument", message, origin, None);
            }
            Some(slot) => *slot = Some(argument.value.clone()),
            None => self.rest(signature, keyword, origin, argument),
        }
    }

    fn rest(&mut self, signature: Signature, keyword: &str, origin: Origin, argument: &Argument) {
        let slot =
            signature.params.iter().position(|param| param.rest).and_then(|at| self.values.get_mut(at));
        let Some(slot) = slot else {
            let names = signature.params.iter().map(|param| param.name).chain(GENERIC_KEYWORDS);
            let help = diag::nearest(keyword, names).map(|name| format!("did you mean `{name}`?"));
            let message = format!("`{}` has no argument `{keyword}`", signature.name);
            self.problem(signature, "lp::call::unknown-argument", message, origin, help);
            return;
        };
        let entry = (Value { datum: Datum::Str(keyword.to_owned()), origin }, argument.value.clone());
        match slot {
            Some(Value { datum: Datum::Dict(entries), .. }) => entries.push(entry),
            _ => *slot = Some(Value::new(Datum::Dict(vec![entry]))),
        }
    }

    fn fill_defaults(&mut self, signature: Signature, call: &Call) {
        let mut missing = Vec::new();
        for (slot, param) in self.values.iter_mut().zip(signature.params) {
            if slot.is_some() {
                continue;
            }
            match param.default {
                Some(text) => *slot = literal(text),
                None if param.rest => *slot = Some(Value::new(Datum::Dict(Vec::new()))),
                None => missing.push(param.name),
            }
        }
        // A positional argument too many, or a keyword misspelt, is the likely cause: one message is enough.
        if self.problems.is_empty() {
            for name in missing {
                let message = format!("argument `{name}` of `{}` is missing", signature.name);
                self.problem(signature, "lp::call::missing-argument", message, call.origin, None);
            }
        }
    }

    fn problem(
        &mut self,
        signature: Signature,
        code: Code,
        message: String,
        origin: Origin,
        help: Option<String>,
    ) {
        let usage = format!("the call is `{}`", signature);
        let problem = Diagnostic::error(code, message).at_entity(None, origin, "");
        self.problems.push(match help {
            Some(help) => problem.help(help).note(usage),
            None => problem.help(usage),
        });
    }
}

const TOO_MANY: Code = "lp::call::too-many-arguments";

/// Turns a call's values into typed arguments and collects what is wrong with them.
#[derive(Debug)]
pub struct Reader<'a> {
    signature: Signature,
    args: &'a Args,
    problems: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    /// A reader of these values.
    pub fn new(signature: Signature, args: &'a Args) -> Self {
        Reader { signature, args, problems: args.problems.clone() }
    }

    /// The value of a parameter, given by its position; `None` where there is none, which has been reported
    /// then.
    pub fn read<T: FromArg>(&mut self, at: usize) -> Option<T> {
        let value = self.args.values.get(at)?.as_ref()?;
        match T::from_arg(value) {
            Ok(argument) => Some(argument),
            Err(Mismatch { message, origin, help }) => {
                let name = self.signature.params.get(at).map_or("", |param| param.name);
                let message = format!("argument `{name}` of `{}`: {message}", self.signature.name);
                let problem = Diagnostic::error("lp::call::argument", message).at_entity(None, origin, "");
                let usage = format!("the call is `{}`", self.signature);
                self.problems.push(match help {
                    Some(help) => problem.help(help).note(usage),
                    None => problem.help(usage),
                });
                None
            }
        }
    }

    /// The transform, unless something was wrong.
    ///
    /// # Errors
    /// Everything that was wrong with the call.
    pub fn finish<T>(self, build: impl FnOnce() -> Option<T>) -> Result<T, Vec<Diagnostic>> {
        match build() {
            Some(transform) if self.problems.is_empty() => Ok(transform),
            _ => Err(self.problems),
        }
    }
}
