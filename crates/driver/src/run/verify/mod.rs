//! `lprun --verify-fortran`: the original, built with gfortran, against the kernel made of it.
//!
//! Both run on the same random arguments: flags, sizes with zero and one among them, strides of both signs. What is
//! compared is every bit of every array, numbers that are none counting as one.

mod cases;
mod gfortran;
mod order;
mod records;
mod ulp;

use super::Cli;
use crate::cli::{Failure, Session};
use crate::exit::Outcome;
use crate::fortran::Settings;
use crate::input::{self, InputKind};
use crate::output;
use diag::{Diagnostic, Severity};
use frontend_fortran::{Form, Interface, Origin};
use ir::Kernel;
use runtime::Bindings;
use std::fmt;
use std::path::PathBuf;

const CODE: diag::Code = "lp::run::verify";

/// One run: arguments before, and after it on our side.
pub(super) struct Case {
    pub(super) before: Bindings,
    pub(super) after: Bindings,
}

/// What gfortran builds, and how.
pub(super) struct Original<'a> {
    path: &'a str,
    /// Files of functions and modules that it names.
    files: &'a [PathBuf],
    settings: &'a Settings,
}

/// Compares every kernel of a file with its routine, and prints a line for each.
pub(super) fn verify(cli: &Cli, session: &mut Session, path: &str) -> Result<(), Failure> {
    let form = match input::kind_of(path, cli.from).map_err(Failure::usage)? {
        InputKind::FortranFree => Form::Free,
        InputKind::FortranFixed => Form::Fixed,
        _ => {
            let error = Diagnostic::error(CODE, format!("`{path}` is no Fortran source"));
            return Err(Failure::usage(error));
        }
    };
    let id = input::read(&mut session.sources, path)?;
    let settings = cli.fortran.settings()?;
    let Some(source) = session.sources.get(id) else { return Ok(()) };
    let (imported, files) = settings.survey_with_files(source, id, form);
    let imported = frontend_fortran::accepted(imported, path)?;
    let original = Original { path, files: &files, settings: &settings };
    session.emit(&imported.warnings);
    let wanted = |name: &ir::Name| cli.kernel.as_ref().is_none_or(|wanted| *wanted == name.as_str());
    let kernels = &imported.module.kernels;
    for refused in imported.refused.iter().filter(|refused| wanted(&refused.name)) {
        let reason = refused.reasons.iter().find(|reason| reason.severity == Severity::Error);
        let reason = reason.map_or("", |reason| reason.message.as_str());
        output::print(&format!("{}: refused: {reason}\n", refused.name))?;
    }
    let interfaces = || imported.interfaces.iter().filter(|interface| wanted(&interface.kernel));
    for interface in interfaces() {
        if let Some(host) = &interface.host {
            output::print(&format!(
                "{}: not compared by itself: `{host}` alone can call it\n",
                interface.kernel
            ))?;
        }
    }
    let routines: Vec<(&Kernel, &Interface)> = interfaces()
        .filter(|interface| interface.host.is_none())
        .filter_map(|interface| Some((kernels.get(&interface.kernel)?, interface)))
        .collect();
    let together = gfortran::Program::build(&original, &routines);
    let mut differs = false;
    for (place, routine) in routines.iter().enumerate() {
        let kernel = routine.0;
        let compared = match &together {
            Ok(program) => one(cli, program, place, *routine)?,
            // A routine that nobody outside may call must not keep the others from being compared.
            Err(_) => match gfortran::Program::build(&original, std::slice::from_ref(routine)) {
                Ok(program) => one(cli, &program, 0, *routine)?,
                Err(problem) => Err(format!("not compared: {}", gfortran::told(&problem))),
            },
        };
        let line = match compared {
            Ok(compared) => format!("{}: {compared}\n", kernel.name),
            Err(difference) => {
                differs = true;
                format!("{}: {difference}\n", kernel.name)
            }
        };
        output::print(&line)?;
    }
    if differs {
        return Err(
            Diagnostic::error(CODE, "a result is not the one of the original, or was not compared").into()
        );
    }
    Ok(())
}

/// Runs that agree.
#[derive(Debug, PartialEq, Eq)]
struct Compared {
    runs: usize,
    /// How many drawn arguments had no result on the interpreter, and why the first of them.
    left_out: usize,
    why: String,
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compared { runs, left_out, why } = self;
        if *left_out > 0 {
            write!(f, "{left_out} draws left out ({why}); ")?;
        }
        write!(f, "{runs} runs, equal to the last bit")
    }
}

