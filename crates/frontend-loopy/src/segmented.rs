//! `s[i], <>_ = reduce(segmented(sum), j, x[j], first[j])`: the sum of the last segment, which starts at the
//! last flag.
//!
//! It becomes two statements: one finds the iteration of the last flag, and one reduces from there on. The
//! second result would be the bits of all flags, which no reduction gives, so its target is `<>_`, which
//! nothing reads.

use crate::extremum::{Part, names};
use crate::text::tree::{Expr, ExprKind, Target, Word};
use diag::{Diagnostic, Span};
use ir::Comparison;

/// Below every iteration: integers that count stay 2^16 inside of their type.
const BEFORE_ALL: &str = "2147483647";

/// What is done in each segment.
pub(crate) struct Operation {
    name: &'static str,
    /// What it does not change.
    neutral: &'static str,
}

/// The operation, if a value is such a reduction.
pub(crate) fn operation(value: &Expr) -> Option<Operation> {
    let (callee, args) = call(value)?;
    let (segmented, inner) = call(args.first()?)?;
    if callee != "reduce" || segmented != "segmented" {
        return None;
    }
    match inner {
        [Expr { kind: ExprKind::Name(name), .. }] if name == "sum" => {
            Some(Operation { name: "sum", neutral: "0" })
        }
        [Expr { kind: ExprKind::Name(name), .. }] if name == "product" => {
            Some(Operation { name: "product", neutral: "1" })
        }
        _ => None,
    }
}

/// The statements, of which the last has the identifier `id`.
///
/// # Errors
/// Where the reduction is not over one iname, or its second result has a name.
pub(crate) fn parts(
    operation: &Operation,
    target: Target,
    flags: &Target,
    reduction: &Expr,
    id: &Word,
) -> Result<[Part; 2], Diagnostic> {
    let span = reduction.span;
    let build = |kind: ExprKind| Expr::new(kind, span);
    let name = |text: &str| build(ExprKind::Name(text.to_owned()));
    let number = |text: &str| build(ExprKind::Number(text.to_owned()));
    let select = |parts: [Expr; 3]| build(ExprKind::Select(Box::new(parts)));
    if !matches!(&flags.expr.kind, ExprKind::Name(name) if flags.temp.is_some() && name == "_") {
        return Err(second_result(flags.expr.span));
    }
    let Some((iname, value, flag)) = operands(reduction) else { return Err(malformed(span)) };
    let reduce = |op: &str, body: Expr| {
        build(ExprKind::Call(Box::new(name("reduce")), vec![name(op), iname.clone(), body]))
    };
    let start = format!("{}_start", id.text);
    let nowhere = build(ExprKind::Negated(Box::new(number(BEFORE_ALL))));
    let last = reduce("max", select([flag.clone(), iname.clone(), nowhere]));
    let inside =
        build(ExprKind::Compare(Box::new(iname.clone()), vec![(Comparison::GreaterEqual, name(&start))]));
    let rest = reduce(operation.name, select([inside, value.clone(), number(operation.neutral)]));
    let first = Word { text: format!("{}_find", id.text), span: id.span };
    let temporary = Target { temp: Some(None), expr: name(&start) };
    let reduced = names(iname);
    let beside = names(&target.expr).into_iter().chain(names(value)).filter(|name| !reduced.contains(name));
    let beside = beside.collect();
    Ok([
        Part { target: temporary, value: last, id: first.clone(), after: None, beside },
        Part { target, value: rest, id: id.clone(), after: Some(first), beside: Vec::new() },
    ])
}

/// The iname, the values and the flags.
fn operands(reduction: &Expr) -> Option<(&Expr, &Expr, &Expr)> {
    let (_, [_, inames, value, flag]) = call(reduction)? else { return None };
    let iname = match &inames.kind {
        ExprKind::Tuple(list) | ExprKind::List(list) => list.first().filter(|_| list.len() == 1)?,
        _ => inames,
    };
    matches!(iname.kind, ExprKind::Name(_)).then_some((iname, value, flag))
}

fn call(expr: &Expr) -> Option<(&str, &[Expr])> {
    let ExprKind::Call(callee, args) = &expr.kind else { return None };
    let ExprKind::Name(name) = &callee.kind else { return None };
    Some((name, args))
}

fn malformed(span: Span) -> Diagnostic {
    let message = "a segmented reduction runs over one iname, and has values and flags";
    let diagnostic = Diagnostic::error("lp::loopy::reduction", message).at(span, "");
    diagnostic.help("write `s, <>_ = reduce(segmented(sum), j, x[j], first[j])`")
}

fn second_result(span: Span) -> Diagnostic {
    let message = "the second result of a segmented reduction, the bits of all flags, is not supported";
    let diagnostic = Diagnostic::error("lp::loopy::reduction", message).at(span, "");
    diagnostic.help("write `<>_` here, and `any(j, first[j])` in a statement of its own")
}
