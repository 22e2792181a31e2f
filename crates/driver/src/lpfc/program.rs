//! A compiler as a variable names it: a program, and arguments that always come first.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

/// A program with its first arguments, such as `ccache gfortran` or `gcc -O2`.
#[derive(Debug, Clone)]
pub(super) struct Program {
    name: OsString,
    arguments: Vec<OsString>,
}

impl Program {
    /// The words of a text, as `make` would split them; a program whose path has blanks is one word.
    pub(super) fn parse(text: &OsStr) -> Self {
        let words = text.to_str().filter(|_| !is_there(text)).map(str::split_whitespace);
        let mut words = words.into_iter().flatten().map(OsString::from);
        match words.next() {
            Some(name) => Program { name, arguments: words.collect() },
            None => Program { name: text.to_owned(), arguments: Vec::new() },
        }
    }

    /// Its name.
    pub(super) fn name(&self) -> &OsStr {
        &self.name
    }

    /// Whether it can be started.
    pub(super) fn is_there(&self) -> bool {
        is_there(&self.name)
    }

    /// A run of it.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.name);
        command.args(&self.arguments);
        command
    }
}

/// Whether a program can be started by that name.
fn is_there(name: &OsStr) -> bool {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return path.is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(path).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        let Program { name, arguments } = Program::parse(text.as_ref());
        std::iter::once(name).chain(arguments).collect()
    }

    #[test]
    fn a_text_is_split_unless_it_names_a_program() {
        assert_eq!(words("sh"), ["sh"]);
        assert_eq!(words(" sh  -e -u"), ["sh", "-e", "-u"]);
        assert_eq!(words("no-such-program"), ["no-such-program"]);
        assert_eq!(words(" "), [" "]);
        let folder = tempfile::tempdir().unwrap();
        let spaced = folder.path().join("a b");
        std::fs::write(&spaced, "").unwrap();
        assert_eq!(words(spaced.to_str().unwrap()), [spaced.as_os_str()]);
    }
}
