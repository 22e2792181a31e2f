//! `lprun`, see [`driver::run`].

use std::process::ExitCode;

fn main() -> ExitCode {
    let cli: driver::run::Cli = driver::cli::parse();
    match &cli.opencl_child {
        Some(folder) => runtime::device::serve(folder),
        None => driver::run::run(&cli).into(),
    }
}
