//! Functions that put the elements of an array elsewhere.

use super::super::{ARRAY, Resolver};
use super::dummies;
use crate::arith::{self, Typed};
use diag::Span;
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident};
use fortran_syntax::token::Number;
use ir::{Comparison, Expr as Value, Node, Scalar};

impl Resolver<'_> {
    /// The element being computed of `transpose(a)`.
    pub(super) fn transpose(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.actuals_by_name(actuals, dummies(&name.name), 1, span)?;
        let matrix = given.first().copied().flatten()?;
        let Some(shape) = self.shape(matrix) else { return self.without_shape(matrix) };
        if shape.len() != 2 {
            return self.error(ARRAY, "`transpose` takes a matrix", span);
        }
        let own: Vec<Typed> = shape.iter().rev().cloned().collect();
        let at: Vec<Typed> = self.element_of(&own, span)?.into_iter().rev().collect();
        self.element_at(matrix, &at, &shape)
    }

    /// The element being computed of `spread(a, dim, n)`.
    pub(super) fn spread(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.actuals_by_name(actuals, dummies(&name.name), 3, span)?;
        let [Some(source), Some(dim), Some(copies)] = given.as_slice() else { return None };
        let Some(shape) = self.shape(source) else { return self.without_shape(source) };
        let axis = self.axis(dim, shape.len() + 1)?;
        let copies = self.read_once(|resolver| resolver.expr(copies))?;
        let mut own = shape.clone();
        own.insert(axis, copies);
        let mut at = self.element_of(&own, span)?;
        at.remove(axis);
        if shape.is_empty() {
            return self.read_once(|resolver| resolver.expr(source));
        }
        self.element_at(source, &at, &shape)
    }

    /// The element being computed of `cshift(a, by, dim)`.
    pub(super) fn cshift(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.actuals_by_name(actuals, dummies(&name.name), 2, span)?;
        let [Some(array), Some(by), dim] = given.as_slice() else { return None };
        let Some(shape) = self.shape(array) else { return self.without_shape(array) };
        if self.is_array(by) {
            return self
                .report(fortran_syntax::parse::unsupported_error("a shift for each element", by.span));
        }
        let (mut at, axis) = self.shifted_axis(*dim, &shape, span)?;
        let by = self.read_once(|resolver| resolver.expr(by))?;
        let (Some(place), Some(extent)) = (at.get_mut(axis), shape.get(axis)) else {
            return self.error(ARRAY, "`cshift` takes an array", span);
        };
        let moved = self.checked(arith::add(place, &by, false), span)?;
        *place = Typed::new(Value::new(Node::Mod(moved.expr, extent.expr.clone())), Scalar::I32);
        self.element_at(array, &at, &shape)
    }

    /// The element being computed of a shifted array, and the axis along which it is shifted.
    fn shifted_axis(
        &mut self,
        dim: Option<&Expr>,
        shape: &[Typed],
        span: Span,
    ) -> Option<(Vec<Typed>, usize)> {
        let axis = match dim {
            Some(dim) => self.axis(dim, shape.len())?,
            None => 0,
        };
        Some((self.element_of(shape, span)?, axis))
    }

    /// The element being computed of `eoshift(a, by, boundary, dim)`.
    pub(super) fn eoshift(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.actuals_by_name(actuals, dummies(&name.name), 2, span)?;
        let [Some(array), Some(by), boundary, dim] = given.as_slice() else { return None };
        let Some(shape) = self.shape(array) else { return self.without_shape(array) };
        for each in [Some(*by), *boundary].into_iter().flatten() {
            if self.is_array(each) {
                let error = fortran_syntax::parse::unsupported_error("a value for each element", each.span);
                return self.report(error.help("write `do` loops"));
            }
        }
        let (mut at, axis) = self.shifted_axis(*dim, &shape, span)?;
        let by = self.read_once(|resolver| resolver.expr(by))?;
        let (Some(place), Some(extent)) = (at.get_mut(axis), shape.get(axis)) else {
            return self.error(ARRAY, "`eoshift` takes an array", span);
        };
        let moved = self.offset(place, &by, false);
        let last = extent.expr.plus(&Value::int(-1));
        // What is read lies within, also where the boundary is taken.
        let least =
            Value::call("max", vec![Value::int(0), Value::call("min", vec![moved.expr.clone(), last])]);
        let inside = Value::new(Node::Compare(Comparison::Equal, least.clone(), moved.expr));
        *place = Typed::new(least, Scalar::I32);
        let value = self.element_at(array, &at, &shape)?;
        let outside = match boundary {
            Some(boundary) => self.read_once(|resolver| resolver.expr(boundary))?,
            None if value.ty == Scalar::Bool => Typed::new(Value::bool(false), Scalar::Bool),
            None => Typed::new(Value::int(0), Scalar::I32),
        };
        let outside = self.checked(arith::explicit(&outside, value.ty), span)?;
        Some(Typed::new(Value::new(Node::Select(inside, value.expr, outside)), value.ty))
    }

    /// The element being computed of `reshape(a, shape)`: it has the same number in the order of storage.
    pub(super) fn reshape(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.actuals_by_name(actuals, dummies(&name.name), 2, span)?;
        let [Some(source), Some(wanted), pad, order] = given.as_slice() else { return None };
        if let Some(other) = pad.or(*order) {
            let error = fortran_syntax::parse::unsupported_error("`pad` or `order` of `reshape`", other.span);
            return self.report(error.help("write `do` loops"));
        }
        let Some(shape) = self.shape(source) else { return self.without_shape(source) };
        let Some(wanted) = self.extents_in(wanted) else {
            let error = fortran_syntax::parse::unsupported_error("such a shape", wanted.span);
            return self.report(error.help("write its extents, as in `[n, m]`"));
        };
        let at = self.element_of(&wanted, span)?;
        let mut number = Value::int(0);
        let mut before = Value::int(1);
        for (at, extent) in at.iter().zip(&wanted) {
            number = number.plus(&at.expr.times(&before));
            before = before.times(&extent.expr);
        }
        let mut rest = self.tidy(&number);
        let mut own = Vec::new();
        for (axis, extent) in shape.iter().enumerate() {
            let is_last = axis + 1 == shape.len();
            let place =
                if is_last { rest.clone() } else { Value::new(Node::Mod(rest.clone(), extent.expr.clone())) };
            own.push(self.typed(&place));
            rest = Value::new(Node::FloorDiv(rest, extent.expr.clone()));
        }
        self.element_at(source, &own, &shape)
    }

    /// The extents that an array of integers holds.
    pub(super) fn extents_in(&mut self, shape: &Expr) -> Option<Vec<Typed>> {
        let integer = |resolver: &mut Self, value: &Expr| {
            resolver.read_once(|resolver| resolver.expr(value)).filter(|value| value.ty.is_integer())
        };
        match &shape.kind {
            ExprKind::Array(items) => {
                let values = Self::listed(items)?;
                values.into_iter().map(|value| integer(self, value)).collect()
            }
            ExprKind::Apply(name, actuals) if name.name == "shape" && !self.is_own(&name.name) => {
                let given = self.actuals_by_name(actuals, dummies(&name.name), 1, shape.span)?;
                self.shape(given.first().copied().flatten()?)
            }
            ExprKind::Name(name) => {
                let axes = self.shape(shape)?;
                let [axis] = axes.as_slice() else { return None };
                let first = self.first_subscript(name)?;
                let name = Ident { name: name.clone(), span: shape.span };
                let element = |at: i64| {
                    let digits = at.to_string();
                    let number = ExprKind::Number(Number { digits, real: false, kind: None });
                    let index = vec![Actual::Value(Expr { kind: number, span: shape.span })];
                    Expr { kind: ExprKind::Apply(name.clone(), index), span: shape.span }
                };
                let behind = first.checked_add(axis.as_int()?)?;
                (first..behind).map(|at| integer(self, &element(at))).collect()
            }
            _ => None,
        }
    }

    /// The first subscript of an array of one axis, where it is a number.
    fn first_subscript(&mut self, array: &poly::Name) -> Option<i64> {
        if let Some(axes) = self.variables.get(array).and_then(|variable| variable.axes.as_ref()) {
            return axes.first()?.lower.as_int();
        }
        match self.symbol(array)?.extents.as_ref()?.first()?.lower.clone() {
            Some(lower) => self.read_once(|resolver| resolver.expr(&lower))?.as_int(),
            None => Some(1),
        }
    }

    /// The element of an array value at another position than the one being computed.
    fn element_at(&mut self, array: &Expr, at: &[Typed], shape: &[Typed]) -> Option<Typed> {
        let computed = self.read_element(at, shape, |resolver| resolver.expr(array));
        if let Some(elements) = &mut self.elements {
            elements.outer.extend(computed.outer);
        }
        self.before.extend(computed.inner);
        computed.result
    }
}
