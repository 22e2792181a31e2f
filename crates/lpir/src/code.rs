//! Generated code.

use crate::Proved;
use diag::Diagnostic;

pub use codegen_opencl::{Description as Launch, Dialect as Language};

/// The code of some kernels.
#[derive(Debug, Clone)]
pub struct Code {
    /// The source, for the compiler of its language.
    pub source: String,
    /// How each kernel is launched: functions, groups, arguments, and what the host must test before.
    /// [`Launch::to_json`] is the file `NAME.launch.json` of the tools.
    pub launches: Vec<Launch>,
    /// What its users should know of it.
    pub notes: Vec<Diagnostic>,
}

/// The code of kernels in a language. Only what was proved has code.
///
/// # Errors
/// What the language lacks.
pub fn code(kernels: &[Proved<'_>], language: Language) -> Result<Code, Vec<Diagnostic>> {
    let options = codegen_opencl::Options { dialect: language, ..codegen_opencl::Options::default() };
    let (source, notes) = codegen_opencl::noted(kernels, options)?;
    let launches = kernels.iter().map(|kernel| codegen_opencl::description(kernel, language));
    Ok(Code { source, notes, launches: launches.collect::<Result<_, _>>()? })
}
