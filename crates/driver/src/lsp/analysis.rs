//! What is known of a document: its kernels at each step, and what is wrong.

use super::chain::{Chain, moved};
use super::document::Document;
use super::kernels::{self, Imported, Kept};
use super::language::{self, Language};
use super::scan;
use crate::cli::{Common, Session};
use crate::input::{self, InputKind};
use crate::memo::Memo;
use crate::registry::registry;
use crate::script::{self, Traced};
use crate::times::Times;
use crate::verdict;
use diag::{Diagnostic, Severity, SourceId, SourceMap, Span};
use ir::{Kernel, Module};
use judge::blame::Applied;
use pass::Pipeline;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// What is known of a text.
pub(super) struct Analysis {
    /// All that was read for it.
    pub(super) sources: SourceMap,
    /// The text itself.
    pub(super) id: Option<SourceId>,
    /// All that is wrong, as far as it is known.
    pub(super) problems: Vec<Diagnostic>,
    /// Its kernels, before the first step.
    pub(super) start: Rc<Module>,
    /// The steps that were taken, in the order of their places.
    pub(super) steps: Vec<Step>,
    /// The file that its kernels come from, where that is another.
    pub(super) kernel_file: Option<PathBuf>,
    /// What is still to be asked of the result, if anything.
    asked: Option<Asked>,
}

/// A step of a document.
#[derive(Clone)]
pub(super) struct Step {
    /// Where its call stands.
    pub(super) span: Span,
    /// The kernels after it.
    pub(super) after: Rc<Module>,
}

/// A result whose verdict nobody has asked for yet.
struct Asked {
    module: Rc<Module>,
    history: Vec<Applied>,
}

/// What one analysis of a document leaves for the next.
#[derive(Default)]
pub(super) struct Memory {
    kept: Kept,
    chain: Chain,
    /// What the verdict said of the steps that the chain holds, and where these stood.
    verdict: Option<(Vec<Span>, Vec<Diagnostic>)>,
    known: Option<Known>,
    /// The steps that the script took.
    memo: Memo,
    /// Kernels, printed, of which the last verdict said nothing.
    sound: BTreeSet<String>,
}

/// What was known of a text, for one in which something is wrong.
struct Known {
    text: Arc<str>,
    start: Rc<Module>,
    steps: Vec<Step>,
}

impl Memory {
    /// Where a text cannot be read, what was known of it as far as it has not changed still helps whoever
    /// mends it.
    fn complete(&mut self, document: &Document, analysis: &mut Analysis) {
        let is_wrong = analysis.has_errors();
        if let Some(known) = self.known.as_ref().filter(|_| is_wrong && analysis.steps.is_empty()) {
            let pairs = known.text.bytes().zip(document.text.bytes());
            let same = pairs.take_while(|(before, now)| before == now).count();
            let stays =
                |step: &&Step| usize::try_from(step.span.end).is_ok_and(|end| end + document.mark() <= same);
            analysis.steps = known.steps.iter().filter(stays).cloned().collect();
            if analysis.start.kernels.is_empty() {
                analysis.start = Rc::clone(&known.start);
            }
        } else {
            let (text, start) = (Arc::clone(&document.text), Rc::clone(&analysis.start));
            self.known = Some(Known { text, start, steps: analysis.steps.clone() });
        }
    }
}

/// Reads files, those that are open as they are on the screen.
pub(super) type Reader<'a> = &'a dyn Fn(&Path) -> Option<Arc<str>>;

impl Analysis {
    /// Analyses a document, without the verdict on its result.
    pub(super) fn new(
        document: &Document,
        memory: &mut Memory,
        kernel: Option<&Path>,
        read: Reader<'_>,
    ) -> Self {
        let mut analysis = match document.language() {
            None => Self::empty(SourceMap::default()),
            Some(Language::Kernel(kind)) => of_kernel(document, memory, kind),
            Some(Language::Pipeline) => of_pipeline(document, memory, kernel, read),
            Some(Language::Script) => of_script(document, memory, kernel, read),
        };
        memory.complete(document, &mut analysis);
        analysis
    }

    fn empty(sources: SourceMap) -> Self {
        Analysis {
            sources,
            id: None,
            problems: Vec::new(),
            start: Rc::default(),
            steps: Vec::new(),
            kernel_file: None,
            asked: None,
        }
    }

    fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// Asks for the verdict on the result, unless something is wrong already.
    pub(super) fn judge(&mut self, memory: &mut Memory) {
        let Some(Asked { module, history }) = self.asked.take() else { return };
        if self.has_errors() {
            return;
        }
        let found = judged(&module, &history, memory);
        memory.verdict = Some((memory.chain.links().iter().map(|link| link.span).collect(), found.clone()));
        self.problems.extend(found);
    }

    /// The kernels at an offset of the text: after the last step that ends before it.
    pub(super) fn kernels_at(&self, offset: usize) -> &Rc<Module> {
        let ends = |step: &&Step| usize::try_from(step.span.end).is_ok_and(|end| end <= offset);
        self.steps.iter().rfind(ends).map_or(&self.start, |step| &step.after)
    }

