//! What a script can ask a kernel.

use super::host;
use super::value::{DtypeValue, KernelValue};
use ir::access::{self, AccessKind};
use ir::{Kernel, Statement};
use starlark::values::dict::AllocDict;
use starlark::values::list::ListRef;
use starlark::values::structs::AllocStruct;
use starlark::values::{Heap, Value};

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
    host::with(|host| host.kernels.get(handle).map(|entry| entry.kernel.name.to_string()).unwrap_or_default())
}

/// The kernel as `.lpir`.
pub(super) fn text(handle: usize) -> String {
    host::with(|host| host.kernels.get(handle).map(|entry| entry.kernel.to_string()).unwrap_or_default())
}

/// One attribute of a kernel:
///
/// - `name`: a string
/// - `inames`: their names, outer domains first
/// - `instructions`: structs with `id`, `inames`, `tags`, `depends_on`, `reads`, `writes`
/// - `args`, `temporaries`: structs with `name`, `dtype`, `shape`
/// - `rules`: structs with `name`, `arguments`
/// - `arg_dict`, `temporary_variables`, `id_to_insn`, `substitutions`: the same by name
/// - `domains`, `assumptions`: texts; `loop_priority`: lists of inames; `target`: a text, `None` where the kernel names none
/// - `index_dtype`: the type of sizes
/// - `default_entrypoint`: the kernel itself; `entrypoints`: a list of its name
pub(super) fn attribute<'v>(handle: usize, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
    let kernel = host::with(|host| host.kernels.get(handle).map(|entry| entry.kernel.clone()))?;
    Some(match name {
        "name" => heap.alloc(kernel.name.as_str()),
        "inames" => strings(kernel.inames.keys(), heap),
        "instructions" => {
            list(kernel.statements.iter().map(|(id, s)| instruction(&kernel, id, s, heap)), heap)
        }
        "args" => list(
            kernel.args.iter().map(|(name, arg)| {
                let shape = arg.shape().unwrap_or_default().iter();
                let shape =
                    shape.map(|extent| extent.as_ref().map_or("?".to_owned(), ToString::to_string)).collect();
                variable(name, arg.ty, shape, heap)
            }),
            heap,
        ),
        "temporaries" => list(
            kernel.temps.iter().map(|(name, temp)| {
                variable(name, temp.ty, temp.shape.iter().map(ToString::to_string).collect(), heap)
            }),
            heap,
        ),
        "rules" => list(
            kernel.rules.iter().map(|(name, rule)| {
                heap.alloc(AllocStruct([
                    ("name", heap.alloc(name.as_str())),
                    ("arguments", strings(&rule.params, heap)),
                ]))
            }),
            heap,
        ),
        "domains" => strings(kernel.domains.iter().map(|domain| &domain.set), heap),
        "assumptions" => heap.alloc(kernel.assumptions.to_string()),
        "loop_priority" => list(kernel.priorities.iter().map(|order| strings(order, heap)), heap),
        "target" => kernel.target.map_or(Value::new_none(), |target| heap.alloc(target.to_string())),
        // What Loo.py computes subscripts in unless it is told.
        "index_dtype" => heap.alloc(DtypeValue::new(ir::Scalar::I32.numpy_name())),
        "default_entrypoint" => heap.alloc(KernelValue::new(handle)),
        "entrypoints" => strings([&kernel.name], heap),
        "arg_dict" => by_name(attribute(handle, "args", heap)?, "name", heap),
        "temporary_variables" => by_name(attribute(handle, "temporaries", heap)?, "name", heap),
        "id_to_insn" => by_name(attribute(handle, "instructions", heap)?, "id", heap),
        "substitutions" => by_name(attribute(handle, "rules", heap)?, "name", heap),
        _ => return None,
    })
}

/// A dictionary of the structs of a list, by one of their fields.
fn by_name<'v>(structs: Value<'v>, field: &str, heap: Heap<'v>) -> Value<'v> {
    let all = ListRef::from_value(structs).map(|list| list.content().to_vec()).unwrap_or_default();
    let key = |one: Value<'v>| one.get_attr(field, heap).ok().flatten();
    heap.alloc(AllocDict(all.into_iter().filter_map(|one| Some((key(one)?, one)))))
}

fn list<'v>(values: impl Iterator<Item = Value<'v>>, heap: Heap<'v>) -> Value<'v> {
    heap.alloc(values.collect::<Vec<_>>())
}

fn strings<'v, T: ToString>(names: impl IntoIterator<Item = T>, heap: Heap<'v>) -> Value<'v> {
    heap.alloc(names.into_iter().map(|name| name.to_string()).collect::<Vec<String>>())
}

fn variable<'v>(name: &str, ty: Option<ir::Scalar>, shape: Vec<String>, heap: Heap<'v>) -> Value<'v> {
    let dtype = match ty {
        Some(ty) => heap.alloc(DtypeValue::new(ty.numpy_name())),
        None => heap.alloc("auto"),
    };
    heap.alloc(AllocStruct([("name", heap.alloc(name)), ("dtype", dtype), ("shape", heap.alloc(shape))]))
}

fn instruction<'v>(kernel: &Kernel, id: &str, statement: &Statement, heap: Heap<'v>) -> Value<'v> {
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
    heap.alloc(AllocStruct([
        ("id", heap.alloc(id)),
        ("inames", strings(&statement.inames, heap)),
        ("within_inames", strings(&statement.inames, heap)),
        ("predicates", strings(&statement.predicates, heap)),
        ("priority", heap.alloc(statement.priority)),
        ("tags", strings(&statement.tags, heap)),
        ("depends_on", strings(&statement.after, heap)),
        ("reads", heap.alloc(of_kind(AccessKind::Read))),
        ("writes", heap.alloc(of_kind(AccessKind::Write))),
    ]))
}
