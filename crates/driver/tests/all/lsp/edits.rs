//! Random edits: no crash, no stale diagnostic, each question answered; and how long that takes on
//! `examples/`.

use crate::lsp::client::{Client, uri};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A small generator of numbers, the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| text.parse().expect("a number"))
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").canonicalize().unwrap()
}

/// The examples that an editor would open, with the language that it would tell.
fn documents() -> Vec<(String, &'static str, String)> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(examples()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let language = |path: &Path| match path.extension()?.to_str()? {
        "txt" => Some("lp-pipeline"),
        "loopy" => Some("loopy"),
        "star" => Some("lp-script"),
        "f90" => Some("fortran"),
        _ => None,
    };
    let known = paths
        .iter()
        .filter_map(|path| Some((uri(path), language(path)?, std::fs::read_to_string(path).ok()?)));
    let mut all: Vec<_> = known.collect();
    let lpir = "lpir 1\n\nkernel @k {\n  arg n : i32\n  arg x : f64[n] out\n  domain [n] -> { [i] : 0 <= i < n }\n  iname i\n  \
                s: x[i] = 1.0d  in(i)\n}\n";
    all.push(("untitled:k".to_owned(), "lpir", lpir.to_owned()));
    all
}

/// Pieces that someone might type, some of them hostile.
const PIECES: [&str; 24] = [
    "i",
    "\"",
    "(",
    ")",
    "[",
    "}",
    "\n",
    "#",
    ",",
    "=",
    "ä",
    "𝛼",
    "\u{feff}",
    "\u{0}",
    "\r",
    "split_iname(\"i\", 16)\n",
    "16",
    "99999999999999999999",
    "lp.",
    "!$loopy begin transform\n",
    "# kernel: sgemm.loopy\n",
    "tune b in [1, 2]\n",
    "kernel",
    " ",
];

const QUESTIONS: [&str; 8] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/prepareRename",
    "textDocument/inlayHint",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "lpir/kernelAt",
];

/// What the client knows of a document.
struct Page {
    uri: String,
    language: &'static str,
    original: String,
    text: Vec<u16>,
    version: i32,
}

impl Page {
    /// The position of a UTF-16 unit, which may lie in the middle of a character.
    fn position(&self, at: usize) -> Value {
        let before = &self.text[..at];
        let is_end = |at: usize| {
            before[at] == u16::from(b'\n')
                || (before[at] == u16::from(b'\r') && self.text.get(at + 1) != Some(&u16::from(b'\n')))
        };
        let ends: Vec<usize> = (0..at).filter(|at| is_end(*at)).collect();
        json!({"line": ends.len(), "character": at - ends.last().map_or(0, |end| end + 1)})
    }

    /// Whether a place is between two characters.
    fn is_whole(&self, at: usize) -> bool {
        let is_half = self.text.get(at).is_some_and(|unit| (0xdc00..0xe000).contains(unit));
        let in_break =
            at > 0 && self.text[at - 1] == u16::from(b'\r') && self.text.get(at) == Some(&u16::from(b'\n'));
        !is_half && !in_break
    }

    fn place(&self, random: &mut Random) -> usize {
        loop {
            let at = random.below(self.text.len() + 1);
            if self.is_whole(at) {
                return at;
            }
        }
    }

    /// One more edit, as the protocol has it.
    fn edit(&mut self, random: &mut Random) -> Value {
        if self.text.len() > 2 * self.original.len() + 200 || random.below(40) == 0 {
            self.text = self.original.encode_utf16().collect();
            return json!({"text": self.original});
        }
        let start = self.place(random);
        let mut end =
            if random.below(3) == 0 { (start + random.below(12)).min(self.text.len()) } else { start };
        while !self.is_whole(end) {
            end += 1;
        }
        let new = if random.below(4) == 0 { "" } else { random.pick(&PIECES) };
        let range = json!({"start": self.position(start), "end": self.position(end)});
        self.text.splice(start..end, new.encode_utf16());
        json!({"range": range, "text": new})
    }
}

