//! The steps of a pipeline, of which those before a change need not be taken anew.

use diag::{Diagnostic, SourceId, Span};
use ir::Module;
use judge::blame::Applied;
use pass::{Event, Failure, Observer, Pipeline, Progress, Step};
use std::rc::Rc;

/// What was done of a pipeline the last time.
#[derive(Default)]
pub(super) struct Chain {
    start: Option<Rc<Module>>,
    links: Vec<Link>,
}

/// A step that was taken.
pub(super) struct Link {
    /// The call as it stands in the text.
    text: String,
    /// The call with the values of its parameters.
    call: String,
    /// Where it stands.
    pub(super) span: Span,
    progress: Progress,
    /// What it did to each kernel.
    pub(super) applied: Vec<Applied>,
    /// All kernels after it.
    pub(super) after: Rc<Module>,
}

/// How far a pipeline came.
pub(super) struct Taken {
    /// What is wrong with the first step that could not be taken.
    pub(super) problems: Vec<Diagnostic>,
    /// Whether each step is that of the last time.
    pub(super) is_known: bool,
}

impl Chain {
    /// The steps that were taken.
    pub(super) fn links(&self) -> &[Link] {
        &self.links
    }

    /// Takes the steps of a pipeline. `place` tells where a span of the last time lies now.
    pub(super) fn take(
        &mut self,
        start: &Rc<Module>,
        pipeline: &Pipeline,
        text: &str,
        source: SourceId,
    ) -> Taken {
        let is_same = self.start.as_ref().is_some_and(|known| Rc::ptr_eq(known, start));
        if !is_same {
            *self = Chain { start: Some(Rc::clone(start)), links: Vec::new() };
        }
        let count = self.links.len();
        let known = self
            .links
            .iter()
            .zip(&pipeline.steps)
            .take_while(|(link, step)| link.has_step(step, text))
            .count();
        self.links.truncate(known);
        self.move_to(&pipeline.steps, source);
        let mut progress =
            self.links.last().map_or_else(|| Progress::new((**start).clone()), |link| link.progress.clone());
        for step in pipeline.steps.iter().skip(known) {
            let mut record = Record::default();
            match transforms::manager(&mut record).go_on(progress, step) {
                Err(failure) => return Taken { problems: problems(failure), is_known: false },
                Ok(next) => progress = next,
            }
            let Some(span) = step.origin.0 else { break };
            let (text, call) = (slice(text, span).to_owned(), step.call());
            let after = Rc::new(progress.done.result.clone());
            let progress = progress.clone();
            self.links.push(Link { text, call, span, progress, applied: record.0, after });
        }
        Taken { problems: Vec::new(), is_known: is_same && known == count && known == self.links.len() }
    }

    /// Moves what is known of steps to where their calls stand now.
    fn move_to(&mut self, steps: &[Step], source: SourceId) {
        let now: Vec<Span> = steps.iter().filter_map(|step| step.origin.0).collect();
        let before: Vec<Span> = self.links.iter().map(|link| link.span).collect();
        let place = |span: Span| moved(span, source, &before, &now);
        for link in &mut self.links {
            link.span = place(link.span);
            link.progress.moved(&place);
            for applied in &mut link.applied {
                applied.origin.0 = applied.origin.0.map(place);
            }
        }
    }

    /// What the steps had to say.
    pub(super) fn warnings(&self) -> Vec<Diagnostic> {
        self.links.last().map(|link| link.progress.done.warnings.clone()).unwrap_or_default()
    }

    /// What each step did to each kernel.
    pub(super) fn history(&self) -> Vec<Applied> {
        self.links.iter().flat_map(|link| link.applied.iter().cloned()).collect()
    }
}

impl Link {
    /// Whether a step is this one, which may stand elsewhere.
    fn has_step(&self, step: &Step, text: &str) -> bool {
        step.origin.0.is_some_and(|span| slice(text, span) == self.text) && step.call() == self.call
    }
}

/// Where a span lies after the calls that it lies in were moved.
pub(super) fn moved(span: Span, source: SourceId, before: &[Span], now: &[Span]) -> Span {
    let holds = |call: &Span| call.source == source && call.start <= span.start && span.end <= call.end;
    let found = before.iter().zip(now).find(|(call, _)| span.source == source && holds(call));
    let Some((call, new)) = found else { return span };
    let start = new.start.saturating_add(span.start - call.start);
    Span { source, start, end: start.saturating_add(span.end - span.start) }
}

fn slice(text: &str, span: Span) -> &str {
    let [start, end] = [span.start, span.end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
    text.get(start..end).unwrap_or_default()
}

/// What is to be said of a step that was not taken.
fn problems(failure: Failure) -> Vec<Diagnostic> {
    match failure {
        Failure::Refused(problems) => problems,
        Failure::Internal(internal) => {
            let message = format!("{}; this is a fault of lpopt", internal.message);
            let help = "`lpopt` with this pipeline writes a file to report";
            let error = Diagnostic::error("lp::internal", message).help(help);
            std::iter::once(error).chain(internal.violations).collect()
        }
    }
}

/// Keeps what a step did.
#[derive(Default)]
struct Record(Vec<Applied>);

impl Observer for Record {
    fn after_step(&mut self, event: &Event<'_>) {
        let Some(after) = event.after else { return };
        let (origin, call) = (event.step.origin, event.step.call());
        self.0.push(Applied::new(origin, call, event.before, after));
    }
}
