//! Functions of `lp` that count what a kernel does.

use super::host;
use super::make::Arguments;
use super::value::KernelValue;
use crate::stats::{self, Rows};
use crate::{cli::Failure, dot};
use script::Value;

/// Their names.
pub(super) const NAMES: &[&str] = &[
    "get_op_map",
    "get_mem_access_map",
    "get_synchronization_map",
    "gather_access_footprints",
    "get_dot_dependency_graph",
];

/// Their keywords. What cannot be counted exactly is marked, so that `ignore_uncountable` has no effect;
/// `iname_cluster` and `use_insn_id` say how Loo.py draws a graph.
const KEYWORDS: &[&str] = &[
    "subgroup_size",
    "entrypoint",
    "count_redundant_work",
    "count_within_subscripts",
    "ignore_uncountable",
    "iname_cluster",
    "use_insn_id",
];

/// Runs one of them.
pub(super) fn call(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["kernel"], KEYWORDS)?;
    for (name, why) in [
        ("count_redundant_work", "each instance counts once, wherever it runs"),
        ("count_within_subscripts", "subscripts are not counted"),
    ] {
        if args.flag(name)? {
            return Err(args.refuse(format!("`{name}` can only be `False`: {why}")));
        }
    }
    let Some(handle) = args.get(0, "kernel").and_then(KernelValue::handle_of) else {
        return Err(args.refuse(format!("`{}` takes a kernel", args.function)));
    };
    let kernel = host::with_host(|host| host.kernels.get(handle).map(|entry| entry.kernel.clone()));
    let Some(kernel) = kernel else { return Ok(Value::dict(Vec::<(&str, &str)>::new())) };
    let rows: Rows = match args.function {
        "get_op_map" => stats::operations(&kernel),
        "get_mem_access_map" => stats::accesses(&kernel),
        "gather_access_footprints" => stats::footprints(&kernel),
        "get_dot_dependency_graph" => return Ok(Value::from(dot::dependencies(&kernel))),
        _ => stats::synchronizations(&kernel).map_err(|errors| host::fail(Failure::from(errors)))?,
    };
    Ok(Value::dict(rows))
}
