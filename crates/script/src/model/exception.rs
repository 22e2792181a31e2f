//! Python's own classes of exceptions, as far as scripts meet them.

use super::{Class, Error, Object, Value};
use std::rc::Rc;

macro_rules! exceptions {
    ($($name:ident: $base:ident),* $(,)?) => {
        /// A class of exceptions. Each stands behind the one that it is a kind of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Exception { $(#[doc = concat!("`", stringify!($name), "`.")] $name),* }

        impl Exception {
            /// All of them, in the order in which they are declared.
            pub(crate) const ALL: &[Exception] = &[$(Exception::$name),*];

            /// Its name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Exception::$name => stringify!($name)),* }
            }

            fn base(self) -> Exception {
                match self { $(Exception::$name => Exception::$base),* }
            }
        }
    };
}

exceptions! {
    BaseException: BaseException,
    Exception: BaseException,
    ArithmeticError: Exception,
    OverflowError: ArithmeticError,
    ZeroDivisionError: ArithmeticError,
    AssertionError: Exception,
    AttributeError: Exception,
    ImportError: Exception,
    ModuleNotFoundError: ImportError,
    LookupError: Exception,
    IndexError: LookupError,
    KeyError: LookupError,
    NameError: Exception,
    UnboundLocalError: NameError,
    RuntimeError: Exception,
    NotImplementedError: RuntimeError,
    RecursionError: RuntimeError,
    StopIteration: Exception,
    TypeError: Exception,
    ValueError: Exception,
    Warning: Exception,
    UserWarning: Warning,
    DeprecationWarning: Warning,
}

thread_local! {
    static CLASSES: Vec<Rc<Class>> = classes();
}

/// Bases stand before what derives from them, so each is there when it is asked for.
fn classes() -> Vec<Rc<Class>> {
    let mut made: Vec<Rc<Class>> = Vec::new();
    for exception in Exception::ALL {
        let base = made.iter().find(|class| &*class.name == exception.base().name()).cloned();
        made.push(Rc::new(Class { is_python: true, ..Class::new(exception.name(), base) }));
    }
    made
}

impl Exception {
    /// The class.
    #[must_use]
    pub fn class(self) -> Rc<Class> {
        CLASSES.with(|classes| {
            let found = classes.iter().find(|class| &*class.name == self.name());
            found.cloned().unwrap_or_else(|| Rc::new(Class::new(self.name(), None)))
        })
    }

    /// The class of that name.
    pub(crate) fn named(name: &str) -> Option<Rc<Class>> {
        Exception::ALL.iter().find(|exception| exception.name() == name).map(|exception| exception.class())
    }

    /// An exception of the class with a message.
    #[must_use]
    pub fn error(self, message: impl Into<String>) -> Error {
        Error::raised(Rc::new(Object::exception(self.class(), vec![Value::text(message.into())], None)))
    }

    /// An exception of the class that holds a value.
    pub(crate) fn holding(self, value: Value) -> Error {
        Error::raised(Rc::new(Object::exception(self.class(), vec![value], None)))
    }
}

impl Exception {
    /// An exception of the class that says nothing.
    pub(crate) fn empty(self) -> Error {
        Error::raised(Rc::new(Object::exception(self.class(), Vec::new(), None)))
    }
}
