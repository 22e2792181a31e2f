//! Where the front end finds what a source names. What it puts in the place of calls must be what the program
//! is linked with: so routines are taken from the source itself, from modules, and from files that the user
//! names as those of the program, and never from such as merely lie beside it.

use super::command::{Command, form_of};
use super::directives;
use super::preprocess;
use super::settings::Settings;
use super::splice;
use super::text::{Text, has_doubles, words};
use crate::{foreign_bytes, fortran};
use diag::SourceMap;
use frontend_fortran::{Form, Found, Interface, Outline, PREFIXED_MODULES, Wanted};
use ir::Name;
use std::path::{Path, PathBuf};
use std::process;

/// The file that an `include` line of a source names.
fn included(command: &Command, source: &Path, name: &str) -> Option<PathBuf> {
    let beside = source.parent().map(Path::to_owned);
    let mut folders = beside.into_iter().chain(command.folders());
    folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()))
}

/// How deep files may include one another.
const MAX_DEPTH: usize = 8;

/// Whether what another source includes is what the source that is read would include by these names, also in
/// what is included.
fn includes_alike(command: &Command, own: &Text, path: &Path, text: &str, depth: usize) -> bool {
    let names = text.lines().filter_map(|line| {
        let quoted = line.trim_start().split_at_checked("include".len())?;
        let is_include = quoted.0.eq_ignore_ascii_case("include");
        quoted.1.trim_start().strip_prefix(['\'', '"'])?.split(['\'', '"']).next().filter(|_| is_include)
    });
    names.into_iter().all(|name| {
        let [here, there] = [Path::new(&own.file), path].map(|source| included(command, source, name));
        let content = |path: PathBuf| std::fs::read(path).ok();
        let Some(here) = here else { return true };
        let Some(text) = content(here).filter(|text| there.and_then(content).as_ref() == Some(text)) else {
            return false;
        };
        let inner = String::from_utf8_lossy(&text);
        depth.checked_sub(1).is_some_and(|depth| includes_alike(command, own, path, &inner, depth))
    })
}

/// The text that an `include` line names.
pub(super) fn text(command: &Command, own: &Text, wanted: Wanted<'_>) -> Option<Found> {
    let Wanted::Text { name, .. } = wanted else { return None };
    let path = included(command, Path::new(&own.file), name)?;
    let name = path.display().to_string();
    let text = foreign_bytes::decoded(&std::fs::read(path).ok()?)?;
    // What directives of another file say about the lines round them is not looked at.
    let is_clear = !command.reads_directives() || !directives::matter(&text);
    is_clear.then_some(Found { name, form: Form::Free, text, only_modules: false })
}

/// Whether the module that the compiler will use was made of that file, with the options of this command: the
/// compiler makes the same of it once more. What the bodies of its procedures are, no module tells.
fn is_compiled_from(settings: &Settings, command: &Command, module: &str, source: &Path) -> bool {
    let name = format!("{}.mod", module.to_ascii_lowercase());
    let paths = command.module_folders().into_iter().map(|folder| folder.join(&name));
    let mut paths = paths.filter(|path| path.is_file());
    let Some(path) = paths.next() else { return false };
    // Gfortran's modules have the name of their source without its folder.
    let is_noted_elsewhere = |noted: Vec<u8>| noted != place(source);
    if std::fs::read(note_of(&path)).is_ok_and(is_noted_elsewhere) {
        return false;
    }
    // Compilers look into folders in orders of their own.
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() || paths.any(|other| std::fs::read(other).ok() != bytes) {
        return false;
    }
    // Other compilers pack their modules otherwise, and do not say what these are made of.
    let Some(used) = unpacked(&path) else { return !is_packed(&path) };
    let Ok(folder) = tempfile::tempdir() else { return false };
    let mut compiler = settings.compile();
    compiler.args(command.compiling_in(source, folder.path())).args(["-w", "-fsyntax-only"]).arg(source);
    let is_done = compiler.stdout(process::Stdio::null()).stderr(process::Stdio::null()).status();
    is_done.is_ok_and(|status| status.success())
        && unpacked(&folder.path().join(&name)).as_ref() == Some(&used)
}

/// The file that says of which source a module was made, beside it.
fn note_of(module: &Path) -> PathBuf {
    let name = module.file_name().unwrap_or_default().to_string_lossy();
    module.with_file_name(format!(".{name}.lpfc"))
}

/// The place of a source.
fn place(source: &Path) -> Vec<u8> {
    let path = source.canonicalize().unwrap_or_else(|_| source.to_owned());
    path.into_os_string().into_encoded_bytes()
}

/// Notes of which source the compiler has made modules. Where that cannot be written, their names have to do.
pub(super) fn note_modules(command: &Command, source: &Path) {
    let Ok(text) = std::fs::read(source) else { return };
    let folder = command.output_of_modules();
    for name in String::from_utf8_lossy(&text).lines().filter_map(module_head) {
        let module = folder.join(format!("{name}.mod"));
        if module.is_file() {
            let _ = std::fs::write(note_of(&module), place(source));
        }
    }
}

/// The module that begins in a line.
fn module_head(line: &str) -> Option<String> {
    let mut all = words(line.split('!').next().unwrap_or("")).map(str::to_ascii_lowercase);
    let name = all.next().filter(|word| word == "module").and_then(|_| all.next());
    name.filter(|_| all.next().is_none())
}

