//! `entry`: a subroutine of its own that begins there.
//!
//! Claim: who calls an entry runs the statements behind it, with the declarations of the routine around. What
//! that routine keeps between calls it would share with its entries; such entries are refused.

use crate::ast::{Attribute, Specification, Unit, UnitKind};
use crate::token::{Spanned, Token};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A statement of a unit, as it was read.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) tokens: Vec<Spanned>,
    pub(crate) label: Option<u32>,
    pub(crate) tags: Rc<BTreeSet<Name>>,
    /// Whether it stands before the first executable statement.
    pub(crate) declares: bool,
}

/// The statements of a unit that has entries, and where these are.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    lines: Vec<Line>,
    /// The first line of each, as that of a subroutine, and the number of lines before it.
    heads: Vec<(Line, usize)>,
}

impl Entries {
    pub(crate) fn note(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Notes an entry if a statement is one that a unit may have.
    pub(crate) fn begin(&mut self, unit: &Unit, line: &Line) -> bool {
        let [(start, word, end), rest @ ..] = line.tokens.as_slice() else { return false };
        let is_entry = word.is("entry") && matches!(rest.first(), Some((_, Token::Word(_), _)));
        if !is_entry || unit.head.kind != UnitKind::Subroutine || unit.specifications.iter().any(keeps) {
            return false;
        }
        let head = std::iter::once((*start, Token::Word("subroutine".to_owned()), *end));
        let tokens = head.chain(rest.iter().cloned()).collect();
        self.heads.push((Line { tokens, ..line.clone() }, self.lines.len()));
        true
    }

    /// The statements of a subroutine for each entry, of which the last line ends the unit.
    pub(crate) fn routines(self, end: &Line) -> Vec<Vec<Line>> {
        let Entries { lines, heads } = self;
        let declared: Vec<&Line> = lines.iter().filter(|line| line.declares).collect();
        let routine = |(head, before): (Line, usize)| {
            let body = lines.iter().skip(before).filter(|line| !line.declares);
            let all = declared.iter().copied().chain(body).chain([end]);
            std::iter::once(head).chain(all.cloned()).collect()
        };
        heads.into_iter().map(routine).collect()
    }
}

/// Whether a declaration makes variables keep their values.
fn keeps((specification, _): &(Specification, diag::Span)) -> bool {
    match specification {
        Specification::Save(..) | Specification::Data(_) => true,
        Specification::Declare(_, attributes, entities) => {
            let is = |word: &str| {
                attributes.iter().any(|a| matches!(a, Attribute::Other(name, _) if name.name == word))
            };
            is("save") || !is("parameter") && entities.iter().any(|entity| entity.initial.is_some())
        }
        _ => false,
    }
}
