//! What a script can ask a kernel.

use super::host;
use super::value::{DtypeValue, KernelValue, record};
use ir::access::{self, AccessKind};
use ir::{Kernel, Statement};
use script::Value;

/// Attributes of a kernel value.
pub(super) const ATTRIBUTES: &[&str] = &[
    "name",
    "inames",
    "instructions",
    "args",
    "temporaries",
    "rules",
    "default_entrypoint",
    "entrypoints",
    "arg_dict",
    "temporary_variables",
    "id_to_insn",
    "substitutions",
    "domains",
    "assumptions",
    "loop_priority",
    "target",
    "index_dtype",
];

/// The name of a kernel.
pub(super) fn name(handle: usize) -> String {
    host::with_host(|host| {
        host.kernels.get(handle).map(|entry| entry.kernel.name.to_string()).unwrap_or_default()
    })
}

/// The kernel as `.lpir`.
pub(super) fn text(handle: usize) -> String {
    host::with_host(|host| host.kernels.get(handle).map(|entry| entry.kernel.to_string()).unwrap_or_default())
}

/// One attribute of a kernel:
///
/// - `name`: a string
/// - `inames`: their names, outer domains first
/// - `instructions`: structs with `id`, `inames`, `tags`, `depends_on`, `reads`, `writes`
/// - `args`, `temporaries`: structs with `name`, `dtype`, `shape`
/// - `rules`: structs with `name`, `arguments`
/// - `arg_dict`, `temporary_variables`, `id_to_insn`, `substitutions`: the same by name
/// - `domains`, `assumptions`: texts; `loop_priority`: lists of inames; `target`: a text, `None` where the
///   kernel names none
/// - `index_dtype`: the type of sizes
/// - `default_entrypoint`: the kernel itself; `entrypoints`: a list of its name
pub(super) fn attribute(handle: usize, name: &str) -> Option<Value> {
    let kernel = host::with_host(|host| host.kernels.get(handle).map(|entry| entry.kernel.clone()))?;
    Some(match name {
        "name" => Value::from(kernel.name.as_str()),
        "inames" => strings(kernel.inames.keys()),
        "instructions" => list(kernel.statements.iter().map(|(id, s)| instruction(&kernel, id, s))),
        "args" => list(kernel.args.iter().map(|(name, arg)| {
            let shape = arg.shape().unwrap_or_default().iter();
            let shape =
                shape.map(|extent| extent.as_ref().map_or("?".to_owned(), ToString::to_string)).collect();
            variable(name, arg.ty, shape)
        })),
        "temporaries" => list(kernel.temps.iter().map(|(name, temp)| {
            variable(name, temp.ty, temp.shape.iter().map(ToString::to_string).collect())
        })),
        "rules" => list(kernel.rules.iter().map(|(name, rule)| {
            record([("name", Value::from(name.as_str())), ("arguments", strings(&rule.params))])
        })),
        "domains" => strings(kernel.domains.iter().map(|domain| &domain.set)),
        "assumptions" => Value::from(kernel.assumptions.to_string()),
        "loop_priority" => list(kernel.priorities.iter().map(strings)),
        "target" => kernel.target.map_or(Value::None, |target| Value::from(target.to_string())),
        // What Loo.py computes subscripts in unless it is told.
        "index_dtype" => Value::from(DtypeValue::new(ir::Scalar::I32.numpy_name())),
        "default_entrypoint" => Value::from(KernelValue::new(handle)),
        "entrypoints" => strings([&kernel.name]),
        "arg_dict" => by_name(&attribute(handle, "args")?, "name"),
        "temporary_variables" => by_name(&attribute(handle, "temporaries")?, "name"),
        "id_to_insn" => by_name(&attribute(handle, "instructions")?, "id"),
        "substitutions" => by_name(&attribute(handle, "rules")?, "name"),
        _ => return None,
    })
}

/// A dictionary of the structs of a list, by one of their fields.
fn by_name(structs: &Value, field: &str) -> Value {
    let key = |one: &Value| match one {
        Value::Native(native) => native.attribute(field).ok().flatten()?.as_str().map(str::to_owned),
        _ => None,
    };
    Value::dict(
        structs.as_sequence().unwrap_or_default().into_iter().filter_map(|one| Some((key(&one)?, one))),
    )
}

fn list(values: impl Iterator<Item = Value>) -> Value {
    Value::from(values.collect::<Vec<_>>())
}

fn strings<T: ToString>(names: impl IntoIterator<Item = T>) -> Value {
    Value::from(names.into_iter().map(|name| name.to_string()).collect::<Vec<String>>())
}

fn variable(name: &str, ty: Option<ir::Scalar>, shape: Vec<String>) -> Value {
    let dtype = match ty {
        Some(ty) => Value::from(DtypeValue::new(ty.numpy_name())),
        None => Value::from("auto"),
    };
    record([("name", Value::from(name)), ("dtype", dtype), ("shape", Value::from(shape))])
}

fn instruction(kernel: &Kernel, id: &str, statement: &Statement) -> Value {
    let accesses = access::accesses(kernel, statement);
    let of_kind = |kind: AccessKind| {
        let mut names: Vec<String> = Vec::new();
        for access in accesses.iter().filter(|access| access.kind == kind) {
            if !names.iter().any(|name| **name == *access.variable) {
                names.push(access.variable.to_string());
            }
        }
        names
    };
    record([
        ("id", Value::from(id)),
        ("inames", strings(&statement.inames)),
        ("within_inames", strings(&statement.inames)),
        ("predicates", strings(&statement.predicates)),
        ("priority", Value::Int(statement.priority)),
        ("tags", strings(&statement.tags)),
        ("depends_on", strings(&statement.after)),
        ("reads", Value::from(of_kind(AccessKind::Read))),
        ("writes", Value::from(of_kind(AccessKind::Write))),
    ])
}
