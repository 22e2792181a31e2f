//! `lpopt fmt`: the canonical form of `.lpir` files, comments kept.

use crate::cli::{Common, Failure, Session};
use crate::exit::Outcome;
use crate::{input, output};

/// Formats all files, or says which are not formatted.
pub(super) fn run(files: &[String], check: bool, common: Common) -> Outcome {
    let mut session = Session::new(common);
    let mut worst = Outcome::Done;
    for path in files {
        let outcome = match format_file(&mut session, path, check) {
            Ok(outcome) => outcome,
            Err(failure) => session.finish(Err(failure)),
        };
        worst = worst.max(outcome);
    }
    worst
}

fn format_file(session: &mut Session, path: &str, check: bool) -> Result<Outcome, Failure> {
    let id = input::read(&mut session.sources, path)?;
    let text = session.sources.get(id).map(|source| source.text.clone()).unwrap_or_default();
    let formatted = ir::text::format(&text, id)?;
    if check {
        if *formatted == *text {
            return Ok(Outcome::Done);
        }
        output::print(&format!("{path}\n"))?;
        return Ok(Outcome::InputError);
    }
    if path == "-" || *formatted != *text {
        output::write(path, &formatted)?;
    }
    Ok(Outcome::Done)
}
