//! The original, in a program that gfortran builds.

use super::records::Dummy;
use super::{CODE, Case, Original, order, records};
use crate::fortran::Settings;
use diag::Diagnostic;
use frontend_fortran::{Interface, Origin};
use ir::{ArgKind, Kernel, Name, Scalar};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Stand-ins for what reference sources call and keep in files of their own.
const SUPPORT: &str = "#include <ctype.h>\n#include <stdlib.h>\n\
    __attribute__((weak)) int lsame_(const char *a, const char *b) { return toupper(*a) == toupper(*b); }\n\
    __attribute__((weak)) void xerbla_(const char *name, const int *info) { exit(3); }\n";

/// The original with a program that runs each of its routines.
pub(super) struct Program(Folder);

impl Program {
    /// Builds it; the routines are known by their place among these.
    pub(super) fn build(
        original: &Original<'_>,
        routines: &[(&Kernel, &Interface)],
    ) -> Result<Self, Diagnostic> {
        let Original { path, files, settings } = *original;
        let folder = Folder::new()?;
        let at = |name: &str| folder.0.join(name);
        let extension = path.rsplit_once('.').map_or("f90", |(_, extension)| extension);
        let source = format!("original.{extension}");
        copy(Path::new(path), &at(&source))?;
        write(&at("main.f90"), program(routines).as_bytes())?;
        write(&at("support.c"), SUPPORT.as_bytes())?;
        let flags = ["-cpp", "-O1", "-ffp-contract=off", "-fno-range-check", "-ffree-line-length-none", "-w"];
        let own = own_flags(path, settings);
        let others: Vec<String> = order::modules_first(files)
            .iter()
            .filter_map(|file| Some(file.canonicalize().ok()?.display().to_string()))
            .collect();
        let all = || flags.into_iter().chain(own.iter().map(String::as_str));
        let sources = others.iter().map(String::as_str).chain([source.as_str(), "support.c"]);
        command(&folder.0, "gfortran", all().chain(["-c"]).chain(sources))?;
        let objects = objects(&folder.0)?;
        // Of two main programs the first counts: ours, where the original is one with routines in it.
        let linked = ["main.f90", "-Wl,--allow-multiple-definition", "-o", "main"];
        command(&folder.0, "gfortran", all().chain(linked).chain(objects.iter().map(String::as_str)))?;
        Ok(Program(folder))
    }

