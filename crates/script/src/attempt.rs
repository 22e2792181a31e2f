//! Exceptions: `raise`, and `try` with its `except`, `else` and `finally`.

use crate::exec::Flow;
use crate::interpreter::Interpreter;
use crate::model::tree::{Expr, TryStmt};
use crate::model::{Cause, Class, Error, Exception, Frame, Object, Result, Value};
use std::rc::Rc;

impl Interpreter<'_> {
    /// The error that `raise` is.
    pub(crate) fn raised(
        &mut self,
        frame: &Frame,
        exception: Option<&(Expr, Option<Expr>)>,
    ) -> Result<Error> {
        let Some((exception, cause)) = exception else {
            let handled = self.handled.last().cloned();
            return handled.ok_or_else(|| Exception::RuntimeError.error("No active exception to reraise"));
        };
        let exception = self.eval(frame, exception)?;
        let cause = cause.as_ref().map(|cause| self.eval(frame, cause)).transpose()?;
        let exception = self.instance_of_exception(exception, "exceptions must derive from BaseException")?;
        // The cause shows in no answer, but it must be one.
        if let Some(cause) = cause.filter(|cause| !cause.is_none()) {
            self.instance_of_exception(cause, "exception causes must derive from BaseException")?;
        }
        Ok(Error::raised(exception))
    }

    /// An exception, which may be given by its class.
    fn instance_of_exception(&mut self, value: Value, otherwise: &str) -> Result<Rc<Object>> {
        let value = match value {
            Value::Class(class) if class.is_exception() => {
                self.call_value(&Value::Class(class), Vec::new())?
            }
            other => other,
        };
        match value {
            Value::Object(object) if object.class.is_exception() => Ok(object),
            _ => Err(Error::of_type(otherwise)),
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
        let finally = |interpreter: &mut Self| interpreter.block(frame, &own.finally);
        let ended = match &outcome {
            Err(error) => self.while_handling(error.clone(), finally),
            Ok(_) => finally(self),
        };
        match ended? {
            Flow::Next => outcome,
            flow => Ok(flow),
        }
    }

    /// Does something for which an exception is the one that `raise` alone raises again.
    fn while_handling<T>(&mut self, error: Error, action: impl FnOnce(&mut Self) -> T) -> T {
        self.handled.push(error);
        let done = action(self);
        self.handled.pop();
        done
    }

    fn handled(&mut self, frame: &Frame, own: &TryStmt) -> Result<Flow> {
        match self.block(frame, &own.body) {
            Ok(Flow::Next) => self.block(frame, &own.otherwise),
            Err(error) if error.is_raised() => {
                self.while_handling(error.clone(), |interpreter| interpreter.handle(frame, own, error))
            }
            outcome => outcome,
        }
    }

    /// Runs the handler of an exception, if there is one.
    fn handle(&mut self, frame: &Frame, own: &TryStmt, error: Error) -> Result<Flow> {
        let Cause::Raised(exception) = &*error.cause else { return Err(error) };
        let exception = Rc::clone(exception);
        for handler in &own.handlers {
            let matches = match &handler.class {
                None => true,
                Some(class) => {
                    let class = self.eval(frame, class)?;
                    catches(&class, &exception.class).map_err(|error| error.located_at(handler.place))?
                }
            };
            if !matches {
                continue;
            }
            if let Some(variable) = &handler.variable {
                frame.write(variable, Some(Value::Object(Rc::clone(&exception))));
            }
            let outcome = self.block(frame, &handler.body);
            if let Some(variable) = &handler.variable {
                frame.write(variable, None);
            }
            return outcome;
        }
        Err(error)
    }
}

/// Whether what `except` names is the class of an exception, or a tuple that has it; tuples in it are none.
fn catches(named: &Value, class: &Rc<Class>) -> Result<bool> {
    let all = match named {
        Value::Tuple(several) => &several[..],
        one => std::slice::from_ref(one),
    };
    let as_class = |named: &Value| match named {
        Value::Class(named) if named.is_exception() => Ok(Rc::clone(named)),
        _ => Err(Error::of_type("catching classes that do not inherit from BaseException is not allowed")),
    };
    let all = all.iter().map(as_class).collect::<Result<Vec<_>>>()?;
    Ok(all.iter().any(|named| class.is_kind_of(named)))
}
