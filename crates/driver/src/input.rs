//! Reading inputs of every kind into modules.

use crate::foreign_bytes;
use crate::fortran::Settings;
use crate::sequence;
use codegen_opencl::Dialect;
use diag::{Diagnostic, SourceId, SourceMap, Span};
use frontend_fortran::{Form, Script};
use ir::Module;
use std::io::Read;
use std::path::Path;

/// The kind of an input or output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum InputKind {
    /// Fortran in free form: `.f90 .f95 .f03 .f08 .floopy`
    FortranFree,
    /// Fortran in fixed form: `.f .for .ftn`
    FortranFixed,
    /// Fortran that calls kernels in the place of its routines, only as an output of a Fortran file
    Fortran,
    /// Loo.py's kernel language: `.loopy`
    Loopy,
    /// The intermediate representation: `.lpir`
    Lpir,
    /// OpenCL C, only as an output: `.cl`
    Opencl,
    /// CUDA, only as an output: `.cu`
    Cuda,
    /// C99 for one processor, only as an output: `.c`
    C,
    /// ISPC, which no test of ours compiles, only as an output: `.ispc`
    Ispc,
    /// The language that the kernel's `target` names, OpenCL where it names none; only as an output
    Target,
}

impl InputKind {
    /// The kind that a file name's extension tells.
    pub fn of_path(path: &str) -> Option<InputKind> {
        let (_, extension) = path.rsplit_once('.')?;
        Some(match (Form::of_path(path), extension.to_ascii_lowercase().as_str()) {
            (Some(Form::Free), _) => InputKind::FortranFree,
            (Some(Form::Fixed), _) => InputKind::FortranFixed,
            (None, "loopy") => InputKind::Loopy,
            (None, "lpir") => InputKind::Lpir,
            (None, "cl") => InputKind::Opencl,
            (None, "cu") => InputKind::Cuda,
            (None, "c") => InputKind::C,
            (None, "ispc") => InputKind::Ispc,
            _ => return None,
        })
    }
}

impl InputKind {
    /// Whether it is a source in Fortran.
    pub fn is_fortran(self) -> bool {
        matches!(self, InputKind::FortranFree | InputKind::FortranFixed)
    }

    /// The language of generated code that it is.
    pub fn dialect(self) -> Option<Dialect> {
        match self {
            InputKind::Opencl => Some(Dialect::OpenCl),
            InputKind::Cuda => Some(Dialect::Cuda),
            InputKind::C => Some(Dialect::C),
            InputKind::Ispc => Some(Dialect::Ispc),
            InputKind::FortranFree
            | InputKind::FortranFixed
            | InputKind::Fortran
            | InputKind::Loopy
            | InputKind::Lpir
            | InputKind::Target => None,
        }
    }
}

/// Largest input that is read, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// Where the file cannot be read, is larger than 16 MiB, or is no text that any language of ours has.
pub fn read(sources: &mut SourceMap, path: &str) -> Result<SourceId, Diagnostic> {
    let failed = |why: String| unreadable(path, &why);
    let mut bytes = Vec::new();
    let count = if path == "-" {
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
    };
    count.map_err(|error| failed(error.to_string()))?;
    add(sources, if path == "-" { "<stdin>" } else { path }, bytes)
}

fn unreadable(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("lp::driver::read", format!("cannot read `{name}`: {why}"))
}

/// The same of a file whose bytes are at hand.
///
/// # Errors
/// Where they are more than 16 MiB, or no text that any language of ours has.
pub(crate) fn add(sources: &mut SourceMap, name: &str, bytes: Vec<u8>) -> Result<SourceId, Diagnostic> {
    if u64::try_from(bytes.len()).is_ok_and(|count| count > MAX_BYTES) {
        return Err(unreadable(name, "it is larger than 16 MiB"));
    }
    match text_of(bytes, Form::of_path(name).is_some()) {
        Ok(text) => Ok(sources.add(name, text)),
        Err(fault) => {
            let id = sources.add(name, fault.text);
            let span = Span::new(id, fault.at, fault.at + fault.length);
            Err(Diagnostic::error("lp::driver::text", fault.why).at(span, "").help(fault.help))
        }
    }
}

