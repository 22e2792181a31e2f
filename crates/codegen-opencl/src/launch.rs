//! What a host needs besides the source: functions, the order and kinds of their arguments, sizes as expressions in
//! the kernel's arguments, and conditions to check before a launch.

use crate::dialect::Dialect;
use crate::function::{argument_type, constant_work_items};
use crate::interval::ARGUMENT_LIMIT;
use crate::names::Names;
use crate::part::{self, Part};
use crate::vector::BUFFER_ALIGNMENT;
use crate::{counter, extents, host, limits, usage};
use diag::Diagnostic;
use ir::{
    AddressSpace, ArgKind, Expr, Host, InameTag, Kernel, Launch, Name, Promise, Requirement, Scalar, Temp,
    affine, typing, walk,
};
use serde_json::{Value, json};

/// One argument of a device function.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum KernelArg {
    /// A scalar argument of the kernel, by value.
    Value {
        /// Its name.
        name: Name,
        /// Its type.
        ty: Scalar,
    },
    /// An array argument of the kernel.
    Buffer {
        /// Its name.
        name: Name,
        /// Its element type.
        ty: Scalar,
        /// Which part of it, where it has separate axes.
        part: Option<Part>,
    },
    /// A temporary in global memory, which the host allocates.
    Temporary {
        /// Its name.
        name: Name,
        /// Its element type.
        ty: Scalar,
        /// Which part of it, where it has separate axes.
        part: Option<Part>,
    },
    /// The counter of a loop that runs on the host.
    HostIndex {
        /// The iname.
        name: Name,
        /// `i32`, or `i64` where its values need that.
        ty: Scalar,
    },
}

impl KernelArg {
    /// What the namer knows it by.
    pub(crate) fn key(&self) -> &Name {
        match self {
            KernelArg::Buffer { part: Some(part), .. } | KernelArg::Temporary { part: Some(part), .. } => {
                &part.name
            }
            _ => self.name(),
        }
    }

    /// The variable.
    pub fn name(&self) -> &Name {
        match self {
            KernelArg::Value { name, .. }
            | KernelArg::Buffer { name, .. }
            | KernelArg::Temporary { name, .. }
            | KernelArg::HostIndex { name, .. } => name,
        }
    }
}

/// One device function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelInfo {
    /// The launch in the schedule.
    pub launch: Name,
    /// Name of the function in the source.
    pub function: String,
    /// Its arguments, in order.
    pub args: Vec<KernelArg>,
}

/// A temporary in global memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemporaryInfo {
    /// Its name.
    pub name: Name,
    /// Its element type.
    pub ty: Scalar,
}

/// The launch description of a scheduled kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// Device functions in source order.
    pub kernels: Vec<KernelInfo>,
    /// Temporaries that the host allocates.
    pub temporaries: Vec<TemporaryInfo>,
    /// Largest magnitude that 32-bit integer arguments may have, so that index arithmetic fits its types.
    pub argument_limit: i64,
    /// What must hold of arguments so that index arithmetic fits 64 bits.
    pub limits: Vec<Requirement>,
    /// How many groups a launch may have along each axis.
    pub group_limits: [u64; 3],
    /// Bytes of which the start of each buffer is a multiple, where vectors are loaded and stored.
    pub buffer_alignment: u64,
    json: Value,
}

