//! Comprehensions and generator expressions.

use crate::interpreter::Interpreter;
use crate::iterator::iterate;
use crate::model::tree::{Collects, Comprehension};
use crate::model::{Dict, Frame, Generator, Iter, Result, Set, Value};
use std::cell::RefCell;
use std::rc::Rc;

impl Interpreter<'_> {
    pub(crate) fn comprehension(&mut self, frame: &Frame, comprehension: &Comprehension) -> Result<Value> {
        let first = self.eval(frame, &comprehension.first)?;
        let first = iterate(&first).map_err(|error| error.located_at(comprehension.first.place))?;
        let loops = Rc::clone(&comprehension.loops);
        let captured = frame.captured(&loops.code);
        let mut inner = Frame::new(&loops.code, &frame.module, Vec::new(), &captured);
        inner.owner.clone_from(&frame.owner);
        // All kinds are generators; those that make a collection run at once, to their end.
        let mut generator = Generator { loops, frame: inner, iterators: vec![first] };
        match comprehension.collects {
            Collects::Generator => Ok(Value::iterator(Iter::Generator(Box::new(generator)))),
            Collects::List => {
                let mut items = Vec::new();
                while let Some(item) = self.next_generated(&mut generator)? {
                    self.take_room(1)?;
                    items.push(item);
                }
                Ok(Value::list(items))
            }
            Collects::Set => {
                let set = Set::empty(false);
                while let Some(item) = self.next_generated(&mut generator)? {
                    self.take_room(1)?;
                    set.add(item)?;
                }
                Ok(Value::set(set))
            }
            Collects::Dict => {
                let mut dict = Dict::default();
                while self.next_turn(&mut generator)? {
                    self.take_room(1)?;
                    let Generator { loops, frame, .. } = &generator;
                    let key = match &loops.key {
                        Some(key) => self.eval(frame, key)?,
                        None => Value::None,
                    };
                    dict.insert(key, self.eval(frame, &loops.element)?)?;
                }
                Ok(Value::Dict(Rc::new(RefCell::new(dict))))
            }
        }
    }

    /// The next element of a comprehension.
    pub(crate) fn next_generated(&mut self, generator: &mut Generator) -> Result<Option<Value>> {
        if !self.next_turn(generator)? {
            return Ok(None);
        }
        let element = &generator.loops.element;
        self.deeper(|own| own.eval(&generator.frame, element)).map(Some)
    }

    /// Goes on to the next turn of the innermost loop whose conditions hold.
    fn next_turn(&mut self, generator: &mut Generator) -> Result<bool> {
        let loops = Rc::clone(&generator.loops);
        while let Some(iterator) = generator.iterators.last().cloned() {
            let at = generator.iterators.len() - 1;
            let (Some(value), Some(clause)) = (self.advance(&iterator)?, loops.clauses.get(at)) else {
                generator.iterators.pop();
                continue;
            };
            self.assign(&generator.frame, &clause.target, value)?;
            let mut holds = true;
            for condition in &clause.conditions {
                let value = self.eval(&generator.frame, condition)?;
                holds = self.truth(&value)?;
                if !holds {
                    break;
                }
            }
            if !holds {
                continue;
            }
            match loops.clauses.get(at + 1).and_then(|next| next.iterable.as_ref()) {
                None => return Ok(true),
                Some(iterable) => {
                    let value = self.eval(&generator.frame, iterable)?;
                    generator
                        .iterators
                        .push(iterate(&value).map_err(|error| error.located_at(iterable.place))?);
                }
            }
        }
        Ok(false)
    }
}
