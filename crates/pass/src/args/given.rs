//! What a program in Rust may give as an argument: anything that becomes a literal.

use crate::value::{Datum, Value};
use ir::{AddressSpace, InameTag, Name, Scalar, SyncScope};

macro_rules! texts {
    ($($kind:ty),*) => { $(
        impl From<$kind> for Value {
            fn from(given: $kind) -> Self {
                Value::str(given.to_string())
            }
        }
    )* };
}

texts!(&str, String, &String, Name, &Name, InameTag, Scalar, AddressSpace, SyncScope);

macro_rules! literals {
    ($($kind:ty: $datum:ident),*) => { $(
        impl From<$kind> for Value {
            fn from(given: $kind) -> Self {
                Value::new(Datum::$datum(given.into()))
            }
        }
    )* };
}

literals!(bool: Bool, i32: Int, u32: Int, i64: Int, f64: Float);

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(given: Option<T>) -> Self {
        given.map_or_else(Value::none, T::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(given: Vec<T>) -> Self {
        Value::list(given.into_iter().map(T::into))
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(given: [T; N]) -> Self {
        Value::list(given.map(T::into))
    }
}

impl<T: Clone + Into<Value>> From<&[T]> for Value {
    fn from(given: &[T]) -> Self {
        Value::list(given.iter().cloned().map(T::into))
    }
}

impl<A: Into<Value>, B: Into<Value>> From<(A, B)> for Value {
    fn from((first, second): (A, B)) -> Self {
        Value::list([first.into(), second.into()])
    }
}

impl<A: Into<Value>, B: Into<Value>, C: Into<Value>> From<(A, B, C)> for Value {
    fn from((first, second, third): (A, B, C)) -> Self {
        Value::list([first.into(), second.into(), third.into()])
    }
}
