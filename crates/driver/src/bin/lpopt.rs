//! `lpopt`, see [`driver::opt`].

use driver::guard::{Memory, guarded};
use std::process::ExitCode;

fn main() -> ExitCode {
    guarded("lpopt", Memory::Compiler, || driver::opt::run(&driver::cli::parse()).into())
}
