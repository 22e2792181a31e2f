//! Parameters of scripts that a search may choose: lines `tune bm in [8, 16] where bm <= n`, as in pipelines.
//!
//! Such a line is no Python. It is taken out of the text before that is read, and what it defines is bound
//! before it runs.

use super::convert;
use crate::registry::registry;
use diag::{Diagnostic, Origin, SourceMap};
use ir::IndexMap;
use pass::{Pipeline, Tunables, Value};
use script::Tree;

/// A script without its `tune` lines, and these alone; both as long as the whole, so that places stay.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) rest: String,
    pub(super) lines: String,
    /// What the lines define.
    pub(super) names: Vec<String>,
}

/// Takes the `tune` lines out of a script. Texts in three quotation marks have none.
pub(super) fn parts(text: &str) -> Parts {
    let mut parts = Parts::default();
    let (mut depth, mut quote) = (0_usize, None);
    for line in text.split_inclusive('\n') {
        let name = name_of(line).filter(|_| depth == 0 && quote.is_none());
        let is_ours = depth > 0 || name.is_some();
        parts.names.extend(name.map(str::to_owned));
        if is_ours {
            depth = depth_after(line, depth);
            parts.lines.push_str(line);
            parts.rest.push_str(&blank(line));
        } else {
            quote = quote_after(line, quote);
            parts.rest.push_str(line);
            parts.lines.push_str(&blank(line));
        }
    }
    parts
}

/// The name that a line `tune NAME in ..` defines.
fn name_of(line: &str) -> Option<&str> {
    let mut words = line.strip_prefix("tune")?.strip_prefix([' ', '\t'])?.split_whitespace();
    let name = words.next()?;
    let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let next = words.next()?;
    (is_name && (next == "in" || next.starts_with("in["))).then_some(name)
}

/// How many brackets are open after a line.
fn depth_after(line: &str, mut depth: usize) -> usize {
    let mut quote = None;
    for letter in line.chars() {
        match (letter, quote) {
            (_, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => quote = Some(letter),
            ('#', None) => break,
            ('[' | '(', None) => depth += 1,
            (']' | ')', None) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}

/// The three quotation marks that are open after a line.
fn quote_after(line: &str, mut open: Option<&'static str>) -> Option<&'static str> {
    let mut rest = line;
    loop {
        let next = match open {
            Some(quote) => rest.find(quote).map(|at| (at, quote)),
            None => ["\"\"\"", "'''"].into_iter().filter_map(|quote| Some((rest.find(quote)?, quote))).min(),
        };
        let Some((at, quote)) = next else { return open };
        open = if open.is_some() { None } else { Some(quote) };
        rest = rest.get(at + quote.len()..).unwrap_or_default();
    }
}

/// Spaces in the place of a line.
fn blank(line: &str) -> String {
    let blanks = |letter: char| if letter == '\n' { "\n".to_owned() } else { " ".repeat(letter.len_utf8()) };
    line.chars().map(blanks).collect()
}

/// What the lines say. Conditions may name the script's other parameters too.
///
/// # Errors
/// Everything that is wrong with the lines.
pub(super) fn read(
    sources: &mut SourceMap,
    name: &str,
    text: &str,
    tree: &Tree,
    parts: &Parts,
    chosen: &[(String, String)],
) -> Result<Tunables, Vec<Diagnostic>> {
    if parts.names.is_empty() {
        return Ok(Tunables::default());
    }
    let parameters = tree.parameters();
    let known = parameters.iter().filter_map(|parameter| {
        let value = convert::argument(&parameter.value, Origin::default()).ok()?;
        Some((parameter.name.to_string(), value))
    });
    let known: IndexMap<String, Value> = known.collect();
    // The text of a block is another one than that of its file.
    let id = sources.add(name, text);
    Pipeline::tunables(registry(), &parts.lines, id, chosen, known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_out_and_places_stay() {
        let text = "a = 1\ntune bm in [8,  # few\n  16]\nb = bm\n\"\"\"\ntune c in [1]\n\"\"\"\ntune d in[2] where d > a\ntune = 3\n";
        let parts = parts(text);
        assert_eq!(parts.names, ["bm", "d"]);
        assert_eq!((parts.rest.len(), parts.lines.len()), (text.len(), text.len()));
        let lines: Vec<&str> = parts.lines.lines().filter(|line| !line.trim().is_empty()).collect();
        assert_eq!(lines, ["tune bm in [8,  # few", "  16]", "tune d in[2] where d > a"]);
        let rest: Vec<&str> = parts.rest.lines().filter(|line| !line.trim().is_empty()).collect();
        assert_eq!(rest, ["a = 1", "b = bm", "\"\"\"", "tune c in [1]", "\"\"\"", "tune = 3"]);
    }
}
