//! How Fortran sources are read, and where the tools look for what a source names.

mod shelf;

use crate::foreign_bytes;
use diag::{Diagnostic, SourceId, SourceMap};
use frontend_fortran::{Defaults, Form, Found, Imported, LeaveOut, Library, Loops, Options, Wanted};
use shelf::Shelves;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the tools are told about Fortran sources.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Macros, each with its text.
    pub defines: Vec<(String, String)>,
    /// Folders to look in.
    pub folders: Vec<PathBuf>,
    /// Types without a kind.
    pub defaults: Defaults,
    /// What is left out.
    pub leave_out: LeaveOut,
    /// The form of all files, where that does not follow from their names.
    pub form: Option<Form>,
    /// What lies in folders.
    shelves: Arc<Shelves>,
}

impl Settings {
    /// Settings for files of either form, with nothing known of the folders yet.
    pub fn new(
        defines: Vec<(String, String)>,
        folders: Vec<PathBuf>,
        defaults: Defaults,
        leave_out: LeaveOut,
    ) -> Self {
        Settings { defines, folders, defaults, leave_out, form: None, shelves: Arc::default() }
    }

    /// How a text of that form is read.
    pub fn options(&self, form: Form) -> Options {
        Options {
            form,
            columns: Some(frontend_fortran::CARD),
            defines: self.defines.clone(),
            is_preprocessed: false,
            openmp: false,
            defaults: self.defaults,
            leave_out: self.leave_out.clone(),
            loops: Loops::OfPrograms,
            takes_elements: false,
            in_parts: BTreeSet::new(),
        }
    }

    /// Reads a source; functions and modules that it names are looked for beside it and in the folders.
    ///
    /// # Errors
    /// All that is wrong with the text.
    pub fn import(
        &self,
        sources: &mut SourceMap,
        id: SourceId,
        form: Form,
    ) -> Result<Imported, Vec<Diagnostic>> {
        let read = self.survey(sources, id, form, &mut Library::default());
        frontend_fortran::accepted(read, sources, id)
    }

    /// The same, with everything that is wrong among what it holds.
    pub fn survey(
        &self,
        sources: &mut SourceMap,
        id: SourceId,
        form: Form,
        library: &mut Library,
    ) -> Imported {
        let (options, own) = (self.options(form), name_of(sources, id));
        frontend_fortran::survey(sources, id, &options, library, &mut |name| {
            self.found(&own, name).map(|(_, found)| found)
        })
    }

    /// The same, and the other files that were read for it.
    pub fn survey_with_files(
        &self,
        sources: &mut SourceMap,
        id: SourceId,
        form: Form,
    ) -> (Imported, Vec<PathBuf>) {
        let mut files = Vec::new();
        let (options, own) = (self.options(form), name_of(sources, id));
        let library = &mut Library::default();
        let imported = frontend_fortran::survey(sources, id, &options, library, &mut |name| {
            let (path, found) = self.found(&own, name)?;
            if matches!(name, Wanted::Unit(_)) {
                files.push(path);
            }
            Some(found)
        });
        (imported, files)
    }

    /// Each routine as the front end sees it, from its text to what is lowered.
    pub fn routines(&self, sources: &mut SourceMap, id: SourceId, form: Form) -> String {
        let (options, own) = (self.options(form), name_of(sources, id));
        frontend_fortran::routines(sources, id, &options, &mut Library::default(), &mut |name| {
            self.found(&own, name).map(|(_, found)| found)
        })
    }

    /// The file that is named like a unit, one that holds it, or the one that is included, beside the source
    /// or in the folders.
    pub(crate) fn found(&self, source: &str, wanted: Wanted<'_>) -> Option<(PathBuf, Found)> {
        let path = Path::new(source);
        let beside = match wanted {
            Wanted::Unit(_) => source,
            Wanted::Text { from, .. } => from,
        };
        let own = Path::new(beside).parent().filter(|_| beside != "-");
        let folders = || own.into_iter().chain(self.folders.iter().map(PathBuf::as_path));
        match wanted {
            Wanted::Unit(name) => folders()
                .find_map(|folder| unit_file(folder, name))
                .or_else(|| folders().find_map(|folder| self.shelves.unit(folder, name, self, path))),
            Wanted::Text { name, .. } => folders().find_map(|folder| {
                let path = Some(folder.join(name)).filter(|path| path.is_file())?;
                let text = foreign_bytes::decoded(&std::fs::read(&path).ok()?)?;
                let name = path.display().to_string();
                Some((path, Found { name, form: Form::Free, text, only_modules: false }))
            }),
        }
    }
}

/// The text of the file that is named like a unit.
fn unit_file(folder: &Path, name: &str) -> Option<(PathBuf, Found)> {
    let mut named = shelf::EXTENSIONS.iter().map(|extension| folder.join(format!("{name}.{extension}")));
    named.find_map(|path| Some((path.clone(), read(&path)?)))
}

/// A Fortran file.
fn read(path: &Path) -> Option<Found> {
    let form = Form::of_path(path.to_str()?)?;
    let text = foreign_bytes::decoded(&std::fs::read(path).ok()?)?;
    Some(Found { name: path.display().to_string(), form, text, only_modules: false })
}

/// The path of a source.
fn name_of(sources: &SourceMap, id: SourceId) -> Arc<str> {
    sources.get(id).map(|source| Arc::clone(&source.name)).unwrap_or_default()
}
