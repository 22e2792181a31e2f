//! The reference interpreter.
//!
//! An unscheduled kernel runs its instances in the order that it requires (`nest`). A scheduled one runs
//! along its loop tree, with the work items of a group simulated (`work_items`). Both check every access.

mod code;
mod compile;
mod copies;
mod count;
mod declared;
mod eval;
mod flags;
mod flat;
mod laws;
mod levels;
mod log;
mod memory;
mod nest;
mod ordered;
mod shadow;
mod statement;
mod text_order;
mod trace;
mod wide;
mod work_items;

use crate::array::{are_apart, elements, overlap, positive};
use crate::value::Word;
use crate::{Array, Bindings, Floats, Value};
use compile::Compiler;
pub(crate) use count::points;
use diag::Diagnostic;
use eval::Machine;
use ir::{ArgKind, Expr, Host, IndexMap, Kernel, Name, Scalar, Schedule};
use log::Log;
use memory::{Actor, Fault, Region, Sharing};
use std::collections::BTreeMap;
use trace::Tracer;

pub use laws::lawless_operations;
pub use log::Instance;
pub use text_order::is_torn;
pub use trace::{Element, Read, Trace, Traced};

/// Largest memory of one array or temporary, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 32;

/// The order of the work items of a group between two barriers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum WorkItemOrder {
    /// From the first to the last.
    #[default]
    Ascending,
    /// From the last to the first.
    Descending,
    /// Another order between any two barriers, by this seed.
    Random(u64),
}

/// How to run a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Runs loops that nothing orders from their end: a kernel whose result changes is ambiguous.
    pub descending: bool,
    /// The order of work items, for scheduled kernels.
    pub work_items: WorkItemOrder,
    /// Instances, loop iterations and steps of reductions that may run.
    pub fuel: u64,
    /// Runs the statements in required order even where there is a schedule.
    pub ignore_schedule: bool,
    /// What floating-point numbers are.
    pub floats: Floats,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            descending: false,
            work_items: WorkItemOrder::Ascending,
            fuel: 500_000_000,
            ignore_schedule: false,
            floats: Floats::Rounded,
        }
    }
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Instances, loop iterations and steps of reductions that ran.
    pub steps: u64,
    /// For each array that the kernel only writes, the elements that it wrote.
    pub written: IndexMap<Name, Array>,
}

/// Runs a kernel on arguments, which hold the results afterwards. With [`Floats::Field`] floating-point
/// arrays then hold elements of the field, as `u64`; complex ones have another axis for both parts.
///
/// # Errors
/// Where the kernel cannot be run, or does something that has no defined result.
pub fn interpret(
    kernel: &Kernel,
    bindings: &mut Bindings,
    options: &Options,
) -> Result<Report, Vec<Diagnostic>> {
    let mut machine = Machine::new(options.floats, options.fuel);
    if kernel.schedule.is_some() && !options.ignore_schedule {
        machine.log = Log::recent(kernel);
    }
    let outcome = run(kernel, bindings, options, &mut machine);
    let written = give_back(&mut machine, bindings);
    outcome.map_err(|fault| vec![*fault])?;
    Ok(Report { steps: options.fuel - machine.fuel, written })
}

/// Runs a kernel like [`interpret`] and keeps what each of its instances read and wrote.
///
/// # Errors
/// As for [`interpret`].
pub fn trace(kernel: &Kernel, bindings: &mut Bindings, options: &Options) -> Result<Trace, Vec<Diagnostic>> {
    let mut machine = Machine::new(options.floats, options.fuel);
    machine.log = Log::complete(kernel);
    machine.tracer = Some(Tracer::default());
    run(kernel, bindings, options, &mut machine).map_err(|fault| vec![*fault])?;
    give_back(&mut machine, bindings);
    let Machine { log, tracer, .. } = machine;
    Ok(tracer.unwrap_or_default().finish(|number| log.get(number)))
}

