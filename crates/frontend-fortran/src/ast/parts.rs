//! What is known of a program unit besides its statements.

use super::Ident;
use diag::Span;
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// What the arguments of a procedure are called where it is described.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Described {
    /// By an interface body.
    Names(Vec<Name>),
    /// As those of another: `procedure(f) :: g`
    Like(Name),
}

/// Where the parts of a program unit stand.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts {
    pub(crate) head: Option<Span>,
    /// Its first executable statement.
    pub(crate) first: Option<Span>,
    pub(crate) contains: Option<Span>,
    pub(crate) end: Option<Span>,
    /// Its constructs.
    pub(crate) constructs: Vec<Construct>,
    /// What the source calls variables that got other names while it was read.
    pub(crate) spelled: BTreeMap<Name, String>,
    /// Which of its arguments are stars: labels where it is called. The number of one is its last argument.
    pub(crate) stars: Vec<usize>,
    /// All words of its statements, each with where it starts, if parts of units are asked for.
    pub(crate) words: Vec<(Name, u32)>,
    /// Those in declarations that are not understood, and names that interfaces give to procedures elsewhere.
    pub(crate) obscure: BTreeSet<Name>,
    /// What its source calls its arguments.
    pub(crate) dummies: Vec<Name>,
    /// What interface bodies say of the names of arguments, by procedure.
    pub(crate) described: BTreeMap<Name, Described>,
    /// What the types that it defines call their procedures.
    pub(crate) bound: BTreeSet<Name>,
    /// Those in `namelist` statements.
    pub(crate) listed: BTreeSet<Name>,
    /// What output that was left out applies, as in [`Output`].
    pub(crate) left_out: Vec<(Ident, bool)>,
    /// Whether what no kernel can do is left to the original.
    pub(crate) has_original: bool,
}

/// Where a construct stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Construct {
    /// The statement that begins it.
    pub(crate) first: Span,
    /// The one that ends it.
    pub(crate) last: Span,
    /// Whether it has a scope of its own.
    pub(crate) is_scope: bool,
}
