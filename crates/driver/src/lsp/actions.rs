//! The help of a diagnostic as a change of the text, where it says in words which change that is.

use super::analysis::Analysis;
use super::document::Document;
use super::publish;
use super::scan;
use lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, Uri, WorkspaceEdit};

/// The changes that help with what is wrong in a range.
pub(super) fn actions(document: &Document, analysis: &Analysis, range: Range) -> Vec<CodeAction> {
    let Ok(uri) = document.uri.parse::<Uri>() else { return Vec::new() };
    let mut actions = Vec::new();
    for (problem, shown) in publish::problems(document, analysis) {
        if shown.range.end < range.start || range.end < shown.range.start {
            continue;
        }
        let Some(help) = &problem.help else { continue };
        let Some((title, edit)) = change(document, &problem.message, help, shown.range) else { continue };
        actions.push(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![shown]),
            edit: Some(changes(&uri, vec![edit])),
            is_preferred: Some(true),
            ..CodeAction::default()
        });
    }
    actions
}

/// Changes of one document.
pub(super) fn changes(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some([(uri.clone(), edits)].into_iter().collect()), ..WorkspaceEdit::default() }
}

/// The change that a help asks for: another name in the place of a wrong one, or one more argument of a call.
fn change(document: &Document, message: &str, help: &str, range: Range) -> Option<(String, TextEdit)> {
    let text = &document.text;
    let [start, end] = [range.start, range.end].map(|end| document.lines.offset(text, end));
    if let Some(right) = help.strip_prefix("did you mean `").and_then(|rest| rest.strip_suffix("`?")) {
        let wrong = message.split('`').nth(1)?;
        let mut found = text.get(start..end)?.match_indices(wrong).map(|(at, _)| start + at);
        let place = found.find(|at| scan::word_at(text, *at) == (*at..*at + wrong.len()))?;
        let range = document.lines.range(text, place, place + wrong.len());
        return Some((format!("write `{right}`"), TextEdit { range, new_text: right.to_owned() }));
    }
    let argument = help.split_once("write `")?.1.split_once('`')?.0;
    let (keyword, value) = argument.split_once('=')?;
    let is_argument = ir::is_identifier(keyword) && matches!(value, "True" | "False");
    let call = text.get(start..end).filter(|_| is_argument)?;
    let inner = call.strip_suffix(')')?;
    let separator = if inner.trim_end().ends_with(['(', ',']) { "" } else { ", " };
    let place = document.lines.range(text, end - 1, end - 1);
    Some((format!("add `{argument}`"), TextEdit { range: place, new_text: format!("{separator}{argument}") }))
}