/// Puts results into the arrays; which of their elements were written.
fn give_back(machine: &mut Machine, bindings: &mut Bindings) -> IndexMap<Name, Array> {
    let mut masks = IndexMap::default();
    for region in machine.regions.drain(..) {
        let Some(array) = bindings.arrays.get_mut(&region.name) else { continue };
        let name = region.name.clone();
        let (bytes, written) = region.into_parts();
        array.bytes = bytes;
        if let Some(written) = written {
            let bytes = written.into_iter().map(u8::from).collect();
            let (shape, strides) = (array.shape.clone(), array.strides.clone());
            masks.insert(name, Array { ty: Scalar::Bool, shape, strides, bytes });
        }
        if machine.floats == Floats::Field && array.ty.is_complex() {
            as_elements(array);
        }
    }
    masks
}

/// Pairs of elements of the field as elements, which nobody takes for numbers with rounding.
fn as_elements(pairs: &mut Array) {
    pairs.ty = Scalar::U64;
    pairs.strides.iter_mut().for_each(|stride| *stride = stride.saturating_mul(2));
    pairs.shape.push(2);
    pairs.strides.push(1);
}

fn run(
    kernel: &Kernel,
    bindings: &mut Bindings,
    options: &Options,
    machine: &mut Machine,
) -> Result<(), Fault> {
    if let Some(misuse) = ir::complex::misuses(kernel).pop() {
        return Err(Box::new(misuse));
    }
    let constants = constants(bindings, options.floats)?;
    if options.floats == Floats::Field {
        exact_arrays(kernel, bindings)?;
    }
    let mut compiler = Compiler::new(kernel, &constants);
    compiler.floats = options.floats;
    let schedule = kernel.schedule.as_ref().filter(|_| !options.ignore_schedule);
    if schedule.is_none() {
        compiler.copies = copies::copies(&compiler)?;
    }
    regions(&mut compiler, bindings, schedule.is_some(), machine)?;
    match schedule {
        Some(schedule) => scheduled(&mut compiler, schedule, options, machine),
        None => unscheduled(&mut compiler, options, machine),
    }
}

/// The values of scalar arguments.
fn constants(bindings: &Bindings, floats: Floats) -> Result<BTreeMap<Name, Value>, Fault> {
    let mut constants = bindings.values.clone();
    for (name, value) in constants.iter_mut().filter(|(_, value)| value.ty().is_inexact()) {
        let word = floats.given(value.ty(), value.word()).ok_or_else(|| no_number(name))?;
        *value = Value::of_word(value.ty(), word);
    }
    Ok(constants)
}

/// Replaces floating-point arrays by such of elements of the field.
fn exact_arrays(kernel: &Kernel, bindings: &mut Bindings) -> Result<(), Fault> {
    for (name, array) in bindings.arrays.iter_mut().filter(|(_, array)| array.ty.is_inexact()) {
        let (shape, strides) = (array.shape.clone(), array.strides.clone());
        let storage = Floats::Field.storage(array.ty);
        let mut exact = Array::poisoned(storage, shape, strides, MAX_BYTES).ok_or_else(|| {
            Box::new(Diagnostic::error("lp::run::too-large", format!("`{name}` is too large")))
        })?;
        let kind = kernel.args.get(name).map(|arg| &arg.kind);
        if !matches!(kind, Some(ArgKind::Array { access: ir::Access::Out, .. })) {
            let ty = array.ty;
            let words = array.words().map(|word| Floats::Field.given(ty, word));
            let words: Option<Vec<Word>> = words.collect();
            exact.set_words(words.ok_or_else(|| no_number(name))?);
        }
        *array = exact;
    }
    Ok(())
}

fn no_number(name: &Name) -> Fault {
    let message = format!("`{name}` holds what is not a number, which exact arithmetic has no value for");
    Box::new(Diagnostic::error("lp::run::no-exact-value", message))
}

