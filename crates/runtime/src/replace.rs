//! Output files: they appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Puts a file with this content at a path.
///
/// It is written beside its destination and renamed, so that a failed run leaves the old one; the new one keeps the
/// old one's permissions. A link is followed. What is no file, such as `/dev/null` or a pipe, is written to, for
/// renaming would take it away from everybody else.
///
/// # Errors
/// Where the file cannot be written: the destination is then as before, unless it is no file.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let Ok(there) = fs::canonicalize(path) else { return write_beside(path, content, None) };
    let metadata = fs::metadata(&there)?;
    if metadata.is_file() {
        return write_beside(&there, content, Some(metadata.permissions()));
    }
    File::options().write(true).open(&there)?.write_all(content)
}

fn write_beside(path: &Path, content: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".lp-").tempfile_in(folder)?;
    file.write_all(content)?;
    match permissions {
        Some(permissions) => file.as_file().set_permissions(permissions)?,
        None => set_readable(file.as_file())?,
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
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
        let null = folder.path().join("null");
        symlink("/dev/null", &null).unwrap();
        replace(&null, b"gone").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
