//! The original, in a program that gfortran builds: it runs each draw in a process of its own.

use super::program::{self, Place};
use super::routine::Routine;
use super::words;
use super::{CODE, Original, accessors, order};
use crate::fortran::Settings;
use diag::Diagnostic;
use frontend_fortran::Form;
use ir::Scalar;
use runtime::Bindings;
use rustix::process::{Resource, getrlimit};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Stand-ins for what reference sources call and keep in files of their own, and a process for each draw.
const SUPPORT: &str = include_str!("support.c");

const FLAGS: [&str; 7] = [
    "-O1",
    "-g0",
    "-ffp-contract=off",
    "-fno-range-check",
    "-ffree-line-length-none",
    "-w",
    // The library adds up products of matrices in another order than the language writes them down.
    "-finline-matmul-limit=100000",
];

/// What leaves an array, or a number its type, has no meaning.
const SANITIZED: &[&str] =
    &["-fsanitize=address,signed-integer-overflow,float-cast-overflow", "-fno-sanitize-recover=all"];

/// Where the address space is limited, the sanitizer of addresses has no room: subscripts are checked
/// instead.
const WITHOUT_ADDRESSES: &[&str] = &[
    "-fsanitize=signed-integer-overflow,float-cast-overflow",
    "-fcheck=bounds",
    "-fno-sanitize-recover=all",
];

/// What watches the original in this process.
fn sanitizers() -> &'static [&'static str] {
    let limited = getrlimit(Resource::As).current.is_some();
    if limited { WITHOUT_ADDRESSES } else { SANITIZED }
}

/// Checks subscripts against declarations too, and gives variables without a value one that stands out. What
/// nobody uses is computed all the same, so that an overflow there is seen.
const STRICT: [&str; 6] = [
    "-O0",
    "-ffrontend-optimize",
    "-fcheck=bounds,bits",
    "-finit-integer=-987654321",
    "-finit-real=nan",
    "-finit-logical=true",
];

/// Exit codes of a call: it came back; a sanitizer stopped it; the run-time library of gfortran did.
const CAME_BACK: i32 = 42;
const SANITIZER: i32 = 99;
const LIBRARY: i32 = 2;

/// How closely the original is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Watch {
    /// What it computes counts.
    Plain,
    /// Whether it has a meaning counts.
    Strict,
}

/// How a call of the original ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ended {
    /// What it left in its arguments, one after the other.
    CameBack(Vec<u8>),
    /// It stopped the program, as the source says.
    Stopped,
    /// It has no meaning, or took too long, and why.
    Faulted(String),
}

/// The original with a program that runs each of its routines.
pub(super) struct Program {
    folder: Folder,
    watch: Watch,
}

