//! Arithmetic on inames among values: exact, and converted at the end, as in generated code. Where elements
//! take part, the operation has their type, unless an iname leaves 32 bits.

use super::compile::Compiler;
use ir::{Expr, Name, Node, Scalar, exact, walk};

impl Compiler<'_> {
    /// Whether an expression of type `own` is such arithmetic.
    pub(super) fn is_exact(&mut self, expr: &Expr, own: Scalar) -> bool {
        // Hosts know the values of the counters of their loops.
        let is_open =
            |name: &Name| self.kernel.inames.contains_key(name) && !self.constants.contains_key(name);
        let is_iname = matches!(expr.node(), Node::Var(name) if is_open(name));
        (is_iname || exact::is_operation(expr)) && self.is_of_inames(expr, own.is_signed_integer())
    }

    /// Whether a function of integers is called in such arithmetic.
    pub(super) fn is_exact_call(&mut self, expr: &Expr) -> bool {
        let ty = ir::typing::type_of(self.kernel, expr);
        let is_signed = ty.is_ok_and(|ty| ty.scalar().is_signed_integer());
        exact::is_operation(expr)
            && (exact::is_index_arithmetic(self.kernel, expr) || self.is_of_inames(expr, is_signed))
    }

    fn is_of_inames(&mut self, expr: &Expr, is_signed: bool) -> bool {
        let names = walk::names(expr);
        names.iter().any(|name| self.kernel.inames.contains_key(name))
            && (exact::is_index_arithmetic(self.kernel, expr)
                || is_signed && names.iter().any(|name| self.is_wide(name)))
    }

    /// Whether a name is that of an iname with values beyond 32 bits.
    fn is_wide(&mut self, name: &Name) -> bool {
        if !self.kernel.inames.contains_key(name) {
            return false;
        }
        if let Some(known) = self.wide.get(name) {
            return *known;
        }
        let leaves =
            |ends: [Option<i64>; 2]| ends.into_iter().flatten().any(|end| i32::try_from(end).is_err());
        let found = self.ends(name).map(leaves);
        // Where no bound is found, the conversion of each value is checked when it runs.
        let found = found.unwrap_or(false);
        self.wide.insert(name.clone(), found);
        found
    }
}
