//! The rules of the protocol, and what goes wrong.

use crate::lsp::client::{Client, shown};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn requests_come_in_order_and_unknown_ones_are_refused() {
    let mut client = Client::silent(&[]);
    assert_eq!(client.ask("textDocument/hover", json!({}))["error"]["code"], -32002);
    client.tell("textDocument/didOpen", json!({}));
    client.tell("unheard", json!({}));
    assert!(client.ask("initialize", json!({"capabilities": {}})).get("result").is_some());
    assert_eq!(client.ask("initialize", json!({"capabilities": {}}))["error"]["code"], -32600);
    assert_eq!(client.ask("unheard", json!({}))["error"]["code"], -32601);
    client.tell("$/unheard", json!({}));
    client.tell("textDocument/didOpen", json!({"textDocument": 1}));
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(client.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
    client.tell("exit", Value::Null);
    assert_eq!(client.gone().code(), Some(0));
}

#[test]
fn an_end_without_shutdown_is_told_by_the_exit_code() {
    let mut client = Client::new();
    client.tell("exit", Value::Null);
    assert_eq!(client.gone().code(), Some(1));
    assert_eq!(Client::new().gone().code(), Some(1), "the editor has died");
    let mut client = Client::silent(&[]);
    client.raw(b"GET / HTTP/1.1\r\n\r\n");
    assert_eq!(client.gone().code(), Some(1));
}

#[test]
fn messages_that_are_none_are_answered() {
    let mut client = Client::new();
    for (text, code) in [
        ("{", -32700),
        ("\u{0}", -32700),
        ("[]", -32600),
        ("{}", -32600),
        ("{\"id\": 1.5, \"method\": \"x\"}", -32600),
        ("{\"id\": 99999999999, \"method\": \"x\"}", -32600),
        ("{\"id\": null, \"method\": \"x\"}", -32600),
    ] {
        client.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
        while client.answers.is_empty() {
            client.listen(Duration::from_secs(60)).expect(text);
        }
        assert_eq!(client.answers.remove(0)["error"]["code"], code, "{text}");
    }
    client.send(&json!({"jsonrpc": "2.0", "id": 7, "result": null}));
    client.send(&json!({"jsonrpc": "2.0", "id": "seven", "method": "unheard"}));
    while client.answers.is_empty() {
        client.listen(Duration::from_secs(60)).unwrap();
    }
    assert_eq!(client.answers.remove(0)["id"], "seven");
    assert!(client.end().success());
}

#[test]
fn what_takes_too_long_is_given_up_and_the_server_goes_on() {
    let mut client = Client::start_with(&[("LP_SECONDS", "1")], json!({}));
    let endless = "x = 0\nfor i in range(100000000):\n    for j in range(100000000):\n        x = x + 1\n";
    client.open("untitled:s", "lp-script", 1, endless);
    let start = Instant::now();
    let found = shown(&client.diagnostics("untitled:s", 1));
    assert!(start.elapsed() < Duration::from_secs(60));
    assert!(!found.is_empty(), "{found:?}");
    client.replace("untitled:s", 2, "x = [1,\n");
    assert!(shown(&client.diagnostics("untitled:s", 2))[0].contains("lp::script"));
    assert!(client.end().success());
}

#[test]
fn answers_that_take_too_long_are_given_up() {
    let mut client = Client::start_with(&[("LP_SECONDS", "1")], json!({}));
    let remainders = [(1, 3, 1), (2, 5, 2), (3, 7, 3), (4, 11, 5), (5, 13, 6), (6, 17, 8), (7, 19, 9)]
        .map(|(factor, by, most)| format!(" and (i + {factor}*j) mod {by} <= {most}"));
    let kernel = format!(
        "lpir 1\n\nkernel @r {{\n  arg n : i32\n  arg o : f64[n, n] layout(c) inout\n  domain [n] -> {{ [i, j] : \
         0 <= i < n and 0 <= j < n{} }}\n  iname i\n  iname j\n  s: o[i, j] = 1.0  in(i, j)\n}}\n",
        remainders.concat()
    );
    client.open("untitled:r.lpir", "lpir", 1, &kernel);
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 10, "character": 0}});
    let params = json!({"textDocument": {"uri": "untitled:r.lpir"}, "range": range});
    assert_eq!(client.ask("textDocument/inlayHint", params)["error"]["code"], -32603);
    client.replace("untitled:r.lpir", 2, "lpir 1\n");
    client.diagnostics("untitled:r.lpir", 2);
    assert!(client.end().success());
}

#[test]
fn what_is_held_back_is_taken_back_with_its_document() {
    let mut client = Client::start_with(&[("LP_SECONDS", "1")], json!({}));
    client.open("untitled:s", "lp-script", 1, "x = 0\nwhile True:\n    x = x + 1\n");
    assert!(!client.diagnostics("untitled:s", 1).is_empty());
    client.close("untitled:s");
    let is_taken_back =
        |message: &Value| message["params"] == json!({"uri": "untitled:s", "diagnostics": []});
    while !client.told.iter().any(is_taken_back) {
        client.listen(Duration::from_secs(60)).expect("diagnostics that say nothing");
    }
    assert!(client.end().success());
}

#[test]
fn an_initialize_that_is_refused_may_come_again() {
    let mut client = Client::silent(&[]);
    assert_eq!(client.ask("initialize", json!(1))["error"]["code"], -32602);
    assert!(client.ask("initialize", json!({"capabilities": {}})).get("result").is_some());
    assert!(client.end().success());
}

#[test]
fn a_process_that_dies_is_started_anew() {
    let mut client = Client::new();
    client.open("untitled:a", "lpir", 1, "lpir 1\n");
    assert!(client.diagnostics("untitled:a", 1).is_empty());
    kill_worker(client.id());
    client.replace("untitled:a", 2, "lpir 2\n");
    assert!(!client.diagnostics("untitled:a", 2).is_empty());
    kill_worker(client.id());
    assert_eq!(client.ask("unheard", json!({}))["error"]["code"].as_i64().unwrap() / 100, -326);
    client.replace("untitled:a", 3, "lpir 1\n");
    assert!(client.diagnostics("untitled:a", 3).is_empty());
    assert!(client.end().success());
}

/// Kills the process that analyses.
fn kill_worker(server: u32) {
    let children =
        std::fs::read_to_string(format!("/proc/{server}/task/{server}/children")).unwrap_or_default();
    let tasks = std::fs::read_dir(format!("/proc/{server}/task")).unwrap();
    let all = tasks.filter_map(|task| std::fs::read_to_string(task.unwrap().path().join("children")).ok());
    let all: String = all.chain([children]).collect::<Vec<_>>().join(" ");
    let worker = all.split_whitespace().next().expect("a process that analyses");
    assert!(std::process::Command::new("kill").args(["-KILL", worker]).status().unwrap().success());
}

#[test]
fn a_cancelled_request_is_answered() {
    let mut client = Client::new();
    let script = "x = 0\nfor i in range(20000):\n    x = x + 1\n";
    client.open("untitled:s", "lp-script", 1, script);
    let id = client.request("unheard", json!({}));
    client.tell("$/cancelRequest", json!({"id": id}));
    let code = client.answer(id)["error"]["code"].as_i64().unwrap();
    assert!(code == -32800 || code == -32601, "{code}");
    client.tell("$/cancelRequest", json!({"id": 12345}));
    client.tell("$/cancelRequest", json!({}));
    assert!(client.end().success());
}
