//! What is known of a program unit besides its statements.

use super::Ident;
use diag::Span;
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// What the arguments of a procedure are called where it is described.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Described {
    /// By an interface body.
    Names(Vec<Name>),
    /// As those of another: `procedure(f) :: g`
    Like(Name),
}

/// Where the parts of a program unit stand.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    /// Its first statement.
    pub head: Option<Span>,
    /// Its first executable statement.
    pub first: Option<Span>,
    /// The line before the units within it.
    pub contains: Option<Span>,
    /// Its last statement.
    pub end: Option<Span>,
    /// Its constructs.
    pub constructs: Vec<Construct>,
    /// What the source calls variables that got other names while it was read.
    pub spelled: BTreeMap<Name, String>,
    /// Which of its arguments are stars: labels where it is called. The number of one is its last argument.
    pub stars: Vec<usize>,
    /// All words of its statements, each with where it starts, if parts of units are asked for.
    pub words: Vec<(Name, u32)>,
    /// Words in declarations that are not understood, and names that interfaces give to procedures elsewhere.
    pub obscure: BTreeSet<Name>,
    /// Names that its source gives a meaning: others that are called so mean nothing in it.
    pub declared: BTreeSet<Name>,
    /// What its source calls its arguments.
    pub dummies: Vec<Name>,
    /// What interface bodies say of the names of arguments, by procedure.
    pub described: BTreeMap<Name, Described>,
    /// What the types that it defines call their procedures.
    pub bound: BTreeSet<Name>,
    /// Those in `namelist` statements.
    pub listed: BTreeSet<Name>,
    /// What output that was left out applies, as in `Output`.
    pub left_out: Vec<(Ident, bool)>,
    /// Whether what no kernel can do is left to the original.
    pub has_original: bool,
}

/// Where a construct stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Construct {
    /// The statement that begins it.
    pub first: Span,
    /// The one that ends it.
    pub last: Span,
    /// Whether it has a scope of its own.
    pub is_scope: bool,
}
