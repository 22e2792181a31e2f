//! What is asked about an array: extents and bounds.

use super::super::Resolver;
use super::super::call::of_kind;
use super::super::symbols::Meaning;
use super::pick;
use crate::arith::{self, Typed, convert};
use diag::{Code, Span};
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident};
use ir::{Comparison, Expr as Value, Node, Scalar};
use poly::Name;

impl Resolver<'_> {
    /// Reports what is given to a function that takes an array and is none, as far as that is known.
    pub(super) fn no_array<T>(&mut self, function: &Ident, given: &Expr, code: Code) -> Option<T> {
        if let ExprKind::Name(name) = &given.kind
            && let Some(Meaning::Broken) = self.meaning(name)
        {
            return self.broken(name, given.span);
        }
        self.error(code, format!("`{}` takes an array", function.name), given.span)
    }

    /// `size`, `shape`, `lbound` and `ubound`.
    pub(super) fn inquiry(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let is_shape = name.name == "shape";
        let names = super::dummies(&name.name);
        let given = self.actuals_by_name(actuals, names, 1, span)?;
        let array = given.first().copied().flatten()?;
        let dim = given.get(1).copied().flatten().filter(|_| !is_shape);
        let ty = match given.get(names.len() - 1).copied().flatten() {
            Some(kind) => {
                let kind = self.kind_of(kind, false)?;
                let ty = of_kind(Scalar::I32, Some(kind));
                Some(self.checked(ty, span)?)
            }
            None => None,
        };
        let value = self.inquired(name, array, dim, span, ty)?;
        let own = arith::converted(&value, ty.unwrap_or(self.world.defaults.integer));
        self.checked(own, span)
    }

    /// `rank`
    pub(super) fn number_of_axes(&mut self, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.actuals_by_name(actuals, super::dummies(&Name::from("rank")), 1, span)?;
        let rank = self.rank_of(given.first().copied().flatten()?)?;
        Some(Typed::new(Value::int(i64::try_from(rank).unwrap_or(0)), self.world.defaults.integer))
    }

    /// Numbers of a type that the user names have it before they are multiplied.
    fn inquired(
        &mut self,
        name: &Ident,
        array: &Expr,
        dim: Option<&Expr>,
        span: Span,
        ty: Option<Scalar>,
    ) -> Option<Typed> {
        let rank = self.rank_of(array)?;
        if rank == 0 {
            return self.no_array(name, array, super::super::TYPE);
        }
        if let Some(dim) = dim {
            let axis = self.axis(dim, rank)?;
            return self.read_once(|resolver| resolver.of_axis(name, array, axis));
        }
        let all: Option<Vec<Typed>> =
            self.read_once(|resolver| (0..rank).map(|axis| resolver.of_axis(name, array, axis)).collect());
        let all = all?;
        if name.name == "size" {
            let all: arith::Result<Vec<Typed>> = all.iter().map(|extent| of_type(extent, ty)).collect();
            let all = self.checked(all, span)?;
            let (first, rest) = all.split_first()?;
            let product =
                rest.iter().try_fold(first.clone(), |product, extent| arith::multiply(&product, extent));
            return self.checked(product, span);
        }
        let extent = Typed::new(Value::int(i64::try_from(rank).unwrap_or(0)), Scalar::I32);
        let at = self.element_of(&[extent], span)?;
        let values: arith::Result<Vec<Value>> = all.iter().map(|one| convert(one, Scalar::I32)).collect();
        let values = self.checked(values, span)?;
        Some(Typed::new(pick(&at.first()?.expr, values)?, Scalar::I32))
    }

    /// The number of axes of a value, also of an array whose last axis has no end.
    fn rank_of(&mut self, array: &Expr) -> Option<usize> {
        match &array.kind {
            ExprKind::Name(name) if self.is_whole(name) => self.rank(name),
            _ => match self.shape(array) {
                Some(shape) => Some(shape.len()),
                None => self.without_shape(array),
            },
        }
    }

    fn is_whole(&self, name: &Name) -> bool {
        let is_array = |symbol: &super::super::symbols::Symbol| {
            symbol.extents.is_some() && matches!(symbol.meaning, Meaning::Variable)
        };
        !self.bound.contains_key(name) && self.symbol(name).is_some_and(is_array)
    }

    fn of_axis(&mut self, name: &Ident, array: &Expr, axis: usize) -> Option<Typed> {
        let one = Typed::new(Value::int(1), Scalar::I32);
        let (lower, length) = match &array.kind {
            ExprKind::Name(whole) if self.is_whole(whole) => {
                let axis = self.variables.get(whole)?.axes.as_ref()?.get(axis)?.clone();
                (self.typed(&axis.lower), axis.length.map(|length| self.typed(&length)))
            }
            _ => (one.clone(), Some(self.shape_or_reason(array)?.get(axis)?.clone())),
        };
        let is_from_one = lower.as_int() == Some(1);
        let Some(length) = length else {
            if name.name == "lbound" {
                return Some(lower);
            }
            return self.error(super::super::ARRAY, "the last axis has no end", array.span);
        };
        match name.name.as_str() {
            "lbound" if is_from_one => Some(lower),
            "lbound" => self.unless_empty(&length, &lower, 1),
            "ubound" if !is_from_one => {
                let end = self.offset(&lower, &length, false);
                let last = self.offset(&end, &one, true);
                self.unless_empty(&length, &last, 0)
            }
            _ => Some(self.count_of(&length)),
        }
    }

    /// How many elements an axis of that length has.
    pub(in crate::resolve) fn count_of(&self, length: &Typed) -> Typed {
        let axes = self.variables.values().flat_map(|variable| variable.axes.iter().flatten());
        let named = axes.filter_map(|axis| axis.length.as_ref()?.as_var());
        let is_extent = |name: &&Name| self.extents.iter().any(|extent| extent.name == **name);
        let lengths: Vec<Name> = named.filter(is_extent).cloned().collect();
        Typed::new(crate::index::count(&length.expr, &lengths), length.ty)
    }

    /// The bound of an axis; of one without elements Fortran says something else.
    fn unless_empty(&mut self, length: &Typed, bound: &Typed, otherwise: i64) -> Option<Typed> {
        if let Some(length) = length.as_int() {
            let empty = Typed::new(Value::int(otherwise), Scalar::I32);
            return Some(if length > 0 { bound.clone() } else { empty });
        }
        let has_some = arith::compare(Comparison::Greater, length, &Typed::new(Value::int(0), Scalar::I32));
        let otherwise = convert(&Typed::new(Value::int(otherwise), Scalar::I32), bound.ty).ok()?;
        let select = Node::Select(has_some.ok()?.expr, bound.expr.clone(), otherwise);
        Some(Typed::new(Value::new(select), bound.ty))
    }
}

/// A number in the type that the user names, if there is one.
fn of_type(value: &Typed, ty: Option<Scalar>) -> arith::Result<Typed> {
    match ty {
        Some(ty) => arith::explicit(value, ty).map(|expr| Typed::new(expr, ty)),
        None => Ok(value.clone()),
    }
}
