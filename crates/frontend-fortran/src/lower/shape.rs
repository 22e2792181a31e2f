//! Shapes of arrays.

use super::arith::{Typed, describe};
use super::{ARRAY, Lowerer, Role, TYPE, index};
use crate::ast::{Expr, Extent, Upper};
use diag::{Diagnostic, Span};
use ir::{ArgKind, Expr as Value, Layout, Node, walk};
use poly::Name;

impl Lowerer<'_> {
    /// Evaluates the bounds of an array and completes its argument or temporary.
    pub(super) fn shape(&mut self, name: &Name) {
        let Some(symbol) = self.symbols.declared.get(name) else { return };
        let (extents, span) = (symbol.extents.clone().unwrap_or_default(), symbol.span);
        let is_argument = self.kernel.args.contains_key(name);
        let mut shape = Vec::new();
        let mut lowers = Vec::new();
        for (axis, extent) in extents.iter().enumerate() {
            let is_last = axis + 1 == extents.len();
            let lower = match &extent.lower {
                Some(lower) => self.bound_of_array(lower),
                None => Some(Value::int(1)),
            };
            let length = self.extent(extent, lower.as_ref(), is_argument && is_last);
            let (Some(lower), Some(length)) = (lower, length) else {
                self.roles.insert(name.clone(), Role::Broken);
                return;
            };
            lowers.push(lower);
            shape.push(length);
        }
        self.complete(name, shape, span);
        if let Some(Role::Array(_, lower)) = self.roles.get_mut(name) {
            *lower = lowers;
        }
    }

    fn complete(&mut self, name: &Name, new: Vec<Option<Value>>, span: Span) {
        let rank = new.len();
        if let Some(arg) = self.kernel.args.get_mut(name)
            && let ArgKind::Array { shape, layout, .. } = &mut arg.kind
        {
            (*shape, *layout) = (new, Layout::f(rank));
        } else if let Some(temp) = self.kernel.temps.get_mut(name) {
            temp.shape = new.into_iter().flatten().collect();
            temp.layout = Layout::f(rank);
            if temp.shape.len() != rank {
                self.complain(ARRAY, format!("local array `{name}` needs all its bounds"), span);
            }
        }
    }

    /// The number of elements along an axis; the inner option is whether that is known.
    fn extent(
        &mut self,
        extent: &Extent,
        lower: Option<&Value>,
        may_be_assumed: bool,
    ) -> Option<Option<Value>> {
        match &extent.upper {
            Upper::Bound(upper) => {
                let upper = self.bound_of_array(upper)?;
                let length = self.simplified(&upper.minus(lower?).plus(&Value::int(1)));
                Some(Some(self.simplified(&index::floor_above(&length, 1))))
            }
            Upper::Assumed if may_be_assumed => Some(None),
            Upper::Assumed => {
                self.error(ARRAY, "only the last axis of an argument can have the bound `*`", extent.span)
            }
            Upper::Deferred => {
                let error = crate::parse::unsupported_error("an assumed shape", extent.span);
                self.report(error.help("write the extent, and pass it as an argument"))
            }
        }
    }

    /// An integer that does not change while the subroutine runs.
    fn bound_of_array(&mut self, expr: &Expr) -> Option<Value> {
        let Typed { expr: value, ty } = self.expr(expr)?;
        if !ty.is_integer() {
            return self.error(
                TYPE,
                format!("an array bound is an integer, not {}", describe(ty)),
                expr.span,
            );
        }
        let mut varies = None;
        walk::visit(&value, &mut |part| match part.node() {
            Node::Load { array, .. } => varies = Some(array.clone()),
            Node::Var(name) if self.kernel.temps.contains_key(name) => varies = Some(name.clone()),
            _ => {}
        });
        match varies {
            None => Some(value),
            Some(name) => {
                let error =
                    Diagnostic::error(ARRAY, format!("an array bound depends on `{name}`, which changes"));
                self.report(error.at(expr.span, "").help("use constants and arguments that are not assigned"))
            }
        }
    }
}
