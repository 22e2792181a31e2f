//! The process that analyses: it takes one message after the other, and answers questions before it tells
//! what is wrong.

use super::analysis::{Analysis, Memory};
use super::document::Document;
use super::{GAVE_UP, WORKING, answers, publish, wire};
use crate::cli::Session;
use crate::effort::{self, Budget};
use crate::exit::Outcome;
use crate::{guard, input};
use diag::Diagnostic;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{Initialize, Request as _};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeParams, NumberOrString, PublishDiagnosticsParams,
};
use pass::place;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, BufReader};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// A document with what is known of it.
pub(super) struct Open {
    pub(super) document: Document,
    memory: Memory,
    analysis: Option<Analysis>,
    /// Whether what was last said of it may no longer hold.
    is_dirty: bool,
}

impl Open {
    /// Files that are not open have changed: what is known rests on what they were.
    fn forget(&mut self) {
        (self.memory, self.analysis, self.is_dirty) = (Memory::default(), None, true);
    }
}

/// The server.
pub(super) struct Server {
    pub(super) open: BTreeMap<String, Open>,
    incoming: Receiver<Message>,
    /// What was received and not yet taken up.
    queue: VecDeque<Message>,
    cancelled: BTreeSet<RequestId>,
    /// The kernel of pipelines that name none, by the client's choice.
    kernel: Option<PathBuf>,
    budget: Budget,
    /// The document that was changed last, which is judged before others.
    recent: String,
}

/// Why a request has no answer.
pub(super) type Refused = (ErrorCode, String);

/// Serves until nobody writes any more.
pub(super) fn run() -> Outcome {
    guard::confine();
    let budget = match effort::start(gave_up) {
        Ok(budget) => budget,
        Err(failure) => return Session::default().finish(Err(failure)),
    };
    let (sender, incoming) = channel();
    if std::thread::Builder::new().spawn(move || receive(&sender)).is_err() {
        return Outcome::Internal;
    }
    let mut server = Server {
        open: BTreeMap::new(),
        incoming,
        queue: VecDeque::new(),
        cancelled: BTreeSet::new(),
        kernel: None,
        budget,
        recent: String::new(),
    };
    while let Some(message) = server.next() {
        server.take(message);
    }
    Outcome::Done
}

/// Reads messages as they come, so that whoever works knows what waits.
fn receive(sender: &Sender<Message>) {
    let mut stream = BufReader::new(io::stdin());
    while let Ok(Some(bytes)) = wire::read(&mut stream) {
        let Ok(message) = serde_json::from_slice(&bytes) else { return };
        if sender.send(message).is_err() {
            return;
        }
    }
}

fn say(message: &Message) {
    let mut value = serde_json::to_value(message).unwrap_or_default();
    if let Some(message) = value.as_object_mut() {
        message.insert("jsonrpc".to_owned(), "2.0".into());
    }
    // Where nobody reads any more, the end of the input comes soon.
    let _ = wire::write(&mut io::stdout().lock(), value.to_string().as_bytes());
}

fn notify(method: &str, params: Value) {
    say(&Notification { method: method.to_owned(), params }.into());
}

/// Tells that the analysis has taken too much, and waits for the end.
fn gave_up(error: Diagnostic) {
    let help = error.notes.iter().chain(&error.help).cloned().collect::<Vec<_>>().join("; ");
    notify(GAVE_UP, json!({"message": error.message, "help": help}));
}

impl Server {
    /// The next message. Where none waits, it first tells what is wrong with texts that have changed.
    fn next(&mut self) -> Option<Message> {
        loop {
            self.listen();
            if let Some(message) = self.queue.pop_front() {
                return Some(message);
            }
            if !self.tell_one() {
                self.queue.push_back(self.incoming.recv().ok()?);
            }
        }
    }

