//! Damaged texts: every reader gives a diagnostic or a result, in bounded time and memory.

use crate::random::Random;
use crate::transforms::Tally;
use diag::{SourceId, SourceMap};
use driver::input::{self, Kind};
use poly::Set;
use std::path::{Path, PathBuf};
use transforms::Pipeline;

/// Largest text that is tried.
const LARGEST: usize = 20_000;

/// The texts that are damaged.
pub(crate) struct Corpus(Vec<(String, String)>);

/// Pieces that readers know or fear.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "((((((((((((((((",
    ",",
    ":",
    ";",
    "=",
    "==",
    "->",
    "**",
    "//",
    "%",
    "!",
    "#",
    "&",
    "\"",
    "'",
    "\\",
    "\n",
    "\r\n",
    "\t",
    " ",
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "99999999999999999999999999",
    "1e999",
    "1e-999",
    "0.0",
    "nan",
    "mod",
    "floor(",
    "exists",
    "and",
    "or",
    "not",
    "in(",
    "if(",
    "time(",
    "after(",
    "of ",
    "domain",
    "kernel @k {",
    "iname",
    "rule f(x) := f(x)",
    "sum(i, ",
    "cast(f64, ",
    "reference {",
    "schedule {",
    "do i = 1, n",
    "end do",
    "end",
    "if (",
    "then",
    "else",
    "real*8",
    "dimension(",
    "!$loopy begin transform",
    "!$loopy end",
    "#define n",
    "split_iname(",
    "True",
    "None",
    "é",
    "\u{feff}",
    "\u{202e}",
    "\u{0}",
    "@\"",
    "$",
    "f$t(",
    "~",
    "|",
    "16",
    "i",
    "n",
    "a[i]",
    "a(i)",
    "lpir 1",
    "%%%",
    "<",
    "<=",
    ">=",
    "+",
    "-",
    "*",
    "/",
];

impl Corpus {
    /// All inputs of the tests and examples.
    pub(crate) fn read() -> Corpus {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .nth(2)
            .expect("the crate lies in crates/driver");
        let mut texts = Vec::new();
        let mut open: Vec<PathBuf> = vec![root.join("tests"), root.join("examples")];
        while let Some(folder) = open.pop() {
            let mut entries: Vec<PathBuf> =
                std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
            entries.sort();
            for path in entries {
                if path.is_dir() && !path.ends_with("snapshots") {
                    open.push(path);
                } else if let Ok(text) = std::fs::read_to_string(&path) {
                    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_owned();
                    if matches!(extension.as_str(), "lpir" | "f90" | "f" | "loopy" | "txt")
                        && text.len() < LARGEST
                    {
                        texts.push((extension, text));
                    }
                }
            }
        }
        texts.sort();
        Corpus(texts)
    }
}

/// Runs the case of a seed.
pub(crate) fn run(corpus: &Corpus, seed: u64, tally: &mut Tally) -> String {
    let mut random = Random::new(seed);
    let (extension, text) = random.pick(&corpus.0).clone();
    let other = random.pick(&corpus.0).1.clone();
    let mut damaged = text;
    for _ in 0..1 + random.below(4) {
        damaged = damage(&mut random, &damaged, &other);
    }
    damaged.truncate(damaged.floor_char_boundary(4 * LARGEST));
    tally.count(format!("{extension} texts"));
    damaged
}

/// The kind of the case of a seed.
pub(crate) fn extension(corpus: &Corpus, seed: u64) -> String {
    Random::new(seed).pick(&corpus.0).0.clone()
}

