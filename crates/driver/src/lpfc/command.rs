//! The command line of a Fortran compiler, as far as it matters which sources it compiles, and how.

use frontend_fortran::{Defaults, Form, Options};
use ir::Scalar;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Options whose value is the next argument.
const WITH_VALUE: [&str; 38] = [
    "-o",
    "-I",
    "-D",
    "-U",
    "-J",
    "-x",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-MF",
    "-MT",
    "-MQ",
    "-include",
    "-isystem",
    "-idirafter",
    "-iquote",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-module",
    "-wrapper",
    "-specs",
    "-dumpdir",
    "-dumpbase",
    "-dumpbase-ext",
    "-imacros",
    "-iprefix",
    "-iwithprefix",
    "-isysroot",
    "-imultilib",
    "-imultiarch",
    "-fintrinsic-modules-path",
    "-aux-info",
    "-B",
    "--param",
];

/// Endings of files that only matter where programs are linked.
const LINKED: [&str; 6] = ["o", "a", "so", "lo", "obj", "la"];

/// Options with which a command ends before objects are made, whatever files it names.
const BEFORE_OBJECTS: [&str; 10] =
    ["-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "--help", "-dumpversion", "-dumpmachine", "-###"];

/// Options with which files are not what their names say.
const OTHERWISE: [&str; 8] =
    ["-x", "-xf77", "-xf77-cpp-input", "-xf95", "-xf95-cpp-input", "-xc", "-xassembler", "-xnone"];

/// Endings of sources of other languages.
const OTHER_SOURCES: [&str; 12] = ["c", "C", "cc", "cp", "cxx", "cpp", "CPP", "c++", "m", "mm", "i", "ii"];

/// Beginnings of options that give sources another meaning than the front end does.
const OTHER_MEANING: [&str; 22] = [
    "-finit-",
    "-freal-",
    "-finteger-4",
    "-fdefault-real-1",
    "-fdefault-double-1",
    "-fno-automatic",
    "-fdollar-ok",
    "-fd-lines",
    "-fdec",
    "-fcray-pointer",
    "-fcoarray=lib",
    "-fno-sign-zero",
    "-fmodule-private",
    "-fshort-enums",
    "-fpack-derived",
    "-fwrapv",
    "-fno-strict-overflow",
    "-ff2c",
    "-fno-pad-source",
    "-fno-align-commons",
    "-std=f95",
    "-std=f2003",
];

/// Beginnings of options that ask for tests while the program runs, which kernels do not make.
const TESTS: [&str; 3] = ["-fcheck=", "-fbounds-check", "-ftrapv"];

/// Functions of gfortran that are none where a standard alone is asked for: there they are the user's.
const EXTENSIONS: [&str; 22] = [
    "cdabs", "cdexp", "cdlog", "cdsqrt", "cotan", "dcmplx", "dconjg", "dfloat", "dimag", "dreal", "imag",
    "imagpart", "int2", "int8", "isnan", "lshift", "realpart", "rshift", "zabs", "zexp", "zlog", "zsqrt",
];

/// Beginnings of options with which the compiler writes files beside objects that are about their sources.
const ABOUT_OBJECTS: [&str; 7] = [
    "--coverage",
    "-fprofile-arcs",
    "-ftest-coverage",
    "-fprofile-generate",
    "-gsplit-dwarf",
    "-save-temps",
    "-Wa,-a",
];

/// What a command does with its sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It makes an object of each.
    Compiles,
    /// It compiles and links them.
    Links,
    /// Whatever it does, it is left alone.
    Other,
}

/// A command line.
#[derive(Debug, Clone)]
pub(super) struct Command {
    pub(super) arguments: Vec<OsString>,
    pub(super) kind: Kind,
    /// Where the Fortran sources stand among the arguments.
    sources: Vec<usize>,
    /// Where the name of the output stands.
    output: Option<usize>,
}

fn word(argument: &OsStr) -> &str {
    argument.to_str().unwrap_or("")
}

/// The folder that a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An argument as two, if it is the name of the output behind `-o`.
fn split_output(argument: OsString) -> Vec<OsString> {
    match word(&argument).strip_prefix("-o").filter(|name| !name.is_empty()) {
        Some(name) => vec!["-o".into(), name.into()],
        None => vec![argument],
    }
}

