//! `include 'file'`: the lines of a file stand for the line that names it.

use crate::files::{Find, Found, Wanted};
use crate::form::{self, Item};
use crate::layout::Layout;
use crate::preprocess;
use diag::{Diagnostic, SourceId, SourceMap, Span};
use std::borrow::Cow;
use std::sync::Arc;

/// How deep files may include one another.
const MAX_DEPTH: usize = 8;

/// How many lines that include a file may be followed.
const MAX_FILES: usize = 4096;

/// What a user says of a text before it is read.
#[derive(Debug, Clone, Copy)]
pub struct TextOptions<'o> {
    /// How its lines are laid out.
    pub layout: Layout,
    /// Macros that are defined from the start, each with its text.
    pub defines: &'o [(String, String)],
    /// Whether the text is what a preprocessor left, or one that none reads.
    pub is_preprocessed: bool,
    /// Whether statements behind `!$` count.
    pub openmp: bool,
}

/// The statements and lone comments of a file, and those of the files that it includes.
pub fn statements(
    sources: &mut SourceMap,
    source: SourceId,
    options: &TextOptions<'_>,
    found: &mut Vec<Diagnostic>,
    find: &mut Find<'_>,
) -> Vec<Item> {
    let Some(file) = sources.get(source).cloned() else { return Vec::new() };
    let text = match options.is_preprocessed {
        true => Cow::Borrowed(&*file.text),
        false => {
            preprocess::without_long_comments(&file, source, options.layout.form, options.defines, found)
        }
    };
    let lines = match options.is_preprocessed {
        true => preprocess::finished_lines(&text, sources, source, found),
        false => preprocess::lines(&text, options.defines, sources, source, found, find),
    };
    let lines = if options.openmp { form::sentinel::read(lines, options.layout.form) } else { lines };
    let items = form::items(&lines, options.layout, source, found);
    expanded(items, options, sources, source, found, find)
}

/// The statements with those of included files; a line whose file is not at hand stays, and is reported where
/// it is read.
fn expanded(
    items: Vec<Item>,
    options: &TextOptions<'_>,
    sources: &mut SourceMap,
    source: SourceId,
    found: &mut Vec<Diagnostic>,
    find: &mut Find<'_>,
) -> Vec<Item> {
    let own = sources.get(source).map(|source| Arc::clone(&source.name)).unwrap_or_default();
    Includer { options, sources, own, find, depth: 0, files: 0 }.items(items, found)
}

struct Includer<'i, 'f> {
    options: &'i TextOptions<'i>,
    sources: &'i mut SourceMap,
    /// The name of the file that is compiled.
    own: Arc<str>,
    find: &'i mut Find<'f>,
    depth: usize,
    files: usize,
}

impl Includer<'_, '_> {
    fn items(&mut self, items: Vec<Item>, found: &mut Vec<Diagnostic>) -> Vec<Item> {
        let mut all = Vec::new();
        for item in items {
            let text = match &item {
                Item::Statement(logical) if self.depth < MAX_DEPTH && self.files < MAX_FILES => {
                    named(&logical.text).and_then(|name| (self.find)(Wanted::Text { name, from: &self.own }))
                }
                _ => None,
            };
            match (item, text) {
                (Item::Statement(line), Some(file)) => all.extend(self.file(file, line.span(), found)),
                (item, _) => all.push(item),
            }
        }
        all
    }

    /// The statements of a file, at the place of the line that includes it.
    fn file(&mut self, file: Found, line: Span, found: &mut Vec<Diagnostic>) -> Vec<Item> {
        let source = self.sources.add_included(file.name, file.text.as_str(), line);
        // The preprocessor is done before files are included so.
        let lines = preprocess::finished_lines(&file.text, self.sources, source, found);
        let form = self.options.layout.form;
        let lines = if self.options.openmp { form::sentinel::read(lines, form) } else { lines };
        let items = form::items(&lines, form, source, found);
        self.files += 1;
        self.depth += 1;
        let mut items = self.items(items, found);
        self.depth -= 1;
        // Directives of an included file are left out: they are about lines that are not here.
        items.retain(|item| matches!(item, Item::Statement(_)));
        items
    }
}

/// The file that a line includes.
fn named(text: &str) -> Option<&str> {
    let text = text.trim();
    let word = text.get(..7).filter(|word| word.eq_ignore_ascii_case("include"))?;
    let rest = text.get(word.len()..)?.trim_start();
    let quote = rest.chars().next().filter(|quote| ['\'', '"'].contains(quote))?;
    rest.strip_prefix(quote)?.strip_suffix(quote).filter(|name| !name.is_empty() && !name.contains(quote))
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn lines_that_include() {
        assert_eq!(named("  include 'a.h' "), Some("a.h"));
        assert_eq!(named("INCLUDE\"dir/b\""), Some("dir/b"));
        for text in ["include = 3", "include ''", "include 'a", "includes 'a'", "include a", "x"] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