impl Program {
    /// Builds it; the routines are known by their place among these.
    pub(super) fn build(
        original: &Original<'_>,
        routines: &[Routine<'_>],
        watch: Watch,
    ) -> Result<Self, Diagnostic> {
        let mut built = Program::build_at(original, routines, watch, Place::Outside);
        // Nobody outside of a module can name or set what is private or protected there.
        for place in [Place::Inside, Place::Beside] {
            if built.is_err() && !place.included(routines).is_empty() {
                built = built.or_else(|problem| {
                    Program::build_at(original, routines, watch, place).map_err(|_| problem)
                });
            }
        }
        built
    }

    fn build_at(
        original: &Original<'_>,
        routines: &[Routine<'_>],
        watch: Watch,
        place: Place,
    ) -> Result<Self, Diagnostic> {
        // Where gfortran has no sanitizers, only what traps is seen to have no meaning.
        Program::linked(original, routines, watch, place, sanitizers())
            .or_else(|_| Program::linked(original, routines, watch, place, &[]))
    }

    fn linked(
        original: &Original<'_>,
        routines: &[Routine<'_>],
        watch: Watch,
        place: Place,
        sanitized: &[&str],
    ) -> Result<Self, Diagnostic> {
        let Original { path, form, files, settings } = *original;
        let folder = Folder::new()?;
        let extension = path.rsplit_once('.').map_or("f90", |(_, extension)| extension);
        let source = format!("original.{extension}");
        let text = std::fs::read(path).map_err(|error| problem(&error.to_string()))?;
        let is_preprocessed = |path: &str, text: &[u8]| {
            frontend_fortran::is_preprocessed(path, &String::from_utf8_lossy(text), &settings.defines)
        };
        let included = place.included(routines);
        folder.write(&source, &accessors::with_included(&text, &included))?;
        for (_, file, text) in &included {
            folder.write(file, text.as_bytes())?;
        }
        folder.write("main.f90", program::main(routines, place).as_bytes())?;
        if place != Place::Inside {
            folder.write(program::CALLERS, program::callers(routines, place).as_bytes())?;
        }
        folder.write("support.c", SUPPORT.as_bytes())?;
        let own = own_flags(path, settings);
        let strict: &[&str] = if watch == Watch::Strict { &STRICT } else { &[] };
        let all = || {
            let flags = FLAGS.iter().chain(sanitized).chain(strict).copied();
            flags.chain(own.iter().map(String::as_str))
        };
        let others: Vec<String> = order::modules_first(files)
            .iter()
            .filter_map(|file| Some(file.canonicalize().ok()?.display().to_string()))
            .collect();
        let read = |path: &String| std::fs::read(path).is_ok_and(|text| is_preprocessed(path, &text));
        let cpp = others.iter().any(read).then_some("-cpp");
        let others = others.iter().map(String::as_str).chain(["support.c"]);
        command(&folder.0, "gfortran", all().chain(["-c"]).chain(cpp).chain(others))?;
        let (form, language) = match (form, is_preprocessed(path, &text)) {
            (Form::Fixed, true) => ("-ffixed-form", "f77-cpp-input"),
            (Form::Fixed, false) => ("-ffixed-form", "f77"),
            (Form::Free, true) => ("-ffree-form", "f95-cpp-input"),
            (Form::Free, false) => ("-ffree-form", "f95"),
        };
        let compiled = ["-c", form, "-x", language, source.as_str(), "-o", "original.o"];
        command(&folder.0, "gfortran", all().chain(compiled))?;
        let objects = objects(&folder.0)?;
        // Of two main programs the first counts: ours, where the original is one with routines in it.
        let linked = ["main.f90", "-Wl,--allow-multiple-definition", "-o", "main"];
        command(&folder.0, "gfortran", all().chain(linked).chain(objects.iter().map(String::as_str)))?;
        Ok(Program { folder, watch })
    }

    /// How calls end, those of a row one after the other in one process.
    pub(super) fn run(
        &self,
        place: usize,
        routine: Routine<'_>,
        rows: &[Vec<&Bindings>],
    ) -> Result<Vec<Vec<Ended>>, Diagnostic> {
        let mut at = 0;
        for before in rows.iter().flatten() {
            at += 1;
            let bytes = words::of_inputs(routine.kernel, routine.interface, before);
            self.folder.write(&format!("in.{at}"), &bytes)?;
            for old in ["out", "said", "ended"] {
                // There is none before the first run.
                let _removed = std::fs::remove_file(self.folder.0.join(format!("{old}.{at}")));
            }
        }
        let lengths: Vec<i32> = rows.iter().filter_map(|row| i32::try_from(row.len()).ok()).collect();
        let bytes: Vec<u8> = lengths.iter().flat_map(|length| length.to_le_bytes()).collect();
        self.folder.write("rows.bin", &bytes)?;
        self.start(place, rows.len())?;
        let mut first = 1;
        let mut ended = Vec::new();
        for row in rows {
            // Behind calls that take too long the others are not made.
            if !self.folder.0.join(format!("ended.{first}")).exists() {
                break;
            }
            let calls = first..first + row.len();
            ended.push(calls.clone().map(|at| self.ended(first, at)).collect::<Result<_, _>>()?);
            first = calls.end;
        }
        Ok(ended)
    }

    fn start(&self, place: usize, rows: usize) -> Result<(), Diagnostic> {
        // Memory that nobody has set is not the same in both.
        let fill = if self.watch == Watch::Plain { 0xBE } else { 0x3B };
        let options = format!(
            "exitcode={SANITIZER}:detect_leaks=0:symbolize=0:print_legend=0:allocator_may_return_null=1:\
             redzone=2048:malloc_fill_byte={fill}:max_malloc_fill_size=16777216"
        );
        let output = Command::new("./main")
            .args([place.to_string(), rows.to_string()])
            .env("ASAN_OPTIONS", &options)
            .env("UBSAN_OPTIONS", format!("exitcode={SANITIZER}"))
            .current_dir(&self.folder.0)
            .output();
        done(output, "./main")
    }

    /// How a call ended whose row began at another.
    fn ended(&self, first: usize, at: usize) -> Result<Ended, Diagnostic> {
        let read = |name: &str, at: usize| std::fs::read(self.folder.0.join(format!("{name}.{at}")));
        let code = read("ended", first).map_err(|error| problem(&error.to_string()))?;
        let code: i32 = String::from_utf8_lossy(&code).trim().parse().unwrap_or(0);
        let said = || String::from_utf8_lossy(&read("said", first).unwrap_or_default()).into_owned();
        Ok(match (code, read("out", at)) {
            (CAME_BACK, Ok(bytes)) => Ended::CameBack(bytes),
            (..0, _) => Ended::Faulted(of_signal(-code)),
            (SANITIZER | LIBRARY, _) => fault(&said()).map_or(Ended::Stopped, Ended::Faulted),
            _ if said().contains("Operating system error") => Ended::Faulted("there is no memory".to_owned()),
            _ => Ended::Stopped,
        })
    }
}

/// Why a call has no meaning whose arithmetic leaves the type of its integers.
pub(super) const OVERFLOWS: &str = "an integer overflows";

/// Why a call has no meaning that makes an integer of a real number that is too large for it.
pub(super) const UNREPRESENTABLE: &str = "a number does not fit an integer";

/// Why a call has no meaning that does not come to an end in time.
pub(super) const LATE: &str = "it takes too long";

/// What kept a call from having a meaning, if something did.
fn fault(said: &str) -> Option<String> {
    let marks = ["runtime error: ", "AddressSanitizer: "];
    let of = |line: &str| marks.iter().find_map(|mark| Some(line.split_once(mark)?.1.to_owned()));
    let fault = said.lines().find_map(of)?;
    let words = [
        ("overflow on address", "it leaves its arrays"),
        ("SEGV", "it leaves its arrays"),
        ("FPE", "it divides an integer by zero"),
        ("integer overflow", OVERFLOWS),
        ("cannot be represented in type", OVERFLOWS),
        ("outside the range of representable values", UNREPRESENTABLE),
    ];
    let known = words.iter().find(|(mark, _)| fault.contains(mark));
    Some(known.map_or(fault.clone(), |(_, word)| (*word).to_owned()))
}

fn of_signal(signal: i32) -> String {
    match signal {
        8 => "it divides an integer by zero".to_owned(),
        9 | 14 | 24 => LATE.to_owned(),
        11 => "it leaves its memory".to_owned(),
        _ => format!("signal {signal}"),
    }
}

/// The macros, default kinds and folders that our side was told, and the folder of the source.
fn own_flags(path: &str, settings: &Settings) -> Vec<String> {
    let mut flags: Vec<String> =
        settings.defines.iter().map(|(name, value)| format!("-D{name}={value}")).collect();
    if settings.defaults.real == Scalar::F64 {
        flags.extend(["-fdefault-real-8", "-fdefault-double-8"].map(str::to_owned));
    }
    if settings.defaults.integer == Scalar::I64 {
        flags.push("-fdefault-integer-8".to_owned());
    }
    let own = Path::new(path)
        .parent()
        .map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let folders = own.into_iter().chain(settings.folders.iter().map(AsRef::as_ref));
    let folders = folders.filter_map(|folder| folder.canonicalize().ok());
    flags.extend(folders.map(|folder| format!("-I{}", folder.display())));
    flags
}

/// A folder that goes with its owner.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, Diagnostic> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("lprun-verify-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).map_err(|error| problem(&error.to_string()))?;
        Ok(Folder(path))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        std::fs::write(self.0.join(name), bytes).map_err(|error| problem(&error.to_string()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays; there is nobody to tell.
        let _removed = std::fs::remove_dir_all(&self.0);
    }
}

fn problem(text: &str) -> Diagnostic {
    Diagnostic::error(CODE, "the original cannot be run").note(text.to_owned())
}

/// What kept the original from being run, in one line: of what gfortran says, the first error and its place.
pub(super) fn failure_line(problem: &Diagnostic) -> String {
    let said = problem.notes.first().map_or("", String::as_str);
    let is_error = |line: &&str| line.contains("Error: ") || line.contains("undefined reference");
    let Some(error) = said.lines().find(is_error) else {
        return format!("{}: {}", problem.message, said.lines().next().unwrap_or("it says nothing"));
    };
    // A line `FILE:LINE:COLUMN:` stands before what is said.
    let is_place = |line: &&str| line.ends_with(':') && line.split(':').count() >= 3;
    let place = said.lines().take_while(|line| *line != error).filter(is_place).last();
    let place = place.and_then(|place| {
        let mut parts = place.split(':');
        let (file, line) = (Path::new(parts.next()?), parts.next()?);
        let own = file.file_stem().is_some_and(|stem| stem == "original");
        let name = file.file_name().filter(|_| !own).map(|name| format!("{}, ", name.display()));
        Some(format!(" ({}line {line})", name.unwrap_or_default()))
    });
    format!("{}: {}{}", problem.message, error.trim(), place.unwrap_or_default())
}

/// The names of the object files in a folder, the original's first.
fn objects(folder: &Path) -> Result<Vec<String>, Diagnostic> {
    let entries = std::fs::read_dir(folder).map_err(|error| problem(&error.to_string()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut objects: Vec<String> = names.filter(|name| name.ends_with(".o")).collect();
    objects.sort_by_key(|name| (name != "original.o", name.clone()));
    Ok(objects)
}

fn command<'a>(
    folder: &Path,
    program: &str,
    args: impl IntoIterator<Item = &'a str>,
) -> Result<(), Diagnostic> {
    done(Command::new(program).args(args).current_dir(folder).output(), program)
}

fn done(output: std::io::Result<std::process::Output>, program: &str) -> Result<(), Diagnostic> {
    let output = output.map_err(|error| problem(&format!("{program}: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(problem(said.lines().take(24).collect::<Vec<&str>>().join("\n").as_str()))
}
