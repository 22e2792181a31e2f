//! Diagnostics.

use crate::{Loc, Origin, Span};

/// A stable name for one kind of diagnostic, such as `lp::split::parallel-iname`.
pub type Code = &'static str;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing was produced.
    Error,
    /// Something was produced that the user may not expect.
    Warning,
}

/// Where a label points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelPlace {
    /// A range in a text that this run read.
    Span(Span),
    /// A place in a source that an earlier run imported.
    Loc(Loc),
}

/// A place and what is to be said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub place: LabelPlace,
    /// The text beside it; may be empty.
    pub text: String,
}

impl Label {
    /// The same where texts that this run read were moved.
    pub fn moved(&mut self, place: &dyn Fn(Span) -> Span) {
        if let LabelPlace::Span(span) = &mut self.place {
            *span = place(*span);
        }
    }
}

/// One execution of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The statement's identifier, in the kernel as it was before all steps where that is known.
    pub statement: String,
    /// Its loops with their values there, the outermost first.
    pub values: Vec<(String, i64)>,
}

/// Instances that show what is wrong, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The instances, in the order in which the note names them.
    pub instances: Vec<Instance>,
    /// The values of parameters at which they exist.
    pub parameters: Vec<(String, i64)>,
}

/// A note with the instances that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The note.
    pub note: String,
    /// What it says of instances, as data.
    pub witness: Witness,
}

/// One thing to tell the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of diagnostic it is.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// Places, the most important one first.
    pub labels: Vec<Label>,
    /// What the user can do about it.
    pub help: Option<String>,
    /// Facts that support the message, such as two instances in conflict.
    pub notes: Vec<String>,
    /// The instances that notes name, as data.
    pub witness: Option<Witness>,
    /// Names of what it is about, where others ask whether two diagnostics are about the same; not shown.
    pub about: Vec<String>,
}

impl Diagnostic {
    /// An error without labels.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    /// A warning without labels.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: Code, message: String) -> Self {
        Diagnostic {
            code,
            severity,
            message,
            labels: Vec::new(),
            help: None,
            notes: Vec::new(),
            witness: None,
            about: Vec::new(),
        }
    }

    /// Adds a label at a span.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { place: LabelPlace::Span(span), text: text.into() });
        self
    }

    /// Adds a label at an imported place.
    #[must_use]
    pub fn at_loc(mut self, loc: &Loc, text: impl Into<String>) -> Self {
        self.labels.push(Label { place: LabelPlace::Loc(loc.clone()), text: text.into() });
        self
    }

    /// Adds a label at each place that is known of an entity: its source, else its line in the text read.
    #[must_use]
    pub fn at_entity(mut self, loc: Option<&Loc>, origin: Origin, text: impl Into<String>) -> Self {
        let place = loc.cloned().map(LabelPlace::Loc).or(origin.0.map(LabelPlace::Span));
        if let Some(place) = place {
            self.labels.push(Label { place, text: text.into() });
        }
        self
    }

    /// Sets the help text.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Sets what it is about.
    #[must_use]
    pub fn about<N: ToString>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.about = names.into_iter().map(|name| name.to_string()).collect();
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds a note with the instances that it names.
    #[must_use]
    pub fn shown(mut self, shown: Shown) -> Self {
        self.notes.push(shown.note);
        self.witness = Some(shown.witness);
        self
    }
}
