//! `lpopt explore`: steps through a pipeline at the terminal, tries steps and takes them back.

mod bench;
mod complete;
mod draw;
mod line;
mod screen;
mod state;
#[cfg(test)]
mod tests;

use crate::cli::{Failure, Session};
use crate::{output, terminal};
use bench::Steps;
use diag::Diagnostic;
use ir::Module;
use state::State;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex};

/// The calls of the pipeline, one a line, for whoever ends the process.
type Kept = Arc<Mutex<String>>;

/// The file that a pipeline is written to unless another one is named.
const FILE: &str = "pipeline.txt";

/// Explores kernels, beginning with these calls.
///
/// # Errors
/// Where there is no terminal, or it fails.
pub(crate) fn explore(
    session: &mut Session,
    module: Module,
    calls: &[String],
    file: Option<String>,
) -> Result<(), Failure> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        let error = Diagnostic::error("lp::driver::usage", "`lpopt explore` needs a terminal");
        return Err(Failure::usage(error.help("`lpopt --report FILE` shows the same on a page")));
    }
    let common = session.common();
    // What takes too long ends the process, which must give back the terminal, and the steps.
    let kept = Kept::default();
    let last = kept.clone();
    let budget = crate::effort::start(move |error| {
        terminal::restore();
        if let Ok(calls) = last.lock() {
            output::say(&format!("the steps that were taken:\n{calls}"));
        }
        common.renderer().emit(&diag::SourceMap::default(), &[error]);
        std::process::exit(crate::exit::Outcome::InputError.code().into())
    })?;
    let mut steps = Steps::new(std::mem::take(&mut session.sources), module, budget, kept);
    let state = State::new(&mut steps, calls, file.unwrap_or_else(|| FILE.to_owned()));
    screen::show(state, &mut steps).map_err(|error| {
        Diagnostic::error("lp::driver::terminal", format!("the terminal fails: {error}")).into()
    })
}
