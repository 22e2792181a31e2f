//! Statements in the tree of a routine.

use super::{Actual, CaseValue, Choice, DoHead, Entity, Expr, HeaderItem, Ident, Output, Target};
use diag::Span;
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A statement in the tree of a routine.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) span: Span,
    pub(crate) tags: Rc<BTreeSet<Name>>,
}

impl Node {
    /// The lists of statements inside of it.
    pub(crate) fn blocks(&self) -> Vec<&Vec<Node>> {
        match &self.kind {
            NodeKind::Do(_, body)
            | NodeKind::Forall(_, body)
            | NodeKind::Concurrent(_, _, body)
            | NodeKind::Associate(_, body) => vec![body],
            NodeKind::If(branches, otherwise) => {
                branches.iter().map(|branch| &branch.body).chain([otherwise]).collect()
            }
            NodeKind::Select(_, cases) => cases.iter().map(|case| &case.body).collect(),
            NodeKind::Where(parts) => parts.iter().map(|part| &part.body).collect(),
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub(crate) fn blocks_mut(&mut self) -> Vec<&mut Vec<Node>> {
        match &mut self.kind {
            NodeKind::Do(_, body)
            | NodeKind::Forall(_, body)
            | NodeKind::Concurrent(_, _, body)
            | NodeKind::Associate(_, body) => vec![body],
            NodeKind::If(branches, otherwise) => {
                branches.iter_mut().map(|branch| &mut branch.body).chain([otherwise]).collect()
            }
            NodeKind::Select(_, cases) => cases.iter_mut().map(|case| &mut case.body).collect(),
            NodeKind::Where(parts) => parts.iter_mut().map(|part| &mut part.body).collect(),
            _ => Vec::new(),
        }
    }
}

/// What it does.
#[derive(Debug, Clone)]
pub(crate) enum NodeKind {
    Assign(Target, Expr),
    Do(Box<DoHead>, Vec<Node>),
    If(Vec<Branch>, Vec<Node>),
    Select(Expr, Vec<Case>),
    Return,
    Cycle(Option<Name>),
    Exit(Option<Name>),
    Call(Ident, Vec<Actual>),
    /// `p => x`, or `p => null()`.
    Point(Ident, Option<Ident>),
    /// `call x%f(a)`
    CallOf(Target),
    Stop(Option<Expr>),
    /// Reported where it stands before no `stop`, once the unit is read.
    Output(Box<Output>),
    Goto(u32),
    GotoOf(Choice, Expr, Vec<u32>),
    /// Where jumps to a label get to.
    Label(u32),
    Allocate(Vec<Entity>),
    Deallocate(Vec<Entity>),
    Where(Vec<Masked>),
    Forall(Vec<HeaderItem>, Vec<Node>),
    Concurrent(Vec<HeaderItem>, Option<Name>, Vec<Node>),
    Associate(Vec<(Ident, Expr)>, Vec<Node>),
    /// Variables of a `block` construct, which are new here.
    Fresh(Vec<Ident>),
}

/// The assignments of a `where` block under a mask, or under none of those before.
#[derive(Debug, Clone)]
pub(crate) struct Masked {
    pub(crate) mask: Option<Expr>,
    pub(crate) body: Vec<Node>,
}

/// A condition and what is done where it is the first to hold.
#[derive(Debug, Clone)]
pub(crate) struct Branch {
    pub(crate) condition: Expr,
    pub(crate) span: Span,
    pub(crate) tags: Rc<BTreeSet<Name>>,
    pub(crate) body: Vec<Node>,
}

/// The values of a `case`, or `None` for the default, and what is done for them.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) values: Option<Vec<CaseValue>>,
    pub(crate) span: Span,
    pub(crate) tags: Rc<BTreeSet<Name>>,
    pub(crate) body: Vec<Node>,
}
