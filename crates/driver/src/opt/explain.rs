//! `lpopt explain`: shows what diagnostic codes mean.

use crate::alike::did_you_mean;
use crate::cli::{Common, Failure, Session};
use crate::exit::Outcome;
use crate::explain::{Entry, chapters, filled, find};
use crate::output;
use diag::Diagnostic;

/// How wide explanations are in a terminal.
const WIDTH: usize = 100;

/// Explains a code, lists those of a part, or all.
pub(super) fn run(name: Option<&str>, common: Common) -> Outcome {
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
        (Some(entry), _, _) | (None, Some(entry), None) => Some(explanation(&entry)),
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
    if let Some(help) = did_you_mean(entries().filter(ends).map(|entry| entry.code)) {
        return error.help(help);
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

/// What is said of a code, as a terminal shows it.
fn explanation(entry: &Entry) -> String {
    let mut text = format!("{}\n\n{}\n", entry.code, filled(&entry.meaning(), WIDTH));
    for program in entry.programs() {
        text.push_str(if program.is_refused { "\nRefused:\n\n" } else { "\nAccepted:\n\n" });
        text.extend(program.text.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n"));
    }
    text
}
