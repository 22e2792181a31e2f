//! `lptranslate --to fortran`: a source with kernels in the place of its routines, for people to read, to
//! keep and to build by hand.

use super::command::Command;
use super::settings::Settings;
use super::translate::Translated;
use crate::cli::Failure;
use crate::foreign_bytes;
use crate::fortran_args::Args;
use crate::input::{self, InputKind};
use crate::output;
use diag::Diagnostic;
use frontend_fortran::Form;
use std::ffi::OsString;
use std::path::Path;

/// Writes the source, and where it goes into a file, what its kernels are in C beside that. Variables of the
/// environment say for what they are made, as for `lpfc`.
///
/// # Errors
/// Where the input is no Fortran file, or settings, source or outputs have faults.
pub fn write(input: &str, from: Option<InputKind>, args: &Args, output: &str) -> Result<(), Failure> {
    args.settings()?;
    let mut sources = diag::SourceMap::default();
    let id = input::read(&mut sources, input)?;
    let form = match input::kind_of(input, from).map_err(Failure::usage)? {
        InputKind::FortranFree if input != "-" => Form::Free,
        InputKind::FortranFixed if input != "-" => Form::Fixed,
        _ => {
            let message = format!("`{input}` is no file with Fortran");
            let error = Diagnostic::error("lp::driver::kind", message);
            return Err(Failure::usage(error.help("`--to fortran` changes routines of a Fortran file")));
        }
    };
    let settings = Settings::asked()?;
    let command = command(input, form, args);
    let stem = stem(output);
    let beside = stem.as_deref().map(|stem| settings.files(stem)).unwrap_or_default();
    let paths: Vec<&str> = [output].into_iter().chain(beside.iter().map(String::as_str)).collect();
    output::spare(&[input], &paths).map_err(Failure::usage)?;
    let name = stem.as_deref().map_or(super::STEM, |stem| base(stem));
    let (Translated { made, .. }, _) = super::translated(
        &settings,
        &command,
        Path::new(input),
        super::Shown { stem: name, has_markers: false },
    )?;
    let own = sources.get(id).map(|source| source.text.to_string()).unwrap_or_default();
    let (fortran, files) = made.unwrap_or((own, Vec::new()));
    let folder = stem.as_deref().map(|stem| stem.strip_suffix(base(stem)).unwrap_or(""));
    let placed: Vec<(String, String)> =
        files.into_iter().filter_map(|(name, text)| Some((format!("{}{name}", folder?), text))).collect();
    let all = placed.iter().map(|(path, text)| (path.as_str(), text.as_bytes()));
    let fortran = foreign_bytes::encoded(&fortran);
    let all: Vec<(&str, &[u8])> = [(output, fortran.as_slice())].into_iter().chain(all).collect();
    Ok(output::write_all_bytes(&all)?)
}

/// The command of a compiler that would build the file.
fn command(input: &str, form: Form, args: &Args) -> Command {
    let mut arguments: Vec<OsString> = vec!["-c".into()];
    let fixed = if form == Form::Fixed { "-ffixed-form" } else { "-ffree-form" };
    arguments.push(fixed.into());
    if !args.define.is_empty() {
        arguments.push("-cpp".into());
    }
    arguments.extend(args.define.iter().map(|define| format!("-D{define}").into()));
    for folder in &args.include {
        arguments.extend(["-I".into(), folder.clone().into_os_string()]);
    }
    if args.default_real == 8 {
        arguments.extend(["-fdefault-real-8".into(), "-fdefault-double-8".into()]);
    }
    if args.default_integer == 8 {
        arguments.push("-fdefault-integer-8".into());
    }
    arguments.push(input.into());
    Command::new(arguments)
}

/// The path of an output without its extension, by which the files beside it are called.
fn stem(output: &str) -> Option<String> {
    (output != "-").then(|| Path::new(output).with_extension("").to_string_lossy().into_owned())
}

/// The last part of a path.
fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
