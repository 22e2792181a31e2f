//! What is wrong, as one types.

use crate::lsp::client::{Client, shown, uri};
use serde_json::json;

/// Doubles an array; the comment holds characters of two UTF-16 units and of one that are more than one byte.
const DOUBLE: &str = "lpir 1\n\nkernel @double {\n  arg n : i32\n  arg out : f64[n] out\n  arg a : f64[n] in\n  \
                      domain [n] -> { [i] : 0 <= i < n }\n  iname i\n  s: out[i] = 2*a[i]  in(i)\n}\n";

#[test]
fn a_document_is_opened_broken_mended_and_closed() {
    let mut client = Client::new();
    let uri = "untitled:kernel";
    client.open(uri, "lpir", 1, DOUBLE);
    assert_eq!(client.diagnostics(uri, 1), Vec::<serde_json::Value>::new());
    let line = json!({"start": {"line": 8, "character": 16}, "end": {"line": 8, "character": 17}});
    client.change(uri, 2, json!([{"range": line, "text": "b"}]));
    let found = client.diagnostics(uri, 2);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"]["start"]["line"], 8);
    assert_eq!(found[0]["severity"], 1);
    client.change(uri, 3, json!([{"range": line, "text": "a"}]));
    assert!(client.diagnostics(uri, 3).is_empty());
    client.close(uri);
    let answer = client.ask("nothing/there", json!({}));
    assert_eq!(answer["error"]["code"], -32601);
    let last = client.told.last().unwrap();
    assert_eq!(last["params"], json!({"uri": uri, "diagnostics": []}), "what was said is taken back");
    assert!(client.end().success());
}

#[test]
fn places_count_utf_16_units() {
    let mut client = Client::new();
    let uri = "untitled:kernel";
    let text = DOUBLE.replace("  s: out", "  # ä𝛼\n  s: out").replace("2*a[i]", "f(\"ä𝛼\") + b[i]");
    client.open(uri, "lpir", 1, &text);
    let found = shown(&client.diagnostics(uri, 1));
    let line = text.lines().nth(9).unwrap();
    let before = &line[..line.find('"').unwrap()];
    assert!(found[0].starts_with(&format!("9:{}-9:{}", before.len(), before.len() + 5)), "{found:?} {line}");
}

