//! Axes of arrays.

use super::symbols::Symbol;
use super::{ARRAY, Resolver, TYPE};
use crate::arith::{Typed, describe};
use crate::hir::{Axis, Variable};
use crate::index;
use diag::Span;
use fortran_syntax::ast::{Expr, Extent, Ident, Upper};
use ir::{Expr as Value, Scalar};
use poly::Name;

impl Resolver<'_> {
    /// Reports bounds of arrays that statements would have to compute before.
    pub(super) fn check_bounds(&mut self) {
        let before = std::mem::take(&mut self.before);
        if let Some(first) = before.first() {
            let error = fortran_syntax::parse::unsupported_error(
                "an array bound that statements compute",
                first.span,
            );
            self.found.push(error.help("pass it as an argument"));
        }
    }

    /// Evaluates the bounds of an array.
    pub(super) fn axes(&mut self, name: &Name, extents: &[Extent], is_argument: bool) {
        let mut axes = Vec::new();
        let is_allocated_before = |symbol: &Symbol| symbol.is_allocatable && !symbol.is_result;
        let is_allocated = is_argument && self.symbol(name).is_some_and(is_allocated_before);
        for (at, extent) in extents.iter().enumerate() {
            let is_last = at + 1 == extents.len();
            let lower = match &extent.lower {
                Some(lower) => self.bound_of_array(lower),
                // It has the bounds with which it was allocated.
                None if is_allocated => Some(self.extent_of(format!("{name}_lower{}", at + 1), extent.span)),
                None => Some(Value::int(1)),
            };
            let length = match &extent.upper {
                Upper::Deferred if is_argument => {
                    Some(Some(self.extent_of(format!("{name}_size{}", at + 1), extent.span)))
                }
                Upper::Shared(name) if is_argument => Some(Some(self.shared_extent(name, extent.span))),
                _ => self.length(extent, lower.as_ref(), is_argument && is_last),
            };
            let (Some(lower), Some(length)) = (lower, length) else {
                self.symbols.broken(name);
                return;
            };
            axes.push(Axis { lower, length, span: extent.span });
        }
        if let Some(variable) = self.variables.get_mut(name) {
            variable.axes = Some(axes);
        }
    }

    /// The extent of a dummy of assumed shape, which the caller's array has, or the lower bound of an array
    /// that is allocated elsewhere.
    fn extent_of(&mut self, base: String, span: Span) -> Value {
        let is_free = |name: &Name| self.symbol(name).is_none() && !self.names.contains(name);
        let plain = Some(Name::new(&*base)).filter(is_free);
        let extent = match plain {
            Some(extent) => {
                self.variables.insert(extent.clone(), Variable::local(Scalar::I32, span));
                extent
            }
            None => self.scalar(&Name::new(base), Scalar::I32, span),
        };
        self.extents.push(Ident { name: extent.clone(), span });
        Value::var(extent)
    }

    /// The extent that the components of one dummy have in common.
    fn shared_extent(&mut self, name: &Name, span: Span) -> Value {
        if let Some(extent) = self.shared.get(name) {
            return extent.clone();
        }
        let extent = self.extent_of(name.to_string(), span);
        self.shared.insert(name.clone(), extent.clone());
        extent
    }

    /// The number of elements along an axis; the inner option is whether that is known.
    fn length(
        &mut self,
        extent: &Extent,
        lower: Option<&Value>,
        may_be_assumed: bool,
    ) -> Option<Option<Value>> {
        match &extent.upper {
            Upper::Bound(upper) => {
                let upper = self.bound_of_array(upper)?;
                // An axis of length 1 at the end is how FORTRAN 66 wrote an assumed size.
                if may_be_assumed && extent.lower.is_none() && upper.as_int() == Some(1) {
                    return Some(None);
                }
                let length = self.simplified(&upper.minus(lower?).plus(&Value::int(1)));
                Some(Some(self.simplified(&index::floor_above(&length, 1))))
            }
            Upper::Assumed if may_be_assumed => Some(None),
            Upper::Assumed => {
                self.error(ARRAY, "only the last axis of an argument can have the bound `*`", extent.span)
            }
            Upper::Deferred | Upper::Shared(_) => {
                let error = fortran_syntax::parse::unsupported_error("an array without extents", extent.span);
                self.report(error.help("write them, or `allocate` the array in this routine"))
            }
        }
    }

    /// A bound with its affine sums collected.
    fn simplified(&self, expr: &Value) -> Value {
        index::simplify(expr, &|name| {
            self.variables.get(name).is_none_or(|variable| variable.ty.is_integer())
        })
    }

    fn bound_of_array(&mut self, expr: &Expr) -> Option<Value> {
        let Typed { expr: value, ty } = self.expr(expr)?;
        if !ty.is_integer() {
            let message = format!("an array bound is an integer, not {}", describe(ty));
            return self.error(TYPE, message, expr.span);
        }
        Some(value)
    }
}
