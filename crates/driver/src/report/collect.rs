//! Gathers what a report shows: asks each kernel, after each step, what it would become.

use super::Told;
use super::code::code;
use super::dependences::dependences;
use super::measured::Measured;
use super::model::{
    self, Answer, Code, Dependences, Outcome, Place, Report, Source, Stage, Table, Tree, Work,
};
use super::problem::problem;
use super::record::{Record, Taken, Track};
use super::roofline::{roofline, sampled, work};
use super::statements;
use super::texts::{Pool, changes};
use super::tree::tree;
use crate::effort::Budget;
use crate::{input, stats};
use diag::{Diagnostic, Severity, SourceMap};
use ir::{Kernel, Statement};
use transforms::lower;

/// How a report is gathered.
pub(super) struct Collector<'a> {
    pub(super) sources: SourceMap,
    pub(super) budget: &'a Budget,
    pub(super) fp_contract: bool,
    measured: &'a Measured,
    pool: Pool,
    /// Names of files in the report.
    files: Vec<String>,
}

/// What is known of a kernel at a step.
struct Known {
    outcome: Outcome,
    answers: Vec<Answer>,
    problems: Vec<Diagnostic>,
    tree: Option<Tree>,
    dependences: Dependences,
    code: (Code, String),
    work: Option<Result<Work, String>>,
}

/// The texts of a step, which the next one is compared with.
#[derive(Default)]
struct Texts {
    kernel: String,
    code: String,
}

impl<'a> Collector<'a> {
    pub(super) fn new(told: &Told<'a>, budget: &'a Budget) -> Self {
        Collector {
            sources: told.sources.clone(),
            budget,
            fp_contract: told.fp_contract,
            measured: told.measured,
            pool: Pool::default(),
            files: Vec::new(),
        }
    }

    /// The report of a run that ended with these problems.
    pub(super) fn report(mut self, title: String, record: &Record, ended: &[Diagnostic]) -> Report {
        let is_only = record.tracks.len() == 1;
        let kernels = record.tracks.iter().map(|track| self.track(track, is_only, ended)).collect();
        let said = ended.iter().chain(&record.said);
        let problems = said.map(|said| problem(&mut self.sources, said)).collect();
        let sources = self.sources();
        let version = env!("CARGO_PKG_VERSION");
        let roofline = roofline(self.measured);
        let lines = self.pool.into_lines();
        Report { version, title, lines, sources, kernels, problems, roofline, left_out: None }
    }

    fn track(&mut self, track: &Track, is_only: bool, ended: &[Diagnostic]) -> model::Track {
        let mut before = Texts::default();
        let mut stages = vec![self.start(&track.first, &mut before)];
        for taken in &track.steps {
            stages.push(match &taken.after {
                Some(kernel) => self.stage(taken, kernel, &mut before),
                None => self.refused(taken, ended),
            });
        }
        let name = track.last().name.to_string();
        let samples = sampled(self.measured, &name, is_only);
        let sampled_on = self.measured.samples.as_ref().map(|samples| samples.device.clone());
        model::Track { name, sizes: sizes(track), stages, samples, sampled_on }
    }

    fn start(&mut self, kernel: &Kernel, before: &mut Texts) -> Stage {
        let text = printed(kernel);
        *before = Texts { kernel: text.clone(), code: String::new() };
        let mut stage = self.drawn(kernel, before);
        "input".clone_into(&mut stage.name);
        "The kernel as it was read.".clone_into(&mut stage.summary);
        if stage.outcome == Outcome::Proved {
            stage.outcome = Outcome::Start;
        }
        stage.kernel_diff.clear();
        stage.code_diff.clear();
        stage
    }

    fn stage(&mut self, taken: &Taken, kernel: &Kernel, before: &mut Texts) -> Stage {
        let stage = self.drawn(kernel, before);
        Stage { milliseconds: Some(taken.duration.as_secs_f64() * 1e3), ..self.named(stage, taken) }
    }

    /// A step that was not taken: the kernel is as it was before.
    fn refused(&mut self, taken: &Taken, ended: &[Diagnostic]) -> Stage {
        let problems = ended.iter().filter(|problem| problem.severity == Severity::Error);
        let problems = problems.map(|said| problem(&mut self.sources, said)).collect();
        let stage = Stage { problems, ..Stage::empty(Outcome::Refused) };
        Stage { milliseconds: Some(taken.duration.as_secs_f64() * 1e3), ..self.named(stage, taken) }
    }

    fn named(&mut self, stage: Stage, taken: &Taken) -> Stage {
        let place = taken.origin.0.and_then(|span| self.sources.loc(self.sources.outermost(span)));
        Stage {
            name: taken.name.to_owned(),
            call: taken.call.clone(),
            summary: taken.summary.clone(),
            signature: taken.signature.clone(),
            place: place.and_then(|loc| self.place(&loc.file, loc.line)),
            ..stage
        }
    }

