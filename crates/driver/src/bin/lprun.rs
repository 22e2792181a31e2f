//! `lprun`, see [`driver::run`].

use driver::guard::{Memory, guarded};
use std::process::ExitCode;

fn main() -> ExitCode {
    guarded("lprun", Memory::Unlimited, || {
        let cli: driver::run::Cli = driver::cli::parse();
        match &cli.opencl_child {
            Some(folder) => runtime::device::serve(folder),
            None => driver::run::run(&cli).into(),
        }
    })
}
