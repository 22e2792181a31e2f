//! The values of a script.

use super::{
    Builtin, Class, Dict, Error, Function, Iter, List, Method, Module, Native, Object, Result, Set, Tuple,
};
use num_complex::Complex;
use std::cell::RefCell;
use std::rc::Rc;

/// A complex number.
pub type ComplexNumber = Complex<f64>;

/// A value. Copies are cheap: what can change is shared.
#[derive(Debug, Clone)]
pub enum Value {
    /// `None`.
    None,
    /// `...`.
    Ellipsis,
    /// A truth value.
    Bool(bool),
    /// An integer of 64 bits; what does not fit is refused.
    Int(i64),
    /// A real number.
    Float(f64),
    /// A complex number.
    Complex(ComplexNumber),
    /// A text.
    Str(Rc<str>),
    /// A list.
    List(Rc<List>),
    /// A tuple.
    Tuple(Rc<Tuple>),
    /// A dictionary.
    Dict(Rc<RefCell<Dict>>),
    /// A `set` or a `frozenset`.
    Set(Rc<Set>),
    /// A range.
    Range(Range),
    /// `slice(start, stop, step)`.
    Slice(Rc<[Value; 3]>),
    /// What looks at a dictionary: its keys, values or items.
    View(Rc<RefCell<Dict>>, View),
    /// An iterator, such as a generator expression.
    Iterator(Rc<RefCell<Iter>>),
    /// A type of Python's.
    Type(Type),
    /// A function of Python's.
    Builtin(Builtin),
    /// A function of the script.
    Function(Rc<Function>),
    /// A function of a value.
    Method(Rc<Method>),
    /// A class of the script or of exceptions.
    Class(Rc<Class>),
    /// An object of such a class.
    Object(Rc<Object>),
    /// An imported file.
    Module(Rc<Module>),
    /// A value of the host.
    Native(Rc<dyn Native>),
}

/// What a view shows of a dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// `d.keys()`.
    Keys,
    /// `d.values()`.
    Values,
    /// `d.items()`.
    Items,
}

/// `range(start, stop, step)`.
#[derive(Debug, Clone, Copy)]
pub struct Range {
    /// The first number.
    pub start: i64,
    /// What is not reached.
    pub stop: i64,
    /// The distance, not zero.
    pub step: i64,
}

impl Range {
    /// How many numbers it has.
    #[must_use]
    pub fn length(&self) -> i64 {
        let (start, stop, step) = (i128::from(self.start), i128::from(self.stop), i128::from(self.step));
        let count =
            if step > 0 { (stop - start + step - 1) / step } else { (start - stop - step - 1) / -step };
        i64::try_from(count.max(0)).unwrap_or(i64::MAX)
    }

    /// The number at a place below the length.
    #[must_use]
    pub fn number(&self, at: i64) -> i64 {
        self.start.saturating_add(self.step.saturating_mul(at))
    }

    /// Whether a number is in it.
    #[must_use]
    pub fn holds(&self, number: i64) -> bool {
        let distance = i128::from(number) - i128::from(self.start);
        let at = distance / i128::from(self.step);
        distance % i128::from(self.step) == 0 && at >= 0 && at < i128::from(self.length())
    }
}

macro_rules! types {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// A type of Python's that a script can name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Type { $(#[doc = concat!("`", $text, "`.")] $name),* }

        impl Type {
            pub(crate) const ALL: &[Type] = &[$(Type::$name),*];

            /// Its name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Type::$name => $text),* }
            }
        }
    };
}

types! {
    Bool = "bool",
    Complex = "complex",
    Dict = "dict",
    Float = "float",
    FrozenSet = "frozenset",
    Int = "int",
    List = "list",
    Object = "object",
    Range = "range",
    Set = "set",
    Slice = "slice",
    Str = "str",
    Tuple = "tuple",
    Type = "type",
}

impl Value {
    /// A text.
    #[must_use]
    pub fn text(text: impl AsRef<str>) -> Value {
        Value::Str(text.as_ref().into())
    }

