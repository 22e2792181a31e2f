//! `lpfc`, see [`driver::lpfc`].

use driver::guard::{Memory, guarded};
use driver::lpfc;
use std::process::ExitCode;

fn main() -> ExitCode {
    if lpfc::is_child() { guarded("lpfc", Memory::Compiler, lpfc::translate) } else { lpfc::run() }
}
