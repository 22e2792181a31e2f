//! Sets in the text of a kernel: the notation of sets, with names that kernels may use.
//!
//! isl's names may hold `'`, `$`, `.` and, between backticks, anything. No line of `.lpir` could name such a
//! loop, so they are refused where a set enters a kernel.

use super::error;
use crate::identifier;
use poly::{ParseError, Set};
use std::collections::BTreeSet;

/// Reads a set, such as a domain.
///
/// # Errors
/// As [`Set::parse`], and names that no kernel may use.
pub fn parse_set(text: &str) -> Result<Set, Vec<ParseError>> {
    with_own_names(text, Set::parse(text)?)
}

/// Reads a condition on parameters.
///
/// # Errors
/// As [`Set::parse_condition`], and names that no kernel may use.
pub fn parse_condition(text: &str) -> Result<Set, Vec<ParseError>> {
    with_own_names(text, Set::parse_condition(text)?)
}

fn with_own_names(text: &str, set: Set) -> Result<Set, Vec<ParseError>> {
    let mut seen = BTreeSet::new();
    let mut errors = Vec::new();
    for (start, name, end) in Set::names_in(text) {
        if let Some((message, help)) = identifier::objection(&name)
            && seen.insert(name)
        {
            errors.push(ParseError { code: error::NAME, start, end, message, help: Some(help.to_owned()) });
        }
    }
    if errors.is_empty() { Ok(set) } else { Err(errors) }
}
