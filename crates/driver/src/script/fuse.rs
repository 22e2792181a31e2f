//! `lp.fuse_kernels([fill, scale], suffixes=["_a", "_b"], data_flow=[("a", 0, 1)])`.

use super::host::{self, Entry};
use super::make::{Arguments, items};
use super::value::KernelValue;
use super::{namespace, program};
use crate::cli::Failure;
use ir::{Kernel, Name};
use script::Value;
use transforms::fuse::{Flow, Part};

/// Makes the kernel with the statements of all.
pub(super) fn call(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["kernels", "suffixes", "data_flow"], &[])?;
    let given = args.get(0, "kernels").map(items).unwrap_or_default();
    let handles: Option<Vec<usize>> = given.iter().map(KernelValue::handle_of).collect();
    let Some(handles) = handles.filter(|handles| !handles.is_empty()) else {
        return Err(args.refuse("`fuse_kernels` takes a list of kernels"));
    };
    let suffixes = suffixes(args, handles.len())?;
    let kernels = handles.iter().map(|handle| program::plain(*handle));
    let kernels: Vec<Kernel> = kernels.collect::<Result<_, _>>().map_err(host::fail)?;
    let parts: Vec<Part> =
        kernels.into_iter().zip(suffixes).map(|(kernel, suffix)| Part { kernel, suffix }).collect();
    let name = transforms::fuse::joined_name(&parts);
    let fused = transforms::fuse::fuse(&parts, &flows(args)?).map_err(|refusal| {
        let problems = refusal.0.into_iter();
        let at_call = problems.map(|problem| problem.at_entity(None, args.origin, "in this call"));
        host::fail(Failure::from(at_call.collect::<Vec<_>>()))
    })?;
    let kernel = Kernel { name, ..fused };
    let problems = ir::verify::verify(&kernel);
    if !problems.is_empty() {
        return Err(host::fail(problems.into()));
    }
    let handle = host::with_host(|host| {
        host.merged.extend(handles);
        host.add(Entry::new(kernel.clone(), kernel.name))
    });
    Ok(Value::from(KernelValue::new(handle)))
}

/// What names have behind them that two kernels have; the number of the kernel unless given.
fn suffixes(args: &Arguments<'_>, count: usize) -> script::Result<Vec<String>> {
    let Some(given) = args.get(1, "suffixes") else {
        return Ok((0..count).map(|number| format!("_{number}")).collect());
    };
    let texts: Option<Vec<String>> =
        items(given).iter().map(|text| text.as_str().map(str::to_owned)).collect();
    let is_word = |text: &String| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    texts
        .filter(|texts| texts.len() == count && texts.iter().all(is_word))
        .ok_or_else(|| args.refuse("`suffixes` holds the end of a name for each kernel"))
}

/// `[("a", 0, 1)]`: kernel 1 reads of `a` what kernel 0 wrote.
fn flows(args: &Arguments<'_>) -> script::Result<Vec<Flow>> {
    let given = args.get(2, "data_flow").map(items).unwrap_or_default();
    let number = |value: &Value| usize::try_from(value.as_int()?).ok();
    let flow = |value: &Value| match items(value).as_slice() {
        [variable, from, to] => {
            Some(Flow { variable: Name::from(variable.as_str()?), from: number(from)?, to: number(to)? })
        }
        _ => None,
    };
    let flows: Option<Vec<Flow>> = given.iter().map(flow).collect();
    flows.ok_or_else(|| {
        namespace::refuse(
            diag::Diagnostic::error(
                "lp::script::argument",
                "`data_flow` holds a variable and two numbers of kernels each",
            )
            .help("`data_flow=[(\"a\", 0, 1)]`: kernel 1 reads of `a` what kernel 0 wrote"),
            args.origin,
        )
    })
}