#[test]
fn random_edits_do_no_harm() {
    let (edits, seed) = (number("LP_EDITS", 300), number("LP_SEED", 7));
    let mut random = Random(seed);
    let mut client = Client::start_with(&[("LP_SECONDS", "4")], json!({"buttons": true}));
    let mut pages: Vec<Page> = Vec::new();
    for (uri, language, original) in documents().into_iter().filter(|(uri, ..)| !uri.contains("euler")) {
        client.open(&uri, language, 1, &original);
        pages.push(Page { uri, language, text: original.encode_utf16().collect(), original, version: 1 });
    }
    let mut open: Vec<i32> = Vec::new();
    for edit in 0..edits {
        let at = random.below(pages.len());
        let page = &mut pages[at];
        page.version += 1;
        let changes: Vec<Value> = (0..=random.below(2)).map(|_| page.edit(&mut random)).collect();
        client.change(&page.uri.clone(), page.version, json!(changes));
        if random.below(3) == 0 {
            let position = page.position(page.place(&mut random));
            let range = json!({"start": {"line": 0, "character": 0}, "end": position});
            let params = json!({"textDocument": {"uri": page.uri}, "position": position, "range": range, "context": {"diagnostics": []}});
            open.push(client.request(QUESTIONS[random.below(QUESTIONS.len())], params));
        }
        if random.below(16) == 0 {
            compare(&mut client, &mut pages[at]);
        }
        client.told.retain(|message| fresh(message, &pages));
        if edit % 1000 == 999 {
            eprintln!("{} edits", edit + 1);
        }
    }
    for id in open {
        client.answer(id);
    }
    for page in &mut pages {
        page.version += 1;
        client.replace(&page.uri, page.version, &page.original);
        client.diagnostics(&page.uri, page.version);
    }
    let broken = client.told.iter().filter(|message| message["method"] == "window/logMessage").count();
    eprintln!("{edits} edits with seed {seed}, {broken} restarts");
    assert!(
        !client.told.iter().any(|message| message.to_string().contains("broke down")),
        "{:?}",
        client.told
    );
    assert!(client.end().success());
}

/// What is said of a document after many edits is what is said of the same text when it is opened.
fn compare(client: &mut Client, page: &mut Page) {
    let text = String::from_utf16(&page.text).unwrap();
    let edited = settled(client, page);
    client.close(&page.uri);
    page.version += 1;
    client.open(&page.uri, page.language, page.version, &text);
    let opened = settled(client, page);
    let is_given_up = |found: &Value| found.to_string().contains("lp::effort");
    if !is_given_up(&edited) && !is_given_up(&opened) {
        assert_eq!(edited, opened, "{}:\n{text}", page.uri);
    }
}

/// The last word on a document, once nothing more is to be said of any.
fn settled(client: &mut Client, page: &Page) -> Value {
    // This address comes after those of all others, and is told of last.
    client.open("untitled:z", "lpir", 1, "lpir 1\n");
    client.diagnostics("untitled:z", 1);
    client.close("untitled:z");
    let is_it = |message: &&Value| {
        message["params"]["uri"] == page.uri.as_str() && message["params"]["version"] == page.version
    };
    client.told.iter().rfind(is_it).unwrap_or_else(|| panic!("nothing is said of {}", page.uri))["params"]["diagnostics"].clone()
}

/// Whether a message is about the text that is on the screen. What is about an older one says so by its
/// version; it must never be about a newer one.
fn fresh(message: &Value, pages: &[Page]) -> bool {
    let params = &message["params"];
    let Some(page) = pages.iter().find(|page| params["uri"] == page.uri.as_str()) else { return true };
    // What is taken back when a document is closed is about none.
    let Some(version) = params["version"].as_i64() else { return false };
    let version = i32::try_from(version).unwrap();
    assert!(version <= page.version, "{message}");
    version == page.version
}

/// What someone types into a text: a blank into the last call, or another digit in the place of the last one.
fn keys(text: &str) -> Vec<Value> {
    let mut keys = Vec::new();
    let last = |found: Option<usize>, length: usize, new: &str| {
        let at = found?;
        let before = &text[..at];
        let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
        let line = before.matches('\n').count();
        let place = |character: usize| json!({"line": line, "character": character});
        Some(json!({"range": {"start": place(character), "end": place(character + length)}, "text": new}))
    };
    keys.extend(last(text.rfind(')').or(Some(text.len())), 0, " "));
    for digit in ["2", "4", "8"] {
        keys.extend(last(text.rfind(|letter: char| letter.is_ascii_digit()), 1, digit));
    }
    keys
}

#[test]
fn keys_are_answered_in_time() {
    let mut client = Client::new();
    let (mut answered, mut told) = (Vec::new(), Vec::new());
    for (uri, language, text) in documents() {
        client.open(&uri, language, 1, &text);
        client.diagnostics(&uri, 1);
        let name = uri.rsplit('/').next().unwrap().to_owned();
        for (version, key) in (2..).zip(keys(&text)) {
            let start = Instant::now();
            let place = &key["range"]["end"];
            let at =
                ["line", "character"].map(|part| usize::try_from(place[part].as_u64().unwrap()).unwrap());
            client.change(&uri, version, json!([key]));
            client.ask_at("textDocument/completion", &uri, (at[0], at[1]));
            answered.push((start.elapsed(), name.clone()));
            client.diagnostics(&uri, version);
            told.push((start.elapsed(), name.clone()));
        }
        client.close(&uri);
    }
    for (what, mut times) in [("completion", answered), ("diagnostics", told)] {
        times.sort();
        let (median, worst) = (&times[times.len() / 2], times.last().unwrap());
        println!("{what}: median {:?}, worst {:?} ({})", median.0, worst.0, worst.1);
        for (time, name) in times.iter().rev().take(6) {
            println!("  {time:?} {name}");
        }
        assert!(median.0 < Duration::from_secs(5), "{times:?}");
    }
    assert!(client.end().success());
}
