//! What may stand at the cursor.

use super::analysis::Analysis;
use super::document::Document;
use super::documentation;
use super::entity::Sort;
use super::language::Language;
use super::scan::{self, Context, OpenCall};
use crate::input::InputKind;
use crate::registry::registry;
use crate::script;
use ir::{InameTag, Module, Scalar};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent, MarkupKind,
    TextEdit,
};
use pass::{GENERIC_KEYWORDS, ParamSpec, Spec};
use std::ops::Range;

/// What may stand at an offset.
pub(super) fn complete(document: &Document, analysis: &Analysis, offset: usize) -> Vec<CompletionItem> {
    let mut found = Found::default();
    match (document.language(), document.calls()) {
        (Some(Language::Kernel(InputKind::Lpir)), _) => of_kernel(&mut found, document, analysis, offset),
        (Some(language), Some(text)) => {
            let around = scan::context(&text, offset);
            if !around.is_comment {
                of_call(&mut found, analysis, &around, language);
            }
        }
        _ => {}
    }
    let start = scan::word_at(&document.text, offset).start;
    found.placed(document, start..offset)
}

/// Items, each name once.
#[derive(Default)]
struct Found(Vec<CompletionItem>);

impl Found {
    fn add(
        &mut self,
        label: &str,
        kind: CompletionItemKind,
        detail: Option<String>,
    ) -> Option<&mut CompletionItem> {
        if self.0.iter().any(|item| item.label == label) {
            return None;
        }
        let item =
            CompletionItem { label: label.to_owned(), kind: Some(kind), detail, ..CompletionItem::default() };
        self.0.push(item);
        self.0.last_mut()
    }

    fn names(&mut self, module: &Module, sorts: &[Sort]) {
        for kernel in module.kernels.values() {
            for sort in sorts {
                for name in sort.names(kernel) {
                    let lines = ir::text::print_entity(kernel, name);
                    self.add(name.as_str(), sort.item_kind(), Some(lines.join("\n")));
                }
            }
        }
    }

    fn words<'w>(&mut self, words: impl IntoIterator<Item = &'w str>, kind: CompletionItemKind) {
        for word in words {
            self.add(word, kind, None);
        }
    }

    fn transform(&mut self, spec: &Spec) {
        let signature = Some(spec.signature().to_string());
        if let Some(item) = self.add(spec.name, CompletionItemKind::FUNCTION, signature) {
            item.documentation = Some(markdown(spec.summary().to_owned()));
        }
    }

    fn keyword(&mut self, name: &str, documentation: String) {
        let label = format!("{name}=");
        if let Some(item) = self.add(&label, CompletionItemKind::PROPERTY, None) {
            item.documentation = Some(markdown(documentation));
            // Before the names of values.
            item.sort_text = Some(format!(" {name}"));
        }
    }

    /// The items, each in the place of what was typed of it.
    fn placed(self, document: &Document, typed: Range<usize>) -> Vec<CompletionItem> {
        let range = document.lines.range(&document.text, typed.start, typed.end);
        let edit = |item: CompletionItem| {
            let new_text = item.label.clone();
            CompletionItem { text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })), ..item }
        };
        self.0.into_iter().map(edit).collect()
    }
}

fn markdown(value: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
}

/// Names and words of a kernel's text.
fn of_kernel(found: &mut Found, document: &Document, analysis: &Analysis, offset: usize) {
    let line = document.text.get(..offset).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let is_first = line.trim_start().chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if line.contains('#') {
        return;
    }
    if is_first {
        found.words(ir::text::LINE_WORDS.iter().copied(), CompletionItemKind::KEYWORD);
    } else if line.trim_start().starts_with("iname ") {
        return found.words(InameTag::TEXTS, CompletionItemKind::ENUM_MEMBER);
    } else {
        found.words(ir::text::CLAUSE_WORDS.iter().copied(), CompletionItemKind::KEYWORD);
        found.words(Scalar::ALL.map(Scalar::name), CompletionItemKind::TYPE_PARAMETER);
    }
    for module in analysis.kernels_around(document, offset) {
        found.names(&module, Sort::of_kind("any"));
    }
}

/// What may stand in a pipeline or a script.
fn of_call(found: &mut Found, analysis: &Analysis, around: &Context<'_>, language: Language) {
    let is_script = language != Language::Pipeline;
    let Some(call) = &around.call else {
        return match around.module {
            Some("lp" | "loopy") => namespace(found, is_script),
            Some(_) => {}
            None if around.is_string => {}
            None if is_script => found.words(script::words(), CompletionItemKind::KEYWORD),
            None => {
                namespace(found, false);
                found.words(pass::words(), CompletionItemKind::KEYWORD);
            }
        };
    };
    match registry().find(call.name) {
        Some(spec) if around.is_string => value(found, analysis, call, parameter(spec, call)),
        Some(spec) if call.keyword.is_none() && around.module.is_none() => keywords(found, spec, call),
        _ => {}
    }
    if !around.is_string {
        match around.module {
            Some("lp" | "loopy") if is_script => namespace(found, true),
            Some(_) => {}
            None => found.words(pass::CONSTANTS, CompletionItemKind::CONSTANT),
        }
    }
}

/// The names of transforms; in scripts other functions too.
fn namespace(found: &mut Found, with_functions: bool) {
    for spec in registry().specs() {
        found.transform(spec);
    }
    if with_functions {
        let names = script::names();
        found.words(names.iter().map(String::as_str), CompletionItemKind::FUNCTION);
    }
}

/// The keywords that a call may still have.
fn keywords(found: &mut Found, spec: &Spec, call: &OpenCall<'_>) {
    let taken = call.position.saturating_sub(call.keywords.len() + usize::from(call.module.is_some()));
    let own = spec.params.iter().enumerate().filter(|(at, param)| *at >= taken && !param.rest);
    for (_, param) in own.filter(|(_, param)| !call.keywords.contains(&param.name)) {
        found.keyword(param.name, documentation::parameter(param));
    }
    for keyword in GENERIC_KEYWORDS.iter().filter(|keyword| !call.keywords.contains(keyword)) {
        found.keyword(keyword, documentation::generic(keyword).unwrap_or_default().to_owned());
    }
}

/// The parameter of which the argument is that is being written.
fn parameter(spec: &'static Spec, call: &OpenCall<'_>) -> Option<&'static ParamSpec> {
    match call.keyword {
        Some(keyword) => spec.params.iter().find(|param| param.name == keyword),
        // The kernel comes first in `lp.split_iname(knl, "i", 16)`.
        None => spec.params.get(call.position.checked_sub(usize::from(call.module.is_some()))?),
    }
}

/// What may stand in a string that is an argument.
fn value(found: &mut Found, analysis: &Analysis, call: &OpenCall<'_>, param: Option<&ParamSpec>) {
    let module = analysis.kernels_at(call.start);
    if call.keyword == Some("kernel") {
        return found.words(module.kernels.keys().map(ir::Name::as_str), CompletionItemKind::CLASS);
    }
    let (kind, name) = param.map_or(("", ""), |param| (param.kind, param.name));
    if kind.contains("tag") || name.contains("tag") {
        found.words(InameTag::TEXTS, CompletionItemKind::ENUM_MEMBER);
    }
    if kind.contains("space") {
        found.words(["private", "local", "global"], CompletionItemKind::ENUM_MEMBER);
    }
    found.names(module, Sort::of_kind(kind));
}
