//! Inputs and outputs of a run.

use super::Cli;
use crate::cli::{Failure, assignments};
use crate::output;
use diag::Diagnostic;
use runtime::{Array, Bindings, Inputs, Numbers, npy};
use std::path::Path;

/// What the command line gives.
pub(super) fn inputs(cli: &Cli) -> Result<Inputs, Failure> {
    let sets = assignments(&cli.set).map_err(Failure::usage)?;
    let mut arrays: Vec<(String, Array)> = Vec::new();
    for (name, file) in assignments(&cli.arrays_in).map_err(Failure::usage)? {
        arrays.push((name, if file == "-" { npy::read_stdin()? } else { npy::read(Path::new(&file))? }));
    }
    let numbers = if cli.exact { Numbers::SmallIntegers } else { Numbers::Real };
    Ok(Inputs { sets, arrays, seed: cli.seed, numbers, ..Inputs::default() })
}

/// Writes the arrays that were asked for: all of them, or none.
pub(super) fn write(cli: &Cli, after: &Bindings) -> Result<(), Failure> {
    let mut files = Vec::new();
    for (name, file) in assignments(&cli.arrays_out).map_err(Failure::usage)? {
        let array = after.array(&name).ok_or_else(|| {
            let error = Diagnostic::error("lp::run::array", format!("there is no array argument `{name}`"));
            let names = after.arrays().map(|(name, _)| name.as_str());
            match diag::nearest(&name, names) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error,
            }
        })?;
        files.push((file, array));
    }
    let (printed, files): (Vec<_>, Vec<_>) = files.into_iter().partition(|(file, _)| file == "-");
    let files: Vec<(&Path, &Array)> = files.iter().map(|(file, array)| (Path::new(file), *array)).collect();
    npy::write_all(&files)?;
    for (_, array) in printed {
        output::print_bytes(&npy::bytes(array).map_err(|error| output::failed("<stdout>", &error))?)?;
    }
    Ok(())
}

/// Whether an array goes to standard output, so that nothing else may.
pub(super) fn is_printed(cli: &Cli) -> Result<bool, Failure> {
    let outputs = assignments(&cli.arrays_out).map_err(Failure::usage)?;
    Ok(outputs.iter().any(|(_, file)| file == "-"))
}
