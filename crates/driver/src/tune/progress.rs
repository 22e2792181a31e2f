//! How far a search is, on a terminal.

use crate::stats::units::duration;
use indicatif::{ProgressBar, ProgressStyle};
use tune::Sample;

/// A line that is drawn again after each variant; nothing where no terminal is.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// The progress of a search of so many variants.
    pub(super) fn new(variants: usize) -> Self {
        let bar = ProgressBar::new(u64::try_from(variants).unwrap_or(u64::MAX));
        let style = ProgressStyle::with_template("{pos}/{len} [{bar:30}] {eta} left, {msg}");
        // The template is a constant; a plain bar would do as well.
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message("no time yet");
        Progress(bar)
    }

    /// Shows what was measured, and the best of it.
    pub(super) fn show(&self, done: usize, best: Option<&Sample>) {
        self.0.set_position(u64::try_from(done).unwrap_or(u64::MAX));
        if let Some((best, time)) = best.and_then(|best| Some((best, best.time()?))) {
            self.0.set_message(format!("best {} with {}", duration(time), super::outcome::values(best)));
        }
    }

    /// Says something above the line.
    pub(super) fn say(&self, text: &str) {
        self.0.suspend(|| crate::output::say(text));
    }

    /// Removes the line.
    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}