/// Whether a word names a file that only matters where programs are linked. One that is no option and no file
/// may be the value of an option that nobody here knows.
fn is_linked(argument: &OsStr) -> bool {
    let path = Path::new(argument);
    let has_ending =
        || path.extension().and_then(OsStr::to_str).is_some_and(|ending| LINKED.contains(&ending));
    !word(argument).starts_with('-') && (has_ending() || path.is_file())
}

/// Whether the file is Fortran by its name, and in which form; of `.F90` and the like, that it has to be
/// preprocessed.
pub(super) fn form_of(path: &Path) -> Option<(Form, bool)> {
    let extension = path.extension()?.to_str()?;
    let is_preprocessed = frontend_fortran::is_for_preprocessor(path.to_str()?);
    let known = if extension.eq_ignore_ascii_case("fpp") { "x.f" } else { path.to_str()? };
    let form = Form::of_path(known).filter(|_| extension != "floopy")?;
    Some((form, is_preprocessed))
}

impl Command {
    pub(super) fn new(arguments: Vec<OsString>) -> Self {
        let arguments: Vec<OsString> = arguments.into_iter().flat_map(split_output).collect();
        let (mut sources, mut output, mut is_value) = (Vec::new(), None, false);
        for (at, argument) in arguments.iter().enumerate() {
            let text = word(argument);
            if is_value {
                is_value = false;
            } else if WITH_VALUE.contains(&text) {
                is_value = true;
                if text == "-o" {
                    output = Some(at + 1);
                }
            } else if !text.starts_with('-') && form_of(Path::new(argument)).is_some() {
                sources.push(at);
            }
        }
        let has = |option: &str| arguments.iter().any(|argument| argument == option);
        let is_otherwise = BEFORE_OBJECTS.iter().chain(&OTHERWISE).any(|option| has(option))
            || arguments.iter().any(|argument| word(argument).starts_with('@'));
        // One output for several sources is for the compiler to refuse.
        let is_refused = has("-c") && output.is_some() && sources.len() > 1;
        let has_nothing = has("-c") && sources.is_empty();
        let kind = match has("-c") {
            _ if is_otherwise || is_refused || has_nothing => Kind::Other,
            true => Kind::Compiles,
            false => Kind::Links,
        };
        Command { arguments, kind, sources, output }
    }

    pub(super) fn has(&self, option: &str) -> bool {
        self.arguments.iter().any(|argument| argument == option)
    }

