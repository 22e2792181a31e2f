//! Expressions in the kernel's terms: loop variables follow inames, subscripts count from 0.

use super::{Lowerer, Role};
use fortran_sema::hir::iteration;
use fortran_sema::index;
use ir::{Expr, Node, Scalar, affine, walk};
use poly::{Aff, Name};

impl Lowerer<'_> {
    /// An expression of the routine where the loops around are as they are now.
    pub(super) fn value(&self, expr: &Expr) -> Expr {
        match expr.node() {
            Node::Var(name) => self.variable(name),
            Node::Load { array, index } => Expr::load(array.clone(), self.subscripts(array, index)),
            _ => self.settled(walk::map_children(expr, &mut |child| self.value(child))),
        }
    }

    fn variable(&self, name: &Name) -> Expr {
        if let Some(open) = self.loops.iter().rev().find(|open| iteration(&open.variable) == *name) {
            return Expr::var(open.iname.clone());
        }
        match self.roles.get(name) {
            Some(Role::Written) => Expr::load(name.clone(), Vec::new()),
            Some(Role::Loop(ty)) => {
                let open = self.loops.iter().rev().find(|open| open.variable == *name);
                match open.map(|open| open.value.clone()) {
                    // An iname is a short integer; arithmetic with the variable is not.
                    Some(value) if *ty == Scalar::I64 && value.as_int().is_none() => Expr::cast(*ty, value),
                    Some(value) => value,
                    None => Expr::var(name.clone()),
                }
            }
            _ => Expr::var(name.clone()),
        }
    }

    /// Subscripts as offsets from the lower bounds.
    pub(super) fn subscripts(&self, array: &Name, index: &[Expr]) -> Vec<Expr> {
        let lowers = match self.roles.get(array) {
            Some(Role::Array(lowers)) => lowers.as_slice(),
            _ => &[],
        };
        let offset = |(index, lower): (&Expr, &Expr)| self.simplified(&self.value(index).minus(lower));
        index.iter().zip(lowers).map(offset).collect()
    }

    /// The same value where it is an integer that follows a loop: sums are collected, and a division that
    /// truncates floors where the dividend is never negative.
    fn settled(&self, expr: Expr) -> Expr {
        let inames = self.inames();
        match expr.node() {
            Node::Sum(_) | Node::Product(_) => match self.integer_aff(&expr) {
                Some(aff) if inames.iter().any(|iname| aff.mentions(iname)) => affine::from_aff(&aff),
                _ => expr,
            },
            Node::Call { function, args } => match (function.as_str(), args.as_slice()) {
                ("div_trunc", [a, b]) if divides_evenly(a, b, &inames) => {
                    self.settled_division(Expr::new(Node::FloorDiv(a.clone(), b.clone())))
                }
                ("rem_trunc", [a, b]) if divides_evenly(a, b, &inames) => {
                    self.settled_division(Expr::new(Node::Mod(a.clone(), b.clone())))
                }
                _ => expr,
            },
            Node::Compare(op, a, b) => match self.without_offset(a, b, &inames) {
                Some((a, b)) => Expr::new(Node::Compare(*op, a, b)),
                None => expr,
            },
            _ => expr,
        }
    }

    fn settled_division(&self, expr: Expr) -> Expr {
        match self.integer_aff(&expr) {
            Some(aff) if self.loops.iter().any(|open| aff.mentions(&open.iname)) => affine::from_aff(&aff),
            _ => expr,
        }
    }

    /// The affine form of an expression whose variables are all integers.
    fn integer_aff(&self, expr: &Expr) -> Option<Aff> {
        let aff = affine::to_aff(expr)?;
        let is_integer = |name: &Name| {
            ir::typing::type_of_variable(&self.kernel, name).is_ok_and(|ty| ty.scalar().is_integer())
        };
        aff.names().iter().all(is_integer).then_some(aff)
    }

    /// Both sides of a comparison less the constant on the left, where that follows a loop variable:
    /// `i + 1 > 2` is `i > 1`.
    fn without_offset(&self, a: &Expr, b: &Expr, inames: &[Name]) -> Option<(Expr, Expr)> {
        let (left, right) = (self.integer_aff(a)?, self.integer_aff(b)?);
        let offset = left.constant_part().checked_neg()?;
        let follows = inames.iter().any(|iname| left.mentions(iname));
        let shifted = |aff: Aff| Some(affine::from_aff(&aff.offset(offset)?));
        if follows && offset != 0 { Some((shifted(left)?, shifted(right)?)) } else { None }
    }
}

/// Whether a division rounds towards zero and downwards alike.
fn divides_evenly(a: &Expr, b: &Expr, inames: &[Name]) -> bool {
    b.as_int().is_some_and(|b| b > 0) && index::is_nonnegative(a, inames)
}
