//! The kernels of a running script.

use super::argument::Declared;
use super::kernel_text::Made;
use crate::cli::{Failure, Session};
use crate::input;
use diag::{Diagnostic, Origin, SourceId, SourceMap, Span};
use ir::{IndexMap, Kernel, Module, Name};
use judge::blame::Applied;
use pass::Call;
use starlark::codemap::FileSpan;
use starlark::eval::Evaluator;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

thread_local! {
    /// Starlark's values must be `Send`; kernels are not, so a script holds indices into this.
    static HOST: RefCell<Host> = RefCell::new(Host::default());
}

/// What a running script works on.
#[derive(Debug, Default)]
pub(super) struct Host {
    /// All texts read so far.
    pub(super) sources: SourceMap,
    /// The source of each script file, by the name that Starlark knows it by.
    pub(super) ids: IndexMap<String, SourceId>,
    /// Every kernel that the script has had in hand.
    pub(super) kernels: Vec<Entry>,
    /// Those that went into a program with others.
    pub(super) merged: BTreeSet<usize>,
    /// Declarations of arguments, and the calls that made them.
    pub(super) arguments: Vec<(Declared, Origin)>,
    /// Macros for Fortran sources that are parsed from here on.
    pub(super) defines: Vec<(String, String)>,
    /// Names that imports bind to what is not there, and the modules that they are of.
    pub(super) foreign: BTreeMap<String, String>,
    /// What transforms had to say.
    pub(super) warnings: Vec<Diagnostic>,
    /// How long each call of a transform took.
    pub(super) times: Vec<(String, Duration)>,
    /// The calls up to and with one that was refused.
    pub(super) refused: Option<Vec<String>>,
    /// Why the script was ended by us.
    pub(super) failure: Option<Failure>,
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
        Entry { kernel, origin, steps: Vec::new(), joined: BTreeMap::new(), open: None }
    }
}

impl Host {
    /// A host with the kernels of a module, in order.
    pub(super) fn new(session: &Session, name: &str, id: SourceId, module: Module) -> Self {
        let kernels = module.kernels.into_iter();
        let kernels = kernels.map(|(origin, kernel)| Entry::new(kernel, origin)).collect();
        let ids = IndexMap::from_iter([(name.to_owned(), id)]);
        Host { sources: session.sources.clone(), ids, kernels, ..Host::default() }
    }

    /// The text of a source.
    pub(super) fn text(&self, id: SourceId) -> String {
        self.sources.get(id).map(|source| source.text.to_string()).unwrap_or_default()
    }

    /// A line of a script file, counted from 0.
    pub(super) fn line(&self, name: &str, line: usize) -> Option<Span> {
        input::line(&self.sources, *self.ids.get(name)?, line)
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
pub(super) fn with<T>(work: impl FnOnce(&mut Host) -> T) -> T {
    HOST.with(|element| work(&mut element.borrow_mut()))
}

/// Ends the script with diagnostics of our own.
pub(super) fn fail(failure: Failure) -> starlark::Error {
    with(|host| host.failure = Some(failure));
    starlark::Error::new_other(anyhow::anyhow!("refused"))
}

/// Where the script stands.
pub(super) fn origin(evaluator: &Evaluator<'_, '_, '_>) -> Origin {
    let place = evaluator.call_stack_top_location();
    with(|host| Origin(place.and_then(|place| span(&host.sources, &host.ids, &place))))
}

/// Starlark's place as one of ours.
pub(super) fn span(sources: &SourceMap, ids: &IndexMap<String, SourceId>, place: &FileSpan) -> Option<Span> {
    let id = *ids.get(place.filename())?;
    let source = sources.get(id)?;
    let resolved = place.resolve_span();
    let offset = |line: usize, column: usize| {
        let line_number = u32::try_from(line + 1).ok()?;
        let start = source.offset(line_number, 1)?;
        let text = source.text.get(start..)?.lines().next()?;
        // In a Fortran file the script's lines stand behind a comment sign that was cut off.
        let cut = comment_sign(text);
        source.offset(line_number, u32::try_from(column + cut + 1).ok()?).or(Some(start + text.len()))
    };
    let start = offset(resolved.begin.line, resolved.begin.column)?;
    let end = offset(resolved.end.line, resolved.end.column)?;
    Some(Span::new(id, start, end))
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
