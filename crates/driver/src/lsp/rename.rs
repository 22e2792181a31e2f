//! New names: for a parameter throughout a pipeline, and for a name of a kernel throughout a `.lpir` file.

use super::analysis::Analysis;
use super::document::Document;
use super::entity::Sort;
use super::language::Language;
use super::{kernels, parameters, scan};
use crate::input::InputKind;
use ir::Scalar;
use lsp_types::TextEdit;
use std::ops::Range;

/// What is renamed, and where it stands.
pub(super) struct Target {
    /// The name under the cursor.
    pub(super) word: Range<usize>,
    places: Vec<Range<usize>>,
}

/// What the name at an offset is of, as far as it can be renamed.
///
/// # Errors
/// Why it cannot be.
pub(super) fn target(document: &Document, analysis: &Analysis, offset: usize) -> Result<Target, String> {
    let word = scan::word_at(&document.text, offset);
    let name =
        document.text.get(word.clone()).filter(|name| !name.is_empty()).ok_or("there is no name here")?;
    let places = match document.language() {
        Some(Language::Pipeline) => parameters::uses(document, word.start)
            .ok_or_else(|| format!("`{name}` is no parameter of the pipeline"))?,
        Some(Language::Kernel(InputKind::Lpir)) => of_kernel(document, analysis, name)?,
        _ => return Err("only names of `.lpir` files and parameters of pipelines are renamed".to_owned()),
    };
    if !places.contains(&word) {
        return Err(format!("`{name}` is no name here"));
    }
    Ok(Target { word, places })
}

/// The places of a name that a file of kernels gives. All that bears the name gets the new one, so that all
/// still fits.
fn of_kernel(document: &Document, analysis: &Analysis, name: &str) -> Result<Vec<Range<usize>>, String> {
    let kernels = || analysis.start.kernels.values();
    let sorts: Vec<Sort> = kernels().flat_map(|kernel| Sort::all_of(kernel, name)).collect();
    let is_word = [ir::text::LINE_WORDS, ir::text::CLAUSE_WORDS].iter().any(|words| words.contains(&name));
    if sorts.is_empty() {
        return Err(format!("`{name}` is no name of a kernel"));
    }
    if sorts.contains(&Sort::Argument) || kernels().any(|kernel| kernel.name == *name) {
        return Err(format!("callers know `{name}`; `rename_argument` is a step that renames an argument"));
    }
    if is_word || Scalar::from_name(name).is_some() {
        return Err(format!("`{name}` is also a word of the language"));
    }
    let mut places = words(&document.text, name);
    places.retain(|place| !is_tag(&document.text, place));
    Ok(places)
}

/// Whether a word is a tag, which pipelines select statements by: in `tags(w, s)`, or behind `$` in `f$w(i)`.
fn is_tag(text: &str, place: &Range<usize>) -> bool {
    let before = text.get(..place.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let list = line.rfind(['(', ')']).filter(|at| line.get(*at..).is_some_and(|rest| rest.starts_with('(')));
    let owner = list.and_then(|open| line.get(..open)).unwrap_or_default();
    before.ends_with('$')
        || owner.split(|c: char| !c.is_alphanumeric() && c != '_').next_back() == Some("tags")
}

/// Where a text has a name outside of comments and strings.
fn words(text: &str, name: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut is_string = false;
    let mut is_comment = false;
    let mut is_escaped = false;
    let mut at = 0;
    while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
        match letter {
            '\n' => (is_string, is_comment) = (false, false),
            '"' if !is_comment && !is_escaped => is_string = !is_string,
            '#' if !is_string => is_comment = true,
            _ if letter.is_ascii_alphanumeric() || letter == '_' => {
                let word = scan::word_at(text, at);
                if !is_string && !is_comment && text.get(word.clone()) == Some(name) {
                    found.push(word.clone());
                }
                is_escaped = false;
                at = word.end;
                continue;
            }
            _ => {}
        }
        is_escaped = is_string && letter == '\\' && !is_escaped;
        at += letter.len_utf8();
    }
    found
}

/// The changes that give another name.
///
/// # Errors
/// Why that name cannot be given.
pub(super) fn rename(document: &Document, target: &Target, new: &str) -> Result<Vec<TextEdit>, String> {
    if !ir::is_identifier(new) || pass::CONSTANTS.contains(&new) {
        return Err(format!("`{new}` is no name"));
    }
    if !words(&document.text, new).is_empty() {
        return Err(format!("`{new}` is taken"));
    }
    let changed = applied(&document.text, &target.places, new);
    if document.language() == Some(Language::Kernel(InputKind::Lpir)) {
        let renamed = kernels::import(&document.name(), &changed, InputKind::Lpir, false);
        if renamed.kernels.is_err() {
            return Err(format!("`{new}` cannot be the name here"));
        }
    }
    let edit = |place: &Range<usize>| TextEdit {
        range: document.lines.range(&document.text, place.start, place.end),
        new_text: new.to_owned(),
    };
    Ok(target.places.iter().map(edit).collect())
}

/// A text with another name at these places, which are in order.
fn applied(text: &str, places: &[Range<usize>], new: &str) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut end = 0;
    for place in places {
        changed.push_str(text.get(end..place.start).unwrap_or_default());
        changed.push_str(new);
        end = place.end;
    }
    changed.push_str(text.get(end..).unwrap_or_default());
    changed
}
