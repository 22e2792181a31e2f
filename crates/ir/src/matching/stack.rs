//! Patterns on the stack of invocations around an expression.

use super::Match;
use crate::{Kernel, Name, Statement};

/// One invocation of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The rule.
    pub rule: &'a Name,
    /// The tag of the invocation.
    pub tag: Option<&'a Name>,
}

/// Selects invocations of rules by where they stand, and statements.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StackMatch(pub(super) Pattern);

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Pattern {
    /// A single component of the paper's notation.
    Lone(Match),
    /// Levels from the statement inwards.
    Levels {
        levels: Vec<Level>,
        /// Whether nothing further inside is selected.
        exact: bool,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Level {
    /// Any number of levels; as the innermost one, at least one.
    Ellipsis,
    One(Match),
}

impl StackMatch {
    /// Selects every statement and every invocation.
    pub fn everything() -> Self {
        StackMatch(Pattern::Levels { levels: Vec::new(), exact: false })
    }

    /// Whether it selects the invocation at the end of this stack, outermost first; with an empty stack,
    /// whether it selects the statement itself.
    pub fn matches(&self, kernel: &Kernel, id: &Name, statement: &Statement, stack: &[Frame<'_>]) -> bool {
        let at_statement = |one: &Match| one.matches(kernel, id, statement);
        match &self.0 {
            Pattern::Lone(one) => match stack.last() {
                None => at_statement(one),
                Some(frame) => {
                    let names_rule = || kernel.rules.keys().any(|rule| one.names(rule));
                    one.matches_frame(frame) || (at_statement(one) && !names_rule())
                }
            },
            Pattern::Levels { levels, exact } => {
                matches_levels(levels, *exact, stack.len() + 1, &|level, one| match level.checked_sub(1) {
                    None => at_statement(one),
                    Some(frame) => stack.get(frame).is_some_and(|frame| one.matches_frame(frame)),
                })
            }
        }
    }
}

impl From<Match> for StackMatch {
    /// The selected statements and all invocations in them.
    fn from(wanted: Match) -> Self {
        StackMatch(Pattern::Levels { levels: vec![Level::One(wanted)], exact: false })
    }
}

/// Whether the pattern matches so many levels, of which `test` tells whether one has the wanted properties.
fn matches_levels(
    pattern: &[Level],
    exact: bool,
    depth: usize,
    test: &dyn Fn(usize, &Match) -> bool,
) -> bool {
    // For each number of levels, whether the pattern so far can have absorbed exactly that many.
    let mut absorbed = vec![false; depth + 1];
    absorbed.first_mut().into_iter().for_each(|first| *first = true);
    for (at, level) in pattern.iter().enumerate() {
        let before = absorbed.clone();
        let mut reached = false;
        for (count, slot) in absorbed.iter_mut().enumerate() {
            let from_before =
                count.checked_sub(1).and_then(|less| before.get(less)).copied().unwrap_or(false);
            *slot = match level {
                Level::One(one) => from_before && count.checked_sub(1).is_some_and(|level| test(level, one)),
                Level::Ellipsis => {
                    let innermost = at + 1 == pattern.len();
                    let here = before.get(count).copied().unwrap_or(false) && !innermost;
                    reached = reached || from_before;
                    reached || here
                }
            };
        }
    }
    if exact { absorbed.last() == Some(&true) } else { absorbed.contains(&true) }
}
