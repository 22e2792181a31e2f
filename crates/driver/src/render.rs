//! Diagnostics for people and for programs.

mod line;
mod outer;

use crate::excerpt::{excerpt, harmless};
use crate::input;
use crate::terminal::{Color, Look};
use diag::{Diagnostic, LabelPlace, Loc, Severity, SourceId, SourceMap, Span};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, ThemeCharacters, ThemeStyles,
};
use std::fmt;
use std::io::Write;

/// The form of messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Human,
    /// One line each, `file:line:column: error: message [code]`, for editors.
    Short,
    /// One JSON object a line.
    Json,
}

/// Diagnostics of one run that are shown; who has more looks at the first ones.
const MOST: usize = 50;

/// Renders diagnostics of one run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Renderer {
    /// Form of the messages.
    pub format: Format,
    /// What is behind standard error.
    pub look: Look,
}

/// The diagnostic with what is to be said of included files and of routines in the place of calls.
pub(crate) fn whole(sources: &SourceMap, diagnostic: &Diagnostic) -> Diagnostic {
    outer::shown(sources, diagnostic)
}

impl Renderer {
    /// One for what is behind standard error.
    pub fn of_environment(format: Format, color: Color) -> Self {
        Renderer { format, look: Look::of_environment(color) }
    }

    /// Writes diagnostics to standard error. Whoever reads there may be gone, which is no fault.
    pub fn emit(self, sources: &SourceMap, diagnostics: &[Diagnostic]) {
        let mut sources = sources.clone();
        let mut stderr = std::io::stderr().lock();
        for diagnostic in diagnostics.iter().take(MOST) {
            let gap = if self.format == Format::Human { "\n" } else { "" };
            let _ = writeln!(stderr, "{}{gap}", self.render(&mut sources, diagnostic));
        }
        let left = diagnostics.len().saturating_sub(MOST);
        if left > 0 && self.format != Format::Json {
            let _ = writeln!(stderr, "and {left} more");
        }
    }

    /// One diagnostic as text, without the last newline. Sources that only a location names are read if they
    /// exist.
    pub fn render(self, sources: &mut SourceMap, diagnostic: &Diagnostic) -> String {
        let diagnostic = outer::shown(sources, diagnostic);
        match self.format {
            Format::Human => self.human(sources, &diagnostic),
            Format::Short => line::short(sources, &diagnostic),
            Format::Json => line::json(sources, &diagnostic),
        }
    }

    fn human(self, sources: &mut SourceMap, diagnostic: &Diagnostic) -> String {
        let Look { width, has_unicode, has_color } = self.look;
        let styles = if has_color { ThemeStyles::ansi() } else { ThemeStyles::none() };
        let characters = if has_unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
        let frame = format!("{}{}{}", characters.ltop, characters.hbar, characters.lbox);
        let theme = GraphicalTheme { characters, styles };
        let handler = GraphicalReportHandler::new_themed(theme).with_links(false).with_width(width);
        let reports = Report::by_file(sources, diagnostic);
        let mut text = String::new();
        for (at, report) in reports.iter().enumerate() {
            let mut part = String::new();
            if handler.render_report(&mut part, report).is_err() {
                part.clone_from(&report.message);
            }
            text.push_str(if at == 0 { &part } else { without_message(&part, &frame) });
        }
        text.trim_end().to_owned()
    }
}

/// What is shown of a further file: its lines, and what comes after them.
fn without_message<'r>(report: &'r str, frame: &str) -> &'r str {
    let frame = report.find(frame).unwrap_or(0);
    let line = report.get(..frame).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    report.get(line..).unwrap_or(report)
}

/// A span for every place that can be shown.
pub(crate) fn resolve(sources: &mut SourceMap, place: &LabelPlace) -> Option<Span> {
    match place {
        LabelPlace::Span(span) => {
            let source = sources.get(span.source)?;
            let is_in = usize::try_from(span.end).ok()? <= source.text.len();
            let made = source.is_made(span.start).then(|| sources.loc(*span)).flatten();
            // What the user wrote, if that is at hand.
            made.and_then(|loc| line(sources, &loc)).or(is_in.then_some(*span))
        }
        LabelPlace::Loc(loc) => line(sources, loc),
    }
}

