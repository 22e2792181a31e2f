//! `lpopt lsp`: a language server for kernels, pipelines, scripts and transform blocks.
//!
//! Two processes share the work. The one that the editor starts keeps the documents, the rules of the
//! protocol and the connection (`supervisor`). Another one analyses (`server`); it may crash, run out of
//! memory or take too long, and is then started anew without the text that did this, until that is changed.
//! So each request is answered and nothing dies in silence.

mod actions;
mod address;
mod analysis;
mod answers;
mod chain;
mod complete;
mod define;
mod document;
mod documentation;
mod entity;
mod hints;
mod hover;
mod kernels;
mod language;
mod parameters;
mod position;
mod publish;
mod rename;
mod scan;
mod server;
mod supervisor;
mod wire;

use crate::exit::Outcome;
use std::process::ExitCode;

/// Tells that an analysis of a document begins.
const WORKING: &str = "lpir/working";

/// Tells that an analysis takes too long.
const GAVE_UP: &str = "lpir/gaveUp";

/// Options of `lpopt lsp`.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct Args {
    /// Analyses for another process of the same server.
    #[arg(long, hide = true)]
    analyse: bool,
    /// Speaks over standard input and output, which it always does; editors say so.
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves an editor over standard input and output.
pub fn serve(args: Args) -> ExitCode {
    if args.analyse {
        return server::run().into();
    }
    match supervisor::run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("lpopt lsp: {error}");
            Outcome::InputError.into()
        }
    }
}
