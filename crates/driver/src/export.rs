//! From lowered kernels to code in the language that the output is wanted in, with the launch description
//! beside it, and where it is asked for a host.

use crate::cli::Failure;
use crate::input::InputKind;
use codegen_opencl::{Dialect, Files};
use diag::Diagnostic;
use ir::{IndexMap, Module};
use legality::Proved;
use std::path::Path;

/// How outputs are written.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct Settings {
    /// Kind of the output, where its extension does not tell
    #[arg(long, value_enum)]
    pub to: Option<InputKind>,
    /// Leaves out the `#line` directives that lead from generated code to the source
    #[arg(long)]
    pub no_line_map: bool,
    /// Lets the compiler of generated code fuse products with sums: faster, and rounded once instead of twice
    #[arg(long)]
    pub fp_contract: bool,
    /// Writes beside `NAME.cl` or `NAME.c` also `NAME.h` and `NAME.host.c`, by which programs call the
    /// kernels
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub host: Option<HostLanguage>,
}

/// The language of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum HostLanguage {
    /// C99, which Fortran and Python can call too
    C,
    /// The same, and a module of Fortran that calls it, `NAME.host.f90`
    Fortran,
}

/// What an output is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// The intermediate representation.
    Lpir,
    /// The language of that dialect.
    Code(Dialect),
    /// What the kernels' `target` names; the dialect is the one that the output's name tells.
    OfTarget(Dialect),
}

impl Settings {
    /// The language that the option or else the output's extension tells, `.lpir` where neither does.
    ///
    /// # Errors
    /// Where that is a language that is only read, or the extension is none of ours.
    pub(crate) fn language(&self, output: &str) -> Result<Language, Failure> {
        let told = InputKind::of_path(output);
        if self.to.or(told).is_none() && Path::new(output).extension().is_some() {
            return Err(no_output(output));
        }
        match self.to.or(told).unwrap_or(InputKind::Lpir) {
            InputKind::Lpir => Ok(Language::Lpir),
            // What the file says of a target is known once it is read; what lies beside the output, its name
            // tells.
            InputKind::Target => {
                Ok(Language::OfTarget(told.and_then(InputKind::dialect).unwrap_or_default()))
            }
            kind => kind.dialect().map(Language::Code).ok_or_else(|| no_output(output)),
        }
    }
}

/// Says of a file that it is none that the tools write.
fn no_output(path: &str) -> Failure {
    let message = format!("`{path}` cannot be written; outputs are .lpir, .cl, .cu, .c and .ispc files");
    let error = Diagnostic::error("lp::driver::kind", message);
    Failure::usage(error.help("`--to lpir`, `--to opencl` and the like name the kind of other files"))
}

impl Settings {
    /// The files that come beside an output in that language.
    ///
    /// # Errors
    /// Where a host is asked for and there is none for the output.
    pub(crate) fn companions(self, language: Language, output: &str) -> Result<Vec<String>, Failure> {
        let dialect = match language {
            Language::Lpir => None,
            Language::Code(dialect) | Language::OfTarget(dialect) => Some(dialect),
        };
        let stem = dialect.and_then(|dialect| stem(output, dialect));
        if self.host.is_none() {
            return Ok(stem.map(description_path).into_iter().collect());
        }
        let with_host = stem.filter(|_| matches!(dialect, Some(Dialect::OpenCl | Dialect::C)));
        let Some(stem) = with_host else {
            let message = format!("there is no host for `{output}`");
            let error = Diagnostic::error("lp::driver::host", message);
            return Err(Failure::usage(error.help("write OpenCL or plain C: `-o NAME.cl` or `-o NAME.c`")));
        };
        Ok([vec![description_path(stem)], self.host_paths(stem)].concat())
    }

    /// The header, the host, and the module of Fortran where it is asked for.
    fn host_paths(self, stem: &str) -> Vec<String> {
        let module = (self.host == Some(HostLanguage::Fortran)).then_some(".host.f90");
        [".h", ".host.c"].into_iter().chain(module).map(|ending| format!("{stem}{ending}")).collect()
    }
}

impl Language {
    /// The dialect in which these kernels are printed, none for `.lpir`.
    ///
    /// # Errors
    /// Where their targets differ.
    pub(crate) fn dialect(self, module: &Module) -> Result<Option<Dialect>, Diagnostic> {
        match self {
            Language::Lpir => Ok(None),
            Language::Code(dialect) => Ok(Some(dialect)),
            Language::OfTarget(_) => target(module).map(Some),
        }
    }
}

