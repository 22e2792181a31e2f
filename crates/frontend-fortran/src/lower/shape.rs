//! Shapes of arrays.

use super::{ARRAY, Lowerer, Role};
use diag::{Diagnostic, Span};
use fortran_sema::hir::Axis;
use fortran_sema::resolve::changing_bound;
use ir::{ArgKind, Expr, Layout, Node, walk};
use poly::Name;

impl Lowerer<'_> {
    /// Completes the argument or temporary of an array.
    pub(super) fn shape(&mut self, name: &Name) {
        let Some(variable) = self.routine.variables.get(name) else { return };
        let axes = variable.axes.as_deref().unwrap_or(&[]);
        if axes.iter().any(|axis| !self.is_fixed(axis)) {
            self.roles.insert(name.clone(), Role::Broken);
            return;
        }
        let rank = axes.len();
        if let Some(arg) = self.kernel.args.get_mut(name)
            && let ArgKind::Array { shape, layout, .. } = &mut arg.kind
        {
            *shape = axes.iter().map(|axis| axis.length.clone()).collect();
            *layout = Layout::f(rank);
        } else if let Some(temp) = self.kernel.temps.get_mut(name) {
            temp.shape = axes.iter().filter_map(|axis| axis.length.clone()).collect();
            temp.layout = Layout::f(rank);
            if temp.shape.len() != rank {
                self.complain(ARRAY, format!("local array `{name}` needs all its bounds"), variable.span);
            }
        }
        if let Some(Role::Array(lowers)) = self.roles.get_mut(name) {
            *lowers = axes.iter().map(|axis| axis.lower.clone()).collect();
        }
    }

    /// Whether the bounds of an axis do not change while the routine runs; reported if they do.
    fn is_fixed(&mut self, axis: &Axis) -> bool {
        let mut varies: Option<Diagnostic> = None;
        for bound in [Some(&axis.lower), axis.length.as_ref()].into_iter().flatten() {
            walk::visit(bound, &mut |part: &Expr| match part.node() {
                Node::Load { array, .. } => varies = Some(bound_of_data(array, axis.span)),
                Node::Var(name) if !matches!(self.roles.get(name), Some(Role::Value | Role::Broken)) => {
                    varies = Some(changing_bound(name, axis.span));
                }
                _ => {}
            });
        }
        let is_fixed = varies.is_none();
        self.found.extend(varies);
        is_fixed
    }
}

/// Reports an array bound that an element of an array is.
fn bound_of_data(array: &Name, span: Span) -> Diagnostic {
    let message = format!("an array bound is an element of `{array}`");
    Diagnostic::error(ARRAY, message).at(span, "").help("pass it as an argument of its own")
}
