//! Files for those who call kernels from a program: a header, and C99 that does all of a host's part.

mod call;
mod device;
mod elements;
mod fortran;
mod header;
mod interface;
mod processor;
mod reach;
mod sized;
mod steps;
mod text;

use crate::dialect::Dialect;
use crate::host;
use crate::names::Names;
pub use call::{Call, Passed, Routine};
use diag::Diagnostic;
use interface::Interface;
pub use interface::Subject;
use ir::{Kernel, Scalar};
use legality::Proved;
use sized::SizedKernel;

/// A header, the file that implements it, and what Fortran uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// What a caller includes.
    pub header: String,
    /// C99 to compile and link.
    pub source: String,
    /// A module of Fortran with interfaces to it.
    pub module: String,
    /// What there is to call, one for each kernel.
    pub functions: Vec<Callee>,
}

/// A function for callers, `NAME_run`; `NAME_error` says why the last call was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callee {
    /// `NAME`, the kernel's name in C.
    pub identifier: String,
    /// What it takes, in order, each with its type or that of its elements.
    pub parameters: Vec<(Subject, Scalar)>,
}

/// The function of one kernel for callers, `NAME_run`. In plain C the kernel bears the name itself, and in a
/// program of Fortran the routine that the kernel was made of does.
struct Function {
    interface: Interface,
    /// Its definition, and those of the functions that only it calls.
    definition: String,
    /// What a routine of Fortran calls.
    call: Option<Call>,
}

/// Files by which programs call these kernels, of which the code is printed already. `stem` names the header.
///
/// # Errors
/// Where there is no host for the language, or it could not know the size of a scratch array.
pub fn files<'a>(
    kernels: impl IntoIterator<Item = &'a Proved<'a>>,
    code: &str,
    dialect: Dialect,
    stem: &str,
) -> Result<Files, Vec<Diagnostic>> {
    callable(kernels, code, dialect, stem, &[]).map(|(files, _)| files)
}

/// The same, and functions by which the routines that the kernels were made of call them, for as many as are
/// given.
///
/// # Errors
/// Those of [`files`].
pub fn callable<'a>(
    kernels: impl IntoIterator<Item = &'a Proved<'a>>,
    code: &str,
    dialect: Dialect,
    stem: &str,
    routines: &[Routine],
) -> Result<(Files, Vec<Call>), Vec<Diagnostic>> {
    let all: Vec<SizedKernel> = kernels.into_iter().map(|kernel| SizedKernel::new(kernel)).collect();
    let mut functions = Vec::new();
    for (at, sized) in all.iter().enumerate() {
        let names = Names::new(&sized.kernel, Dialect::C);
        let mut function = match dialect {
            Dialect::OpenCl => device::function(sized, &names)?,
            Dialect::C => processor::function(sized, &names)?,
            Dialect::Cuda | Dialect::Ispc => return Err(vec![no_host(dialect)]),
        };
        if let Some(routine) = routines.get(at) {
            let (call, definition) =
                call::functions(sized, &names, &function.interface, routine, dialect == Dialect::OpenCl)?;
            function.definition.push_str(&format!("\n{definition}"));
            function.call = Some(call);
        }
        functions.push(function);
    }
    let kernels: Vec<&Kernel> = all.iter().map(|sized| &sized.kernel).collect();
    let launches = device::launches(&kernels)?;
    let has_launches = dialect == Dialect::OpenCl && !launches.is_empty();
    let own: String = functions.iter().map(|function| definitions(function, dialect, has_launches)).collect();
    let table = device::table(&launches, code);
    let includes = if has_launches { device::INCLUDES } else { processor::INCLUDES };
    // A program with routines that have kernels also runs where there is no OpenCL.
    let loaded = if has_launches && !routines.is_empty() {
        concat!(include_str!("limit.c"), include_str!("loaded.c"))
    } else {
        ""
    };
    // It protects pages too, which POSIX knows only a part of.
    let includes = match loaded {
        "" => includes.to_owned(),
        _ => includes.replace("_POSIX_C_SOURCE 200809L", "_GNU_SOURCE"),
    };
    let source = format!(
        "/* Made by lptranslate: calls what {stem}.h declares. {} */\n{includes}{loaded}\n#include \"{stem}.h\"\n{}",
        if has_launches { "Link it with -lOpenCL." } else { "" },
        with_parts(&own, &table)
    );
    let header = header::print(&kernels, &functions, dialect, stem);
    let interfaces: Vec<&Interface> = functions.iter().map(|function| &function.interface).collect();
    let module = fortran::print(&interfaces, dialect, stem);
    let callees = interfaces.into_iter().map(callee).collect();
    let calls = functions.into_iter().filter_map(|function| function.call).collect();
    Ok((Files { header, source, module, functions: callees }, calls))
}

fn callee(interface: &Interface) -> Callee {
    let parameters = interface.parameters.iter().map(|one| (one.subject.clone(), one.ty)).collect();
    Callee { identifier: interface.identifier.clone(), parameters }
}

/// All that a file has of one kernel.
fn definitions(function: &Function, dialect: Dialect, has_launches: bool) -> String {
    let identifier = &function.interface.identifier;
    let error = format!("char const *{identifier}_error(void)\n{{\n  return lp_message;\n}}\n");
    let body = if has_launches { "  lp_release();\n" } else { "" };
    let release = format!("\nvoid {identifier}_release(void)\n{{\n{body}}}\n");
    let release = if dialect == Dialect::OpenCl { release.as_str() } else { "" };
    format!("\n{}\n{error}{release}", function.definition)
}

/// A text and the parts that it mentions before it, and no other ones.
fn with_parts(own: &str, table: &str) -> String {
    let is_of_routine = text::mentions(own, "lprt_routine");
    let device = device::library(table, is_of_routine);
    // Threads may call routines at once.
    let message = include_str!("message.c");
    let own_message = message.replace("static char", "static __thread char");
    let mut parts = vec![
        ("lp_message", if is_of_routine { own_message.as_str() } else { message }),
        ("lp_fail", include_str!("fail.c")),
        ("lp_check", include_str!("arrays.c")),
        ("lprt_routine", include_str!("routine.c")),
    ];
    parts.extend(host::HELPERS);
    parts.push(("LP_SHARED_WORK", crate::work::DEFINITION));
    parts.extend([("lp_launch", device.as_str()), ("lp_flag", include_str!("flag.c"))]);
    let current = if is_of_routine { include_str!("current_resident.c") } else { include_str!("current.c") };
    parts.extend([("lp_is_current", current), ("lp_element", include_str!("element.c"))]);
    parts.iter().rev().fold(own.to_owned(), |text, (word, part)| {
        if text::mentions(&text, word) { format!("\n{part}{text}") } else { text }
    })
}

/// A file for programs that keep arrays on a device in a source without kernels.
#[must_use]
pub fn residents() -> String {
    format!("{}#include <sched.h>\n#include <string.h>\n\n{}", processor::INCLUDES, include_str!("data.c"))
}

fn no_host(dialect: Dialect) -> Diagnostic {
    let message = format!("hosts are written for OpenCL and plain C, and not for {}", dialect.name());
    Diagnostic::error("lp::codegen::host", message).help("write OpenCL with `-o NAME.cl`")
}
