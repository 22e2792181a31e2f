//! `m, k = argmax(i, x[i], i)`: the largest value, and where it is last, as in Loo.py. Programs write it
//! `reduce(argmax, [i], x[i], i)`.
//!
//! It becomes three statements: one finds the value, one stores it, and one finds the greatest index at which
//! the value is found, or -1 where there is none. The value has a temporary of its own, since what it is
//! stored in may round it. Where something else than the index is asked for, `argmax(i, x[i], y[i])`, a
//! fourth statement takes what belongs to that index, or -1.

use crate::text::tree::{Expr, ExprKind, Target, Word};
use diag::{Diagnostic, Span};
use ir::Comparison;

/// One of the statements that a line with two results becomes.
pub(crate) struct Part {
    pub(crate) target: Target,
    pub(crate) value: Expr,
    pub(crate) id: Word,
    /// The part that comes first.
    pub(crate) after: Option<Word>,
    /// Names in the targets of the others.
    pub(crate) beside: Vec<String>,
}

/// The name of the operation, if a value is such a reduction.
pub(crate) fn operation(value: &Expr) -> Option<&'static str> {
    match reduced(value)?.0 {
        "argmax" => Some("max"),
        "argmin" => Some("min"),
        _ => None,
    }
}

/// What a reduction is called, and what it is given.
fn reduced(value: &Expr) -> Option<(&str, &[Expr])> {
    let ExprKind::Call(callee, args) = &value.kind else { return None };
    match (&callee.kind, args.as_slice()) {
        (ExprKind::Name(name), [Expr { kind: ExprKind::Name(operation), .. }, rest @ ..])
            if name == "reduce" || name == "simul_reduce" =>
        {
            Some((operation, rest))
        }
        (ExprKind::Name(name), args) => Some((name, args)),
        _ => None,
    }
}

/// The statements, of which the last has the identifier `id`.
///
/// # Errors
/// Where the reduction is not over one iname, or lacks values or what goes with them.
pub(crate) fn parts(
    operation: &str,
    value_target: Target,
    index_target: Target,
    reduction: &Expr,
    id: &Word,
) -> Result<Vec<Part>, Diagnostic> {
    let span = reduction.span;
    let build = |kind: ExprKind| Expr::new(kind, span);
    let name = |text: &str| build(ExprKind::Name(text.to_owned()));
    let call = |callee: &str, args: Vec<Expr>| build(ExprKind::Call(Box::new(name(callee)), args));
    let Some((iname, values, wanted)) = operands(reduction) else { return Err(malformed(span)) };
    let (iname, values) = (iname.clone(), values.clone());
    let is_index = matches!((&iname.kind, &wanted.kind), (ExprKind::Name(a), ExprKind::Name(b)) if a == b);
    let reduce = |op: &str, body: Expr| call("reduce", vec![name(op), iname.clone(), body]);

    let extremum = format!("{}_extremum", id.text);
    let found =
        build(ExprKind::Compare(Box::new(values.clone()), vec![(Comparison::Equal, name(&extremum))]));
    let number = |text: &str| build(ExprKind::Number(text.to_owned()));
    let select = |parts: [Expr; 3]| build(ExprKind::Select(Box::new(parts)));
    let least = build(ExprKind::Negated(Box::new(number("2147483647"))));
    let here = select([found.clone(), iname.clone(), least.clone()]);
    let nowhere = build(ExprKind::Negated(Box::new(number("1"))));
    let index = |otherwise: &Expr| {
        select([reduce("any", found.clone()), reduce("max", here.clone()), otherwise.clone()])
    };

    let word = |text: String| Word { text, span: id.span };
    let (first, second) = (word(format!("{}_find", id.text)), word(format!("{}_value", id.text)));
    let temporary = Target { temp: Some(None), expr: name(&extremum) };
    let beside: Vec<String> =
        [&value_target, &index_target].into_iter().flat_map(|target| names(&target.expr)).collect();
    let part = |target: Target, value: Expr, id: &Word, after: Option<Word>| {
        let beside = if after.is_none() { beside.clone() } else { Vec::new() };
        Part { target, value, id: id.clone(), after, beside }
    };
    let mut parts = vec![
        part(temporary, reduce(operation, values), &first, None),
        part(value_target, name(&extremum), &second, Some(first.clone())),
    ];
    if is_index {
        parts.push(part(index_target, index(&nowhere), id, Some(second)));
        return Ok(parts);
    }
    let place = format!("{}_index", id.text);
    let equals = |a: Expr, b: Expr| build(ExprKind::Compare(Box::new(a), vec![(Comparison::Equal, b)]));
    let there = select([equals(iname.clone(), name(&place)), wanted.clone(), number("0")]);
    // A loop may have an iteration -1.
    let missing = equals(name(&place), least.clone());
    let value = select([missing, nowhere, reduce("sum", there)]);
    let third = word(format!("{}_place", id.text));
    parts.push(part(Target { temp: Some(None), expr: name(&place) }, index(&least), &third, Some(second)));
    parts.push(part(index_target, value, id, Some(third)));
    Ok(parts)
}

/// All names in an expression.
pub(crate) fn names(expr: &Expr) -> Vec<String> {
    let own = if let ExprKind::Name(name) = &expr.kind { Some(name.clone()) } else { None };
    own.into_iter().chain(expr.children().into_iter().flat_map(names)).collect()
}

/// The iname, the values that are compared, and what is wanted of the extreme one.
fn operands(reduction: &Expr) -> Option<(&Expr, &Expr, &Expr)> {
    let (_, [inames, values, wanted]) = reduced(reduction)? else { return None };
    let iname = match &inames.kind {
        ExprKind::Tuple(list) | ExprKind::List(list) => list.first().filter(|_| list.len() == 1)?,
        _ => inames,
    };
    matches!(iname.kind, ExprKind::Name(_)).then_some((iname, values, wanted))
}

fn malformed(span: Span) -> Diagnostic {
    let message = "an extremum with its index runs over one iname, and has values and what goes with them";
    let diagnostic = Diagnostic::error("lp::loopy::reduction", message).at(span, "");
    diagnostic.help("write `m, k = argmax(i, x[i], i)`")
}
