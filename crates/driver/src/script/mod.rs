//! Transform scripts: the Python dialect of `!$loopy` blocks and of script files, run by Starlark.
//!
//! A script sees kernels as values. `lp.split_iname(knl, "i", 16)` gives a new kernel; every such call is recorded, so
//! what a script did to a kernel can be written out as a straight pipeline. Kernels themselves never enter Starlark's
//! heap: a script holds handles into the host of its thread.

mod adjacent;
mod affine_map;
mod argument;
mod base_storage;
mod candidates;
pub mod compat;
mod complex;
mod constants;
mod convert;
mod copy;
mod counts;
mod describe;
mod direct;
mod displays;
mod distinct;
mod einsum;
pub mod embedded;
mod errors;
mod fuse;
mod host;
mod imaginary;
mod imports;
mod instruction;
mod kernel_text;
mod keyword;
mod layout;
mod load;
mod make;
pub(crate) mod memory;
mod method;
mod namespace;
mod nesting;
mod numpy;
mod options;
mod padding;
mod parameters;
mod program;
mod question;
mod readings;
mod refused;
mod result;
mod settings;
mod split;
mod standard;
mod tags;
mod target;
mod value;

use crate::cli::{Failure, Session};
use crate::input::Loaded;
use diag::{Diagnostic, SourceId};
use frontend_fortran::Style;
use host::Host;
use ir::Module;
use judge::blame::Applied;
use starlark::environment::{Globals, Module as Environment};
use starlark::syntax::Dialect;
use std::time::Duration;

/// What a script left.
#[derive(Debug)]
pub struct Ran {
    /// The kernels.
    pub module: Module,
    /// The straight calls that lead to them.
    pub pipeline: String,
    /// The same for each kernel: what it was made from, and the calls that lead from there to it.
    pub chains: Vec<(Module, String)>,
    /// What transforms had to say.
    pub warnings: Vec<Diagnostic>,
    /// Each call of a transform and how long it took, in the order of the script.
    pub times: Vec<(String, Duration)>,
    /// The steps that led to the kernels.
    pub history: Vec<Applied>,
}

/// How a script gets its kernels and where it leaves them.
enum Convention {
    /// Kernels are bound to their names before, and read from the same names after.
    Names,
    /// The same, and `knl` is bound where there is one kernel.
    File,
    /// The source text is bound to `SOURCE`; `RESULT` holds what comes out.
    Result,
}

/// Values that the command line gives for parameters of a script.
pub type Overrides<'a> = &'a [(String, String)];

/// Runs a script file on a module.
///
/// # Errors
/// What is wrong with the script, or why a transform refused.
pub fn run_file(
    session: &mut Session,
    script: SourceId,
    module: Module,
    overrides: Overrides<'_>,
) -> Result<Ran, Failure> {
    let (host, outcome) = file(session, script, module, overrides)?;
    finish(session, host, outcome)
}

/// Runs the transform block of a Fortran file on its kernels.
///
/// # Errors
/// What is wrong with the script, or why a transform refused.
pub fn run_block(
    session: &mut Session,
    id: SourceId,
    loaded: Loaded,
    overrides: Overrides<'_>,
) -> Result<Ran, Failure> {
    let (host, outcome) = block(session, id, loaded, overrides)?;
    finish(session, host, outcome)
}

/// The straight calls that a script file makes, up to and with the first that is refused.
///
/// # Errors
/// What is wrong with the script itself.
pub fn calls_of_file(
    session: &mut Session,
    script: SourceId,
    module: Module,
    overrides: Overrides<'_>,
) -> Result<String, Failure> {
    let (host, outcome) = file(session, script, module, overrides)?;
    calls(session, host, outcome)
}

/// The straight calls of the transform block of a Fortran file, up to and with the first that is refused.
///
/// # Errors
/// What is wrong with the script itself.
pub fn calls_of_block(
    session: &mut Session,
    id: SourceId,
    loaded: Loaded,
    overrides: Overrides<'_>,
) -> Result<String, Failure> {
    let (host, outcome) = block(session, id, loaded, overrides)?;
    calls(session, host, outcome)
}