/// The text of a file that the user did not name, as far as it may be shown; nothing where it cannot be. A
/// device or a pipe may have no end, and reading it may change it.
pub(crate) fn mentioned(path: &str) -> Option<String> {
    String::from_utf8(contents(path).ok()?).ok()
}

/// What a file holds that is no device, and of a large one what it begins with.
pub(crate) fn contents(path: impl AsRef<Path>) -> std::io::Result<Vec<u8>> {
    if !std::fs::metadata(&path)?.is_file() {
        return Err(std::io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A line of a text, counted from 0.
pub(crate) fn line(sources: &SourceMap, id: SourceId, line: usize) -> Option<Span> {
    let source = sources.get(id)?;
    let start = source.offset(u32::try_from(line + 1).ok()?, 1)?;
    let length = source.text.get(start..)?.lines().next().map_or(0, str::len);
    Some(Span::new(id, start, start + length))
}

/// Bytes of a word beyond which it is no word that anybody means.
const MAX_WORD: usize = 4096;

/// Characters that make an editor show a text in another order than it is read.
const REORDERING: [char; 9] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}',
];

/// What no language of ours has in its texts.
struct Fault {
    text: String,
    at: usize,
    length: usize,
    why: &'static str,
    help: &'static str,
}

/// The text of a file, without the mark of its encoding that some editors put first. Fortran may have other
/// bytes in comments.
fn text_of(mut bytes: Vec<u8>, is_fortran: bool) -> Result<String, Fault> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    let decoded = foreign_bytes::decoded(&bytes).filter(|_| is_fortran);
    let text = decoded.map_or_else(|| String::from_utf8(bytes), Ok).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        Fault { text, at, length: 3, why: "the text is not UTF-8 from here on", help: "save it as UTF-8" }
    })?;
    let found = if let Some(at) = text.find('\0') {
        Some((at, 1, "the text holds a NUL character", "remove it"))
    } else if let Some(at) = text.find(REORDERING) {
        let why = "an invisible character changes the order in which editors show this text";
        Some((at, 3, why, "remove it; what is shown must be what is read"))
    } else {
        let why = "this word is longer than 4096 characters";
        long_word(&text).map(|at| (at, MAX_WORD, why, "use shorter names and numbers"))
    };
    match found {
        None => Ok(text),
        Some((at, length, why, help)) => Err(Fault { text, at, length, why, help }),
    }
}

/// Where a word that is too long starts.
fn long_word(text: &str) -> Option<usize> {
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if !(byte.is_ascii_alphanumeric() || byte == b'_') {
            start = at + 1;
        } else if at - start >= MAX_WORD {
            return Some(start);
        }
    }
    None
}

/// What an input holds.
#[derive(Debug)]
pub struct Loaded {
    /// Its kernels.
    pub module: Module,
    /// The transform block of a Fortran file.
    pub script: Option<Script>,
    /// What the front end had to say.
    pub warnings: Vec<Diagnostic>,
    /// Kernels that tell by a number why they ended.
    pub stops: Vec<Stops>,
}

/// How a kernel tells that its original would have stopped.
#[derive(Debug, Clone)]
pub struct Stops {
    /// Its name.
    pub kernel: ir::Name,
    /// The argument that holds the number; 0 is none.
    pub flag: ir::Name,
    /// What the original says, for 1 and the following numbers.
    pub said: Vec<String>,
}

