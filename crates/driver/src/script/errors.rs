//! Starlark's errors as diagnostics.

use super::{compat, host};
use crate::cli::Failure;
use diag::{Diagnostic, SourceId, SourceMap};
use indexmap::IndexMap;
use starlark::Error;

/// What Starlark has to say about a script.
pub(super) fn failure(sources: &SourceMap, ids: &IndexMap<String, SourceId>, error: &Error) -> Failure {
    let text = error.without_diagnostic().to_string();
    let message = text.trim().trim_end_matches('.').to_owned();
    let mut diagnostic = Diagnostic::error("lp::script", lower_first(&message));
    if let Some(span) = error.span().and_then(|place| host::span(sources, ids, place)) {
        diagnostic = diagnostic.at(span, "");
    }
    if let Some(help) = help(&message).map(str::to_owned).or_else(|| absent(&message)) {
        diagnostic = diagnostic.help(help);
    }
    diagnostic.into()
}

/// What there is in place of an attribute of `lp` that there is not.
fn absent(message: &str) -> Option<String> {
    let (object, attribute) = message.split_once(" has no attribute `")?;
    let name = attribute.split('`').next().filter(|_| object.ends_with("`module`"))?;
    compat::absent(name)
}

fn lower_first(message: &str) -> String {
    let mut characters = message.chars();
    let first = characters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
    first + characters.as_str()
}

/// What to write instead of Python that the dialect does not have.
fn help(message: &str) -> Option<&'static str> {
    let told = [
        (
            "`import`",
            "`lp` and `np` are there without an import; use `load(\"file.star\", \"name\")` for files of yours",
        ),
        ("`while`", "use `for` over a range"),
        ("`try`", "there are no exceptions; ask the kernel first, for example `\"i\" in knl.inames`"),
        ("`class`", "use functions and dictionaries"),
        ("`**`", "use multiplication; there is no power operator"),
        ("`is`", "use `==`"),
    ];
    told.into_iter().find(|(word, _)| message.contains(word)).map(|(_, help)| help)
}
