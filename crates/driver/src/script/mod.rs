//! Transform scripts: the Python of `!$loopy` blocks and of script files, with Loo.py's names in it.
//!
//! A script sees kernels as values. `lp.split_iname(knl, "i", 16)` gives a new kernel; every such call is
//! recorded, so what a script did to a kernel can be written out as a straight pipeline. A script holds
//! handles: the kernels are in the host of its thread.

mod argument;
mod base_storage;
mod candidates;
pub mod compat;
mod constants;
mod convert;
mod copy;
mod counts;
mod describe;
mod distinct;
mod einsum;
pub mod embedded;
mod errors;
mod fuse;
mod host;
mod instruction;
mod kernel_text;
mod keyword;
mod layout;
mod load;
mod make;
pub(crate) mod memory;
mod method;
mod namespace;
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
mod tags;
mod target;
mod tunable;
mod value;

use crate::cli::{Failure, Session};
use crate::input::Loaded;
use crate::registry;
use diag::{Diagnostic, SourceId};
use frontend_fortran::Style;
use host::Host;
use ir::Module;
use judge::blame::Applied;
use pass::Tunables;
use std::rc::Rc;
use std::time::Duration;

/// Refuses transforms that are called like something that scripts have.
///
/// # Errors
/// Where one is.
pub(crate) fn refuse_taken(own: &[&'static pass::Spec]) -> Result<(), Diagnostic> {
    let mut names = own.iter().flat_map(|spec| spec.names());
    match names.find(|name| namespace::Namespace::LOOPY.has(name)) {
        Some(name) => Err(registry::taken(format!("scripts have a function `{name}` already"))),
        None => Ok(()),
    }
}

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

/// The names in `lp`.
pub(crate) fn names() -> Vec<String> {
    script::Native::attributes(&namespace::Namespace::LOOPY)
}

/// Names that a script has without defining them, and the words of its language.
pub(crate) fn words() -> Vec<&'static str> {
    KEYWORDS.iter().copied().chain(["lp", "np"]).chain(script::builtin_names()).collect()
}

/// Words of Python that scripts use.
const KEYWORDS: [&str; 20] = [
    "and", "break", "class", "continue", "def", "elif", "else", "except", "for", "from", "if", "import",
    "in", "lambda", "not", "or", "pass", "return", "try", "while",
];

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
    finish(host, outcome)
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
    finish(host, outcome)
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
    calls(host, outcome)
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
    calls(host, outcome)
}

/// What a script did, also where it did not come to its end.
#[derive(Debug)]
pub(crate) struct Traced {
    /// The steps that were taken, in the order of the script.
    pub(crate) steps: Vec<Applied>,
    /// What it left.
    pub(crate) outcome: Result<Ran, Failure>,
}

/// Runs a script file on a module and tells its steps.
pub(crate) fn trace_file(session: &mut Session, script: SourceId, module: Module) -> Traced {
    traced(file(session, script, module, &[]))
}

/// Runs the transform block of a Fortran file on its kernels and tells its steps.
pub(crate) fn trace_block(session: &mut Session, id: SourceId, loaded: Loaded) -> Traced {
    traced(block(session, id, loaded, &[]))
}

fn traced(executed: Result<(Host, Handles), Failure>) -> Traced {
    match executed {
        Ok((host, outcome)) => Traced { steps: host.all_steps(), outcome: finish(host, outcome) },
        Err(failure) => Traced { steps: Vec::new(), outcome: Err(failure) },
    }
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
    let started = Started { id: script, name: &name, text: &text, overrides, convention: Convention::File };
    execute(session, module, &started)
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
    execute(session, module, &Started { id: file, name: &name, text: &text, overrides, convention })
}

/// The kernels that come out of a script.
type Handles = Result<Vec<usize>, Failure>;

/// A script that is to run.
struct Started<'a> {
    id: SourceId,
    name: &'a str,
    text: &'a str,
    overrides: Overrides<'a>,
    convention: Convention,
}

