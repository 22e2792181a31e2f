//! Functions of the script, and functions of values.

use super::frame::{Cell, Owner};
use super::tree::Code;
use super::{Error, Module, Result, Value};
use std::rc::Rc;

/// A function of the script.
#[derive(Debug)]
pub struct Function {
    pub(crate) code: Rc<Code>,
    /// What parameters are where a call does not give them.
    pub(crate) defaults: Vec<(usize, Value)>,
    /// The variables of functions around it.
    pub(crate) captured: Vec<Cell>,
    pub(crate) module: Rc<Module>,
    /// The class whose body its `def` stands in, for `super`.
    pub(crate) owner: Option<Owner>,
}

/// A function of a value, such as `list.append` of a list.
#[derive(Debug)]
pub struct Method {
    pub(crate) receiver: Value,
    pub(crate) function: Callee,
}

/// What a method calls.
#[derive(Debug, Clone)]
pub(crate) enum Callee {
    /// A function of a type of Python's, by name.
    Own(&'static str),
    /// A function of the script.
    Function(Rc<Function>),
}

impl Method {
    /// Whether two are the same function of the same value.
    pub(crate) fn equals(&self, other: &Method) -> bool {
        let is_one = match (&self.function, &other.function) {
            (Callee::Own(one), Callee::Own(other)) => one == other,
            (Callee::Function(one), Callee::Function(other)) => Rc::ptr_eq(one, other),
            _ => false,
        };
        is_one && self.receiver.is_same(&other.receiver).unwrap_or(false)
    }

    pub(crate) fn name(&self) -> &str {
        match &self.function {
            Callee::Own(name) => name,
            Callee::Function(function) => &function.code.name,
        }
    }

    pub(crate) fn type_name(&self) -> &'static str {
        match &self.function {
            Callee::Own(_) => "builtin_function_or_method",
            Callee::Function(_) => "method",
        }
    }
}

impl Function {
    /// The function's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.code.name
    }

    /// Puts the arguments of a call into the slots of the function's parameters.
    ///
    /// # Errors
    /// Where they do not fit.
    pub(crate) fn bound(
        &self,
        positional: Vec<Value>,
        named: Vec<(Rc<str>, Value)>,
    ) -> Result<Vec<Option<Value>>> {
        let parameters = &self.code.parameters;
        let mut slots: Vec<Option<Value>> = vec![None; self.code.locals.len()];
        let given = positional.len();
        let mut has_too_many = false;
        let mut values = positional.into_iter();
        for slot in slots.iter_mut().take(parameters.positional) {
            *slot = values.next();
        }
        let rest: Vec<Value> = values.collect();
        match parameters.rest.and_then(|slot| slots.get_mut(slot)) {
            Some(slot) => *slot = Some(Value::tuple(rest)),
            None => has_too_many = !rest.is_empty(),
        }
        self.bind_named(&mut slots, named)?;
        if has_too_many {
            return Err(self.too_many(given, &slots));
        }
        for (slot, default) in &self.defaults {
            if let Some(slot) = slots.get_mut(*slot) {
                slot.get_or_insert_with(|| default.clone());
            }
        }
        self.complete(&slots)?;
        Ok(slots)
    }

    fn bind_named(&self, slots: &mut [Option<Value>], named: Vec<(Rc<str>, Value)>) -> Result<()> {
        let parameters = &self.code.parameters;
        let mut others = Value::Dict(Rc::default());
        let given: Vec<Rc<str>> = named.iter().map(|(name, _)| Rc::clone(name)).collect();
        for (name, value) in named {
            let names = self.code.locals.iter().take(parameters.count()).skip(parameters.unnamed);
            let found = names.clone().position(|own| *own == name).map(|at| at + parameters.unnamed);
            match (found.and_then(|at| slots.get_mut(at)), &mut others) {
                (Some(Some(_)), _) => {
                    let message = format!("{}() got multiple values for argument '{name}'", self.code.path);
                    return Err(Error::of_type(message));
                }
                (Some(slot), _) => *slot = Some(value),
                (None, Value::Dict(others)) if parameters.named.is_some() => {
                    others.borrow_mut().insert(Value::Str(name), value)?;
                }
                _ => return Err(self.unexpected(&name, &given)),
            }
        }
        if let Some(slot) = parameters.named.and_then(|slot| slots.get_mut(slot)) {
            *slot = Some(others);
        }
        Ok(())
    }

    /// The error of a name that no parameter has, or only one that is given by position.
    fn unexpected(&self, name: &str, given: &[Rc<str>]) -> Error {
        let unnamed = self.code.locals.iter().take(self.code.parameters.unnamed);
        let passed: Vec<&str> = unnamed.filter(|own| given.contains(own)).map(|own| &**own).collect();
        let what = match passed.is_empty() {
            false => {
                format!("some positional-only arguments passed as keyword arguments: '{}'", passed.join(", "))
            }
            true => format!("an unexpected keyword argument '{name}'"),
        };
        Error::of_type(format!("{}() got {what}", self.code.path))
    }

    /// An error where a parameter has no value.
    fn complete(&self, slots: &[Option<Value>]) -> Result<()> {
        let parameters = &self.code.parameters;
        let missing = |from: usize, count: usize| -> Vec<String> {
            let both = self.code.locals.iter().zip(slots).skip(from).take(count);
            both.filter(|(_, slot)| slot.is_none()).map(|(name, _)| format!("'{name}'")).collect()
        };
        let first = missing(0, parameters.positional);
        let (names, kind) = match first.is_empty() {
            false => (first, "positional"),
            true => (missing(parameters.positional, parameters.by_name), "keyword-only"),
        };
        let Some((last, before)) = names.split_last() else { return Ok(()) };
        let listed = match before {
            [] => last.clone(),
            [one] => format!("{one} and {last}"),
            _ => format!("{}, and {last}", before.join(", ")),
        };
        let plural = if before.is_empty() { "" } else { "s" };
        Err(Error::of_type(format!(
            "{}() missing {} required {kind} argument{plural}: {listed}",
            self.code.path,
            names.len()
        )))
    }

    fn too_many(&self, given: usize, slots: &[Option<Value>]) -> Error {
        let parameters = &self.code.parameters;
        let most = parameters.positional;
        let least = most - self.defaults.iter().filter(|(slot, _)| *slot < most).count();
        let takes = if least == most { most.to_string() } else { format!("from {least} to {most}") };
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let by_name = slots.iter().skip(most).take(parameters.by_name).flatten().count();
        let were = match by_name {
            0 if given == 1 => "was".to_owned(),
            0 => "were".to_owned(),
            _ => format!(
                "positional argument{} (and {by_name} keyword-only argument{}) were",
                plural(given),
                plural(by_name)
            ),
        };
        let arguments = if least == most { plural(most) } else { "s" };
        Error::of_type(format!(
            "{}() takes {takes} positional argument{arguments} but {given} {were} given",
            self.code.path
        ))
    }
}
