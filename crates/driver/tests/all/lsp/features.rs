//! What an editor asks: hover, completion, definitions, formatting, changes, names, lengths, and the kernel
//! at a step.

use crate::lsp::client::{Client, uri};
use serde_json::{Value, json};
use std::path::PathBuf;
use tempfile::TempDir;

const KERNEL: &str = "lpir 1\n\nkernel @double {\n  arg n : i32\n  arg out : f64[n] out\n  arg a : f64[n] in\n  \
                      domain [n] -> { [i] : 0 <= i < n }\n  iname i\n  s: out[i] = 2.0d*a[i]  in(i) @\"double.f90\":2:3\n}\n";

const CALLS: &str = "bm = 16\nsplit_iname(\"i\", bm, inner_tag=\"l.0\")\ntag_inames(\"i_outer: g.0\")\n";

/// A folder with a kernel and a pipeline, and a server that knows them.
struct Desk {
    folder: TempDir,
    client: Client,
    kernel: String,
    pipeline: String,
}

impl Desk {
    fn new(calls: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| -> PathBuf { folder.path().join(name) };
        std::fs::write(path("double.lpir"), KERNEL).unwrap();
        std::fs::write(path("double.f90"), "subroutine double\n  out(i) = 2*a(i)\nend\n").unwrap();
        let [kernel, pipeline] = ["double.lpir", "double.txt"].map(|name| uri(&path(name)));
        let mut client = Client::start_with(&[], json!({"buttons": true}));
        client.open(&kernel, "lpir", 1, KERNEL);
        client.open(&pipeline, "lp-pipeline", 1, calls);
        Desk { folder, client, kernel, pipeline }
    }

    /// The result of a question about the place of the mark `^` in a text of the pipeline.
    fn ask(&mut self, method: &str, calls: &str) -> Value {
        let (line, before) = calls[..calls.find('^').unwrap()].split('\n').enumerate().last().unwrap();
        let (pipeline, at) = (self.pipeline.clone(), (line, before.encode_utf16().count()));
        self.client.replace(&pipeline, 2, &calls.replace('^', ""));
        self.client.ask_at(method, &pipeline, at)
    }

    fn hover(&mut self, calls: &str) -> String {
        self.ask("textDocument/hover", calls)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    fn completions(&mut self, calls: &str) -> Vec<String> {
        let items = self.ask("textDocument/completion", calls);
        items.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    }
}

#[test]
fn a_name_is_explained_as_it_is_at_that_step() {
    let mut desk = Desk::new(CALLS);
    let text = desk.hover(&CALLS.replace("split_", "spl^it_"));
    assert!(text.contains("split_iname(iname, inner_length") && text.contains("- `inner_tag`"), "{text}");
    let text = desk.hover(&CALLS.replace("inner_tag", "inner^_tag"));
    assert!(text.starts_with("`inner_tag` (tag"), "{text}");
    let text = desk.hover(&CALLS.replace("\"i\"", "\"i^\""));
    assert!(
        text.contains("iname `i`, n values") && text.contains("0 <= i < n") && text.contains("around `s`"),
        "{text}"
    );
    let text = desk.hover(&CALLS.replace("i_outer:", "i_ou^ter:"));
    assert!(text.contains("iname `i_outer`, ") && !text.contains("g.0"), "before the step: {text}");
    let text = desk.hover("split_iname(\"i\", 16, inner_tag=\"l.0\", inner_iname=\"i^i\")\n");
    assert!(
        text.contains("iname `ii`, 16 values") && text.contains("iname ii : l.0"),
        "what the step makes: {text}"
    );
    assert_eq!(desk.hover("# split^_iname\n"), "");
    assert_eq!(desk.hover("^"), "");
    let kernel = desk.kernel.clone();
    let hover = desk.client.ask_at("textDocument/hover", &kernel, (8, 9));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("iname `i`, n values"), "{hover}");
    let hover = desk.client.ask_at("textDocument/hover", &kernel, (8, 5));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("argument `out`"), "{hover}");
    assert!(desk.client.end().success());
}

#[test]
fn what_may_stand_there_is_offered() {
    let mut desk = Desk::new(CALLS);
    let has = |items: &[String], name: &str| items.iter().any(|item| item == name);
    let items = desk.completions("spl^");
    assert!(has(&items, "split_iname") && has(&items, "tune"), "{items:?}");
    let items = desk.completions("split_iname(\"^");
    assert_eq!(items, ["i"], "only loops");
    let items = desk.completions(&format!("{CALLS}split_iname(\"^"));
    assert_eq!(items, ["i_outer", "i_inner"], "loops that exist at that step");
    let items = desk.completions(&format!("split_iname(\"^\n{CALLS}"));
    assert_eq!(items, ["i"], "before the others");
    let items = desk.completions("split_iname(\"i\", 16, ^");
    assert!(has(&items, "inner_tag=") && has(&items, "allow_empty=") && !has(&items, "iname="), "{items:?}");
    let items = desk.completions("split_iname(\"i\", 16, inner_tag=\"g.1\", ^");
    assert!(!has(&items, "inner_tag="), "it is given: {items:?}");
    let items = desk.completions("split_iname(\"i\", 16, inner_tag=\"^");
    assert!(has(&items, "l.0") && !has(&items, "i"), "{items:?}");
    let items = desk.completions("add_padding(\"^");
    assert!(has(&items, "a") && !has(&items, "i"), "{items:?}");
    let items = desk.completions("assume(\"n > 0\", kernel=\"^");
    assert_eq!(items, ["double"]);
    assert_eq!(desk.completions("# spl^"), Vec::<String>::new());
    let kernel = desk.kernel.clone();
    let items = desk.client.ask_at("textDocument/completion", &kernel, (8, 20));
    assert!(items.to_string().contains("\"label\":\"out\""), "{items}");
    assert!(desk.client.end().success());
}

