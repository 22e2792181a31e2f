//! Statements.

use crate::{Expr, IndexSet};
use diag::{Loc, Origin};
use poly::{Aff, Name};
use std::collections::BTreeSet;
use std::fmt;

/// One statement: it stands for its instances, one for each point of its inames' domain at which all its
/// predicates hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What an instance does.
    pub kind: StatementKind,
    /// The loops around it, outermost first. Which loops is meaning; their order is the default nesting.
    pub inames: Vec<Name>,
    /// Statements whose instances come first, within each iteration of the loops that both share.
    pub after: IndexSet<Name>,
    /// Conjunction of conditions.
    pub predicates: Vec<Expr>,
    /// Names that match expressions select by.
    pub tags: BTreeSet<Name>,
    /// Statements with which no barrier is needed, by the user's word.
    pub no_sync: BTreeSet<(Name, SyncScope)>,
    /// Groups it belongs to; a group is active from its first to its last member.
    pub groups: BTreeSet<Name>,
    /// Groups that may not be active while it runs.
    pub conflicts: BTreeSet<Name>,
    /// Among ready statements, larger ones are scheduled first.
    pub priority: i64,
    /// How its update of memory is made indivisible, if it is.
    pub atomic: Option<Atomic>,
    /// Required order of an imported kernel's instances: lexicographic in these values. Statements without it
    /// are ordered by `after` alone.
    pub time: Option<Vec<Aff>>,
    /// Its part in performing the reference kernel; `None` while the kernel is its own reference.
    pub provenance: Option<Provenance>,
    /// The iterations of a reduction of the reference which its instances perform, for an update of an
    /// accumulator: each iname of that reduction as a function of the statement's inames, outermost first.
    pub over: Vec<(Name, Aff)>,
    /// Where it was written.
    pub loc: Option<Loc>,
    /// Its place in the text read.
    pub origin: Origin,
}

/// What an instance does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// `target = value`
    Assign {
        /// The element written.
        target: LValue,
        /// The value.
        value: Expr,
    },
    /// A barrier at which all work items (of the group, or of the launch) meet.
    Barrier(SyncScope),
    /// Nothing; it carries dependencies.
    Nop,
}

/// An element that can be assigned.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LValue {
    /// A scalar temporary.
    Scalar(Name),
    /// An array element; an array of rank 0 has no subscripts.
    Element {
        /// Argument or temporary.
        array: Name,
        /// One subscript an axis, from 0.
        index: Vec<Expr>,
    },
}

impl LValue {
    /// The element with these subscripts; a variable without any is a scalar.
    pub fn new(name: Name, index: Vec<Expr>) -> Self {
        if index.is_empty() { LValue::Scalar(name) } else { LValue::Element { array: name, index } }
    }

    /// The variable that is written.
    pub fn name(&self) -> &Name {
        match self {
            LValue::Scalar(name) | LValue::Element { array: name, .. } => name,
        }
    }

    /// Its subscripts; none for a scalar.
    pub fn index(&self) -> &[Expr] {
        match self {
            LValue::Scalar(_) => &[],
            LValue::Element { index, .. } => index,
        }
    }

    /// The expression that reads the same element.
    pub fn to_expr(&self) -> Expr {
        match self {
            LValue::Scalar(name) => Expr::var(name.clone()),
            LValue::Element { array, index } => Expr::load(array.clone(), index.clone()),
        }
    }
}

/// Who takes part in a synchronisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SyncScope {
    /// The work items of one group.
    Local,
    /// All work items of a launch.
    Global,
}

impl fmt::Display for SyncScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SyncScope::Local => "local",
            SyncScope::Global => "global",
        })
    }
}

/// Indivisible access to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atomic {
    /// The first store.
    Init,
    /// A read, an operation and a write as one.
    Update,
}

/// What a statement of a transformed kernel does in terms of its reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Provenance {
    /// Each instance performs one instance of a reference statement: `of upd(i = i_inner + 16*i_outer)`.
    Performs(Instance),
    /// Each instance computes a part of what one reference instance computes, such as a step of its
    /// reduction: `part of upd(i = i)`.
    Part(Instance),
    /// It moves accesses of reference statements: it stores values that they read from its target instead,
    /// `fetch of upd, init`, or stores back what they leave in a temporary, `store of upd`.
    Fetch(Fetch),
}

