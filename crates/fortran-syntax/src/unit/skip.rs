//! Lines that are passed over: constructs that are not supported, and units whose heads are not understood.

use crate::classify;
use crate::token::Spanned;

/// Lines that are passed over, up to one that begins with one of these.
pub(super) struct Skip {
    ends: &'static [&'static str],
    /// How many constructs of the same kind are open within.
    depth: usize,
}

impl Skip {
    pub(super) fn new(ends: &'static [&'static str]) -> Self {
        Skip { ends, depth: 0 }
    }

    /// Whether a statement, whose words are these, is the last one.
    pub(super) fn ends_at(&mut self, words: &str, tokens: &[Spanned]) -> bool {
        let is_end = |end: &&str| if *end == "end" { words == "end" } else { words.starts_with(end) };
        let kinds = self.ends.iter().filter_map(|end| end.strip_prefix("end"));
        let mut kinds = kinds.filter(|kind| ["associate", "select"].contains(kind));
        let begun = classify::joined_words(classify::construct_name(tokens).1);
        if kinds.any(|kind| begun.starts_with(kind)) {
            self.depth += 1;
            return false;
        }
        let is_last = self.ends.iter().any(is_end);
        let is_inner = is_last && self.depth > 0;
        self.depth -= usize::from(is_inner);
        is_last && !is_inner
    }
}
