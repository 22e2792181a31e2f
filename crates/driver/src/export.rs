//! From lowered kernels to code in the language that the output is wanted in, with the launch description beside it.

use crate::cli::Failure;
use crate::input::InputKind;
use codegen_opencl::Dialect;
use diag::Diagnostic;
use ir::{IndexMap, Module};
use legality::Proved;

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
    /// Where that is a language that is only read.
    pub(crate) fn language(&self, output: &str) -> Result<Language, Failure> {
        let told = InputKind::of_path(output);
        match self.to.or(told).unwrap_or(InputKind::Lpir) {
            InputKind::Lpir => Ok(Language::Lpir),
            // What the file says of a target is known once it is read; what lies beside the output, its name tells.
            InputKind::Target => {
                Ok(Language::OfTarget(told.and_then(InputKind::dialect).unwrap_or_default()))
            }
            kind => kind.dialect().map(Language::Code).ok_or_else(|| {
                let outputs = "outputs are .lpir, .cl, .cu, .c and .ispc files";
                let message = format!("`{output}` cannot be written; {outputs}");
                Failure::usage(Diagnostic::error("lp::driver::kind", message))
            }),
        }
    }
}

impl Language {
    /// Where the launch description goes that comes with code for devices.
    pub(crate) fn description_beside(self, output: &str) -> Option<String> {
        match self {
            Language::Lpir => None,
            Language::Code(dialect) | Language::OfTarget(dialect) => description_beside(output, dialect),
        }
    }

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
    let mut outputs = vec![(path.to_owned(), source)];
    if let Some(beside) = description_beside(path, dialect) {
        let description = match descriptions.as_slice() {
            [single] => single.clone(),
            several => format!("[\n{}]\n", several.join(",\n")),
        };
        outputs.push((beside, description));
    }
    Ok(Code { outputs, notes })
}

fn description_beside(path: &str, dialect: Dialect) -> Option<String> {
    let extension = match dialect {
        Dialect::OpenCl => ".cl",
        Dialect::Cuda => ".cu",
        Dialect::C | Dialect::Ispc => return None,
    };
    path.strip_suffix(extension).map(|stem| format!("{stem}.launch.json"))
}
