//! The names that are in scope: of strides, of positions that several elements lie near, and of values that
//! were loaded or stored and are used again.

use crate::place::{Base, Distance};
use crate::width::Width;
use ir::{Expr, IndexMap, IndexSet, Kernel, Name};
use poly::Aff;
use std::collections::BTreeSet;

/// The names of one function that are in scope.
#[derive(Debug, Default)]
pub(crate) struct Named {
    /// How many blocks are open.
    pub(crate) depth: usize,
    pub(crate) strides: Vec<Entry<Expr>>,
    pub(crate) bases: Vec<Entry<(Base, Distance)>>,
    pub(crate) values: Vec<Entry<(Name, Vec<Aff>)>>,
    /// The width of each name that stands for an integer.
    pub(crate) widths: IndexMap<Name, Width>,
    /// All names that were ever given.
    pub(crate) given: IndexSet<String>,
    /// Lines that the function begins with.
    pub(crate) head: Vec<String>,
    /// Arrays that some statement updates at once, which change under one's hands.
    atomic: BTreeSet<Name>,
}

/// What has a name.
#[derive(Debug)]
pub(crate) struct Entry<T> {
    pub(crate) what: T,
    pub(crate) name: Name,
    /// The block that declares it.
    pub(crate) depth: usize,
}

impl Named {
    /// No names yet.
    pub(crate) fn new(kernel: &Kernel) -> Self {
        let updates = kernel.statements.values().filter(|statement| statement.atomic.is_some());
        let atomic = updates.filter_map(|statement| Some(statement.target()?.name().clone())).collect();
        Named { atomic, ..Named::default() }
    }

    /// Whether other work items may change an array at any time.
    pub(crate) fn is_atomic(&self, array: &Name) -> bool {
        self.atomic.contains(array)
    }

    /// Begins a block.
    pub(crate) fn open(&mut self) {
        self.depth = self.depth.saturating_add(1);
    }

    /// Ends a block, and the scope of its names.
    pub(crate) fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        let depth = self.depth;
        self.strides.retain(|entry| entry.depth <= depth);
        self.bases.retain(|entry| entry.depth <= depth);
        self.values.retain(|entry| entry.depth <= depth);
    }

    /// The width of a name of ours.
    pub(crate) fn width(&self, name: &Name) -> Option<Width> {
        self.widths.get(name).copied()
    }

    /// What the function begins with, once its body is printed.
    pub(crate) fn head(&self) -> &[String] {
        &self.head
    }

    /// A stride by its name, if it has one.
    pub(crate) fn stride(&self, stride: &Expr) -> Expr {
        let entry = self.strides.iter().find(|entry| entry.what == *stride);
        entry.map_or_else(|| stride.clone(), |entry| Expr::from(&entry.name))
    }

    /// Whether a stride has a name.
    pub(crate) fn has_stride(&self, stride: &Expr) -> bool {
        self.strides.iter().any(|entry| entry.what == *stride)
    }

    /// The last name near a base.
    pub(crate) fn base(&self, base: &Base) -> Option<&Entry<(Base, Distance)>> {
        self.bases.iter().rev().find(|entry| entry.what.0 == *base)
    }

    /// Whether a base has a name.
    pub(crate) fn has_base(&self, base: &Base) -> bool {
        self.base(base).is_some()
    }

    /// The name of an element's value.
    pub(crate) fn value(&self, array: &Name, index: &[Aff]) -> Option<&Name> {
        let is_it = |entry: &&Entry<(Name, Vec<Aff>)>| entry.what.0 == *array && entry.what.1 == index;
        self.values.iter().rev().find(is_it).map(|entry| &entry.name)
    }

    /// Forgets the values of an array that is written.
    pub(crate) fn forget(&mut self, array: &Name) {
        self.values.retain(|entry| entry.what.0 != *array);
    }

    /// Forgets what work items must not take past a barrier: values, which others may change, and positions.
    /// Of the latter PoCL 3.1 loses some that live on behind a barrier in a loop.
    pub(crate) fn meet(&mut self) {
        self.values.clear();
        self.bases.clear();
    }
}
