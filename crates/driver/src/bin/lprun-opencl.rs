//! The part of `lprun` that talks to OpenCL, in a process of its own: only this program needs its library.

use driver::guard::end_with_parent;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    match (arguments.next(), arguments.next()) {
        (Some(flag), Some(folder)) if flag == runtime::device::CHILD_FLAG => {
            // Whoever started it answers for its end.
            end_with_parent();
            runtime::device::serve(&PathBuf::from(folder))
        }
        _ => {
            eprintln!("`lprun` starts this program, for kernels that run on OpenCL devices");
            driver::exit::Outcome::Usage.into()
        }
    }
}
