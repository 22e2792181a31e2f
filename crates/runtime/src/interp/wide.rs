//! Inames beyond 32 bits. The type of an iname is `i32` wherever it stands among values; arithmetic of that type on
//! inames that leave it is exact and converted at the end, as in generated code.

use super::compile::Compiler;
use ir::{Expr, Name, Node, Scalar, walk};

impl Compiler<'_> {
    /// Whether an expression of type `own` is such arithmetic.
    pub(super) fn is_exact(&mut self, expr: &Expr, own: Scalar) -> bool {
        let is_arithmetic = match expr.node() {
            Node::Var(_) | Node::Sum(_) | Node::Product(_) | Node::FloorDiv(..) | Node::Mod(..) => true,
            Node::Select(..) => true,
            Node::Call { function, .. } => matches!(&**function, "min" | "max"),
            _ => false,
        };
        own == Scalar::I32
            && is_arithmetic
            && walk::any(expr, &mut |part| matches!(part.node(), Node::Var(name) if self.is_wide(name)))
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
