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
mod callable;
mod compare;
mod comprehension;
mod define_class;
mod display;
mod eval;
mod exec;
mod float;
mod index;
mod interpreter;
mod iterator;
mod methods;
mod model;
mod number;
mod operate;
mod operator;
mod parameters;
mod parse;
mod place;
mod print;
mod private;
mod python_names;
mod scope;
mod stack;
mod text;
mod view_operators;
mod work;

pub use builtin::names as builtin_names;
pub use interpreter::{Host, Imported, Interpreter, Wanted};
pub use model::tree::Tree;
pub use model::{
    Call, Caller, Cause, Class, ComplexNumber, Dict, Error, Exception, List, Module, Native, Object, Range,
    Result, Set, Tuple, Type, Value, View,
};
pub use operator::Operator;
pub use parameters::Parameter;
pub use parse::{Fault, TooDeep, parse};
pub use place::Place;
