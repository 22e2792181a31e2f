//! `lptranslate --check`: which routines of Fortran files can be kernels, and what the others lack.

use crate::cli::Failure;
use crate::fortran::Settings;
use crate::input::{self, InputKind};
use crate::output;
use clap::ValueEnum;
use diag::{Diagnostic, LabelPlace, Loc, Severity, SourceMap, Span};
use frontend_fortran::{Form as SourceForm, Library};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many files are read at once; each thread reads what its own files call, and the stacks of 16 are all
/// the memory that a process may have.
const MAX_THREADS: usize = 4;

/// Bytes of a thread's stack, for statements that nest deep.
const STACK: usize = 256 << 20;

/// How many statements a kernel may have that is lowered too, to see whether it can be printed as it stands:
/// the time for that grows faster than their number, and libraries have thousands of routines.
const MAX_LOWERED: usize = 64;

/// How many places of a reason are named.
const MAX_PLACES: usize = 5;

/// How the answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A line for each routine.
    Text,
    /// An object for each routine, one a line.
    Json,
}

/// What is said of one routine, or of a file without any that could be read.
struct Answer {
    file: String,
    line: u32,
    routine: Option<String>,
    reasons: Vec<Reason>,
}

/// A reason for a refusal, and all places that give it.
struct Reason {
    code: &'static str,
    message: String,
    help: Option<String>,
    places: Vec<Place>,
}

/// A line of a file, which may be another one than is checked: one that it includes or uses.
#[derive(Clone, PartialEq, Eq)]
struct Place {
    file: String,
    line: u32,
}

impl Place {
    /// Where a span lies in what the user wrote; what stands for a call is where that is.
    fn new(span: Span, sources: &SourceMap) -> Option<Self> {
        Some(Place::of_loc(&sources.loc(span)?))
    }

    fn of_loc(loc: &Loc) -> Self {
        let loc = loc.call.as_deref().unwrap_or(loc);
        Place { file: loc.file.to_string(), line: loc.line }
    }
}

/// Checks all inputs, of the kind `from` where it is given.
pub(crate) fn check(
    inputs: &[String],
    from: Option<InputKind>,
    settings: &Settings,
    form: Form,
) -> Result<(), Failure> {
    let mut text = String::new();
    let (mut accepted, mut routines) = (0_usize, 0_usize);
    for answer in answers(inputs, from, settings)? {
        routines += 1;
        accepted += usize::from(answer.reasons.is_empty());
        let line = match form {
            Form::Text => answer.text(),
            Form::Json => answer.json(),
        };
        let _ = writeln!(text, "{line}");
    }
    if form == Form::Text {
        let _ = writeln!(text, "{accepted} of {routines} routines accepted");
    }
    output::print(&text)?;
    if accepted == routines {
        return Ok(());
    }
    // What is refused was said.
    Err(Failure::from(Vec::new()))
}

