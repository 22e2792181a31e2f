//! `lpopt test`: files that say in comments which commands to run on them, and what these must say.
//!
//! `docs/testing.md` is the manual. `case` reads the comments, `command` runs what they ask for without a
//! shell, `verdict` compares, and `report` tells.

mod case;
mod command;
mod report;
mod verdict;

pub use case::Case;
pub use command::{Place, Ran, run};
pub use verdict::has_code;

use crate::cli::{Common, Failure, Session};
use crate::exit::Outcome;
use crate::{input, output};
use diag::{Code, Diagnostic};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// What is asked for.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files with comments `RUN: COMMAND`, and folders in which such files lie
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only files whose path holds this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Takes what the commands say as what is expected, in files that expect a whole output or nothing so far
    #[arg(long)]
    update: bool,
    /// How many files are looked at at the same time; by default as many as there are processors
    #[arg(short, long, value_name = "COUNT")]
    jobs: Option<NonZeroUsize>,
    /// Seconds that each command may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time_limit: u64,
}

/// Something that is not as a case expects.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    code: Code,
    /// The line in the file, counted from 0.
    line: usize,
    message: String,
    help: Option<String>,
    /// What is shown below the message as it stands.
    detail: String,
}

impl Problem {
    /// Something that a comment says wrong.
    fn malformed(line: usize, message: impl Into<String>, help: &str) -> Self {
        let (message, help) = (message.into(), Some(help.to_owned()));
        Problem { code: "lp::test::case", line, message, help, detail: String::new() }
    }

    /// Something that commands do not do.
    fn failed(line: usize, message: impl Into<String>) -> Self {
        Problem { code: "lp::test::failed", line, message: message.into(), help: None, detail: String::new() }
    }

    fn detail(self, detail: String) -> Self {
        Problem { detail, ..self }
    }
}

/// What became of a file.
#[derive(Debug)]
enum Became {
    /// Everything is as expected.
    Passed,
    /// Its expected output was replaced.
    Updated,
    /// What is not as expected.
    Failed(Vec<Problem>),
}

/// Runs the cases and says which are not as expected.
pub fn test(args: &Args, common: Common) -> Outcome {
    let mut session = Session::new(common);
    match run_cases(args, &mut session) {
        Ok(outcome) => outcome,
        Err(failure) => session.finish(Err(failure)),
    }
}

fn run_cases(args: &Args, session: &mut Session) -> Result<Outcome, Failure> {
    let files = cases(args)?;
    let lpopt = std::env::current_exe().unwrap_or_default();
    let examiner = Examiner {
        tools: lpopt.parent().map(Path::to_path_buf).unwrap_or_default(),
        lpopt,
        limit: Duration::from_secs(args.time_limit),
        updates: args.update,
        has_color: session.renderer.look.has_color,
    };
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = args.jobs.map_or(processors, NonZeroUsize::get);
    let became = in_parallel(&files, jobs, |(path, text)| examiner.examine(path, text));
    report::tell(session, files, became)
}

/// A file, and its text.
type File = (PathBuf, String);

/// The cases below the paths that are asked for, in the order of their names.
fn cases(args: &Args) -> Result<Vec<File>, Failure> {
    let mut found = Found::default();
    args.paths.iter().try_for_each(|path| found.collect(path))?;
    let is_asked =
        |path: &Path| args.filter.as_ref().is_none_or(|text| path.to_string_lossy().contains(text.as_str()));
    let mut cases = Vec::new();
    for path in found.files.into_iter().filter(|path| is_asked(path)) {
        let bytes = input::contents(&path).map_err(|error| unreadable(&path, &error))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if matches!(Case::parse(&text), Ok(None)) {
            continue;
        }
        if path.to_str().is_none() {
            let message = format!("the name of `{}` is no UTF-8", path.display());
            return Err(Failure::usage(Diagnostic::error("lp::driver::read", message)));
        }
        cases.push((path, text));
    }
    if cases.is_empty() {
        let error = Diagnostic::error("lp::test::none", "no file has a comment that says what to run");
        return Err(Failure::usage(error.help("write `# RUN: lpopt %s -p '..'` or the like into one")));
    }
    Ok(cases)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("cannot read `{}`: {error}", path.display());
    Failure::usage(Diagnostic::error("lp::driver::read", message))
}

