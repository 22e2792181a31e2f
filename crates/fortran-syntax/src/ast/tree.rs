//! Statements in the tree of a routine.

use super::{Actual, CaseValue, Choice, DoHead, Entity, Expr, HeaderItem, Ident, Output, Target};
use diag::Span;
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A statement in the tree of a routine.
#[derive(Debug, Clone)]
pub struct Node {
    /// What it does.
    pub kind: NodeKind,
    /// Where it stands.
    pub span: Span,
    /// Tags of the regions around it.
    pub tags: Rc<BTreeSet<Name>>,
}

impl Node {
    /// The lists of statements inside of it.
    pub fn blocks(&self) -> Vec<&Vec<Node>> {
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
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Node>> {
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
pub enum NodeKind {
    /// `x(i) = value`
    Assign(Target, Expr),
    /// A loop and its statements.
    Do(Box<DoHead>, Vec<Node>),
    /// What is done under the first condition that holds, and what is done where none does.
    If(Vec<Branch>, Vec<Node>),
    /// `select case`: a value, and what is done for which ones.
    Select(Expr, Vec<Case>),
    /// `return`
    Return,
    /// `cycle`, perhaps with the name of a loop.
    Cycle(Option<Name>),
    /// `exit`, perhaps with the name of a loop.
    Exit(Option<Name>),
    /// `call f(a)`
    Call(Ident, Vec<Actual>),
    /// `p => x`, or `p => null()`.
    Point(Ident, Option<Ident>),
    /// `call x%f(a)`
    CallOf(Target),
    /// `stop`, with what it prints.
    Stop(Option<Expr>),
    /// Reported where it stands before no `stop`, once the unit is read.
    Output(Box<Output>),
    /// `goto 10`
    Goto(u32),
    /// `goto (10, 20), k`, and `if (x) 10, 20, 30`: where the value says.
    GotoOf(Choice, Expr, Vec<u32>),
    /// Where jumps to a label get to.
    Label(u32),
    /// `allocate (a(n))`
    Allocate(Vec<Entity>),
    /// `deallocate (a)`
    Deallocate(Vec<Entity>),
    /// `where (mask)` with each `elsewhere` of it.
    Where(Vec<Masked>),
    /// `forall (i = 1:n)` and its assignments.
    Forall(Vec<HeaderItem>, Vec<Node>),
    /// `do concurrent (i = 1:n)`, with the name before it, and its statements.
    Concurrent(Vec<HeaderItem>, Option<Name>, Vec<Node>),
    /// `associate (x => p%a(i))` and its statements.
    Associate(Vec<(Ident, Expr)>, Vec<Node>),
    /// Variables of a `block` construct, which are new here.
    Fresh(Vec<Ident>),
}

/// The assignments of a `where` block under a mask, or under none of those before.
#[derive(Debug, Clone)]
pub struct Masked {
    /// The mask.
    pub mask: Option<Expr>,
    /// The assignments.
    pub body: Vec<Node>,
}

/// A condition and what is done where it is the first to hold.
#[derive(Debug, Clone)]
pub struct Branch {
    /// The condition.
    pub condition: Expr,
    /// Where it stands.
    pub span: Span,
    /// Tags of the regions around it.
    pub tags: Rc<BTreeSet<Name>>,
    /// What is done.
    pub body: Vec<Node>,
}

/// The values of a `case`, or `None` for the default, and what is done for them.
#[derive(Debug, Clone)]
pub struct Case {
    /// The values.
    pub values: Option<Vec<CaseValue>>,
    /// Where the `case` stands.
    pub span: Span,
    /// Tags of the regions around it.
    pub tags: Rc<BTreeSet<Name>>,
    /// What is done for them.
    pub body: Vec<Node>,
}
