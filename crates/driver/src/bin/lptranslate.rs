//! `lptranslate`, see [`driver::translate`].

use driver::guard::{Memory, guarded};
use std::process::ExitCode;

fn main() -> ExitCode {
    guarded("lptranslate", Memory::Compiler, || driver::translate::run(&driver::cli::parse()).into())
}
