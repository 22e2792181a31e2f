//! Exceptions: `raise`, and `try` with its `except`, `else` and `finally`.

use crate::class::Class;
use crate::error::{Cause, Error, Result};
use crate::exception::Exception;
use crate::exec::Flow;
use crate::frame::Frame;
use crate::interpreter::Interpreter;
use crate::tree::{Expr, TryStmt};
use crate::value::Value;
use std::rc::Rc;

impl Interpreter<'_> {
    /// The error that `raise` is.
    pub(crate) fn raised(&mut self, frame: &Frame, exception: Option<&Expr>) -> Result<Error> {
        let Some(exception) = exception else {
            let handled = self.handled.last().cloned();
            return handled.ok_or_else(|| Exception::RuntimeError.error("No active exception to reraise"));
        };
        let value = self.eval(frame, exception)?;
        let value = match value {
            Value::Class(class) if class.is_exception() => {
                self.call_value(&Value::Class(class), Vec::new())?
            }
            other => other,
        };
        match value {
            Value::Object(object) if object.class.is_exception() => Ok(Error::raised(object)),
            _ => Err(Error::of_type("exceptions must derive from BaseException")),
        }
    }

    /// Runs a `try`.
    pub(crate) fn attempt(&mut self, frame: &Frame, own: &TryStmt) -> Result<Flow> {
        let outcome = self.handled(frame, own);
        if own.finally.is_empty()
            || matches!(&outcome, Err(error) if !matches!(*error.cause, Cause::Raised(_)))
        {
            return outcome;
        }
        match self.block(frame, &own.finally)? {
            Flow::Next => outcome,
            flow => Ok(flow),
        }
    }

    fn handled(&mut self, frame: &Frame, own: &TryStmt) -> Result<Flow> {
        let error = match self.block(frame, &own.body) {
            Ok(Flow::Next) => return self.block(frame, &own.otherwise),
            Ok(flow) => return Ok(flow),
            Err(error) => error,
        };
        let Cause::Raised(exception) = &*error.cause else { return Err(error) };
        let exception = Rc::clone(exception);
        for handler in &own.handlers {
            let matches = match &handler.class {
                None => true,
                Some(class) => {
                    let class = self.eval(frame, class)?;
                    catches(&class, &exception.class).map_err(|error| error.at(handler.place))?
                }
            };
            if !matches {
                continue;
            }
            if let Some(variable) = &handler.variable {
                frame.write(variable, Some(Value::Object(Rc::clone(&exception))));
            }
            self.handled.push(error);
            let outcome = self.block(frame, &handler.body);
            self.handled.pop();
            if let Some(variable) = &handler.variable {
                frame.write(variable, None);
            }
            return outcome;
        }
        Err(error)
    }
}

/// Whether what `except` names is the class of an exception.
fn catches(named: &Value, class: &Rc<Class>) -> Result<bool> {
    match named {
        Value::Class(named) if named.is_exception() => Ok(class.is_kind_of(named)),
        Value::Tuple(several) => {
            several.iter().try_fold(false, |found, named| Ok(found || catches(named, class)?))
        }
        _ => Err(Error::of_type("catching classes that do not inherit from BaseException is not allowed")),
    }
}
