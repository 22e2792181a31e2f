//! What the server can do, and the answer to each request.

use super::analysis::Analysis;
use super::document::Document;
use super::language::Language;
use super::server::{Refused, Server, read};
use super::{actions, complete, define, hints, hover, rename};
use crate::input::InputKind;
use ir::Module;
use lsp_server::ErrorCode;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, Formatting, GotoDefinition, HoverRequest,
    InlayHintRequest, PrepareRenameRequest, Rename, Request,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability, CodeLensOptions,
    CodeLensParams, CompletionOptions, CompletionParams, DocumentFormattingParams, GotoDefinitionParams,
    HoverParams, HoverProviderCapability, InlayHintParams, OneOf, RenameOptions, RenameParams,
    ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, TextEdit, Uri, WorkDoneProgressOptions,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The request for the kernels after the step of a line.
const KERNEL_AT: &str = "lpir/kernelAt";

/// What the server can do; buttons only where the editor knows what they mean.
pub(super) fn capabilities(has_buttons: bool) -> ServerCapabilities {
    let work_done_progress_options = WorkDoneProgressOptions::default();
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["\"", "'", "(", ",", "."].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: has_buttons.then_some(CodeLensOptions { resolve_provider: None }),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options,
        })),
        inlay_hint_provider: Some(OneOf::Left(true)),
        experimental: Some(json!({"kernelAt": true})),
        ..ServerCapabilities::default()
    }
}

/// The answer to a request.
///
/// # Errors
/// Why there is none.
pub(super) fn answer(server: &mut Server, method: &str, params: Value) -> Result<Value, Refused> {
    // Those about one place share how the document and the offset are found.
    match method {
        HoverRequest::METHOD => answer_at(
            server,
            params,
            |params: HoverParams| params.text_document_position_params,
            hover::hover,
        ),
        Completion::METHOD => answer_at(
            server,
            params,
            |params: CompletionParams| params.text_document_position,
            complete::complete,
        ),
        GotoDefinition::METHOD => answer_at(
            server,
            params,
            |params: GotoDefinitionParams| params.text_document_position_params,
            define::definition,
        ),
        KERNEL_AT => answer_at(server, params, |params: TextDocumentPositionParams| params, kernel_at),
        Formatting::METHOD => {
            let params: DocumentFormattingParams = read(params)?;
            with_analysis(server, &params.text_document.uri, |document, _| Ok(formatted(document)))
        }
        CodeActionRequest::METHOD => {
            let params: CodeActionParams = read(params)?;
            with_analysis(server, &params.text_document.uri, |document, analysis| {
                Ok(actions::actions(document, analysis, params.range))
            })
        }
        InlayHintRequest::METHOD => {
            let params: InlayHintParams = read(params)?;
            with_analysis(server, &params.text_document.uri, |document, analysis| {
                Ok(hints::hints(document, analysis, params.range))
            })
        }
        CodeLensRequest::METHOD => {
            let params: CodeLensParams = read(params)?;
            with_analysis(server, &params.text_document.uri, |document, analysis| {
                Ok(hints::lenses(document, analysis))
            })
        }
        PrepareRenameRequest::METHOD => prepare(server, read(params)?),
        Rename::METHOD => renamed(server, read(params)?),
        other => Err((ErrorCode::MethodNotFound, format!("there is no `{other}`"))),
    }
}

/// The answer to a question about a document; one that is not open has none.
fn with_analysis<T: Serialize>(
    server: &mut Server,
    uri: &Uri,
    work: impl FnOnce(&Document, &Analysis) -> Result<T, Refused>,
) -> Result<Value, Refused> {
    let Some((document, analysis)) = server.analysed(uri.as_str()) else { return Ok(Value::Null) };
    let result = work(document, analysis)?;
    serde_json::to_value(result).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

/// The answer to a question about a place.
fn answer_at<P: DeserializeOwned, T: Serialize>(
    server: &mut Server,
    params: Value,
    place: impl FnOnce(P) -> TextDocumentPositionParams,
    work: impl FnOnce(&Document, &Analysis, usize) -> T,
) -> Result<Value, Refused> {
    let place = place(read(params)?);
    with_analysis(server, &place.text_document.uri, |document, analysis| {
        Ok(work(document, analysis, document.lines.offset(&document.text, place.position)))
    })
}

/// The kernels after the last step that begins before the end of the line that an offset is in.
fn kernel_at(document: &Document, analysis: &Analysis, offset: usize) -> Value {
    let rest = document.text.get(offset..).unwrap_or_default();
    let end = offset + rest.find(['\n', '\r']).unwrap_or(rest.len());
    let begins = |start: u32| usize::try_from(start).is_ok_and(|start| start + document.mark() < end);
    let step = analysis.steps.iter().rfind(|step| begins(step.span.start));
    let module: &Module = step.map_or(&analysis.start, |step| &step.after);
    json!({"text": ir::text::print_module(module), "version": document.version, "languageId": "lpir"})
}

/// The change that formats a file of kernels; one in which something is wrong stays as it is.
fn formatted(document: &Document) -> Option<Vec<TextEdit>> {
    if document.language() != Some(Language::Kernel(InputKind::Lpir)) {
        return None;
    }
    let mut sources = diag::SourceMap::default();
    let id = sources.add("", &*document.text);
    let new_text = ir::text::format(&document.text, id).ok()?;
    let range = document.lines.whole(&document.text);
    Some(if *new_text == *document.text { Vec::new() } else { vec![TextEdit { range, new_text }] })
}

fn refused(why: String) -> Refused {
    (ErrorCode::RequestFailed, why)
}

fn prepare(server: &mut Server, place: TextDocumentPositionParams) -> Result<Value, Refused> {
    with_analysis(server, &place.text_document.uri, |document, analysis| {
        let offset = document.lines.offset(&document.text, place.position);
        let word = rename::target(document, analysis, offset).map_err(refused)?.word;
        Ok(document.lines.range(&document.text, word.start, word.end))
    })
}

fn renamed(server: &mut Server, params: RenameParams) -> Result<Value, Refused> {
    let place = params.text_document_position;
    with_analysis(server, &place.text_document.uri, |document, analysis| {
        let offset = document.lines.offset(&document.text, place.position);
        let target = rename::target(document, analysis, offset).map_err(refused)?;
        let edits = rename::rename(document, &target, &params.new_name).map_err(refused)?;
        Ok(actions::changes(&place.text_document.uri, edits))
    })
}
