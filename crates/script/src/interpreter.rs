//! Runs scripts, within quotas on steps, memory and depth.

use crate::model::equality::check_doubt;
use crate::model::tree::{Import, Tree};
use crate::model::{Error, Frame, Module, Result, Value};
use crate::parse::Fault;
use crate::place::Place;
use crate::stack::{MORE_STACK, RED_ZONE};
use crate::{compare, work};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What surrounds a script: the only way in which it learns of anything else.
pub trait Host {
    /// What an import binds.
    ///
    /// # Errors
    /// Where there is no such module, or nothing of that name in it.
    fn import(&mut self, wanted: &Wanted<'_>) -> Result<Imported>;

    /// Prints what `print` is given.
    fn print(&mut self, text: &str);

    /// The error of a file that is no script.
    fn fault(&mut self, fault: Fault, file: usize) -> Error;

    /// A name that is neither the script's nor Python's; none where the host has nothing by it.
    fn name(&mut self, name: &str) -> Option<Value>;
}

/// What an import asks for.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The module, or the path of a file.
    pub module: &'a str,
    /// What of it, where it is not all.
    pub item: Option<&'a str>,
    /// The name that it is bound to.
    pub own: &'a str,
    /// Whether it is a path, as in `load`.
    pub is_file: bool,
    /// The file that asks, as its reader numbered it.
    pub file: usize,
}

/// What an import binds.
#[derive(Debug)]
pub enum Imported {
    /// A value.
    Value(Value),
    /// What a file binds, or one of its names.
    File {
        /// The file's name, by which it is run once.
        name: String,
        /// What it holds.
        text: String,
        /// Its number, for places.
        file: usize,
    },
}

/// Bytes of the longest text, and twice the elements of the longest list.
pub(crate) const MAX_TEXT: usize = 16 << 20;
/// Expressions, elements and calls that a script may take: a few seconds.
const MAX_STEPS: u64 = 10_000_000;
/// Elements that a script may make in all.
const MAX_ROOM: usize = 8 << 20;
/// Calls inside of each other.
const MAX_DEPTH: usize = 900;
/// Files that may run inside of each other.
const MAX_FILES: usize = 16;

/// Runs scripts.
pub struct Interpreter<'h> {
    pub(crate) host: &'h mut dyn Host,
    steps: u64,
    room: usize,
    pub(crate) depth: usize,
    /// Files that have run, by name; none while one runs.
    files: BTreeMap<String, Option<Rc<Module>>>,
    /// The exceptions that are being handled, for `raise` alone.
    pub(crate) handled: Vec<Error>,
}

impl<'h> Interpreter<'h> {
    /// An interpreter of one script and the files that it imports.
    pub fn new(host: &'h mut dyn Host) -> Self {
        work::begin();
        Interpreter { host, steps: 0, room: 0, depth: 0, files: BTreeMap::new(), handled: Vec::new() }
    }

    /// Runs a file, whose names are bound in a module.
    ///
    /// # Errors
    /// Where it ends in an exception, or does what scripts cannot.
    pub fn run(&mut self, tree: &Tree, module: &Rc<Module>) -> Result<()> {
        let frame = Frame::new(&tree.code, module, Vec::new(), &[]);
        self.block(&frame, &tree.code.body)?;
        work::check()?;
        check_doubt()
    }

    /// Counts a step.
    pub(crate) fn step(&mut self) -> Result<()> {
        check_doubt()?;
        work::check()?;
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Error::refused_with(
                "the script does not end within 10 million steps",
                "look for a loop without an end",
            ));
        }
        Ok(())
    }

    /// Counts elements that are made.
    pub(crate) fn take_room(&mut self, elements: usize) -> Result<()> {
        self.room = self.room.saturating_add(elements);
        if self.room > MAX_ROOM { Err(Error::too_large()) } else { Ok(()) }
    }

    /// A text of so many bytes is made.
    pub(crate) fn take_text(&mut self, bytes: usize) -> Result<()> {
        if bytes > MAX_TEXT {
            return Err(Error::too_large());
        }
        self.take_room(bytes / 16)
    }

    /// Does something in one more level of calls.
    pub(crate) fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::refused_with(
                "functions call each other more than 900 deep",
                "use a loop, or look for a recursion without an end",
            ));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(2 * RED_ZONE, MORE_STACK, || work(self));
        self.depth -= 1;
        result
    }

    /// What an import binds.
    pub(crate) fn imported(&mut self, import: &Import, place: Place) -> Result<Value> {
        let Import { module, item, own, is_file, .. } = import;
        let wanted = Wanted { module, item: item.as_deref(), own, is_file: *is_file, file: place.file };
        match self.host.import(&wanted).map_err(|error| error.located_at(place))? {
            Imported::Value(value) => Ok(value),
            Imported::File { name, text, file } => {
                let module =
                    self.file(&name, &text, file).map_err(|error| error.called(&"import".into(), place))?;
                let Some(item) = &import.item else { return Ok(Value::Module(module)) };
                module.get(item).ok_or_else(|| {
                    let message = format!("cannot import name '{item}' from '{}'", import.module);
                    crate::model::Exception::ImportError.error(message).located_at(place)
                })
            }
        }
    }

    /// Runs a file, unless it has run before.
    fn file(&mut self, name: &str, text: &str, file: usize) -> Result<Rc<Module>> {
        match self.files.get(name) {
            Some(Some(module)) => return Ok(Rc::clone(module)),
            Some(None) => return Err(Error::refused(format!("`{name}` imports itself"))),
            None if self.files.len() >= MAX_FILES => {
                return Err(Error::refused("files load each other too deeply"));
            }
            None => {}
        }
        let tree = crate::parse::parse(text, file).map_err(|fault| self.host.fault(fault, file))?;
        let module = Rc::new(Module { is_imported: true, ..Module::new(name) });
        self.files.insert(name.to_owned(), None);
        let outcome = self.deeper(|own| own.run(&tree, &module));
        self.files.insert(name.to_owned(), Some(Rc::clone(&module)));
        outcome.map(|()| module)
    }

    /// Whether a value counts as true.
    pub(crate) fn truth(&mut self, value: &Value) -> Result<bool> {
        match value {
            Value::Object(_) => match self.special(value, "__len__")? {
                Some(function) => self.asked_length(&function).map(|length| length != 0),
                None => Ok(true),
            },
            _ => Ok(compare::truth(value)),
        }
    }
}
