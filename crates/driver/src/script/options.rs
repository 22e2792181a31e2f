//! Options of kernels. Those of Loo.py steer its code for Python hosts; one says what a kernel may compute.

use super::host::{self, Host};
use super::make::Arguments;
use super::namespace;
use super::value::{KernelValue, Record, record};
use pass::Call;
use script::Value;

/// Options that have no effect here: what they ask for is done always, or by other means.
const WITHOUT_EFFECT: &[&str] = &[
    "annotate_inames",
    "trace_assignments",
    "trace_assignment_values",
    "skip_arg_checks",
    "no_numpy",
    "cl_exec_manage_array_events",
    "return_dict",
    "write_wrapper",
    "write_code",
    "write_cl",
    "edit_code",
    "edit_cl",
    "highlight_wrapper",
    "highlight_code",
    "highlight_cl",
    "allow_terminal_colors",
    "build_options",
    "cl_build_options",
    "disable_global_barriers",
    "check_dep_resolution",
    "enforce_variable_access_ordered",
    "enforce_array_accesses_within_bounds",
    "insert_gbarriers",
];

const REORDERING: &str = "allow_fp_reordering";

/// `lp.Options(..)`
///
/// # Errors
/// An option that Loo.py does not have.
pub(super) fn object(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&[], &names())?;
    Ok(record(args.named.iter().map(|(name, value)| (*name, value.clone()))))
}

/// `lp.set_options(knl, "write_code", return_dict=True)`
///
/// # Errors
/// An option that Loo.py does not have, or that a kernel has from the start.
pub(super) fn set(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["kernel", "args"], &names())?;
    let handle = args.get(0, "kernel").and_then(KernelValue::handle_of);
    let handle = handle.ok_or_else(|| args.refuse("the first argument of `set_options` is no kernel"))?;
    let given = args.positional.iter().skip(1);
    let mut reorders = args.truth(REORDERING)?;
    for value in given {
        reorders = reorders.or(reorders_sums(args, value)?);
    }
    if reorders == Some(false) {
        return Err(args.refuse(format!(
            "`{REORDERING}` is given to `make_kernel`: `options={{\"{REORDERING}\": False}}`"
        )));
    }
    let is_new = |host: &mut Host| host.kernels.get(handle).is_some_and(|entry| !entry.kernel.reassociate);
    let allowed = if reorders == Some(true) && host::with_host(|host| is_new(host)) {
        let origin = args.origin;
        let call = Call { name: "reassociate".to_owned(), name_origin: origin, origin, args: Vec::new() };
        host::with_host(|host| namespace::apply(host, call, handle)).map_err(host::fail)?
    } else {
        handle
    };
    Ok(Value::from(KernelValue::new(allowed)))
}

/// Whether sums may be reordered, where options say so: a text such as `"return_dict,no_numpy"`, a
/// dictionary, or `lp.Options(..)`.
///
/// # Errors
/// An option that Loo.py does not have.
pub(super) fn reorders_sums(args: &Arguments<'_>, options: &Value) -> script::Result<Option<bool>> {
    let mut reorders = None;
    let mut one = |name: &str, value: Option<bool>| {
        if name == REORDERING {
            reorders = value;
            return Ok(());
        }
        if WITHOUT_EFFECT.contains(&name) {
            return Ok(());
        }
        let near =
            diag::nearest(name, names()).map_or(String::new(), |near| format!(": did you mean `{near}`?"));
        Err(args.refuse(format!("there is no option `{name}`{near}")))
    };
    if let Some(text) = options.as_str() {
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, "1"));
            one(name.trim(), Some(!matches!(value.trim(), "0" | "False" | "false")))?;
        }
    } else if let Some(entries) = options.as_entries() {
        for (key, value) in &entries {
            one(&super::convert::bare_text(key), value.as_bool())?;
        }
    } else if let Some(record) = options.downcast::<Record>() {
        for (key, value) in record.fields() {
            one(key, value.as_bool())?;
        }
    } else {
        return Err(args.refuse(format!(
            "options are a text, a dictionary or `lp.Options(..)`, not `{}`",
            options.type_name()
        )));
    }
    Ok(reorders)
}

/// The options that Loo.py has.
fn names() -> Vec<&'static str> {
    WITHOUT_EFFECT.iter().copied().chain([REORDERING]).collect()
}