    /// Takes up all that has come; what was cancelled is known before its turn comes.
    fn listen(&mut self) {
        while let Ok(message) = self.incoming.try_recv() {
            self.cancelled.extend(cancelled(&message));
            self.queue.push_back(message);
        }
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Request(request) => {
                let id = request.id.clone();
                self.budget.renew();
                let result = if self.cancelled.remove(&id) {
                    Err((ErrorCode::RequestCanceled, "cancelled".to_owned()))
                } else {
                    self.work_for(request)
                };
                let error = |(code, message)| ResponseError { code: code as i32, message, data: None };
                say(&Response { id, response_result: result.map_err(error) }.into());
            }
            // What is answered by now is not cancelled any more.
            message if cancelled(&message).is_some() => {
                cancelled(&message).map(|id| self.cancelled.remove(&id));
            }
            Message::Notification(notification) => self.hear(notification),
            Message::Response(_) => {}
        }
    }

    /// Answers a request. Its document is what is worked on all the while, also where nothing is analysed.
    fn work_for(&mut self, request: Request) -> Result<Value, Refused> {
        let uri = request.params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
        notify(WORKING, json!({"uri": uri}));
        let document = uri.rsplit('/').next().unwrap_or_default();
        let place = place::enter(document, "an answer to the editor");
        let result = self.answer(request);
        drop(place);
        notify(WORKING, Value::Null);
        result
    }

    fn answer(&mut self, request: Request) -> Result<Value, Refused> {
        match request.method.as_str() {
            Initialize::METHOD => self.initialize(&read(request.params)?),
            other => answers::answer(self, other, request.params),
        }
    }

    fn hear(&mut self, notification: Notification) {
        // What cannot be read was told to the editor before it came here.
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => drop(read(params).map(|params| self.opened(params))),
            DidChangeTextDocument::METHOD => drop(read(params).map(|params| self.changed(params))),
            DidCloseTextDocument::METHOD => drop(read(params).map(|params| self.closed(&params))),
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                self.open.values_mut().for_each(Open::forget);
            }
            _ => {}
        }
    }

    fn initialize(&mut self, params: &InitializeParams) -> Result<Value, Refused> {
        let options = params.initialization_options.as_ref();
        self.kernel = options.and_then(|options| options.get("kernel")?.as_str()).map(PathBuf::from);
        let has_buttons = options.is_some_and(|options| options.get("buttons") == Some(&Value::Bool(true)));
        let info = json!({"name": "lpopt", "version": env!("CARGO_PKG_VERSION")});
        Ok(json!({"capabilities": answers::capabilities(has_buttons), "serverInfo": info}))
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let uri = item.uri.as_str().to_owned();
        let document = Document::new(uri.clone(), item.language_id, item.version, &item.text);
        self.disturb(document.path.as_deref());
        let memory = Memory::default();
        self.open.insert(uri, Open { document, memory, analysis: None, is_dirty: true });
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let Some(open) = self.open.get_mut(params.text_document.uri.as_str()) else { return };
        open.document.change(params.text_document.version, params.content_changes);
        (open.analysis, open.is_dirty) = (None, true);
        self.recent.clone_from(&open.document.uri);
        let path = open.document.path.clone();
        self.disturb(path.as_deref());
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) {
        let uri = params.text_document.uri.clone();
        let Some(open) = self.open.remove(uri.as_str()) else { return };
        self.disturb(open.document.path.as_deref());
        let nothing = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
        notify(PublishDiagnostics::METHOD, serde_json::to_value(nothing).unwrap_or_default());
    }

    /// Documents whose kernel lies in a file that has changed are no longer what they were.
    fn disturb(&mut self, path: Option<&Path>) {
        let Some(path) = path.map(normal) else { return };
        for open in self.open.values_mut() {
            let kernel = open.analysis.as_ref().and_then(|analysis| analysis.kernel_file.as_deref());
            if kernel.is_some_and(|kernel| normal(kernel) == path) {
                (open.analysis, open.is_dirty) = (None, true);
            }
        }
    }

    /// The text of a file, as it is on the screen if it is open.
    fn text_of(open: &BTreeMap<String, Open>, path: &Path) -> Option<Arc<str>> {
        let wanted = normal(path);
        let on_screen =
            open.values().find(|open| open.document.path.as_deref().map(normal) == Some(wanted.clone()));
        on_screen
            .map(|open| Arc::clone(&open.document.text))
            .or_else(|| input::mentioned(&path.display().to_string()).map(Arc::from))
    }

    /// A document with what is known of it.
    pub(super) fn analysed(&mut self, uri: &str) -> Option<(&Document, &Analysis)> {
        let mut own = self.open.remove(uri)?;
        if own.analysis.is_none() {
            let read = |path: &Path| Self::text_of(&self.open, path);
            let Open { document, memory, analysis, .. } = &mut own;
            *analysis = Some(Analysis::new(document, memory, self.kernel.as_deref(), &read));
        }
        let own = self.open.entry(uri.to_owned()).or_insert(own);
        Some((&own.document, own.analysis.as_ref()?))
    }

    /// Tells what is wrong with one document that has changed, if there is any.
    fn tell_one(&mut self) -> bool {
        let is_recent = self.open.get(&self.recent).is_some_and(|open| open.is_dirty);
        let mut dirty = self.open.iter().filter(|(_, open)| open.is_dirty).map(|(uri, _)| uri);
        let uri = if is_recent { Some(&self.recent) } else { dirty.next() };
        let Some(uri) = uri.cloned() else { return false };
        self.budget.renew();
        notify(WORKING, json!({"uri": uri}));
        self.analysed(&uri);
        if let Some(Open { memory, analysis: Some(analysis), is_dirty, .. }) = self.open.get_mut(&uri) {
            *is_dirty = false;
            analysis.judge(memory);
        }
        notify(WORKING, Value::Null);
        self.listen();
        // What is said must be about the text that is on the screen.
        let is_changed = self.queue.iter().any(|message| changes(message, &uri));
        if let Some(Open { document, analysis: Some(analysis), .. }) =
            self.open.get(&uri).filter(|_| !is_changed)
            && let Some(params) = publish::published(document, analysis)
        {
            notify(PublishDiagnostics::METHOD, serde_json::to_value(params).unwrap_or_default());
        }
        true
    }
}

/// The request that a message cancels.
fn cancelled(message: &Message) -> Option<RequestId> {
    let Message::Notification(Notification { method, params }) = message else { return None };
    if method != Cancel::METHOD {
        return None;
    }
    let params: CancelParams = serde_json::from_value(params.clone()).ok()?;
    Some(match params.id {
        NumberOrString::Number(id) => id.into(),
        NumberOrString::String(id) => id.into(),
    })
}

/// Whether a message tells of a change of a document.
fn changes(message: &Message, uri: &str) -> bool {
    let Message::Notification(Notification { method, params }) = message else { return false };
    let about = params.get("textDocument").and_then(|document| document.get("uri")?.as_str());
    method == DidChangeTextDocument::METHOD && about == Some(uri)
}

/// The parameters of a message.
pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refused> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(normal.pop()),
            other => normal.push(other),
        }
    }
    normal
}
