//! Work in a child process, whose end is a result whatever it is.

use crate::guard::{deepen, end_with_parent};
use crate::tune::refused;
use diag::Diagnostic;
use fork::Fork;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitStatus;

/// What a child's exit says where it panicked, as that of any program does.
const PANICKED: i32 = 101;

/// What it says where its result could not be written.
const UNWRITTEN: i32 = 74;

/// How a child ended that left no result.
pub(super) struct Ended {
    /// How.
    pub(super) status: ExitStatus,
    /// The last line that it said.
    pub(super) said: String,
}

/// Does the work in a child process and gives what it returned. This process must have no other threads.
///
/// # Errors
/// Where no child can be started.
pub(super) fn isolated<T: Serialize + DeserializeOwned>(
    folder: &Path,
    work: impl FnOnce() -> T,
) -> Result<Result<T, Ended>, Diagnostic> {
    let (result, messages) = (folder.join("result.json"), folder.join("messages"));
    // What another child left says nothing of this one.
    let _ = fs::remove_file(&result);
    let child = match fork::fork() {
        Ok(Fork::Parent(child)) => child,
        Ok(Fork::Child) => {
            end_with_parent();
            deepen();
            quiet(&messages);
            // The child must not return: what it would tidy up is its parent's.
            let Ok(found) = catch_unwind(AssertUnwindSafe(work)) else { std::process::exit(PANICKED) };
            let text = serde_json::to_string(&found).unwrap_or_default();
            let is_written = fs::write(&result, text).is_ok();
            std::process::exit(if is_written { 0 } else { UNWRITTEN });
        }
        Err(error) => return Err(refused(format!("no process can be started: {error}"))),
    };
    let status = fork::waitpid(child).map_err(|error| refused(format!("a process is lost: {error}")))?;
    let found = fs::read_to_string(&result).ok().and_then(|text| serde_json::from_str(&text).ok());
    let ended = || {
        let text = fs::read(&messages).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        Ended { status: ExitStatus::from_raw(status), said: last.trim().to_owned() }
    };
    Ok(found.ok_or_else(ended))
}

/// Sends what the child says into a file.
#[cfg(target_os = "linux")]
fn quiet(messages: &Path) {
    // Where that fails, its messages are seen among those of the search.
    let _ = fs::File::create(messages).map(|file| rustix::stdio::dup2_stderr(&file));
}

#[cfg(not(target_os = "linux"))]
fn quiet(_: &Path) {}
