//! Python's data model: values, and what they are made of. A list holds values, a function its code, code its
//! constants, and an exception what it was made with. So these types name each other, and are one module.

mod builtin;
mod call;
mod class;
mod dict;
pub(crate) mod equality;
mod error;
mod exception;
pub(crate) mod frame;
mod function;
mod generator;
pub(crate) mod hash;
mod iterator;
mod key;
mod module;
mod native;
mod object;
mod sequence;
mod set;
mod teardown;
pub(crate) mod tree;
mod value;
pub(crate) mod view;

pub(crate) use builtin::Builtin;
pub use call::Call;
pub use class::Class;
pub use dict::Dict;
pub use error::{Caller, Cause, Error, Result};
pub use exception::Exception;
pub(crate) use frame::Frame;
pub(crate) use function::{Callee, Function, Method};
pub(crate) use generator::Generator;
pub(crate) use iterator::{Iter, State};
use key::Key;
pub use module::Module;
pub use native::Native;
pub use object::Object;
pub use sequence::{List, Tuple};
pub use set::Set;
pub use value::{ComplexNumber, Range, Type, Value, View};
