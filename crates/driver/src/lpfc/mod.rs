//! `lpfc`: the compiler of Fortran with kernels in the place of routines.
//!
//! The command line is the compiler's own. Each source is read, with the compiler's own flags, in a process
//! of its own, so that no fault of ours keeps a program from being built; what it makes is compiled before
//! the user's command runs as it stands, and the object takes the place of the one that the compiler made. So
//! messages, dependency files and modules are the compiler's.

mod body;
mod build;
mod command;
mod data;
mod directed;
mod directives;
mod found;
mod interrupt;
mod kept;
pub(crate) mod manual;
mod part;
mod place;
mod plan;
mod preprocess;
mod program;
mod report;
mod settings;
mod splice;
mod storage;
mod text;
mod threaded_sums;
mod threads;
mod translate;

use crate::cli::Failure;
use crate::effort;
use crate::exit::Outcome;
use crate::foreign_bytes;
use crate::output;
use crate::render::Renderer;
use crate::terminal::Color;
use build::Ended;
use command::Command;
use diag::{Diagnostic, SourceMap};
use frontend_fortran::Form;
pub use kept::write as write_kept;
use manual::Own;
use settings::Settings;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use translate::{STEM, Translated, Translator};

/// Seconds of processor time that the kernel of a routine may take to make, unless the environment says
/// otherwise.
const SECONDS: u64 = 30;

/// Whether this process only translates, for another one.
#[must_use]
pub fn is_child() -> bool {
    std::env::args_os().nth(1).is_some_and(|first| first == build::CHILD)
}

/// Runs the tool with the arguments of this process.
#[must_use]
pub fn run() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some(depth) = std::env::var_os(settings::INSIDE) {
        return run_nested(&depth, arguments);
    }
    let own = arguments.iter().map_while(|argument| Own::parse(argument.to_str()?)).collect::<Vec<Own>>();
    if own.contains(&Own::Help) {
        return match output::print_bytes(manual::help().as_bytes()) {
            Ok(()) => Outcome::Done.into(),
            Err(error) => ended(&error.into()),
        };
    }
    let mut settings = match Settings::read() {
        Ok(settings) => settings,
        Err(failure) => return ended(&failure),
    };
    interrupt::watch();
    settings.outlines |= own.contains(&Own::Outline);
    let arguments = arguments.into_iter().skip(own.len()).collect();
    match own.into_iter().find(|own| *own != Own::Outline) {
        Some(Own::Print) => printed(&settings, Command::new(arguments)),
        Some(Own::Report) => reported(&settings, Command::new(arguments), report::text),
        Some(Own::JsonReport) => reported(&settings, Command::new(arguments), report::json),
        _ => match build::run_command(&settings, &Command::new(arguments)) {
            Ok(()) => Outcome::Done.into(),
            Err(Ended::With(code)) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
            Err(Ended::Fault(error)) => {
                ended(&Diagnostic::error("lp::lpfc::system", format!("a step failed: {error}")).into())
            }
        },
    }
}

/// Runs `gfortran` for a compiler that was run here and calls this tool again, as `mpif90` does with
/// `OMPI_FC=lpfc`. One that is this tool as well would do so without end.
fn run_nested(depth: &OsStr, arguments: Vec<OsString>) -> ExitCode {
    if depth != "1" {
        let error = Diagnostic::error("lp::lpfc::usage", "`gfortran` is `lpfc` again");
        return ended(&Failure::usage(
            error.help("name the compiler of Fortran by its path: `LPFC_COMPILER`"),
        ));
    }
    let run = process::Command::new("gfortran").args(arguments).env(settings::INSIDE, "2").status();
    match run {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => {
            ended(&Diagnostic::error("lp::lpfc::system", format!("`gfortran` cannot be run: {error}")).into())
        }
    }
}

/// Says what went wrong.
fn ended(failure: &Failure) -> ExitCode {
    let renderer = Renderer::of_environment(settings::format().unwrap_or_default(), Color::default());
    renderer.emit(&SourceMap::default(), &failure.diagnostics);
    failure.outcome.into()
}

/// Translates one source into a folder: what `build` asks a process of its own for.
#[must_use]
pub fn translate() -> ExitCode {
    let mut arguments = std::env::args_os().skip(2);
    let (Some(folder), Some(source)) = (arguments.next(), arguments.next()) else {
        return Outcome::Usage.into();
    };
    let command = Command::new(arguments.collect());
    let folder = Path::new(&folder);
    let done = within_limit(folder)
        .and_then(|settings| write_translation(&settings, &command, Path::new(&source), folder));
    match done {
        Ok(()) => Outcome::Done.into(),
        Err(failure) => ended(&failure),
    }
}

