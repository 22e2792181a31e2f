//! Files of routines and modules that other files name.

use crate::Options;
use diag::{Diagnostic, SourceMap};
use fortran_sema::known;
use fortran_sema::written::{INTRINSIC_MODULE, INTRINSICS, is_written};
use fortran_syntax::ast::UnitKind;
use fortran_syntax::files::{Find, Found, Wanted};
use fortran_syntax::layout::Form;
use fortran_syntax::preprocess::CODE as PREPROCESSOR;
use fortran_syntax::unit::File;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many other files may be read for one.
const MAX_FILES: usize = 512;

/// The text of that module.
fn intrinsics() -> Found {
    Found {
        name: format!("<{INTRINSIC_MODULE}>"),
        form: Form::Free,
        text: INTRINSICS.to_owned(),
        only_modules: false,
    }
}

/// The files that were read for others, so that each is read once.
#[derive(Debug, Default)]
pub struct Library {
    files: BTreeMap<String, Option<Entry>>,
    pub(crate) routines: fortran_normalise::Routines,
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
        let mut wanted = known::wanted(file);
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
                let (mut file, _) = crate::read(sources, source, &options, &mut misread, find);
                file.units.retain(|unit| !only_modules || unit.head.kind == UnitKind::Module);
                misread.retain(|problem| problem.code == PREPROCESSOR && fortran_syntax::is_error(problem));
                Some(Entry { wanted: Rc::new(known::wanted(&file)), file: Rc::new(file), misread })
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
    let (file, _) = crate::read(&mut sources, source, options, &mut Vec::new(), &mut |_| None);
    file.units.iter().map(|unit| unit.head.name.name.to_string()).collect()
}
