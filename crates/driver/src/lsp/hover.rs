//! What is said of the name under the cursor.

use super::analysis::Analysis;
use super::document::Document;
use super::language::Language;
use super::{documentation, entity, scan};
use crate::registry::registry;
use ir::Module;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use pass::ParamSpec;

/// What is said of the name at an offset.
pub(super) fn hover(document: &Document, analysis: &Analysis, offset: usize) -> Option<Hover> {
    let word = scan::word_at(&document.text, offset);
    let name = document.text.get(word.clone()).filter(|name| !name.is_empty())?;
    let text = document
        .calls()
        .and_then(|text| of_call(&text, offset, name))
        .or_else(|| of_entity(document, analysis, offset, name))?;
    let range = Some(document.lines.range(&document.text, word.start, word.end));
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range })
}

/// What is said of a transform or of a keyword of a call.
fn of_call(text: &str, offset: usize, name: &str) -> Option<String> {
    let around = scan::context(text, offset);
    if around.is_comment || around.is_string {
        return None;
    }
    let behind = text.get(around.word.end..)?.trim_start();
    if behind.starts_with('(') {
        return registry().find(name).map(documentation::documented);
    }
    let is_keyword = behind.starts_with('=') && !behind.starts_with("==");
    let call = around.call.filter(|_| is_keyword)?;
    let spec = registry().find(call.name)?;
    let own = spec.params.iter().find(|param: &&ParamSpec| param.name == name);
    own.map(documentation::parameter).or_else(|| documentation::generic(name).map(str::to_owned))
}

fn of_entity(document: &Document, analysis: &Analysis, offset: usize, name: &str) -> Option<String> {
    let modules = analysis.kernels_around(document, offset);
    let is_fortran = matches!(document.language(), Some(Language::Kernel(kind)) if kind.is_fortran());
    let lower = name.to_ascii_lowercase();
    let names: &[&str] = if is_fortran { &[name, &lower] } else { &[name] };
    modules.iter().find_map(|module: &std::rc::Rc<Module>| {
        names.iter().find_map(|name| entity::described(module, name))
    })
}