    /// The kernels that a name at an offset may be of, the likeliest first: before the step that the offset
    /// is in, after it for names that it gives, and those that all began with.
    pub(super) fn kernels_around(&self, document: &Document, offset: usize) -> Vec<Rc<Module>> {
        let offset = offset.saturating_sub(document.mark());
        let holds = |step: &&Step| {
            let [start, end] =
                [step.span.start, step.span.end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
            start <= offset && offset < end
        };
        let own = self.steps.iter().find(holds).map(|step| &step.after);
        let before = self.kernels_at(offset);
        [Some(before), own, Some(&self.start)].into_iter().flatten().map(Rc::clone).collect()
    }
}

/// What is wrong with kernels. One that was judged already, and of which nothing was said, is not judged
/// again.
fn judged(module: &Module, history: &[Applied], memory: &mut Memory) -> Vec<Diagnostic> {
    let texts: Vec<(&Kernel, String)> =
        module.kernels.values().map(|kernel| (kernel, ir::text::print_module(&single(kernel)))).collect();
    let new = texts.iter().filter(|(_, text)| !memory.sound.contains(text));
    let new = new.map(|(kernel, _)| (kernel.name.clone(), (*kernel).clone()));
    let new = Module { kernels: new.collect() };
    let found = match verdict::check(&new, history, false, &mut Times::default()) {
        Ok(verdict) => verdict.warnings,
        Err(problems) => problems,
    };
    let known = |text: &String| found.is_empty() || memory.sound.contains(text);
    memory.sound = texts.into_iter().map(|(_, text)| text).filter(known).collect();
    found
}

/// A text that holds kernels itself.
fn of_kernel(document: &Document, memory: &mut Memory, kind: InputKind) -> Analysis {
    let imported = kernels::import(&document.name(), &document.text, kind, true);
    let mut analysis = started(&imported);
    let (Ok(module), Some(id)) = (&imported.kernels, imported.id) else { return analysis };
    if imported.script.is_some() {
        let mut session = session(&imported.sources, memory, scan::around_blocks(&document.text));
        let traced = script::trace_block(&mut session, id, imported.loaded(module));
        analysis.ran(session, traced, memory);
    } else {
        analysis.asked = Some(Asked { module: Rc::clone(module), history: Vec::new() });
    }
    analysis
}

/// What importing a text tells.
fn started(imported: &Imported) -> Analysis {
    let mut analysis = Analysis::empty(imported.sources.clone());
    analysis.id = imported.id;
    match &imported.kernels {
        Ok(module) => analysis.start = Rc::clone(module),
        Err(problems) => analysis.problems.clone_from(problems),
    }
    analysis.problems.extend(imported.warnings.iter().cloned());
    analysis
}

/// What a script runs in that works on kernels which were made of this text.
fn session(sources: &SourceMap, memory: &mut Memory, origin: String) -> Session {
    let mut session = Session::new(Common::default());
    session.sources.clone_from(sources);
    // It would be printed again with every key.
    session.is_silent = true;
    session.memo = std::mem::take(&mut memory.memo);
    session.memo.begin(origin);
    session
}

impl Analysis {
    /// Takes up what a script did.
    fn ran(&mut self, mut session: Session, traced: Traced, memory: &mut Memory) {
        self.sources = session.sources;
        session.memo.end();
        memory.memo = session.memo;
        let own = |applied: &Applied| {
            Some((applied.origin.0.filter(|span| Some(span.source) == self.id)?, single(&applied.kernel)))
        };
        let steps = traced.steps.iter().filter_map(own);
        self.steps = steps.map(|(span, after)| Step { span, after }).collect();
        self.steps.sort_by_key(|step| step.span.end);
        match traced.outcome {
            Err(failure) => self.problems.extend(failure.diagnostics),
            Ok(ran) => {
                self.problems.extend(ran.warnings);
                self.asked = Some(Asked { module: Rc::new(ran.module), history: ran.history });
            }
        }
    }
}

fn single(kernel: &Kernel) -> Rc<Module> {
    Rc::new(Module { kernels: [(kernel.name.clone(), kernel.clone())].into_iter().collect() })
}

/// The kernel of another file that a document is for.
enum Source {
    /// It was read.
    Imported(PathBuf, Rc<Imported>),
    /// It could not be, for this reason.
    Missing(Option<PathBuf>, Diagnostic),
    /// None is named.
    None,
}

fn kernel(document: &Document, memory: &mut Memory, chosen: Option<&Path>, read: Reader<'_>) -> Source {
    let Some(path) = language::kernel_of(document, chosen) else { return Source::None };
    let name = path.display().to_string();
    let kind = match input::kind_of(&name, None) {
        Ok(kind) => kind,
        Err(problem) => return Source::Missing(Some(path), problem),
    };
    match read(&path) {
        Some(text) => {
            let imported = memory.kept.import(&name, &text, kind);
            Source::Imported(path, imported)
        }
        None => {
            let problem = Diagnostic::error("lp::driver::read", format!("cannot read `{name}`"));
            Source::Missing(Some(path), problem.help("name another file in a line `# kernel: FILE`"))
        }
    }
}

fn of_pipeline(
    document: &Document,
    memory: &mut Memory,
    chosen: Option<&Path>,
    read: Reader<'_>,
) -> Analysis {
    let (mut analysis, is_there) = match kernel(document, memory, chosen, read) {
        Source::Imported(path, imported) => (of_other(path, &imported), imported.kernels.is_ok()),
        Source::Missing(path, problem) => {
            let nothing = Analysis::empty(SourceMap::default());
            (Analysis { kernel_file: path, problems: vec![problem], ..nothing }, false)
        }
        Source::None => {
            let problem = Diagnostic::warning(
                "lp::editor::kernel",
                "no kernel is known for this pipeline, so that no step is taken",
            );
            let problem =
                problem.help("name its file in a first line `# kernel: FILE`, or give both files one name");
            (Analysis { problems: vec![problem], ..Analysis::empty(SourceMap::default()) }, false)
        }
    };
    let Some(id) = analysis.add(document) else { return analysis };
    let text = analysis.sources.get(id).map(|source| Arc::clone(&source.text)).unwrap_or_default();
    let (pipeline, problems) = Pipeline::read(registry(), &text, id, &[]);
    let is_read = problems.is_empty();
    analysis.problems.extend(problems);
    if is_there {
        let taken = memory.chain.take(&analysis.start, &pipeline, &text, id);
        analysis.problems.extend(memory.chain.warnings());
        analysis.problems.extend(taken.problems);
        let steps = memory.chain.links().iter();
        analysis.steps = steps.map(|link| Step { span: link.span, after: Rc::clone(&link.after) }).collect();
        if is_read {
            analysis.ask(memory, id, taken.is_known);
        }
    }
    analysis
}

/// What a document starts from whose kernels lie in another file. That kernels are refused is said once, and
/// where.
fn of_other(path: PathBuf, imported: &Imported) -> Analysis {
    let mut analysis = started(imported);
    let errors = analysis.problems.iter().filter(|problem| problem.severity == Severity::Error).count();
    analysis.problems =
        analysis.problems.into_iter().filter(|problem| problem.severity == Severity::Error).take(1).collect();
    let name = path.file_name().map(|name| name.display().to_string()).unwrap_or_default();
    if let Some(first) = analysis.problems.first_mut() {
        first.message = format!("in `{name}`: {}", first.message);
        if errors > 1 {
            first.notes.push(format!("`{name}` has {} more errors", errors - 1));
        }
    }
    analysis.kernel_file = Some(path);
    analysis
}

impl Analysis {
    /// Adds the text of the document to the sources.
    fn add(&mut self, document: &Document) -> Option<SourceId> {
        let name = document.name();
        let added = input::add(&mut self.sources, &name, document.text.as_bytes().to_vec());
        self.id = self.sources.find(&name);
        self.problems.extend(added.as_ref().err().cloned());
        added.ok()
    }