fn execute(session: &mut Session, module: Module, started: &Started<'_>) -> Result<(Host, Handles), Failure> {
    let names: Vec<String> = module.kernels.keys().map(ToString::to_string).collect();
    let mut host = Host::new(session, module);
    let file = host.add_file(started.id, started.text);
    let parts = tunable::parts(started.text);
    let mut tree = match script::parse(&parts.rest, file) {
        Ok(tree) => tree,
        Err(fault) => return Ok((Host::default(), Err(errors::fault(&host, fault, file).into()))),
    };
    let tunables = choices(&mut host, &mut tree, started, &parts);
    session.sources = host.sources.clone();
    let tunables = tunables?;
    tunables.check()?;
    host.memo = std::mem::take(&mut session.memo);
    host::enter(host);
    let bound = Rc::new(script::Module::new(started.name));
    bind(&bound, started, &names);
    for own in &tunables.parameters {
        let value = tunables.values.get(&own.name).map(|value| convert::of_datum(&value.datum));
        bound.set(&own.name, value.unwrap_or(script::Value::None));
    }
    let mut world = load::World::new(started.name);
    let outcome =
        world.run(&tree, &bound).and_then(|()| result::handles(&bound, &names, &started.convention));
    let mut host = host::leave();
    session.sources = host.sources.clone();
    session.memo = std::mem::take(&mut host.memo);
    let outcome = outcome.map_err(|error| errors::failure(&host, &error, &bound));
    Ok((host, outcome))
}

/// Gives a script's parameters the values from outside, and reads what its `tune` lines say.
fn choices(
    host: &mut Host,
    tree: &mut script::Tree,
    started: &Started<'_>,
    parts: &tunable::Parts,
) -> Result<Tunables, Vec<Diagnostic>> {
    let is_chosen = |(name, _): &(String, String)| parts.names.contains(name);
    let (chosen, given): (Vec<_>, Vec<_>) = started.overrides.iter().cloned().partition(is_chosen);
    parameters::override_all(tree, host, &given)?;
    tunable::read(&mut host.sources, started.name, started.text, tree, parts, &chosen)
}

/// What the `tune` lines of a script say, whether or not their first values go together. The text is that
/// of a file, or of the transform block in it.
///
/// # Errors
/// What is wrong with the script or the values.
pub fn tunables(
    session: &mut Session,
    id: SourceId,
    text: &str,
    overrides: Overrides<'_>,
) -> Result<Tunables, Failure> {
    let name = session.sources.get(id).map(|source| source.name.to_string()).unwrap_or_default();
    let started = Started { id, name: &name, text, overrides, convention: Convention::Names };
    let mut host = Host::new(session, Module::default());
    let file = host.add_file(id, text);
    let parts = tunable::parts(text);
    let mut tree = match script::parse(&parts.rest, file) {
        Ok(tree) => tree,
        Err(fault) => return Err(errors::fault(&host, fault, file).into()),
    };
    let tunables = choices(&mut host, &mut tree, &started, &parts);
    session.sources = host.sources.clone();
    Ok(tunables?)
}

fn finish(host: Host, outcome: Handles) -> Result<Ran, Failure> {
    outcome.map(|handles| result::collect(host, &handles))
}

fn calls(mut host: Host, outcome: Handles) -> Result<String, Failure> {
    match host.refused.take() {
        Some(calls) => Ok(calls.iter().map(|call| format!("{call}\n")).collect()),
        None => finish(host, outcome).map(|ran| ran.pipeline),
    }
}

/// Binds the names that a script finds.
fn bind(bound: &script::Module, started: &Started<'_>, kernels: &[String]) {
    for (handle, kernel) in kernels.iter().enumerate() {
        bound.set(kernel, value::KernelValue::new(handle).into());
    }
    match started.convention {
        Convention::Names => {}
        Convention::File if kernels.len() == 1 => bound.set("knl", value::KernelValue::new(0).into()),
        Convention::File => {}
        Convention::Result => {
            bound.set("SOURCE", host::with_host(|host| host.text(started.id)).into());
            bound.set("FILENAME", started.name.into());
        }
    }
}