/// Accesses that are moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetch {
    /// The reference statements that read.
    pub of: Vec<Name>,
    /// Whether it stores back what they have written into a temporary that a fetch filled, into the array
    /// that this one read.
    pub back: bool,
    /// The iteration in which what it stores is read, where that is not the one in which it runs: a form of
    /// the readers' inames, and its value as a form of the statement's own. What says `for(k = k + 1)` stores
    /// for the next iteration over `k`.
    pub iteration: Vec<(Aff, Aff)>,
}

impl Fetch {
    /// Reads in the same iteration of all loops.
    pub fn new(of: Vec<Name>) -> Self {
        Fetch { of, back: false, iteration: Vec::new() }
    }

    /// Stores back what these work on in a temporary.
    pub fn storing_back(of: Vec<Name>) -> Self {
        Fetch { back: true, ..Fetch::new(of) }
    }

    /// All forms of inames in it.
    pub fn forms_mut(&mut self) -> impl Iterator<Item = &mut Aff> {
        self.iteration.iter_mut().flat_map(|(read, own)| [read, own])
    }
}

/// A reference statement and where in its domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The reference statement.
    pub statement: Name,
    /// Each of its inames, in its order, as a function of the inames of the statement that carries this.
    pub at: Vec<(Name, Aff)>,
}

impl Statement {
    /// An assignment with all else empty.
    pub fn assign(target: LValue, value: Expr) -> Self {
        Self::of_kind(StatementKind::Assign { target, value })
    }

    /// The statement with each of its expressions replaced: predicates, value, subscripts of the target.
    pub fn map_exprs(&self, expr: &mut dyn FnMut(&Expr) -> Expr) -> Self {
        let mut changed = self.clone();
        changed.predicates = self.predicates.iter().map(&mut *expr).collect();
        if let StatementKind::Assign { target, value } = &mut changed.kind {
            *value = expr(value);
            if let LValue::Element { index, .. } = target {
                *index = index.iter().map(&mut *expr).collect();
            }
        }
        changed
    }

    /// The iterations for which it fetches, where they are not its own: forms of the readers' inames, with
    /// their values.
    pub fn in_advance(&self) -> &[(Aff, Aff)] {
        match &self.provenance {
            Some(Provenance::Fetch(fetch)) => &fetch.iteration,
            _ => &[],
        }
    }

    /// Says that a fetch is for another iteration of a loop.
    pub fn fetch_for(&mut self, iname: &Name, iteration: Aff) {
        if let Some(Provenance::Fetch(fetch)) = &mut self.provenance {
            fetch.iteration.push((Aff::dim(iname), iteration));
        }
    }

    /// A statement of that kind with all else empty.
    pub fn of_kind(kind: StatementKind) -> Self {
        Statement {
            kind,
            inames: Vec::new(),
            after: IndexSet::default(),
            predicates: Vec::new(),
            tags: BTreeSet::new(),
            no_sync: BTreeSet::new(),
            groups: BTreeSet::new(),
            conflicts: BTreeSet::new(),
            priority: 0,
            atomic: None,
            time: None,
            provenance: None,
            over: Vec::new(),
            loc: None,
            origin: Origin::default(),
        }
    }

    /// The element that an assignment writes.
    pub fn target(&self) -> Option<&LValue> {
        match &self.kind {
            StatementKind::Assign { target, .. } => Some(target),
            StatementKind::Barrier(_) | StatementKind::Nop => None,
        }
    }

    /// What it asks, stores and names: conditions, the value, and subscripts of the target.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let target = self.target().into_iter().flat_map(|target| target.index());
        self.predicates.iter().chain(self.value()).chain(target)
    }

    /// The value that an assignment writes.
    pub fn value(&self) -> Option<&Expr> {
        match &self.kind {
            StatementKind::Assign { value, .. } => Some(value),
            StatementKind::Barrier(_) | StatementKind::Nop => None,
        }
    }
}
