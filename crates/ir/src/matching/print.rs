//! Printing of match expressions: in the paper's notation where it can say the same.

use super::stack::{Level, Pattern};
use super::{Match, StackMatch};
use std::fmt::{self, Display, Formatter};

/// How names and tags are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Notation {
    /// `name$tag`
    Paper,
    /// `id:name and tag:tag`
    Keys,
}

impl Display for StackMatch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Pattern::Lone(one) => write_match(f, one, Notation::Paper),
            Pattern::Levels { levels, exact } => match levels.split_first() {
                Some((Level::Ellipsis, inner)) if *exact && !inner.is_empty() => {
                    let outwards = inner.iter().rev();
                    write_levels(f, outwards, " < ", Notation::Paper)?;
                    // One component alone would select a statement's invocations too.
                    f.write_str(if inner.len() == 1 { " < ..." } else { "" })
                }
                _ => {
                    write_levels(f, levels.iter(), " > ", Notation::Keys)?;
                    f.write_str(if *exact { " $" } else { "" })
                }
            },
        }
    }
}

fn write_levels<'a>(
    f: &mut Formatter<'_>,
    levels: impl Iterator<Item = &'a Level>,
    separator: &str,
    notation: Notation,
) -> fmt::Result {
    for (at, level) in levels.enumerate() {
        f.write_str(if at > 0 { separator } else { "" })?;
        match level {
            Level::Ellipsis => f.write_str("...")?,
            Level::One(one) => write_match(f, one, notation)?,
        }
    }
    Ok(())
}

impl Display for Match {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_match(f, self, Notation::Paper)
    }
}

fn write_match(f: &mut Formatter<'_>, one: &Match, notation: Notation) -> fmt::Result {
    match (one, notation) {
        (Match::All, Notation::Paper) => f.write_str("*"),
        (Match::All, Notation::Keys) => f.write_str("id:*"),
        (Match::Id(glob), Notation::Paper) => glob.fmt(f),
        (Match::Id(glob), Notation::Keys) => write!(f, "id:{glob}"),
        (Match::Tag(glob), Notation::Paper) => write!(f, "*${glob}"),
        (Match::Tag(glob), Notation::Keys) => write!(f, "tag:{glob}"),
        (Match::Writes(glob), _) => write!(f, "writes:{glob}"),
        (Match::Reads(glob), _) => write!(f, "reads:{glob}"),
        (Match::Iname(glob), _) => write!(f, "iname:{glob}"),
        (Match::InKernel(glob), _) => write!(f, "in_kernel:{glob}"),
        (Match::And(parts), _) => match (parts.as_slice(), notation) {
            ([Match::Id(id), Match::Tag(tag)], Notation::Paper) => write!(f, "{id}${tag}"),
            _ => write_parts(f, parts, " and ", notation),
        },
        (Match::Or(parts), _) => write_parts(f, parts, " or ", notation),
        (Match::Not(part), _) => {
            f.write_str("not ")?;
            write_part(f, part, notation, matches!(**part, Match::And(_) | Match::Or(_)))
        }
    }
}

fn write_parts(f: &mut Formatter<'_>, parts: &[Match], word: &str, notation: Notation) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        f.write_str(if at > 0 { word } else { "" })?;
        let looser = match part {
            Match::Or(_) => true,
            Match::And(_) => word == " and ",
            _ => false,
        };
        write_part(f, part, notation, looser)?;
    }
    Ok(())
}

fn write_part(f: &mut Formatter<'_>, part: &Match, notation: Notation, in_parentheses: bool) -> fmt::Result {
    if in_parentheses {
        f.write_str("(")?;
    }
    write_match(f, part, notation)?;
    f.write_str(if in_parentheses { ")" } else { "" })
}
