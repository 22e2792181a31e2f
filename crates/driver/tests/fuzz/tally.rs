//! What became of the cases.

use std::collections::BTreeMap;

/// Counts by name.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) counts: BTreeMap<String, u64>,
    /// Cases that are counted under a name that holds this text are shown like failures.
    wanted: Option<String>,
    found: bool,
}

impl Tally {
    /// A tally that shows what `LP_FUZZ_SHOW` asks for.
    pub(crate) fn from_environment() -> Tally {
        Tally { wanted: std::env::var("LP_FUZZ_SHOW").ok(), ..Tally::default() }
    }

    pub(crate) fn count(&mut self, what: impl AsRef<str>) {
        let what = what.as_ref();
        self.found |= self.wanted.as_ref().is_some_and(|wanted| what.contains(wanted));
        match self.counts.get_mut(what) {
            Some(count) => *count += 1,
            None => {
                self.counts.insert(what.to_owned(), 1);
            }
        }
    }

    /// Whether something was counted that is to be shown; asked once a case.
    pub(crate) fn take_found(&mut self) -> bool {
        std::mem::take(&mut self.found)
    }
}
