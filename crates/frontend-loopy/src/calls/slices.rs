//! Slices: `a[2:8:3, j]`, and `a` for all of an array whose extents are declared.

use super::CODE;
use super::site::Names;
use crate::blocks::Program;
use crate::text::tree::{Expr, ExprKind, MulOp, Shape};
use diag::{Diagnostic, Span};
use ir::Name;
use poly::{Aff, Constraint, Set};

/// The element that new inames go through, and these; `None` where nothing is sliced.
pub(super) fn swept(
    program: &Program<'_>,
    expr: &Expr,
    domains: &mut Vec<(Set, Span)>,
    names: &mut Names,
) -> Result<Option<(Expr, Vec<Name>)>, Diagnostic> {
    let whole = |rank: usize| {
        let all = ExprKind::Slice(Box::new([None, None, None]));
        vec![Expr::new(all, expr.span); rank]
    };
    let (base, index) = match &expr.kind {
        ExprKind::Name(name) => match extents(program, name) {
            Some(extents) if !extents.is_empty() => (expr, whole(extents.len())),
            _ => return Ok(None),
        },
        ExprKind::Index(base, index) if index.iter().any(|one| matches!(one.kind, ExprKind::Slice(_))) => {
            (&**base, index.clone())
        }
        _ => return Ok(None),
    };
    let ExprKind::Name(array) = &base.kind else {
        return Err(Diagnostic::error(CODE, "only arrays have slices").at(base.span, ""));
    };
    let (mut subscripts, mut sweeps) = (Vec::new(), Vec::new());
    for (axis, one) in index.into_iter().enumerate() {
        let ExprKind::Slice(parts) = &one.kind else {
            subscripts.push(one);
            continue;
        };
        let extent = extents(program, array).and_then(|all| all.get(axis).cloned().flatten());
        let range = Range::from_slice(parts, extent.as_ref(), one.span)
            .map_err(|(message, help)| Diagnostic::error(CODE, message).at(one.span, "").help(help))?;
        // The iname counts from 0, and the subscript leads from there to the element.
        let iname = names.fresh(&format!("{array}_axis{axis}"));
        let domain = range.domain(&iname);
        let domain = domain.ok_or_else(|| {
            Diagnostic::error(CODE, "the numbers of this slice are too large").at(one.span, "")
        })?;
        domains.push((domain, one.span));
        subscripts.push(range.subscript(&iname, one.span));
        sweeps.push(iname);
    }
    let place = Expr::new(ExprKind::Index(Box::new(base.clone()), subscripts), expr.span);
    Ok(Some((place, sweeps)))
}

/// The declared extents of an array.
fn extents(program: &Program<'_>, array: &str) -> Option<Vec<Option<Expr>>> {
    let mut declared = program.declarations.iter().chain(&program.temps);
    let own = declared.find(|one| one.names.iter().any(|word| word.text == array))?;
    if let Shape::Axes(axes) = &own.shape { Some(axes.clone()) } else { None }
}

/// What is wrong, and what to write instead.
type Problem = (&'static str, &'static str);

/// `start`, `start + step`, .. before `stop`.
struct Range {
    start: Expr,
    first: Aff,
    stop: Aff,
    step: i64,
}

impl Range {
    fn from_slice(parts: &[Option<Expr>; 3], extent: Option<&Expr>, span: Span) -> Result<Range, Problem> {
        let [start, stop, step] = parts;
        let step = match step.as_ref().map(affine) {
            None => 1,
            Some(step) => step.and_then(|aff| aff.as_constant()).filter(|step| *step != 0).ok_or((
                "the step of a slice is a number other than 0",
                "write the elements as a part, `[i]: a[n*i]`",
            ))?,
        };
        let unknown =
            ("the extent of the array is not declared", "declare its shape, or both ends of the slice");
        let unclear = ("an end of this slice is not affine", "write the elements as a part, `[i]: a[i + k]`");
        let length = || extent.and_then(affine).ok_or(unknown);
        let number = |text: &str| Expr::new(ExprKind::Number(text.to_owned()), span);
        let (start, first) = match start {
            Some(start) => (start.clone(), affine(start).ok_or(unclear)?),
            None if step > 0 => (number("0"), Aff::constant(0)),
            None => {
                let extent = extent.ok_or(unknown)?;
                let last = ExprKind::Sum(vec![(false, extent.clone()), (true, number("1"))]);
                (Expr::new(last, extent.span), length()?.offset(-1).ok_or(unclear)?)
            }
        };
        let end = match stop {
            Some(stop) => affine(stop).ok_or(unclear)?,
            None if step > 0 => length()?,
            None => Aff::constant(-1),
        };
        // Elsewhere a negative number counts from the end; as an end of descending slices it is the place
        // before 0.
        let below = |aff: &Aff, least: i64| aff.as_constant().is_some_and(|value| value < least);
        if below(&first, 0) || below(&end, if step < 0 { -1 } else { 0 }) {
            return Err((
                "negative ends do not count from the end of an axis",
                "write `n - 1` instead of `-1`",
            ));
        }
        Ok(Range { start, first, stop: end, step })
    }

    /// The values of an iname that counts the elements.
    fn domain(&self, iname: &Name) -> Option<Set> {
        let count = Aff::dim(iname);
        let place = self.first.add_scaled(&count, self.step)?;
        let before = if self.step > 0 {
            Constraint::lt(&place, &self.stop)?
        } else {
            Constraint::gt(&place, &self.stop)?
        };
        let all = [Constraint::ge(&count, &Aff::constant(0))?, before];
        Set::from_constraints(&[], std::slice::from_ref(iname), &all).ok()
    }

    fn subscript(&self, iname: &Name, span: Span) -> Expr {
        let build = |kind: ExprKind| Expr::new(kind, span);
        let mut moved = build(ExprKind::Name(iname.to_string()));
        if self.step.unsigned_abs() != 1 {
            let factor = build(ExprKind::Number(self.step.unsigned_abs().to_string()));
            moved = build(ExprKind::Product(Box::new(factor), vec![(MulOp::Times, moved)]));
        }
        if self.first.as_constant() == Some(0) && self.step > 0 {
            return moved;
        }
        build(ExprKind::Sum(vec![(false, self.start.clone()), (self.step < 0, moved)]))
    }
}

/// An affine form of names and numbers.
fn affine(expr: &Expr) -> Option<Aff> {
    match &expr.kind {
        ExprKind::Number(text) => text.parse().ok().map(Aff::constant),
        ExprKind::Name(name) => Some(Aff::dim(&Name::from(name.as_str()))),
        ExprKind::Negated(inner) => affine(inner)?.neg(),
        ExprKind::Sum(terms) => terms.iter().try_fold(Aff::constant(0), |sum, (subtract, term)| {
            let term = affine(term)?;
            if *subtract { sum.sub(&term) } else { sum.add(&term) }
        }),
        ExprKind::Product(first, rest) => rest.iter().try_fold(affine(first)?, |product, (op, factor)| {
            let factor = affine(factor).filter(|_| *op == MulOp::Times)?;
            match (product.as_constant(), factor.as_constant()) {
                (_, Some(number)) => product.scale(number),
                (Some(number), _) => factor.scale(number),
                _ => None,
            }
        }),
        _ => None,
    }
}
