//! Calls of transforms, with arguments as a pipeline has them.

use crate::auto_parallel::attempt::{Attempt, Step};
use diag::Origin;
use ir::{InameTag, Name};
use pass::{Args, Argument, Call, Datum, Refusal, Spec, Value};
use std::rc::Rc;

/// A call under construction.
pub(super) struct Calling {
    spec: &'static Spec,
    args: Vec<Argument>,
}

/// A call of a transform, without arguments yet.
pub(super) fn call(spec: &'static Spec) -> Calling {
    Calling { spec, args: Vec::new() }
}

impl Calling {
    /// The next argument by position.
    pub(super) fn arg(mut self, value: impl Into<Given>) -> Self {
        self.args.push(Argument { keyword: None, value: value.into().0 });
        self
    }

    /// An argument by name.
    pub(super) fn keyword(mut self, keyword: &'static str, value: impl Into<Given>) -> Self {
        let keyword = Some((keyword.to_owned(), Origin::default()));
        self.args.push(Argument { keyword, value: value.into().0 });
        self
    }

    /// Adds the step to an attempt.
    pub(super) fn take(self, attempt: &mut Attempt) -> Result<(), Refusal> {
        let Calling { spec, args } = self;
        let (name, origin) = (spec.name.to_owned(), Origin::default());
        let call = Call { name, name_origin: origin, origin, args };
        let step = (spec.build)(&Args::bind(spec.signature(), &call)).map_err(Refusal)?;
        let step: Step = Rc::from(step);
        attempt.apply(step)
    }
}

/// What is given as an argument.
pub(super) struct Given(Value);

impl From<&str> for Given {
    fn from(text: &str) -> Self {
        Given(Value::str(text))
    }
}

impl From<&Name> for Given {
    fn from(name: &Name) -> Self {
        Given(Value::str(name.as_str()))
    }
}

impl From<String> for Given {
    fn from(text: String) -> Self {
        Given(Value::str(text))
    }
}

impl From<i64> for Given {
    fn from(number: i64) -> Self {
        Given(Value::new(Datum::Int(number)))
    }
}

impl From<bool> for Given {
    fn from(value: bool) -> Self {
        Given(Value::new(Datum::Bool(value)))
    }
}

impl From<Option<InameTag>> for Given {
    fn from(tag: Option<InameTag>) -> Self {
        Given(tag.map_or_else(Value::none, |tag| Value::str(tag.to_string())))
    }
}

impl From<[i64; 2]> for Given {
    fn from(numbers: [i64; 2]) -> Self {
        Given(Value::list(numbers.map(|number| Value::new(Datum::Int(number)))))
    }
}

impl From<Vec<Name>> for Given {
    fn from(names: Vec<Name>) -> Self {
        Given(Value::list(names.iter().map(|name| Value::str(name.as_str()))))
    }
}

impl From<[String; 2]> for Given {
    fn from(texts: [String; 2]) -> Self {
        Given(Value::list(texts.map(Value::str)))
    }
}
