//! The process that the editor starts: it keeps the rules of the protocol and what is open, and watches the
//! one that analyses.

use super::document::Document;
use super::{GAVE_UP, WORKING, publish, wire};
use crate::guard;
use diag::Diagnostic;
use lsp_server::ErrorCode;
use lsp_types::{DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The request by which a server that is started anew is told what the editor said first.
const AGAIN: &str = "lpir/again";

/// How often the other process may end before it has answered anything.
const MAX_FAILURES: u32 = 3;

/// After this time, an analysis of a text that has changed is given up for the new text.
const PATIENCE: Duration = Duration::from_secs(1);

/// What both directions share.
#[derive(Default)]
struct State {
    documents: BTreeMap<String, Document>,
    /// Documents whose text did harm, and which the other process does not see until they change.
    held: BTreeSet<String>,
    /// What the editor said first.
    initialize: Option<Value>,
    is_shut_down: bool,
    /// Whether the editor is gone: no process is started any more.
    is_over: bool,
    /// Requests that are not answered yet.
    open: Vec<Value>,
    /// Those of them that came while there was no other process.
    waiting: Vec<Value>,
    /// What is analysed, since when.
    working: Option<(String, Instant)>,
    /// Why the analysis was given up.
    reason: Option<Reason>,
    worker: Option<Worker>,
}

struct Worker {
    child: Child,
    input: ChildStdin,
}

/// Why the other process was ended.
enum Reason {
    TooLong(Diagnostic),
    Changed,
}

type Shared = Arc<Mutex<State>>;

/// Serves until the editor says `exit` or is gone.
pub(super) fn run() -> io::Result<ExitCode> {
    guard::deepen();
    let shared = Shared::default();
    let own = Arc::clone(&shared);
    // What a fault leaves behind is not for the folder of an editor, and texts that lie in no folder find no
    // files beside them.
    let folder = tempfile::tempdir()?;
    let place = folder.path().to_owned();
    // One thread starts all processes, since they end with the thread that started them.
    std::thread::Builder::new().spawn(move || watch(&own, &place))?;
    let served = serve(&shared);
    // Whoever answers is not waited for: nobody listens. Where the input is no message, another process may
    // just be started in the folder that goes.
    let mut state = lock(&shared);
    state.is_over = true;
    if let Some(mut worker) = state.worker.take() {
        let _ = worker.child.kill();
    }
    drop(state);
    Ok(if served? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Takes up messages until the last one; whether the editor has said before that it will go.
fn serve(shared: &Shared) -> io::Result<bool> {
    let mut input = BufReader::new(io::stdin());
    while let Some(message) = wire::read(&mut input)? {
        match wire::parse(&message) {
            Err(error) => say(&failure(&Value::Null, ErrorCode::ParseError, &error.to_string())),
            Ok(message) => {
                let mut state = lock(shared);
                if method(&message) == Some("exit") {
                    return Ok(state.is_shut_down);
                }
                state.take(message);
            }
        }
    }
    Ok(false)
}

fn lock(shared: &Shared) -> MutexGuard<'_, State> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn method(message: &Value) -> Option<&str> {
    message.get("method")?.as_str()
}

/// Writes a message to the editor.
fn say(message: &Value) {
    // Where nobody reads any more, the end of the input comes soon.
    let _ = wire::write(&mut io::stdout().lock(), message.to_string().as_bytes());
}

fn failure(id: &Value, code: ErrorCode, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code as i32, "message": message}})
}

impl State {
    /// Takes up a message of the editor.
    fn take(&mut self, message: Value) {
        let id = message.get("id").cloned();
        match (method(&message).map(str::to_owned), id) {
            (Some(method), Some(id)) => self.request(&method, id, message),
            (Some(method), None) if self.initialize.is_some() => self.notification(&method, message),
            // What an editor tells before `initialize` is dropped, and nothing was asked that it could
            // answer.
            (Some(_), None) => {}
            (None, Some(_)) if message.get("result").is_some() || message.get("error").is_some() => {}
            (None, id) => {
                let id = id.unwrap_or(Value::Null);
                say(&failure(&id, ErrorCode::InvalidRequest, "this is no message"));
            }
        }
    }

