//! Calls.

use crate::exec::Flow;
use crate::interpreter::Interpreter;
use crate::model::tree::Maker;
use crate::model::{Call, Callee, Class, Error, Exception, Frame, Function, Object, Result, Value};
use crate::place::Place;
use crate::{builtin, methods};
use std::rc::Rc;

impl Interpreter<'_> {
    /// Calls a value.
    pub(crate) fn call(&mut self, function: &Value, call: Call<'_>) -> Result<Value> {
        self.step()?;
        match function {
            Value::Function(function) => self.call_function(function, call),
            Value::Builtin(builtin) => {
                let call = Call { function: builtin.name(), ..call };
                builtin::call(self, *builtin, call)
            }
            Value::Type(ty) => {
                let call = Call { function: ty.name(), ..call };
                builtin::make(self, *ty, call)
            }
            Value::Method(own) => match &own.function {
                Callee::Own(name) => {
                    methods::call(self, &own.receiver, name, Call { function: name, ..call })
                }
                Callee::Function(function) => {
                    let positional = [own.receiver.clone()].into_iter().chain(call.positional).collect();
                    self.call_function(function, Call { positional, ..call })
                }
            },
            Value::Class(class) => self.instantiate(class, call),
            Value::Native(native) => native.call(&call),
            Value::Object(_) => match self.special(function, "__call__")? {
                Some(function) => self.call(&function, call),
                None => Err(not_callable(function)),
            },
            _ => Err(not_callable(function)),
        }
    }

    /// Calls a value with arguments by position.
    ///
    /// # Errors
    /// What the call comes to.
    pub fn call_value(&mut self, function: &Value, positional: Vec<Value>) -> Result<Value> {
        self.call(function, Call { function: "", positional, named: Vec::new(), place: Place::default() })
    }

    fn call_function(&mut self, function: &Rc<Function>, call: Call<'_>) -> Result<Value> {
        let Call { positional, named, place, .. } = call;
        if function.code.yields {
            return Err(Error::refused_with(
                "a function with `yield` has no meaning in scripts",
                "give a list",
            ));
        }
        let slots = function.bound(positional, named)?;
        let mut frame = Frame::new(&function.code, &function.module, slots, &function.captured);
        frame.owner.clone_from(&function.owner);
        let outcome = self.deeper(|own| own.block(&frame, &function.code.body));
        match outcome.map_err(|error| error.called(&function.code.name, place))? {
            Flow::Return(value) => Ok(value),
            _ => Ok(Value::None),
        }
    }

    /// Makes the function of a `def` or a `lambda`.
    pub(crate) fn function(&mut self, frame: &Frame, maker: &Maker) -> Result<Value> {
        let mut defaults = Vec::new();
        for (slot, default) in &maker.defaults {
            defaults.push((*slot, self.eval(frame, default)?));
        }
        maker.annotations.iter().try_for_each(|annotation| self.annotation(frame, annotation))?;
        Ok(Value::Function(Rc::new(Function {
            captured: frame.captured(&maker.code),
            code: Rc::clone(&maker.code),
            defaults,
            module: Rc::clone(&frame.module),
            owner: frame.owner.clone(),
        })))
    }

    /// Makes an object of a class.
    fn instantiate(&mut self, class: &Rc<Class>, call: Call<'_>) -> Result<Value> {
        let object = Object::new(Rc::clone(class));
        if class.is_exception() {
            object.args.borrow_mut().clone_from(&call.positional);
        }
        let value = Value::Object(Rc::new(object));
        if let Some(init) = self.special(&value, "__init__")? {
            let result = self.call(&init, call)?;
            if !result.is_none() {
                let what = result.type_name();
                return Err(Error::of_type(format!("__init__() should return None, not '{what}'")));
            }
        } else if !(class.is_exception() || call.positional.is_empty() && call.named.is_empty()) {
            return Err(Error::of_type(format!("{}() takes no arguments", class.name)));
        } else if !call.named.is_empty() {
            // Some exceptions of Python's take names.
            let named = [Exception::ImportError, Exception::NameError, Exception::AttributeError];
            if named.iter().any(|exception| class.is_kind_of(&exception.class())) {
                return Err(Error::refused(format!("a name before an argument of `{}`", class.name)));
            }
            return Err(Error::of_type(format!("{}() takes no keyword arguments", class.name)));
        }
        Ok(value)
    }
}

fn not_callable(value: &Value) -> Error {
    Error::of_type(format!("'{}' object is not callable", value.type_name()))
}
