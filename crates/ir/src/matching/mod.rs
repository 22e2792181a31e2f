//! Match expressions: they select statements and invocations of rules by name and tag.
//!
//! Two notations, one value. The paper's: `id$tag`, either part with the wildcards `*` and `?`;
//! `inner < outer` selects what the first component names directly inside what the second names,
//! `inner < ... < outer` at any depth. A component names an invocation of a rule or, outermost, a statement.
//! Loo.py's later one: `id:`, `tag:`, `writes:`, `reads:` and `iname:` with a glob, joined by `and`, `or`,
//! `not` and parentheses; `outer > inner` starts at the statement and matches everything further inside too,
//! unless it ends in `$`.
//!
//! A single `name$tag` selects the invocations of that rule at any depth, or that statement. Where no rule is
//! meant but a statement is, the invocations inside the statement are selected too.

mod glob;
mod parse;
mod print;
mod stack;

diag::generated!(mod grammar, "/matching/grammar.rs");

pub use glob::Glob;
pub use stack::{Frame, StackMatch};

use crate::access::{AccessKind, accesses};
use crate::{Kernel, Name, Statement};

/// Selects statements, or invocations of rules at one level.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Match {
    /// Everything.
    All,
    /// By identifier or rule name.
    Id(Glob),
    /// By tag: any of a statement's, or that of the invocation.
    Tag(Glob),
    /// Statements by what they write.
    Writes(Glob),
    /// Statements by what they read from memory.
    Reads(Glob),
    /// Statements by the loops around them.
    Iname(Glob),
    /// All statements of a kernel, by its name.
    InKernel(Glob),
    /// All of these.
    And(Vec<Match>),
    /// Any of these.
    Or(Vec<Match>),
    /// What this one does not select.
    Not(Box<Match>),
}

impl Match {
    /// Whether it selects the statement.
    pub fn matches(&self, kernel: &Kernel, id: &Name, statement: &Statement) -> bool {
        match self {
            Match::All => true,
            Match::Id(glob) => glob.matches(id),
            Match::Tag(glob) => statement.tags.iter().any(|tag| glob.matches(tag)),
            Match::Writes(glob) => statement.target().is_some_and(|target| glob.matches(target.name())),
            Match::Reads(glob) => accesses(kernel, statement)
                .iter()
                .any(|access| access.kind == AccessKind::Read && glob.matches(&access.variable)),
            Match::Iname(glob) => statement.inames.iter().any(|iname| glob.matches(iname)),
            Match::InKernel(glob) => glob.matches(&kernel.name),
            Match::And(parts) => parts.iter().all(|part| part.matches(kernel, id, statement)),
            Match::Or(parts) => parts.iter().any(|part| part.matches(kernel, id, statement)),
            Match::Not(part) => !part.matches(kernel, id, statement),
        }
    }

    /// Whether it selects an invocation by the rule's name and the invocation's tag alone.
    pub(crate) fn matches_frame(&self, frame: &Frame<'_>) -> bool {
        match self {
            Match::All => true,
            Match::Id(glob) => glob.matches(frame.rule),
            Match::Tag(glob) => frame.tag.is_some_and(|tag| glob.matches(tag)),
            Match::Writes(_) | Match::Reads(_) | Match::Iname(_) | Match::InKernel(_) => false,
            Match::And(parts) => parts.iter().all(|part| part.matches_frame(frame)),
            Match::Or(parts) => parts.iter().any(|part| part.matches_frame(frame)),
            Match::Not(part) => !part.matches_frame(frame),
        }
    }

    /// Whether it mentions an identifier that a rule of this name would answer to.
    fn names(&self, rule: &Name) -> bool {
        match self {
            Match::Id(glob) => glob.matches(rule),
            Match::And(parts) | Match::Or(parts) => parts.iter().any(|part| part.names(rule)),
            Match::Not(part) => part.names(rule),
            Match::All
            | Match::Tag(_)
            | Match::Writes(_)
            | Match::Reads(_)
            | Match::Iname(_)
            | Match::InKernel(_) => false,
        }
    }
}

/// Identifiers of the statements that are selected, in text order.
pub fn statements(wanted: &Match, kernel: &Kernel) -> Vec<Name> {
    let selected = kernel.statements.iter().filter(|(id, statement)| wanted.matches(kernel, id, statement));
    selected.map(|(id, _)| id.clone()).collect()
}