#[test]
fn a_refusal_stands_at_its_step_with_what_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
        uri(&folder.path().join(name))
    };
    let kernel = DOUBLE.replace("out[i] = 2*a[i]", "out[i] = 2*out[i - 1]").replace("0 <= i", "1 <= i");
    file("shift.lpir", &kernel.replace("out[n] out", "out[n] inout").replace("f64[n] out", "f64[n] inout"));
    let calls = "# kernel: shift.lpir\nsplit_iname(\"i\", 4)\n\ntag_inames(\"i_outer: g.0\")\n";
    let pipeline = file("a b.txt", calls);
    let mut client = Client::new();
    client.open(&pipeline, "plaintext", 1, calls);
    let found = client.diagnostics(&pipeline, 1);
    let texts = shown(&found);
    assert!(
        texts.iter().any(|text| text.starts_with("3:0-3:26 lp::barriers::groups")
            && text.contains("written by `s(i = 3)`")),
        "{texts:?}"
    );
    // A step that is not there any more explains why a name is not.
    client.replace(&pipeline, 2, &calls.replace("i_outer", "i"));
    let found = client.diagnostics(&pipeline, 2);
    assert_eq!(found[0]["range"]["start"], json!({"line": 3, "character": 12}), "{found:?}");
    let related = &found[0]["relatedInformation"];
    assert!(related.to_string().contains("`i` became `i_outer`, `i_inner` here"), "{related}");
    // What moves is known at its new place.
    client.change(&pipeline, 3, json!([{"range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}}, "text": "\n\n"}]));
    let found = client.diagnostics(&pipeline, 3);
    assert_eq!(found[0]["relatedInformation"][0]["location"]["range"]["start"]["line"], 3, "{found:?}");
    assert!(client.end().success());
}

#[test]
fn a_changed_kernel_changes_what_is_said_of_its_pipeline() {
    let folder = tempfile::tempdir().unwrap();
    let [kernel, pipeline] = ["ä b.lpir", "ä b.txt"].map(|name| folder.path().join(name));
    std::fs::write(&kernel, DOUBLE).unwrap();
    let [kernel, pipeline] = [kernel, pipeline].map(|path| uri(&path));
    let mut client = Client::new();
    // The pipeline was never saved.
    client.open(&pipeline, "lp-pipeline", 7, "split_iname(\"j\", 16)\n");
    let found = shown(&client.diagnostics(&pipeline, 7));
    assert!(found[0].contains("there is no iname `j`"), "{found:?}");
    // The kernel is what is on the screen, not what was saved.
    client.open(
        &kernel,
        "lpir",
        1,
        &DOUBLE
            .replace("[i]", "[j]")
            .replace("iname i", "iname j")
            .replace("i <", "j <")
            .replace("(i)", "(j)"),
    );
    assert!(client.diagnostics(&kernel, 1).is_empty());
    assert_eq!(client.diagnostics(&pipeline, 7), Vec::<serde_json::Value>::new());
    client.replace(&kernel, 2, "lpir 1\nkernel @k {\n  what\n}\n");
    assert!(!client.diagnostics(&kernel, 2).is_empty());
    let found = client.diagnostics(&pipeline, 7);
    let there = found[0]["relatedInformation"][0]["location"]["uri"].as_str().unwrap();
    assert_eq!(there.to_lowercase(), kernel.to_lowercase(), "{found:?}");
    assert!(found[0]["message"].as_str().unwrap().starts_with("in `ä b.lpir`: "), "{found:?}");
    client.close(&kernel);
    let found = shown(&client.diagnostics(&pipeline, 7));
    assert!(found[0].contains("there is no iname `j`"), "what was saved holds again: {found:?}");
    assert!(client.end().success());
}

#[test]
fn scripts_and_transform_blocks() {
    let mut client = Client::new();
    let fortran = "subroutine twice(n, a)\n  integer :: n, i\n  real :: a(n)\n  do i = 1, n\n    a(i) = 2*a(i)\n  end do\nend \
                   subroutine\n!$loopy begin transform\n! twice = lp.split_iname(twice, \"ii\", 4)\n!$loopy end transform\n";
    client.open("untitled:a.f90", "fortran", 1, fortran);
    client.open("file:///nowhere/a.f90", "fortran-free-form", 1, fortran);
    let found = shown(&client.diagnostics("file:///nowhere/a.f90", 1));
    assert!(found[0].starts_with("8:") && found[0].contains("there is no iname `ii`"), "{found:?}");
    client.open("untitled:s", "lp-script", 1, "x = [1,\n");
    let found = shown(&client.diagnostics("untitled:s", 1));
    assert!(found[0].contains("lp::script"), "{found:?}");
    let script = "knl = lp.make_kernel(\"{ [i] : 0 <= i < n }\", \"out[i] = 2*a[i]\")\nknl = lp.split_iname(knl, \"j\", 4)\n";
    client.replace("untitled:s", 2, script);
    let found = shown(&client.diagnostics("untitled:s", 2));
    assert!(found[0].starts_with("1:") && found[0].contains("there is no iname `j`"), "{found:?}");
    client.replace("untitled:s", 3, &script.replace("\"j\"", "\"i\""));
    assert_eq!(client.diagnostics("untitled:s", 3), Vec::<serde_json::Value>::new());
    client.open("untitled:l", "loopy", 1, "");
    client.diagnostics("untitled:l", 1);
    client.open("untitled:p", "lp-pipeline", 1, "");
    let found = shown(&client.diagnostics("untitled:p", 1));
    assert!(found[0].contains("no kernel is known"), "{found:?}");
    assert!(client.end().success());
}
