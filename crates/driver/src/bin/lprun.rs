//! `lprun`, see [`driver::run`].

use driver::guard::{Memory, end_with_parent, guarded};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli: driver::run::Cli = driver::cli::parse();
    match &cli.opencl_child {
        // Whoever started it answers for its end.
        Some(folder) => {
            end_with_parent();
            runtime::device::serve(folder)
        }
        None => guarded("lprun", Memory::Unlimited, || driver::run::run(&cli).into()),
    }
}
