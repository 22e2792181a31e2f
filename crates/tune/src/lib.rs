//! Searches for the fastest variant of a program: what may be chosen, in which order it is tried, what came
//! out, and what times say. Nothing here knows programs or devices: who measures asks a [`Strategy`] what
//! to try, claims it in the [`Journal`], and records what came of it.
//!
//! # What a search promises
//!
//! - A variant is measured once on each device, whatever is killed, and however many processes share a
//!   journal.
//! - What was measured stays: a line is in the file before the next variant is begun.
//! - The same seed and the same times lead to the same search, so that a resumed one goes on where it was.
//!
//! # Edges
//!
//! | what | what happens |
//! |---|---|
//! | no parameter | one variant, without choices; the driver refuses, since a `tune` line was surely meant |
//! | an empty list of values | refused where it is read |
//! | one variant | measured; it is the best |
//! | a condition that excludes all | [`Space::first`] is `None`, and the driver refuses |
//! | a condition that cannot be computed | the enumeration ends with that error, and says for which values |
//! | a variant that is refused, breaks the tool or the device, or computes wrong values | a sample without a time; never the best |
//! | a time of zero, or none that is a number | no time: a clock that coarse compares nothing |
//! | the journal of another search | refused by its first line, and nothing is written |
//! | a process killed in the middle of a line | the piece without an end of line is cut off by who comes next |
//! | a process killed while it measures | its claim is void once its lock is free, and another process measures |
//! | a variant that somebody else ends, as at the end of a job | the driver records nothing, and ends |
//! | a full disk | an error; lines before it are whole, and the search goes on from them |
//! | a line in the middle that cannot be read | refused, with its number: the file was edited |

mod journal;
mod random;
mod sample;
mod setting;
mod space;
mod statistics;
mod strategy;

pub use journal::{JOURNAL, Journal, Search, recorded};
pub use sample::{Outcome, Sample};
pub use setting::Setting;
pub use space::{Constraint, Parameter, Space, Test, Variant, Variants};
pub use statistics::{Summary, summary};
pub use strategy::{Annealing, Greedy, Known, Next, Ordered, Strategy};

/// A number of 64 bits that a text has on every machine: FNV-1a. It tells texts apart that differ by mistake.
pub fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
