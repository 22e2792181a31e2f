//! Functions of a unit whose values are arrays.

use super::super::invoke::FunctionResult;
use super::super::{Known, Resolver};
use crate::arith::Typed;
use crate::ast::{Actual, Ident};
use crate::hir::Call;
use diag::Span;
use ir::{Expr as Value, Scalar};

/// The extents of axes with these lower bounds and lengths.
pub(super) fn extents_of(bounds: &[(i64, i64)]) -> Vec<Typed> {
    bounds.iter().map(|(_, length)| Typed::new(Value::int(*length), Scalar::I32)).collect()
}

impl Resolver<'_> {
    /// The element being computed of a function's value: it is called once, before the first, and its value kept.
    pub(in crate::resolve) fn called_array(
        &mut self,
        name: &Ident,
        known: &Known<'_>,
        result: &FunctionResult,
        actuals: &[Actual],
        span: Span,
    ) -> Option<Typed> {
        let extents = extents_of(&result.bounds);
        let at = self.element_of(&extents, span)?;
        let array = self.once(|resolver| {
            let actuals = resolver.actuals(actuals)?;
            let array = resolver.scratch(&name.name, result.ty, &extents, span)?;
            let routine = Ident { span, ..name.clone() };
            let call = Call { routine, unit: known.place.clone(), actuals, also: Vec::new() };
            resolver.invoke(call, Some(result.name.clone()), &array, result.ty);
            Some(array)
        })?;
        let index = at.into_iter().map(|at| at.expr).collect();
        Some(Typed::new(Value::load(array, index), result.ty))
    }
}
