//! What a script leaves behind.

use super::host::{self, Host};
use super::program;
use super::value::KernelValue;
use super::{Convention, Ran};
use ir::Module;
use judge::blame::Applied;
use script::Value;

/// Handles of the kernels that come out of a script, each with all that it calls.
pub(super) fn handles(
    bound: &script::Module,
    names: &[String],
    convention: &Convention,
) -> script::Result<Vec<usize>> {
    let handles = left(bound, names, convention)?;
    match handles.iter().find_map(|handle| program::missing(*handle)) {
        Some(problem) => Err(host::fail(problem.into())),
        None => Ok(handles),
    }
}

fn left(bound: &script::Module, names: &[String], convention: &Convention) -> script::Result<Vec<usize>> {
    let of = |name: &str| bound.get(name).as_ref().and_then(KernelValue::handle_of);
    if let Some(result) = bound.get("RESULT") {
        return kernel_handles(&result)
            .ok_or_else(|| host::error("`RESULT` is neither a kernel nor a list of kernels"));
    }
    match convention {
        Convention::Result => Err(host::error("the block sets no `RESULT`")),
        Convention::Names => Ok(names.iter().enumerate().map(|(at, name)| of(name).unwrap_or(at)).collect()),
        Convention::File => {
            let found = file(bound, names, &of);
            if found.is_empty() { last().map(|handle| vec![handle]) } else { Ok(found) }
        }
    }
}

/// A script file may rebind the kernel's name or `knl`, or make kernels of its own.
fn file(bound: &script::Module, names: &[String], of: &dyn Fn(&str) -> Option<usize>) -> Vec<usize> {
    if let Some(handle) = of("knl").filter(|handle| names.is_empty() || (names.len() == 1 && *handle > 0)) {
        return vec![handle];
    }
    if !names.is_empty() {
        return names.iter().enumerate().map(|(at, name)| of(name).unwrap_or(at)).collect();
    }
    let held = bound.names().into_iter().filter_map(|name| of(&name));
    let mut found: Vec<usize> = held.filter(|handle| !program::is_merged(*handle)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The kernel that the script made last, where it keeps none under a name, as in a listing of
/// `lp.make_kernel(..)` alone.
fn last() -> script::Result<usize> {
    let made = host::with_host(|host| host.kernels.len());
    made.checked_sub(1).ok_or_else(|| host::error("the script makes no kernel, and no input holds one"))
}

/// The handles of a kernel, or of a list of kernels.
fn kernel_handles(value: &Value) -> Option<Vec<usize>> {
    if let Some(handle) = KernelValue::handle_of(value) {
        return Some(vec![handle]);
    }
    value.as_sequence()?.iter().map(KernelValue::handle_of).collect()
}

/// The kernels of these handles, and the calls that made them. Where two bear one name, the later one stays.
pub(super) fn collect(host: Host, handles: &[usize]) -> Ran {
    let mut module = Module::default();
    let (mut history, mut chains) = (Vec::new(), Vec::new());
    for entry in handles.iter().filter_map(|handle| host.kernels.get(*handle)) {
        module.kernels.insert(entry.kernel.name.clone(), entry.kernel.clone());
        let first = entry.steps.first().map_or(&entry.kernel, |step| &step.before);
        let first = Module { kernels: [(entry.origin.clone(), first.clone())].into_iter().collect() };
        chains.push((first, calls(&entry.steps)));
        history.extend(entry.steps.iter().cloned());
    }
    let pipeline = calls(&history);
    Ran { module, pipeline, chains, warnings: host.warnings, times: host.times, history }
}

fn calls(steps: &[Applied]) -> String {
    steps.iter().map(|step| format!("{}\n", step.call)).collect()
}
