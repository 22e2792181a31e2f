//! What became of cases, for people and for programs.

use super::{Became, File, Problem};
use crate::cli::{Failure, Session};
use crate::exit::Outcome;
use crate::render::Format;
use crate::{input, output};
use diag::{Diagnostic, SourceId};

/// Tells of each case that is not as expected, and how many are.
pub(super) fn tell(session: &mut Session, files: Vec<File>, became: Vec<Became>) -> Result<Outcome, Failure> {
    let (mut passed, mut updated, mut failed) = (0, 0, 0);
    for ((path, text), became) in files.into_iter().zip(became) {
        match became {
            Became::Passed => passed += 1,
            Became::Updated => updated += 1,
            Became::Failed(problems) => {
                failed += 1;
                let id = session.sources.add(path.to_string_lossy(), text);
                problems.into_iter().for_each(|problem| show(session, id, problem));
            }
        }
    }
    let counts = [(passed, "passed"), (updated, "updated"), (failed, "failed")];
    let told: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    output::print(&format!("{}\n", told.join(", ")))?;
    Ok(if failed > 0 { Outcome::InputError } else { Outcome::Done })
}

fn show(session: &Session, id: SourceId, problem: Problem) {
    let Problem { code, line, message, help, detail } = problem;
    let mut error = Diagnostic::error(code, message);
    error.help = help;
    if let Some(span) = input::line(&session.sources, id, line) {
        error = error.at(span, "");
    }
    session.emit(&[error]);
    if session.renderer.format == Format::Human && !detail.is_empty() {
        output::say(&detail);
    }
}
