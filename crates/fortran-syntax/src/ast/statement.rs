//! Statements, each by itself.

use super::{
    Actual, Entity, Expr, HeaderItem, Ident, ProcedureType, Specification, Target, TypeDefinition, UnitHead,
};
use crate::token::Number;
use diag::Diagnostic;
use poly::Name;
use std::collections::BTreeSet;

/// The head of a `do` statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoHead {
    /// The name before it, for `cycle` and `exit`.
    pub name: Option<Name>,
    /// The label of its last statement, if that is named here.
    pub label: Option<Number>,
    /// How often its statements run.
    pub control: Control,
}

/// How often a loop runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Control {
    /// `i = lower, upper, step`
    Counted {
        /// The variable that counts.
        variable: Ident,
        /// Its first value.
        lower: Expr,
        /// The value that it does not pass.
        upper: Expr,
        /// From one value to the next; 1 if nothing is said.
        step: Option<Expr>,
    },
    /// `while (condition)`
    While(Expr),
    /// Until it is left.
    Endless,
}

/// One statement, before it finds its place in a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Statement {
    Unit(UnitHead),
    Specification(Specification),
    Assign(Target, Expr),
    Do(DoHead),
    IfThen(Expr),
    ElseIf(Expr),
    Else,
    /// `if (condition) action`
    If(Expr, Box<Statement>),
    SelectCase(Expr),
    /// The values of `case (..)`, or `None` for `case default`.
    Case(Option<Vec<CaseValue>>),
    EndSelect,
    EndDo,
    EndIf,
    EndUnit,
    Contains,
    /// `interface`, perhaps with the name of several procedures.
    Interface(Option<Ident>),
    Continue,
    Return,
    /// `cycle`, perhaps with the name of a loop.
    Cycle(Option<Name>),
    /// `exit`, perhaps with the name of a loop.
    Exit(Option<Name>),
    Call(Ident, Vec<Actual>),
    /// `p => x`, or `p => null()`.
    Point(Ident, Option<Ident>),
    /// `call x%f(a)`
    CallOf(Target),
    /// `stop`, with what it prints.
    Stop(Option<Expr>),
    Output(Box<Output>),
    Goto(u32),
    /// `goto (10, 20), k`, and `if (x) 10, 20, 30`: where the value says.
    GotoOf(Choice, Expr, Vec<u32>),
    /// `allocate (a(n))`
    Allocate(Vec<Entity>),
    /// `deallocate (a)`
    Deallocate(Vec<Entity>),
    /// `where (mask)`, which begins a block.
    Where(Expr),
    /// `where (mask) a = b`
    WhereOne(Expr, Box<Statement>),
    /// `elsewhere`, perhaps with a mask.
    ElseWhere(Option<Expr>),
    EndWhere,
    /// `forall (i = 1:n)`, which begins a block.
    Forall(Vec<HeaderItem>),
    /// `forall (i = 1:n) a(i) = b(i)`
    ForallOne(Vec<HeaderItem>, Box<Statement>),
    EndForall,
    /// `associate (x => p%a(i))`, which begins a block.
    Associate(Vec<(Ident, Expr)>),
    EndAssociate,
    /// `block`, which begins a construct with declarations of its own.
    Block,
    EndBlock,
    /// What begins a construct that is no loop, with the name before it.
    Named(Name, Box<Statement>),
    /// `procedure(f) :: g`: what stands for a procedure.
    Procedure(ProcedureType, Vec<Ident>),
    /// `type t`, which begins a definition.
    Type(TypeDefinition),
    /// `do concurrent (i = 1:n)`, with the name before it.
    Concurrent(Vec<HeaderItem>, Option<Name>),
    /// A statement that says nothing new.
    Ignored,
    /// A loop that was reported and still has its `end do`.
    ReportedDo(Option<u32>),
    /// A block `if` whose condition was reported.
    ReportedIf,
    /// A statement that was reported and needs nothing more.
    Reported,
    /// The same where it is certain that declarations end before it.
    ReportedAction,
    /// The start of lines that cannot be read. Their end is a line whose words, joined, start with one of
    /// these; a bare `end` must be the whole line.
    SkipTo(&'static [&'static str]),
}

/// `write`, `print`, or what else is done with files without reading them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// What it is called.
    pub name: &'static str,
    /// Why it is refused.
    pub error: Diagnostic,
    /// The texts in it.
    pub said: Vec<String>,
    /// Variables that it may set: those of `iostat=` and the like.
    pub sets: Vec<Name>,
    /// The variable that it writes to, if that is a text and not the number of a file.
    pub into: Option<Name>,
    /// Names before parentheses, and whether each follows a `%`.
    pub applied: Vec<(Ident, bool)>,
    /// All words of it.
    pub mentioned: BTreeSet<Name>,
}

/// How a value selects a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// 1 is the first.
    Number,
    /// Negative, zero, positive.
    Sign,
}

/// One value or range of a `case`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseValue {
    /// One value.
    Is(Expr),
    /// `lower:upper`, either of which may be left out.
    Between(Option<Expr>, Option<Expr>),
}
