//! From a scheduled kernel and its arguments to what a device has to do: every size a number.

use crate::interp::{condition_of, constant_of};
use crate::{Bindings, Value};
use codegen_opencl::{Description, KernelArg, KernelInfo, launch_condition};
use diag::Diagnostic;
use ir::{
    Access, AddressSpace, ArgKind, Expr, Host, IndexMap, Kernel, Launch, Layout, Loop, Name, Requirement,
    Scalar, walk,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Launches that one run may make.
const MAX_LAUNCHES: usize = 1_000_000;

/// All that a device needs for one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub(super) source: String,
    pub(super) buffers: Vec<Buffer>,
    pub(super) steps: Vec<PlannedStep>,
    /// Whether anything is computed in double precision.
    pub(super) needs_f64: bool,
    /// Bytes of which the start of each buffer has to be a multiple.
    pub(super) buffer_alignment: u64,
}

/// A buffer on the device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Buffer {
    pub(super) name: String,
    /// Where its contents begin in the memory of the array, of which it may be a part.
    pub(super) start: usize,
    pub(super) bytes: usize,
    /// Whether it is a temporary, which has no contents before and after.
    pub(super) is_temporary: bool,
    /// Whether the device may write it.
    pub(super) is_written: bool,
}

/// What the host does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum PlannedStep {
    Launch(PlannedLaunch),
    /// Iterations as long as flags have these values.
    While {
        /// Numbers of buffers that hold one flag each.
        flags: Vec<(usize, bool)>,
        /// The first and the last iteration.
        range: (i64, i64),
        body: Vec<PlannedStep>,
    },
}

impl PlannedStep {
    /// All launches of some steps, each once.
    pub(super) fn launches(steps: &[PlannedStep]) -> Vec<&PlannedLaunch> {
        let mut found = Vec::new();
        for step in steps {
            match step {
                PlannedStep::Launch(launch) => found.push(launch),
                PlannedStep::While { body, .. } => found.extend(PlannedStep::launches(body)),
            }
        }
        found
    }
}

/// One launch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlannedLaunch {
    pub(super) function: String,
    pub(super) groups: [usize; 3],
    pub(super) work_items: [usize; 3],
    pub(super) args: Vec<PlannedArg>,
    /// Memory of a group that its arrays need.
    pub(super) local_bytes: u64,
}

/// One argument of a launch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum PlannedArg {
    /// A buffer by its number.
    Buffer(usize),
    /// A scalar as it lies in memory.
    Scalar(Vec<u8>),
    /// The number of the iteration that a loop of the host is in, by the place of that loop among those
    /// around.
    Iteration {
        /// That place, the outermost first.
        number: usize,
        /// Whether code takes it in 64 bits.
        is_long: bool,
    },
}

/// Plans a run of generated code.
///
/// # Errors
/// Where an argument is missing or beyond what the code is made for, or there are too many launches.
pub fn plan(
    kernel: &Kernel,
    bindings: &Bindings,
    source: &str,
    description: &Description,
) -> Result<Plan, Vec<Diagnostic>> {
    let schedule = kernel.schedule.as_ref().ok_or_else(|| {
        vec![Diagnostic::error(
            "lp::run::not-scheduled",
            format!("kernel `{}` is not scheduled", kernel.name),
        )]
    })?;
    check_limits(kernel, bindings, description)?;
    let mut planner = Planner {
        kernel,
        bindings,
        description,
        values: bindings.values.clone(),
        buffers: IndexMap::default(),
        loops: Vec::new(),
        launches: 0,
    };
    planner.buffers().map_err(|error| vec![error])?;
    let steps = planner.host(&schedule.host).map_err(|error| vec![error])?;
    let types = kernel.args.values().map(|arg| arg.ty).chain(kernel.temps.values().map(|temp| temp.ty));
    let needs_f64 = types.into_iter().any(|ty| ty.is_some_and(|ty| ty.part() == Scalar::F64));
    let buffers = planner.buffers.into_values().collect();
    Ok(Plan {
        source: source.to_owned(),
        buffers,
        steps,
        needs_f64,
        buffer_alignment: description.buffer_alignment,
    })
}

