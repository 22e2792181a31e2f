//! The kernels of a running script.

use super::kernel_text::Made;
use crate::cli::{Failure, Session};
use crate::memo::Memo;
use diag::{Diagnostic, Origin, SourceId, SourceMap, Span};
use ir::{Kernel, Module, Name};
use judge::blame::Applied;
use pass::Call;
use script::Place;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

thread_local! {
    /// A script holds indices into this: a kernel of a million statements is as cheap to hand on as a small
    /// one.
    static HOST: RefCell<Host> = RefCell::new(Host::default());
}

/// What a running script works on.
#[derive(Debug, Default)]
pub(super) struct Host {
    /// All texts read so far.
    pub(super) sources: SourceMap,
    /// The files of the script, by the numbers that places in them have.
    pub(super) scripts: Vec<ScriptFile>,
    /// Every kernel that the script has had in hand.
    pub(super) kernels: Vec<Entry>,
    /// Those that went into a program with others.
    pub(super) merged: BTreeSet<usize>,
    /// Macros for Fortran sources that are parsed from here on.
    pub(super) defines: Vec<(String, String)>,
    /// What transforms had to say.
    pub(super) warnings: Vec<Diagnostic>,
    /// How long each call of a transform took.
    pub(super) times: Vec<(String, Duration)>,
    /// Whether what the script prints is dropped.
    pub(super) is_silent: bool,
    /// The steps of the last run.
    pub(super) memo: Memo,
    /// The calls up to and with one that was refused.
    pub(super) refused: Option<Vec<String>>,
}

/// A file of the script.
#[derive(Debug, Clone)]
pub(super) struct ScriptFile {
    pub(super) id: SourceId,
    /// Its text without what stands in front of a transform block's lines.
    pub(super) text: String,
}

/// A kernel and how it came about.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) kernel: Kernel,
    /// The kernel that it was made from, by name.
    pub(super) origin: Name,
    /// The steps that made it.
    pub(super) steps: Vec<Applied>,
    /// What else is in its program: the kernels that it calls, by name.
    pub(super) joined: BTreeMap<Name, usize>,
    /// What is known of a kernel that calls others which are not there yet.
    pub(super) open: Option<Open>,
    /// The number of what a step made, where steps are kept.
    pub(super) number: Option<u64>,
}

/// A kernel that waits for those that it calls.
#[derive(Clone)]
pub(super) struct Open {
    pub(super) made: Rc<Made>,
    /// The kernels that it calls.
    pub(super) called: BTreeSet<Name>,
    /// Steps to take once these are there.
    pub(super) pending: Vec<Call>,
}

impl std::fmt::Debug for Open {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "calls {:?}", self.called)
    }
}

impl Entry {
    /// A kernel as it came to be.
    pub(super) fn new(kernel: Kernel, origin: Name) -> Self {
        Entry { kernel, origin, steps: Vec::new(), joined: BTreeMap::new(), open: None, number: None }
    }
}

impl Host {
    /// A host with the kernels of a module, in order.
    pub(super) fn new(session: &Session, module: Module) -> Self {
        let kernels = module.kernels.into_iter();
        let kernels = kernels.map(|(origin, kernel)| Entry::new(kernel, origin)).collect();
        Host { sources: session.sources.clone(), kernels, is_silent: session.is_silent, ..Host::default() }
    }

    /// Keeps a file of the script and gives its number.
    pub(super) fn add_file(&mut self, id: SourceId, text: &str) -> usize {
        self.scripts.push(ScriptFile { id, text: text.to_owned() });
        self.scripts.len() - 1
    }

    /// The text of a source.
    pub(super) fn text(&self, id: SourceId) -> String {
        self.sources.get(id).map(|source| source.text.to_string()).unwrap_or_default()
    }

    /// A place of the script in its source.
    pub(super) fn span(&self, place: Place) -> Option<Span> {
        let file = self.scripts.get(place.file)?;
        let source = self.sources.get(file.id)?;
        let offset = |place: usize| {
            let before = file.text.get(..place)?;
            let line_number = u32::try_from(before.matches('\n').count() + 1).ok()?;
            let column = before.rsplit('\n').next().unwrap_or_default().len();
            // An error at the end of a file is behind its last line.
            let Some(start) = source.offset(line_number, 1) else { return Some(source.text.len()) };
            let line = source.text.get(start..)?.lines().next()?;
            // In a Fortran file the script's lines stand behind a comment sign that was cut off.
            let is_block = *source.text != *file.text;
            let cut = if is_block { comment_sign(line) } else { 0 };
            Some((start + cut + column).min(start + line.len()))
        };
        Some(Span::new(file.id, offset(place.start)?, offset(place.end)?))
    }

    /// The steps that led to all kernels, each once.
    pub(super) fn all_steps(&self) -> Vec<Applied> {
        let mut all: Vec<Applied> = Vec::new();
        for entry in &self.kernels {
            // Each kernel repeats the steps of the one that it was made of.
            all.extend(entry.steps.last().cloned());
        }
        all
    }

    /// Keeps a kernel and gives its handle.
    pub(super) fn add(&mut self, entry: Entry) -> usize {
        self.kernels.push(entry);
        self.kernels.len() - 1
    }
}

/// Makes a host the thread's own.
pub(super) fn enter(host: Host) {
    HOST.with(|element| element.replace(host));
}

/// Takes the thread's host.
pub(super) fn leave() -> Host {
    HOST.with(RefCell::take)
}

/// Works on the thread's host.
pub(super) fn with_host<T>(work: impl FnOnce(&mut Host) -> T) -> T {
    HOST.with(|element| work(&mut element.borrow_mut()))
}

/// Ends the script with diagnostics of our own.
pub(super) fn fail(failure: Failure) -> script::Error {
    script::Error::ended(Rc::new(RefCell::new(Some(failure))))
}

/// What [`fail`] was given, if the error is one of those.
pub(super) fn failure_of(error: &script::Error) -> Option<Failure> {
    error.payload()?.downcast_ref::<RefCell<Option<Failure>>>()?.take()
}

/// An error of a call that has no meaning here.
pub(super) fn error(message: impl Into<String>) -> script::Error {
    script::Error::refused(message)
}

/// A place of the script in its source.
pub(super) fn origin(place: Place) -> Origin {
    with_host(|host| Origin(host.span(place)))
}

/// How many characters of a line come before the text of a transform block.
fn comment_sign(line: &str) -> usize {
    let blanks = line.len() - line.trim_start().len();
    if line.trim_start().starts_with("! ") {
        blanks + 2
    } else if line.trim_start().starts_with('!') {
        blanks + 1
    } else {
        0
    }
}
