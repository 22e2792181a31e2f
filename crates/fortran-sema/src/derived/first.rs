//! The first values of variables of derived types.
//!
//! Claim: a new variable of a derived type gets the values that the type says, each element of an array of it
//! the same ones.

use super::types::Leaf;
use diag::Span;
use fortran_syntax::ast::number;
use fortran_syntax::ast::{Actual, BaseType, Expr, ExprKind, Ident, Item, KindSpec, Section, Target};
use poly::Name;

impl Leaf {
    /// The assignments by which a new variable for it gets its first value; the whole has so many axes.
    pub(super) fn first_values(&self, variable: &Name, rank: usize, span: Span) -> Vec<(Target, Expr)> {
        let Some(value) = &self.initial else { return Vec::new() };
        let target = |index: Option<Vec<Actual>>| {
            let name = Ident { name: variable.clone(), span };
            Target { name, index, components: Vec::new(), span }
        };
        let Some((own, outer)) = self.ranks.split_last() else { return Vec::new() };
        let around = rank + outer.iter().sum::<usize>();
        match listed(value).filter(|_| *own == 1 && around > 0) {
            // A list has one axis: its values go to one place after the other, in all elements.
            Some(values) => {
                let place = |at: usize| {
                    let whole_axis = || Section { lower: None, upper: None, step: None, span };
                    let all = std::iter::repeat_with(|| Actual::Section(Box::new(whole_axis()))).take(around);
                    std::iter::once(Actual::Value(self.subscript(at, span))).chain(all).collect()
                };
                let values = values.into_iter().enumerate();
                values.map(|(at, value)| (target(Some(place(at))), value.clone())).collect()
            }
            None => vec![(target(None), value.clone())],
        }
    }

    /// A number as one of the component's type, so that the values of a list have one.
    pub(super) fn converted(&self, value: Expr) -> Expr {
        let function = match self.ty.base {
            BaseType::Integer => "[int]",
            BaseType::Real => "[real]",
            BaseType::DoublePrecision => "[dble]",
            // `complex*16` has two parts of 8 bytes.
            BaseType::Complex if !matches!(self.ty.kind, Some(KindSpec::Star(_))) => "[cmplx]",
            _ => return value,
        };
        let span = value.span;
        let kind = match &self.ty.kind {
            Some(KindSpec::Kind(kind)) => Some(kind.clone()),
            Some(KindSpec::Star(number)) => Some(Expr { kind: ExprKind::Number(number.clone()), span }),
            Some(KindSpec::Assumed) | None => None,
        };
        let named = |kind| Actual::Keyword(Ident { name: "kind".into(), span }, kind);
        let actuals = std::iter::once(Actual::Value(value)).chain(kind.map(named)).collect();
        Expr { kind: ExprKind::Apply(Ident { name: function.into(), span }, actuals), span }
    }

    /// The subscript of an element along its first axis, by its position from 0.
    fn subscript(&self, at: usize, span: Span) -> Expr {
        let at = i64::try_from(at).unwrap_or(0);
        match self.extents.first().and_then(|extent| extent.lower.clone()) {
            Some(lower) => {
                Expr { kind: ExprKind::Sum(vec![(false, lower), (false, number(at, span))]), span }
            }
            None => number(at + 1, span),
        }
    }
}

/// The values of a list that names each of them.
fn listed(value: &Expr) -> Option<Vec<&Expr>> {
    let ExprKind::Array(items) = &value.kind else { return None };
    let mut values = Vec::new();
    for item in items {
        let Item::Value(value) = item else { return None };
        values.push(value);
    }
    Some(values)
}
