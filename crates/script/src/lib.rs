//! The Python that transform scripts use.
//!
//! A file is read once into a tree in which each name is settled, and evaluated from there. What a program of
//! this subset gives is what CPython 3.11 gives; what is not of the subset is refused where it is reached, so
//! that there is never another answer. Integers have 64 bits: a result that does not fit is refused. A script
//! reads no files but those that it imports, knows no time and no chance, and has quotas of steps, memory and
//! depth.
//!
//! The world outside is what a [`Host`] gives: modules, names, and values of its own, which are [`Native`]s.

mod attempt;
mod attribute;
mod builtin;
mod call;
mod callable;
mod class;
mod compare;
mod comprehension;
mod define_class;
mod dict;
mod display;
mod error;
mod eval;
mod exception;
mod exec;
mod frame;
mod function;
mod hash;
mod index;
mod interpreter;
mod iterator;
mod key;
mod methods;
mod module;
mod native;
mod number;
mod object;
mod operate;
mod operator;
mod parameters;
mod parse;
mod print;
mod private;
mod python_names;
mod scope;
mod sequence;
mod set;
mod teardown;
mod text;
mod tree;
mod value;
mod view;
mod work;

pub use builtin::names as builtin_names;
pub use call::Call;
pub use class::Class;
pub use dict::Dict;
pub use error::{Caller, Cause, Error, Place, Result};
pub use exception::Exception;
pub use interpreter::{Host, Imported, Interpreter, Wanted};
pub use module::Module;
pub use native::Native;
pub use object::Object;
pub use operator::Operator;
pub use parameters::Parameter;
pub use parse::{Fault, TooDeep, parse};
pub use sequence::{List, Tuple};
pub use set::Set;
pub use tree::Tree;
pub use value::{ComplexNumber, Range, Type, Value, View};
