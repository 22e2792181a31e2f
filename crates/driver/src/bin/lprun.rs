//! `lprun`, see [`driver::run`].

use std::process::ExitCode;

fn main() -> ExitCode {
    driver::run::run(&driver::cli::parse()).into()
}
