//! What the grammar makes of one line.

use super::words::LayoutText;
use crate::{
    Access, AddressSpace, Atomic, Expr, Fetch, InameTag, Instance, LValue, Loc, Name, Promise, Scalar,
    StatementKind, SyncScope, Trusted,
};
use diag::Span;
use poly::Aff;

/// One line of a file.
#[derive(Debug)]
pub(crate) enum ParsedLine<'a> {
    Kernel {
        name: Name,
        loc: Option<Loc>,
    },
    Arg {
        names: Vec<Name>,
        ty: Type,
        layout: Option<LayoutText>,
        access: Option<Access>,
        loc: Option<Loc>,
    },
    Temp {
        names: Vec<Name>,
        ty: Type,
        layout: Option<LayoutText>,
        space: Option<AddressSpace>,
        loc: Option<Loc>,
    },
    Domain(usize, &'a str),
    Assume(usize, &'a str),
    Iname {
        names: Vec<Name>,
        tag: Option<InameTag>,
        words: Vec<Name>,
        loc: Option<Loc>,
    },
    Priority(Vec<Name>),
    Slab(Name, i64, i64),
    Reassociate,
    Target(Name),
    Order(Name),
    Promote(Name),
    Compat,
    Trusted(Trusted),
    Promise(Promise),
    Require {
        condition: Expr,
        message: String,
        loc: Option<Loc>,
    },
    Rule {
        name: Name,
        params: Vec<Name>,
        body: Expr,
        loc: Option<Loc>,
    },
    Function {
        name: Name,
        params: Vec<(Name, Scalar)>,
        result: Scalar,
        neutral: Option<Expr>,
        formula: Option<Expr>,
        loc: Option<Loc>,
    },
    Preamble(String),
    Statement(Box<StatementLine>),
    Reference {
        name: Option<Name>,
        loc: Option<Loc>,
    },
    Schedule,
    Step(StepLine),
}

/// One line of a schedule.
#[derive(Debug)]
pub(crate) enum StepLine {
    Launch { name: Name, groups: Vec<Expr>, work_items: Vec<Expr> },
    Index { iname: Name, tag: Option<InameTag>, base: Expr },
    For { iname: Name, lower: Expr, upper: Expr, unroll: bool },
    If(Expr),
    Else,
    Barrier(String),
    Run(Name),
}

/// A statement.
#[derive(Debug)]
pub(crate) struct StatementLine {
    pub(crate) id: Option<Name>,
    pub(crate) kind: StatementKind,
    pub(crate) clauses: Vec<(Span, Clause)>,
    pub(crate) loc: Option<Loc>,
}

/// What follows the action of a statement.
#[derive(Debug)]
pub(crate) enum Clause {
    In(Vec<Name>),
    After(Vec<Name>),
    If(Vec<Expr>),
    Tags(Vec<Name>),
    NoSync(Vec<(Name, SyncScope)>),
    Groups(Vec<Name>),
    Conflicts(Vec<Name>),
    Priority(i64),
    Atomic(Atomic),
    Time(Vec<Aff>),
    Performs(Instance),
    Part(Instance),
    Fetch(Fetch),
    Over(Vec<(Name, Aff)>),
}

impl Clause {
    /// The word that starts it.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Clause::In(_) => "in",
            Clause::After(_) => "after",
            Clause::If(_) => "if",
            Clause::Tags(_) => "tags",
            Clause::NoSync(_) => "nosync",
            Clause::Groups(_) => "groups",
            Clause::Conflicts(_) => "conflicts",
            Clause::Priority(_) => "priority",
            Clause::Atomic(_) => "atomic",
            Clause::Time(_) => "time",
            Clause::Over(_) => "over",
            Clause::Performs(_) | Clause::Part(_) | Clause::Fetch(_) => "of",
        }
    }
}

/// The type of a variable: `None` in place of the scalar is `auto`, in place of the shape a value.
#[derive(Debug)]
pub(crate) struct Type {
    pub(crate) scalar: Option<Scalar>,
    pub(crate) shape: Option<Vec<Option<Expr>>>,
}

/// What a statement line does before its clauses.
pub(crate) fn assign(target: LValue, value: Expr) -> StatementKind {
    StatementKind::Assign { target, value }
}
