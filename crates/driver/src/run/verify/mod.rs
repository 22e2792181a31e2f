//! `lprun --verify-fortran`: the original, built with gfortran, against the kernel made of it.
//!
//! Both run on the same random arguments: flags, sizes with zero and one among them, strides of both signs.
//! What is compared is every bit of every result, numbers that are none counting as one. Arguments count on
//! which the original has a meaning, whatever the kernel says of them: one that refuses them, stops or fails
//! there differs from it.

mod accessors;
mod cases;
mod compared;
mod gfortran;
mod order;
mod program;
mod records;
mod routine;
mod shared;
mod ulp;
mod verdict;
mod words;

use super::Cli;
use crate::cli::{Failure, Session};
use crate::fortran::Settings;
use crate::input::{self, InputKind};
use crate::output;
use compared::Comparison;
use diag::{Diagnostic, Severity};
use frontend_fortran::Form;
use routine::Routine;
use std::path::PathBuf;

const CODE: diag::Code = "lp::run::verify";

/// What gfortran builds, and how.
pub(super) struct Original<'a> {
    path: &'a str,
    form: Form,
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
    let (imported, files) = settings.survey_with_files(&mut session.sources, id, form);
    let imported = frontend_fortran::accepted(imported, &session.sources, id)?;
    let original = Original { path, form, files: &files, settings: &settings };
    session.emit(&imported.warnings);
    let wanted = |name: &ir::Name| cli.kernel.as_ref().is_none_or(|wanted| *wanted == name.as_str());
    let kernels = &imported.module.kernels;
    for refused in imported.refused.iter().filter(|refused| wanted(&refused.name)) {
        let reason = refused.reasons.iter().find(|reason| reason.severity == Severity::Error);
        let reason = reason.map_or("", |reason| reason.message.as_str());
        output::print(&format!("{}: refused: {reason}\n", refused.name))?;
    }
    // Each routine has a line, also one that cannot be compared: silence would look like agreement.
    let interfaces = || imported.interfaces.iter().filter(|interface| wanted(&interface.kernel));
    for interface in interfaces() {
        if let Some(host) = &interface.host {
            output::print(&format!(
                "{}: not compared by itself: `{host}` alone can call it\n",
                interface.kernel
            ))?;
        } else if interface.is_part {
            output::print(&format!("{}: not compared by itself: nobody calls it\n", interface.kernel))?;
        }
    }
    let routines: Vec<Routine<'_>> = interfaces()
        .filter(|interface| interface.host.is_none() && !interface.is_part)
        .filter_map(|interface| Some(Routine { kernel: kernels.get(&interface.kernel)?, interface }))
        .collect();
    let mut differs = false;
    let comparison = Comparison::new(cli, &original, &routines);
    for (at, routine) in routines.iter().enumerate() {
        let line = match comparison.compare(at)? {
            Ok(compared) => compared.to_string(),
            Err(difference) => {
                differs = true;
                difference
            }
        };
        output::print(&format!("{}: {line}\n", routine.kernel.name))?;
    }
    if differs {
        let message = "a result is not the one of the original, or was not compared";
        return Err(Diagnostic::error(CODE, message).into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::compared::Compared;
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
        let mut sources = diag::SourceMap::default();
        let source = sources.add("f.f90", kernel);
        let options = frontend_fortran::Options::new(Form::Free, Vec::new());
        let imported = frontend_fortran::import(&mut sources, source, &options).unwrap();
        let cli = Cli::parse_from(["lprun", "--verify-fortran", path, "--device", "interp"]);
        let kernel = imported.module.kernels.values().next().unwrap();
        let original = Original { path, form: Form::Free, files: &[], settings: &Settings::default() };
        let routine = Routine { kernel, interface: &imported.interfaces[0] };
        Comparison::new(&cli, &original, &[routine]).compare(0).unwrap()
    }

    /// What is said against the kernel of one text and the routine of another.
    fn difference(kernel: &str, routine: &str) -> String {
        compared(kernel, routine).unwrap_err()
    }

    #[test]
    fn a_difference_is_found() {
        assert_eq!(compared(SOURCE, SOURCE).unwrap().to_string(), "60 runs, equal to the last bit");
        for (from, to) in [
            ("x(ix) + i\n", "x(ix) + i*(1 + epsilon(1d0))\n"),
            ("== 'U'", "/= 'U'"),
            ("(n - 1)*incx", "n*incx"),
        ] {
            let difference = difference(&SOURCE.replace(from, to), SOURCE);
            assert!(difference.contains("`x` differs by"), "{difference}");
        }
    }

    #[test]
    fn scalars_that_the_kernel_leaves_alone_are_compared() {
        let routine = "subroutine f(x, k, l)\nreal x\ninteger k\nlogical l\nif (k == 3) l = x > 0\nend\n";
        let difference = difference(&routine.replace("l = x > 0", "continue"), routine);
        assert!(difference.starts_with("`l` differs by"), "{difference}");
    }

    #[test]
    fn the_order_of_a_sum_is_seen() {
        let routine = "subroutine f(n, x, s)\ninteger n, i\nreal(8) x(n), s\ns = 0\ndo i = 1, n\ns = s + x(i)\nend do\nend\n";
        let difference = difference(&routine.replace("1, n\n", "n, 1, -1\n"), routine);
        assert!(difference.starts_with("`s` differs by"), "{difference}");
    }

    #[test]
    fn arguments_that_the_original_takes_are_taken() {
        let routine = "subroutine f(n, x)\ninteger n\nreal x(8)\nif (n > 7) stop 'n'\nx(1) = n\nend\n";
        assert_eq!(compared(routine, routine).unwrap().to_string(), "60 runs, equal to the last bit");
        let said = difference(&routine.replace("n > 7", "n > 2"), routine);
        assert!(said.starts_with("the original runs, but the kernel refuses for n="), "{said}");
        let said = difference(routine, &routine.replace("n > 7", "n > 2"));
        assert!(said.starts_with("the original stops, but the kernel runs for n="), "{said}");
    }

    #[test]
    fn a_kernel_that_fails_differs() {
        let routine = "subroutine f(n, x)\ninteger n\nreal x(n), y(8)\nif (n > 0) y = x(1)\nif (n > 1) x(1) = y(2)\nend\n";
        let said = difference(&routine.replace("y = x(1)", "y(1) = x(1)"), routine);
        assert!(said.starts_with("the original runs, but the kernel fails for n="), "{said}");
        // What the original reads has no value either.
        let unset = routine.replace("y = x(1)", "y(1) = x(1)");
        let said = compared(&unset, &unset).unwrap().to_string();
        assert!(said.contains(" draws left out (it reads what has no value); 60 runs"), "{said}");
    }

    #[test]
    fn extremes_that_the_standard_leaves_open_are_left_out() {
        let routine = "subroutine f(n, x)\ninteger n\nreal x(3)\nx(3) = x(1) + 1\nif (n > 5) x(3) = sqrt(-1 - x(1)**2)\n\
            x(2) = max(x(1), x(3)) + max(x(3), x(1))\nend\n";
        let said = compared(routine, routine).unwrap().to_string();
        assert!(said.contains("draws left out (`max` or `min` of a NaN"), "{said}");
        let said = difference(&routine.replace("max", "min"), routine);
        assert!(said.starts_with("`x` differs by"), "{said}");
    }

    #[test]
    fn calls_are_apart() {
        // One traps, one never ends, one stops.
        let routine = "subroutine f(n, m, x)\ninteger n, m, k\nreal x(8)\nif (n == 3) x(1) = 7/m\n\
            k = m\nif (n == 5 .and. m == 7) then\ndo while (k == m)\nk = m + 0*k\nend do\nend if\nx(2) = n + m\nend\n";
        let original = routine.replace("if (n == 3) x(1) = 7/m", "if (n == 3) x(1) = 7/m\nif (n == 1) stop");
        let kernel = routine
            .replace("if (n == 3) x(1) = 7/m", "if (n == 3) x(1) = 7/m\nif (n == 1) stop")
            .replace("do while (k == m)", "do while (k /= m)");
        let said = compared(&kernel, &original).unwrap().to_string();
        assert!(said.ends_with("60 runs, equal to the last bit"), "{said}");
    }

    #[test]
    fn variables_that_are_kept_are_compared_from_call_to_call() {
        let routine = "subroutine f(x)\nreal x\ninteger, save :: k = 2\nk = k + 1\nx = k\nend\n";
        assert_eq!(compared(routine, routine).unwrap().to_string(), "60 runs, equal to the last bit");
        let said = difference(&routine.replace("k + 1", "k + k - 1"), routine);
        assert!(said.starts_with("`x` differs by"), "{said}");
    }

    #[test]
    fn private_routines_and_long_logicals() {
        let routine = "module m\nprivate\ninteger :: k = 1\ncontains\nsubroutine f(l, x)\nlogical(8) l(4)\nlogical(1) x\n\
            l(2) = l(1) .neqv. x\nx = .not. x\nk = k + 1\nend subroutine\nend module\n";
        assert_eq!(compared(routine, routine).unwrap().to_string(), "60 runs, equal to the last bit");
        let said = difference(&routine.replace("k = k + 1", "k = k + 2"), routine);
        assert!(said.starts_with("`k` differs by 1 ulp"), "{said}");
    }

    #[test]
    fn functions_whose_values_are_arrays() {
        let routine = "function f(n, x) result(r)\ninteger n\nreal x(n), r(0:n)\nr(0) = 1\nr(1:n) = x\nend\n";
        assert_eq!(compared(routine, routine).unwrap().to_string(), "60 runs, equal to the last bit");
    }
}