/// The language that all kernels of a file are wanted in.
fn target(module: &Module) -> Result<Dialect, Diagnostic> {
    let mut targets =
        module.kernels.values().map(|kernel| kernel.target.map_or(Dialect::default(), Dialect::from));
    let first = targets.next().unwrap_or_default();
    match targets.find(|other| *other != first) {
        None => Ok(first),
        Some(other) => {
            let message = format!("one kernel is wanted in {}, another in {}", first.name(), other.name());
            Err(Diagnostic::error("lp::driver::target", message)
                .help("say which: `--to opencl`, `--to cuda`, `--to c` or `--to ispc`"))
        }
    }
}

/// The texts that are made of kernels.
pub(crate) struct Code {
    /// Each with its path.
    outputs: Vec<(String, String)>,
    /// What is to be said of them.
    pub(crate) notes: Vec<Diagnostic>,
}

impl Code {
    /// What is to be written where.
    pub(crate) fn outputs(&self) -> Vec<(&str, &str)> {
        self.outputs.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect()
    }
}

/// Prints kernels, and where `path` is a file for a device, their launch description.
///
/// # Errors
/// Where two kernels would have functions of one name, or a kernel cannot be expressed in the language.
pub(crate) fn code(
    kernels: &[Proved<'_>],
    settings: Settings,
    dialect: Dialect,
    path: &str,
) -> Result<Code, Failure> {
    let mut descriptions = Vec::new();
    let mut functions = IndexMap::default();
    for kernel in kernels {
        let description = codegen_opencl::description(kernel, dialect)?;
        // Hosts find functions by their names alone.
        for function in description.kernels.iter().map(|info| &info.function) {
            if let Some(other) = functions.insert(function.clone(), &kernel.name) {
                let names = format!("`{}` and `{other}`", kernel.name);
                let message = format!("the kernels {names} would both have a function `{function}`");
                let error = Diagnostic::error("lp::driver::function", message);
                return Err(error.help("give one of them another name, or a file of its own").into());
            }
        }
        descriptions.push(description.to_json());
    }
    let options = codegen_opencl::Options {
        dialect,
        line_map: !settings.no_line_map,
        fp_contract: settings.fp_contract,
    };
    let (source, notes) = codegen_opencl::noted(kernels, options)?;
    let mut outputs = Vec::new();
    if let Some(stem) = stem(path, dialect) {
        let description = match descriptions.as_slice() {
            [single] => single.clone(),
            several => format!("[\n{}]\n", several.join(",\n")),
        };
        outputs.push((description_path(stem), description));
        if settings.host.is_some() {
            let name = Path::new(stem).file_name().unwrap_or_default().to_string_lossy();
            let files = codegen_opencl::files(kernels, &source, dialect, &name)?;
            let identifiers: Vec<&str> = files.functions.iter().map(|one| one.identifier.as_str()).collect();
            check_host_names(&identifiers, dialect, settings.host)?;
            let Files { header, source: host, module, .. } = files;
            outputs.extend(settings.host_paths(stem).into_iter().zip([header, host, module]));
        }
    }
    outputs.insert(0, (path.to_owned(), source));
    Ok(Code { outputs, notes })
}

/// What a host calls its functions behind the name of a kernel.
const HOST_ENDINGS: [&str; 4] = ["_run", "_error", "_message", "_release"];

/// The longest name of Fortran.
const LONGEST: usize = 63;

/// Refuses kernels for which a host would have two functions of one name, in Fortran in letters of either
/// case, or names that Fortran does not take.
fn check_host_names(
    kernels: &[&str],
    dialect: Dialect,
    host: Option<HostLanguage>,
) -> Result<(), Diagnostic> {
    let help = "give one of them another name, or a file of its own";
    let is_fortran = host == Some(HostLanguage::Fortran);
    let mut taken: IndexMap<String, &str> = IndexMap::default();
    for kernel in kernels {
        // In plain C the function of the kernel is a neighbour of those of the host.
        let own = (dialect == Dialect::C).then_some("");
        for ending in HOST_ENDINGS.into_iter().chain(own) {
            let name = format!("{kernel}{ending}");
            if is_fortran && name.len() > LONGEST {
                let message = format!("Fortran has no name as long as `{name}`");
                let error = Diagnostic::error("lp::driver::function", message);
                return Err(error.help("give the kernel a shorter name, or take `--host c`"));
            }
            let key = if is_fortran { name.to_ascii_lowercase() } else { name.clone() };
            if let Some(other) = taken.insert(key, kernel) {
                let message = format!(
                    "the host of the kernels `{other}` and `{kernel}` would have two functions `{name}`"
                );
                return Err(Diagnostic::error("lp::driver::function", message).help(help));
            }
        }
    }
    Ok(())
}

/// The path of an output without the extension of that language.
fn stem(path: &str, dialect: Dialect) -> Option<&str> {
    path.strip_suffix(match dialect {
        Dialect::OpenCl => ".cl",
        Dialect::Cuda => ".cu",
        Dialect::C => ".c",
        Dialect::Ispc => ".ispc",
    })
}

fn description_path(stem: &str) -> String {
    format!("{stem}.launch.json")
}