fn unscheduled(compiler: &mut Compiler<'_>, options: &Options, machine: &mut Machine) -> Result<(), Fault> {
    let mut statements = Vec::new();
    for (name, statement) in &compiler.kernel.statements {
        statements.push(compiler.statement(name, statement)?);
    }
    let ranks = nest::ranks(compiler)?;
    machine.slots = vec![0; compiler.slots.len()];
    ordered::Ordered { statements: &statements, ranks: &ranks, descending: options.descending }.run(machine)
}

/// Steps of the host as code.
enum HostCode {
    Launch(flat::LaunchCode),
    For {
        slot: usize,
        lower: code::Code,
        upper: code::Code,
        /// What holds in each iteration that does anything.
        condition: Option<code::Code>,
        body: Vec<HostCode>,
    },
}

fn scheduled(
    compiler: &mut Compiler<'_>,
    schedule: &Schedule,
    options: &Options,
    machine: &mut Machine,
) -> Result<(), Fault> {
    let host = host_code(compiler, &schedule.host, &mut Vec::new())?;
    machine.slots = vec![0; compiler.slots.len()];
    run_host(&host, options, machine, &mut 0)
}

fn host_code(
    compiler: &mut Compiler<'_>,
    steps: &[Host],
    open: &mut Vec<Name>,
) -> Result<Vec<HostCode>, Fault> {
    let mut codes = Vec::new();
    for step in steps {
        codes.push(match step {
            Host::Launch(launch) => HostCode::Launch(flat::launch(compiler, launch, open)?),
            Host::For(inner) => {
                compiler.scope.clone_from(open);
                let (lower, upper) = (compiler.index(&inner.lower)?, compiler.index(&inner.upper)?);
                let condition = inner.while_condition(compiler.kernel);
                let condition = condition.map(|condition| compiler.condition(&condition)).transpose()?;
                let slot = compiler.slot(&inner.iname);
                open.push(inner.iname.clone());
                let body = host_code(compiler, &inner.body, open)?;
                open.pop();
                HostCode::For { slot, lower, upper, condition, body }
            }
        });
    }
    Ok(codes)
}

fn run_host(
    steps: &[HostCode],
    options: &Options,
    machine: &mut Machine,
    number: &mut u32,
) -> Result<(), Fault> {
    for step in steps {
        match step {
            HostCode::Launch(code) => {
                *number = number.saturating_add(1);
                work_items::Run { code, order: options.work_items, number: *number }.run(machine)?;
            }
            HostCode::For { slot, lower, upper, condition, body } => {
                evaluate_on_host(machine, number);
                for at in machine.eval_index(lower)?..=machine.eval_index(upper)? {
                    machine.spend()?;
                    evaluate_on_host(machine, number);
                    if let Some(condition) = condition
                        && machine.eval(condition)? == 0
                    {
                        break;
                    }
                    machine.set_slot(*slot, at);
                    run_host(body, options, machine, number)?;
                }
            }
        }
    }
    Ok(())
}

/// Lets the host evaluate what comes next: all launches before are done by then.
fn evaluate_on_host(machine: &mut Machine, number: &mut u32) {
    *number = number.saturating_add(1);
    machine.actor = Actor { launch: *number, item: 0, group_size: 1, phase: 0, instance: 0 };
}