fn file(
    session: &mut Session,
    script: SourceId,
    module: Module,
    overrides: Overrides<'_>,
) -> Result<(Host, Handles), Failure> {
    let source = session.sources.get(script).cloned();
    let (name, text) =
        source.map(|source| (source.name.to_string(), source.text.to_string())).unwrap_or_default();
    let text = parameters::overridden(&text, (&session.sources, script), overrides)?;
    Ok(execute(session, script, (&name, &text), module, &Convention::File))
}

/// A file without a block leaves its kernels as they are.
fn block(
    session: &mut Session,
    file: SourceId,
    loaded: Loaded,
    overrides: Overrides<'_>,
) -> Result<(Host, Handles), Failure> {
    let Loaded { module, script, .. } = loaded;
    let name = session.sources.get(file).map(|source| source.name.to_string()).unwrap_or_default();
    let (text, convention) = match script {
        None => (String::new(), Convention::Names),
        Some(script) if script.style == Style::Transform => (script.text, Convention::Names),
        Some(script) => (script.text, Convention::Result),
    };
    let text = parameters::overridden(&text, (&session.sources, file), overrides)?;
    Ok(execute(session, file, (&name, &text), module, &convention))
}

/// The kernels that come out of a script.
type Handles = starlark::Result<Vec<usize>>;

fn execute(
    session: &mut Session,
    id: SourceId,
    (name, text): (&str, &str),
    module: Module,
    convention: &Convention,
) -> (Host, Handles) {
    let names: Vec<String> = module.kernels.keys().map(ToString::to_string).collect();
    host::enter(Host::new(session, name, id, module));
    let outcome = Environment::with_temp_heap(|environment| -> Handles {
        bind(&environment, id, name, &names, convention);
        let (ast, globals) = load::parse(name, text, &environment)?;
        let loader = load::Files::new(name);
        let mut evaluator = load::limited(&environment)?;
        evaluator.set_loader(&loader);
        memory::within(true, || evaluator.eval_module(ast, &globals))?;
        result::handles(&environment, &names, convention)
    });
    let host = host::leave();
    session.sources = host.sources.clone();
    (host, outcome)
}

fn finish(session: &Session, mut host: Host, outcome: Handles) -> Result<Ran, Failure> {
    match outcome {
        Ok(handles) => Ok(result::collect(host, &handles)),
        Err(error) => {
            let told = host.failure.take();
            Err(told.unwrap_or_else(|| errors::failure(&session.sources, &host, &error)))
        }
    }
}

fn calls(session: &Session, mut host: Host, outcome: Handles) -> Result<String, Failure> {
    match host.refused.take() {
        Some(calls) => Ok(calls.iter().map(|call| format!("{call}\n")).collect()),
        None => finish(session, host, outcome).map(|ran| ran.pipeline),
    }
}

/// Binds the names that a script finds.
fn bind(
    environment: &Environment<'_>,
    id: SourceId,
    name: &str,
    kernels: &[String],
    convention: &Convention,
) {
    let heap = environment.heap();
    for (handle, kernel) in kernels.iter().enumerate() {
        environment.set(kernel, heap.alloc(value::KernelValue::new(handle)));
    }
    match convention {
        Convention::Names => {}
        Convention::File if kernels.len() == 1 => {
            environment.set("knl", heap.alloc(value::KernelValue::new(0)))
        }
        Convention::File => {}
        Convention::Result => {
            environment.set("SOURCE", heap.alloc(host::with(|host| host.text(id))));
            environment.set("FILENAME", heap.alloc(name));
        }
    }
}

fn dialect() -> Dialect {
    Dialect { enable_top_level_stmt: true, enable_f_strings: true, ..Dialect::Extended }
}

/// Python's common functions where a text names one, `lp`, `np`, and every transform by its bare name.
fn globals(text: &str) -> Globals {
    let mut builder = standard::builder(text);
    for (name, namespace) in direct::NAMESPACES {
        builder.set(name, namespace::Namespace::new(namespace));
    }
    builder.set("complex", "complex128");
    builder.set("frozenset", namespace::Function::new("frozenset"));
    for spec in transforms::REGISTRY.specs() {
        for name in [spec.name].iter().chain(spec.aliases) {
            builder.set(name, namespace::Function::new(name));
        }
    }
    builder.build()
}
