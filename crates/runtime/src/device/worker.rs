//! The parent's side: starts the child, waits, and reads what came back.

use super::exchange::{Answer, DeviceInfo, Job, answer_file, buffer_file, job_file};
use super::plan::Plan;
use super::{CHILD_FLAG, Outcome, Request};
use crate::Bindings;
use diag::Diagnostic;
use ir::IndexMap;
use std::env::consts::EXE_SUFFIX;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

/// How often a running child is looked at.
const POLL: Duration = Duration::from_millis(2);

/// The code of an error where the child lacks a library.
const NO_LIBRARY: diag::Code = "lp::device::library";

/// What a program's exit says where the system cannot load a library that it needs.
const UNLINKED: i32 = 127;

/// Lines of the child's messages that a diagnostic repeats.
const LINES: usize = 12;

/// Runs work on devices in child processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worker {
    /// The program to start; it must understand [`CHILD_FLAG`].
    pub program: PathBuf,
    /// How long one job may take.
    pub limit: Duration,
}

impl Worker {
    /// A worker that starts this program again.
    ///
    /// # Errors
    /// Where the system does not tell which program this is.
    pub fn this_program(limit: Duration) -> Result<Self, Diagnostic> {
        let program =
            std::env::current_exe().map_err(|error| broken("this program cannot be found", &error))?;
        Ok(Worker { program, limit })
    }

    /// A worker that starts the program of that name beside this one.
    ///
    /// # Errors
    /// Where the system does not tell which program this is.
    pub fn sibling(name: &str, limit: Duration) -> Result<Self, Diagnostic> {
        let Worker { program, limit } = Self::this_program(limit)?;
        Ok(Worker { program: program.with_file_name(format!("{name}{EXE_SUFFIX}")), limit })
    }

    /// All devices; none where no driver is installed, or not even the library that finds drivers.
    ///
    /// # Errors
    /// Where a driver fails.
    pub fn list(&self) -> Result<Vec<DeviceInfo>, Diagnostic> {
        let folder = folder()?;
        match self.ask(folder.path(), &Job::List) {
            Ok(Answer::Devices(devices)) => Ok(devices),
            Ok(Answer::Failed(failure)) => Err(failure.into_diagnostic()),
            Ok(Answer::Done { .. }) => Err(confused()),
            Err(error) if error.code == NO_LIBRARY => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Runs a plan. The arrays hold the results afterwards; where anything fails they stay as they are.
    ///
    /// # Errors
    /// Where there is no such device, a limit of it is exceeded, or anything goes wrong on it.
    pub fn run(
        &self,
        plan: &Plan,
        bindings: &mut Bindings,
        request: &Request,
    ) -> Result<Outcome, Diagnostic> {
        let folder = folder()?;
        for (at, buffer) in plan.buffers.iter().enumerate().filter(|(_, buffer)| !buffer.is_temporary) {
            let part = buffer.start..buffer.start.saturating_add(buffer.bytes);
            let contents = bindings.array(&buffer.name).and_then(|array| array.bytes.get(part));
            let contents = contents.unwrap_or_default();
            fs::write(buffer_file(folder.path(), at, false), contents)
                .map_err(|error| broken("an array cannot be handed over", &error))?;
        }
        let Request { device, repeat, enough } = request.clone();
        let job = Job::Run { plan: plan.clone(), device, repeat, enough };
        match self.ask(folder.path(), &job)? {
            Answer::Failed(failure) => Err(failure.into_diagnostic()),
            Answer::Devices(_) => Err(confused()),
            Answer::Done { device, seconds, first_seconds, build_seconds, build_log } => {
                read_back(folder.path(), plan, bindings)?;
                Ok(Outcome { device, seconds, first_seconds, build_seconds, build_log })
            }
        }
    }

    fn ask(&self, folder: &Path, job: &Job) -> Result<Answer, Diagnostic> {
        let text =
            serde_json::to_string(job).map_err(|error| broken("a job cannot be written", &error.into()))?;
        fs::write(job_file(folder), text).map_err(|error| broken("a job cannot be written", &error))?;
        let messages = folder.join("messages");
        let output =
            fs::File::create(&messages).map_err(|error| broken("a job cannot be written", &error))?;
        let child = Command::new(&self.program)
            .arg(CHILD_FLAG)
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(output)
            .spawn()
            .map_err(|error| broken(&format!("`{}` does not start", self.program.display()), &error))?;
        let status = self.wait(child)?;
        let answer = fs::read_to_string(answer_file(folder)).ok();
        match answer.and_then(|text| serde_json::from_str(&text).ok()) {
            // An answer is written last, so it holds even where the driver fails to leave after it.
            Some(answer) => Ok(answer),
            None => Err(died(status, &fs::read_to_string(&messages).unwrap_or_default())),
        }
    }

    fn wait(&self, mut child: Child) -> Result<ExitStatus, Diagnostic> {
        let start = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) if start.elapsed() < self.limit => std::thread::sleep(POLL),
                Ok(None) => {
                    // It may end by itself just now; either way it is gone after this.
                    let _ = child.kill();
                    let _ = child.wait();
                    let seconds = self.limit.as_secs_f64();
                    let message = format!("the device did not finish within {seconds} seconds");
                    return Err(Diagnostic::error("lp::device::timeout", message)
                        .help("run it with smaller sizes, or with a larger limit"));
                }
                Err(error) => return Err(broken("the child process cannot be watched", &error)),
            }
        }
    }
}

fn read_back(folder: &Path, plan: &Plan, bindings: &mut Bindings) -> Result<(), Diagnostic> {
    let mut results: IndexMap<&str, Vec<u8>> = IndexMap::default();
    for (at, buffer) in plan.buffers.iter().enumerate() {
        if buffer.is_written && !buffer.is_temporary {
            let contents = fs::read(buffer_file(folder, at, true))
                .map_err(|error| broken("a result cannot be read", &error))?;
            // Parts of an array follow each other.
            results.entry(&buffer.name).or_default().extend(contents);
        }
    }
    for (name, contents) in results {
        if !bindings.replace_memory(name, contents) {
            return Err(confused());
        }
    }
    Ok(())
}

fn folder() -> Result<tempfile::TempDir, Diagnostic> {
    tempfile::tempdir().map_err(|error| broken("no temporary folder can be made", &error))
}

fn broken(what: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error("lp::device::exchange", format!("{what}: {error}"))
}

fn confused() -> Diagnostic {
    Diagnostic::error("lp::device::exchange", "the child process answered something else than was asked")
}

/// The message for a child that ended without an answer.
fn died(status: ExitStatus, messages: &str) -> Diagnostic {
    let is_unlinked = status.code() == Some(UNLINKED) && messages.contains("shared librar");
    let mut diagnostic = if is_unlinked {
        let error = Diagnostic::error(NO_LIBRARY, "the library of OpenCL is not installed");
        error.help("install an OpenCL loader and a driver, such as PoCL for the processor, or run on the interpreter")
    } else if status.signal().is_some_and(|signal| super::FROM_OUTSIDE.contains(&signal)) {
        let message = format!("the run on the device was ended from outside ({status})");
        Diagnostic::error(super::STOPPED, message)
    } else {
        let message = format!("the device's driver stopped the program ({status})");
        Diagnostic::error("lp::device::crash", message)
    };
    let lines: Vec<&str> = messages.lines().filter(|line| !line.trim().is_empty()).collect();
    let skipped = lines.len().saturating_sub(LINES);
    diagnostic.notes.extend(lines.into_iter().skip(skipped).map(str::to_owned));
    diagnostic
}
