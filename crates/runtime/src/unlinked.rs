//! Files that have no name until they are whole, so that a killed run leaves nothing behind.

use std::fs::File;
use std::io;
use std::path::Path;

/// A new file on the file system of a folder; none where the system has no such files.
#[cfg(target_os = "linux")]
pub(crate) fn create(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    // A name is given through this folder, which not every container has.
    if !Path::new(DESCRIPTORS).is_dir() {
        return None;
    }
    let private = Mode::RUSR | Mode::WUSR;
    let file = rustix::fs::open(folder, OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC, private).ok()?;
    Some(File::from(file))
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn create(_: &Path) -> Option<File> {
    None
}

/// Where a process finds its open files by number.
#[cfg(target_os = "linux")]
const DESCRIPTORS: &str = "/proc/self/fd";

/// Gives a file of [`create`] its name, in place of a file that has it already.
///
/// # Errors
/// Where the system refuses.
#[cfg(target_os = "linux")]
pub(crate) fn name(file: &File, path: &Path) -> io::Result<()> {
    match link(file, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => instead(file, path),
        result => result,
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn name(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    use std::os::fd::AsRawFd;
    let open = format!("{DESCRIPTORS}/{}", file.as_raw_fd());
    Ok(rustix::fs::linkat(CWD, open, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// No system call links over a file, so the file has another name for the moment before it is renamed.
#[cfg(target_os = "linux")]
fn instead(file: &File, path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = tempfile::Builder::new().prefix(".lp-").make_in(folder, |beside| link(file, beside))?;
    beside.into_temp_path().persist(path).map_err(|error| error.error)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_gets_its_name_last_and_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        for content in ["one", "two"] {
            let Some(mut file) = create(folder.path()) else { return };
            let before = std::fs::read_dir(folder.path()).unwrap().count();
            file.write_all(content.as_bytes()).unwrap();
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), before);
            name(&file, &path).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
