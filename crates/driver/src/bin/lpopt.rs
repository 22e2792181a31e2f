//! `lpopt`, see [`driver::opt`].

use std::process::ExitCode;

fn main() -> ExitCode {
    driver::opt::main_with(&[])
}