impl Description {
    /// The whole description as JSON, with sizes as text in `.lpir` notation and requirements in C.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(&self.json).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// Describes the launches of a scheduled kernel, whose functions are printed in that language.
///
/// # Errors
/// Where the kernel is not scheduled.
pub fn description(kernel: &Kernel, dialect: Dialect) -> Result<Description, Vec<Diagnostic>> {
    let launches = crate::launches(kernel)?;
    let names = Names::of(kernel, dialect);
    let kernels: Vec<KernelInfo> = launches
        .iter()
        .map(|launch| KernelInfo {
            launch: launch.name.clone(),
            function: names.function(kernel, launch, dialect),
            args: arguments(kernel, launch, dialect),
        })
        .collect();
    let temporaries: Vec<TemporaryInfo> = global_temporaries(kernel);
    let schedule =
        kernel.schedule.as_ref().map(|schedule| steps_json(kernel, &schedule.host)).unwrap_or_default();
    let limits = limits::required_limits(kernel);
    let group_limits = dialect.group_limits();
    let extents = extents::required_extents(kernel);
    // What the others compute is only right within the limits.
    let requires = limits.iter().chain(&kernel.requires).chain(&extents);
    let requires = requires.map(|requirement| requirement_json(kernel, &names, requirement));
    let requires = requires.collect::<Result<Vec<_>, _>>().map_err(|error| vec![error])?;
    let buffer_alignment = buffer_alignment(kernel, dialect);
    let json = json!({
        "kernel": &*kernel.name,
        "functions": launches.iter().zip(&kernels).map(|(launch, info)| function_json(launch, info)).collect::<Vec<_>>(),
        "steps": schedule,
        "arguments": kernel.args.iter().map(|(name, arg)| argument_json(name, arg)).collect::<Vec<_>>(),
        "temporaries": temporaries.iter().map(|temp| temporary_json(kernel, temp)).collect::<Vec<_>>(),
        "assumptions": kernel.assumptions.to_string(),
        "argument_limit": ARGUMENT_LIMIT,
        "group_limits": group_limits,
        // Buffers of OpenCL begin so; memory that is taken from elsewhere may not.
        "buffer_alignment": buffer_alignment,
        // Every pointer is `restrict`: no two buffers of a launch may share memory.
        "distinct_buffers": true,
        // OpenCL refuses a launch without work items, and there is nothing that it would do.
        "skip_launches_without_groups": true,
        "trusted": kernel.trusted.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "promises": kernel.promises.iter().map(promise_json).collect::<Vec<_>>(),
        "requires": requires,
    });
    let argument_limit = ARGUMENT_LIMIT;
    Ok(Description { kernels, temporaries, argument_limit, limits, group_limits, buffer_alignment, json })
}

/// What code with vectors relies on; other code takes buffers that begin anywhere.
fn buffer_alignment(kernel: &Kernel, dialect: Dialect) -> u64 {
    let vectors = kernel.inames.values().any(|iname| iname.tag == Some(InameTag::Vector));
    if vectors && dialect == Dialect::OpenCl { u64::from(BUFFER_ALIGNMENT) } else { 1 }
}

/// What a launch takes: the kernel's arguments that it touches, global temporaries, then counters of host loops. Where its
/// function runs the groups too, it must know how many there are.
pub(crate) fn arguments(kernel: &Kernel, launch: &Launch, dialect: Dialect) -> Vec<KernelArg> {
    let mut mentioned = usage::of(kernel, launch);
    if !dialect.has_device() {
        mentioned.extend(launch.groups.iter().chain(&launch.work_items).flat_map(walk::names));
    }
    let mut found = Vec::new();
    for (name, arg) in kernel.args.iter().filter(|(name, _)| mentioned.contains(*name)) {
        let ty = arg.ty.unwrap_or(Scalar::F64);
        let name = name.clone();
        if typing::is_value_argument(kernel, &name) {
            found.push(KernelArg::Value { name, ty });
        } else {
            let buffer = |part| KernelArg::Buffer { name: name.clone(), ty, part };
            found.extend(part::parts(kernel, &name).into_iter().map(buffer));
        }
    }
    for temp in global_temporaries(kernel).into_iter().filter(|temp| mentioned.contains(&temp.name)) {
        let argument = |part| KernelArg::Temporary { name: temp.name.clone(), ty: temp.ty, part };
        found.extend(part::parts(kernel, &temp.name).into_iter().map(argument));
    }
    let counters = counter::around(kernel, launch);
    let counters = counters.into_iter().filter(|(name, _)| mentioned.contains(name));
    found.extend(counters.map(|(name, range)| KernelArg::HostIndex { name, ty: counter::ty(range) }));
    found
}

fn global_temporaries(kernel: &Kernel) -> Vec<TemporaryInfo> {
    let global = kernel.temps.iter().filter(|(_, temp)| temp.space == Some(AddressSpace::Global));
    global
        .map(|(name, _)| TemporaryInfo {
            name: name.clone(),
            ty: argument_type(kernel, name).unwrap_or(Scalar::F64),
        })
        .collect()
}

fn function_json(launch: &Launch, info: &KernelInfo) -> Value {
    let args: Vec<Value> = info.args.iter().map(parameter_json).collect();
    json!({
        "name": info.function,
        "args": args,
        "groups": launch.groups.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "work_items": launch.group_shape().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "required_group_size": constant_work_items(launch),
    })
}

fn parameter_json(arg: &KernelArg) -> Value {
    let (kind, ty, part) = match arg {
        KernelArg::Value { ty, .. } => ("value", *ty, &None),
        KernelArg::Buffer { ty, part, .. } => ("buffer", *ty, part),
        KernelArg::Temporary { ty, part, .. } => ("temporary", *ty, part),
        KernelArg::HostIndex { ty, .. } => ("host_index", *ty, &None),
    };
    let mut json = json!({"kind": kind, "name": &**arg.name(), "type": ty.name()});
    // The parts follow each other in the memory of the array, and all are of one size.
    if let (Some(part), Some(entries)) = (part, json.as_object_mut()) {
        entries.insert("part".to_owned(), json!(part.number));
        entries.insert("parts".to_owned(), json!(part.of));
    }
    json
}

fn steps_json(kernel: &Kernel, steps: &[Host]) -> Value {
    let step = |step: &Host| match step {
        Host::Launch(launch) => json!({"launch": &*launch.name}),
        Host::For(inner) => {
            let mut json = json!({
                "for": &*inner.iname,
                "from": inner.lower.to_string(),
                "to": inner.upper.to_string(),
                "steps": steps_json(kernel, &inner.body),
            });
            if let (Some(condition), Some(entries)) = (inner.while_condition(kernel), json.as_object_mut()) {
                entries.insert("while".to_owned(), json!(condition.to_string()));
            }
            json
        }
    };
    steps.iter().map(step).collect()
}

fn argument_json(name: &Name, arg: &ir::Arg) -> Value {
    let ty = arg.ty.map(Scalar::name);
    match &arg.kind {
        ArgKind::Value => json!({"name": &**name, "kind": "value", "type": ty}),
        ArgKind::Array { shape, layout, access } => json!({
            "name": &**name,
            "kind": "array",
            "type": ty,
            "shape": shape.iter().map(|extent| extent.as_ref().map(ToString::to_string)).collect::<Vec<_>>(),
            "strides": layout.strides(shape).map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>()),
            "size": layout.size(shape).map(|size| size.to_string()),
            "access": access.to_string(),
        }),
    }
}