#[test]
fn scripts_and_blocks_are_completed_at_their_steps() {
    let mut client = Client::new();
    let fortran = "subroutine twice(n, a)\n  integer :: n, i\n  real :: a(n)\n  do i = 1, n\n    a(i) = 2*a(i)\n  end do\nend \
                   subroutine\n!$loopy begin transform\n! twice = lp.split_iname(twice, \"i\", 4)\n! twice = lp.tag_inames(twice, \"\n!$loopy end transform\n";
    client.open(
        "file:///nowhere/a.f90",
        "fortran",
        1,
        &fortran.replace(", \"\n", ", {\"i_outer\": \"g.0\"})\n"),
    );
    client.diagnostics("file:///nowhere/a.f90", 1);
    client.replace("file:///nowhere/a.f90", 2, fortran);
    let items = client.ask_at("textDocument/completion", "file:///nowhere/a.f90", (9, 32));
    let text = items.to_string();
    assert!(text.contains("\"i_inner\"") && text.contains("\"i_outer\""), "{text}");
    let hover = client.ask_at("textDocument/hover", "file:///nowhere/a.f90", (8, 18));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("inner_length"), "{hover}");
    let hover = client.ask_at("textDocument/hover", "file:///nowhere/a.f90", (4, 4));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("argument `a`"), "{hover}");
    client.open("untitled:s", "lp-script", 1, "knl = lp.");
    let items = client.ask_at("textDocument/completion", "untitled:s", (0, 9));
    assert!(items.to_string().contains("\"make_kernel\""), "{items}");
    assert!(client.end().success());
}

#[test]
fn names_lead_to_where_they_come_from() {
    let mut desk = Desk::new(CALLS);
    let place = |found: &Value| {
        format!(
            "{}:{}",
            found["uri"].as_str().unwrap().rsplit('/').next().unwrap(),
            found["range"]["start"]["line"]
        )
    };
    let mut at = |calls: &str| desk.ask("textDocument/definition", calls);
    assert_eq!(place(&at(&CALLS.replace("\"i\"", "\"^i\""))), "double.lpir:7");
    assert_eq!(place(&at(&CALLS.replace("i_outer", "i_^outer"))), "double.txt:1", "the step that made it");
    assert_eq!(place(&at(&CALLS.replace(", bm", ", b^m"))), "double.txt:0");
    assert_eq!(place(&at(&format!("# kernel: dou^ble.lpir\n{CALLS}"))), "double.lpir:0");
    assert_eq!(at("assume(\"zz^z > 0\")"), Value::Null);
    let kernel = desk.kernel.clone();
    let found = desk.client.ask_at("textDocument/definition", &kernel, (8, 9));
    assert_eq!(place(&found), "double.lpir:7");
    let found = desk.client.ask_at("textDocument/definition", &kernel, (8, 2));
    assert_eq!(place(&found), "double.f90:1", "a statement leads to its source");
    assert!(desk.folder.path().join("double.txt").metadata().is_err(), "nothing is written");
    assert!(desk.client.end().success());
}

#[test]
fn kernels_are_formatted() {
    let mut desk = Desk::new("");
    let kernel = desk.kernel.clone();
    let mut format = |version: i32, text: &str| {
        desk.client.replace(&kernel, version, text);
        let options = json!({"tabSize": 2, "insertSpaces": true});
        desk.client.ask("textDocument/formatting", json!({"textDocument": {"uri": kernel}, "options": options}))["result"].clone()
    };
    assert_eq!(format(2, KERNEL), json!([]));
    let edits = format(3, &KERNEL.replace("  iname i", " # ä\n iname   i"));
    let new = edits[0]["newText"].as_str().unwrap();
    assert_eq!(new, KERNEL.replace("  iname i", "  # ä\n  iname i"));
    assert_eq!(format(4, "kernel"), Value::Null);
    assert!(desk.client.end().success());
}