    fn request(&mut self, method: &str, id: Value, message: Value) {
        let is_id = id.is_string() || id.as_i64().is_some_and(|id| i32::try_from(id).is_ok());
        let refuse = |code, text: &str| say(&failure(&id, code, text));
        match (method, &self.initialize) {
            _ if !is_id => refuse(ErrorCode::InvalidRequest, "an id is a string or an integer of 32 bits"),
            _ if self.is_shut_down => refuse(ErrorCode::InvalidRequest, "the server was shut down"),
            ("initialize", None) => {
                self.initialize = Some(message.clone());
                self.open.push(id);
                self.send(&message);
            }
            ("initialize", Some(_)) => refuse(ErrorCode::InvalidRequest, "`initialize` comes once"),
            (_, None) => refuse(ErrorCode::ServerNotInitialized, "`initialize` comes first"),
            ("shutdown", Some(_)) => {
                self.is_shut_down = true;
                say(&json!({"jsonrpc": "2.0", "id": id, "result": null}));
            }
            _ => {
                self.open.push(id);
                match self.worker {
                    Some(_) => self.send(&message),
                    None => self.waiting.push(message),
                }
            }
        }
    }

    fn notification(&mut self, method: &str, message: Value) {
        let params = message.get("params").cloned().unwrap_or_default();
        let unread = match method {
            "textDocument/didOpen" => serde_json::from_value(params).map(|params| self.opened(params)),
            "textDocument/didChange" => {
                return match serde_json::from_value(params) {
                    Ok(params) => self.changed(params, &message),
                    Err(error) => complain(&format!("`{method}`: {error}")),
                };
            }
            "textDocument/didClose" => serde_json::from_value(params).map(|params| self.closed(&params)),
            _ => Ok(()),
        };
        match unread {
            Ok(()) => self.send(&message),
            Err(error) => complain(&format!("`{method}`: {error}")),
        }
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let uri = item.uri.as_str().to_owned();
        self.held.remove(&uri);
        self.documents.insert(uri.clone(), Document::new(uri, item.language_id, item.version, &item.text));
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams, message: &Value) {
        let uri = params.text_document.uri.as_str().to_owned();
        let Some(document) = self.documents.get_mut(&uri) else { return };
        document.change(params.text_document.version, params.content_changes);
        let opened = opened(document);
        if self.held.remove(&uri) {
            return self.send(&opened);
        }
        self.send(message);
        let is_late = |(other, since): &(String, Instant)| *other == uri && since.elapsed() > PATIENCE;
        if self.working.as_ref().is_some_and(is_late) {
            self.end(Reason::Changed);
        }
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) {
        let uri = params.text_document.uri.as_str();
        self.documents.remove(uri);
        // The other process does not know of it, and would not take back what was said.
        if self.held.remove(uri) {
            tell_diagnostics(&json!({"uri": uri, "diagnostics": []}));
        }
    }

    /// Sends a message to the other process. One that is gone is told all once it is there again.
    fn send(&mut self, message: &Value) {
        if let Some(worker) = &mut self.worker {
            let _ = wire::write(&mut worker.input, message.to_string().as_bytes());
        }
    }

    /// Ends the other process.
    fn end(&mut self, reason: Reason) {
        self.reason.get_or_insert(reason);
        if let Some(worker) = &mut self.worker {
            let _ = worker.child.kill();
        }
    }

    /// Tells a new process what the editor has told so far. The answer to `initialize` goes to the editor
    /// only where it has none yet.
    fn tell(&mut self) {
        let Some(mut initialize) = self.initialize.clone() else { return };
        let is_waited_for = initialize.get("id").is_some_and(|id| self.open.contains(id));
        if let (false, Some(id)) = (is_waited_for, initialize.get_mut("id")) {
            *id = AGAIN.into();
        }
        self.send(&initialize);
        let shown = self.documents.values().filter(|document| !self.held.contains(&document.uri));
        for message in shown.map(opened).collect::<Vec<_>>() {
            self.send(&message);
        }
        for message in std::mem::take(&mut self.waiting) {
            self.send(&message);
        }
    }

