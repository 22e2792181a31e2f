//! What Loo.py makes code for, `target=lp.CudaTarget()`: the kernel remembers it for `lptranslate --to target`.

use super::host;
use super::make::Arguments;
use diag::Diagnostic;
use ir::Target;

/// Loo.py's targets, and the language that is printed for each.
const TARGETS: &[(&str, Option<Target>)] = &[
    ("PyOpenCLTarget", Some(Target::OpenCl)),
    ("OpenCLTarget", Some(Target::OpenCl)),
    ("CTarget", Some(Target::C)),
    ("CWithGNULibcTarget", Some(Target::C)),
    ("ExecutableCTarget", Some(Target::C)),
    ("ExecutableCWithGNULibcTarget", Some(Target::C)),
    ("CudaTarget", Some(Target::Cuda)),
    ("ISPCTarget", None),
];

/// Whether it is the name of one of them.
pub(super) fn is_target(name: &str) -> bool {
    TARGETS.iter().any(|(target, _)| *target == name)
}

/// The language of the target of that name, and what is to be said of it on the page of names.
pub(super) fn described(name: &str) -> Option<String> {
    let (_, target) = TARGETS.iter().find(|(target, _)| *target == name)?;
    Some(match target {
        Some(target) => {
            format!("the same: the kernel says `target {target}`, which `lptranslate --to target` prints")
        }
        None => "accepted with a warning: there is no such language here".to_owned(),
    })
}

/// The language that the keyword `target` asks for, if it is given and there is one.
pub(super) fn of(args: &Arguments<'_, '_>) -> starlark::Result<Option<Target>> {
    let Some(given) = args.text(usize::MAX, "target")? else { return Ok(None) };
    let Some((name, target)) = TARGETS.iter().find(|(name, _)| *name == given) else {
        return Err(args.refuse(format!("`{given}` is no target: write `target=lp.OpenCLTarget()`")));
    };
    if target.is_none() {
        let message = format!("no code is made for `{name}`; the kernel's code is OpenCL, CUDA or C");
        let warning = Diagnostic::warning("lp::script::target", message);
        host::with(|host| host.warnings.push(warning.at_entity(None, args.origin, "")));
    }
    Ok(*target)
}
