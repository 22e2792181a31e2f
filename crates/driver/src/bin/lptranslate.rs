//! `lptranslate`, see [`driver::translate`].

use std::process::ExitCode;

fn main() -> ExitCode {
    driver::translate::run(&driver::cli::parse()).into()
}
