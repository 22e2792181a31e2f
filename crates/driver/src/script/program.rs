//! Kernels that call each other: `lp.merge([knl, callee])`.
//!
//! A kernel that calls others means something once these are there. Until then it waits, and with it the
//! steps that a script takes; then the statements of what it calls take the place of its calls.

use super::host::{self, Entry, Open};
use super::kernel_text::Made;
use super::make::{Arguments, add_all, items};
use super::namespace;
use super::value::KernelValue;
use crate::cli::Failure;
use diag::Diagnostic;
use ir::{Kernel, Name};
use judge::blame::Applied;
use script::Value;
use std::collections::BTreeMap;
use std::rc::Rc;

const CODE: diag::Code = "lp::script::program";

/// Steps of which the order of a kernel's instances is the same after: dependencies hold in each iteration of
/// shared loops, of which two are made where one was, or none.
const HARMLESS: &[&str] = &[
    "add_dtypes",
    "assume",
    "fix_parameters",
    "rename_argument",
    "rename_iname",
    "split_iname",
    "tag_inames",
];

/// Handles of kernels by their names.
type Table = BTreeMap<Name, usize>;

/// Makes the kernel that a call of `make_kernel` describes, and gives its handle.
pub(super) fn make_kernel(args: &Arguments<'_>) -> script::Result<usize> {
    let made = Made::from_call(args)?;
    let called = made.called();
    if called.is_empty() {
        let module = made.kernel(&BTreeMap::new()).map_err(host::fail)?;
        let handles = host::with_host(|host| add_all(host, module));
        return handles.first().copied().ok_or_else(|| args.refuse("there is no kernel in it"));
    }
    let name = Name::from(made.name());
    let kernel = Kernel::new(name.clone()).map_err(|error| args.refuse(error.to_string()))?;
    let open = Open { made: Rc::new(made), called, pending: Vec::new() };
    Ok(host::with_host(|host| host.add(Entry { open: Some(open), ..Entry::new(kernel, name) })))
}

/// `lp.merge([knl, callee])`: the kernel that calls the others.
pub(super) fn merge(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["translation_units"], &[])?;
    let given = args.get(0, "translation_units").map(items).unwrap_or_default();
    let handles: Option<Vec<usize>> = given.iter().map(KernelValue::handle_of).collect();
    let Some(handles) = handles.filter(|handles| !handles.is_empty()) else {
        return Err(args.refuse("`merge` takes a list of kernels"));
    };
    // What was merged before comes along.
    let mut table = Table::new();
    for handle in &handles {
        let entries = host::with_host(|host| {
            let entry = host.kernels.get(*handle)?;
            let own = (entry.kernel.name.clone(), *handle);
            Some(entry.joined.clone().into_iter().chain([own]).collect::<Vec<_>>())
        });
        for (name, handle) in entries.unwrap_or_default() {
            if table.insert(name.clone(), handle).is_some_and(|other| other != handle) {
                return Err(args.refuse(format!("two kernels are named `{name}`")));
            }
        }
    }
    let calls = |one: usize, other: usize| {
        host::with_host(|host| {
            let (Some(one), Some(other)) = (host.kernels.get(one), host.kernels.get(other)) else {
                return false;
            };
            let open = one.open.as_ref().is_some_and(|open| open.called.contains(&other.kernel.name));
            open || one.joined.contains_key(&other.kernel.name)
        })
    };
    // The whole is the kernel that none of the others calls.
    let mut roots =
        handles.iter().filter(|own| !handles.iter().any(|other| other != *own && calls(*other, **own)));
    let (Some(root), None) = (roots.next(), roots.next()) else {
        let problem = Diagnostic::error(CODE, "not one kernel among these calls all others");
        let problem =
            problem.help("merge a kernel with what it calls; kernels that call nothing stand alone");
        return Err(namespace::refuse(problem, args.origin));
    };
    host::with_host(|host| host.merged.extend(handles.iter().copied()));
    let merged = linked(*root, &table, &mut Vec::new()).map_err(host::fail)?;
    Ok(Value::from(KernelValue::new(merged)))
}

/// `lp.inline_callable_kernel(knl, "callee")`: kernels that are merged are in place already.
pub(super) fn inline(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["translation_unit", "function_name"], &[])?;
    let handle = args.get(0, "translation_unit").and_then(KernelValue::handle_of);
    let (Some(handle), Some(name)) = (handle, args.text(1, "function_name")?) else {
        return Err(args.refuse("`inline_callable_kernel` takes a kernel and the name of one that it calls"));
    };
    if let Some(problem) = missing(handle) {
        return Err(namespace::refuse(problem, args.origin));
    }
    let known =
        host::with_host(|host| host.kernels.get(handle).is_some_and(|entry| entry.joined.contains_key(name)));
    if !known {
        return Err(args.refuse(format!("no kernel `{name}` was merged with this one")));
    }
    Ok(Value::from(KernelValue::new(handle)))
}

/// `lp.rename_callable(knl, "callee", "other")`: what `knl["callee"]` was is `knl["other"]`.
pub(super) fn rename(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["program", "old_name", "new_name", "existing_ok"], &[])?;
    let handle = args.get(0, "program").and_then(KernelValue::handle_of);
    let (Some(handle), Some(old), Some(new)) = (handle, args.text(1, "old_name")?, args.text(2, "new_name")?)
    else {
        return Err(args.refuse("`rename_callable` takes a kernel and two names"));
    };
    if !ir::is_identifier(new) {
        return Err(args.refuse(format!("`{new}` is no name")));
    }
    let entry = host::with_host(|host| host.kernels.get(handle).cloned());
    let Some(mut entry) = entry.filter(|entry| entry.open.is_none()) else {
        return Err(args.refuse("merge the kernel with what it calls first"));
    };
    if entry.joined.contains_key(new) || *entry.kernel.name == *new {
        return Err(args.refuse(format!("a kernel `{new}` is there already")));
    }
    let Some(callee) = entry.joined.remove(old) else {
        return Err(args.refuse(format!("no kernel `{old}` was merged with this one")));
    };
    entry.joined.insert(Name::from(new), callee);
    Ok(Value::from(KernelValue::new(host::with_host(|host| host.add(entry)))))
}

