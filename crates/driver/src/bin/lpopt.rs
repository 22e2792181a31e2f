//! All tools but what talks to devices: one program, which does what the name says under which it was
//! started.

use driver::guard::{Memory, guarded};
use driver::{cli, lpfc, opt, run, translate};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let name = std::env::args_os().next();
    match name.as_deref().and_then(|name| Path::new(name).file_stem()?.to_str()) {
        Some("lprun") => guarded("lprun", Memory::Unlimited, || run::run(&cli::parse()).into()),
        Some("lptranslate") => {
            guarded("lptranslate", Memory::Compiler, || translate::run(&cli::parse()).into())
        }
        Some("lpfc") if lpfc::is_child() => guarded("lpfc", Memory::Compiler, lpfc::translate),
        Some("lpfc") => lpfc::run(),
        _ => opt::main_with(&[]),
    }
}
