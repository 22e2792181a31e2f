//! The reference interpreter.
//!
//! An unscheduled kernel runs its instances in the order that it requires (`nest`). A scheduled one runs along its
//! loop tree, with the lanes of a group simulated (`lanes`). Both check every access.

mod code;
mod compile;
mod count;
mod eval;
mod flat;
mod lanes;
mod levels;
mod memory;
mod nest;
mod ordered;
mod statement;

use crate::{Array, Bindings};
use compile::Compiler;
pub(crate) use count::points;
use diag::Diagnostic;
use eval::Machine;
use ir::{ArgKind, Expr, Host, Kernel, Name, Schedule};
use memory::{Actor, Fault, Region, Sharing};

/// Largest memory of one array or temporary, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 32;

/// The order of the lanes of a group between two barriers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LaneOrder {
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
    /// The order of lanes, for scheduled kernels.
    pub lanes: LaneOrder,
    /// Instances, loop trips and steps of reductions that may run.
    pub fuel: u64,
    /// Runs the statements in required order even where there is a schedule.
    pub ignore_schedule: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { descending: false, lanes: LaneOrder::Ascending, fuel: 500_000_000, ignore_schedule: false }
    }
}

/// What a run did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// Instances, loop trips and steps of reductions that ran.
    pub steps: u64,
}

/// Runs a kernel on arguments, which hold the results afterwards.
///
/// # Errors
/// Where the kernel cannot be run, or does something that has no defined result.
pub fn interpret(
    kernel: &Kernel,
    bindings: &mut Bindings,
    options: &Options,
) -> Result<Report, Vec<Diagnostic>> {
    let mut machine = Machine {
        regions: Vec::new(),
        slots: Vec::new(),
        actor: Actor::default(),
        fuel: options.fuel,
        atomic: None,
    };
    let outcome = run(kernel, bindings, options, &mut machine);
    for region in machine.regions {
        if let Some(array) = bindings.arrays.get_mut(&region.name) {
            array.bytes = region.into_bytes();
        }
    }
    outcome.map_err(|fault| vec![*fault])?;
    Ok(Report { steps: options.fuel - machine.fuel })
}

fn run(
    kernel: &Kernel,
    bindings: &mut Bindings,
    options: &Options,
    machine: &mut Machine,
) -> Result<(), Fault> {
    let constants = bindings.values.clone();
    let mut compiler = Compiler::new(kernel, &constants);
    let schedule = kernel.schedule.as_ref().filter(|_| !options.ignore_schedule);
    regions(&mut compiler, bindings, schedule.is_some(), machine)?;
    match schedule {
        Some(schedule) => scheduled(&mut compiler, schedule, options, machine),
        None => unscheduled(&mut compiler, options, machine),
    }
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
    For { slot: usize, lower: code::Code, upper: code::Code, body: Vec<HostCode> },
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
                let slot = compiler.slot(&inner.iname);
                open.push(inner.iname.clone());
                let body = host_code(compiler, &inner.body, open)?;
                open.pop();
                HostCode::For { slot, lower, upper, body }
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
                lanes::Run { code, order: options.lanes, number: *number }.run(machine)?;
            }
            HostCode::For { slot, lower, upper, body } => {
                for at in machine.eval_index(lower)?..=machine.eval_index(upper)? {
                    machine.spend()?;
                    machine.set_slot(*slot, at);
                    run_host(body, options, machine, number)?;
                }
            }
        }
    }
    Ok(())
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
            Some(space) => lanes::sharing(space),
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
        tracked.for_each(Region::track_lanes);
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
    let shape: Vec<Option<Expr>> = temp.shape.iter().cloned().map(Some).collect();
    let strides = temp.layout.strides(&shape).unwrap_or_default();
    let mut extents = |list: &[Expr]| -> Result<Vec<usize>, Fault> {
        list.iter().map(|e| constant(compiler, e).map(|n| usize::try_from(n).unwrap_or(0))).collect()
    };
    let (shape, strides) = (extents(&temp.shape).map_err(located)?, extents(&strides).map_err(located)?);
    Array::poisoned(ty, shape, strides, MAX_BYTES).ok_or_else(|| {
        located(Box::new(Diagnostic::error("lp::run::too-large", format!("`{name}` is too large"))))
    })
}

/// The value of an integer expression in value arguments.
pub(crate) fn constant(compiler: &mut Compiler<'_>, expr: &Expr) -> Result<i64, Fault> {
    compiler.scope.clear();
    let code = compiler.index(expr)?;
    let mut machine = Machine {
        regions: Vec::new(),
        slots: Vec::new(),
        actor: Actor::default(),
        fuel: 1_000,
        atomic: None,
    };
    machine.eval_index(&code)
}

/// The value of an integer expression in these value arguments.
pub(crate) fn constant_of(
    kernel: &Kernel,
    values: &std::collections::BTreeMap<Name, crate::Value>,
    expr: &Expr,
) -> Result<i64, Diagnostic> {
    constant(&mut Compiler::new(kernel, values), expr).map_err(|fault| *fault)
}
