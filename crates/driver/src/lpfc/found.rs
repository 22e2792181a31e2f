//! Where the front end finds what a source names. What it puts in the place of calls must be what the program
//! is linked with: so routines are taken from the source itself and from modules, and never from files that
//! merely lie beside it.

use super::command::{Command, form_of};
use super::preprocess;
use super::settings::Settings;
use super::splice;
use super::text::{Text, words};
use crate::fortran;
use diag::SourceMap;
use frontend_fortran::{Form, Found, Options, Outline, Wanted};
use ir::Name;
use std::collections::BTreeSet;
use std::path::Path;
use std::process;

/// The text that an `include` line names.
pub(super) fn text(command: &Command, own: &Text, wanted: Wanted<'_>) -> Option<Found> {
    let Wanted::Text(name) = wanted else { return None };
    let beside = Path::new(&own.file).parent().map(Path::to_owned);
    let mut folders = beside.into_iter().chain(command.folders());
    let path = folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()))?;
    let name = path.display().to_string();
    Some(Found { name, form: Form::Free, text: std::fs::read_to_string(path).ok()? })
}

/// Whether the module that the compiler will use was made of that file, as far as it says so.
fn is_compiled_from(command: &Command, module: &str, source: &Path) -> bool {
    let name = format!("{}.mod", module.to_ascii_lowercase());
    let mut folders = command.module_folders().into_iter();
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

/// What was asked for while a source was read.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// Modules that were read, each with its file.
    modules: Vec<(String, Found)>,
    /// What is not at hand.
    missing: BTreeSet<String>,
}

impl Asked {
    /// The text that an `include` line names, or the file of a module.
    pub(super) fn find(
        &mut self,
        folders: &fortran::Settings,
        (settings, command): (&Settings, &Command),
        own: &Text,
        source: &str,
        wanted: Wanted<'_>,
    ) -> Option<Found> {
        let Wanted::Unit(name) = wanted else { return text(command, own, wanted) };
        let found = module(folders, (settings, command), source, name);
        match &found {
            Some(found) => self.modules.push((name.to_owned(), found.clone())),
            None => drop(self.missing.insert(name.to_owned())),
        }
        found
    }

    /// The routines of these modules, each with its text.
    pub(super) fn routines(&self) -> Vec<(Name, String)> {
        let mut all = Vec::new();
        for (_, Found { form, text, .. }) in &self.modules {
            let mut sources = SourceMap::default();
            let id = sources.add("module", text.as_str());
            let options = Options::new(*form, Vec::new());
            let outlines = frontend_fortran::outlines(&mut sources, id, &options, &mut |_| None);
            let whole = |outline: &Outline| text.get(splice::range_of(outline)).unwrap_or("").to_owned();
            all.extend(outlines.iter().map(|outline| (outline.name.clone(), whole(outline))));
        }
        all
    }

    /// Modules of which not all is known that they give away: those that are not at hand, and those that pass
    /// on all of one.
    pub(super) fn unknown(&self) -> BTreeSet<&str> {
        let mut unknown: BTreeSet<&str> = self.missing.iter().map(String::as_str).collect();
        loop {
            let passes_on =
                |(_, found): &&(String, Found)| found.text.lines().any(|line| takes_all(line, &unknown));
            let further: Vec<&str> =
                self.modules.iter().filter(passes_on).map(|(name, _)| name.as_str()).collect();
            let before = unknown.len();
            unknown.extend(further);
            if unknown.len() == before {
                return unknown;
            }
        }
    }
}

/// Modules of which all names begin with the same letters, by their standards.
const PREFIXED: [&str; 4] = ["mpi", "mpi_f08", "omp_lib", "openacc"];

/// Whether a line takes from one of these modules whatever it gives.
pub(super) fn takes_all(line: &str, modules: &BTreeSet<&str>) -> bool {
    let line = line.split('!').next().unwrap_or("").to_ascii_lowercase();
    let mut all = words(&line);
    all.next() == Some("use")
        && all.next().is_some_and(|module| modules.contains(module) && !PREFIXED.contains(&module))
        && !all.any(|word| word == "only")
}

/// The file of a module.
fn module(
    folders: &fortran::Settings,
    (settings, command): (&Settings, &Command),
    source: &str,
    name: &str,
) -> Option<Found> {
    let (path, found) = folders.found(source, Wanted::Unit(name))?;
    let (form, is_preprocessed) = form_of(&path)?;
    let text = if is_preprocessed || command.has("-cpp") {
        preprocess::text(settings, command, &path)?
    } else {
        found.text
    };
    if !is_compiled_from(command, name, &path) {
        return None;
    }
    let is_head = |line: &str| {
        let mut all = words(line).map(str::to_ascii_lowercase);
        all.next().as_deref() == Some("module") && all.next().as_deref() == Some(name) && all.next().is_none()
    };
    let is_module = text.lines().any(|line| is_head(line.split('!').next().unwrap_or("")));
    is_module.then_some(Found { name: found.name, form, text })
}
