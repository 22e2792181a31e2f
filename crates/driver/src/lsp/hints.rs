//! Lengths of loops beside their names, and a button at each step that shows the kernel there.

use super::analysis::Analysis;
use super::document::Document;
use super::{entity, scan};
use ir::{Kernel, Module};
use lsp_types::{CodeLens, Command, InlayHint, InlayHintKind, InlayHintLabel, Position, Range};
use serde_json::json;
use std::rc::Rc;

/// The command that an editor shows the kernel by.
const SHOW: &str = "lpir.showKernel";

/// Lengths of loops within a range: where a file of kernels declares them, and where steps make them.
pub(super) fn hints(document: &Document, analysis: &Analysis, range: Range) -> Vec<InlayHint> {
    let own = analysis.start.kernels.values().flat_map(|kernel| declared(document, analysis, kernel));
    let made = made(document, analysis);
    own.chain(made).filter(|hint| range.start <= hint.position && hint.position <= range.end).collect()
}

/// Lengths at the lines that declare loops.
fn declared(document: &Document, analysis: &Analysis, kernel: &Kernel) -> Vec<InlayHint> {
    let hint = |name: &ir::Name, origin: ir::Origin| {
        let span = origin.0.filter(|span| Some(span.source) == analysis.id)?;
        let start = usize::try_from(span.start).ok()? + document.mark();
        let end = usize::try_from(span.end).ok()? + document.mark();
        let found = document.text.get(start..end)?.match_indices(name.as_str());
        let mut words = found.map(|(at, _)| scan::word_at(&document.text, start + at));
        let word = words.find(|word| document.text.get(word.clone()) == Some(name.as_str()))?;
        Some(label(
            document.lines.position(&document.text, word.end),
            &format!("[{}]", entity::length(kernel, name)?),
        ))
    };
    kernel.inames.iter().filter_map(|(name, iname)| hint(name, iname.origin)).collect()
}

/// Lengths of the loops that each step makes, behind its call.
fn made(document: &Document, analysis: &Analysis) -> Vec<InlayHint> {
    let mut before = &analysis.start;
    let mut hints = Vec::new();
    for step in &analysis.steps {
        let lengths = new_lengths(before, &step.after);
        before = &step.after;
        if let (Ok(end), false) = (usize::try_from(step.span.end), lengths.is_empty()) {
            let position = document.lines.position(&document.text, end + document.mark());
            hints.push(label(position, &lengths.join(", ")));
        }
    }
    hints
}

fn new_lengths(before: &Rc<Module>, after: &Rc<Module>) -> Vec<String> {
    let mut lengths = Vec::new();
    for kernel in after.kernels.values() {
        let old = before.kernels.get(&kernel.name);
        let is_new = |name: &&ir::Name| old.is_none_or(|old| !old.inames.contains_key(*name));
        for name in kernel.inames.keys().filter(is_new) {
            lengths.extend(entity::length(kernel, name).map(|length| format!("{name}[{length}]")));
        }
    }
    lengths
}

fn label(position: Position, text: &str) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(text.to_owned()),
        kind: Some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

/// A button at each step.
pub(super) fn lenses(document: &Document, analysis: &Analysis) -> Vec<CodeLens> {
    let lens = |end: u32| {
        let end = usize::try_from(end).ok()? + document.mark();
        let range = document.lines.range(&document.text, end, end);
        let arguments = Some(vec![json!(document.uri), json!(range.end)]);
        let command =
            Command { title: "kernel after this step".to_owned(), command: SHOW.to_owned(), arguments };
        Some(CodeLens { range, command: Some(command), data: None })
    };
    analysis.steps.iter().filter_map(|step| lens(step.span.end)).collect()
}