/// The kernel with what it calls in place, as far as that is there; `callers` are being linked.
fn linked(handle: usize, table: &Table, callers: &mut Vec<Name>) -> Result<usize, Failure> {
    let entry = host::with_host(|host| host.kernels.get(handle).cloned());
    let Some(entry) = entry else { return Err(unknown()) };
    let joined = || entry.joined.iter().chain(table).filter(|(name, _)| **name != entry.kernel.name);
    let joined: Table = joined().map(|(name, handle)| (name.clone(), *handle)).collect();
    let Some(open) = &entry.open else {
        return Ok(host::with_host(|host| host.add(Entry { joined, ..entry })));
    };
    if !open.called.iter().all(|name| joined.contains_key(name)) {
        return Ok(host::with_host(|host| host.add(Entry { joined, ..entry })));
    }
    if callers.contains(&entry.kernel.name) {
        let problem = Diagnostic::error(CODE, format!("`{}` calls itself", entry.kernel.name));
        return Err(problem.help("kernels have no recursion: write a loop").into());
    }
    callers.push(entry.kernel.name.clone());
    let mut callees = BTreeMap::new();
    for name in &open.called {
        let Some(callee) = joined.get(name) else { continue };
        let callee = linked(*callee, &joined_with(&joined, &entry.kernel.name, handle), callers)?;
        callees.insert(name.clone(), plain(callee)?);
    }
    callers.pop();
    let module = open.made.kernel(&callees)?;
    let Some(kernel) = module.kernels.into_values().next() else { return Err(unknown()) };
    let entry = Entry { joined, ..Entry::new(kernel.clone(), kernel.name) };
    let mut handle = host::with_host(|host| host.add(entry));
    for call in open.pending.clone() {
        handle = host::with_host(|host| namespace::apply(host, call, handle))?;
    }
    Ok(handle)
}

/// The table with the caller in it, so that a kernel that calls back is found out.
fn joined_with(joined: &Table, name: &Name, handle: usize) -> Table {
    let mut all = joined.clone();
    all.insert(name.clone(), handle);
    all
}

/// A kernel as one that was just made, where the steps since then leave its order as it is.
pub(super) fn plain(handle: usize) -> Result<Kernel, Failure> {
    let entry = host::with_host(|host| host.kernels.get(handle).cloned());
    let Some(entry) = entry else { return Err(unknown()) };
    if let Some(problem) = missing(handle) {
        return Err(problem.into());
    }
    let is_harmless = |call: &str| {
        let name = transform_of(call);
        // Statements that come to share a loop, or no longer do, are in another order.
        let is_whole = !call.contains("within") && (name != Some("rename_iname") || is_plain_rename(call));
        name.is_some_and(|name| HARMLESS.contains(&name)) && is_whole
    };
    let (steps, layouts) = entry.steps.split_at(before_layouts(&entry.steps));
    let changed = steps.iter().find(|step| !step.call.lines().all(is_harmless));
    if let Some(step) = changed {
        let message =
            format!("`{}` is joined with others, and `{}` has changed it", entry.kernel.name, step.call);
        return Err(Diagnostic::error(CODE, message)
            .help("join the kernels first, and transform the result")
            .into());
    }
    let kernel = layouts.first().map_or_else(|| entry.kernel.clone(), |step| (*step.before).clone());
    Ok(transforms::fuse::as_made(kernel))
}

/// How many steps there are before those at the end that say how arrays lie in memory. Callers give arrays of
/// their own, which lie as they say.
fn before_layouts(steps: &[Applied]) -> usize {
    let is_layout =
        |step: &&Applied| step.call.lines().all(|call| transform_of(call) == Some("tag_array_axes"));
    steps.len() - steps.iter().rev().take_while(is_layout).count()
}

/// The transform that a call names.
fn transform_of(call: &str) -> Option<&str> {
    call.split('(').next().and_then(|head| head.split_whitespace().last())
}

/// Whether a call gives a loop another name in all statements, and no more.
fn is_plain_rename(call: &str) -> bool {
    let own = call.split(", kernel=").next().unwrap_or_default();
    own.matches(',').count() == 1
}

/// What a kernel calls and was not merged with.
pub(super) fn missing(handle: usize) -> Option<Diagnostic> {
    host::with_host(|host| {
        let entry = host.kernels.get(handle)?;
        let open = entry.open.as_ref()?;
        let name = open.called.iter().find(|name| !entry.joined.contains_key(*name))?;
        let message = format!("`{}` calls `{name}`, which is not there", entry.kernel.name);
        let problem = Diagnostic::error(CODE, message).at_entity(None, open.made.call(), "made here");
        Some(problem.help(format!("make a kernel of that name and join them: `lp.merge([knl, {name}])`")))
    })
}

/// Whether a kernel went into a program with others, which is what the script leaves instead.
pub(super) fn is_merged(handle: usize) -> bool {
    host::with_host(|host| host.merged.contains(&handle))
}

fn unknown() -> Failure {
    Diagnostic::error("lp::script::kernel", "this kernel is not of this run").into()
}
