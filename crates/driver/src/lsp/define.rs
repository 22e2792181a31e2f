//! Where the name under the cursor comes from.

use super::analysis::{Analysis, Step};
use super::document::Document;
use super::{address, language, parameters, publish, scan};
use crate::input;
use diag::{Loc, Origin, Span};
use ir::{Kernel, Module};
use lsp_types::{Location, Range, Uri};
use std::path::Path;

/// The place that defines the name at an offset.
pub(super) fn definition(document: &Document, analysis: &Analysis, offset: usize) -> Option<Location> {
    if let Some(file) = kernel_file(document, analysis, offset) {
        return Some(file);
    }
    let word = scan::word_at(&document.text, offset);
    let name = document.text.get(word.clone()).filter(|name| !name.is_empty())?;
    if let Some(place) = parameters::definition(document, word.start, name) {
        let range = document.lines.range(&document.text, place.start, place.end);
        return Some(Location { uri: document.uri.parse().ok()?, range });
    }
    let own = |span: Span| in_document(document, analysis, span);
    if let Some((loc, origin)) = place(&analysis.start, name) {
        // On the line that declares it, the question is where that line comes from.
        let span =
            origin.0.filter(|span| own(*span).is_none_or(|place| !holds(&place.range, document, offset)));
        let declared = span.and_then(|span| own(span).or_else(|| publish::location(&analysis.sources, span)));
        return declared.or_else(|| of_loc(loc.as_ref()?, document, analysis));
    }
    let has = |step: &&Step| place(&step.after, name).is_some();
    analysis.steps.iter().find(has).and_then(|step| own(step.span))
}

/// The kernel's file, where the offset is in the line that names it.
fn kernel_file(document: &Document, analysis: &Analysis, offset: usize) -> Option<Location> {
    let (start, _) = language::kernel_line(&document.text)?;
    let line = document.text.get(start..)?.lines().next()?;
    let uri = address::uri_of(analysis.kernel_file.as_deref()?)?.parse().ok()?;
    (start..=start + line.len()).contains(&offset).then_some(Location { uri, range: Range::default() })
}

/// A span of the document, as the protocol has it.
fn in_document(document: &Document, analysis: &Analysis, span: Span) -> Option<Location> {
    let [start, end] = [span.start, span.end].map(|at| usize::try_from(at).ok());
    let mark = document.mark();
    let range = document.lines.range(&document.text, start? + mark, end? + mark);
    (Some(span.source) == analysis.id).then_some(Location { uri: document.uri.parse().ok()?, range })
}

/// Whether an offset lies in a range.
fn holds(range: &Range, document: &Document, offset: usize) -> bool {
    let position = document.lines.position(&document.text, offset);
    range.start <= position && position <= range.end
}

/// Where a name of a kernel was written, and where it stands in the text read.
fn place(module: &Module, name: &str) -> Option<(Option<Loc>, Origin)> {
    module.kernels.values().find_map(|kernel| in_kernel(kernel, name))
}

fn in_kernel(kernel: &Kernel, name: &str) -> Option<(Option<Loc>, Origin)> {
    let Kernel { args, temps, inames, rules, functions, statements, .. } = kernel;
    let found = args.get(name).map(|arg| (&arg.loc, arg.origin));
    let found = found.or_else(|| temps.get(name).map(|temp| (&temp.loc, temp.origin)));
    let found = found.or_else(|| inames.get(name).map(|iname| (&iname.loc, iname.origin)));
    let found = found.or_else(|| rules.get(name).map(|rule| (&rule.loc, rule.origin)));
    let found = found.or_else(|| functions.get(name).map(|function| (&function.loc, function.origin)));
    let found = found.or_else(|| statements.get(name).map(|statement| (&statement.loc, statement.origin)));
    let found = found.or_else(|| (kernel.name == name).then_some((&kernel.loc, kernel.origin)));
    found.map(|(loc, origin)| (loc.clone(), origin))
}

/// The place in a source that was imported, if it is still there.
fn of_loc(loc: &Loc, document: &Document, analysis: &Analysis) -> Option<Location> {
    let beside = |folder: &Path| folder.join(&*loc.file);
    let own = analysis.id.and_then(|id| analysis.sources.get(id));
    let folder = own.and_then(|source| Path::new(&*source.name).parent().map(Path::to_owned));
    let path = folder.map(|folder| beside(&folder)).unwrap_or_else(|| beside(Path::new("")));
    let mut sources = diag::SourceMap::default();
    let is_own = document.path.as_ref().is_some_and(|own| *own == path);
    let text = if is_own { document.text.to_string() } else { input::mentioned(path.to_str()?)? };
    let id = sources.add(path.display().to_string(), text);
    let source = sources.get(id)?;
    let start = source.offset(loc.line, loc.column).or_else(|| source.offset(loc.line, 1))?;
    let line = source.text.get(start..)?.lines().next().map_or(0, |line| line.trim_end().len());
    let location = publish::location(&sources, Span::new(id, start, start + line))?;
    let uri: Uri = address::uri_of(&path)?.parse().ok()?;
    Some(Location { uri, ..location })
}
