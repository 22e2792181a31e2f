//! What happens in a run that is reported.

use diag::{Diagnostic, Origin};
use ir::{Kernel, Module, Name};
use pass::Event;
use std::time::Duration;

/// What happened so far.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// Each kernel with what was done to it.
    pub(super) tracks: Vec<Track>,
    /// What was said.
    pub(super) said: Vec<Diagnostic>,
}

/// A kernel and what was done to it.
#[derive(Debug)]
pub(super) struct Track {
    /// The name that it has now.
    name: Name,
    pub(super) first: Kernel,
    pub(super) steps: Vec<Taken>,
}

/// A step that was taken, or refused.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) name: &'static str,
    pub(super) call: String,
    pub(super) summary: String,
    pub(super) signature: String,
    pub(super) origin: Origin,
    /// The kernel that it made, unless it was refused.
    pub(super) after: Option<Kernel>,
    pub(super) duration: Duration,
}

impl Record {
    /// Begins with these kernels.
    pub(crate) fn begin(&mut self, module: &Module) {
        self.tracks.extend(module.kernels.values().map(Track::new));
    }

    /// Keeps what a step did.
    pub(crate) fn add(&mut self, event: &Event<'_>) {
        let spec = event.step.transform.spec();
        let taken = Taken {
            name: spec.name,
            call: event.step.call(),
            summary: spec.summary().replace('\n', " "),
            signature: spec.signature().to_string(),
            origin: event.step.origin,
            after: event.after.cloned(),
            duration: event.duration,
        };
        let at = self.tracks.iter().rposition(|track| track.name == event.before.name);
        let at = at.unwrap_or_else(|| {
            self.tracks.push(Track::new(event.before));
            self.tracks.len() - 1
        });
        let Some(track) = self.tracks.get_mut(at) else { return };
        if let Some(after) = event.after {
            track.name = after.name.clone();
        }
        track.steps.push(taken);
    }

    /// Keeps what was said.
    pub(crate) fn say(&mut self, diagnostics: &[Diagnostic]) {
        self.said.extend_from_slice(diagnostics);
    }
}

impl Track {
    fn new(kernel: &Kernel) -> Self {
        Track { name: kernel.name.clone(), first: kernel.clone(), steps: Vec::new() }
    }

    /// The kernel as it is in the end.
    pub(super) fn last(&self) -> &Kernel {
        self.steps.iter().rev().find_map(|step| step.after.as_ref()).unwrap_or(&self.first)
    }
}
