//! What the tools are told about Fortran sources, and where they look for what a source names.

mod shelf;

use crate::cli::{Failure, assignments};
use crate::foreign_bytes;
use crate::input::InputKind;
use diag::{Diagnostic, SourceId, SourceMap};
use frontend_fortran::{Defaults, Form, Found, Imported, LeaveOut, Library, Loops, Options, Wanted};
use ir::Scalar;
use shelf::Shelves;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Options of all tools that read Fortran.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Args {
    /// Defines a preprocessor macro of Fortran sources; without a value it stands for 1
    #[arg(long, value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Folder to look for functions and modules in that a Fortran source names, after its own
    #[arg(short = 'I', long = "include", value_name = "FOLDER")]
    pub include: Vec<PathBuf>,
    /// Leaves out of Fortran sources, with a warning: `output` (`write`, `print`, `open` and their like),
    /// calls of routines by these names, and what is assigned to variables by these names
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub leave_out: Vec<String>,
    /// Bytes of `real` without a kind in Fortran sources: 4 or 8
    #[arg(long, value_name = "BYTES", default_value_t = 4)]
    pub default_real: u8,
    /// Bytes of `integer` without a kind in Fortran sources: 4 or 8
    #[arg(long, value_name = "BYTES", default_value_t = 4)]
    pub default_integer: u8,
}

/// The same, understood.
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

impl Args {
    /// What the options mean where inputs of these kinds are read.
    ///
    /// # Errors
    /// Where one has no meaning, or none of the inputs is Fortran, as wrong usage.
    pub fn settings_for(&self, kinds: &[InputKind]) -> Result<Settings, Failure> {
        let is_fortran = |kind: &InputKind| matches!(kind, InputKind::FortranFree | InputKind::FortranFixed);
        if let Some(option) = self.given().filter(|_| !kinds.iter().any(is_fortran)) {
            let message = format!("`{option}` is for sources in Fortran, and there is none");
            let error = Diagnostic::error("lp::driver::usage", message);
            return Err(Failure::usage(
                error.help("leave it, or say what the input is: `--from fortran-free`"),
            ));
        }
        self.settings()
    }

    /// The first option that is given and asks for something.
    fn given(&self) -> Option<&'static str> {
        let Args { define, include, leave_out, default_real, default_integer } = self;
        let all = [
            ("--define", !define.is_empty()),
            ("--include", !include.is_empty()),
            ("--leave-out", !leave_out.is_empty()),
            ("--default-real", *default_real != 4),
            ("--default-integer", *default_integer != 4),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// What the options mean.
    ///
    /// # Errors
    /// Where one has no meaning, as wrong usage.
    pub fn settings(&self) -> Result<Settings, Failure> {
        // As for compilers: without a text it stands for 1.
        let whole =
            |define: &String| if define.contains('=') { define.clone() } else { format!("{define}=1") };
        let defines: Vec<String> = self.define.iter().map(whole).collect();
        let defines = assignments(&defines).map_err(Failure::usage)?;
        if let Some((name, _)) = defines.iter().find(|(name, _)| !is_macro(name)) {
            let error = Diagnostic::error("lp::driver::usage", format!("`{name}` is no name of a macro"));
            return Err(Failure::usage(error.help("write `--define NAME` or `--define NAME=VALUE`")));
        }
        let bytes = |option: &str, bytes: u8, short: Scalar, long: Scalar| match bytes {
            4 => Ok(short),
            8 => Ok(long),
            _ => {
                let message = format!("`--default-{option} {bytes}` is neither 4 nor 8");
                Err(Failure::usage(Diagnostic::error("lp::driver::default", message)))
            }
        };
        let integer = bytes("integer", self.default_integer, Scalar::I32, Scalar::I64)?;
        let real = bytes("real", self.default_real, Scalar::F32, Scalar::F64)?;
        let defaults = Defaults { integer, real };
        let leave_out = LeaveOut::new(self.leave_out.iter().map(|word| word.trim()));
        let folders = self.include.clone();
        if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
            let message = format!("`{}`, which `--include` names, is no folder", missing.display());
            return Err(Failure::usage(Diagnostic::error("lp::driver::usage", message)));
        }
        Ok(Settings { defines, folders, defaults, leave_out, form: None, shelves: Arc::default() })
    }
}

/// Whether a macro without parameters can have that name.
fn is_macro(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    name.starts_with(is_letter) && name.chars().all(|letter| is_letter(letter) || letter.is_ascii_digit())
}

impl Settings {
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
        let read = self.survey((&mut *sources, id), form, &mut Library::default());
        frontend_fortran::accepted(read, (sources, id))
    }

    /// The same, with everything that is wrong among what it holds.
    pub fn survey(
        &self,
        (sources, id): (&mut SourceMap, SourceId),
        form: Form,
        library: &mut Library,
    ) -> Imported {
        let (options, own) = (self.options(form), name_of(sources, id));
        frontend_fortran::survey((sources, id), &options, library, &mut |name| {
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
        let imported = frontend_fortran::survey((sources, id), &options, library, &mut |name| {
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
        frontend_fortran::routines((sources, id), &options, &mut Library::default(), &mut |name| {
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
