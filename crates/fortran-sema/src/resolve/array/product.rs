//! Products of matrices: each element is a sum that starts with zero.

use super::super::{ARRAY, Resolver};
use super::assign;
use crate::arith::{self, Typed, convert};
use crate::hir::Node;
use diag::Span;
use fortran_syntax::ast::{Actual, Ident};
use ir::{Expr as Value, Scalar};
use poly::Name;

impl Resolver<'_> {
    /// The element being computed of `matmul(a, b)`.
    pub(super) fn matmul(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.actuals_by_name(actuals, super::dummies(&name.name), 2, span)?;
        let [Some(a), Some(b)] = given.as_slice() else { return None };
        let (Some(of_a), Some(of_b)) = (self.shape(a), self.shape(b)) else {
            return self.expr(a).and(self.expr(b)).and(None);
        };
        let (rows, inner, columns) = match (of_a.as_slice(), of_b.as_slice()) {
            ([rows, inner], [_, columns]) => (Some(rows), inner, Some(columns)),
            ([rows, inner], [_]) => (Some(rows), inner, None),
            ([inner], [_, columns]) => (None, inner, Some(columns)),
            _ => return self.error(ARRAY, "`matmul` takes matrices, or a matrix and a vector", span),
        };
        let extents: Vec<Typed> = rows.into_iter().chain(columns).cloned().collect();
        let at = self.element_of(&extents, span)?;
        self.conform(of_b.first()?, inner, 0, span)?;
        // A sum over the axis that both share; a vector has no other.
        let k = self.positions(std::slice::from_ref(inner), span);
        let row = if rows.is_some() { at.first() } else { None };
        let column = if columns.is_some() { at.last() } else { None };
        let at_a: Vec<Typed> = row.into_iter().chain(&k).cloned().collect();
        let at_b: Vec<Typed> = k.iter().chain(column).cloned().collect();
        let left = self.read_element(&at_a, &of_a, |resolver| resolver.expr(a));
        let right = self.read_element(&at_b, &of_b, |resolver| resolver.expr(b));
        let (left_value, right_value) = (left.result?, right.result?);
        let is_logical = left_value.ty == Scalar::Bool && right_value.ty == Scalar::Bool;
        let product = if is_logical {
            Ok(super::super::logical(Value::all(vec![left_value.expr, right_value.expr])))
        } else {
            arith::multiply(&left_value, &right_value)
        };
        let product = self.checked(product, span)?;
        let total = self.scalar(&Name::new("matmul"), product.ty, span);
        let read = Typed::new(Value::var(total.clone()), product.ty);
        let (start, next) = if is_logical {
            let either = vec![read.expr.clone(), product.expr];
            (Value::bool(false), Value::any(either))
        } else {
            let zero = convert(&Typed::new(Value::int(0), Scalar::I32), read.ty).ok()?;
            (zero, arith::add(&read, &product, false).ok()?.expr)
        };
        let body: Vec<Node> =
            left.inner.into_iter().chain(right.inner).chain([assign(&total, next, span)]).collect();
        let loops = self.nest(&k, std::slice::from_ref(inner), body, span);
        // What does not depend on the element is computed once, before the first of them.
        if let Some(elements) = &mut self.elements {
            elements.outer.extend(left.outer.into_iter().chain(right.outer));
        }
        self.before.push(assign(&total, start, span));
        self.before.extend(loops);
        Some(read)
    }
}
