//! `lpopt explain`: what each diagnostic code means, with programs that are refused with it and programs that
//! are not.
//!
//! The files beside this one hold a chapter each. Under the heading of a code stand a sentence and, where
//! there are any, programs that are also test cases: the first line of one is the command that shows it.

use crate::cli::{Common, Failure, Session};
use crate::exit::Outcome;
use crate::output;
use diag::{Code, Diagnostic};

/// The files of the chapters, in the order in which a program meets them.
const CHAPTERS: [(&str, &str); 15] = [
    ("tools.md", include_str!("tools.md")),
    ("fortran.md", include_str!("fortran.md")),
    ("loopy.md", include_str!("loopy.md")),
    ("lpir.md", include_str!("lpir.md")),
    ("verify.md", include_str!("verify.md")),
    ("pipeline.md", include_str!("pipeline.md")),
    ("script.md", include_str!("script.md")),
    ("steps.md", include_str!("steps.md")),
    ("legality.md", include_str!("legality.md")),
    ("lowering.md", include_str!("lowering.md")),
    ("codegen.md", include_str!("codegen.md")),
    ("run.md", include_str!("run.md")),
    ("device.md", include_str!("device.md")),
    ("tune.md", include_str!("tune.md")),
    ("test.md", include_str!("test.md")),
];

/// How wide explanations are in a terminal.
const WIDTH: usize = 100;

/// Codes of one field.
#[derive(Debug)]
pub struct Chapter {
    /// Its file.
    pub file: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What the codes have in common.
    pub intro: String,
    /// The codes.
    pub entries: Vec<Entry>,
}

/// What is said of one code.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The code.
    pub code: Code,
    /// A sentence, and programs after it.
    body: &'static str,
}

/// A program that shows what a code is about.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// Whether the tools answer with the code, or without it.
    pub is_refused: bool,
    /// Which language it is in, as the extension of a file.
    pub extension: &'static str,
    /// The text. Its first line says how it is run.
    pub text: &'static str,
}

impl Entry {
    /// The second part of the code, such as `legality`.
    pub fn part(&self) -> &'static str {
        self.code.split("::").nth(1).unwrap_or_default()
    }

    /// The sentence.
    pub fn meaning(&self) -> String {
        joined(self.body.split("\n\n").find(|paragraph| !paragraph.trim().is_empty()).unwrap_or_default())
    }

    /// The programs.
    pub fn programs(&self) -> Vec<Program> {
        let pieces: Vec<&str> = self.body.split("```").collect();
        let fenced = pieces.chunks(2).filter_map(|pair| match pair {
            [before, fenced] => Some((before.trim_end().ends_with("Refused:"), fenced.split_once('\n')?)),
            _ => None,
        });
        fenced.map(|(is_refused, (extension, text))| Program { is_refused, extension, text }).collect()
    }

    /// The explanation, as a terminal shows it.
    fn text(&self) -> String {
        let mut text = format!("{}\n\n{}\n", self.code, filled(&self.meaning(), WIDTH));
        for program in self.programs() {
            text.push_str(if program.is_refused { "\nRefused:\n\n" } else { "\nAccepted:\n\n" });
            text.extend(program.text.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n"));
        }
        text
    }
}

/// All chapters.
pub fn chapters() -> Vec<Chapter> {
    CHAPTERS.iter().map(|(file, text)| chapter(file, text)).collect()
}

fn chapter(file: &'static str, text: &'static str) -> Chapter {
    let mut sections = text.split("\n## ");
    let head = sections.next().unwrap_or_default();
    let (title, intro) = head.split_once('\n').unwrap_or((head, ""));
    let entries = sections.filter_map(|section| section.split_once('\n'));
    Chapter {
        file,
        title: title.trim_start_matches("# "),
        intro: joined(intro),
        entries: entries.map(|(code, body)| Entry { code, body }).collect(),
    }
}

/// What is said of a code, if there is such a code.
pub fn find(code: &str) -> Option<Entry> {
    chapters().into_iter().flat_map(|chapter| chapter.entries).find(|entry| entry.code == code)
}

/// The index of all codes, `docs/diagnostics.md`.
pub fn page() -> String {
    let mut page = include_str!("head.md").to_owned();
    for Chapter { file, title, intro, entries } in chapters() {
        let link = format!("[{title}](../crates/driver/src/explain/{file})");
        page.push_str(&format!("\n## {link}\n\n{}\n\n| code | meaning |\n|---|---|\n", filled(&intro, 110)));
        for entry in entries {
            page.push_str(&format!("| `{}` | {} |\n", entry.code, entry.meaning().replace('|', "\\|")));
        }
    }
    page
}

/// Explains a code, lists those of a part, or all.
pub fn run(name: Option<&str>, common: Common) -> Outcome {
    let session = Session::new(common);
    let text = match name {
        None => Ok(list(|_| true)),
        Some(name) => text_of(name).ok_or_else(|| Failure::usage(unknown(name))),
    };
    session.finish(text.and_then(|text| Ok(output::write("-", &text)?)))
}

/// What is known of a code or of a part, with or without the `lp::` before it.
fn text_of(name: &str) -> Option<String> {
    let name = name.strip_prefix("lp::").unwrap_or(name);
    let of_part = |entry: &Entry| entry.part() == name;
    let mut entries = chapters().into_iter().flat_map(|chapter| chapter.entries).filter(of_part);
    match (find(&format!("lp::{name}")), entries.next(), entries.next()) {
        (_, Some(_), Some(_)) => Some(list(of_part)),
        (Some(entry), _, _) | (None, Some(entry), None) => Some(entry.text()),
        (None, None, _) => None,
    }
}

/// The codes that are asked for, by chapter, with their sentences.
fn list(is_asked: impl Fn(&Entry) -> bool) -> String {
    let mut text = String::new();
    for chapter in chapters() {
        let entries: Vec<&Entry> = chapter.entries.iter().filter(|entry| is_asked(entry)).collect();
        if entries.is_empty() {
            continue;
        }
        text.push_str(&format!("{}\n", chapter.title));
        let width = entries.iter().map(|entry| entry.code.len()).max().unwrap_or(0) + 2;
        for entry in entries {
            text.push_str(&format!("  {:<width$}{}\n", entry.code, entry.meaning()));
        }
        text.push('\n');
    }
    text.push_str("`lpopt explain CODE` explains one.\n");
    text
}

fn unknown(name: &str) -> Diagnostic {
    let error = Diagnostic::error("lp::driver::unknown-code", format!("there is no code `{name}`"));
    let chapters = chapters();
    let entries = || chapters.iter().flat_map(|chapter| &chapter.entries);
    let bare = |entry: &Entry| entry.code.strip_prefix("lp::").unwrap_or(entry.code);
    let wanted = name.strip_prefix("lp::").unwrap_or(name);
    let ends = |entry: &&Entry| entry.code.rsplit("::").next() == Some(wanted);
    let alike: Vec<String> =
        entries().filter(ends).map(|entry| format!("`{}`", entry.code)).take(4).collect();
    if !alike.is_empty() {
        return error.help(format!("did you mean {}?", alike.join(" or ")));
    }
    let codes = entries().map(bare);
    match diag::nearest(wanted, codes.chain(entries().map(Entry::part))) {
        Some(near) => {
            let is_code = wanted.len() < name.len() && entries().any(|entry| bare(entry) == near);
            error.help(format!("did you mean `{}{near}`?", if is_code { "lp::" } else { "" }))
        }
        None => error.help("`lpopt explain` lists them all"),
    }
}

/// A paragraph on one line.
fn joined(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text in lines of at most that many characters.
fn filled(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}
