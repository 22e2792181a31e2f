//! Names in arguments, looked up in a kernel.

use diag::{Code, Diagnostic, Origin};
use ir::{Iname, Kernel, Temp, fresh, function};
use pass::{ArrayName, InameName, NewName, TempName};
use poly::Name;

/// The iname that an argument names.
///
/// # Errors
/// There is none of that name.
pub fn iname<'k>(kernel: &'k Kernel, wanted: &InameName) -> Result<&'k Iname, Diagnostic> {
    let known = kernel.inames.get(&wanted.name);
    known.ok_or_else(|| unknown("lp::unknown::iname", "iname", wanted, wanted.origin, kernel.inames.keys()))
}

/// Tests that the kernel has all these inames, each listed once.
///
/// # Errors
/// Those that it has not.
pub fn inames(kernel: &Kernel, wanted: &[InameName]) -> Result<Vec<Name>, Vec<Diagnostic>> {
    let mut problems: Vec<Diagnostic> = wanted.iter().filter_map(|name| iname(kernel, name).err()).collect();
    let mut names: Vec<Name> = Vec::new();
    for name in wanted {
        if names.contains(name) {
            let problem =
                Diagnostic::error("lp::call::argument", format!("iname `{}` is listed twice", name.name));
            problems.push(problem.at_entity(None, name.origin, ""));
        }
        names.push(name.name.clone());
    }
    if problems.is_empty() { Ok(names) } else { Err(problems) }
}

/// The temporary that an argument names.
///
/// # Errors
/// There is none of that name.
pub fn temp<'k>(kernel: &'k Kernel, wanted: &TempName) -> Result<&'k Temp, Diagnostic> {
    let known = kernel.temps.get(&wanted.name);
    known.ok_or_else(|| {
        if kernel.args.contains_key(&wanted.name) {
            let message = format!("`{}` is an argument, not a temporary", wanted.name);
            return Diagnostic::error("lp::unknown::temporary", message).at_entity(None, wanted.origin, "");
        }
        unknown("lp::unknown::temporary", "temporary", wanted, wanted.origin, kernel.temps.keys())
    })
}

/// Tests that the kernel has an argument or temporary of that name.
///
/// # Errors
/// There is none.
pub fn array(kernel: &Kernel, wanted: &ArrayName) -> Result<(), Diagnostic> {
    if kernel.args.contains_key(&wanted.name) || kernel.temps.contains_key(&wanted.name) {
        return Ok(());
    }
    let known = kernel.args.keys().chain(kernel.temps.keys());
    Err(unknown("lp::unknown::variable", "array", wanted, wanted.origin, known))
}

/// The error that an entity of some kind does not exist, with the nearest name that does.
pub fn unknown<'a>(
    code: Code,
    kind: &str,
    name: &str,
    origin: Origin,
    known: impl Iterator<Item = &'a Name>,
) -> Diagnostic {
    let known: Vec<&str> = known.map(Name::as_str).collect();
    let problem = Diagnostic::error(code, format!("there is no {kind} `{name}`")).at_entity(None, origin, "");
    match diag::nearest(name, known.iter().copied()) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None if known.is_empty() => problem,
        None => problem.help(format!("the kernel has {}", list(&known))),
    }
}

fn list(names: &[&str]) -> String {
    let mut shown: Vec<String> = names.iter().take(8).map(|name| format!("`{name}`")).collect();
    if names.len() > shown.len() {
        shown.push("others".to_owned());
    }
    shown.join(", ")
}

/// A name for something new: the one asked for if it is free, else one made from `base`.
///
/// # Errors
/// The one asked for is taken.
pub fn new_name(kernel: &Kernel, asked: Option<&NewName>, base: &str) -> Result<Name, Diagnostic> {
    match asked {
        None => Ok(fresh(base, |name| kernel.is_used(name))),
        Some(name) if kernel.is_taken(name) => {
            let problem = Diagnostic::error("lp::name::taken", format!("the name `{}` is taken", name.name));
            let free = fresh(name, |name| kernel.is_used(name));
            Err(problem.at_entity(None, name.origin, "").help(format!("`{free}` is free")))
        }
        Some(name) => Ok(name.name.clone()),
    }
}

/// A name for a new rule, which no function bears.
///
/// # Errors
/// The one asked for is taken, or is that of a function.
pub fn new_rule_name(kernel: &Kernel, asked: Option<&NewName>, base: &str) -> Result<Name, Diagnostic> {
    let Some(asked) = asked else {
        return Ok(fresh(base, |name| kernel.is_used(name) || function::is_reserved(name)));
    };
    if function::is_reserved(&asked.name) {
        let message = format!("`{}` is the name of a function, which no rule can bear", asked.name);
        let free = fresh(&format!("{}_rule", asked.name), |name| kernel.is_used(name));
        let problem = Diagnostic::error("lp::name::function", message).at_entity(None, asked.origin, "");
        return Err(problem.help(format!("`{free}` is free")));
    }
    new_name(kernel, Some(asked), base)
}
