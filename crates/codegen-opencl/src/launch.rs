//! What a host needs besides the source: functions, the order and kinds of their arguments, sizes as
//! expressions in the kernel's arguments, and conditions to check before a launch. `docs/host.md` says what
//! each field means.

use crate::argument::{KernelArg, TemporaryInfo, arguments, global_temporaries};
use crate::conditions::host_conditions;
use crate::dialect::Dialect;
use crate::host::Host as HostText;
use crate::interval::ARGUMENT_LIMIT;
use crate::launch_condition::launch_condition;
use crate::names::Names;
use crate::schedule::{self, constant_work_items};
use crate::vector::BUFFER_ALIGNMENT;
use crate::{entry, limits, memory, part};
use diag::Diagnostic;
use ir::{ArgKind, Expr, Host, InameTag, Kernel, Launch, Name, Promise, Requirement, Scalar, Temp, affine};
use serde_json::{Value, json};
use std::collections::BTreeSet;

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
    /// The whole description as JSON, with sizes as text in `.lpir` notation, bytes and requirements in C.
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
    let launches = schedule::launches(kernel)?;
    let names = Names::new(kernel, dialect);
    let kernels: Vec<KernelInfo> = launches
        .iter()
        .map(|launch| KernelInfo {
            launch: launch.name.clone(),
            function: names.function(kernel, launch, dialect),
            args: arguments(kernel, launch, dialect),
        })
        .collect();
    let temporaries: Vec<TemporaryInfo> = global_temporaries(kernel);
    let limits = limits::required_limits(kernel);
    let group_limits = dialect.group_limits();
    let buffer_alignment = buffer_alignment(kernel, dialect);
    let written = kernel.writers().into_keys().collect();
    let texts = Texts { kernel, names: &names, host: HostText::plain(kernel, &names), written };
    let steps = kernel.schedule.as_ref().map(|schedule| steps_json(kernel, &kernels, &schedule.host));
    let arguments: Result<Vec<Value>, Diagnostic> =
        kernel.args.iter().map(|(name, arg)| texts.argument(name, arg)).collect();
    let scratch: Result<Vec<Value>, Diagnostic> =
        temporaries.iter().map(|temp| texts.temporary(temp)).collect();
    let requires: Result<Vec<Value>, Diagnostic> =
        host_conditions(kernel, &limits, &[]).iter().map(|condition| texts.requirement(condition)).collect();
    let failed = |error: Diagnostic| vec![error];
    let json = json!({
        "kernel": &*kernel.name,
        "target": dialect.word(),
        "entry": entry_json(kernel, &names, dialect),
        "functions": launches.iter().zip(&kernels).map(|(launch, info)| function_json(kernel, launch, info)).collect::<Vec<_>>(),
        "steps": steps.unwrap_or_default(),
        "arguments": arguments.map_err(failed)?,
        "temporaries": scratch.map_err(failed)?,
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
        "requires": requires.map_err(failed)?,
    });
    let argument_limit = ARGUMENT_LIMIT;
    Ok(Description { kernels, temporaries, argument_limit, limits, group_limits, buffer_alignment, json })
}

/// What code with vectors relies on; other code takes buffers that begin anywhere.
fn buffer_alignment(kernel: &Kernel, dialect: Dialect) -> u64 {
    let vectors = kernel.inames.values().any(|iname| iname.tag == Some(InameTag::Vector));
    if vectors && dialect == Dialect::OpenCl { u64::from(BUFFER_ALIGNMENT) } else { 1 }
}

/// The function that does all of a host's steps, where the code has one.
fn entry_json(kernel: &Kernel, names: &Names, dialect: Dialect) -> Value {
    if dialect.has_device() {
        return Value::Null;
    }
    let args: Vec<Value> = entry::parameters(kernel).iter().map(parameter_json).collect();
    json!({"name": names.get(&kernel.name), "args": args})
}

