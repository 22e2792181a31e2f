//! What became of the routines and parts of a source.

use super::settings::Settings;
use super::translate::{Answer, Translated};
use serde_json::json;
use std::path::Path;

/// A line for each.
pub(super) fn text(source: &Path, _: &Settings, translated: &Translated) -> String {
    let line = |answer: &Answer| {
        let what = match &answer.reason {
            None => "a kernel".to_owned(),
            Some(reason) => format!("the original: {reason}"),
        };
        format!("{}:{}: {}: {what}\n", source.display(), answer.line, answer.routine)
    };
    translated.answers.iter().map(line).collect()
}

/// A line of JSON for each.
pub(super) fn json(source: &Path, settings: &Settings, translated: &Translated) -> String {
    let line = |answer: &Answer| {
        let object = json!({
            "file": source.to_string_lossy(),
            "line": answer.line,
            "routine": answer.routine,
            "target": if answer.reason.is_none() { settings.target.name() } else { "host" },
            "why": answer.reason,
        });
        format!("{object}\n")
    };
    translated.answers.iter().map(line).collect()
}