    /// What a routine leaves in the arrays of each case, one after the other.
    pub(super) fn run(
        &self,
        place: usize,
        kernel: &Kernel,
        cases: &[Case],
    ) -> Result<Vec<Vec<u8>>, Diagnostic> {
        let at = |name: &str| self.0.0.join(name);
        write(&at("in.bin"), &inputs(kernel, cases))?;
        command(&self.0.0, "./main", [place.to_string().as_str()])?;
        let bytes = std::fs::read(at("out.bin")).map_err(|error| problem(&error.to_string()))?;
        let mut rest = bytes.as_slice();
        let mut results = Vec::new();
        for case in cases {
            let length = kernel.args.keys().filter_map(|name| case.after.array(name)).map(size).sum();
            let Some((head, tail)) = rest.split_at_checked(length) else {
                return Err(problem("the original wrote too little"));
            };
            results.push(head.to_vec());
            rest = tail;
        }
        Ok(results)
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
struct Folder(std::path::PathBuf);

impl Folder {
    fn new() -> Result<Self, Diagnostic> {
        let path = std::env::temp_dir().join(format!("lprun-verify-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| problem(&error.to_string()))?;
        Ok(Folder(path))
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
pub(super) fn told(problem: &Diagnostic) -> String {
    let said = problem.notes.first().map_or("", String::as_str);
    let is_error = |line: &&str| line.contains("Error: ") || line.contains("undefined reference");
    let Some(error) = said.lines().find(is_error) else {
        return format!("{}: {}", problem.message, said.lines().next().unwrap_or("it says nothing"));
    };
    let is_place = |line: &&str| line.ends_with(':') && line.starts_with("original.");
    let place = said.lines().take_while(|line| *line != error).filter(is_place).last();
    let place =
        place.map(|place| place.trim_start_matches("original.").trim_start_matches(char::is_alphanumeric));
    let line = place.and_then(|place| place.split(':').nth(1)).map(|line| format!(" (line {line})"));
    format!("{}: {}{}", problem.message, error.trim(), line.unwrap_or_default())
}

/// The names of the object files in a folder, the original's first.
fn objects(folder: &Path) -> Result<Vec<String>, Diagnostic> {
    let entries = std::fs::read_dir(folder).map_err(|error| problem(&error.to_string()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut objects: Vec<String> = names.filter(|name| name.ends_with(".o")).collect();
    objects.sort_by_key(|name| (name != "original.o", name.clone()));
    Ok(objects)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    std::fs::write(path, bytes).map_err(|error| problem(&error.to_string()))
}

fn copy(from: &Path, to: &Path) -> Result<(), Diagnostic> {
    std::fs::copy(from, to).map(drop).map_err(|error| problem(&error.to_string()))
}

fn command<'a>(
    folder: &Path,
    program: &str,
    args: impl IntoIterator<Item = &'a str>,
) -> Result<(), Diagnostic> {
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .output()
        .map_err(|error| problem(&format!("{program}: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(problem(said.lines().take(24).collect::<Vec<&str>>().join("\n").as_str()))
}

/// Bytes of an array in the files.
fn size(array: &runtime::Array) -> usize {
    let element = if array.ty == Scalar::Bool { 4 } else { usize::try_from(array.ty.bytes()).unwrap_or(1) };
    array.len() * element
}

/// A program that runs the routine whose place it is told.
fn program(routines: &[(&Kernel, &Interface)]) -> String {
    let mut text = "program main\nimplicit none\ncharacter(20) :: word_\ninteger :: place_\n\
        call get_command_argument(1, word_)\nread(word_, *) place_\nselect case (place_)\n"
        .to_owned();
    for place in 0..routines.len() {
        let _ = writeln!(text, "case ({place})\ncall run_{place}_()");
    }
    text.push_str("end select\nend program\n");
    for (place, (kernel, interface)) in routines.iter().enumerate() {
        text.push_str(&caller(place, kernel, interface));
    }
    text
}

/// A routine that reads each case, calls the original and writes the arrays.
fn caller(place: usize, kernel: &Kernel, interface: &Interface) -> String {
    let mut declared = String::new();
    let mut before = String::new();
    let mut after = String::new();
    // Bounds are read behind the arrays.
    let mut allocated = String::new();
    let mut names = Vec::new();
    for (name, arg) in &kernel.args {
        let ty = type_of(arg.ty.unwrap_or(Scalar::F64), interface.characters.contains(name));
        let rank = arg.shape().map_or(0, <[_]>::len);
        if rank == 0 {
            let _ = writeln!(declared, "{ty} :: v_{name}");
            let _ = writeln!(before, "read(10) v_{name}");
        } else {
            let colons = vec![":"; rank].join(",");
            let extents: Vec<String> = (1..=rank).map(|axis| format!("n_({axis})")).collect();
            let _ = writeln!(declared, "{ty}, allocatable :: v_{name}({colons})");
            let _ = writeln!(before, "read(10) n_(1:{rank})\nif (allocated(v_{name})) deallocate(v_{name})");
            let _ = writeln!(before, "allocate(v_{name}({}))\nread(10) v_{name}", extents.join(","));
        }
        let mut own = format!("v_{name}");
        if let Some(lower) = lower_bounds(kernel, interface, name)
            && interface.outside.iter().all(|(other, _)| other != name)
            && !records::is_part(interface, name)
        {
            own = format!("w_{name}");
            let colons = vec![":"; rank].join(",");
            let _ = writeln!(declared, "{ty}, allocatable :: {own}({colons})");
            allocated += &allocation(&own, name, &lower);
            let _ = writeln!(after, "v_{name} = {own}");
        }
        if arg.shape().is_some() {
            let _ = writeln!(after, "write(11) v_{name}");
        }
        names.push(own);
    }
    before += &allocated;
    // The original does not get where it stops.
    let stopped = interface.stops.as_ref().map(|flag| format!("v_{flag} = 0\n")).unwrap_or_default();
    let used = interface.module.as_ref().map(|module| format!("use {module}\n")).unwrap_or_default();
    let routine = &interface.routine;
    let variable = |dummy| match dummy {
        Dummy::Plain(place, _) => names.get(place).cloned().unwrap_or_default(),
        Dummy::Whole(name) => format!("r_{name}"),
    };
    let given = records::given(kernel, interface).into_iter().map(variable);
    let given = given.collect::<Vec<String>>().join(",&\n");
    let call = match names.get(interface.dummies) {
        Some(result) if interface.is_function => {
            if interface.module.is_none() && interface.assumed.is_empty() {
                let ty = kernel.args.get_index(interface.dummies).and_then(|(_, arg)| arg.ty);
                let _ = writeln!(
                    declared,
                    "{}, external :: {routine}",
                    type_of(ty.unwrap_or(Scalar::F64), false)
                );
            }
            format!("{result} = {routine}({given})")
        }
        _ => format!("call {routine}({given})"),
    };
    let described = described(kernel, interface);
    let shared = shared(kernel, interface);
    let records = records::all(kernel, interface);
    let (used, declared) =
        (used + &shared.used + &records.used, declared + &shared.declared + &records.declared);
    let before = before + &shared.before + &records.before;
    let after = shared.after + &records.after + &stopped + &after;
    format!(
        "subroutine run_{place}_()\n{used}implicit none\ninteger(4) :: n_(7), c_, cases_\n{described}{declared}\
         open(10, file='in.bin', access='stream', form='unformatted')\n\
         open(11, file='out.bin', access='stream', form='unformatted', status='replace')\n\
         read(10) cases_\ndo c_ = 1, cases_\n{before}{call}\n{after}end do\nend subroutine\n"
    )
}

/// What a program needs to set variables of modules and common blocks before a call, and to read them behind it.
#[derive(Default)]
struct Shared {
    used: String,
    declared: String,
    before: String,
    after: String,
}

fn shared(kernel: &Kernel, interface: &Interface) -> Shared {
    let mut shared = Shared::default();
    // The variables of each block, by place, with the bytes between them.
    let mut blocks: BTreeMap<&str, BTreeMap<u64, &Name>> = BTreeMap::new();
    for (name, origin) in &interface.outside {
        let mut own = format!("o_{name}");
        match origin {
            Origin::Component(module, variable, path) => {
                let _ = writeln!(shared.used, "use {module}, only: m_{variable} => {variable}");
                let path: Vec<&str> = path.iter().map(Name::as_str).collect();
                own = format!("m_{variable}%{}", path.join("%"));
            }
            Origin::Module(module, variable) => {
                let _ = writeln!(shared.used, "use {module}, only: o_{name} => {variable}");
            }
            Origin::Common(block, before) => {
                blocks.entry(block).or_default().insert(*before, name);
            }
            Origin::Hidden => continue,
        }
        match lower_bounds(kernel, interface, name) {
            Some(lower) => shared.before += &allocation(&own, name, &lower),
            None => {
                let _ = writeln!(shared.before, "{own} = v_{name}");
            }
        }
        if kernel.args.get(name).is_some_and(|arg| arg.shape().is_some()) {
            let _ = writeln!(shared.after, "v_{name} = {own}");
        }
    }
    for (block, members) in blocks {
        let mut list = Vec::new();
        let mut end = 0;
        for (before, name) in members {
            let Some(arg) = kernel.args.get(name) else { continue };
            let ty = arg.ty.unwrap_or(Scalar::F64);
            let is_character = interface.characters.contains(name);
            let extents: Vec<u64> = arg.shape().unwrap_or(&[]).iter().map(extent).collect();
            if before > end {
                let gap = format!("g{before}_{name}");
                let _ = writeln!(shared.declared, "integer(1) :: {gap}({})", before - end);
                list.push(gap);
            }
            let axes: Vec<String> = extents.iter().map(u64::to_string).collect();
            let axes = if axes.is_empty() { String::new() } else { format!("({})", axes.join(",")) };
            let _ = writeln!(shared.declared, "{} :: o_{name}{axes}", type_of(ty, is_character));
            list.push(format!("o_{name}"));
            let bytes = if ty == Scalar::Bool { 4 } else { u64::from(ty.bytes()) };
            end = before + bytes * extents.iter().product::<u64>();
        }
        let _ = writeln!(shared.declared, "common /{block}/ {}", list.join(",&\n"));
    }
    shared
}

/// The lower bounds of an array that its routine expects to be allocated.
pub(super) fn lower_bounds(kernel: &Kernel, interface: &Interface, name: &Name) -> Option<Vec<String>> {
    let (_, lower) = interface.allocated.iter().find(|(array, _)| array == name)?;
    // One that no statement needs is no argument.
    let of =
        |bound: &Name| if kernel.args.contains_key(bound) { format!("v_{bound}") } else { "1".to_owned() };
    Some(lower.iter().map(of).collect())
}

/// Statements that give an array its bounds, and the values that were read for it.
fn allocation(own: &str, name: &Name, lower: &[String]) -> String {
    format!("if (allocated({own})) deallocate({own})\n{}", allocate(own, name, lower))
}

/// A statement that gives an array its bounds, and one that gives it its values.
pub(super) fn allocate(own: &str, name: &Name, lower: &[String]) -> String {
    let axis = |(at, lower): (usize, &String)| format!("{lower}:{lower}+size(v_{name},{})-1", at + 1);
    let bounds: Vec<String> = lower.iter().enumerate().map(axis).collect();
    let bounds = bounds.join(",");
    format!("allocate({own}({bounds}))\n{own} = v_{name}\n")
}

/// An extent of an array in a common block, which is constant.
fn extent(extent: &Option<ir::Expr>) -> u64 {
    extent.as_ref().and_then(ir::Expr::as_int).and_then(|extent| u64::try_from(extent).ok()).unwrap_or(1)
}

/// The interface of a routine with dummies of assumed shape, if no module has it.
fn described(kernel: &Kernel, interface: &Interface) -> String {
    let is_plain = |name: &&Name| !records::is_part(interface, name);
    if interface.module.is_some() || !interface.assumed.iter().any(|name| is_plain(&name)) {
        return String::new();
    }
    let count = interface.dummies + usize::from(interface.is_function);
    let used = records::used(interface);
    let mut declared = records::dummies(interface);
    for (name, arg) in kernel.args.iter().take(count).filter(|(name, _)| is_plain(name)) {
        let ty = type_of(arg.ty.unwrap_or(Scalar::F64), interface.characters.contains(name));
        let axes = match arg.shape().map_or(0, <[_]>::len) {
            0 => String::new(),
            rank if interface.assumed.contains(name) => format!("({})", vec![":"; rank].join(",")),
            _ => "(*)".to_owned(),
        };
        let is_allocated = interface.allocated.iter().any(|(array, _)| array == name);
        let attribute = if is_allocated { ", allocatable" } else { "" };
        let _ = writeln!(declared, "{ty}{attribute} :: {name}{axes}");
    }
    let name_of = |(Dummy::Plain(_, name) | Dummy::Whole(name))| name.as_str();
    let names = records::given(kernel, interface).into_iter().map(name_of);
    let (routine, dummies) = (&interface.routine, names.collect::<Vec<&str>>().join(",&\n"));
    let (kind, result) = match kernel.args.get_index(interface.dummies) {
        Some((result, _)) if interface.is_function && result != routine => {
            ("function", format!(" result({result})"))
        }
        Some(_) if interface.is_function => ("function", String::new()),
        _ => ("subroutine", String::new()),
    };
    format!("interface\n{kind} {routine}({dummies}){result}\n{used}{declared}end {kind}\nend interface\n")
}

fn type_of(ty: Scalar, is_character: bool) -> &'static str {
    match ty {
        Scalar::I8 if is_character => "character(1)",
        Scalar::Bool => "logical",
        Scalar::I8 | Scalar::U8 => "integer(1)",
        Scalar::I16 | Scalar::U16 => "integer(2)",
        Scalar::I32 | Scalar::U32 => "integer(4)",
        Scalar::I64 | Scalar::U64 => "integer(8)",
        Scalar::F32 => "real(4)",
        Scalar::F64 => "real(8)",
        Scalar::C64 => "complex(4)",
        Scalar::C128 => "complex(8)",
    }
}

/// All arguments of all cases, as the program reads them.
fn inputs(kernel: &Kernel, cases: &[Case]) -> Vec<u8> {
    let mut bytes = i32::try_from(cases.len()).unwrap_or(i32::MAX).to_le_bytes().to_vec();
    for case in cases {
        for (name, arg) in &kernel.args {
            match &arg.kind {
                ArgKind::Array { shape, .. } => array(name, shape.len(), case, &mut bytes),
                ArgKind::Value => {
                    let truth = arg.ty == Some(Scalar::Bool);
                    if let Some(value) = case.before.value(name) {
                        let word = value.bytes();
                        bytes.extend(&word);
                        bytes.extend(std::iter::repeat_n(0, if truth { 3 } else { 0 }));
                    }
                }
            }
        }
    }
    bytes
}

fn array(name: &Name, rank: usize, case: &Case, bytes: &mut Vec<u8>) {
    let Some(array) = case.before.array(name) else { return };
    for extent in array.shape.iter().take(rank) {
        bytes.extend(i32::try_from(*extent).unwrap_or(0).to_le_bytes());
    }
    // Arrays of Fortran lie as ours do: the first axis runs fastest, without gaps.
    let own = array.bytes.get(..array.len() * usize::try_from(array.ty.bytes()).unwrap_or(1)).unwrap_or(&[]);
    match array.ty {
        Scalar::Bool => own.iter().for_each(|truth| bytes.extend([*truth, 0, 0, 0])),
        _ => bytes.extend(own),
    }
}
