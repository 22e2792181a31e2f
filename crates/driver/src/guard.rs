//! Each tool does its work in a child process, so that what no program survives, such as a crash inside isl,
//! an exhausted stack or memory, ends in a report like any other fault of ours.

use crate::exit::Outcome;
use crate::render::{Format, Renderer};
use crate::script::memory;
use crate::terminal::{self, Color};
use crate::{input, output};
use diag::{Diagnostic, SourceMap};
use fork::Fork;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitCode, ExitStatus};
#[cfg(target_os = "linux")]
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Overrides the memory limit.
const MEMORY: &str = "LP_MEMORY_MIB";

/// Address space of the child, in MiB, unless the environment says otherwise.
const MEMORY_MIB: u64 = 4096;

/// The least that may be asked for: with less the child cannot even say what went wrong.
const LEAST_MIB: u64 = 16;

/// Bytes of the child's stack, of which only those that are used take memory.
#[cfg(target_os = "linux")]
const STACK: u64 = 1 << 30;

/// What a process's exit says where its main thread panicked.
const PANICKED: i32 = 101;

/// What the child's exit says where a script asked for more memory than there is.
const EXHAUSTED: i32 = 102;

/// Does the work in a child process and answers for its end.
pub fn guarded(tool: &str, kind: Memory, work: impl FnOnce() -> ExitCode) -> ExitCode {
    let limit = match limit(kind) {
        Ok(limit) => limit,
        Err(error) => return ended(Outcome::Usage, error),
    };
    // Nothing runs beside this thread yet, so that the copy of the process is whole; to start the program
    // anew would take as long as a small kernel.
    let status = match fork::fork() {
        Ok(Fork::Child) => {
            end_with_parent();
            restrain(limit);
            if kind == Memory::Compiler {
                deepen();
            }
            watch_panics();
            return work();
        }
        Ok(Fork::Parent(child)) => fork::waitpid(child),
        // Where no process can be started, the work is still worth trying.
        Err(_) => return work(),
    };
    let status = ExitStatus::from_raw(status.unwrap_or(PANICKED << 8));
    if status.code().is_none_or(|code| code == PANICKED || code == EXHAUSTED) {
        // The child may have borrowed the terminal.
        terminal::restore();
    }
    match status.code() {
        Some(EXHAUSTED) => ended(Outcome::InputError, exhausted()),
        Some(code) if code != PANICKED => ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)),
        _ => report(tool, kind, &std::env::args_os().skip(1).collect::<Vec<_>>(), status),
    }
}

/// Confines this process as the child of a tool that compiles is; where the environment asks for another
/// limit that is none, the usual one holds.
pub(crate) fn confine() {
    end_with_parent();
    restrain(limit(Memory::Compiler).unwrap_or(Some(MEMORY_MIB)));
    watch_panics();
}

/// What to say of a process of a tool that has ended before its work was done.
pub(crate) fn broken_down(tool: &str, status: Option<ExitStatus>) -> Diagnostic {
    if status.is_some_and(|status| status.code() == Some(EXHAUSTED)) {
        return exhausted();
    }
    let how = status.map(|status| format!(" ({status})")).unwrap_or_default();
    let error =
        Diagnostic::error("lp::internal", format!("{tool} broke down{how}; this is a fault of {tool}"));
    error.note(format!("if memory ran out: {MEMORY} sets the limit, {MEMORY_MIB} MiB by default"))
}

/// How much memory the work may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// As much as compiling takes at most; more is a fault.
    Compiler,
    /// Whatever there is: sizes of arrays are the user's.
    Unlimited,
}

/// The limit of the child's memory in MiB, where there is one.
fn limit(kind: Memory) -> Result<Option<u64>, Diagnostic> {
    if kind == Memory::Unlimited {
        return Ok(None);
    }
    let Some(told) = std::env::var_os(MEMORY) else { return Ok(Some(MEMORY_MIB)) };
    let told = told.to_string_lossy();
    match told.parse() {
        Ok(limit) if limit >= LEAST_MIB => Ok(Some(limit)),
        _ => {
            let message = format!("`{MEMORY}={told}` is no number of MiB from {LEAST_MIB} on");
            let error = Diagnostic::error("lp::driver::memory", message);
            Err(error.help(format!("unset it for {MEMORY_MIB} MiB, or give a larger number")))
        }
    }
}

