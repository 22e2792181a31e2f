//! What kernels can be asked to do: `knl.copy(target=..)`.

use super::host::{self, Entry};
use super::make::Arguments;
use super::value::KernelValue;
use super::{describe, namespace, question, target};
use ir::Name;
use script::Value;

/// Their names. A program of Loo.py holds several kernels, of which some are entered from the host; here a
/// kernel is its own program.
pub(super) const NAMES: &[&str] = &[
    "all_inames",
    "copy",
    "with_kernel",
    "with_entrypoints",
    "all_params",
    "iname_tags",
    "insn_inames",
    "get_constant_iname_length",
    "get_read_variables",
    "get_written_variables",
    "reader_map",
    "writer_map",
];

/// Calls the function of that name of a kernel.
pub(super) fn call(handle: usize, name: &str, args: &Arguments<'_>) -> script::Result<Value> {
    let own = Value::from(KernelValue::new(handle));
    match name {
        "all_inames" => {
            args.allow_only(&[], &[])?;
            Ok(describe::attribute(handle, "inames").unwrap_or(own))
        }
        "copy" => {
            // What else steers Loo.py's work on a kernel steers nothing here.
            args.allow_only(&[], &["name", "assumptions", "target", "silenced_warnings", "options"])?;
            copy(handle, args)
        }
        "with_kernel" => {
            args.allow_only(&["kernel"], &[])?;
            let kernel = args.get(0, "kernel").filter(|kernel| KernelValue::handle_of(kernel).is_some());
            kernel.cloned().ok_or_else(|| args.refuse("`with_kernel` takes a kernel"))
        }
        "with_entrypoints" => {
            args.allow_only(&["entrypoints"], &[])?;
            Ok(own)
        }
        _ => question::answer(handle, name, args),
    }
}

/// `knl.copy(name="other", assumptions="n >= 1")`
fn copy(handle: usize, args: &Arguments<'_>) -> script::Result<Value> {
    let entry = host::with_host(|host| host.kernels.get(handle).cloned());
    let (target, name) = (target::from_call(args)?, args.text(usize::MAX, "name")?);
    let mut copy = Value::from(KernelValue::new(handle));
    if let Some(mut entry) = entry.filter(|_| target.is_some() || name.is_some()) {
        if entry.open.is_some() {
            return Err(args.refuse("merge the kernel with what it calls first"));
        }
        entry.kernel.target = target.or(entry.kernel.target);
        if let Some(name) = name {
            entry = renamed(entry, name, args)?;
        }
        copy = Value::from(KernelValue::new(host::with_host(|host| host.add(entry))));
    }
    let Some(assumptions) = args.get(usize::MAX, "assumptions") else { return Ok(copy) };
    let idle = [("allow_empty", Value::Bool(true))];
    let handle = namespace::transform("assume", &[copy, assumptions.clone()], &idle, args.origin)?;
    Ok(Value::from(KernelValue::new(handle)))
}

/// The steps of a kernel know it by its name, so it has that from the start.
fn renamed(entry: Entry, name: &str, args: &Arguments<'_>) -> script::Result<Entry> {
    if !ir::is_identifier(name) {
        return Err(args.refuse(format!("`{name}` is no name")));
    }
    if !entry.steps.is_empty() {
        let message = "a kernel that was transformed keeps its name: give it one when you make it";
        return Err(args.refuse(message));
    }
    let name = Name::from(name);
    let kernel = ir::Kernel { name: name.clone(), ..entry.kernel };
    Ok(Entry { kernel, origin: name, number: None, ..entry })
}