#[test]
fn help_is_applied() {
    let mut desk = Desk::new("");
    let pipeline = desk.pipeline.clone();
    let mut apply = |version: i32, text: &str| {
        desk.client.replace(&pipeline, version, text);
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
        let params =
            json!({"textDocument": {"uri": pipeline}, "range": range, "context": {"diagnostics": []}});
        let actions = desk.client.ask("textDocument/codeAction", params)["result"].clone();
        let edit = actions[0]["edit"]["changes"][pipeline.as_str()][0].clone();
        let at = |end: &str| usize::try_from(edit["range"][end]["character"].as_u64().unwrap()).unwrap();
        let (start, end) = (at("start"), at("end"));
        format!("{}{}{}", &text[..start], edit["newText"].as_str().unwrap(), &text[end..])
    };
    assert_eq!(apply(2, "splitt_iname(\"i\", 4)"), "split_iname(\"i\", 4)");
    assert_eq!(apply(3, "tag_inames(\"ii: g.0\")"), "tag_inames(\"i: g.0\")");
    assert_eq!(apply(4, "remove_unused_inames()"), "remove_unused_inames(allow_empty=True)");
    assert!(desk.client.end().success());
}

#[test]
fn names_are_changed_throughout() {
    let mut desk = Desk::new(CALLS);
    let mut rename = |uri: &str, (line, character): (usize, usize), new: &str| {
        let position = json!({"line": line, "character": character});
        desk.client.ask(
            "textDocument/rename",
            json!({"textDocument": {"uri": uri}, "position": position, "newName": new}),
        )
    };
    let (kernel, pipeline) = (desk.kernel.clone(), desk.pipeline.clone());
    let edits = rename(&kernel, (7, 8), "row");
    assert_eq!(edits["result"]["changes"][kernel.as_str()].as_array().unwrap().len(), 6, "{edits}");
    for (place, new, why) in [
        ((7, 8), "n", "`n` is taken"),
        ((7, 8), "1x", "`1x` is no name"),
        ((8, 5), "x", "callers know `out`"),
        ((0, 0), "x", "is no name of a kernel"),
        ((1, 0), "x", "there is no name here"),
    ] {
        let error = rename(&kernel, place, new)["error"].to_string();
        assert!(error.contains(why), "{error}");
    }
    let edits = rename(&pipeline, (1, 18), "block");
    assert_eq!(edits["result"]["changes"][pipeline.as_str()].as_array().unwrap().len(), 2, "{edits}");
    assert!(rename(&pipeline, (1, 3), "x")["error"].to_string().contains("no parameter"));
    let range = desk.client.ask_at("textDocument/prepareRename", &kernel, (7, 8));
    assert_eq!(range["end"], json!({"line": 7, "character": 9}));
    assert!(desk.client.end().success());
}

#[test]
fn tags_keep_their_names() {
    let text = "lpir 1\nkernel @k {\n  arg n : i32\n  arg a : f64[n] inout\n  temp w : f64[n]\n  \
                domain [n] -> { [i] : 0 <= i < n }\n  iname i\n  rule f(x) := 2.0*x\n  \
                s: w[i] = f$w(a[i])  in(i) tags(i, w, s)\n  t: a[i] = w[i]  in(i) after(s)\n}\n";
    let mut desk = Desk::new(CALLS);
    let uri = uri(&desk.folder.path().join("tags.lpir"));
    desk.client.open(&uri, "lpir", 1, text);
    let ask = json!({"textDocument": {"uri": uri}, "position": {"line": 4, "character": 7}, "newName": "g"});
    let edits = desk.client.ask("textDocument/rename", ask);
    let lines: Vec<_> = edits["result"]["changes"][uri.as_str()].as_array().unwrap().iter().collect();
    let places: Vec<_> = lines.iter().map(|edit| edit["range"]["start"].clone()).collect();
    let place = |line: u32, character: u32| json!({"line": line, "character": character});
    assert_eq!(places, [place(4, 7), place(8, 5), place(9, 12)], "{edits}");
    assert!(desk.client.end().success());
}

#[test]
fn lengths_of_loops_and_the_kernel_at_a_step() {
    let mut desk = Desk::new(CALLS);
    let (kernel, pipeline) = (desk.kernel.clone(), desk.pipeline.clone());
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let mut hints = |uri: &str| {
        desk.client.ask("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range}))["result"].clone()
    };
    let found = hints(&kernel);
    assert_eq!(
        (&found[0]["label"], &found[0]["position"]),
        (&json!("[n]"), &json!({"line": 7, "character": 9}))
    );
    let found = hints(&pipeline);
    let label = found[0]["label"].as_str().unwrap();
    assert!(label.starts_with("i_outer[") && label.ends_with("i_inner[16]"), "{label}");
    let mut kernel_at = |line: usize| {
        desk.client.ask_at("lpir/kernelAt", &pipeline, (line, 0))["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(kernel_at(0), KERNEL, "before the first step");
    assert!(kernel_at(1).contains("iname i_outer\n"));
    assert!(kernel_at(2).contains("iname i_outer : g.0\n"));
    let lenses = desk.client.ask("textDocument/codeLens", json!({"textDocument": {"uri": pipeline}}));
    assert_eq!(lenses["result"].as_array().unwrap().len(), 2, "{lenses}");
    assert_eq!(lenses["result"][1]["command"]["arguments"][1]["line"], 2);
    assert!(desk.client.end().success());
}
