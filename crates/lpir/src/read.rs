//! Reading texts.

use crate::{Error, Program};
use diag::{Diagnostic, SourceMap};
use ir::Module;

/// Fortran.
pub mod fortran {
    use crate::{Error, Program};
    use diag::SourceMap;

    pub use frontend_fortran::{Defaults, Form, Options};

    /// Reads a text in Fortran: a kernel for each subroutine. The extension of the name tells the form, which
    /// is free where it tells none.
    ///
    /// # Errors
    /// Everything that is wrong with the text, where no subroutine can be a kernel. One of several that
    /// cannot is told of among the warnings.
    pub fn read(name: &str, text: &str) -> Result<Program, Error> {
        let form = Form::of_path(name).unwrap_or(Form::Free);
        read_with(name, text, &Options::new(form, Vec::new()))
    }

    /// The same with options.
    ///
    /// # Errors
    /// As for [`read`].
    pub fn read_with(name: &str, text: &str, options: &Options) -> Result<Program, Error> {
        let mut sources = SourceMap::default();
        let id = sources.add(name, text);
        match frontend_fortran::import(&mut sources, id, options) {
            Ok(read) => {
                let refused = read.refused.into_iter().flat_map(|refused| refused.reasons);
                let warnings = read.warnings.into_iter().chain(refused).collect();
                super::checked(read.module, warnings, sources)
            }
            Err(problems) => Err(Error::new(problems, &sources)),
        }
    }
}

/// Loo.py's kernel language.
pub mod loopy {
    use crate::{Error, Program};
    use diag::SourceMap;

    /// Reads a `.loopy` text: one kernel.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn read(name: &str, text: &str) -> Result<Program, Error> {
        let mut sources = SourceMap::default();
        let id = sources.add(name, text);
        match frontend_loopy::import(text, id, name) {
            Ok(read) => super::checked(read.module, read.warnings, sources),
            Err(problems) => Err(Error::new(problems, &sources)),
        }
    }
}

/// Reads a text in the language that the extension of its name tells: `.f90` and other extensions of Fortran,
/// `.loopy`, else `.lpir`.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn read(name: &str, text: &str) -> Result<Program, Error> {
    if fortran::Form::of_path(name).is_some() {
        return fortran::read(name, text);
    }
    if name.ends_with(".loopy") {
        return loopy::read(name, text);
    }
    let mut sources = SourceMap::default();
    let id = sources.add(name, text);
    match ir::text::parse_module(text, id) {
        Ok(module) => checked(module, Vec::new(), sources),
        Err(problems) => Err(Error::new(problems, &sources)),
    }
}

/// A program of kernels that keep the rules of the representation, and whose operations of reductions are
/// such.
fn checked(module: Module, warnings: Vec<Diagnostic>, sources: SourceMap) -> Result<Program, Error> {
    let kernels = module.kernels.values();
    let wrong: Vec<Diagnostic> = kernels
        .flat_map(|kernel| [ir::verify::verify(kernel), runtime::lawless_operations(kernel)].concat())
        .collect();
    if wrong.is_empty() {
        Ok(Program { module, warnings, sources })
    } else {
        Err(Error::new(wrong, &sources))
    }
}
