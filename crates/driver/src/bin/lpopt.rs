//! `lpopt`, see [`driver::opt`].

use driver::guard::{Memory, guarded};
use driver::{cli, lsp, opt};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli: opt::Cli = cli::parse();
    match cli.server() {
        Some(server) => lsp::serve(server),
        None => guarded("lpopt", Memory::Compiler, || opt::run(&cli).into()),
    }
}
