//! Functions that put the elements of an array elsewhere.

use super::super::{ARRAY, Resolver};
use crate::arith::{self, Typed};
use crate::ast::{Actual, Expr};
use diag::Span;
use ir::{Expr as Value, Node, Scalar};

impl Resolver<'_> {
    /// The element being computed of `transpose(a)`.
    pub(super) fn transpose(&mut self, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.named(actuals, &["matrix"], 1, span)?;
        let matrix = given.first().copied().flatten()?;
        let Some(shape) = self.shape(matrix) else { return self.expr(matrix).and(None) };
        if shape.len() != 2 {
            return self.error(ARRAY, "`transpose` takes a matrix", span);
        }
        let own: Vec<Typed> = shape.iter().rev().cloned().collect();
        let at: Vec<Typed> = self.element_of(&own, span)?.into_iter().rev().collect();
        self.moved(matrix, &at, &shape)
    }

    /// The element being computed of `spread(a, dim, n)`.
    pub(super) fn spread(&mut self, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.named(actuals, &["source", "dim", "ncopies"], 3, span)?;
        let [Some(source), Some(dim), Some(copies)] = given.as_slice() else { return None };
        let Some(shape) = self.shape(source) else { return self.expr(source).and(None) };
        let axis = self.axis(dim, shape.len() + 1)?;
        let copies = self.once(|resolver| resolver.expr(copies))?;
        let mut own = shape.clone();
        own.insert(axis, copies);
        let mut at = self.element_of(&own, span)?;
        at.remove(axis);
        if shape.is_empty() {
            return self.once(|resolver| resolver.expr(source));
        }
        self.moved(source, &at, &shape)
    }

    /// The element being computed of `cshift(a, by, dim)`.
    pub(super) fn cshift(&mut self, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.named(actuals, &["array", "shift", "dim"], 2, span)?;
        let [Some(array), Some(by), dim] = given.as_slice() else { return None };
        let Some(shape) = self.shape(array) else { return self.expr(array).and(None) };
        if self.is_array(by) {
            return self.report(crate::parse::unsupported_error("a shift for each element", by.span));
        }
        let axis = match dim {
            Some(dim) => self.axis(dim, shape.len())?,
            None => 0,
        };
        let mut at = self.element_of(&shape, span)?;
        let by = self.once(|resolver| resolver.expr(by))?;
        let (Some(place), Some(extent)) = (at.get_mut(axis), shape.get(axis)) else {
            return self.error(ARRAY, "`cshift` takes an array", span);
        };
        let moved = arith::add(place, &by, false);
        *place = match moved {
            Ok(moved) => Typed::new(Value::new(Node::Mod(moved.expr, extent.expr.clone())), Scalar::I32),
            Err(message) => return self.error(super::super::TYPE, message, span),
        };
        self.moved(array, &at, &shape)
    }

    /// The element of an array value at another position than the one being computed.
    fn moved(&mut self, array: &Expr, at: &[Typed], shape: &[Typed]) -> Option<Typed> {
        let computed = self.each(at, shape, |resolver| resolver.expr(array));
        if let Some(elements) = &mut self.elements {
            elements.outer.extend(computed.outer);
        }
        self.before.extend(computed.inner);
        computed.result
    }
}