/// What a module of gfortran says; its first line names the file.
fn unpacked(module: &Path) -> Option<Vec<u8>> {
    let mut unpack = process::Command::new("gzip");
    let output = unpack.arg("-dc").arg(module).stderr(process::Stdio::null()).output();
    output.ok().filter(|output| output.status.success()).map(|output| output.stdout)
}

/// Whether a file is one of gfortran's modules (RFC 1952, section 2.3.1), or cannot be read.
fn is_packed(module: &Path) -> bool {
    !std::fs::read(module).is_ok_and(|bytes| !bytes.starts_with(&[0x1f, 0x8b]))
}

/// What was asked for while a source was read.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// The files of modules and external procedures that were read.
    modules: Vec<Found>,
    /// The texts that `include` lines named.
    included: Vec<Found>,
}

impl Asked {
    /// The text that an `include` line names, or the file of a module.
    pub(super) fn find(
        &mut self,
        folders: &fortran::Settings,
        settings: &Settings,
        command: &Command,
        own: &Text,
        wanted: Wanted<'_>,
    ) -> Option<Found> {
        let Wanted::Unit(name) = wanted else {
            let found = text(command, own, wanted);
            self.included.extend(found.clone());
            return found;
        };
        let found = module(folders, settings, command, &own.file, name)
            .or_else(|| external(settings, command, own, name));
        // The front end does not say which file it is that includes another one.
        let found = found
            .filter(|found| includes_alike(command, own, Path::new(&found.name), &found.text, MAX_DEPTH));
        self.modules.extend(found.clone());
        found
    }

    /// All texts that were read besides the source.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().chain(&self.included).map(|found| found.text.as_str())
    }

    /// Whether one of them has numbers of double precision; included lines are of the source's form.
    pub(super) fn has_doubles(&self, is_fixed: bool) -> bool {
        let is_of_module = |found: &Found| has_doubles(&found.text, found.form == Form::Fixed);
        self.modules.iter().any(is_of_module) || self.included().any(|one| has_doubles(one, is_fixed))
    }

    /// The texts that stand in the place of lines of the source.
    pub(super) fn included(&self) -> impl Iterator<Item = &str> {
        self.included.iter().map(|found| found.text.as_str())
    }

    /// The routines in these files, each with its text.
    pub(super) fn routines(&self, command: &Command) -> Vec<(Name, String)> {
        let mut all = Vec::new();
        for Found { form, text, .. } in &self.modules {
            let mut sources = SourceMap::default();
            let id = sources.add("module", text.as_str());
            let options = command.reading(*form);
            let outlines = frontend_fortran::outlines(&mut sources, id, &options, &mut |_| None);
            let whole = |outline: &Outline| text.get(splice::range_of(outline)).unwrap_or("").to_owned();
            all.extend(outlines.iter().map(|outline| (outline.name.clone(), whole(outline))));
        }
        all
    }
}

/// The module, not at hand, of which a routine or what is called in it takes all names, whichever these are.
pub(super) fn unseen(interface: &Interface) -> Option<&Name> {
    interface.unseen.iter().find(|module| !PREFIXED_MODULES.contains(&module.as_str()))
}

/// The file of a module.
fn module(
    folders: &fortran::Settings,
    settings: &Settings,
    command: &Command,
    source: &str,
    name: &str,
) -> Option<Found> {
    let (path, found) = folders.found(source, Wanted::Unit(name))?;
    let (form, is_preprocessed) = command.form(&path)?;
    let text = if is_preprocessed { preprocess::text(settings, command, &path)? } else { found.text };
    if !is_compiled_from(settings, command, name, &path) {
        return None;
    }
    let is_module = text.lines().any(|line| module_head(line).as_deref() == Some(name));
    is_module.then_some(Found { name: found.name, form, text, only_modules: true })
}

/// The one file of the program that has an external procedure of that name, as the user tells.
fn external(settings: &Settings, command: &Command, own: &Text, name: &str) -> Option<Found> {
    let is_own = |path: &Path| path.canonicalize().ok() == Path::new(&own.file).canonicalize().ok();
    let files = settings.sources.iter().flat_map(|path| sources_in(path)).filter(|path| !is_own(path));
    let mut having = files.filter_map(|path| with_external(settings, command, &path, name));
    having.next().filter(|_| having.next().is_none())
}

/// A file, or the Fortran sources in a folder.
fn sources_in(path: &Path) -> Vec<PathBuf> {
    let Ok(folder) = path.read_dir() else { return vec![path.to_owned()] };
    let mut files: Vec<PathBuf> = folder.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.is_file() && form_of(file).is_some());
    files.sort();
    files
}

/// A source, if it has an external procedure of that name.
fn with_external(settings: &Settings, command: &Command, path: &Path, name: &str) -> Option<Found> {
    let bytes = std::fs::read(path).ok()?;
    if !words(&String::from_utf8_lossy(&bytes)).any(|word| word.eq_ignore_ascii_case(name)) {
        return None;
    }
    let Text { text, file, is_fixed, .. } = preprocess::read(settings, command, path)?;
    let form = if is_fixed { Form::Fixed } else { Form::Free };
    let mut sources = SourceMap::default();
    let id = sources.add("external", text.as_str());
    let options = command.reading(form);
    let outlines = frontend_fortran::outlines(&mut sources, id, &options, &mut |_| None);
    let is_it =
        |outline: &Outline| outline.hosts.is_empty() && outline.part.is_none() && *outline.name == *name;
    outlines.iter().any(is_it).then_some(Found { name: file, form, text, only_modules: false })
}
