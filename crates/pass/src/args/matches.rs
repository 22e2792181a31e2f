//! Match expressions as arguments.

use super::{FromArg, Mismatch, Text};
use crate::value::Value;
use diag::{Diagnostic, LabelPlace, Origin, SourceId, SourceMap};
use ir::matching::{Match, StackMatch};
use std::ops::Deref;

macro_rules! selectors {
    ($($(#[$doc:meta])* $kind:ident($value:ident): $text:literal, $plural:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $kind {
            /// What it selects.
            pub selects: $value,
            /// How it was written.
            pub text: Text,
        }

        impl Deref for $kind {
            type Target = $value;
            fn deref(&self) -> &$value {
                &self.selects
            }
        }

        impl FromArg for $kind {
            const KIND: &'static str = $text;
            const PLURAL: &'static str = $plural;

            fn from_arg(value: &Value) -> Result<Self, Mismatch> {
                let text = Text::from_arg(value)?;
                let (source, base) = place(&text);
                let selects = $value::parse(&text, source, base).map_err(|problems| first(problems, &text))?;
                Ok($kind { selects, text })
            }

            fn to_value(&self) -> Value {
                Value::from(&self.text)
            }
        }
    )* };
}

selectors! {
    /// Selects statements.
    Selector(Match): "match", "matches";
    /// Selects statements and invocations of rules at any depth.
    StackSelector(StackMatch): "stack match", "stack matches";
}

/// Where the text starts. Text that lies in no source gets a place of its own, which no label shows.
fn place(text: &Text) -> (SourceId, usize) {
    match text.span_of(0, text.len()) {
        Some(span) => (span.source, usize::try_from(span.start).unwrap_or(usize::MAX)),
        None => (SourceMap::default().add("", ""), 0),
    }
}

/// The first of several problems stands for all: a match expression is short.
fn first(problems: Vec<Diagnostic>, text: &Text) -> Mismatch {
    let Some(problem) = problems.into_iter().next() else {
        return Mismatch {
            message: "this is no match expression".to_owned(),
            origin: text.origin,
            help: None,
        };
    };
    let span = problem.labels.first().and_then(|label| match label.place {
        LabelPlace::Span(span) => Some(span),
        LabelPlace::Loc(_) => None,
    });
    let origin = text.origin.0.and(span).map_or(text.origin, Origin::from);
    Mismatch { message: problem.message, origin, help: problem.help }
}
