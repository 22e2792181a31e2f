//! Which processes live: each keeps a file locked, which the system frees when it ends, however it ends.

use super::file::{fault, folder};
use diag::Diagnostic;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// This process among those that share a journal.
#[derive(Debug)]
pub(super) struct Worker {
    folder: PathBuf,
    name: String,
    /// Locked as long as this process lives.
    _file: File,
}

impl Worker {
    pub(super) fn begin(path: &Path) -> Result<Self, Diagnostic> {
        folder(path)?;
        let failed = |error: &std::io::Error| fault(path, "take part in", error);
        let file = tempfile::Builder::new().prefix("w").rand_bytes(12).tempfile_in(path);
        // The file must outlive this process where that is killed: its lock tells that it lives no more.
        let (file, place) = file.and_then(|file| Ok(file.keep()?)).map_err(|error| failed(&error))?;
        file.lock().map_err(|error| failed(&error))?;
        let name = place.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Worker { folder: path.to_owned(), name, _file: file })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the process of that name lives. The file of one that does not is removed.
    pub(super) fn lives(&self, name: &str) -> bool {
        if name == self.name {
            return true;
        }
        let path = self.folder.join(name);
        // Some file systems lock only what may be written.
        let Ok(file) = File::options().read(true).write(true).open(&path) else { return false };
        match file.try_lock() {
            Ok(()) => {
                // Somebody else may have removed it already.
                let _ = fs::remove_file(&path);
                false
            }
            Err(TryLockError::WouldBlock) => true,
            // Where locks do not work, nothing is known; to measure nothing twice counts more.
            Err(TryLockError::Error(_)) => true,
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It holds no claim any more, so that nobody misses it.
        let _ = fs::remove_file(self.folder.join(&self.name));
    }
}
