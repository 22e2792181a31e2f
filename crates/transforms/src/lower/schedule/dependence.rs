//! Which statements come before which.

use ir::access::{AccessKind, accesses};
use ir::{IndexMap, IndexSet, Kernel, Statement, StatementKind, Unordered};
use poly::Name;

/// One statement before another, by their numbers in text order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dependence {
    pub(super) before: usize,
    pub(super) after: usize,
    /// Whether the kernel declares it; text order alone yields where it contradicts what is declared.
    pub(super) declared: bool,
}

/// All dependences: declared ones, those of loop bounds that statements compute, and, where text order is
/// meaning, those of statements that access the same memory.
pub(super) fn dependences(kernel: &Kernel) -> Vec<Dependence> {
    let mut found = Found::default();
    for (at, statement) in kernel.statements.values().enumerate() {
        for before in statement.after.iter().filter_map(|id| kernel.statements.get_index_of(id)) {
            found.push(before, at, true);
        }
    }
    let whole = text_is_order(kernel);
    let bounds: IndexSet<Name> = bound_temporaries(kernel);
    for (at, (id, statement)) in kernel.statements.iter().enumerate() {
        if matches!(statement.kind, StatementKind::Barrier(_)) && whole {
            // One that a step added stands at the end of the text; its place is what is declared.
            if is_original(kernel, id) {
                found.fence(at);
            }
            continue;
        }
        let follow = |name: &Name| whole || bounds.contains(name);
        found.visit(kernel, at, statement, &follow);
    }
    found.all
}

/// Whether statements that conflict run in text order where nothing else is said.
fn text_is_order(kernel: &Kernel) -> bool {
    kernel.unordered == Unordered::TextOrder || is_sequential(kernel)
}

/// Whether the kernel was imported with this statement.
fn is_original(kernel: &Kernel, id: &Name) -> bool {
    kernel.reference.as_ref().is_none_or(|reference| reference.statements.contains_key(id))
}

/// Whether the kernel was imported from a language in which all is ordered.
pub(super) fn is_sequential(kernel: &Kernel) -> bool {
    let timed = |kernel: &Kernel| kernel.statements.values().any(|statement| statement.time.is_some());
    timed(kernel) || kernel.reference.as_ref().is_some_and(|reference| timed(reference))
}

/// Temporaries that loop bounds depend on.
pub(super) fn bound_temporaries(kernel: &Kernel) -> IndexSet<Name> {
    let params = kernel.domains.iter().flat_map(|domain| domain.set.params());
    params.filter(|param| kernel.temps.contains_key(*param)).cloned().collect()
}

/// Temporaries that the bounds of a statement's loops depend on.
fn bounds_of<'a>(kernel: &'a Kernel, statement: &Statement) -> impl Iterator<Item = &'a Name> {
    let domains = kernel.domains_of(&statement.inames);
    let params =
        domains.into_iter().filter_map(|at| kernel.domains.get(at)).flat_map(|domain| domain.set.params());
    params.filter(|param| kernel.temps.contains_key(*param))
}

#[derive(Default)]
struct Found {
    all: Vec<Dependence>,
    memory: IndexMap<Name, Users>,
    /// Statements since the last barrier, and that barrier.
    open: Vec<usize>,
    barrier: Option<usize>,
}

/// Who used a variable last.
#[derive(Default)]
struct Users {
    writer: Option<usize>,
    readers: Vec<usize>,
}

impl Found {
    fn push(&mut self, before: usize, after: usize, declared: bool) {
        if before != after {
            self.all.push(Dependence { before, after, declared });
        }
    }

    /// All statements so far come before a barrier, and all later ones after it.
    fn fence(&mut self, at: usize) {
        for before in std::mem::take(&mut self.open) {
            self.push(before, at, false);
        }
        if let Some(before) = self.barrier.replace(at) {
            self.push(before, at, false);
        }
        self.memory.clear();
    }

    fn visit(&mut self, kernel: &Kernel, at: usize, statement: &Statement, follow: &dyn Fn(&Name) -> bool) {
        let mut read: IndexSet<Name> = bounds_of(kernel, statement).cloned().collect();
        let mut written = None;
        for access in accesses(kernel, statement) {
            match access.kind {
                AccessKind::Read => drop(read.insert(access.variable)),
                AccessKind::Write => written = Some(access.variable),
            }
        }
        for variable in read.into_iter().filter(follow) {
            let users = self.memory.entry(variable).or_default();
            users.readers.push(at);
            if let Some(writer) = users.writer {
                self.push(writer, at, false);
            }
        }
        if let Some(variable) = written.filter(follow) {
            let users = self.memory.entry(variable).or_default();
            let earlier: Vec<usize> = users.readers.drain(..).chain(users.writer.replace(at)).collect();
            earlier.into_iter().for_each(|before| self.push(before, at, false));
        }
        if let Some(barrier) = self.barrier {
            self.push(barrier, at, false);
        }
        self.open.push(at);
    }
}
