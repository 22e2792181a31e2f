//! `lpopt --report out.html`: what a run did, as one page that needs nothing else.
//!
//! A run keeps what its steps did (`record`). From that all that is shown is gathered as plain data
//! (`collect`, `model`), and put into a page (`document`), whose parts lie in `page`: they draw the data and
//! ask nobody.

mod code;
mod collect;
mod dependences;
mod document;
mod formula;
mod measured;
mod model;
mod problem;
mod record;
mod roofline;
mod statements;
mod texts;
mod tree;

pub(crate) use measured::Measured;
pub(crate) use record::Record;

use crate::effort::Budget;
use collect::Collector;
use diag::{Diagnostic, SourceMap};

/// What is told of a run beside its steps.
pub(crate) struct Told<'a> {
    /// The name of the input.
    pub(crate) title: &'a str,
    /// All texts that were read.
    pub(crate) sources: &'a SourceMap,
    /// Why the run ended early, if it did.
    pub(crate) ended: &'a [Diagnostic],
    /// Whether products and sums may be fused in generated code.
    pub(crate) fp_contract: bool,
    /// At which sizes is counted, and what was measured.
    pub(crate) measured: &'a Measured,
}

/// The page of a run.
pub(crate) fn page(record: &Record, told: &Told<'_>, budget: &Budget) -> String {
    let collector = Collector::new(told, budget);
    document::page(collector.report(told.title.to_owned(), record, told.ended))
}
