//! What generated code turns out to need while it is printed.

use crate::dialect::Dialect;
use crate::helper::Helper;
use diag::Diagnostic;
use ir::{IndexMap, IndexSet, Name};
use std::collections::BTreeSet;

/// The helpers that some function calls, and the extensions that it needs.
#[derive(Debug)]
pub(crate) struct Used {
    pub(crate) dialect: Dialect,
    pub(crate) helpers: BTreeSet<Helper>,
    pub(crate) extensions: BTreeSet<&'static str>,
    /// Functions that the kernel declares.
    pub(crate) declared: IndexSet<Name>,
    notes: IndexMap<String, Diagnostic>,
    /// Whether threads share loops.
    pub(crate) shares_loops: bool,
}

impl Used {
    /// Nothing yet.
    pub(crate) fn new(dialect: Dialect) -> Self {
        Used {
            dialect,
            helpers: BTreeSet::new(),
            extensions: BTreeSet::new(),
            declared: IndexSet::default(),
            notes: IndexMap::default(),
            shares_loops: false,
        }
    }

    /// Notes that threads share a loop, where it does enough.
    pub(crate) fn share_loops(&mut self) {
        self.shares_loops = true;
    }

    /// Notes a call and returns the name to call.
    pub(crate) fn call(&mut self, helper: Helper) -> String {
        let name = helper.name();
        self.helpers.insert(helper);
        name
    }

    /// Takes down what users should know of the code, once.
    pub(crate) fn note(&mut self, note: Diagnostic) {
        self.notes.insert(note.message.clone(), note);
    }

    /// All that was taken down.
    pub(crate) fn into_notes(self) -> Vec<Diagnostic> {
        self.notes.into_values().collect()
    }

    /// Notes an atomic operation on 64 bits.
    pub(crate) fn wide_atomics(&mut self, extremes: bool) {
        let name = if extremes { "cl_khr_int64_extended_atomics" } else { "cl_khr_int64_base_atomics" };
        self.extensions.insert(name);
    }
}