/// What a host checks before a launch, or vouches for.
fn promise_json(promise: &Promise) -> Value {
    match promise {
        Promise::Injective(array) => json!({"kind": "injective", "array": &**array}),
        Promise::Distinct { statement, inames } => {
            let inames: Vec<&str> = inames.iter().map(|iname| &**iname).collect();
            json!({"kind": "distinct", "statement": &**statement, "inames": inames})
        }
        Promise::Range { array, low, high } => {
            let [low, high] = [low, high].map(|bound| affine::from_aff(bound).to_string());
            json!({"kind": "range", "array": &**array, "from": low, "below": high})
        }
    }
}

/// What a host tests before a launch, in C, and what it says where that does not hold.
fn requirement_json(kernel: &Kernel, names: &Names, requirement: &Requirement) -> Result<Value, Diagnostic> {
    let condition = host::condition(kernel, names, &requirement.condition)?;
    Ok(json!({"condition": condition, "message": requirement.message}))
}

fn temporary_json(kernel: &Kernel, temp: &TemporaryInfo) -> Value {
    let text = |exprs: Vec<Expr>| exprs.iter().map(ToString::to_string).collect::<Vec<_>>();
    let declared = kernel.temps.get(&temp.name);
    json!({
        "name": &*temp.name,
        "type": temp.ty.name(),
        "shape": declared.map(|temp| text(temp.shape.clone())),
        "strides": declared.and_then(Temp::strides).map(text),
        // The host allocates this many elements: there may be padding between those that have subscripts.
        "size": declared.and_then(Temp::size).map(|size| size.to_string()),
    })
}
