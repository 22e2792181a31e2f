//! What each diagnostic code means, with programs that are refused with it and programs that
//! are not.
//!
//! The files beside this one hold a chapter each. Under the heading of a code stand a sentence and, where
//! there are any, programs that are also test cases: the first line of one is the command that shows it.

use diag::Code;

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

/// A paragraph on one line.
fn joined(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text in lines of at most that many characters.
pub(crate) fn filled(text: &str, width: usize) -> String {
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