/// What is asked for, without kernels that have taken too long, under a limit for those to come.
///
/// A program is built in any case, so that a routine whose kernel takes too long keeps its body: the process
/// ends, and is begun anew by the one that waits for it.
fn within_limit(folder: &Path) -> Result<Settings, Failure> {
    let list = folder.join(build::GIVEN_UP);
    let given_up = std::fs::read_to_string(&list).unwrap_or_default();
    let entry = |line: &str| line.split_once('\t').map(|(name, why)| (name.to_owned(), why.to_owned()));
    let settings = Settings { given_up: given_up.lines().filter_map(entry).collect(), ..Settings::read()? };
    effort::start_with(SECONDS, move |place, _| {
        let why = "its kernel takes too long to make (`LP_SECONDS` is the limit)";
        let longer = format!("{given_up}{}\t{why}\n", place.subject);
        // Where nothing can be written it would be tried for ever.
        let code = std::fs::write(&list, longer).map_or(1, |()| build::GAVE_UP);
        std::process::exit(code.into())
    })?;
    Ok(settings)
}

/// Translates a source, and writes what comes of it to a folder.
fn write_translation(
    settings: &Settings,
    command: &Command,
    source: &Path,
    folder: &Path,
) -> Result<(), Failure> {
    let shown = Shown { stem: STEM, has_markers: true };
    let (translated, form) = translated(settings, command, source, shown)?;
    if settings.reports {
        report::text(source, settings, &translated).lines().for_each(output::say);
    }
    let Some((fortran, mut files)) = translated.made else { return Ok(()) };
    let extension = if form == Form::Fixed { "f" } else { "f90" };
    files.push((format!("{STEM}.{extension}"), fortran));
    files.push((
        build::KERNELS.to_owned(),
        translated.kernels.iter().map(|name| format!("{name}\n")).collect(),
    ));
    let paths: Vec<(String, Vec<u8>)> = files
        .into_iter()
        .map(|(name, text)| (folder.join(name).to_string_lossy().into_owned(), foreign_bytes::encoded(&text)))
        .collect();
    let all: Vec<(&str, &[u8])> = paths.iter().map(|(path, text)| (path.as_str(), text.as_slice())).collect();
    Ok(output::write_all_bytes(&all)?)
}

/// How a source with kernels is written.
#[derive(Debug, Clone, Copy)]
struct Shown<'a> {
    /// What the files in C are called.
    stem: &'a str,
    /// Whether compilers are led to the user's lines.
    has_markers: bool,
}

/// A source with kernels, and its form.
fn translated(
    settings: &Settings,
    command: &Command,
    source: &Path,
    shown: Shown<'_>,
) -> Result<(Translated, Form), Failure> {
    let form = command.form(source).map_or(Form::Free, |(form, _)| form);
    let none = |reason: String| Ok((Translated::untouched(reason), form));
    if let Some(reason) = command.obstacle() {
        return none(reason);
    }
    let Some(text) = preprocess::read(settings, command, source) else {
        return none("the source cannot be read".to_owned());
    };
    if let Some(reason) = command.obstacle_in(&text.text, form) {
        return none(reason);
    }
    let translator = Translator { settings, command, text: &text, form, shown };
    Ok((translator.run()?, form))
}

/// Prints sources with kernels, for people to read.
fn printed(settings: &Settings, command: Command) -> ExitCode {
    show_each_source(settings, command, |_, translated, text| match translated.made {
        Some((fortran, _)) => fortran,
        None => text,
    })
}

/// Says of each routine whether a kernel takes its place, and if not, why.
fn reported(
    settings: &Settings,
    command: Command,
    report: impl Fn(&Path, &Settings, &Translated) -> String,
) -> ExitCode {
    show_each_source(settings, command, |source, translated, _| report(source, settings, &translated))
}

/// Translates each source, and prints what `show` says of it.
fn show_each_source(
    settings: &Settings,
    command: Command,
    show: impl Fn(&Path, Translated, String) -> String,
) -> ExitCode {
    let sources: Vec<PathBuf> = command.sources();
    if sources.is_empty() {
        let error = Diagnostic::error("lp::lpfc::usage", "there is no Fortran source");
        return ended(&Failure::usage(error.help("`lpfc --report FLAGS.. FILES..`, and `--print` likewise")));
    }
    for source in &sources {
        if let Err(error) = std::fs::File::open(source) {
            let message = format!("`{}` cannot be read: {error}", source.display());
            return ended(&Diagnostic::error("lp::lpfc::system", message).into());
        }
        let text = std::fs::read(source).ok().and_then(|bytes| foreign_bytes::decoded(&bytes));
        let text = text.unwrap_or_default();
        let written = Shown { stem: STEM, has_markers: false };
        let shown = translated(settings, &command, source, written).and_then(|(translated, _)| {
            Ok(output::print_bytes(&foreign_bytes::encoded(&show(source, translated, text)))?)
        });
        if let Err(failure) = shown {
            return ended(&failure);
        }
    }
    Outcome::Done.into()
}