/// A line of a file, from a place on.
fn line(sources: &mut SourceMap, loc: &Loc) -> Option<Span> {
    let known = sources.find(&loc.file);
    let source = known.or_else(|| Some(sources.add(&*loc.file, input::mentioned(&loc.file)?)))?;
    let file = sources.get(source)?;
    let start = file.offset(loc.line, loc.column).or_else(|| file.offset(loc.line, 1))?;
    let rest = file.text.get(start..)?;
    let length = rest.find('\n').unwrap_or(rest.len());
    let length = rest.get(..length)?.trim_end().len().max(1).min(rest.len());
    Some(Span::new(source, start, start + length))
}

/// The part of a diagnostic that is in one file. The first has the message, the last the help.
struct Report {
    code: Option<String>,
    message: String,
    severity: miette::Severity,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    source: Option<NamedSource<String>>,
}

impl Report {
    /// A diagnostic as reports, one for each file that it has labels in, and one at least.
    fn by_file(sources: &mut SourceMap, diagnostic: &Diagnostic) -> Vec<Self> {
        let mut message = harmless(&diagnostic.message);
        let mut files: Vec<(SourceId, Vec<LabeledSpan>)> = Vec::new();
        for label in &diagnostic.labels {
            match resolve(sources, &label.place) {
                Some(span) => add_label(&mut files, span, &label.text),
                None => message.push_str(&unresolved(&label.place, &label.text)),
            }
        }
        for note in &diagnostic.notes {
            message.push_str("\nnote: ");
            message.push_str(&harmless(note));
        }
        let severity = match diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        };
        let mut parts = files.into_iter().map(|(id, labels)| {
            let (source, labels) = shown(sources, id, labels);
            Report { code: None, message: String::new(), severity, help: None, labels, source }
        });
        let none = || Report {
            code: None,
            message: String::new(),
            severity,
            help: None,
            labels: Vec::new(),
            source: None,
        };
        let mut first = parts.next().unwrap_or_else(none);
        (first.code, first.message) = (Some(diagnostic.code.to_owned()), message);
        let mut all: Vec<Report> = std::iter::once(first).chain(parts).collect();
        if let Some(last) = all.last_mut() {
            last.help = diagnostic.help.as_deref().map(harmless);
        }
        all
    }
}

fn add_label(files: &mut Vec<(SourceId, Vec<LabeledSpan>)>, span: Span, text: &str) {
    let [start, end] = [span.start, span.end].map(|at| usize::try_from(at).unwrap_or(0));
    let label = (!text.is_empty()).then(|| harmless(text));
    let labelled = LabeledSpan::new(label, start, end.saturating_sub(start).max(1));
    match files.iter_mut().find(|(id, _)| *id == span.source) {
        Some((_, labels)) => labels.push(labelled),
        None => files.push((span.source, vec![labelled])),
    }
}

/// What is left to say of a place whose file is not there.
fn unresolved(place: &LabelPlace, text: &str) -> String {
    match place {
        LabelPlace::Loc(loc) => format!("\n  {}:{}:{}: {text}", loc.file, loc.line, loc.column),
        LabelPlace::Span(_) => String::new(),
    }
}

/// The part of a file that is shown, and the labels in it.
fn shown(
    sources: &SourceMap,
    id: SourceId,
    labels: Vec<LabeledSpan>,
) -> (Option<NamedSource<String>>, Vec<LabeledSpan>) {
    let Some(source) = sources.get(id) else { return (None, Vec::new()) };
    let (text, labels) = excerpt(&source.text, labels);
    (Some(NamedSource::new(&*source.name, text)), labels)
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.source.as_ref().map(|source| source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty())
            .then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = _>>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(look: Look) -> String {
        let mut sources = SourceMap::default();
        let [first, second] = ["a.f90", "b.txt"].map(|name| sources.add(name, "one\ntwo\n"));
        let error = Diagnostic::error("lp::test::failed", "a message of many words ".repeat(8))
            .at(Span::new(first, 0, 3), "here")
            .at(Span::new(second, 4, 7), "there")
            .help("help of many words ".repeat(8));
        Renderer { format: Format::Human, look }.render(&mut sources, &error)
    }

    #[test]
    fn lines_fit_the_terminal() {
        for width in [40, 60, 110] {
            let text = rendered(Look { width, ..Look::default() });
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
        }
    }

    #[test]
    fn plain_terminals_get_ascii_and_each_message_once() {
        let text = rendered(Look { has_unicode: false, ..Look::default() });
        assert!(text.is_ascii(), "{text}");
        assert_eq!(text.matches("lp::test::failed").count(), 1, "{text}");
        assert!(text.contains("b.txt:2:1"), "{text}");
    }
}
