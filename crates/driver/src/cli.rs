//! What the command lines of the tools have in common.

use crate::exit::Outcome;
use crate::explain;
use crate::memo::Memo;
use crate::output;
use crate::render::{Format, Renderer};
use crate::terminal::Color;
use clap::{Args, Parser};
use diag::{Diagnostic, Severity, SourceMap};

/// Options of every tool.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Common {
    /// Form of messages
    #[arg(long, value_enum, default_value = "human", global = true, help_heading = "Messages")]
    pub message_format: Format,
    /// When to colour messages
    #[arg(long, value_enum, default_value = "auto", global = true, help_heading = "Messages")]
    pub color: Color,
}

impl Common {
    /// The renderer that these options ask for.
    pub fn renderer(self) -> Renderer {
        Renderer::of_environment(self.message_format, self.color)
    }
}

/// One run of a tool: its sources, and how it speaks.
#[derive(Debug, Default)]
pub struct Session {
    /// All texts read.
    pub sources: SourceMap,
    /// How diagnostics are shown.
    pub renderer: Renderer,
    /// Whether what scripts print is dropped.
    pub is_silent: bool,
    /// Steps of scripts that need not be taken again.
    pub(crate) memo: Memo,
    common: Common,
}

impl Session {
    /// A session with these options.
    pub fn new(common: Common) -> Self {
        Session { sources: SourceMap::default(), renderer: common.renderer(), common, ..Session::default() }
    }

    /// The options that it was made with, as far as messages go.
    pub fn common(&self) -> Common {
        self.common
    }

    /// Shows diagnostics.
    pub fn emit(&self, diagnostics: &[Diagnostic]) {
        self.renderer.emit(&self.sources, diagnostics);
    }

    /// Names the command that explains the first error, where there are programs to show. What is wrong with
    /// a command line is plain by itself.
    fn point_at_explanation(&self, diagnostics: &[Diagnostic]) {
        let first = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        let entry = first.and_then(|error| explain::find(error.code));
        if let Some(entry) = entry.filter(|entry| entry.part() != "driver" && !entry.programs().is_empty())
            && self.renderer.format == Format::Human
        {
            output::say(&format!("`lpopt explain {}` says more", entry.code));
        }
    }

    /// Shows what went wrong, if anything did, and says how the run ended.
    pub fn finish(&self, result: Result<(), Failure>) -> Outcome {
        match result {
            Ok(()) => Outcome::Done,
            Err(failure) => {
                self.emit(&failure.diagnostics);
                self.point_at_explanation(&failure.diagnostics);
                failure.outcome
            }
        }
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub struct Failure {
    /// The exit code's meaning.
    pub outcome: Outcome,
    /// What to say.
    pub diagnostics: Vec<Diagnostic>,
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        let is_fault = diagnostics.iter().any(|diagnostic| diagnostic.code == frontend_fortran::INTERNAL);
        let outcome = if is_fault { Outcome::Internal } else { Outcome::InputError };
        Failure { outcome, diagnostics }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure::from(vec![diagnostic])
    }
}

impl Failure {
    /// A command line that asks for something that does not exist.
    pub fn usage(diagnostic: Diagnostic) -> Self {
        Failure { outcome: Outcome::Usage, diagnostics: vec![diagnostic] }
    }
}

/// Parses the command line, or ends the process with clap's own message: 2 for wrong usage, 0 for help.
pub fn parse<T: Parser>() -> T {
    T::parse()
}

/// `NAME=VALUE` of `--set` and its like; several may stand in one argument, separated by commas.
///
/// # Errors
/// Where one is no such text, or gives a name a second value.
pub fn assignments(texts: &[String]) -> Result<Vec<(String, String)>, Diagnostic> {
    let mut found: Vec<(String, String)> = Vec::new();
    for part in texts.iter().flat_map(|text| text.split(',')).filter(|part| !part.trim().is_empty()) {
        let Some((name, value)) = part.split_once('=') else {
            return Err(Diagnostic::error("lp::driver::assignment", format!("`{part}` is no `NAME=VALUE`")));
        };
        let (name, value) = (name.trim(), value.trim());
        if let Some((_, first)) = found.iter().find(|(other, _)| other == name) {
            let message = format!("`{name}` is given twice, as `{first}` and as `{value}`");
            return Err(Diagnostic::error("lp::driver::assignment", message).help("leave one of them"));
        }
        found.push((name.to_owned(), value.to_owned()));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_are_split_at_commas() {
        let texts = ["n=1,m = 2".to_owned(), "x=a=b".to_owned()];
        let expected = [("n", "1"), ("m", "2"), ("x", "a=b")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(assignments(&texts).unwrap(), expected);
        assert!(assignments(&["n".to_owned()]).is_err());
        assert!(assignments(&["n=1,m=2".to_owned(), "n=1".to_owned()]).is_err());
    }
}
