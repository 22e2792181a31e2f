//! Kernels of files that pipelines and scripts are for.

use crate::fortran;
use crate::input::{self, InputKind, Loaded};
use diag::{Diagnostic, SourceId, SourceMap};
use ir::Module;
use std::rc::Rc;
use std::sync::Arc;

/// An imported text.
#[derive(Clone)]
pub(super) struct Imported {
    /// The text and what was read for it.
    pub(super) sources: SourceMap,
    /// The text.
    pub(super) id: Option<SourceId>,
    /// Its kernels, or all that is wrong with it.
    pub(super) kernels: Result<Rc<Module>, Vec<Diagnostic>>,
    /// What the front end had to say.
    pub(super) warnings: Vec<Diagnostic>,
    /// The transform block of a Fortran file.
    pub(super) script: Option<frontend_fortran::Script>,
}

/// Imports a text. Fortran may be read for its own script alone.
pub(super) fn import(name: &str, text: &str, kind: InputKind, runs_script: bool) -> Imported {
    let mut sources = SourceMap::default();
    let id = match input::add(&mut sources, name, text.as_bytes().to_vec()) {
        Ok(id) => id,
        Err(problem) => {
            let id = sources.find(name);
            return Imported::refused(sources, id, vec![problem]);
        }
    };
    let settings = fortran::Settings::default();
    let import = if runs_script { input::import_to_run } else { input::import };
    match import(&mut sources, id, kind, &settings) {
        Err(problems) => Imported::refused(sources, Some(id), problems),
        Ok(Loaded { module, script, warnings, .. }) => {
            Imported { sources, id: Some(id), kernels: Ok(Rc::new(module)), warnings, script }
        }
    }
}

impl Imported {
    fn refused(sources: SourceMap, id: Option<SourceId>, problems: Vec<Diagnostic>) -> Self {
        Imported { sources, id, kernels: Err(problems), warnings: Vec::new(), script: None }
    }

    /// The imported text as what a script works on.
    pub(super) fn loaded(&self, module: &Module) -> Loaded {
        let (module, script) = (module.clone(), self.script.clone());
        Loaded { module, script, warnings: Vec::new(), stops: Vec::new() }
    }
}

/// The last text that was imported for a document, which most often is still the same.
#[derive(Default)]
pub(super) struct Kept(Option<(String, Arc<str>, Rc<Imported>)>);

impl Kept {
    /// The text and its name.
    pub(super) fn text(&self) -> Option<String> {
        self.0.as_ref().map(|(name, text, _)| format!("{name}\n{text}"))
    }

    /// The kernels of a text.
    pub(super) fn import(&mut self, name: &str, text: &Arc<str>, kind: InputKind) -> Rc<Imported> {
        match &self.0 {
            Some((known, before, imported)) if known == name && before == text => Rc::clone(imported),
            _ => {
                let imported = Rc::new(import(name, text, kind, false));
                self.0 = Some((name.to_owned(), Arc::clone(text), Rc::clone(&imported)));
                imported
            }
        }
    }
}
