//! Displays of sets, whose order follows from how CPython makes them.

use crate::interpreter::Interpreter;
use crate::iterator::iterate;
use crate::model::tree::{Element, Expr, SetKind};
use crate::model::{Error, Frame, Result, Set, Value};
use std::rc::Rc;

/// Elements that CPython computes before it adds the first.
const AT_ONCE: usize = 30;

impl Interpreter<'_> {
    /// The set of a display.
    pub(crate) fn set_display(
        &mut self,
        frame: &Frame,
        elements: &[Element],
        kind: SetKind,
    ) -> Result<Value> {
        let set = match kind {
            SetKind::Computed => self.computed_set(frame, elements)?,
            SetKind::Constant => Set::of_constants(self.elements(frame, elements)?)?.copy(false),
            SetKind::Frozen => Set::of_constants(self.elements(frame, elements)?)?,
        };
        Ok(Value::set(set))
    }

    fn computed_set(&mut self, frame: &Frame, elements: &[Element]) -> Result<Set> {
        self.take_room(elements.len())?;
        let is_star = |element: &Element| matches!(element, Element::All(_));
        let first_star = elements.iter().position(is_star).unwrap_or(elements.len());
        let at_once = if elements.len() > AT_ONCE { 0 } else { first_star };
        let (before, behind) = elements.split_at_checked(at_once).unwrap_or((elements, &[]));
        let set = Set::from_values(self.elements(frame, before)?, false)?;
        for element in behind {
            match element {
                Element::One(expr) => set.add(self.eval(frame, expr)?)?,
                Element::All(expr) => {
                    let values = self.eval(frame, expr)?;
                    self.check_star(&values, expr)?;
                    self.add_all(&set, &values)?;
                }
            }
        }
        Ok(set)
    }

    /// Adds the members of a set, or what a value gives one by one.
    pub(crate) fn add_all(&mut self, set: &Set, values: &Value) -> Result<()> {
        match values {
            Value::Set(other) => {
                self.take_room(other.len())?;
                set.merge(other);
                Ok(())
            }
            Value::Dict(dict) => {
                let keys = dict.borrow().keys();
                self.take_room(keys.len())?;
                set.reserve(keys.len());
                keys.into_iter().try_for_each(|key| set.add(key))
            }
            _ => {
                let iterator = iterate(values)?;
                while let Some(value) = self.advance(&iterator)? {
                    self.take_room(1)?;
                    set.add(value)?;
                }
                Ok(())
            }
        }
    }

    /// A value as a set of its own.
    pub(crate) fn set_of(&mut self, values: &Value, frozen: bool) -> Result<Set> {
        let set = Set::empty(frozen);
        self.add_all(&set, values)?;
        Ok(set)
    }

    /// An error where a value stands behind a star and cannot be iterated over.
    pub(crate) fn check_star(&mut self, value: &Value, expr: &Expr) -> Result<()> {
        // What CPython says of it names the function, if it is one that is called.
        let refused = || Error::refused("`*` before what cannot be iterated over").located_at(expr.place);
        iterate(value).map(drop).map_err(|error| if error.is_raised() { refused() } else { error })
    }

    /// A value as a set, for an operation that looks at its members.
    pub(crate) fn as_set(&mut self, value: &Value) -> Result<Rc<Set>> {
        match value {
            Value::Set(set) => Ok(Rc::clone(set)),
            _ => Ok(Rc::new(self.set_of(value, false)?)),
        }
    }
}