/// The answers for all files, in their order; threads take one file after the other.
fn answers(inputs: &[String], from: Option<InputKind>, settings: &Settings) -> Result<Vec<Answer>, Failure> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        let (mut sources, mut library) = (SourceMap::default(), Library::default());
        let mut folder = None;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = inputs.get(at) else { return found };
            // What lies beside one file is not beside another.
            let own = Path::new(path).parent();
            if folder.replace(own) != Some(own) {
                (sources, library) = (SourceMap::default(), Library::default());
            }
            found.push((at, file(path, from, settings, &mut sources, &mut library)));
        }
    };
    let threads =
        std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS).min(inputs.len());
    let mut found = std::thread::scope(|scope| {
        let start = || std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let helpers: Vec<_> = (1..threads).map_while(|_| start().ok()).collect();
        let mut found = match start() {
            Ok(helper) => joined(helper),
            Err(_) => work(),
        };
        found.extend(helpers.into_iter().flat_map(joined));
        found
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().try_fold(Vec::new(), |mut answers, (_, of_file)| {
        answers.extend(of_file?);
        Ok(answers)
    })
}

/// What a thread found; where it panicked, so does this one.
fn joined<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn file(
    path: &str,
    from: Option<InputKind>,
    settings: &Settings,
    sources: &mut SourceMap,
    library: &mut Library,
) -> Result<Vec<Answer>, Failure> {
    let form = match input::kind_of(path, from).map_err(Failure::usage)? {
        InputKind::FortranFree => SourceForm::Free,
        InputKind::FortranFixed => SourceForm::Fixed,
        _ => {
            let error = Diagnostic::error("lp::driver::kind", format!("`{path}` is no Fortran source"));
            return Err(Failure::usage(error));
        }
    };
    // A file that cannot be read is an answer too, so that it keeps no other from being checked.
    let unreadable = |problem: &Diagnostic| Answer {
        file: path.to_owned(),
        line: 1,
        routine: None,
        reasons: vec![Reason {
            code: problem.code,
            message: problem.message.clone(),
            help: problem.help.clone(),
            places: vec![Place { file: path.to_owned(), line: 1 }],
        }],
    };
    let id = match input::read(sources, path) {
        Ok(id) => id,
        Err(problem) => return Ok(vec![unreadable(&problem)]),
    };
    let all = settings.survey(sources, id, form, library);
    let mut answers: Vec<Answer> = all
        .module
        .kernels
        .values()
        .map(|kernel| {
            let place = kernel.loc.as_ref().map(Place::of_loc);
            answer(path, place, &kernel.name, reasons(&not_lowered(kernel), sources))
        })
        .collect();
    answers.extend(all.refused.iter().map(|refused| {
        let place = Place::new(refused.span, sources);
        answer(path, place, &refused.name, reasons(&refused.reasons, sources))
    }));
    let whole = reasons(&all.warnings, sources);
    if !whole.is_empty() {
        answers.push(Answer { file: path.to_owned(), line: 1, routine: None, reasons: whole });
    }
    answers.sort_by_key(|answer| (answer.file != path, answer.file.clone(), answer.line));
    Ok(answers)
}

/// What is said of a routine of a file, or of one that this includes.
fn answer(path: &str, place: Option<Place>, routine: &str, reasons: Vec<Reason>) -> Answer {
    let Place { file, line } = place.unwrap_or_else(|| Place { file: path.to_owned(), line: 1 });
    Answer { file, line, routine: Some(routine.to_owned()), reasons }
}

/// What keeps a kernel from being printed without any transform.
fn not_lowered(kernel: &ir::Kernel) -> Vec<Diagnostic> {
    if kernel.statements.len() > MAX_LOWERED {
        return Vec::new();
    }
    transforms::lower::lower(kernel).err().unwrap_or_default()
}

/// Errors, those with one message together.
fn reasons(found: &[Diagnostic], sources: &SourceMap) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = Vec::new();
    for error in found.iter().filter(|found| found.severity == Severity::Error) {
        let place = match error.labels.first().map(|label| &label.place) {
            Some(LabelPlace::Span(span)) => Place::new(*span, sources),
            Some(LabelPlace::Loc(loc)) => Some(Place::of_loc(loc)),
            None => None,
        };
        match reasons.iter_mut().find(|reason| reason.message == error.message) {
            Some(reason) => reason.places.extend(place),
            None => reasons.push(Reason {
                code: error.code,
                message: error.message.clone(),
                help: error.help.clone(),
                places: place.into_iter().collect(),
            }),
        }
    }
    reasons
}

impl Answer {
    fn text(&self) -> String {
        let mut line = format!("{}:{}: ", self.file, self.line);
        if let Some(routine) = &self.routine {
            let _ = write!(line, "{routine}: ");
        }
        if self.reasons.is_empty() {
            line.push_str("accepted");
            return line;
        }
        let reasons: Vec<String> = self.reasons.iter().map(|reason| reason.text(&self.file)).collect();
        line.push_str(&reasons.join("; "));
        line
    }

    fn json(&self) -> String {
        let reasons: Vec<_> = self
            .reasons
            .iter()
            .map(|reason| {
                let (lines, elsewhere) = reason.lines(&self.file);
                json!({
                    "code": reason.code, "message": reason.message, "help": reason.help, "lines": lines,
                    "elsewhere": elsewhere
                })
            })
            .collect();
        json!({
            "file": self.file, "line": self.line, "routine": self.routine,
            "accepted": reasons.is_empty(), "reasons": reasons
        })
        .to_string()
    }
}

impl Reason {
    /// Its lines in the file of its routine, and its places in others.
    fn lines(&self, file: &str) -> (Vec<u32>, Vec<String>) {
        let (own, others): (Vec<&Place>, Vec<&Place>) =
            self.places.iter().partition(|place| place.file == file);
        let others = others.into_iter().map(|Place { file, line }| format!("{file}:{line}"));
        (own.into_iter().map(|place| place.line).collect(), others.collect())
    }

    fn text(&self, file: &str) -> String {
        let (lines, elsewhere) = self.lines(file);
        let word = if lines.len() == 1 { "line" } else { "lines" };
        let shown: Vec<String> = lines.iter().take(MAX_PLACES).map(ToString::to_string).collect();
        let own = Some(format!("{word} {}", shown.join(", "))).filter(|_| !lines.is_empty());
        let mut places: Vec<String> = own.into_iter().chain(elsewhere).take(MAX_PLACES).collect();
        if self.places.len() > MAX_PLACES {
            places.push("..".to_owned());
        }
        let places = Some(format!(" ({})", places.join(", "))).filter(|_| !places.is_empty());
        let help = self.help.as_ref().map(|help| format!(": {help}")).unwrap_or_default();
        format!("{}{}{help}", self.message, places.unwrap_or_default())
    }
}