/// Reads the text in every way that its kind allows, as far as it goes.
pub(crate) fn read(extension: &str, text: &str, tally: &mut Tally) {
    let mut sources = SourceMap::default();
    let id = sources.add(format!("case.{extension}"), text);
    let kind = match extension {
        "lpir" => Kind::Lpir,
        "f90" => Kind::FortranFree,
        "f" => Kind::FortranFixed,
        "loopy" => Kind::Loopy,
        _ => return pipeline(text, id, tally),
    };
    if let Ok(loaded) = input::import(&sources, id, kind, &[]) {
        tally.count(format!("{extension} texts that are still good"));
        let mut sound = true;
        for kernel in loaded.module.kernels.values() {
            let violations = ir::verify::verify(kernel);
            assert!(
                kind == Kind::Lpir || violations.is_empty(),
                "a front end made a malformed kernel: {}",
                crate::transforms::shown(&violations)
            );
            sound &= violations.is_empty();
        }
        if sound {
            let printed = ir::text::print_module(&loaded.module);
            let again = sources.add("<printed>", printed.as_str());
            match ir::text::parse_module(&printed, again) {
                Ok(module) => {
                    assert!(module == loaded.module, "printing and reading changed the module\n{printed}")
                }
                Err(e) => {
                    panic!("what was printed does not parse: {}\n{printed}", crate::transforms::shown(&e))
                }
            }
        }
    }
    if kind == Kind::Lpir {
        let _ = ir::text::format(text, id);
        domains(text, tally);
        if let Some(calls) = text.lines().next().and_then(|line| line.strip_prefix("# RUN:")) {
            pipeline(calls, id, tally);
        }
    }
}

fn pipeline(text: &str, id: SourceId, tally: &mut Tally) {
    if let Ok(pipeline) = Pipeline::parse(text, id, &[]) {
        tally.count("pipelines that are still good");
        let printed = pipeline.print();
        let again = Pipeline::parse(&printed, id, &[])
            .unwrap_or_else(|e| panic!("{}\n{printed}", crate::transforms::shown(&e)));
        assert_eq!(again.print(), printed, "printing is no fixpoint");
    }
}

/// Domain texts go to the parser of sets directly too.
fn domains(text: &str, tally: &mut Tally) {
    for line in text.lines() {
        let Some((_, set)) = line.split_once("domain ") else { continue };
        let set =
            set.strip_prefix("in ").map_or(set, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        if let Ok(parsed) = Set::parse(set.trim()) {
            tally.count("domains that are still good");
            let printed = parsed.text().to_owned();
            match Set::parse(&printed) {
                Ok(again) => {
                    assert!(again.is_equal(&parsed) != Ok(false), "`{}` became `{printed}`", set.trim())
                }
                Err(errors) => {
                    panic!("`{}` is printed as `{printed}`, which does not parse: {errors:?}", set.trim())
                }
            }
        }
    }
}

fn boundary(random: &mut Random, text: &str) -> usize {
    text.floor_char_boundary(random.below(text.len() + 1))
}

/// Start and end of a short part.
fn part(random: &mut Random, text: &str, most: usize) -> (usize, usize) {
    let start = boundary(random, text);
    let end = text.floor_char_boundary((start + random.below(most)).min(text.len()));
    (start, end.max(start))
}

/// Words of the text: the places between are where damage is most telling.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices() {
        match (letter.is_alphanumeric() || letter == '_', start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

fn damage(random: &mut Random, text: &str, other: &str) -> String {
    let replaced = |start: usize, end: usize, by: &str| format!("{}{by}{}", &text[..start], &text[end..]);
    match random.below(11) {
        0 => {
            let (start, end) = part(random, text, 40);
            replaced(start, end, "")
        }
        1 | 2 => {
            let at = boundary(random, text);
            let piece = *random.pick(PIECES);
            replaced(at, at, piece)
        }
        3 => {
            let (start, end) = part(random, text, 60);
            let copy = text[start..end].to_owned();
            replaced(end, end, &copy)
        }
        4 => {
            let at = boundary(random, text);
            let (start, end) = part(random, other, 120);
            replaced(at, at, &other[start..end])
        }
        5 => text[..boundary(random, text)].to_owned(),
        6 => {
            let at = boundary(random, text);
            let piece =
                random.pick(&["(", "[", "-", "not ", "{", "sum(i, ", "if("]).repeat(1 + random.below(3000));
            replaced(at, at, &piece)
        }
        7 => {
            let lines: Vec<&str> = text.lines().collect();
            random.shuffled(&lines).join("\n")
        }
        _ => {
            let words = words(text);
            if words.is_empty() {
                return text.to_owned();
            }
            let (start, end) = *random.pick(&words);
            let (from, to) = *random.pick(&words);
            let by = if random.percent(50) {
                text[from..to].to_owned()
            } else {
                (*random.pick(PIECES)).to_owned()
            };
            replaced(start, end, &by)
        }
    }
}