fn function_json(kernel: &Kernel, launch: &Launch, info: &KernelInfo) -> Value {
    let args: Vec<Value> = info.args.iter().map(parameter_json).collect();
    let mut json = json!({
        "name": info.function,
        "args": args,
        "groups": launch.groups.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "work_items": launch.group_shape().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "required_group_size": constant_work_items(launch),
    });
    if let (Some(condition), Some(entries)) = (launch_condition(kernel, launch), json.as_object_mut()) {
        entries.insert("if".to_owned(), json!(condition.to_string()));
    }
    json
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

/// The steps of a host; launches by the names of their functions.
fn steps_json(kernel: &Kernel, kernels: &[KernelInfo], steps: &[Host]) -> Value {
    let function = |name: &Name| kernels.iter().find(|info| info.launch == *name).map(|info| &info.function);
    let step = |step: &Host| match step {
        Host::Launch(launch) => json!({"launch": function(&launch.name)}),
        Host::For(inner) => {
            let mut json = json!({
                "for": &*inner.iname,
                "from": inner.lower.to_string(),
                "to": inner.upper.to_string(),
                "steps": steps_json(kernel, kernels, &inner.body),
            });
            if let (Some(condition), Some(entries)) = (inner.while_condition(kernel), json.as_object_mut()) {
                entries.insert("while".to_owned(), json!(condition.to_string()));
            }
            json
        }
    };
    steps.iter().map(step).collect()
}

/// What prints the texts of a description.
struct Texts<'a> {
    kernel: &'a Kernel,
    names: &'a Names,
    host: HostText<'a>,
    /// What statements write.
    written: BTreeSet<&'a Name>,
}

impl Texts<'_> {
    fn argument(&self, name: &Name, arg: &ir::Arg) -> Result<Value, Diagnostic> {
        let ty = arg.ty.map(Scalar::name);
        let identifier = self.names.get(name);
        Ok(match &arg.kind {
            ArgKind::Value => {
                json!({"name": &**name, "identifier": identifier, "kind": "value", "type": ty})
            }
            ArgKind::Array { shape, layout, access } => json!({
                "name": &**name,
                "identifier": identifier,
                "kind": "array",
                "type": ty,
                "shape": shape.iter().map(|extent| extent.as_ref().map(ToString::to_string)).collect::<Vec<_>>(),
                "strides": layout.strides(shape).map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>()),
                "size": layout.size(shape).map(|size| size.to_string()),
                "bytes": self.bytes(name, arg.ty)?,
                "access": access.to_string(),
                "written": self.written.contains(name),
            }),
        })
    }

    fn temporary(&self, temp: &TemporaryInfo) -> Result<Value, Diagnostic> {
        let text = |exprs: Vec<Expr>| exprs.iter().map(ToString::to_string).collect::<Vec<_>>();
        let declared = self.kernel.temps.get(&temp.name);
        Ok(json!({
            "name": &*temp.name,
            "type": temp.ty.name(),
            "shape": declared.map(|temp| text(temp.shape.clone())),
            "strides": declared.and_then(Temp::strides).map(text),
            // The host allocates this many elements: there may be padding between those that have subscripts.
            "size": declared.and_then(Temp::size).map(|size| size.to_string()),
            "bytes": self.bytes(&temp.name, Some(temp.ty))?,
        }))
    }

    /// Memory of an array, all parts of it, in C; nothing where the kernel does not say how large it is.
    fn bytes(&self, array: &Name, ty: Option<Scalar>) -> Result<Option<String>, Diagnostic> {
        let elements = memory::part_elements(self.kernel, array).zip(ty);
        let parts = i64::try_from(part::parts(self.kernel, array).len()).unwrap_or(i64::MAX);
        let bytes = elements.map(|(elements, ty)| memory::bytes(&elements, ty));
        bytes.map(|bytes| self.host.size(&Expr::int(parts).times(&bytes))).transpose()
    }

    /// What a host tests before a launch, in C, and what it says where that does not hold.
    fn requirement(&self, requirement: &Requirement) -> Result<Value, Diagnostic> {
        let condition = self.host.test(&requirement.condition)?;
        Ok(json!({"condition": condition, "message": requirement.message}))
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
