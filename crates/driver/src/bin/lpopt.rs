//! `lpopt`, see [`driver::opt`].

use driver::guard::{Memory, guarded};
use driver::{cli, lsp, opt, terminal};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli: opt::Cli = cli::parse();
    if cli.explores() {
        terminal::remember();
    }
    match cli.server() {
        Some(server) => lsp::serve(server),
        None => guarded("lpopt", Memory::Compiler, || opt::run(&cli).into()),
    }
}
