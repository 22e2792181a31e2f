//! Output files: they appear whole or not at all.

use crate::unlinked;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// Puts a file with this content at a path, see [`replace_all`].
///
/// # Errors
/// Where the file cannot be written: the destination is then as before, unless it is no file.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_all(&[(path, content)]).map_err(|(_, error)| error)
}

/// Puts files with these contents at paths: all of them, or none.
///
/// Each is written beside its destination, and once all are written they are renamed, so that a failed run
/// leaves the old ones; the new ones keep the old ones' permissions. Where the system can, they have no name
/// before that, so that a killed run leaves none, but for the moment of the renaming itself; what it leaves
/// then, the next run removes. A link is followed, also to a file that is not there yet. What is no file,
/// such as `/dev/null` or a pipe, is written to, for renaming would take it away from everybody else.
///
/// # Errors
/// The number of the output that cannot be written, and why.
pub fn replace_all(outputs: &[(&Path, &[u8])]) -> Result<(), (usize, io::Error)> {
    let mut staged = Vec::new();
    for (at, (path, content)) in outputs.iter().enumerate() {
        staged.push(stage(path, content).map_err(|error| (at, error))?);
    }
    // What takes time comes first, so that a killed run hardly ever leaves files of two runs.
    let mut ready = Vec::new();
    for (at, staged) in staged.into_iter().enumerate() {
        ready.push(staged.name_beside().map_err(|error| (at, error))?);
    }
    for (at, staged) in ready.into_iter().enumerate() {
        staged.finish().map_err(|error| (at, error))?;
    }
    Ok(())
}

/// Where an output to a path goes: the end of the links that the path leads through, be it there or not.
///
/// # Errors
/// Where links lead in a circle, or cannot be read.
pub fn destination(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            // What is no link is an invalid argument here.
            Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::NotFound) => {
                return Ok(path);
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many links, one to the other"))
}

/// Links that one path may lead through, as on Linux.
const MAX_LINKS: usize = 40;

/// An output that is ready.
enum Staged<'a> {
    /// A file without a name, on the file system of its destination.
    Unlinked(File, PathBuf),
    /// Such a file that replaces another, under the name by which it waits; it stays locked as long as it has
    /// that name.
    Waiting { beside: TempPath, path: PathBuf, _locked: File },
    /// A file beside its destination.
    Beside(NamedTempFile, PathBuf),
    /// Something else that takes what is written to it.
    Open(File, &'a [u8]),
}

fn stage<'a>(path: &Path, content: &'a [u8]) -> io::Result<Staged<'a>> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => write(destination(path)?, content, None),
        Err(error) => Err(error),
        Ok(metadata) if metadata.is_file() => {
            write(destination(path)?, content, Some(metadata.permissions()))
        }
        Ok(_) => Ok(Staged::Open(File::options().write(true).open(path)?, content)),
    }
}

fn write<'a>(path: PathBuf, content: &[u8], permissions: Option<fs::Permissions>) -> io::Result<Staged<'a>> {
    fs::metadata(folder(&path))?;
    // The library's error names the file beside, which nobody asked for.
    let plain = |error: io::Error| io::Error::from(error.kind());
    let fill = |mut file: &File| {
        file.write_all(content)?;
        match permissions {
            Some(permissions) => file.set_permissions(permissions),
            None => set_readable(file),
        }
    };
    if let Some(file) = unlinked::create(folder(&path)) {
        fill(&file)?;
        return Ok(Staged::Unlinked(file, path));
    }
    let file = tempfile::Builder::new().prefix(".lp-").tempfile_in(folder(&path)).map_err(plain)?;
    fill(file.as_file())?;
    Ok(Staged::Beside(file, path))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl Staged<'_> {
    fn name_beside(self) -> io::Result<Self> {
        match self {
            Staged::Unlinked(file, path) if path.exists() => {
                let beside = TempPath::try_from_path(unlinked::name_beside(&file, &path)?)?;
                Ok(Staged::Waiting { beside, path, _locked: file })
            }
            staged => Ok(staged),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Staged::Unlinked(file, path) => unlinked::name(&file, &path),
            Staged::Waiting { beside, path, _locked } => beside.persist(path).map_err(|error| error.error),
            Staged::Beside(file, path) => file.persist(&path).map(|_| ()).map_err(|error| error.error),
            Staged::Open(mut file, content) => match file.write_all(content) {
                // A reader that has seen enough is no fault.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                written => written,
            },
        }
    }
}

/// Temporary files are private to their user; outputs are not.
#[cfg(unix)]
fn set_readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_readable(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out");
        replace(&file, b"one").unwrap();
        replace(&file, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert!(replace(&folder.path().join("no/such/file"), b"x").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn several_files_are_replaced_together() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        replace_all(&[(&one, b"1"), (&two, b"2")]).unwrap();
        let missing = folder.path().join("no/such/file");
        let (at, _) = replace_all(&[(&one, b"3"), (&missing, b"4")]).unwrap_err();
        assert_eq!((at, fs::read(&one).unwrap(), fs::read(&two).unwrap()), (1, b"1".to_vec(), b"2".to_vec()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_stay() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let (dangling, circle) = (folder.path().join("dangling"), folder.path().join("circle"));
        symlink("not/yet", &dangling).unwrap();
        assert!(replace(&dangling, b"x").is_err());
        fs::create_dir(folder.path().join("not")).unwrap();
        replace(&dangling, b"there").unwrap();
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("not/yet")).unwrap(), b"there");
        symlink("circle", &circle).unwrap();
        assert!(replace(&circle, b"x").is_err() && fs::symlink_metadata(&circle).unwrap().is_symlink());
        let null = folder.path().join("null");
        symlink("/dev/null", &null).unwrap();
        replace(&null, b"gone").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
