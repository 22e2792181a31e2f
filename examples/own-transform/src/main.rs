//! `lpopt` with `reverse_iname`.

use own_transform::ReverseIname;
use std::process::ExitCode;

fn main() -> ExitCode {
    driver::opt::main_with(&[ReverseIname::SPEC])
}
