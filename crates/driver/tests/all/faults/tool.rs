//! Running the tools.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// No fault may take longer, without the time for which a run waits until a busy machine has a processor for
/// it.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// No test waits longer, however busy the machine is.
const END: Duration = Duration::from_secs(900);

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    /// How long it took, without waiting for a processor.
    pub(crate) took: Duration,
}

impl Run {
    /// The run did what was asked.
    #[track_caller]
    pub(crate) fn done(self) -> Self {
        assert_eq!(self.code, Some(0), "{}", self.start());
        self
    }

    /// The run was refused because of its input, with a message of this code.
    #[track_caller]
    pub(crate) fn refused(self, code: &str) -> Self {
        assert_eq!(self.code, Some(1), "expected {code}: {}", self.start());
        assert!(self.err.contains(code), "expected {code}: {}", self.start());
        self
    }

    fn start(&self) -> String {
        format!("exit {:?}\n{}\n{}", self.code, first(&self.out), first(&self.err))
    }
}

fn first(text: &str) -> String {
    text.chars().take(2000).collect()
}

/// Whether the long tests run too.
pub(crate) fn is_long() -> bool {
    std::env::var("LP_FAULTS").is_ok_and(|value| value == "all")
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

/// An empty folder to run tools in.
pub(crate) struct WorkFolder(tempfile::TempDir);

impl WorkFolder {
    pub(crate) fn new() -> Self {
        WorkFolder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), contents).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// All files, in order.
    pub(crate) fn files(&self) -> Vec<String> {
        let names = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            names.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// A tool that is about to run here.
    pub(crate) fn command(&self, tool: &str, arguments: &[&str]) -> Command {
        let program = match tool {
            "lpopt" => env!("CARGO_BIN_EXE_lpopt"),
            "lprun" => env!("CARGO_BIN_EXE_lprun"),
            _ => env!("CARGO_BIN_EXE_lptranslate"),
        };
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.0.path()).env("NO_COLOR", "1").stdin(Stdio::null());
        command
    }

    /// Runs a tool here: `"lpopt a.lpir -o b.lpir"`.
    #[track_caller]
    pub(crate) fn run(&self, line: &str) -> Run {
        let words: Vec<&str> = line.split(' ').collect();
        self.tool(words[0], &words[1..])
    }

    /// Runs a tool with arguments that hold blanks.
    #[track_caller]
    pub(crate) fn tool(&self, tool: &str, arguments: &[&str]) -> Run {
        finish(&mut self.command(tool, arguments))
    }
}

/// Runs a command to its end; one that hangs fails.
#[track_caller]
pub(crate) fn finish(command: &mut Command) -> Run {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (out, err) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let (code, took) = wait(&mut child, command);
    Run { code, took, out: out.join().unwrap(), err: err.join().unwrap() }
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

#[track_caller]
fn wait(child: &mut Child, command: &Command) -> (Option<i32>, Duration) {
    let start = Instant::now();
    let mut waited = Duration::ZERO;
    let mut pause = Duration::from_millis(1);
    loop {
        let took = start.elapsed().saturating_sub(waited);
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), took);
        }
        if took > LIMIT || start.elapsed() > END {
            let _ = child.kill();
            panic!("{command:?} takes longer than {LIMIT:?}, and waited {waited:?} more for a processor");
        }
        std::thread::sleep(pause);
        if start.elapsed() > Duration::from_secs(1) {
            pause = Duration::from_millis(50);
            // Processes that have ended are not seen any more, but their waiting counts.
            waited = waited.max(family(child.id()).into_iter().map(waiting).sum());
        }
    }
}

/// A process and all below it.
pub(crate) fn family(process: u32) -> Vec<u32> {
    let mut found = vec![process];
    let children =
        std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    for child in children.split_whitespace().filter_map(|word| word.parse().ok()) {
        found.extend(family(child));
    }
    found
}

/// How long a process has been ready to run and did not: the thread of it that waited longest.
fn waiting(process: u32) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let nanoseconds = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse().ok()
    });
    Duration::from_nanos(nanoseconds.max().unwrap_or(0))
}

/// A kernel that doubles an array.
pub(crate) const DOUBLE: &str = "lpir 1\n\nkernel @double {\n  arg n : i32\n  arg a : f64[n] in\n  arg out : f64[n] out\n  domain [n] -> { [i] : 0 <= i < n }\n  iname i\n  s: out[i] = 2*a[i]  in(i)\n}\n";
