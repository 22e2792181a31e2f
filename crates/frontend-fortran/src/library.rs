//! Files of routines and modules that other files name.

use crate::ast::UnitKind;
use crate::preprocess::CODE as PREPROCESSOR;
use crate::unit::File;
use crate::{Form, Options};
use diag::{Diagnostic, SourceMap};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Where units are looked for, for those who miss one.
pub(crate) const PLACES: &str = "its source is looked for in this file, then beside it and in the folders of `-I`: in files of its name, and in any \
    file that alone holds it";

/// How many other files may be read for one.
const MAX_FILES: usize = 512;

/// Intrinsic functions that are written in Fortran, and the module that holds them: who names one of them
/// reads it.
const INTRINSICS: &str = include_str!("resolve/intrinsics.f90");
pub(crate) const INTRINSIC_MODULE: &str = "intrinsic_functions";

/// The text of that module.
fn intrinsics() -> Found {
    Found {
        name: format!("<{INTRINSIC_MODULE}>"),
        form: Form::Free,
        text: INTRINSICS.to_owned(),
        only_modules: false,
    }
}

/// Whether an intrinsic function is one of them.
fn is_written(name: &str) -> bool {
    INTRINSICS.lines().any(|line| line.trim_start().strip_prefix("interface ") == Some(name))
}

/// What another file should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted<'n> {
    /// A routine or module of that name.
    Unit(&'n str),
    /// The text that an `include` or `#include` line names.
    Text {
        /// Its name there.
        name: &'n str,
        /// The file beside which it is looked for first: that of the line for `#include`, and the one that is
        /// compiled for `include`.
        from: &'n str,
    },
}

/// Whoever knows where other files lie.
pub type Find<'f> = dyn FnMut(Wanted<'_>) -> Option<Found> + 'f;

/// The text of a file that was looked for.
#[derive(Debug, Clone)]
pub struct Found {
    /// The path of the file.
    pub name: String,
    /// Its source form.
    pub form: Form,
    /// What stands in it.
    pub text: String,
    /// Whether nothing but its modules counts: the program may have other procedures by the names of those
    /// that stand beside them.
    pub only_modules: bool,
}

/// The files that were read for others, so that each is read once.
#[derive(Debug, Default)]
pub struct Library {
    files: BTreeMap<String, Option<Entry>>,
    pub(crate) routines: crate::rewrite::Routines,
}

#[derive(Debug, Clone)]
struct Entry {
    file: Rc<File>,
    /// What it names and does not hold.
    wanted: Rc<Vec<String>>,
    /// What the preprocessor could not read of it.
    misread: Vec<Diagnostic>,
}

/// What was read for a file.
#[derive(Debug, Default)]
pub(crate) struct Others {
    pub(crate) files: Vec<Rc<File>>,
    /// What the preprocessor could not read of them.
    pub(crate) misread: Vec<Diagnostic>,
}

impl Library {
    /// The files with what a file names and does not hold, and with what these name; what is wrong with their
    /// statements is not reported.
    pub(crate) fn closure(
        &mut self,
        file: &File,
        options: &Options,
        sources: &mut SourceMap,
        find: &mut Find<'_>,
    ) -> Others {
        let mut others = Others::default();
        let mut asked = BTreeSet::new();
        let mut wanted = file.wanted();
        wanted.reverse();
        while let Some(name) = wanted.pop() {
            if others.files.len() >= MAX_FILES || !asked.insert(name.clone()) {
                continue;
            }
            if is_written(&name) {
                wanted.push(INTRINSIC_MODULE.to_owned());
            }
            let entry = self.files.entry(name.clone()).or_insert_with(|| {
                let Found { name, form, text, only_modules } = match name.as_str() {
                    INTRINSIC_MODULE => intrinsics(),
                    other => find(Wanted::Unit(other))?,
                };
                let options = Options { form, ..options.clone() };
                let source = sources.add(name, text);
                let mut misread = Vec::new();
                let (mut file, _) = crate::read((&mut *sources, source), &options, &mut misread, find);
                file.units.retain(|unit| !only_modules || unit.head.kind == UnitKind::Module);
                misread.retain(|problem| problem.code == PREPROCESSOR && crate::is_error(problem));
                Some(Entry { wanted: Rc::new(file.wanted()), file: Rc::new(file), misread })
            });
            if let Some(Entry { file, wanted: further, misread }) = entry {
                others.misread.extend_from_slice(misread);
                wanted.extend(further.iter().rev().cloned());
                // Its other units are at hand with it.
                asked.extend(file.units.iter().map(|unit| unit.head.name.name.to_string()));
                others.files.push(Rc::clone(file));
            }
        }
        others
    }
}

/// The modules and routines of a text that stand in no other.
pub fn units(text: &str, options: &Options) -> Vec<String> {
    let mut sources = SourceMap::default();
    let source = sources.add("", text);
    let (file, _) = crate::read((&mut sources, source), options, &mut Vec::new(), &mut |_| None);
    file.units.iter().map(|unit| unit.head.name.name.to_string()).collect()
}
