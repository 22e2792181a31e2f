//! What the environment asks of `lpfc`.

use super::manual;
use super::program::Program;
use crate::cli::Failure;
use crate::input;
use crate::registry::registry;
use crate::render::Format;
use clap::ValueEnum;
use diag::{Diagnostic, SourceMap};
use ir::Name;
use pass::{Pipeline, Step};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process;

const CODE: diag::Code = "lp::lpfc::settings";

/// Variables that nobody else reads have this before their names.
const PREFIX: &str = "LPFC_";

/// The variable for the form of messages.
const MESSAGES: &str = "LPFC_MESSAGES";

/// The variable for how much a kernel has to do.
const LEAST: &str = "LPFC_LEAST";

/// Assignments that take about ten times as long as a call.
const USUAL_LEAST: i64 = 500;

/// The variable that permits sums in another order.
const REDUCTIONS: &str = "LPFC_REDUCTIONS";

/// The variable for sources that the program is linked with.
const SOURCES: &str = "LPFC_SOURCES";

/// The variable for `--outline`.
pub(super) const OUTLINE: &str = "LPFC_OUTLINE";

/// What kernels run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// One core.
    C,
    /// All cores.
    OpenMp,
    /// A device.
    OpenCl,
}

impl Target {
    /// What the variable calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Target::C => "c",
            Target::OpenMp => "openmp",
            Target::OpenCl => "opencl",
        }
    }
}

/// The same, understood.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    /// The compiler of Fortran.
    pub(super) compiler: Program,
    /// The compiler of C.
    pub(super) cc: Program,
    pub(super) target: Target,
    /// The routines that are to be replaced; none for all that are worth it.
    pub(super) only: Option<Vec<String>>,
    /// The folder with pipelines of routines.
    pub(super) pipelines: Option<PathBuf>,
    /// Sources that the program is linked with, and folders of such.
    pub(super) sources: Vec<PathBuf>,
    /// How many assignments a kernel has to perform, where constants tell their number.
    pub(super) least: i64,
    /// Whether sums and products may be computed in another order than the source's.
    pub(super) reorders: bool,
    /// Whether each compilation says what became of its routines.
    pub(super) reports: bool,
    /// Whether loops are taken out of what is no kernel.
    pub(super) outlines: bool,
    /// Kernels that took too long to make, when it was tried before.
    pub(super) given_up: BTreeMap<String, String>,
}

/// Set for compilers that are run here. One that is a wrapper may call this tool again.
pub(super) const INSIDE: &str = "LP_INSIDE";

impl Settings {
    /// A run of the compiler.
    pub(super) fn compile(&self) -> process::Command {
        let mut command = self.compiler.command();
        command.env(INSIDE, "1");
        command
    }
}

fn fault(message: String, help: &str) -> Failure {
    Failure::usage(Diagnostic::error(CODE, message).help(help))
}

/// A variable that is set to some text.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The form of messages: the one that is asked for, if there is such a form.
pub(super) fn format() -> Option<Format> {
    match variable(MESSAGES) {
        None => Some(Format::default()),
        Some(text) => Format::from_str(&text.to_string_lossy(), false).ok(),
    }
}

impl Settings {
    /// Reads them.
    ///
    /// # Errors
    /// Where one has no meaning, or a program or folder is missing.
    pub(super) fn read() -> Result<Self, Failure> {
        let settings = Settings::asked()?;
        for (name, program) in [("LPFC_COMPILER", &settings.compiler), ("LPFC_CC", &settings.cc)] {
            if !program.is_there() {
                let message =
                    format!("there is no program `{}`, which is `{name}`", program.name().to_string_lossy());
                return Err(fault(message, "install it, or name another compiler"));
            }
        }
        Ok(settings)
    }

