//! A client of the server.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How long an answer may take at most on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    next_id: i32,
    /// Notifications that nobody has looked at yet.
    pub(crate) told: Vec<Value>,
    /// Answers that nobody has looked at yet.
    pub(crate) answers: Vec<Value>,
}

impl Client {
    /// Starts a server; nothing was said to it.
    pub(crate) fn silent(environment: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lpopt"));
        command.args(["lsp", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.envs(environment.iter().copied());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let mut stream = BufReader::new(child.stdout.take().unwrap());
        let (sender, output) = channel();
        std::thread::spawn(move || {
            while let Some(message) = receive(&mut stream) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client { child, input, output, next_id: 0, told: Vec::new(), answers: Vec::new() }
    }

    /// Starts a server that an editor has greeted.
    pub(crate) fn new() -> Self {
        Self::start_with(&[], json!({}))
    }

    /// The same with an environment and options.
    pub(crate) fn start_with(environment: &[(&str, &str)], options: Value) -> Self {
        let mut client = Self::silent(environment);
        let answer = client.ask("initialize", json!({"capabilities": {}, "initializationOptions": options}));
        assert_eq!(answer["result"]["capabilities"]["textDocumentSync"]["change"], 2, "{answer}");
        client.tell("initialized", json!({}));
        client
    }

    /// Sends bytes as they are.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Sends a notification.
    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request and gives its number.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i32 {
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}));
        self.next_id
    }

    /// Waits for the answer to a request.
    pub(crate) fn answer(&mut self, id: i32) -> Value {
        loop {
            if let Some(at) = self.answers.iter().position(|answer| answer["id"] == id) {
                return self.answers.remove(at);
            }
            self.listen(PATIENCE).expect("an answer");
        }
    }

    /// Asks and waits for the answer.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// Asks about a place and gives the result.
    pub(crate) fn ask_at(&mut self, method: &str, uri: &str, (line, character): (usize, usize)) -> Value {
        let position = json!({"line": line, "character": character});
        let answer = self.ask(method, json!({"textDocument": {"uri": uri}, "position": position}));
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// Takes in a message; `None` where none came in that time.
    pub(crate) fn listen(&mut self, time: Duration) -> Option<()> {
        let message = match self.output.recv_timeout(time) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => panic!("the server is gone; it said {:?}", self.told),
        };
        let queue = if message.get("method").is_some() { &mut self.told } else { &mut self.answers };
        queue.push(message);
        Some(())
    }

    /// Opens a document.
    pub(crate) fn open(&mut self, uri: &str, language: &str, version: i32, text: &str) {
        let item = json!({"uri": uri, "languageId": language, "version": version, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": item}));
    }

    /// Replaces the whole text of a document.
    pub(crate) fn replace(&mut self, uri: &str, version: i32, text: &str) {
        self.change(uri, version, json!([{"text": text}]));
    }

    /// Changes a document.
    pub(crate) fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({"uri": uri, "version": version});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// Closes a document.
    pub(crate) fn close(&mut self, uri: &str) {
        self.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    /// What the server says of a version of a document.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let is_it = |message: &Value| {
                message["method"] == "textDocument/publishDiagnostics"
                    && message["params"]["uri"] == uri
                    && message["params"]["version"] == version
            };
            if let Some(at) = self.told.iter().position(is_it) {
                let message = self.told.remove(at);
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
            self.listen(PATIENCE).expect("diagnostics");
        }
    }

    /// The number of the process that was started.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the server as the protocol has it.
    pub(crate) fn end(mut self) -> ExitStatus {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.tell("exit", Value::Null);
        self.gone()
    }

    /// Waits for the end.
    pub(crate) fn gone(mut self) -> ExitStatus {
        self.input = None;
        self.child.wait().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}

/// Reads a message.
fn receive(stream: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok().filter(|count| *count > 0)?;
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse::<usize>().ok(),
            None if line.trim_end().is_empty() => break,
            None => panic!("a header {line:?}"),
        }
    }
    let mut bytes = vec![0; length.unwrap()];
    stream.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).unwrap())
}

/// The address of a file.
pub(crate) fn uri(path: &Path) -> String {
    let encoded = path.to_str().unwrap().bytes().map(|byte| match byte {
        b'/' | b'.' | b'_' | b'-' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => char::from(byte).to_string(),
        other => format!("%{other:02x}"),
    });
    format!("file://{}", encoded.collect::<String>())
}

/// The message, the line and the characters of each diagnostic.
pub(crate) fn shown(diagnostics: &[Value]) -> Vec<String> {
    let line = |found: &Value| {
        let [start, end] = ["start", "end"].map(|end| &found["range"][end]);
        let place = format!("{}:{}-{}:{}", start["line"], start["character"], end["line"], end["character"]);
        format!("{place} {} {}", found["code"].as_str().unwrap(), found["message"].as_str().unwrap())
    };
    diagnostics.iter().map(line).collect()
}
