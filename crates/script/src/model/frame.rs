//! The variables of a function that runs.

use super::tree::{Code, Variable};
use super::{Class, Error, Exception, Module, Result, Value};
use indexmap::IndexMap;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

/// A variable, which functions inside of its own may share; none before it has a value.
pub(crate) type Cell = Rc<RefCell<Option<Value>>>;

/// The class that a class body makes; none before it is made.
pub(crate) type Owner = Rc<RefCell<Option<Weak<Class>>>>;

/// The variables of a function, a class body or a file that runs.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) cells: Vec<Cell>,
    pub(crate) names: Rc<[Rc<str>]>,
    /// How many of the cells are its own; the others are of functions around it.
    pub(crate) own: usize,
    pub(crate) module: Rc<Module>,
    /// What a class body has bound so far.
    pub(crate) class: Option<RefCell<IndexMap<Rc<str>, Value>>>,
    /// The class whose body the code stands in.
    pub(crate) owner: Option<Owner>,
}

impl Frame {
    /// The frame of a piece of code: its own variables have these values, the others are shared.
    pub(crate) fn new(
        code: &Code,
        module: &Rc<Module>,
        slots: Vec<Option<Value>>,
        captured: &[Cell],
    ) -> Frame {
        let own = code.locals.len() - code.captured.len();
        let mut slots = slots.into_iter();
        let fresh = (0..own).map(|_| Rc::new(RefCell::new(slots.next().flatten())));
        let cells = fresh.chain(captured.iter().cloned()).collect();
        let names = Rc::clone(&code.locals);
        Frame { cells, names, own, module: Rc::clone(module), class: None, owner: None }
    }

    /// The cells that code inside of this one shares.
    pub(crate) fn captured(&self, code: &Code) -> Vec<Cell> {
        code.captured.iter().filter_map(|slot| self.cells.get(*slot).cloned()).collect()
    }

    /// What a variable is; none where it is nothing of the script.
    ///
    /// # Errors
    /// Where it has no value yet.
    pub(crate) fn read(&self, variable: &Variable) -> Result<Option<Value>> {
        match variable {
            Variable::Local(slot) => self.local(*slot).map(Some),
            Variable::Global(name) => Ok(self.module.get(name)),
            Variable::OfClass(name) => {
                let own = self.class.as_ref().and_then(|class| class.borrow().get(name).cloned());
                Ok(own.or_else(|| self.module.get(name)))
            }
        }
    }

    /// Whether a variable has a value of its own, which `del` takes away.
    ///
    /// # Errors
    /// Where it has no value yet.
    pub(crate) fn has(&self, variable: &Variable) -> Result<bool> {
        match (variable, &self.class) {
            (Variable::OfClass(name), Some(class)) => Ok(class.borrow().contains_key(name)),
            _ => Ok(self.read(variable)?.is_some()),
        }
    }

    fn local(&self, slot: usize) -> Result<Value> {
        let value = self.cells.get(slot).and_then(|cell| cell.borrow().clone());
        value.ok_or_else(|| {
            let name = self.names.get(slot).map_or("", |name| name);
            let (exception, what, end) = match slot < self.own {
                true => (Exception::UnboundLocalError, "local", ""),
                false => (Exception::NameError, "free", " in enclosing scope"),
            };
            let message = format!(
                "cannot access {what} variable '{name}' where it is not associated with a value{end}"
            );
            exception.error(message)
        })
    }

    /// Gives a variable a value, or takes it away.
    pub(crate) fn write(&self, variable: &Variable, value: Option<Value>) {
        match variable {
            Variable::Local(slot) => {
                if let Some(cell) = self.cells.get(*slot) {
                    cell.replace(value);
                }
            }
            Variable::Global(name) => bind(&mut self.module.names.borrow_mut(), name, value),
            Variable::OfClass(name) => {
                if let Some(class) = &self.class {
                    bind(&mut class.borrow_mut(), name, value);
                }
            }
        }
    }

    /// The error of a name that nothing is bound to.
    pub(crate) fn unbound(name: &str) -> Error {
        Exception::NameError.error(format!("name '{name}' is not defined"))
    }
}

fn bind(names: &mut IndexMap<Rc<str>, Value>, name: &Rc<str>, value: Option<Value>) {
    match value {
        Some(value) => drop(names.insert(Rc::clone(name), value)),
        None => drop(names.shift_remove(name)),
    }
}
