//! `tests/lower`: loop trees and code of kernels, and their results on the interpreter, on a device and, for
//! Fortran, from gfortran.
//!
//! A comment `run: n=0,1,17 m=3,4,5` gives the sizes to run at, the first of each together, then the second,
//! and so on; a first line `# RUN: calls`, in Fortran `! RUN: calls`, transforms the kernel first.

use crate::example::{Runs, against_gfortran, judge};
use crate::snapshot::{check, inputs, rendered, trial};
use crate::transform::run_line;
use diag::SourceMap;
use driver::input::{self, InputKind};
use ir::Module;
use libtest_mimic::Trial;
use pass::{Failure, Pipeline, Silent};

pub(crate) fn trials() -> Vec<Trial> {
    let files = inputs("tests/lower", &["lpir", "f90", "loopy"]);
    files.into_iter().map(|path| trial(&path.clone(), move || run(&path))).collect()
}

fn run(path: &str) -> Result<(), String> {
    let mut sources = SourceMap::default();
    let id = input::read(&mut sources, path).map_err(|d| d.message)?;
    let text = sources.get(id).ok_or("no source")?.text.clone();
    let bad = path.rsplit('/').next().is_some_and(|name| name.starts_with("bad_"));
    let kind = InputKind::of_path(path).ok_or("no kind")?;
    let imported = input::import(&mut sources, id, kind, &driver::fortran::Settings::default())
        .map_err(|errors| rendered(&sources, &errors))?
        .module;
    let lowered = transformed(&text, &mut sources, &imported).and_then(|module| {
        let kernels = module
            .kernels
            .into_iter()
            .map(|(name, kernel)| Ok((name, transforms::lower::lower(&kernel)?.into_kernel())));
        Ok(Module { kernels: kernels.collect::<Result<_, Vec<diag::Diagnostic>>>()? })
    });
    match lowered {
        Err(errors) => {
            let text = rendered(&sources, &errors);
            assert!(bad, "refused:\n{text}");
            check(path, &text);
        }
        Ok(module) => {
            assert!(!bad, "it should have been refused:\n{}", ir::text::print_module(&module));
            crate::parse::round_trip(&module);
            let proved = module.kernels.values().map(legality::check).collect::<Result<Vec<_>, _>>();
            let code =
                proved.and_then(|proved| codegen_opencl::source(&proved, codegen_opencl::Options::default()));
            let code = code.map_err(|errors| rendered(&sources, &errors))?;
            check(path, &format!("{}\n{code}", ir::text::print_module(&module)));
            let runs = Runs::find(&text).ok_or("no comment `run: ..` says at which sizes to run it")?;
            for (name, kernel) in &module.kernels {
                // A derivative is a program of its own, which becomes its reference.
                let derivative = kernel.reference.as_deref().filter(|_| text.contains("diff_kernel("));
                let original = derivative.or(imported.kernels.get(name)).ok_or("no original")?;
                judge(&sources, original, kernel, &runs)?;
                if kind == InputKind::FortranFree {
                    against_gfortran(path, &sources, original, &runs)?;
                }
            }
        }
    }
    Ok(())
}

fn transformed(
    text: &str,
    sources: &mut SourceMap,
    module: &Module,
) -> Result<Module, Vec<diag::Diagnostic>> {
    let native = text.replacen("! RUN:", "# RUN:", 1);
    let Ok(calls) = run_line(&native) else { return Ok(module.clone()) };
    let id = sources.add("<pipeline>", calls);
    let pipeline = Pipeline::parse(&transforms::REGISTRY, calls, id, &[])?;
    match transforms::manager(&mut Silent).run(module, &pipeline.steps) {
        Ok(done) => Ok(done.result),
        Err(Failure::Refused(problems)) => Err(problems),
        Err(Failure::Internal(internal)) => panic!("{}\n{}", internal.message, internal.reproducer),
    }
}