/// Files below some paths.
#[derive(Default)]
struct Found {
    files: Vec<PathBuf>,
    /// The folders on the way to the one that is looked at, without symbolic links: a link to one of them
    /// leads nowhere new.
    open: Vec<PathBuf>,
}

impl Found {
    /// All files at or below a path, without hidden ones.
    fn collect(&mut self, path: &Path) -> Result<(), Failure> {
        let failed = |error: std::io::Error| unreadable(path, &error);
        let metadata = std::fs::metadata(path).map_err(failed)?;
        if !metadata.is_dir() {
            self.files.extend(metadata.is_file().then(|| path.to_path_buf()));
            return Ok(());
        }
        let folder = path.canonicalize().map_err(failed)?;
        if self.open.contains(&folder) {
            return Ok(());
        }
        let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let is_shown =
            |path: &PathBuf| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let entries = entries.map_err(failed)?.into_iter().map(|entry| entry.path());
        let mut entries: Vec<PathBuf> = entries.filter(is_shown).collect();
        entries.sort();
        self.open.push(folder);
        // A link that leads nowhere is no case, and in nobody's way.
        entries.retain(|entry| entry.exists() || !entry.is_symlink());
        entries.iter().try_for_each(|entry| self.collect(entry))?;
        self.open.pop();
        Ok(())
    }
}

/// Does something for each of many, several at a time; the results are in their order.
fn in_parallel<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            done.push((at, work(item)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.min(items.len())).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// How cases are looked at.
struct Examiner {
    tools: PathBuf,
    lpopt: PathBuf,
    limit: Duration,
    updates: bool,
    has_color: bool,
}

impl Examiner {
    fn examine(&self, path: &Path, text: &str) -> Became {
        self.outcome(path, text).unwrap_or_else(|problem| Became::Failed(vec![problem]))
    }

    fn outcome(&self, path: &Path, text: &str) -> Result<Became, Problem> {
        let Some(case) = Case::parse(text)? else { return Ok(Became::Passed) };
        if let Some(before) =
            text.split(char::REPLACEMENT_CHARACTER).next().filter(|own| own.len() < text.len())
        {
            let line = before.lines().count().saturating_sub(1);
            return Err(Problem::malformed(line, "a letter is no UTF-8", "write the file in UTF-8"));
        }
        let said = self.run(path, &case)?;
        let mut problems = verdict::problems(&case, &said);
        let difference = verdict::difference(&case, &said, self.has_color);
        let is_new = case.expects_nothing() && said.last.1.code == 0;
        // A failure that nobody expected so far is none that an update may take.
        if let Some(problem) = verdict::new_failure(&case, &said).filter(|_| self.updates) {
            problems.push(problem);
        }
        if self.updates && problems.is_empty() && (difference.is_some() || is_new) {
            let text = verdict::updated(&case, text, &said);
            return match output::write(&path.to_string_lossy(), &text) {
                Ok(()) => Ok(Became::Updated),
                Err(error) => Err(Problem::failed(said.last.0, error.message)),
            };
        }
        problems.extend(difference);
        Ok(if problems.is_empty() { Became::Passed } else { Became::Failed(problems) })
    }

    /// Runs the commands of a case, up to the first that fails.
    fn run(&self, path: &Path, case: &Case) -> Result<verdict::Said, Problem> {
        let mut said = verdict::Said::default();
        let first = case.runs.first().map_or(0, |(line, _)| *line);
        let scratch = tempfile::tempdir().map_err(|error| Problem::failed(first, error.to_string()))?;
        let (lpopt, tools, scratch) = (&self.lpopt, &self.tools, scratch.path());
        let place = Place { lpopt, tools, file: path, scratch, limit: self.limit };
        for (line, command) in &case.runs {
            let ran = run(command, &place).map_err(|message| Problem::failed(*line, message))?;
            let is_last = ran.code != 0;
            said.add(*line, ran, &scratch.to_string_lossy());
            if is_last {
                break;
            }
        }
        Ok(said)
    }
}
