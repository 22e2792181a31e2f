//! The programs of explanations, `crates/driver/src/explain`: the tools answer one that is refused with the
//! code that it shows, and one that is accepted without it.

use crate::snapshot::trial;
use driver::cases::{Case, Place, Ran, has_code, run};
use driver::explain::{Entry, Program, chapters};
use libtest_mimic::Trial;
use std::path::Path;
use std::time::Duration;

pub(crate) fn trials() -> Vec<Trial> {
    let entries = chapters().into_iter().flat_map(|chapter| chapter.entries);
    let programs =
        entries.flat_map(|entry| entry.programs().into_iter().map(move |program| (entry, program)));
    programs.map(|(entry, program)| trial(&name(entry, program), move || examine(entry, program))).collect()
}

fn name(entry: Entry, program: Program) -> String {
    format!("explain/{} {}", entry.code, if program.is_refused { "refused" } else { "accepted" })
}

fn examine(entry: Entry, program: Program) -> Result<(), String> {
    let Ran { stderr, code, .. } = answer(program)?;
    match (program.is_refused, has_code(&stderr, entry.code)) {
        (true, false) => Err(format!("the answer lacks the code:\n{stderr}")),
        (false, true) => Err(format!("the answer has the code:\n{stderr}")),
        (false, false) if code != 0 => Err(format!("it is refused:\n{stderr}")),
        _ => Ok(()),
    }
}

/// What the last of its commands says.
fn answer(program: Program) -> Result<Ran, String> {
    let lpopt = Path::new(env!("CARGO_BIN_EXE_lpopt"));
    let tools = lpopt.parent().ok_or("the tools lie nowhere")?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join(format!("program.{}", program.extension));
    std::fs::write(&file, program.text).map_err(|error| error.to_string())?;
    let limit = Duration::from_secs(60);
    let place = Place { lpopt, tools, file: &file, scratch: folder.path(), limit };
    let case = Case::parse(program.text).ok().flatten().ok_or("the first line does not say how it is run")?;
    case.commands().map(|command| run(command, &place)).last().ok_or("nothing is run")?
}
