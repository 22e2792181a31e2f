//! Starlark's errors as diagnostics.

use super::host::{self, Host};
use super::{compat, standard};
use crate::cli::Failure;
use diag::{Diagnostic, SourceMap};
use starlark::Error;

/// What Starlark has to say about a script.
pub(super) fn failure(sources: &SourceMap, host: &Host, error: &Error) -> Failure {
    let text = error.without_diagnostic().to_string();
    let message = text.trim().trim_end_matches('.').to_owned();
    let mut diagnostic = Diagnostic::error("lp::script", lower_first(&message));
    if let Some(span) = error.span().and_then(|place| host::span(sources, &host.ids, place)) {
        diagnostic = diagnostic.at(span, "");
    }
    if let Some(help) = help(&message).map(str::to_owned).or_else(|| absent(&message, host)) {
        diagnostic = diagnostic.help(help);
    }
    diagnostic.into()
}

/// What there is in place of a name that there is not.
fn absent(message: &str, host: &Host) -> Option<String> {
    let variable = message.strip_prefix("Variable `").and_then(|rest| rest.split_once("` not found"));
    if let Some((name, rest)) = variable {
        return match host.foreign.get(name) {
            Some(module) => Some(format!(
                "`{module}` is for Python only: a script makes kernels, and `lprun` runs and compares them"
            )),
            // Starlark knows a nearer name of the script itself.
            None if rest.contains("did you mean") => None,
            None => standard::nearest(name).map(|near| format!("did you mean `{near}`?")),
        };
    }
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
        ("`from`", "names are imported one by one: `from loopy import split_iname`"),
        ("`while`", "use `for` over a range"),
        ("`try`", "there are no exceptions; ask the kernel first, for example `\"i\" in knl.inames`"),
        ("`class`", "use functions and dictionaries"),
        ("`**`", "use multiplication; there is no power operator"),
        ("`is`", "use `==`"),
    ];
    told.into_iter().find(|(word, _)| message.contains(word)).map(|(_, help)| help)
}
