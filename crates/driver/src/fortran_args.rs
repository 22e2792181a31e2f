//! What the command lines of the tools say about Fortran sources.

use crate::cli::{Failure, assignments};
use crate::fortran::Settings;
use crate::input::InputKind;
use diag::Diagnostic;
use frontend_fortran::{Defaults, LeaveOut};
use ir::Scalar;
use std::path::PathBuf;

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
        Ok(Settings::new(defines, folders, defaults, leave_out))
    }
}

/// Whether a macro without parameters can have that name.
fn is_macro(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    name.starts_with(is_letter) && name.chars().all(|letter| is_letter(letter) || letter.is_ascii_digit())
}
