//! A called routine's own variables, which become variables of its caller.

use super::{Binder, Binding};
use crate::calls::rename::Renaming;
use fortran_sema::hir::{Axis, Variable};
use ir::Expr;
use poly::Name;
use std::collections::BTreeSet;

impl Binder<'_> {
    /// New variables of the caller for those of the routine's own.
    pub(super) fn locals(&mut self) {
        let is_argument: BTreeSet<&Name> = self.callee.args.iter().map(|arg| &arg.name).collect();
        for (name, variable) in &self.callee.variables {
            if is_argument.contains(name) {
                continue;
            }
            let fresh = self.caller.fresh(name);
            let own = Variable {
                span: self.place.span,
                home: None,
                common_of: None,
                is_declared: true,
                ..variable.clone()
            };
            self.caller.variables.insert(fresh.clone(), own);
            if self.callee.characters.contains(name) {
                self.caller.characters.insert(fresh.clone());
            }
            let binding =
                if variable.axes.is_some() { Binding::Array(fresh) } else { Binding::Scalar(fresh) };
            self.bound.bindings.insert(name.clone(), binding);
        }
    }

    /// Bounds of the routine's own arrays, in the names of the caller.
    pub(super) fn local_shapes(&mut self) {
        let is_argument: BTreeSet<&Name> = self.callee.args.iter().map(|arg| &arg.name).collect();
        for (name, variable) in &self.callee.variables {
            let (Some(axes), Some(Binding::Array(own)), false) =
                (&variable.axes, self.bound.bindings.get(name), is_argument.contains(name))
            else {
                continue;
            };
            let own = own.clone();
            if let (Ok(axes), Some(variable)) = (self.axes(axes), self.caller.variables.get_mut(&own)) {
                variable.axes = Some(axes);
            }
        }
    }

    pub(super) fn axes(&self, axes: &[Axis]) -> Result<Vec<Axis>, String> {
        let renaming = Renaming { bindings: &self.bound.bindings };
        let bound = |axis: &Axis| -> Result<Axis, String> {
            let length = axis.length.as_ref().map(|length| renaming.expr(length)).transpose()?;
            let is_integer =
                |name: &Name| self.caller.variables.get(name).is_none_or(|variable| variable.ty.is_integer());
            let tidy = |bound: &Expr| fortran_sema::index::simplify(bound, &is_integer);
            let lower = tidy(&renaming.expr(&axis.lower)?);
            let length = length.map(|length| tidy(&fortran_sema::index::floor_above(&tidy(&length), 1)));
            Ok(Axis { lower, length, span: self.place.span })
        };
        axes.iter().map(bound).collect()
    }
}
