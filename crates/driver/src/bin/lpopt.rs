//! `lpopt`, see [`driver::opt`].

use std::process::ExitCode;

fn main() -> ExitCode {
    driver::opt::run(&driver::cli::parse()).into()
}
