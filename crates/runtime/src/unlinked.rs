//! Files that have no name until they are whole, so that a killed run leaves nothing behind.
//!
//! No system call links over a file, so one that replaces another has a second name for the moment before it
//! is renamed. That name follows from the destination, and its file is locked by the process that writes it.
//! A run that finds the name taken thus knows what it sees: a locked file belongs to a run that is about to
//! rename it, any other was left by a run that was killed, and is removed.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

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
    let file = File::from(file);
    file.lock().ok()?;
    Some(file)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn create(_: &Path) -> Option<File> {
    None
}

/// Where a process finds its open files by number.
#[cfg(target_os = "linux")]
const DESCRIPTORS: &str = "/proc/self/fd";

/// Gives a file of [`create`] the name under which it waits until it replaces the file at a path.
///
/// # Errors
/// Where the system refuses.
pub(crate) fn name_beside(file: &File, path: &Path) -> io::Result<PathBuf> {
    let beside = name_in_waiting(path);
    loop {
        match link(file, &beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => remove_once_unlocked(&beside)?,
            result => return result.map(|()| beside),
        }
    }
}

/// Gives a file of [`create`] its name, in place of a file that has it already.
///
/// # Errors
/// Where the system refuses.
pub(crate) fn name(file: &File, path: &Path) -> io::Result<()> {
    match link(file, path) {
        // Another run was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            std::fs::rename(name_beside(file, path)?, path)
        }
        result => result,
    }
}

#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    use std::os::fd::AsRawFd;
    let open = format!("{DESCRIPTORS}/{}", file.as_raw_fd());
    Ok(rustix::fs::linkat(CWD, open, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The name follows from the destination's; it is short, since that one may be as long as names can be.
fn name_in_waiting(path: &Path) -> PathBuf {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    path.file_name().hash(&mut hasher);
    path.with_file_name(format!(".lp-{:016x}", hasher.finish()))
}

/// Waits until no run writes this file any more, and removes it, unless its run has renamed it meanwhile.
fn remove_once_unlocked(beside: &Path) -> io::Result<()> {
    let result = File::open(beside).and_then(|left| {
        left.lock()?;
        // Only who holds this lock takes the name away from this file, so the answer stays true.
        if is_named(&left, beside)? { std::fs::remove_file(beside) } else { Ok(()) }
    });
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

#[cfg(unix)]
fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (open, named) = (file.metadata()?, path.metadata()?);
    Ok((open.dev(), open.ino()) == (named.dev(), named.ino()))
}

#[cfg(not(unix))]
fn is_named(_: &File, _: &Path) -> io::Result<bool> {
    Err(io::ErrorKind::Unsupported.into())
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

    #[test]
    fn what_a_killed_run_left_is_removed_and_a_living_one_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x".repeat(255));
        std::fs::write(&path, "old").unwrap();
        std::fs::write(name_in_waiting(&path), "left by a killed run").unwrap();
        let Some(mut first) = create(folder.path()) else { return };
        first.write_all(b"first").unwrap();
        let waiting = name_beside(&first, &path).unwrap();
        let other = std::thread::spawn({
            let (folder, path) = (folder.path().to_owned(), path.clone());
            move || {
                let mut second = create(&folder).unwrap();
                second.write_all(b"second").unwrap();
                name(&second, &path).unwrap();
            }
        });
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        std::fs::rename(waiting, &path).unwrap();
        drop(first);
        other.join().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
