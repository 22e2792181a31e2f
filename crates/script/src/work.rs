//! Work that is no step of a script: what one operation does with each element of its values. A value that
//! stands twice in another one, which stands twice in a third, soon has more elements than anyone can count.

use std::cell::Cell;

/// Elements that operations of a script may look at: a few seconds.
const MOST: u64 = 300_000_000;

thread_local! {
    /// How many are left to the script that runs on this thread.
    static LEFT: Cell<u64> = const { Cell::new(MOST) };
}

/// A script has looked at all elements that it may.
#[derive(Debug)]
pub(crate) struct Exhausted;

/// Begins with another script.
pub(crate) fn begin() {
    LEFT.set(MOST);
}

/// Looks at elements. Who cannot give an error ends with any answer: the next step of the script gives it.
pub(crate) fn spend(elements: usize) -> Result<(), Exhausted> {
    let elements = u64::try_from(elements).unwrap_or(u64::MAX);
    LEFT.set(LEFT.get().saturating_sub(elements));
    check()
}

/// Looks at bytes of a text, which takes less time.
pub(crate) fn spend_bytes(bytes: usize) -> Result<(), Exhausted> {
    spend(bytes / 8)
}

/// Says whether a script has done too much.
pub(crate) fn check() -> Result<(), Exhausted> {
    match LEFT.get() {
        0 => Err(Exhausted),
        _ => Ok(()),
    }
}
