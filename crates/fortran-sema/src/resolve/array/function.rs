//! Functions of a unit whose values are arrays.

use super::super::Resolver;
use super::super::invoke::FunctionResult;
use crate::arith::Typed;
use crate::hir::Call;
use crate::known::Known;
use diag::Span;
use fortran_syntax::ast::{Actual, Ident};
use ir::Expr as Value;

impl Resolver<'_> {
    /// The element being computed of a function's value: it is called once, before the first, and its value
    /// kept.
    pub(in crate::resolve) fn called_array(
        &mut self,
        name: &Ident,
        known: &Known<'_>,
        result: &FunctionResult,
        actuals: &[Actual],
        span: Span,
    ) -> Option<Typed> {
        let extents = result.extents.clone();
        let at = self.element_of(&extents, span)?;
        let array = self.read_once(|resolver| {
            let actuals = resolver.actuals(actuals)?;
            let array = resolver.scratch(&name.own_name(), result.ty, &extents, span)?;
            let routine = Ident { span, ..name.clone() };
            let call = Call::new(routine, known.place.clone(), actuals);
            resolver.invoke(call, Some(result.name.clone()), &array, result.ty);
            Some(array)
        })?;
        let index = at.into_iter().map(|at| at.expr).collect();
        Some(Typed::new(Value::load(array, index), result.ty))
    }
}
