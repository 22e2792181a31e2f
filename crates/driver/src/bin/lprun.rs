//! `lprun`, see [`driver::run`].

use driver::guard::{Memory, guarded};
use std::process::ExitCode;

fn main() -> ExitCode {
    guarded("lprun", Memory::Unlimited, || driver::run::run(&driver::cli::parse()).into())
}