    /// The same where no program is run that need be there.
    ///
    /// # Errors
    /// Where one has no meaning, or a folder is missing.
    pub(super) fn asked() -> Result<Self, Failure> {
        unknown_variable()?;
        if format().is_none() {
            let message = format!("`{MESSAGES}` names no form of messages");
            return Err(fault(message, "forms are `human`, `short` and `json`"));
        }
        // What is set and has no meaning is refused: a build would go on without what the user wanted.
        let text = |name| variable(name).map(|value: OsString| value.to_string_lossy().into_owned());
        let target = match text("LPFC_TARGET").as_deref() {
            None | Some("c") => Target::C,
            Some("openmp") => Target::OpenMp,
            Some("opencl") => Target::OpenCl,
            Some(other) => {
                let message = format!("`LPFC_TARGET={other}` is no target");
                return Err(fault(message, "targets are `c`, `openmp` and `opencl`"));
            }
        };
        let pipelines = variable("LPFC_PIPELINES").map(PathBuf::from);
        if let Some(folder) = pipelines.as_ref().filter(|folder| !folder.is_dir()) {
            let message = format!("`LPFC_PIPELINES={}` is no folder", folder.display());
            return Err(fault(message, "it holds a file `NAME.txt` for each routine with a pipeline"));
        }
        let sources: Vec<PathBuf> = variable(SOURCES).iter().flat_map(std::env::split_paths).collect();
        if let Some(path) = sources.iter().find(|path| !path.exists()) {
            let message = format!("`{SOURCES}` names `{}`, which is not there", path.display());
            return Err(fault(message, "it holds files and folders of the program, with `:` between"));
        }
        let least = match text(LEAST).map(|number| number.parse()) {
            None => USUAL_LEAST,
            Some(Ok(number)) => number,
            Some(Err(_)) => return Err(fault(format!("`{LEAST}` is no number"), "it counts assignments")),
        };
        let listed = |list: String| {
            list.split(',')
                .map(|name| name.trim().to_ascii_lowercase())
                .filter(|name| !name.is_empty())
                .collect()
        };
        let program = |name, usual: &str| Program::parse(&variable(name).unwrap_or_else(|| usual.into()));
        let is_set = |name| text(name).is_some_and(|value| value != "0");
        Ok(Settings {
            compiler: program("LPFC_COMPILER", "gfortran"),
            cc: program("LPFC_CC", "cc"),
            target,
            only: text("LPFC_ONLY").map(listed),
            pipelines,
            sources,
            least,
            reorders: is_set(REDUCTIONS),
            reports: is_set("LPFC_REPORT"),
            outlines: is_set(OUTLINE),
            given_up: BTreeMap::new(),
        })
    }

    /// The files in C that may come with a source, by their stem.
    pub(super) fn files(&self, stem: &str) -> Vec<String> {
        let kernels = (self.target != Target::OpenCl).then_some(".c");
        [".h", ".host.c"].into_iter().chain(kernels).map(|end| format!("{stem}{end}")).collect()
    }

    /// Whether a routine of any of these names may be replaced, and whether it is named.
    pub(super) fn wants(&self, own: &[&str]) -> (bool, bool) {
        match &self.only {
            None => (true, false),
            Some(names) => {
                let is_named = names.iter().any(|other| own.contains(&other.as_str()));
                (is_named, is_named)
            }
        }
    }

    /// The steps for a routine, `None` where it has no pipeline of its own.
    ///
    /// # Errors
    /// Where its pipeline cannot be read.
    pub(super) fn pipeline(
        &self,
        sources: &mut SourceMap,
        name: &Name,
    ) -> Result<Option<Vec<Step>>, Failure> {
        let Some(folder) = &self.pipelines else { return Ok(None) };
        let path = folder.join(format!("{name}.txt"));
        if !path.exists() {
            return Ok(None);
        }
        let usage = |diagnostics| Failure { outcome: crate::exit::Outcome::Usage, diagnostics };
        let id = input::read(sources, &path.to_string_lossy()).map_err(|error| usage(vec![error]))?;
        let text = sources.get(id).map(|source| source.text.clone()).unwrap_or_default();
        Pipeline::parse(registry(), &text, id, &[]).map(|read| Some(read.steps)).map_err(usage)
    }
}

/// Refuses variables that nobody reads, which may be misspelled.
fn unknown_variable() -> Result<(), Failure> {
    let own = manual::OF_BUILDS.iter().map(|variable| variable.name).filter(|name| name.starts_with(PREFIX));
    let own: Vec<&str> = own.collect();
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && !own.contains(&&*name) {
            let message = format!("nothing is known of the variable `{name}`");
            let known = format!("the variables are {}", own.join(", "));
            return Err(fault(message, &known));
        }
    }
    Ok(())
}
