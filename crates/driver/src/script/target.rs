//! What Loo.py makes code for, `target=lp.CudaTarget()`: the kernel remembers it for
//! `lptranslate --to target`.

use super::make::Arguments;
use ir::Target;

/// Loo.py's targets, and the language that is printed for each.
const TARGETS: &[(&str, Target)] = &[
    ("PyOpenCLTarget", Target::OpenCl),
    ("OpenCLTarget", Target::OpenCl),
    ("CTarget", Target::C),
    ("CWithGNULibcTarget", Target::C),
    ("ExecutableCTarget", Target::C),
    ("ExecutableCWithGNULibcTarget", Target::C),
    ("CudaTarget", Target::Cuda),
    ("ISPCTarget", Target::Ispc),
];

/// Whether it is the name of one of them.
pub(super) fn is_target(name: &str) -> bool {
    TARGETS.iter().any(|(target, _)| *target == name)
}

/// The language of the target of that name, and what is to be said of it on the page of names.
pub(super) fn described(name: &str) -> Option<String> {
    let (_, target) = TARGETS.iter().find(|(target, _)| *target == name)?;
    let unread = if *target == Target::Ispc { "; no compiler reads it in the tests" } else { "" };
    Some(format!(
        "the same: the kernel says `target {target}`, which `lptranslate --to target` prints{unread}"
    ))
}

/// The language that the keyword `target` asks for, if it is given and there is one.
pub(super) fn from_call(args: &Arguments<'_>) -> script::Result<Option<Target>> {
    let Some(given) = args.text(usize::MAX, "target")? else { return Ok(None) };
    match TARGETS.iter().find(|(name, _)| *name == given) {
        Some((_, target)) => Ok(Some(*target)),
        None => Err(args.refuse(format!("`{given}` is no target: write `target=lp.OpenCLTarget()`"))),
    }
}
