//! Parameters of a pipeline, `bm = 128` and `tune bm in [8, 16]`, and where they are used.

use super::document::Document;
use super::language::Language;
use super::scan;
use std::ops::Range;

/// The places of a parameter of a pipeline, the first where it is defined. `None` where a place is of none.
pub(super) fn uses(document: &Document, start: usize) -> Option<Vec<Range<usize>>> {
    if document.language() != Some(Language::Pipeline) {
        return None;
    }
    let text = &document.text;
    let name = text.get(scan::word_at(text, start))?;
    let places = places(text, name);
    let first = places.iter().position(|place| defines(text, place))?;
    places.iter().any(|place| place.start == start).then(|| places.get(first..).unwrap_or_default().to_vec())
}

/// Where the parameter at a place is defined.
pub(super) fn definition(document: &Document, start: usize, name: &str) -> Option<Range<usize>> {
    uses(document, start)?.first().cloned().filter(|_| !name.is_empty())
}

/// Where a text has a name that may be one of a parameter: in no comment and no string, and neither called
/// nor a keyword.
fn places(text: &str, name: &str) -> Vec<Range<usize>> {
    let whole = text.match_indices(name).map(|(at, _)| at..at + name.len());
    let is_own = |place: &Range<usize>| {
        let around = scan::context(text, place.end);
        let behind = text.get(place.end..).unwrap_or_default().trim_start();
        let is_keyword = around.call.is_some() && behind.starts_with('=') && !behind.starts_with("==");
        around.word == *place
            && !around.is_string
            && !around.is_comment
            && around.module.is_none()
            && !behind.starts_with(['(', '.'])
            && !is_keyword
    };
    whole.filter(is_own).collect()
}

/// Whether a name stands where a line defines it.
fn defines(text: &str, place: &Range<usize>) -> bool {
    let line = text
        .get(..place.start)
        .and_then(|before| before.rsplit(['\n', ';']).next())
        .unwrap_or_default()
        .trim();
    let behind = text.get(place.end..).unwrap_or_default().trim_start();
    let is_assigned = line.is_empty() && behind.starts_with('=') && !behind.starts_with("==");
    is_assigned || (line == "tune" && behind.starts_with("in"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_and_what_is_none() {
        let text = "bm = 16 # bm\ntune bn in [bm, 2] where bn > bm\nsplit_iname(\"bm\", bm, bm=1); f(bm)\n";
        let document = Document::new("untitled:p".to_owned(), "lp-pipeline".to_owned(), 1, text);
        let of = |at: usize| {
            uses(&document, at).map(|places| places.iter().map(|place| place.start).collect::<Vec<_>>())
        };
        let bm: Vec<usize> = text.match_indices("bm").map(|(at, _)| at).collect();
        assert_eq!(of(0).unwrap(), [bm[0], bm[2], bm[3], bm[5], bm[7]]);
        assert_eq!(of(text.find("bn").unwrap()).unwrap().len(), 2);
        assert_eq!(of(bm[4]), None, "it is a name of the kernel");
        assert_eq!(of(text.find("split").unwrap()), None);
    }
}
