//! Array constructors: `[1, 2, 3]` and `[(i**2, i = 1, n)]`.

use super::super::Resolver;
use super::pick;
use crate::arith::{self, Typed, convert};
use crate::ast::{Expr, Item, Range};
use diag::Span;
use ir::{Expr as Value, Scalar};

/// How many values may be written out in an operation; an assignment takes any number.
const MAX_VALUES: usize = 64;

impl Resolver<'_> {
    /// How many elements a constructor has.
    pub(super) fn length_of(&mut self, items: &[Item]) -> Option<Typed> {
        match items {
            [Item::Each(_, range)] => {
                let (first, last, step) = self.values_of(range)?;
                self.count(&first, &last, &step)
            }
            _ => Some(Typed::new(Value::int(i64::try_from(items.len()).ok()?), Scalar::I32)),
        }
    }

    /// First and last value, and step, of an index.
    pub(super) fn values_of(&mut self, range: &Range) -> Option<(Typed, Typed, Typed)> {
        let step = match &range.step {
            Some(step) => self.integer_value(step)?,
            None => Typed::new(Value::int(1), Scalar::I32),
        };
        if step.as_int() == Some(0) {
            let message = "the step of an index cannot be 0";
            return self.error(super::super::LOOP, message, range.variable.span);
        }
        let (first, last) = (self.integer_value(&range.lower)?, self.integer_value(&range.upper)?);
        if self.index_type(range)? != Scalar::I64 {
            return Some((first, last, step));
        }
        let widen = |value: &Typed| Some(Typed::new(arith::explicit(value, Scalar::I64).ok()?, Scalar::I64));
        Some((widen(&first)?, widen(&last)?, widen(&step)?))
    }

    /// A sum of subscripts as a value of its type: among themselves they are computed exactly, whatever their types are.
    pub(super) fn widened(&self, index: Typed) -> Typed {
        if index.ty == self.typed(&index.expr).ty || index.as_int().is_some() {
            return index;
        }
        let narrow = Typed::new(index.expr, Scalar::I32);
        Typed::new(arith::explicit(&narrow, index.ty).unwrap_or(narrow.expr), index.ty)
    }

    /// The type of an index: what its construct says, else what the name has.
    pub(in crate::resolve) fn index_type(&mut self, range: &Range) -> Option<Scalar> {
        let ty = match &range.ty {
            Some(ty) => self.resolve(ty)?,
            None => self.type_of(&range.variable.name),
        };
        if !ty.is_integer() {
            let message = format!("index `{}` must be an integer", range.variable.name);
            return self.error(super::super::TYPE, message, range.variable.span);
        }
        Some(ty)
    }

    fn integer_value(&mut self, expr: &Expr) -> Option<Typed> {
        let value = self.once(|resolver| resolver.expr(expr))?;
        if !value.ty.is_integer() {
            let message = "the values of an index are integers";
            return self.error(super::super::TYPE, message, expr.span);
        }
        Some(value)
    }

    /// The values of a constructor that names each of them.
    pub(super) fn listed(items: &[Item]) -> Option<Vec<&Expr>> {
        let value = |item: &'_ Item| matches!(item, Item::Value(_));
        if !items.iter().all(value) {
            return None;
        }
        Some(
            items
                .iter()
                .filter_map(|item| if let Item::Value(value) = item { Some(value) } else { None })
                .collect(),
        )
    }

    /// The element being computed of a constructor.
    pub(in crate::resolve) fn constructed(&mut self, items: &[Item], span: Span) -> Option<Typed> {
        let length = self.length_of(items)?;
        let at = self.element_of(&[length], span)?.into_iter().next()?;
        if let [Item::Each(value, range)] = items {
            let (first, _, step) = self.values_of(range)?;
            let steps = arith::multiply(&step, &at).ok()?;
            let index = self.offset(&first, &steps, false);
            let index = self.widened(index);
            let outer = self.bound.insert(range.variable.name.clone(), index);
            // The positions are those of the constructor, not of what the value names.
            let around = self.elements.take();
            let result = self.expr(value);
            self.elements = around;
            self.bind_again(&range.variable.name, outer);
            return result;
        }
        let Some(values) = Self::listed(items).filter(|values| values.len() <= MAX_VALUES) else {
            let error = crate::parse::unsupported_error("such an array constructor", span);
            return self.report(error.help("assign parts of the array one after the other"));
        };
        let values: Option<Vec<Typed>> =
            self.once(|resolver| values.into_iter().map(|value| resolver.expr(value)).collect());
        let values = values?;
        let ty = values.first()?.ty;
        // Fortran wants one type; numbers of several are converted to that of the first.
        let converted: arith::Result<Vec<Value>> = values.iter().map(|value| convert(value, ty)).collect();
        let converted = self.checked(converted, span)?;
        Some(Typed::new(pick(&at.expr, converted)?, ty))
    }

    /// Gives a name the meaning back that it had before.
    pub(in crate::resolve) fn bind_again(&mut self, name: &poly::Name, value: Option<Typed>) {
        match value {
            Some(value) => self.bound.insert(name.clone(), value),
            None => self.bound.shift_remove(name),
        };
    }
}