    /// Takes up a message of the other process; what is for the editor goes there.
    fn answer(&mut self, bytes: &[u8]) {
        let Ok(message) = serde_json::from_slice::<Value>(bytes) else { return };
        let params = message.get("params");
        let text =
            |key: &str| params.and_then(|params| params.get(key)?.as_str()).unwrap_or_default().to_owned();
        match method(&message) {
            Some(WORKING) => self.working = params.map(|_| (text("uri"), Instant::now())),
            Some(GAVE_UP) => {
                let error = Diagnostic::error("lp::effort", text("message")).help(text("help"));
                self.end(Reason::TooLong(error));
            }
            None if message.get("id").and_then(Value::as_str) == Some(AGAIN) => {}
            method => {
                if let (None, Some(id)) = (method, message.get("id")) {
                    let is_first = self.initialize.as_ref().and_then(|first| first.get("id")) == Some(id);
                    // An editor whose `initialize` was refused may say another.
                    if is_first && self.open.contains(id) && message.get("error").is_some() {
                        self.initialize = None;
                    }
                    self.open.retain(|open| open != id);
                }
                let _ = wire::write(&mut io::stdout().lock(), bytes);
            }
        }
    }

    /// Takes up that the other process has ended: what was asked is answered, and the text that did it is
    /// held back.
    fn buried(&mut self, status: Option<ExitStatus>) {
        self.worker = None;
        self.waiting.clear();
        let working = self.working.take();
        let reason = self.reason.take();
        let (code, text) = match reason {
            Some(Reason::Changed) => (ErrorCode::ContentModified, "the text has changed"),
            _ => (ErrorCode::InternalError, "the server broke down, and was started anew"),
        };
        let first = self.initialize.as_ref().and_then(|message| message.get("id")).cloned();
        self.open.retain(|id| {
            let stays = Some(id) == first.as_ref();
            if !stays {
                say(&failure(id, code, text));
            }
            stays
        });
        let problem = match reason {
            Some(Reason::Changed) => return,
            Some(Reason::TooLong(problem)) => problem,
            None => guard::broken_down("lpopt", status),
        };
        complain(&problem.message);
        if let Some(document) = working.and_then(|(uri, _)| self.documents.get(&uri)) {
            self.held.insert(document.uri.clone());
            if let Some(params) = publish::failure(document, &problem) {
                tell_diagnostics(&json!(params));
            }
        }
    }
}

fn tell_diagnostics(params: &Value) {
    say(&json!({"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params}));
}

/// Tells the editor of something that is wrong with no text.
fn complain(message: &str) {
    let params = json!({"type": lsp_types::MessageType::ERROR, "message": message});
    say(&json!({"jsonrpc": "2.0", "method": "window/logMessage", "params": params}));
}

fn opened(document: &Document) -> Value {
    let item = json!({
        "uri": document.uri, "languageId": document.language_id, "version": document.version, "text": &*document.text
    });
    json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}})
}

/// Starts the other process in a folder, again and again, and hands on what it says.
fn watch(shared: &Shared, folder: &Path) {
    let mut failures = 0;
    while failures < MAX_FAILURES {
        let Ok(mut output) = start(shared, folder) else { break };
        failures += 1;
        while let Ok(Some(message)) = wire::read(&mut output) {
            failures = 0;
            lock(shared).answer(&message);
        }
        let child = lock(shared).worker.take();
        let Some(Worker { mut child, input }) = child else { return };
        drop(input);
        let _ = child.kill();
        let status = child.wait().ok();
        lock(shared).buried(status);
    }
    if lock(shared).is_over {
        return;
    }
    complain("the server cannot be started");
    std::process::exit(crate::exit::Outcome::Internal.code().into());
}

fn start(shared: &Shared, folder: &Path) -> io::Result<BufReader<std::process::ChildStdout>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["lsp", "--analyse"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.current_dir(folder);
    let mut child = command.spawn()?;
    let missing = || io::Error::other("no pipe");
    let input = child.stdin.take().ok_or_else(missing)?;
    let output = child.stdout.take().ok_or_else(missing)?;
    let mut state = lock(shared);
    if state.is_over {
        child.kill()?;
    }
    state.worker = Some(Worker { child, input });
    state.tell();
    Ok(BufReader::new(output))
}