/// A parent that is killed shall not leave work behind that still writes files.
#[cfg(target_os = "linux")]
pub fn end_with_parent() {
    use rustix::process::{Signal, set_parent_process_death_signal};
    // Where the system refuses, there is nothing to do.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

#[cfg(not(target_os = "linux"))]
pub fn end_with_parent() {}

#[cfg(target_os = "linux")]
fn restrain(limit: Option<u64>) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // Where a lower limit holds already, there is nothing to do.
    if let Some(mebibytes) = limit {
        let maximum = getrlimit(Resource::As).maximum;
        let _ = setrlimit(Resource::As, Rlimit { current: Some(mebibytes.saturating_mul(1 << 20)), maximum });
    }
}

#[cfg(not(target_os = "linux"))]
fn restrain(_: Option<u64>) {}

/// A script whose values fit its own quota may still want more memory than `LP_MEMORY_MIB` leaves, and ends
/// by an abort. The child then ends in an exit code of its own.
///
/// Panics are told without a backtrace: it takes memory, for lack of which the child may be about to end.
fn watch_panics() {
    let at_work = memory::at_work();
    #[cfg(target_os = "linux")]
    {
        use signal_hook::{consts::SIGABRT, flag};
        // Where no handler can be set, the end is reported as a fault of ours.
        let _ = flag::register_conditional_shutdown(SIGABRT, EXHAUSTED, Arc::clone(at_work));
    }
    std::panic::set_hook(Box::new(move |panic| {
        if at_work.load(Ordering::SeqCst) {
            std::process::exit(EXHAUSTED);
        }
        eprintln!("{panic}");
    }));
}

/// Lets the child's stack grow far enough for what nests most: the values of scripts.
#[cfg(target_os = "linux")]
pub(crate) fn deepen() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Stack);
    let most = maximum.unwrap_or(STACK).min(STACK);
    if current.is_some_and(|current| current < most) {
        let _ = setrlimit(Resource::Stack, Rlimit { current: Some(most), maximum });
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn deepen() {}

/// Says how the child ended, and keeps what is needed to see it again.
fn report(tool: &str, kind: Memory, arguments: &[OsString], status: ExitStatus) -> ExitCode {
    let path = format!("{tool}-reproducer.txt");
    let mut error = broken_down(tool, Some(status));
    if kind == Memory::Unlimited {
        error.notes = vec!["if memory ran out: use smaller sizes".to_owned()];
    }
    let error = match output::write(&path, &reproducer(tool, arguments, status)) {
        Ok(()) => error.help(format!("`{path}` holds the command and its inputs; please report it")),
        Err(problem) => error.note(problem.message),
    };
    ended(Outcome::Internal, error)
}

/// What to say of a script that ended the child for lack of memory.
fn exhausted() -> Diagnostic {
    let message = "one operation of the script asks for more memory than there is";
    let error = Diagnostic::error(memory::CODE, message);
    let error = error.note(format!("{MEMORY} sets the limit of the whole tool, {MEMORY_MIB} MiB by default"));
    error.help(memory::HELP)
}

/// Shows how the run ended.
fn ended(outcome: Outcome, error: Diagnostic) -> ExitCode {
    Renderer::of_environment(Format::default(), Color::default()).emit(&SourceMap::default(), &[error]);
    outcome.into()
}

/// The command line and the text of each file that it names.
fn reproducer(tool: &str, arguments: &[OsString], status: ExitStatus) -> String {
    let words: Vec<String> = arguments.iter().map(|word| format!("{word:?}")).collect();
    let mut text = format!("{tool} {}\n{} {status}\n", words.join(" "), env!("CARGO_PKG_VERSION"));
    for word in arguments {
        let file = word.to_string_lossy();
        let file = file.rsplit_once('=').map_or(&*file, |(_, value)| value);
        if let Some(contents) = input::mentioned(file) {
            text.push_str(&format!("\n==== {file}\n{contents}"));
        }
    }
    text
}
