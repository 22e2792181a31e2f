//! Becomes `lpopt` under another name: all tools are one program, which is linked once.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The program that all tools are.
const PROGRAM: &str = "lpopt";

/// What the exit code says where the installation is at fault.
const BROKEN: u8 = 70;

/// Runs the tool of that name in the place of this process. A return means that there is no such program.
pub(crate) fn run(tool: &str) -> ExitCode {
    let program =
        std::env::current_exe().map_or_else(|_| PathBuf::from(PROGRAM), |own| own.with_file_name(PROGRAM));
    let failure = Command::new(&program).arg0(tool).args(std::env::args_os().skip(1)).exec();
    eprintln!(
        "error: `{tool}` needs `{PROGRAM}` beside it, and `{}` does not start: {failure}",
        program.display()
    );
    ExitCode::from(BROKEN)
}
