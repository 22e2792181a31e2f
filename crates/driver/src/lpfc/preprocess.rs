//! Sources as the compiler's own preprocessor leaves them.

use super::command::Command;
use super::settings::Settings;
use super::text::{Text, place};
use crate::foreign_bytes;
use frontend_fortran::Form;
use std::path::Path;
use std::process::Stdio;

/// The text of a source, preprocessed where the compiler would do so; nothing where it cannot be had.
pub(super) fn read(settings: &Settings, command: &Command, source: &Path) -> Option<Text> {
    let (form, is_preprocessed) = command.form(source)?;
    let text = if is_preprocessed {
        text(settings, command, source)?
    } else {
        foreign_bytes::decoded(&std::fs::read(source).ok()?)?
    };
    let is_fixed = form == Form::Fixed;
    let columns = if is_fixed { command.columns() } else { None };
    // What it includes lies beside the file that it was made of.
    let original = text.lines().next().and_then(place).filter(|_| command.has("-fpreprocessed"));
    let file = original.map_or(source.to_str()?, |(_, name)| name).to_owned();
    Some(Text { text, file, is_fixed, columns })
}

/// A file as it is preprocessed.
pub(super) fn text(settings: &Settings, command: &Command, source: &Path) -> Option<String> {
    let mut run = settings.compile();
    run.args(command.compiling()).arg("-cpp").arg("-E").arg(source).stderr(Stdio::null());
    let output = run.output().ok().filter(|output| output.status.success())?;
    foreign_bytes::decoded(&output.stdout)
}
