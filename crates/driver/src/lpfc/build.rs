//! One run of the compiler: what the user asked for, and objects with kernels in the place of those that it
//! would have made.

use super::command::{Command, Kind, folder_of};
use super::found;
use super::interrupt;
use super::settings::{INSIDE, OUTLINE, Settings, Target};
use super::translate::STEM;
use crate::foreign_bytes;
use crate::output::say;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, ExitStatus, Stdio};

/// How the steps of a run end early.
pub(super) enum Ended {
    /// A program said why, and with which code.
    With(i32),
    /// A program could not be run, or a file not be written.
    Fault(io::Error),
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        Ended::Fault(error)
    }
}

/// Options of the compiler of C behind those of the user.
const FOR_C: [&str; 6] =
    ["-std=gnu11", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden", "-fno-lto", "-w"];

/// The argument by which a process of ours is asked to translate.
pub(super) const CHILD: &str = "--lpfc-translate";

/// The file of a folder that lists kernels that are not wanted, each on a line with the reason: they took too
/// long to make, or a compiler refused them.
pub(super) const GIVEN_UP: &str = "given_up";

/// The file of a folder that lists the kernels that were made, each on a line.
pub(super) const KERNELS: &str = "kernels";

/// How the compiler is to take what was generated.
const AS_GENERATED: [&str; 3] = ["-nocpp", "-fno-lto", "-w"];

/// Variables by which GCC is asked to write what a source depends on.
const DEPENDENCIES: [&str; 2] = ["DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"];

/// How a process ends that has added to that list.
pub(super) const GAVE_UP: u8 = 75;

/// How often a source is translated anew without what took too long, or was refused.
const ATTEMPTS: usize = 4;

/// Folder of the files of a source that was translated, and what stands in it.
pub(super) struct Folder(tempfile::TempDir);

impl Folder {
    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Runs a program to its end.
fn run(command: &mut process::Command) -> Result<ExitStatus, Ended> {
    let status = command.status()?;
    unless_interrupted(status)
}

/// What a program came to, unless a signal ends all.
fn unless_interrupted<T>(done: T) -> Result<T, Ended> {
    interrupt::code().map_or(Ok(done), |code| Err(Ended::With(code)))
}

/// Runs a program that has to succeed.
fn succeed(command: &mut process::Command) -> Result<(), Ended> {
    let status = run(command)?;
    if status.success() { Ok(()) } else { Err(Ended::With(status.code().unwrap_or(1))) }
}

/// The compiler, with these arguments.
fn compiler(settings: &Settings, arguments: impl IntoIterator<Item = OsString>) -> process::Command {
    let mut command = settings.compile();
    command.args(arguments);
    command
}

/// Does what the command line says.
pub(super) fn run_command(settings: &Settings, command: &Command) -> Result<(), Ended> {
    let sources = command.sources();
    match command.kind {
        // A source may use modules of those before it. One that is wrong leaves the others.
        Kind::Compiles => {
            let done = sources.iter().map(|source| {
                unless_interrupted(())?;
                let own = command.restricted_to(source);
                let object = own.object(source);
                compiled(settings, &own, source, object.as_deref())
            });
            done.collect::<Vec<_>>().into_iter().collect()
        }
        Kind::Links if !sources.is_empty() => linked(settings, command, &sources),
        Kind::Links | Kind::Other => {
            succeed(&mut compiler(settings, with_libraries(settings, command, command.arguments.clone())))
        }
    }
}

/// Does what was asked for, and then links once more, with kernels. What breaks down there is said, and
/// leaves what the compiler has made, with all files that it writes beside.
fn linked(settings: &Settings, command: &Command, sources: &[PathBuf]) -> Result<(), Ended> {
    succeed(&mut compiler(settings, with_libraries(settings, command, command.arguments.clone())))?;
    sources.iter().for_each(|source| found::note_modules(command, source));
    let made = sources.iter().map(|source| translated(settings, &command.compiling_one(source), source));
    let made = match made.collect::<Result<Vec<_>, Ended>>() {
        Ok(made) => made,
        Err(Ended::With(code)) => {
            // What is asked for in a wrong way leaves nothing that `make` would take for done.
            std::fs::remove_file(command.program())?;
            return Err(Ended::With(code));
        }
        Err(Ended::Fault(error)) => return keep_program(&error),
    };
    match linked_with_kernels(settings, command, sources.iter().zip(made)) {
        Err(Ended::Fault(error)) => keep_program(&error),
        Err(Ended::With(code)) if interrupt::code().is_none() => {
            keep_program(&io::Error::other(format!("it ended with code {code}")))
        }
        Err(Ended::With(code)) => Err(Ended::With(code)),
        Ok(()) => Ok(()),
    }
}

fn keep_program(error: &io::Error) -> Result<(), Ended> {
    say(&format!("lpfc: the program keeps its routines: a step failed: {error}"));
    Ok(())
}

fn linked_with_kernels<'s>(
    settings: &Settings,
    command: &Command,
    sources: impl Iterator<Item = (&'s PathBuf, Option<Object>)>,
) -> Result<(), Ended> {
    let (output, sources) = (command.program(), sources.collect::<Vec<_>>());
    if sources.iter().all(|(_, made)| made.is_none()) || !output.is_file() {
        return Ok(());
    }
    let folder = temporary("lpfc")?;
    let mut objects = Vec::new();
    for (at, (source, made)) in sources.into_iter().enumerate() {
        let (own, object) = (command.compiling_one(source), folder.path().join(format!("{at}.o")));
        succeed(compiler(settings, own.arguments.clone()).arg("-o").arg(&object).arg("-w"))?;
        let made = made.map(|made| taken(settings, &own, source, made)).transpose()?.flatten();
        if let Some(made) = made {
            made.put(&object);
        }
        objects.push(object);
    }
    let program = folder.path().join("program");
    let arguments = with_libraries(settings, command, command.linking(&objects, &program));
    succeed(&mut compiler(settings, arguments))?;
    put(&program, &output)?;
    Ok(())
}

/// A folder that is gone in the end, where the environment wants it or else where others have theirs.
fn temporary(prefix: &str) -> io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    builder.tempdir().or_else(|error| {
        let mut elsewhere = ["/tmp", "/var/tmp", "."].iter();
        elsewhere.find_map(|folder| builder.tempdir_in(folder).ok()).ok_or(error)
    })
}

/// Puts a file in the place of another one, at once, with the rights of that.
fn put(made: &Path, there: &Path) -> io::Result<()> {
    let draft = tempfile::Builder::new().prefix(".lpfc").tempfile_in(folder_of(there))?;
    std::fs::copy(made, draft.path())?;
    std::fs::set_permissions(draft.path(), std::fs::metadata(there)?.permissions())?;
    draft.persist(there).map_err(|error| error.error)?;
    Ok(())
}

/// The arguments and the libraries that kernels need, if the command links.
fn with_libraries(settings: &Settings, command: &Command, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let library = match settings.target {
        Target::C => None,
        // The option would change what sources mean that are compiled on the way.
        Target::OpenMp if command.compiles() => Some("-lgomp"),
        Target::OpenMp => Some("-fopenmp"),
        Target::OpenCl => Some("-ldl"),
    };
    arguments.extend(library.filter(|_| command.links()).map(OsString::from));
    arguments
}

/// An object with kernels, or what it is made of.
struct Object {
    folder: Folder,
}

impl Object {
    /// The kernels in it.
    fn kernels(&self) -> Vec<String> {
        let list = std::fs::read_to_string(self.folder.file(KERNELS)).unwrap_or_default();
        list.lines().map(str::to_owned).collect()
    }

    /// Lists kernels that a compiler refused, and takes all away that was generated; whether there are any.
    fn withdraw(&self, refused: &Refused) -> Result<bool, Ended> {
        let list = self.folder.file(GIVEN_UP);
        let mut all = std::fs::read_to_string(&list).unwrap_or_default();
        for name in &refused.kernels {
            all.push_str(&format!("{name}\tthe compiler refuses what was generated: {}\n", refused.error));
        }
        std::fs::write(&list, all)?;
        for end in ["f90", "f", "c", "host.c"] {
            let path = self.folder.file(&format!("{STEM}.{end}"));
            if path.exists() {
                std::fs::remove_file(path)?;
            }
        }
        Ok(!refused.kernels.is_empty())
    }

    /// Puts it in the place of the compiler's own, at once; what is no file stays, such as `/dev/null`. The
    /// compiler's own stays where that fails, too.
    fn put(&self, object: &Path) {
        let put = object.canonicalize().and_then(|object| match object.is_file() {
            true => put(&self.folder.file("combined.o"), &object),
            false => Ok(()),
        });
        if let Err(error) = put {
            say(&format!("lpfc: {} keeps its routines: {error}", object.display()));
        }
    }
}

/// Compiles a source to an object, with kernels in the place of routines. The compiler's own object comes
/// first: compilers find modules in the working directory before those that they have just made elsewhere, so
/// that these must be of this source already where the generated one is compiled. What breaks down on the way
/// is said, and leaves the object of the compiler.
fn compiled(
    settings: &Settings,
    command: &Command,
    source: &Path,
    object: Option<&Path>,
) -> Result<(), Ended> {
    let unless_broken = |done: Result<Option<Object>, Ended>| match done {
        Err(Ended::Fault(error)) => {
            say(&format!("lpfc: {} keeps its routines: a step failed: {error}", source.display()));
            Ok(None)
        }
        done => done,
    };
    let translated = unless_broken(translated(settings, command, source))?;
    succeed(&mut compiler(settings, command.arguments.clone()))?;
    found::note_modules(command, source);
    let Some((made, object)) = translated.zip(object) else { return Ok(()) };
    if let Some(made) = unless_broken(taken(settings, command, source, made))? {
        made.put(object);
    }
    Ok(())
}

/// What was generated with the object made of it, without kernels that a compiler refuses.
fn taken(
    settings: &Settings,
    command: &Command,
    source: &Path,
    mut made: Object,
) -> Result<Option<Object>, Ended> {
    for _ in 1..ATTEMPTS {
        let Some(refused) = combined(settings, command, source, &made)? else { return Ok(Some(made)) };
        if !made.withdraw(&refused)? {
            break;
        }
        match translated_in(settings, command, source, made.folder)? {
            Some(again) => made = again,
            None => break,
        }
    }
    Ok(None)
}

/// The folder for the object of a source, with what was generated in it, if routines are to be replaced.
fn translated(settings: &Settings, command: &Command, source: &Path) -> Result<Option<Object>, Ended> {
    let folder = Folder(temporary("lpfc")?);
    translated_in(settings, command, source, folder)
}

/// The same in a folder that may have a list of what is not wanted.
fn translated_in(
    settings: &Settings,
    command: &Command,
    source: &Path,
    folder: Folder,
) -> Result<Option<Object>, Ended> {
    let mut child = process::Command::new(std::env::current_exe()?);
    // The program has several names, and does what its name says.
    child.arg0("lpfc");
    // What a signal keeps it from removing lies in a folder that is removed here.
    child.env("TMPDIR", folder.0.path());
    child.env(INSIDE, "1").env(OUTLINE, if settings.outlines { "1" } else { "0" });
    child.arg(CHILD).arg(folder.0.path()).arg(source).args(&command.arguments);
    let mut status = run(&mut child)?;
    for _ in 1..ATTEMPTS {
        if status.code() != Some(GAVE_UP.into()) {
            break;
        }
        status = run(&mut child)?;
    }
    if status.code() == Some(2) {
        return Err(Ended::With(2));
    }
    Ok(generated(&folder).is_some().then_some(Object { folder }))
}

/// The source that was generated.
fn generated(folder: &Folder) -> Option<PathBuf> {
    ["f90", "f"].iter().map(|end| folder.file(&format!("{STEM}.{end}"))).find(|path| path.exists())
}

/// Why a compiler does not take what was generated.
struct Refused {
    /// The first line that speaks of an error.
    error: String,
    /// The kernels that are called where the errors are, as far as that is told.
    kernels: BTreeSet<String>,
}

/// Makes the object, if both compilers take what was generated; else the result is what they say.
fn combined(
    settings: &Settings,
    command: &Command,
    source: &Path,
    made: &Object,
) -> Result<Option<Refused>, Ended> {
    let folder = &made.folder;
    let nothing = || Refused { error: String::new(), kernels: BTreeSet::new() };
    let Some(generated) = generated(folder) else { return Ok(Some(nothing())) };
    let fortran = folder.file("fortran.o");
    let mut compile = compiler(settings, command.compiling_in(source, folder.0.path()));
    compile.args(AS_GENERATED).args(without_folder(command, folder)).arg("-c").arg(&generated);
    compile.arg("-o").arg(&fortran);
    let mut objects = vec![fortran];
    let mut steps = vec![compile];
    for name in [format!("{STEM}.c"), format!("{STEM}.host.c")] {
        let (path, object) = (folder.file(&name), folder.file(&format!("{name}.o")));
        if path.exists() {
            let mut compile = settings.cc.command();
            compile.args(command.for_c()).args(FOR_C);
            compile.args((settings.target == Target::OpenMp).then_some("-fopenmp"));
            compile.args((settings.least == 0).then_some("-DLP_SHARED_WORK=0"));
            // Nobody can look into what is gone.
            compile.arg("-g0");
            compile.arg("-c").arg(&path).arg("-o").arg(&object);
            steps.push(compile);
            objects.push(object);
        }
    }
    let mut combine = process::Command::new("ld");
    combine.arg("-r").args(&objects).arg("-o").arg(folder.file("combined.o"));
    steps.push(combine);
    for (at, mut step) in steps.into_iter().enumerate() {
        for name in DEPENDENCIES {
            step.env_remove(name);
        }
        let output = step.stderr(Stdio::piped()).stdout(Stdio::null()).output()?;
        let output = unless_interrupted(output)?;
        if !output.status.success() {
            let program = step.get_program().to_string_lossy().into_owned();
            let kernels = if at == 0 { blamed(settings, command, source, made)? } else { BTreeSet::new() };
            let refused = Refused { error: first_error(&output.stderr), kernels };
            refused.say(source, &program);
            return Ok(Some(refused));
        }
    }
    Ok(None)
}

/// Options that keep the name of the folder out of what debuggers read, so that objects are the same each
/// time.
fn without_folder(command: &Command, folder: &Folder) -> Vec<OsString> {
    if !command.debugs() {
        return Vec::new();
    }
    let mut map = OsString::from("-fdebug-prefix-map=");
    map.push(folder.0.path());
    map.push("=.");
    vec![map, "-gno-record-gcc-switches".into()]
}

impl Refused {
    fn say(&self, source: &Path, program: &str) {
        let kept = match self.kernels.is_empty() {
            true => "its routines".to_owned(),
            false => self.kernels.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        };
        let (source, error) = (source.display(), &self.error);
        say(&format!("lpfc: {source} keeps {kept}: {program} refuses what was generated: {error}"));
    }
}

fn first_error(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    said.lines().find(|line| line.to_ascii_lowercase().contains("error")).unwrap_or("").to_owned()
}

/// The kernels of the routines that errors of the compiler are about. What was generated is compiled once
/// more without what leads to the user's lines, so that errors tell its own.
fn blamed(
    settings: &Settings,
    command: &Command,
    source: &Path,
    made: &Object,
) -> Result<BTreeSet<String>, Ended> {
    let Some(generated) = generated(&made.folder) else { return Ok(BTreeSet::new()) };
    let text = foreign_bytes::decoded(&std::fs::read(&generated)?).unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(|line| if line.starts_with('#') { "" } else { line }).collect();
    let extension = generated.extension().unwrap_or_default().to_string_lossy().into_owned();
    let plain = made.folder.file(&format!("plain.{extension}"));
    std::fs::write(&plain, foreign_bytes::encoded(&lines.join("\n")))?;
    let mut check = compiler(settings, command.compiling_in(source, made.folder.0.path()));
    check.args(AS_GENERATED).arg("-fsyntax-only").arg(&plain);
    let output = check.stderr(Stdio::piped()).stdout(Stdio::null()).output()?;
    let kernels = made.kernels();
    // A body names its kernel before it calls it.
    let begins = |name: &String| lines.iter().position(|line| line.contains(&format!("'{name}_call'")));
    let starts: Vec<(usize, &String)> =
        kernels.iter().filter_map(|name| Some((begins(name)?, name))).collect();
    let said = String::from_utf8_lossy(&output.stderr);
    let kernel =
        |line: usize| starts.iter().filter(|(start, _)| *start < line).max_by_key(|(start, _)| *start);
    Ok(said.lines().filter_map(line_told).filter_map(kernel).map(|(_, name)| (*name).clone()).collect())
}

/// The line, from 1, in `path:line:column:`, which stands above an error.
fn line_told(text: &str) -> Option<usize> {
    let mut parts = text.trim().strip_suffix(':')?.rsplit(':');
    let (column, line) = (parts.next()?, parts.next()?);
    column.parse::<usize>().ok()?;
    line.parse().ok()
}
