//! A file of lines to which several processes add.

use diag::Diagnostic;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub(super) struct LineFile {
    file: File,
    path: PathBuf,
    /// How many bytes were read, and how many lines these are.
    read: u64,
    lines: usize,
}

impl LineFile {
    pub(super) fn open(path: PathBuf) -> Result<Self, Diagnostic> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let file = file.map_err(|error| fault(&path, "open", &error))?;
        Ok(LineFile { file, path, read: 0, lines: 0 })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Waits until no other process has the file, also on other machines where the file system can do that.
    pub(super) fn lock(&self) -> Result<(), Diagnostic> {
        self.file.lock().map_err(|error| fault(&self.path, "lock", &error))
    }

    pub(super) fn unlock(&self) -> Result<(), Diagnostic> {
        self.file.unlock().map_err(|error| fault(&self.path, "unlock", &error))
    }

    /// The lines behind those that were read, with their numbers; cuts off a piece that never became a
    /// line. Only with the lock, since another process may be writing.
    pub(super) fn news(&mut self) -> Result<Vec<(usize, String)>, Diagnostic> {
        let bytes = self.rest().map_err(|error| fault(&self.path, "read", &error))?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let length = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        self.read = self.read.saturating_add(length(whole));
        if whole < bytes.len() {
            self.cut()?;
        }
        let text = String::from_utf8_lossy(bytes.get(..whole).unwrap_or_default()).into_owned();
        let first = self.lines;
        let lines: Vec<(usize, String)> =
            text.lines().enumerate().map(|(at, line)| (first + at + 1, line.to_owned())).collect();
        self.lines += lines.len();
        Ok(lines)
    }

    fn rest(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(self.read))?;
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Cuts off everything behind the lines that were read.
    fn cut(&self) -> Result<(), Diagnostic> {
        self.file.set_len(self.read).map_err(|error| fault(&self.path, "mend", &error))
    }

    /// Adds a line, whole or not at all. Only with the lock, and after [`LineFile::news`].
    pub(super) fn append(&mut self, line: &str) -> Result<(), Diagnostic> {
        let written =
            self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            // A piece of the line may be there; where it cannot be cut off either, the next process does it.
            let _ = self.cut();
            fault(&self.path, "write", &error)
                .help("lines before this one are whole: resume once there is room")
        })
    }
}

pub(super) fn fault(path: &Path, what: &str, error: &io::Error) -> Diagnostic {
    let message = format!("cannot {what} `{}`: {error}", path.display());
    Diagnostic::error("lp::tune::journal-file", message)
}

/// Makes a folder with all above it.
pub(super) fn folder(path: &Path) -> Result<(), Diagnostic> {
    fs::create_dir_all(path).map_err(|error| fault(path, "make", &error))
}
