//! Source files, positions and diagnostics as data.
//!
//! Every crate reports what is wrong with its input as [`Diagnostic`] values; only the driver renders them.
//! A message is lower case, without a full stop, and puts text of the user between backticks.

mod diagnostic;
mod generated;
mod loc;
mod source;
mod span;
mod suggest;

pub use diagnostic::{Code, Diagnostic, Instance, Label, LabelPlace, Severity, Shown, Witness};
pub use loc::{Loc, Origin};
pub use source::{Outer, Source, SourceMap};
pub use span::{SourceId, Span};
pub use suggest::nearest;
