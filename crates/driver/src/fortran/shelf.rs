//! Which files of a folder hold which units, for those that lie in no file of their name.

use super::{Settings, read};
use frontend_fortran::Found;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Extensions of Fortran files, in the order in which they are looked for.
pub(super) const EXTENSIONS: [&str; 8] = ["f90", "F90", "f", "F", "f95", "f03", "f08", "for"];

/// How many files of a folder are looked into.
const MAX_FILES: usize = 10_000;

/// The files of a folder that name a unit where one may begin.
type Shelf = BTreeMap<String, Vec<PathBuf>>;

/// What is known of folders.
#[derive(Debug, Default)]
pub(super) struct Shelves(Mutex<BTreeMap<PathBuf, Arc<Shelf>>>);

impl Shelves {
    /// The one other file of a folder that holds a unit; none where several do, since any choice could be
    /// wrong.
    pub(super) fn unit(
        &self,
        folder: &Path,
        name: &str,
        settings: &Settings,
        asking: &Path,
    ) -> Option<(PathBuf, Found)> {
        let shelf = self.shelf(folder);
        let mut holding =
            shelf.get(name)?.iter().filter(|path| path.as_path() != asking).filter_map(|path| {
                let found = read(path)?;
                let form = settings.form.unwrap_or(found.form);
                let found = Found { form, ..found };
                let units = frontend_fortran::units(&found.text, &settings.options(form));
                units.iter().any(|unit| unit == name).then_some((path.clone(), found))
            });
        holding.next().filter(|_| holding.next().is_none())
    }

    fn shelf(&self, folder: &Path) -> Arc<Shelf> {
        let mut shelves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(shelves.entry(folder.to_owned()).or_insert_with(|| Arc::new(shelf(folder))))
    }
}

fn shelf(folder: &Path) -> Shelf {
    // The folder of a path without one is the working directory.
    let place = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(place) else { return Shelf::new() };
    let is_source = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
    };
    let files = entries.filter_map(|entry| Some(folder.join(entry.ok()?.file_name()))).filter(is_source);
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    files.truncate(MAX_FILES);
    let mut shelf = Shelf::new();
    for path in files {
        let Some(found) = read(&path) else { continue };
        for name in found.text.lines().filter_map(named) {
            let paths: &mut Vec<PathBuf> = shelf.entry(name).or_default();
            if paths.last() != Some(&path) {
                paths.push(path.clone());
            }
        }
    }
    shelf
}

/// The unit that may begin in a line.
fn named(line: &str) -> Option<String> {
    let mut words =
        line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let is_head =
        |word: &&str| ["module", "subroutine", "function"].iter().any(|head| word.eq_ignore_ascii_case(head));
    words.by_ref().find(is_head)?;
    Some(words.next()?.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_may_begin_a_unit() {
        for (line, name) in [
            ("      SUBROUTINE Solve(a, b)", Some("solve")),
            ("pure real(8) function f(x)", Some("f")),
            ("module data_module", Some("data_module")),
            ("module", None),
            ("x = modules + 1", None),
            ("", None),
        ] {
            assert_eq!(named(line).as_deref(), name, "{line}");
        }
    }

    #[test]
    fn a_unit_lies_in_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write(
            "a.f90",
            "module m\ncontains\nsubroutine inner\nend\nend\nsubroutine once\nend\nsubroutine twice\nend\n",
        );
        write("b.f", "      subroutine twice\n      end\n      subroutine inner\n      end\n");
        write("c.txt", "subroutine text\nend\n");
        let shelves = Shelves::default();
        let file = |name: &str| {
            let found = shelves.unit(folder.path(), name, &Settings::default(), Path::new("x.f90"));
            found.and_then(|(path, _)| Some(path.file_name()?.to_str()?.to_owned()))
        };
        assert_eq!(file("once").as_deref(), Some("a.f90"));
        assert_eq!(file("m").as_deref(), Some("a.f90"));
        assert_eq!(file("inner").as_deref(), Some("b.f"), "what stands in a module is not alone");
        for name in ["twice", "text", "missing"] {
            assert_eq!(file(name), None, "{name}");
        }
        let own = folder.path().join("a.f90");
        let found = shelves.unit(folder.path(), "once", &Settings::default(), &own);
        assert!(found.is_none(), "what asks does not hold it");
    }
}