/// What agrees, or what differs.
fn one(
    cli: &Cli,
    program: &gfortran::Program,
    place: usize,
    (kernel, interface): (&Kernel, &Interface),
) -> Result<Result<Compared, String>, Failure> {
    let mut cases = Vec::new();
    let (mut left_out, mut why) = (0, String::new());
    let dummies = interface.dummies + usize::from(interface.is_function);
    let extents = interface.assumed.iter().filter_map(|name| kernel.args.get(name)?.shape());
    let is_dummy = |name: &ir::Name| interface.assumed.contains(name);
    let allocated = interface.allocated.iter();
    // Each has a lower bound and an extent for each axis; extents of dummies were counted.
    let bounds = allocated.map(|(name, lower)| lower.len() * if is_dummy(name) { 1 } else { 2 });
    let shown = dummies
        + extents.map(<[_]>::len).sum::<usize>()
        + bounds.sum::<usize>()
        + interface.outside.len()
        + usize::from(interface.stops.is_some());
    let is_hidden = interface.outside.iter().any(|(_, origin)| *origin == Origin::Hidden);
    if is_hidden || kernel.args.len() > shown {
        return Ok(Err("not compared: it takes variables that a program cannot set".to_owned()));
    }
    for before in cases::inputs(kernel, cli.seed, cli.cases)? {
        let mut after = before.clone();
        // What leaves its arrays has no meaning in the original either, and what stops has no result.
        if let Err(fault) = runtime::interpret(kernel, &mut after, &runtime::Options::default()) {
            if left_out == 0 {
                why = fault.first().map(|fault| fault.message.clone()).unwrap_or_default();
            }
            left_out += 1;
            continue;
        }
        if has_stopped(interface, &after) {
            continue;
        }
        if cli.device.as_deref().is_some_and(|device| device != "interp") {
            after = before.clone();
            match super::execute::run(cli, &with_room(kernel), &mut after) {
                // Others may run on the device although this one does not as it stands.
                Err(Failure { outcome: Outcome::InputError, diagnostics }) => {
                    let why = diagnostics.iter().find(|found| found.severity == Severity::Error);
                    let why = why.map_or("", |why| why.message.as_str());
                    return Ok(Err(format!("not run on the device: {why}")));
                }
                outcome => drop(outcome?),
            }
        }
        cases.push(Case { before, after });
    }
    if cases.is_empty() {
        let why = if why.is_empty() { why } else { format!(": {why}") };
        return Ok(Err(format!("no arguments were found on which it runs{why}")));
    }
    let theirs = program.run(place, kernel, &cases)?;
    for (case, bytes) in cases.iter().zip(theirs) {
        if let Some(difference) = ulp::difference(kernel, case, &bytes) {
            return Ok(Err(difference));
        }
    }
    Ok(Ok(Compared { runs: cases.len(), left_out, why }))
}

/// The kernel with arrays of its own in global memory, where their extents are no constants: only there is room for them.
fn with_room(kernel: &Kernel) -> Kernel {
    let mut kernel = kernel.clone();
    let is_constant = |extent: &ir::Expr| extent.as_int().is_some();
    for temp in kernel.temps.values_mut().filter(|temp| !temp.shape.iter().all(is_constant)) {
        temp.space.get_or_insert(ir::AddressSpace::Global);
    }
    kernel
}

/// Whether the original stops on these arguments.
fn has_stopped(interface: &Interface, after: &Bindings) -> bool {
    let flag = interface.stops.as_ref().and_then(|flag| after.array(flag));
    flag.is_some_and(|flag| flag.bytes.iter().any(|byte| *byte != 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    const SOURCE: &str = "subroutine f(uplo, n, x, incx)\n\
        character uplo\ninteger n, incx, i, ix\nreal(8) x(*)\nix = 1\nif (incx < 0) ix = 1 - (n - 1)*incx\n\
        do i = 1, n\nif (uplo == 'U') x(ix) = x(ix) + i\nix = ix + incx\nend do\nend\n";

    /// What is said of the kernel of one text and the routine of another.
    fn compared(kernel: &str, routine: &str) -> Result<Compared, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.f90");
        std::fs::write(&path, routine).unwrap();
        let path = path.to_str().unwrap();
        let source = diag::SourceMap::default().add("f.f90", kernel);
        let options = frontend_fortran::Options::new(Form::Free, Vec::new());
        let imported = frontend_fortran::import(kernel, source, "f.f90", &options).unwrap();
        let cli = Cli::parse_from(["lprun", "--verify-fortran", path, "--device", "interp"]);
        let kernel = imported.module.kernels.values().next().unwrap();
        let original = Original { path, files: &[], settings: &Settings::default() };
        let routine = (kernel, &imported.interfaces[0]);
        let program = gfortran::Program::build(&original, &[routine]).unwrap();
        one(&cli, &program, 0, routine).unwrap()
    }

    #[test]
    fn a_difference_is_found() {
        assert_eq!(compared(SOURCE, SOURCE).unwrap().to_string(), "60 runs, equal to the last bit");
        for (from, to) in [
            ("x(ix) + i\n", "x(ix) + i*(1 + epsilon(1d0))\n"),
            ("== 'U'", "/= 'U'"),
            ("(n - 1)*incx", "n*incx"),
        ] {
            let difference = compared(&SOURCE.replace(from, to), SOURCE).unwrap_err();
            assert!(difference.contains("`x` differs by"), "{difference}");
        }
    }
}