    /// Asks for a verdict on what a chain made, or repeats the last one where nothing has changed.
    fn ask(&mut self, memory: &mut Memory, id: SourceId, is_known: bool) {
        let now: Vec<Span> = self.steps.iter().map(|step| step.span).collect();
        if let Some((before, verdict)) = memory.verdict.as_mut().filter(|_| is_known) {
            let place = |span: Span| moved(span, id, before, &now);
            verdict.iter_mut().flat_map(|problem| &mut problem.labels).for_each(|label| label.moved(&place));
            self.problems.extend(verdict.iter().cloned());
            *before = now;
            return;
        }
        memory.verdict = None;
        let module = self.steps.last().map_or_else(|| Rc::clone(&self.start), |step| Rc::clone(&step.after));
        self.asked = Some(Asked { module, history: memory.chain.history() });
    }
}

fn of_script(document: &Document, memory: &mut Memory, chosen: Option<&Path>, read: Reader<'_>) -> Analysis {
    let mut analysis = match kernel(document, memory, chosen, read) {
        Source::Imported(path, imported) => of_other(path, &imported),
        Source::Missing(path, problem) => {
            let nothing = Analysis::empty(SourceMap::default());
            Analysis { kernel_file: path, problems: vec![problem], ..nothing }
        }
        Source::None => Analysis::empty(SourceMap::default()),
    };
    let is_there = !analysis.has_errors();
    let Some(id) = analysis.add(document).filter(|_| is_there) else { return analysis };
    let texts = memory.kept.text().unwrap_or_default();
    let mut session = session(&analysis.sources, memory, texts);
    let traced = script::trace_file(&mut session, id, (*analysis.start).clone());
    analysis.ran(session, traced, memory);
    analysis
}
