//! What a place in an included file or in a routine that was put in the place of a call stands for.

use diag::{Diagnostic, Label, LabelPlace, Loc, Outer, SourceMap};

/// The diagnostic with a word at each label about the line or the call around it, and a label at each call.
pub(super) fn shown(sources: &SourceMap, diagnostic: &Diagnostic) -> Diagnostic {
    let mut shown = diagnostic.clone();
    for label in &mut shown.labels {
        let Some((words, place)) = outer(sources, &label.place) else { continue };
        let separator = if label.text.is_empty() { "" } else { ", " };
        label.text.push_str(&format!("{separator}{words} {}:{}", place.file, place.line));
    }
    let calls = diagnostic.labels.iter().filter_map(|label| call(sources, &label.place));
    for place in calls {
        if shown.labels.iter().all(|label| label.place != place) {
            shown.labels.push(Label { place, text: "called here".to_owned() });
        }
    }
    shown
}

/// The line or the call around a place, and how it brings that about.
fn outer(sources: &SourceMap, place: &LabelPlace) -> Option<(&'static str, Loc)> {
    match (call(sources, place), place) {
        (Some(LabelPlace::Span(call)), _) => Some(("inlined from", sources.loc(call)?)),
        (Some(LabelPlace::Loc(call)), _) => Some(("inlined from", call)),
        (None, LabelPlace::Span(span)) => {
            let line = sources.outer(*span).filter(|outer| matches!(outer, Outer::Included(_)))?;
            Some(("included from", sources.loc(line.span())?))
        }
        (None, LabelPlace::Loc(_)) => None,
    }
}

/// The call that a place stands for.
pub(super) fn call(sources: &SourceMap, place: &LabelPlace) -> Option<LabelPlace> {
    match place {
        LabelPlace::Span(span) => sources.call(*span).map(LabelPlace::Span),
        LabelPlace::Loc(loc) => Some(LabelPlace::Loc(loc.call.as_deref()?.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::Span;

    #[test]
    fn places_in_routines_and_included_files_name_what_is_around() {
        let mut sources = SourceMap::default();
        let [main, callee] = ["main.f90", "callee.f90"].map(|name| sources.add(name, "one\ntwo\n"));
        let included = sources.add_included("x.h", "one\n", Span::new(main, 4, 7));
        let inlined = sources.inlined(callee, Span::new(main, 4, 7));
        let error = Diagnostic::error("lp::test", "a message")
            .at(Span::new(inlined, 0, 3), "here")
            .at(Span::new(included, 0, 3), "");
        let texts: Vec<String> = shown(&sources, &error).labels.into_iter().map(|label| label.text).collect();
        assert_eq!(texts, ["here, inlined from main.f90:2", "included from main.f90:2", "called here"]);
    }
}
