//! Classes of a script.

use crate::interpreter::Interpreter;
use crate::model::frame::Owner;
use crate::model::tree::ClassStmt;
use crate::model::{Class, Error, Frame, Result, Type, Value};
use crate::private::is_of_python;
use std::cell::RefCell;
use std::rc::Rc;

impl Interpreter<'_> {
    /// Runs the body of a class and binds it.
    pub(crate) fn class(&mut self, frame: &Frame, own: &ClassStmt) -> Result<()> {
        let decorators = self.evaluated(frame, &own.decorators)?;
        let bases = self.evaluated(frame, &own.bases)?;
        let value = match derived(own, &bases)? {
            Some(value) => value,
            None => Value::Class(self.own_class(frame, own, &bases)?),
        };
        let value = self.decorated(value, decorators)?;
        frame.write(&own.variable, Some(value));
        Ok(())
    }

    fn own_class(&mut self, frame: &Frame, own: &ClassStmt, bases: &[Value]) -> Result<Rc<Class>> {
        let captured = frame.captured(&own.code);
        let mut inner = Frame::new(&own.code, &frame.module, Vec::new(), &captured);
        inner.class = Some(RefCell::default());
        let owner = Owner::default();
        inner.owner = Some(Rc::clone(&owner));
        self.block(&inner, &own.code.body)?;
        let mut class = Class::new(&own.code.name, base_of(bases)?);
        class.path = Rc::clone(&own.code.path);
        class.is_imported = frame.module.is_imported;
        class.attributes = inner.class.take().unwrap_or_default();
        if let Some(name) = class.attributes.borrow().keys().find(|name| !is_supported(name)) {
            return Err(Error::refused(format!("`{name}` in a class has no meaning in scripts")));
        }
        let class = Rc::new(class);
        owner.replace(Some(Rc::downgrade(&class)));
        Ok(class)
    }
}

/// The class that another derives from.
fn base_of(bases: &[Value]) -> Result<Option<Rc<Class>>> {
    let mut found = None;
    for base in bases {
        match base {
            Value::Class(base) if found.is_none() => found = Some(Rc::clone(base)),
            Value::Type(Type::Object) => {}
            Value::Class(_) => {
                return Err(Error::refused_with("a class with several bases", "derive from one class"));
            }
            other => {
                let what = other.type_name();
                return Err(Error::refused(format!("a class that derives from a value of type `{what}`")));
            }
        }
    }
    Ok(found)
}

/// What a class stands for that derives from one of the host's.
fn derived(own: &ClassStmt, bases: &[Value]) -> Result<Option<Value>> {
    for base in bases {
        if let Value::Native(native) = base
            && let Some(value) = native.derived(&own.code.name, own.has_members)?
        {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// The functions that Python calls by itself and that have a meaning here.
const SPECIAL: &[&str] =
    &["__init__", "__repr__", "__str__", "__call__", "__len__", "__getitem__", "__contains__", "__doc__"];

/// Whether a name is one of the functions that Python calls by itself, and this does, too.
pub(crate) fn is_special_function(name: &str) -> bool {
    name != "__doc__" && SPECIAL.contains(&name)
}

fn is_supported(name: &str) -> bool {
    !is_of_python(name) || SPECIAL.contains(&name)
}
