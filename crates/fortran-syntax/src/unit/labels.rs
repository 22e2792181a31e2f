//! Subroutines that return to labels, and their calls.

use super::Reader;
use crate::alternate;
use crate::ast::{BaseType, Entity, Ident, Specification, TypeSpec};
use crate::classify;
use crate::directive::DirectiveLine;
use crate::token::{Spanned, Token};

impl Reader<'_, '_> {
    /// The statements that one comes to where subroutines return to labels.
    pub(super) fn without_labels(&mut self, statement: Vec<Spanned>) -> Vec<Vec<Spanned>> {
        let Some((number, chosen)) = &self.of_labels else { return vec![statement] };
        if let Some(head) = alternate::head(&statement, number) {
            let place = statement.first().map_or(0, |(start, _, _)| *start);
            let declared =
                [Token::Word("integer".to_owned()), Token::DoubleColon, Token::Word(number.clone())];
            let declared = declared.into_iter().map(|token| (place, token, place)).collect();
            self.stars = head.stars;
            // Its routine declares the number.
            return if head.is_entry { vec![head.tokens] } else { vec![head.tokens, declared] };
        }
        let Some(open) = self.open.last_mut().filter(|_| self.interface.is_none()) else {
            return vec![statement];
        };
        if let Some(called) = alternate::call(&statement, number, chosen) {
            let span = classify::span_of(&statement, self.source);
            let name = Ident { name: crate::ast::name(chosen), span };
            let entity = Entity { name, extents: None, length: None, initial: None };
            let ty = TypeSpec { base: BaseType::Integer, kind: None, span };
            if !std::mem::replace(&mut open.chooses, true) {
                open.unit.specifications.push((Specification::Declare(ty, Vec::new(), vec![entity]), span));
            }
            return called;
        }
        let count = open.unit.parts.stars.len();
        let is_own = count > 0 && !open.contains;
        let of_all = (!self.has_starred_entries).then_some(count);
        let all = if is_own { alternate::in_subroutine(&statement, number, of_all) } else { None };
        all.unwrap_or_else(|| vec![statement])
    }
}

/// Whether subroutines of a file, or calls, may have labels among their arguments.
pub(super) fn has_labels(lines: &[DirectiveLine]) -> bool {
    lines.iter().map(|line| &line.logical.text).any(|text| {
        has_star(text) && {
            let lower = text.to_ascii_lowercase();
            lower.contains("call") || lower.contains("subroutine")
        }
    })
}

/// Whether a star stands where an argument begins.
pub(super) fn has_star(text: &str) -> bool {
    let is_argument =
        |at: usize| text.get(..at).is_some_and(|before| before.trim_end().ends_with([',', '(']));
    text.match_indices('*').any(|(at, _)| is_argument(at))
}
