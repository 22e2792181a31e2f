//! Which language a document is in, and which kernel a pipeline or a script is for.

use super::document::Document;
use crate::input::InputKind;
use std::path::{Path, PathBuf};

/// What a document holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// Kernels, in any language that is imported.
    Kernel(InputKind),
    /// A transform script.
    Script,
    /// A pipeline.
    Pipeline,
}

/// Begins the line of a pipeline or a script that names its kernel.
const KERNEL_LINE: &str = "# kernel:";

/// Extensions of files that hold kernels, in the order in which they are looked for beside a pipeline.
const KERNELS: [&str; 7] = ["lpir", "loopy", "f90", "F90", "f", "F", "floopy"];

impl Language {
    /// The language of a document: what the client says where that is a name of ours, else what the file's
    /// name tells. A `.txt` file is a pipeline only where there is a kernel for it, and Fortran is ours only
    /// where it has to do with transforms.
    pub(super) fn of_document(document: &Document) -> Option<Language> {
        let path = document.path.as_deref();
        let extension = path.and_then(|path| path.extension()?.to_str());
        let told = match document.language_id.as_str() {
            "lpir" => Some(Language::Kernel(InputKind::Lpir)),
            "loopy" => Some(Language::Kernel(InputKind::Loopy)),
            "lp-pipeline" => Some(Language::Pipeline),
            "lp-script" => Some(Language::Script),
            _ => None,
        };
        let language = told.or_else(|| match extension? {
            "star" => Some(Language::Script),
            "txt" => kernel_of(document, None).map(|_| Language::Pipeline),
            _ => InputKind::of_path(path?.to_str()?)
                .filter(|kind| kind.dialect().is_none())
                .map(Language::Kernel),
        })?;
        match language {
            Language::Kernel(InputKind::FortranFree | InputKind::FortranFixed)
                if !has_block(&document.text) && !path.is_some_and(has_pipeline) =>
            {
                None
            }
            other => Some(other),
        }
    }
}

/// Whether a Fortran text has a transform block.
fn has_block(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start().to_ascii_lowercase();
        line.strip_prefix(['!', 'c', '*']).is_some_and(|line| line.starts_with("$loopy begin"))
    })
}

/// Whether a pipeline of the same name lies beside a file.
fn has_pipeline(path: &Path) -> bool {
    path.with_extension("txt").is_file()
}

/// The kernel that a pipeline or a script is for: what its line `# kernel: FILE` names, else the file of its
/// own name beside it, else what the client chose for all.
pub(super) fn kernel_of(document: &Document, chosen: Option<&Path>) -> Option<PathBuf> {
    let folder = document.path.as_deref().and_then(Path::parent);
    if let Some((_, name)) = kernel_line(&document.text) {
        return Some(folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name)));
    }
    let beside = document.path.as_ref().and_then(|path| {
        KERNELS.iter().map(|extension| path.with_extension(extension)).find(|path| path.is_file())
    });
    beside.or_else(|| Some(folder.unwrap_or_else(|| Path::new("")).join(chosen?)))
}

/// The line of a text that names its kernel: where it starts, and the name. It stands among the comments
/// before all else.
pub(super) fn kernel_line(text: &str) -> Option<(usize, &str)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if let Some(name) = content.strip_prefix(KERNEL_LINE).map(str::trim).filter(|name| !name.is_empty()) {
            return Some((start, name));
        }
        if !content.is_empty() && !content.starts_with('#') {
            return None;
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(uri: &str, language: &str, text: &str) -> Document {
        Document::new(uri.to_owned(), language.to_owned(), 1, text)
    }

    #[test]
    fn languages_of_documents() {
        let block = "end\n  !$Loopy begin transform\n!$loopy end\n";
        for (uri, language, text, expected) in [
            ("untitled:x", "lpir", "", Some(Language::Kernel(InputKind::Lpir))),
            ("file:///x.lpir", "plaintext", "", Some(Language::Kernel(InputKind::Lpir))),
            ("file:///x.star", "python", "", Some(Language::Script)),
            ("file:///x.txt", "plaintext", "shopping", None),
            ("file:///x.txt", "plaintext", "\n# kernel: a.lpir\n", Some(Language::Pipeline)),
            ("untitled:x", "lp-pipeline", "", Some(Language::Pipeline)),
            ("file:///x.f90", "fortran", "end\n", None),
            ("file:///x.f90", "fortran", block, Some(Language::Kernel(InputKind::FortranFree))),
            ("file:///x.cl", "opencl", "", None),
            ("untitled:x", "plaintext", "", None),
        ] {
            assert_eq!(document(uri, language, text).language(), expected, "{uri} {language}");
        }
    }

    #[test]
    fn a_line_names_the_kernel() {
        let pipeline = document("file:///a/x.txt", "", "# of 1\n# kernel: ../b.f90 \nassume(\"n > 0\")\n");
        assert_eq!(kernel_of(&pipeline, None).unwrap(), Path::new("/a/../b.f90"));
        assert_eq!(kernel_line("x = 1\n# kernel: late"), None);
        assert_eq!(kernel_line("# kernel:\n"), None);
        assert_eq!(kernel_line("\n# kernel: ä b"), Some((1, "ä b")));
    }
}