/// Memory of all arrays and temporaries, in the order in which the compiler numbers them.
fn regions(
    compiler: &mut Compiler<'_>,
    bindings: &mut Bindings,
    is_scheduled: bool,
    machine: &mut Machine,
) -> Result<(), Fault> {
    let kernel = compiler.kernel;
    let mut temporaries = Vec::new();
    for (name, temp) in &kernel.temps {
        let mut array = temporary(compiler, name, temp)?;
        let sharing = match temp.space {
            _ if !is_scheduled => Sharing::Everyone,
            Some(space) => work_items::sharing(space),
            None => {
                let message = format!("it is not decided in which memory `{name}` lies");
                return Err(Box::new(Diagnostic::error("lp::run::space", message)));
            }
        };
        temporaries.push(Region::temporary(name, &mut array, sharing));
    }
    for (name, arg) in &kernel.args {
        let ArgKind::Array { access, .. } = &arg.kind else { continue };
        let array = bindings.arrays.get_mut(name).ok_or_else(|| {
            Box::new(Diagnostic::error("lp::run::missing", format!("no array is given for `{name}`")))
        })?;
        machine.regions.push(Region::of_array(name, array, *access == ir::Access::Out));
    }
    machine.regions.extend(temporaries);
    if is_scheduled {
        // What no statement writes nobody can race for.
        let written: Vec<&Name> =
            kernel.statements.values().filter_map(|s| Some(s.target()?.name())).collect();
        let tracked = machine.regions.iter_mut().filter(|region| written.contains(&&region.name));
        tracked.for_each(Region::track_work_items);
    }
    Ok(())
}

fn temporary(compiler: &mut Compiler<'_>, name: &Name, temp: &ir::Temp) -> Result<Array, Fault> {
    let located = |mut fault: Fault| {
        *fault =
            fault.clone().at_entity(temp.loc.as_ref(), temp.origin, format!("`{name}` is declared here"));
        fault
    };
    let ty = temp.ty.ok_or_else(|| {
        let message = format!("`{name}` has no type yet");
        located(Box::new(Diagnostic::error("lp::run::untyped", message).help("run `infer_types()`")))
    })?;
    let strides = temp.strides().unwrap_or_default();
    let mut numbers =
        |list: &[Expr]| -> Result<Vec<i64>, Fault> { list.iter().map(|e| constant(compiler, e)).collect() };
    let (shape, mut strides) = (numbers(&temp.shape).map_err(located)?, numbers(&strides).map_err(located)?);
    if shape.iter().any(|extent| *extent <= 0) {
        // Nothing asks for the place of an element that is not there, and products of extents may be
        // negative.
        strides.fill(0);
    }
    let mut shape: Vec<usize> = shape.into_iter().map(|n| usize::try_from(n).unwrap_or(0)).collect();
    let mut strides = positive(name, "stride", &strides).map_err(Box::new).map_err(located)?;
    if !are_apart(&shape, &strides) {
        return Err(located(Box::new(overlap(name))));
    }
    for iterations in compiler.copies.get(name).into_iter().flatten() {
        strides.push(elements(&shape, &strides).unwrap_or(usize::MAX).max(1));
        shape.push(usize::try_from(iterations.count).unwrap_or(0));
    }
    Array::poisoned(compiler.floats.storage(ty), shape, strides, MAX_BYTES).ok_or_else(|| {
        located(Box::new(Diagnostic::error("lp::run::too-large", format!("`{name}` is too large"))))
    })
}

/// The value of an integer expression in value arguments.
pub(crate) fn constant(compiler: &mut Compiler<'_>, expr: &Expr) -> Result<i64, Fault> {
    compiler.scope.clear();
    let code = compiler.index(expr)?;
    Machine::new(Floats::default(), 1_000).eval_index(&code)
}

/// Whether a condition holds for these value arguments.
pub(crate) fn condition_of(
    kernel: &Kernel,
    values: &BTreeMap<Name, Value>,
    condition: &Expr,
) -> Result<bool, Diagnostic> {
    let code = Compiler::new(kernel, values).condition(condition).map_err(|fault| *fault)?;
    let holds = Machine::new(Floats::default(), 1_000).eval(&code).map_err(|fault| *fault)?;
    Ok(holds != 0)
}

/// The value of an integer expression in these value arguments.
pub(crate) fn constant_of(
    kernel: &Kernel,
    values: &BTreeMap<Name, Value>,
    expr: &Expr,
) -> Result<i64, Diagnostic> {
    constant(&mut Compiler::new(kernel, values), expr).map_err(|fault| *fault)
}
