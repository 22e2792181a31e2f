//! Where the front end finds what a source names. What it puts in the place of calls must be what the program is linked with:
//! so routines are taken from the source itself and from modules, and never from files that merely lie beside it.

use super::command::{Command, form_of};
use super::directives;
use super::preprocess;
use super::settings::Settings;
use super::text::{Text, words};
use crate::fortran;
use diag::Source;
use frontend_fortran::{Form, Found, Wanted};
use std::path::{Path, PathBuf};
use std::process;

/// The text that an `include` line names.
pub(super) fn text(command: &Command, own: &Text, wanted: Wanted<'_>) -> Option<Found> {
    let Wanted::Text(name) = wanted else { return None };
    let beside = Path::new(&own.file).parent().map(Path::to_owned);
    let mut folders = beside.into_iter().chain(command.folders());
    let path = folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()))?;
    Some(Found { form: Form::Free, text: std::fs::read_to_string(path).ok()? })
}

/// Whether the module that the compiler will use was made of that file, as far as it says so.
fn is_compiled_from(command: &Command, module: &str, source: &Path) -> bool {
    let name = format!("{}.mod", module.to_ascii_lowercase());
    let mut folders = command.folders().into_iter().chain([PathBuf::from(".")]);
    let Some(path) = folders.find_map(|folder| Some(folder.join(&name)).filter(|path| path.is_file())) else {
        return false;
    };
    let unpacked =
        process::Command::new("gzip").arg("-dc").arg(&path).stderr(process::Stdio::null()).output();
    // Other compilers pack their modules otherwise, and do not say it.
    let Some(unpacked) = unpacked.ok().filter(|output| output.status.success()) else { return true };
    let first = String::from_utf8_lossy(&unpacked.stdout).lines().next().unwrap_or_default().to_owned();
    match first.split_once(" created from ") {
        Some((_, origin)) => Path::new(origin.trim()).file_name() == source.file_name(),
        None => true,
    }
}

/// The same, and the file of a module.
pub(super) fn any(
    folders: &fortran::Settings,
    settings: &Settings,
    command: &Command,
    own: &Text,
    source: &Source,
    wanted: Wanted<'_>,
) -> Option<Found> {
    let Wanted::Unit(name) = wanted else { return text(command, own, wanted) };
    let (path, found) = folders.found(source, wanted)?;
    let (form, is_preprocessed) = form_of(&path)?;
    let text = if is_preprocessed || command.has("-cpp") {
        preprocess::text(settings, command, &path)?
    } else {
        found.text
    };
    let is_head = |line: &str| {
        let mut all = words(line).map(str::to_ascii_lowercase);
        all.next().as_deref() == Some("module") && all.next().as_deref() == Some(name) && all.next().is_none()
    };
    if command.reads_directives() && directives::matter(&text) || !is_compiled_from(command, name, &path) {
        return None;
    }
    let is_module = text.lines().any(|line| is_head(line.split('!').next().unwrap_or("")));
    is_module.then_some(Found { form, text })
}