    /// The last of two options, which counts.
    fn last_of(&self, options: [&'static str; 2]) -> Option<&'static str> {
        let last =
            self.arguments.iter().rev().find_map(|argument| options.iter().find(|own| *own == argument));
        last.copied()
    }

    /// Whether a switch is on, given as the options that put it on and off: the last one counts.
    fn is_on(&self, switch: [&'static str; 2]) -> bool {
        self.last_of(switch).is_some_and(|last| switch.first() == Some(&last))
    }

    fn starts(&self, beginning: &str) -> bool {
        self.arguments.iter().any(|argument| word(argument).starts_with(beginning))
    }

    pub(super) fn sources(&self) -> Vec<PathBuf> {
        self.sources.iter().filter_map(|at| self.arguments.get(*at)).map(PathBuf::from).collect()
    }

    pub(super) fn output(&self) -> Option<PathBuf> {
        self.output.and_then(|at| self.arguments.get(at)).map(PathBuf::from)
    }

    /// The object of a source: as told, or beside the working directory's files under the source's name.
    pub(super) fn object(&self, source: &Path) -> Option<PathBuf> {
        match self.output() {
            Some(output) => (self.sources.len() == 1).then_some(output),
            None => Some(PathBuf::from(format!("{}.o", source.file_stem()?.to_str()?))),
        }
    }

    /// The same command for one of its sources.
    pub(super) fn restricted_to(&self, source: &Path) -> Command {
        let is_other =
            |at: &usize| self.sources.contains(at) && self.arguments.get(*at).is_none_or(|one| one != source);
        let own = self.arguments.iter().enumerate().filter(|(at, _)| !is_other(at));
        Command::new(own.map(|(_, argument)| argument.clone()).collect())
    }

    /// Why no source of the command can be translated.
    pub(super) fn obstacle(&self) -> Option<String> {
        let argument = |beginning: &&str| {
            let mut all = self.arguments.iter().map(|argument| word(argument));
            all.find(|argument| argument.starts_with(beginning)).map(str::to_owned)
        };
        if let Some(option) = ABOUT_OBJECTS.iter().find_map(argument) {
            return Some(format!("`{option}` writes more than an object"));
        }
        if let Some(option) = TESTS.iter().find_map(argument) {
            return Some(format!("`{option}` asks for tests that kernels do not make"));
        }
        if self.columns().is_some_and(|columns| columns < frontend_fortran::CARD) {
            return Some("lines in fixed form are shorter than those of a kernel".to_owned());
        }
        let other = OTHER_MEANING.iter().find_map(argument);
        other.map(|option| format!("`{option}` gives sources another meaning"))
    }

    /// Why a source cannot be translated under the options of the command.
    pub(super) fn obstacle_in(&self, text: &str, form: Form) -> Option<String> {
        let asks_for_standard = self.starts("-std=f") && !self.has("-fall-intrinsics");
        let used = |word: &str| EXTENSIONS.iter().find(|name| word.eq_ignore_ascii_case(name));
        if asks_for_standard && let Some(name) = super::text::words(text).find_map(used) {
            return Some(format!(
                "`{name}` may be no intrinsic function in the standard that `-std=` asks for"
            ));
        }
        let limit = self.free_line_length()?;
        let is_cut = |line: &str| {
            let beyond = line.char_indices().nth(limit).map(|(at, _)| line.split_at(at));
            beyond.is_some_and(|(before, beyond)| !beyond.trim().is_empty() && !before.contains('!'))
        };
        let mut lines = text.lines();
        (form == Form::Free && lines.any(is_cut)).then(|| format!("a line is longer than {limit} columns"))
    }

    /// Columns of a line in free form; none where there is no limit.
    fn free_line_length(&self) -> Option<usize> {
        self.line_length("-ffree-line-length-", 132)
    }

    /// Columns of a line in fixed form that are read; none where all of them are.
    pub(super) fn columns(&self) -> Option<usize> {
        self.line_length("-ffixed-line-length-", frontend_fortran::CARD)
    }

    /// What the last option of that beginning says.
    fn line_length(&self, option: &str, usual: usize) -> Option<usize> {
        let given =
            self.arguments.iter().filter_map(|argument| word(argument).strip_prefix(option)).next_back();
        match given {
            None => Some(usual),
            Some("none" | "0") => None,
            Some(length) => length.parse().ok(),
        }
    }

    /// Types without a kind.
    pub(super) fn defaults(&self) -> Defaults {
        let has_long_integers = self.is_on(["-fdefault-integer-8", "-fno-default-integer-8"]);
        let has_long_reals = self.is_on(["-fdefault-real-8", "-fno-default-real-8"]);
        Defaults {
            integer: if has_long_integers { Scalar::I64 } else { Scalar::I32 },
            real: if has_long_reals { Scalar::F64 } else { Scalar::F32 },
        }
    }

    /// Whether `double precision` is longer than usual.
    pub(super) fn has_long_doubles(&self) -> bool {
        self.is_on(["-fdefault-real-8", "-fno-default-real-8"])
            && !self.is_on(["-fdefault-double-8", "-fno-default-double-8"])
    }

    /// Whether a backslash begins a character by its code in texts.
    pub(super) fn has_escapes(&self) -> bool {
        self.is_on(["-fbackslash", "-fno-backslash"])
    }

    /// The form that an option gives to all sources, whatever they are called.
    pub(super) fn form_of_all(&self) -> Option<Form> {
        let last = self.last_of(["-ffree-form", "-ffixed-form"])?;
        Some(if last == "-ffree-form" { Form::Free } else { Form::Fixed })
    }

    /// The form of a source, and whether it is preprocessed.
    pub(super) fn form(&self, source: &Path) -> Option<(Form, bool)> {
        let (form, is_preprocessed) = form_of(source)?;
        let form = self.form_of_all().unwrap_or(form);
        Some((form, self.last_of(["-cpp", "-nocpp"]).map_or(is_preprocessed, |last| last == "-cpp")))
    }

    /// How the front end reads a text, kinds aside.
    pub(super) fn reading(&self, form: Form) -> Options {
        let (columns, openmp) = (self.columns(), self.has_sentinels());
        Options { columns, is_preprocessed: true, openmp, ..Options::new(form, Vec::new()) }
    }

    /// Whether directives of OpenMP count.
    fn has_openmp(&self) -> bool {
        let is_on = |argument: &str| argument == "-fopenmp" || argument.starts_with("-fopenmp=");
        let mut last = self.arguments.iter().rev().map(|argument| word(argument));
        last.find(|argument| is_on(argument) || *argument == "-fno-openmp").is_some_and(is_on)
    }

    /// Whether statements behind `!$` count.
    pub(super) fn has_sentinels(&self) -> bool {
        self.has_openmp() || self.is_on(["-fopenmp-simd", "-fno-openmp-simd"])
    }

    /// Whether comments that begin with `!$` are read.
    pub(super) fn reads_directives(&self) -> bool {
        self.has_sentinels() || self.starts("-fopenacc")
    }

    /// Whether the compiler may compute sums in another order than the source's.
    pub(super) fn reorders(&self) -> bool {
        let mut told = None;
        let mut is_fast = false;
        for argument in self.arguments.iter().map(|argument| word(argument)) {
            match argument {
                "-ffast-math" | "-fassociative-math" => told = Some(true),
                "-fno-fast-math" | "-fno-associative-math" => told = Some(false),
                // The last level counts.
                _ if argument.starts_with("-O") => is_fast = argument == "-Ofast",
                _ => {}
            }
        }
        told.unwrap_or(is_fast)
    }

    /// The folders where included files lie.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        self.folders_of(&["-I"])
    }

    /// The folders where modules lie, in the order in which gfortran looks into them.
    pub(super) fn module_folders(&self) -> Vec<PathBuf> {
        [vec![PathBuf::from(".")], self.folders_of(&["-I"]), self.folders_of(&["-J"])].concat()
    }

    /// The folder that the compiler writes modules to.
    pub(super) fn output_of_modules(&self) -> PathBuf {
        self.folders_of(&["-J"]).pop().unwrap_or_else(|| PathBuf::from("."))
    }

    /// The folders of options that begin so, also where they follow in a word of their own.
    fn folders_of(&self, options: &[&str]) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        let mut all = self.arguments.iter().map(|argument| word(argument));
        while let Some(argument) = all.next() {
            match options.iter().find_map(|option| argument.strip_prefix(option)) {
                Some("") => folders.extend(all.next().map(PathBuf::from)),
                Some(folder) => folders.push(PathBuf::from(folder)),
                None => {}
            }
        }
        folders
    }

    /// The options, without sources and output and without what only names or lists files.
    pub(super) fn options(&self) -> Vec<OsString> {
        let is_file = |at: &usize| self.sources.contains(at) || self.output == Some(*at);
        let mut options = Vec::new();
        let mut skip = false;
        for (at, argument) in self.arguments.iter().enumerate() {
            let text = word(argument);
            if std::mem::take(&mut skip) || is_file(&at) || matches!(text, "-c" | "-o") {
                continue;
            }
            skip = matches!(text, "-MF" | "-MT" | "-MQ");
            if !skip && !text.starts_with("-M") {
                options.push(argument.clone());
            }
        }
        options
    }

    /// The same without what only matters where programs are linked.
    pub(super) fn compiling(&self) -> Vec<OsString> {
        let mut kept = Vec::new();
        let mut all = self.options().into_iter();
        while let Some(argument) = all.next() {
            let text = word(&argument);
            let is_with_value = WITH_VALUE.contains(&text);
            let is_linking =
                ["-L", "-l", "-Wl,", "-T", "-u", "-z", "-e", "-Xlinker", "-static", "-shared", "-rdynamic"]
                    .iter()
                    .any(|beginning| text.starts_with(beginning));
            let value = if is_with_value { all.next() } else { None };
            if is_linking || is_linked(&argument) {
                continue;
            }
            kept.push(argument);
            kept.extend(value);
        }
        kept
    }

    /// The same for a source that was generated: its modules go to another folder, and no file of the user
    /// changes. What is included is looked for beside the source first, as the compiler does. Modules are
    /// still found in the folder that the user names for them: it comes last, since nothing is included from
    /// there.
    pub(super) fn compiling_in(&self, source: &Path, modules: &Path) -> Vec<OsString> {
        let mut all = vec!["-I".into(), folder_of(source).into()];
        let mut of_modules = Vec::new();
        let mut arguments = self.compiling().into_iter();
        while let Some(argument) = arguments.next() {
            match word(&argument).strip_prefix("-J") {
                Some("") => {
                    of_modules.extend(arguments.next().into_iter().flat_map(|folder| ["-I".into(), folder]))
                }
                Some(folder) => of_modules.push(format!("-I{folder}").into()),
                None => all.push(argument),
            }
        }
        all.extend(of_modules);
        all.extend(["-J".into(), modules.into()]);
        all
    }

    /// The options that the compiler of C understands and that matter to it.
    pub(super) fn for_c(&self) -> Vec<OsString> {
        let of_both =
            ["-O", "-g", "-m", "-fPIC", "-fpic", "-fPIE", "-fpie", "-fno-pic", "-fno-pie", "-fsanitize"];
        let is_of_both = |argument: &&OsString| {
            let text = word(argument);
            of_both.iter().any(|beginning| text.starts_with(beginning)) && !text.starts_with("-module")
        };
        self.arguments.iter().filter(is_of_both).cloned().collect()
    }

    /// The command that makes an object of one source, but for the name of that.
    pub(super) fn compiling_one(&self, source: &Path) -> Command {
        Command::new([vec!["-c".into(), source.into()], self.compiling()].concat())
    }

    /// The program, or the library, that is linked.
    pub(super) fn program(&self) -> PathBuf {
        self.output().unwrap_or_else(|| PathBuf::from("a.out"))
    }

    /// The command with objects in the place of sources, for another program.
    pub(super) fn linking(&self, objects: &[PathBuf], program: &Path) -> Vec<OsString> {
        let mut arguments = self.arguments.clone();
        let mut put = |at: usize, path: &Path| {
            if let Some(argument) = arguments.get_mut(at) {
                *argument = path.into();
            }
        };
        self.sources.iter().zip(objects).for_each(|(at, object)| put(*at, object));
        self.output.into_iter().for_each(|at| put(at, program));
        if self.output.is_none() {
            arguments.extend(["-o".into(), program.into()]);
        }
        arguments
    }

    /// Whether something is linked: there are files, and no option ends before they are.
    pub(super) fn links(&self) -> bool {
        let ends = |argument: &&OsString| {
            let text = word(argument);
            text == "-c" || BEFORE_OBJECTS.contains(&text) || text.starts_with("-print-")
        };
        let is_file = |argument: &OsString| !word(argument).starts_with('-');
        !self.arguments.iter().any(|argument| ends(&argument)) && self.arguments.iter().any(is_file)
    }

    /// Whether sources may be compiled, of other languages too.
    pub(super) fn compiles(&self) -> bool {
        let is_source = |argument: &&OsString| {
            let path = Path::new(argument);
            let ending = path.extension().and_then(OsStr::to_str).unwrap_or("");
            !word(argument).starts_with('-') && OTHER_SOURCES.contains(&ending)
        };
        !self.sources.is_empty()
            || self.has("-x")
            || self.arguments.iter().any(|argument| is_source(&argument))
    }

    /// Whether objects hold what debuggers read.
    pub(super) fn debugs(&self) -> bool {
        let mut all = self.arguments.iter().rev().map(|argument| word(argument));
        all.find(|argument| argument.starts_with("-g") && !argument.starts_with("-gno-"))
            .is_some_and(|last| last != "-g0")
    }
}