    /// All that is shown of a kernel, and how it differs from the one before.
    fn drawn(&mut self, kernel: &Kernel, before: &mut Texts) -> Stage {
        self.budget.renew();
        let text = printed(kernel);
        let Known { outcome, answers, problems, tree, dependences, code: (code, code_text), work } =
            self.examined(kernel);
        let (work, no_work) = match work {
            Some(Ok(work)) => (Some(work), None),
            Some(Err(why)) => (None, Some(why)),
            None => (None, None),
        };
        let statements = statements::statements(kernel, &text, &mut |statement| self.source_line(statement));
        let problems = problems.iter().map(|found| problem(&mut self.sources, found)).collect();
        let has_code = !before.code.is_empty() && !code_text.is_empty();
        let stage = Stage {
            kernel: self.pool.text(&text),
            kernel_diff: changes(&before.kernel, &text),
            code_diff: if has_code { changes(&before.code, &code_text) } else { Vec::new() },
            code,
            statements,
            answers,
            problems,
            tree,
            dependences,
            counts: counts(kernel),
            work,
            no_work,
            ..Stage::empty(outcome)
        };
        before.kernel = text;
        if !code_text.is_empty() {
            before.code = code_text;
        }
        stage
    }

    fn examined(&mut self, kernel: &Kernel) -> Known {
        let lowered = match lower::unproved(kernel) {
            Ok(lowered) => lowered,
            Err(problems) => return Known::open(problems),
        };
        let (mut answers, mut problems) = (Vec::new(), Vec::new());
        let (found, proved) = legality::examine(&lowered);
        for answer in found {
            let wrong = answer.findings.iter().any(|finding| finding.severity == Severity::Error);
            answers.push(Answer { question: answer.question, holds: !wrong });
            problems.extend(answer.findings);
        }
        let is_wrong = proved.is_none();
        let code = match proved {
            None => {
                let missing = Some("the checker refuses this kernel, so no code is made of it".to_owned());
                (Code { missing, ..Code::default() }, String::new())
            }
            Some(proved) => code(&mut self.pool, &proved, self.fp_contract),
        };
        Known {
            outcome: if is_wrong { Outcome::Wrong } else { Outcome::Proved },
            answers,
            problems,
            tree: tree(&lowered, &mut |statement| self.source_line(statement)),
            dependences: dependences(&lowered),
            code,
            work: work(kernel, &lowered, self.measured),
        }
    }

    /// The line that a statement comes from.
    fn source_line(&mut self, statement: &Statement) -> Option<Place> {
        let loc = statement
            .loc
            .clone()
            .or_else(|| self.sources.loc(statement.origin.0.filter(|_| statement.provenance.is_none())?))?;
        self.place(&loc.file, loc.line)
    }

    /// A line of a file, which is shown where it can be read.
    fn place(&mut self, file: &str, line: u32) -> Option<Place> {
        if let Some(at) = self.files.iter().position(|name| name == file) {
            return Some((at, line));
        }
        if self.sources.find(file).is_none() {
            self.sources.add(file, input::mentioned(file)?);
        }
        self.files.push(file.to_owned());
        Some((self.files.len() - 1, line))
    }

    fn sources(&mut self) -> Vec<Source> {
        let mut all = Vec::new();
        for name in std::mem::take(&mut self.files) {
            let source = self.sources.find(&name).and_then(|id| self.sources.get(id)).cloned();
            let text = source.map(|source| self.pool.text(&source.text)).unwrap_or_default();
            all.push(Source { name, text });
        }
        all
    }
}

impl Known {
    /// A kernel that cannot be lowered.
    fn open(problems: Vec<Diagnostic>) -> Self {
        let why = problems.first().map(|problem| problem.message.clone()).unwrap_or_default();
        let missing = Some(format!("the kernel cannot be lowered as it stands: {why}"));
        Known {
            outcome: Outcome::Open,
            answers: Vec::new(),
            problems,
            tree: None,
            dependences: Dependences::default(),
            code: (Code { missing, ..Code::default() }, String::new()),
            work: None,
        }
    }
}

impl Stage {
    pub(super) fn empty(outcome: Outcome) -> Self {
        Stage {
            name: String::new(),
            call: String::new(),
            summary: String::new(),
            signature: String::new(),
            outcome,
            milliseconds: None,
            place: None,
            kernel: Vec::new(),
            kernel_diff: Vec::new(),
            code: Code::default(),
            code_diff: Vec::new(),
            statements: Vec::new(),
            answers: Vec::new(),
            problems: Vec::new(),
            tree: None,
            dependences: Dependences::default(),
            counts: Vec::new(),
            work: None,
            no_work: None,
        }
    }
}

/// The kernel without its reference, which never changes.
fn printed(kernel: &Kernel) -> String {
    ir::text::print_kernel(&Kernel { reference: None, ..kernel.clone() })
}

/// Sizes that the drawings begin with: the largest of those at which a kernel is run to be judged.
fn sizes(track: &Track) -> Vec<(String, i64)> {
    let last = track.last();
    let factors = judge::factors(last, &[]);
    let all = judge::choose(&track.first, &last.assumptions, &factors);
    let is_something = |sizes: &&judge::Sizes| sizes.iter().all(|(_, size)| *size > 0);
    let sizes = all.iter().rev().find(is_something).or(all.last()).cloned().unwrap_or_default();
    sizes.into_iter().map(|(name, size)| (name.to_string(), size)).collect()
}

fn counts(kernel: &Kernel) -> Vec<Table> {
    let synchronizations = stats::synchronizations(kernel).unwrap_or_default();
    let tables = [
        ("operations", stats::operations(kernel)),
        ("accesses", stats::accesses(kernel)),
        ("distinct elements", stats::footprints(kernel)),
        ("synchronization", synchronizations),
    ];
    tables.into_iter().map(|(title, rows)| Table { title, rows }).collect()
}