/// Generated index arithmetic is only right for integers of limited size.
fn check_limits(
    kernel: &Kernel,
    bindings: &Bindings,
    description: &Description,
) -> Result<(), Vec<Diagnostic>> {
    let limit = i128::from(description.argument_limit);
    let too_large =
        |value: Value| value.ty() == Scalar::I32 && value.as_int().is_some_and(|value| value.abs() > limit);
    let mut errors: Vec<Diagnostic> = bindings
        .values()
        .filter(|(_, value)| too_large(*value))
        .map(|(name, value)| {
            let message =
                format!("`{name}` is {value}, and generated code allows at most {limit} for an `i32`");
            Diagnostic::error("lp::run::argument-limit", message).help(format!("declare `{name}` as `i64`"))
        })
        .collect();
    for Requirement { condition, message, .. } in &description.limits {
        if !condition_of(kernel, &bindings.values, condition).map_err(|error| vec![error])? {
            let note = format!("generated code requires `{condition}`");
            errors.push(Diagnostic::error("lp::run::argument-limit", message).note(note));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

struct Planner<'a> {
    kernel: &'a Kernel,
    bindings: &'a Bindings,
    description: &'a Description,
    /// Value arguments, and inames of the host loops that are open.
    values: BTreeMap<Name, Value>,
    /// By array and number of the part.
    buffers: IndexMap<(Name, usize), Buffer>,
    /// The loops around that end when flags say so.
    loops: Vec<Name>,
    /// How many launches there are so far.
    launches: usize,
}

impl Planner<'_> {
    fn buffers(&mut self) -> Result<(), Diagnostic> {
        for (name, arg) in &self.kernel.args {
            let ArgKind::Array { access, shape, layout } = &arg.kind else { continue };
            let array = self.bindings.array(name).ok_or_else(|| missing(name))?;
            let is_written = *access != Access::In;
            let bytes = array.bytes.len();
            let whole = Buffer { name: name.to_string(), start: 0, bytes, is_temporary: false, is_written };
            self.parts(name, layout, shape, &whole)?;
        }
        for temporary in &self.description.temporaries {
            let name = &temporary.name;
            let bytes = usize::try_from(self.temporary_bytes(name)?).map_err(|_| too_large(name))?;
            let temp = self.kernel.temps.get(name).ok_or_else(|| missing(name))?;
            let whole =
                Buffer { name: name.to_string(), start: 0, bytes, is_temporary: true, is_written: true };
            self.parts(name, &temp.layout, &temp.extents(), &whole)?;
        }
        Ok(())
    }

    /// A buffer for each part of an array; they are of one size and follow each other.
    fn parts(
        &mut self,
        name: &Name,
        layout: &Layout,
        shape: &[Option<Expr>],
        whole: &Buffer,
    ) -> Result<(), Diagnostic> {
        let count = layout.parts(shape).ok_or_else(|| missing(name))?.len().max(1);
        let bytes = whole.bytes / count;
        for number in 0..count {
            let start = number.saturating_mul(bytes);
            self.buffers.insert((name.clone(), number), Buffer { start, bytes, ..whole.clone() });
        }
        Ok(())
    }

    /// Memory of one copy of a temporary.
    fn temporary_bytes(&self, name: &Name) -> Result<u64, Diagnostic> {
        let temp = self.kernel.temps.get(name).ok_or_else(|| missing(name))?;
        let mut extents = Vec::new();
        for extent in &temp.shape {
            extents.push(Some(Expr::int(constant_of(self.kernel, &self.values, extent)?.max(1))));
        }
        let elements = temp.layout.size(&extents).ok_or_else(|| too_large(name))?;
        let elements = u64::try_from(constant_of(self.kernel, &self.values, &elements)?).ok();
        let size = u64::from(temp.ty.map_or(8, Scalar::bytes));
        elements.and_then(|elements| elements.checked_mul(size)).ok_or_else(|| too_large(name))
    }

    fn host(&mut self, steps: &[Host]) -> Result<Vec<PlannedStep>, Diagnostic> {
        let mut planned = Vec::new();
        for step in steps {
            match step {
                Host::Launch(launch) => planned.extend(self.launch(launch)?.map(PlannedStep::Launch)),
                Host::For(inner) => self.repeated(inner, &mut planned)?,
            }
        }
        Ok(planned)
    }

    fn repeated(&mut self, inner: &Loop<Host>, planned: &mut Vec<PlannedStep>) -> Result<(), Diagnostic> {
        let low = constant_of(self.kernel, &self.values, &inner.lower)?;
        let high = constant_of(self.kernel, &self.values, &inner.upper)?;
        let flags = inner.flags(self.kernel).into_iter().map(|(name, value)| {
            let buffer = self.buffers.get_index_of(&(name.clone(), 0)).ok_or_else(|| missing(&name))?;
            Ok((buffer, value))
        });
        let flags = flags.collect::<Result<Vec<_>, Diagnostic>>()?;
        if !flags.is_empty() && !sizes_need(&inner.body, &inner.iname) {
            self.loops.push(inner.iname.clone());
            let body = self.host(&inner.body)?;
            self.loops.pop();
            planned.push(PlannedStep::While { flags, range: (low, high), body });
            return Ok(());
        }
        for at in low..=high {
            let value = Value::int(Scalar::I64, i128::from(at)).ok_or_else(|| too_large(&inner.iname))?;
            self.values.insert(inner.iname.clone(), value);
            planned.extend(self.host(&inner.body)?);
        }
        self.values.remove(&inner.iname);
        Ok(())
    }

    fn launch(&mut self, launch: &Launch) -> Result<Option<PlannedLaunch>, Diagnostic> {
        let groups = self.extents(&launch.groups)?;
        let work_items = self.extents(&launch.group_shape())?;
        if groups.contains(&0) || work_items.contains(&0) {
            return Ok(None);
        }
        if let Some(condition) = launch_condition(self.kernel, launch)
            && !condition_of(self.kernel, &self.values, &condition)?
        {
            return Ok(None);
        }
        self.check_groups(launch, groups)?;
        self.launches += 1;
        if self.launches > MAX_LAUNCHES {
            let message = format!("the kernel makes more than {MAX_LAUNCHES} launches");
            return Err(Diagnostic::error("lp::run::fuel", message));
        }
        let description = self.description;
        let info = description
            .kernels
            .iter()
            .find(|info| info.launch == launch.name)
            .ok_or_else(|| missing(&launch.name))?;
        let args = self.arguments(info)?;
        let local_bytes = self.local_bytes(launch)?;
        let function = info.function.clone();
        Ok(Some(PlannedLaunch { function, groups, work_items, args, local_bytes }))
    }

    /// Groups have numbers of limited size.
    fn check_groups(&self, launch: &Launch, groups: [usize; 3]) -> Result<(), Diagnostic> {
        let limits = self.description.group_limits.into_iter().zip(groups).zip(0..);
        for ((limit, count), axis) in limits {
            if u64::try_from(count).is_ok_and(|count| count > limit) {
                let message = format!(
                    "`{}` has {count} groups along axis {axis}, and generated code allows {limit}",
                    launch.name
                );
                return Err(Diagnostic::error("lp::run::group-limit", message)
                    .help("give each group more work, or use larger groups"));
            }
        }
        Ok(())
    }

    fn extents(&self, exprs: &[Expr]) -> Result<[usize; 3], Diagnostic> {
        let mut extents = [1; 3];
        for (slot, expr) in extents.iter_mut().zip(exprs) {
            *slot =
                usize::try_from(constant_of(self.kernel, &self.values, expr)?.max(0)).unwrap_or(usize::MAX);
        }
        Ok(extents)
    }

    fn arguments(&self, info: &KernelInfo) -> Result<Vec<PlannedArg>, Diagnostic> {
        let argument = |arg: &KernelArg| match arg {
            KernelArg::Buffer { name, part, .. } | KernelArg::Temporary { name, part, .. } => {
                let number = part.as_ref().map_or(0, |part| part.number);
                let at = self.buffers.get_index_of(&(name.clone(), number));
                at.map(PlannedArg::Buffer).ok_or_else(|| missing(name))
            }
            KernelArg::Value { name, .. } => {
                let value = self.values.get(name).ok_or_else(|| missing(name))?;
                value.memory().map(PlannedArg::Scalar).ok_or_else(|| missing(name))
            }
            KernelArg::HostIndex { name, ty } => {
                if let Some(number) = self.loops.iter().position(|own| own == name) {
                    return Ok(PlannedArg::Iteration { number, is_long: *ty == Scalar::I64 });
                }
                let value = self.values.get(name).and_then(|value| value.as_int());
                let value = value.and_then(|value| Value::int(*ty, value)).ok_or_else(|| too_large(name))?;
                value.memory().map(PlannedArg::Scalar).ok_or_else(|| missing(name))
            }
        };
        info.args.iter().map(argument).collect()
    }

    /// Memory of a group for the arrays that a launch's statements touch.
    fn local_bytes(&self, launch: &Launch) -> Result<u64, Diagnostic> {
        let used = crate::counts::touched(self.kernel, &launch.body);
        let mut bytes = 0_u64;
        for (name, temp) in &self.kernel.temps {
            if temp.space == Some(AddressSpace::Local) && used.contains(name) {
                bytes = bytes.checked_add(self.temporary_bytes(name)?).ok_or_else(|| too_large(name))?;
            }
        }
        Ok(bytes)
    }
}

/// Whether the size of a launch or the end of a loop depends on the iteration of a loop around.
fn sizes_need(steps: &[Host], iname: &Name) -> bool {
    let mentions = |exprs: &[&Expr]| exprs.iter().any(|expr| walk::names(expr).contains(iname));
    steps.iter().any(|step| match step {
        Host::Launch(launch) => mentions(&launch.groups.iter().chain(&launch.work_items).collect::<Vec<_>>()),
        Host::For(inner) => mentions(&[&inner.lower, &inner.upper]) || sizes_need(&inner.body, iname),
    })
}

fn missing(name: &Name) -> Diagnostic {
    Diagnostic::error(
        "lp::run::missing",
        format!("nothing is known of `{name}`, which the generated code needs"),
    )
}

fn too_large(name: &Name) -> Diagnostic {
    Diagnostic::error("lp::run::too-large", format!("`{name}` is too large"))
}
