//! What a kernel is run on: values of its scalars and contents of its arrays.

use crate::{Array, Value};
use ir::{IndexMap, Name, Scalar};
use std::collections::BTreeMap;

/// Values and arrays, one for each argument of a kernel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bindings {
    pub(crate) values: BTreeMap<Name, Value>,
    pub(crate) arrays: IndexMap<Name, Array>,
}

impl Bindings {
    /// The value of a scalar argument.
    pub fn value(&self, name: &str) -> Option<Value> {
        self.values.get(name).copied()
    }

    /// All scalar arguments by name.
    pub fn values(&self) -> impl Iterator<Item = (&Name, Value)> {
        self.values.iter().map(|(name, value)| (name, *value))
    }

    /// The contents of an array argument.
    pub fn array(&self, name: &str) -> Option<&Array> {
        self.arrays.get(name)
    }

    /// All array arguments, in the kernel's order.
    pub fn arrays(&self) -> impl Iterator<Item = (&Name, &Array)> {
        self.arrays.iter()
    }

    /// Takes the contents of an array from other arguments of the same kernel.
    pub fn take_array(&mut self, name: &str, from: &Bindings) {
        if let (Some(array), Some(from)) = (self.arrays.get_mut(name), from.arrays.get(name)) {
            array.clone_from(from);
        }
    }

    /// Replaces the memory of an array; false where the name is unknown or the size differs.
    pub(crate) fn replace_memory(&mut self, name: &str, bytes: Vec<u8>) -> bool {
        let array = self.arrays.get_mut(name).filter(|array| array.bytes.len() == bytes.len());
        array.map(|array| array.bytes = bytes).is_some()
    }
}

/// What is known of arguments before there are contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The values of scalars.
    pub values: BTreeMap<Name, Value>,
    /// Where the elements of arrays lie.
    pub arrays: IndexMap<Name, Placed>,
}

/// Where the elements of an array argument lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Type of the elements.
    pub ty: Scalar,
    /// Extents.
    pub shape: Vec<usize>,
    /// Distance of neighbours along each axis, in elements.
    pub strides: Vec<usize>,
}
