//! Expressions in arguments of transforms.

use diag::SourceMap;
use ir::{Expr, Kernel};
use pass::{Refusal, Text};

/// The expression that a text stands for in a kernel; names are not looked up, except that rules are told
/// from functions.
pub(crate) fn expression(kernel: &Kernel, text: &Text) -> Result<Expr, Refusal> {
    let place = text.span_of(0, text.len());
    let (source, base) = match place {
        Some(span) => (span.source, usize::try_from(span.start).unwrap_or(0)),
        None => (SourceMap::default().add("<argument>", text.text.as_str()), 0),
    };
    let is_rule = |name: &str| kernel.rules.contains_key(name);
    ir::text::parse_expr(text, source, base, &is_rule).map_err(|mut problems| {
        if place.is_none() {
            // The text lies in no file that could be shown.
            problems.iter_mut().for_each(|problem| problem.labels.clear());
        }
        problems.into()
    })
}
