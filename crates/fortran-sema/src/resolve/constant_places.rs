//! Where constant arrays have their largest and smallest elements, and arrays made of others: `maxloc`,
//! `pack`, `spread`, `cshift`.

use super::Resolver;
use super::constants::{Array, MAX_ELEMENTS, folded};
use crate::arith::{self, Typed};
use diag::Span;
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident};
use ir::{Comparison, Expr as Value};

impl Resolver<'_> {
    /// Whether `maxloc` or `minloc` gives a single number: where it is told along which axis.
    pub(super) fn gives_one_place(&self, actuals: &[Actual]) -> bool {
        actuals.iter().enumerate().any(|(at, actual)| match actual {
            Actual::Keyword(keyword, _) => keyword.name == "dim",
            // A mask is an array, or a logical value.
            Actual::Value(value) => at == 1 && !self.is_constant_array(value) && self.is_number(value),
            Actual::Section(_) | Actual::Lacking(_) => false,
        })
    }

    fn is_number(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Number(_) => true,
            ExprKind::Name(name) => self.type_of(name).is_integer(),
            _ => false,
        }
    }

    /// `maxloc` and `minloc`: the subscripts of the first such element, or of the last; zeros where there is
    /// none.
    pub(super) fn constant_places(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Array> {
        let is_single = self.gives_one_place(actuals);
        let given = self.actuals_by_name(actuals, super::array::dummies(&name.name), 1, span)?;
        let [array, dim, mask, kind, back] = given.as_slice() else { return self.not_constant(span) };
        let (Some(array), None) = (array, kind) else { return self.not_constant(span) };
        let mask = mask.or(dim.filter(|_| !is_single));
        let Array { shape, values } = self.constant_array(array)?;
        if is_single && shape.len() != 1 {
            return self.not_constant(span);
        }
        let mask = match mask {
            Some(mask) => self.constant_mask(mask, &shape, span)?,
            None => vec![true; values.len()],
        };
        let takes_last = match back {
            Some(back) => {
                let back = self.constant_value(back)?;
                self.flags(&[back], span)?.first().copied().unwrap_or(false)
            }
            None => false,
        };
        let op = match (name.name.as_str(), takes_last) {
            ("maxloc", false) => Comparison::Greater,
            ("maxloc", true) => Comparison::GreaterEqual,
            (_, false) => Comparison::Less,
            (_, true) => Comparison::LessEqual,
        };
        let best = self.best_place(op, &values, &mask, span)?;
        let ty = self.world.defaults.integer;
        let subscripts = subscripts(best, &shape);
        let values =
            subscripts.into_iter().map(|at| Some(Typed::new(Value::int(i64::try_from(at).ok()?), ty)));
        let values: Vec<Typed> = values.collect::<Option<_>>()?;
        Some(Array { shape: if is_single { Vec::new() } else { vec![values.len()] }, values })
    }

    /// How many elements stand before the one of a mask that none behind it beats; nothing where there is
    /// none.
    fn best_place(
        &mut self,
        beats: Comparison,
        values: &[Typed],
        mask: &[bool],
        span: Span,
    ) -> Option<Option<usize>> {
        let mut best: Option<(usize, &Typed)> = None;
        for (at, value) in values.iter().enumerate().filter(|(at, _)| mask.get(*at) == Some(&true)) {
            let is_better = match best {
                Some((_, other)) => {
                    let compared = self.checked(arith::compare(beats, value, other), span)?;
                    self.flags(&[compared], span)?.first() == Some(&true)
                }
                None => true,
            };
            if is_better {
                best = Some((at, value));
            }
        }
        Some(best.map(|(at, _)| at))
    }

    /// The elements of a mask, of which a single value stands for all.
    pub(super) fn constant_mask(&mut self, mask: &Expr, shape: &[usize], span: Span) -> Option<Vec<bool>> {
        let count = shape.iter().product();
        if !self.is_constant_array(mask) {
            let value = self.constant_value(mask)?;
            let flag = self.flags(&[value], span)?.first().copied()?;
            return Some(vec![flag; count]);
        }
        let mask = self.constant_array(mask)?;
        if mask.shape != shape {
            return self.not_constant(span);
        }
        self.flags(&mask.values, span)
    }

    /// `pack` without a vector behind.
    pub(super) fn constant_pack(&mut self, actuals: &[Actual], span: Span) -> Option<Array> {
        let given = self.actuals_by_name(actuals, &["array", "mask", "vector"], 2, span)?;
        let [Some(array), Some(mask), None] = given.as_slice() else { return self.not_constant(span) };
        let Array { shape, values } = self.constant_array(array)?;
        let mask = self.constant_mask(mask, &shape, span)?;
        let kept = values.into_iter().zip(mask).filter(|(_, is_kept)| *is_kept).map(|(value, _)| value);
        let values: Vec<Typed> = kept.collect();
        Some(Array { shape: vec![values.len()], values })
    }

    /// `spread` of a value or a list.
    pub(super) fn constant_spread(&mut self, actuals: &[Actual], span: Span) -> Option<Array> {
        let given = self.actuals_by_name(actuals, &["source", "dim", "ncopies"], 3, span)?;
        let [Some(source), Some(dim), Some(copies)] = given.as_slice() else {
            return self.not_constant(span);
        };
        let Some(copies) = self.constant_count(copies)? else { return self.not_constant(span) };
        let source = match self.is_constant_array(source) {
            true => self.constant_array(source)?,
            false => Array { shape: Vec::new(), values: vec![self.constant_value(source)?] },
        };
        if source.values.len().saturating_mul(copies) > MAX_ELEMENTS {
            return self.not_constant(span);
        }
        match (source.shape.as_slice(), self.constant_count(dim)?) {
            ([], Some(1)) | ([_], Some(2)) => {
                let shape = source.shape.iter().copied().chain([copies]).collect();
                let repeated = std::iter::repeat_n(source.values.iter(), copies);
                Some(Array { shape, values: repeated.flatten().cloned().collect() })
            }
            ([length], Some(1)) => {
                let values =
                    source.values.iter().flat_map(|value| std::iter::repeat_n(value.clone(), copies));
                Some(Array { shape: vec![copies, *length], values: values.collect() })
            }
            _ => self.not_constant(span),
        }
    }

    /// `cshift` of a list.
    pub(super) fn constant_cshift(&mut self, actuals: &[Actual], span: Span) -> Option<Array> {
        let given = self.actuals_by_name(actuals, &["array", "shift", "dim"], 2, span)?;
        let [Some(array), Some(shift), _] = given.as_slice() else { return self.not_constant(span) };
        let Array { shape, mut values } = self.constant_array(array)?;
        let Some(shift) = self.constant_value(shift)?.as_int().filter(|_| shape.len() == 1) else {
            return self.not_constant(span);
        };
        if let Some(by) = i64::try_from(values.len()).ok().and_then(|length| shift.checked_rem_euclid(length))
        {
            values.rotate_left(usize::try_from(by).ok()?);
        }
        Some(Array { shape, values })
    }

    fn constant_count(&mut self, value: &Expr) -> Option<Option<usize>> {
        let value = folded(&self.constant_value(value)?);
        Some(value.as_int().and_then(|count| usize::try_from(count).ok()))
    }
}

/// The subscripts of an element that has so many before it; zeros for none.
fn subscripts(at: Option<usize>, shape: &[usize]) -> Vec<usize> {
    let Some(mut at) = at else { return vec![0; shape.len()] };
    let subscript_along = |length: &usize| {
        let subscript = at.checked_rem(*length).unwrap_or(0) + 1;
        at = at.checked_div(*length).unwrap_or(0);
        subscript
    };
    shape.iter().map(subscript_along).collect()
}