    /// A list.
    #[must_use]
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Rc::new(List::new(items)))
    }

    /// A tuple.
    #[must_use]
    pub fn tuple(items: Vec<Value>) -> Value {
        Value::Tuple(Rc::new(Tuple::new(items)))
    }

    /// A dictionary of texts and values.
    #[must_use]
    pub fn dict<K: AsRef<str>, V: Into<Value>>(entries: impl IntoIterator<Item = (K, V)>) -> Value {
        let mut dict = Dict::default();
        for (key, value) in entries {
            // A text is always a key.
            let _ = dict.insert(Value::text(key), value.into());
        }
        Value::Dict(Rc::new(RefCell::new(dict)))
    }

    /// A number of elements.
    #[must_use]
    pub fn count(count: usize) -> Value {
        Value::Int(i64::try_from(count).unwrap_or(i64::MAX))
    }

    pub(crate) fn iterator(iter: Iter) -> Value {
        Value::Iterator(Rc::new(RefCell::new(iter)))
    }

    /// The text that it is.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The integer that it is; truth values are integers.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            Value::Bool(truth) => Some(i64::from(*truth)),
            _ => None,
        }
    }

    /// The truth value that it is.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// Whether it is `None`.
    #[must_use]
    pub fn is_none(&self) -> bool {
        matches!(self, Value::None)
    }

    /// The elements of a list or a tuple.
    #[must_use]
    pub fn as_sequence(&self) -> Option<Vec<Value>> {
        match self {
            Value::List(list) => Some(list.borrow().clone()),
            Value::Tuple(tuple) => Some(tuple.to_vec()),
            _ => None,
        }
    }

    /// The entries of a dictionary, in order.
    #[must_use]
    pub fn as_entries(&self) -> Option<Vec<(Value, Value)>> {
        match self {
            Value::Dict(dict) => Some(dict.borrow().entries()),
            _ => None,
        }
    }

    /// The name of its type, as messages have it.
    #[must_use]
    pub fn type_name(&self) -> String {
        match self {
            Value::None => "NoneType".to_owned(),
            Value::Ellipsis => "ellipsis".to_owned(),
            Value::View(_, View::Keys) => "dict_keys".to_owned(),
            Value::View(_, View::Values) => "dict_values".to_owned(),
            Value::View(_, View::Items) => "dict_items".to_owned(),
            Value::Iterator(iter) => iter.borrow().type_name().to_owned(),
            Value::Type(_) | Value::Class(_) => "type".to_owned(),
            Value::Builtin(_) => "builtin_function_or_method".to_owned(),
            Value::Function(_) => "function".to_owned(),
            Value::Method(method) => method.type_name().to_owned(),
            Value::Object(object) => object.class.name.to_string(),
            Value::Module(_) => "module".to_owned(),
            Value::Native(native) => native.type_name().to_owned(),
            _ => self.own_type().map_or("object", Type::name).to_owned(),
        }
    }

    /// The type that a script can name.
    pub(crate) fn own_type(&self) -> Option<Type> {
        Some(match self {
            Value::Bool(_) => Type::Bool,
            Value::Int(_) => Type::Int,
            Value::Float(_) => Type::Float,
            Value::Complex(_) => Type::Complex,
            Value::Str(_) => Type::Str,
            Value::List(_) => Type::List,
            Value::Tuple(_) => Type::Tuple,
            Value::Dict(_) => Type::Dict,
            Value::Set(set) if set.is_frozen() => Type::FrozenSet,
            Value::Set(_) => Type::Set,
            Value::Range(_) => Type::Range,
            Value::Slice(_) => Type::Slice,
            Value::Type(_) | Value::Class(_) => Type::Type,
            _ => return None,
        })
    }

    /// Whether two names are of one value, as `is` says.
    pub(crate) fn is_same(&self, other: &Value) -> Result<bool> {
        Ok(match (self, other) {
            (Value::None, Value::None) | (Value::Ellipsis, Value::Ellipsis) => true,
            (Value::Bool(one), Value::Bool(other)) => one == other,
            (Value::Type(one), Value::Type(other)) => one == other,
            (Value::Builtin(one), Value::Builtin(other)) => one == other,
            (Value::List(one), Value::List(other)) => Rc::ptr_eq(one, other),
            (Value::Dict(one), Value::Dict(other)) => Rc::ptr_eq(one, other),
            (Value::Set(one), Value::Set(other)) => Rc::ptr_eq(one, other),
            (Value::Iterator(one), Value::Iterator(other)) => Rc::ptr_eq(one, other),
            (Value::Function(one), Value::Function(other)) => Rc::ptr_eq(one, other),
            (Value::Class(one), Value::Class(other)) => Rc::ptr_eq(one, other),
            (Value::Object(one), Value::Object(other)) => Rc::ptr_eq(one, other),
            (Value::Module(one), Value::Module(other)) => Rc::ptr_eq(one, other),
            (Value::Slice(one), Value::Slice(other)) => Rc::ptr_eq(one, other),
            (Value::Method(one), Value::Method(other)) => Rc::ptr_eq(one, other),
            (Value::Native(one), Value::Native(other)) => {
                std::ptr::addr_eq(Rc::as_ptr(one), Rc::as_ptr(other))
                    || one.equals(&Value::Native(Rc::clone(other)))
            }
            (Value::View(one, view), Value::View(other, same)) if view == same && Rc::ptr_eq(one, other) => {
                return Err(Error::refused("`is` between views of one dictionary"));
            }
            // Whether equal numbers, texts and tuples are one value is Python's own business.
            (
                Value::Int(_)
                | Value::Float(_)
                | Value::Complex(_)
                | Value::Str(_)
                | Value::Tuple(_)
                | Value::Range(_),
                _,
            ) if self.own_type() == other.own_type() => {
                return Err(Error::refused_with(
                    format!(
                        "`is` between two values of type `{}` has no answer of its own",
                        self.type_name()
                    ),
                    "use `==`",
                ));
            }
            _ => false,
        })
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::text(text)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::text(text)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Bool(truth)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Float(number)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Value::list(items.into_iter().map(Into::into).collect())
    }
}