/// Imports a text of that kind.
///
/// # Errors
/// All that is wrong with the text.
pub fn import(
    sources: &mut SourceMap,
    id: SourceId,
    kind: InputKind,
    settings: &Settings,
) -> Result<Loaded, Vec<Diagnostic>> {
    let source = sources.get(id).cloned();
    let source = source.ok_or_else(|| vec![Diagnostic::error("lp::driver::read", "no such source")])?;
    let _place = pass::place::enter(&source.name, "import");
    // A routine that is no kernel keeps no other one from being one.
    let mut fortran = |form| {
        let imported = settings.import(sources, id, form)?;
        let left_out = imported.refused.iter().map(left_out);
        let warnings = imported.warnings.into_iter().chain(left_out).collect();
        let stops = imported.interfaces.into_iter().filter_map(|interface| {
            Some(Stops { kernel: interface.kernel, flag: interface.stops?, said: interface.said })
        });
        let stops = stops.collect();
        Ok(Loaded { module: imported.module, script: imported.script, warnings, stops })
    };
    match kind {
        InputKind::FortranFree => fortran(Form::Free),
        InputKind::FortranFixed => fortran(Form::Fixed),
        InputKind::Loopy => {
            let (module, warnings) =
                sequence::settled(frontend_loopy::import(&source.text, id, &source.name)?);
            lawful(&module)?;
            Ok(Loaded { module, script: None, warnings, stops: Vec::new() })
        }
        InputKind::Lpir => {
            let module = ir::text::parse_module(&source.text, id)?;
            let violations: Vec<Diagnostic> = module.kernels.values().flat_map(ir::verify::verify).collect();
            if !violations.is_empty() {
                return Err(violations);
            }
            lawful(&module)?;
            Ok(Loaded { module, script: None, warnings: Vec::new(), stops: Vec::new() })
        }
        InputKind::Fortran
        | InputKind::Opencl
        | InputKind::Cuda
        | InputKind::C
        | InputKind::Ispc
        | InputKind::Target => Err(vec![
            Diagnostic::error(
                "lp::driver::kind",
                format!("`{}` is generated code, which is only ever an output", source.name),
            )
            .help("inputs are Fortran, `.loopy` and `.lpir` files; `--from` names the kind of others"),
        ]),
    }
}

/// Refuses operations of reductions that are none.
pub(crate) fn lawful(module: &Module) -> Result<(), Vec<Diagnostic>> {
    let lawless: Vec<Diagnostic> = module.kernels.values().flat_map(runtime::lawless_operations).collect();
    if lawless.is_empty() { Ok(()) } else { Err(lawless) }
}

/// Says of a routine that it is no kernel, and why.
fn left_out(refused: &frontend_fortran::Refused) -> Diagnostic {
    let mut reasons = refused.reasons.iter().filter(|reason| reason.severity == diag::Severity::Error);
    let name = &refused.name;
    let Some(first) = reasons.next() else {
        return Diagnostic::warning("lp::fortran::left-out", format!("routine `{name}` is left out"));
    };
    let message = format!("routine `{name}` is left out: {}", first.message);
    let mut warning =
        Diagnostic { code: "lp::fortran::left-out", severity: diag::Severity::Warning, ..first.clone() };
    warning.message = message;
    match reasons.count() {
        0 => warning,
        1 => warning.note("there is one more reason; `--check` lists all"),
        more => warning.note(format!("there are {more} more reasons; `--check` lists all")),
    }
}

/// The same for a text whose own script may be run: where a Fortran text cannot be read as it stands and has
/// a script that gives it macros and reads it, only the script.
///
/// # Errors
/// All that is wrong with the text.
pub fn import_to_run(
    sources: &mut SourceMap,
    id: SourceId,
    kind: InputKind,
    settings: &Settings,
) -> Result<Loaded, Vec<Diagnostic>> {
    import(sources, id, kind, settings).or_else(|problems| {
        let form = match kind {
            InputKind::FortranFree => Form::Free,
            InputKind::FortranFixed => Form::Fixed,
            InputKind::Loopy
            | InputKind::Lpir
            | InputKind::Fortran
            | InputKind::Opencl
            | InputKind::Cuda
            | InputKind::C
            | InputKind::Ispc
            | InputKind::Target => {
                return Err(problems);
            }
        };
        let options = settings.options(form);
        let script = frontend_fortran::script(sources, id, &options)
            .filter(|script| script.text.contains("c_preprocess"))
            .ok_or(problems)?;
        let (module, script) = (Module::default(), Some(script));
        Ok(Loaded { module, script, warnings: Vec::new(), stops: Vec::new() })
    })
}

/// The kind of an input: as told, else by extension; what comes on standard input is usually another tool's
/// output.
///
/// # Errors
/// Where neither tells.
pub fn kind_of(path: &str, told: Option<InputKind>) -> Result<InputKind, Diagnostic> {
    let usual = (path == "-").then_some(InputKind::Lpir);
    told.or(usual).or_else(|| InputKind::of_path(path)).ok_or_else(|| {
        Diagnostic::error("lp::driver::kind", format!("the extension of `{path}` does not tell what it is"))
            .help("use one of .f90 .f .loopy .lpir, or say `--from fortran-free`, `--from loopy`, `--from lpir`")
    })
}
