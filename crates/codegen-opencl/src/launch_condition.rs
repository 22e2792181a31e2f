//! When a launch does nothing, whatever the arrays are that it changes: a routine with a `select case` of
//! the way to go has nests for all of them, and a host need not launch those of the others.

use crate::effects::Effects;
use ir::{AddressSpace, Axis, Expr, Kernel, Launch, Name, Node, Scalar, exact, typing, walk};
use std::collections::BTreeSet;

/// A condition in arguments, which hosts evaluate, that holds wherever the launch does anything; `None` where
/// there is none that hosts can tell.
pub fn launch_condition(kernel: &Kernel, launch: &Launch) -> Option<Expr> {
    let needed = Known::values(kernel).conditions(launch);
    (!needed.is_empty()).then(|| Expr::all(needed))
}

/// What a host knows without asking the device.
pub(crate) struct Known<'k> {
    kernel: &'k Kernel,
    /// Arrays of integers that stay as they are.
    constant_arrays: BTreeSet<Name>,
}

impl<'k> Known<'k> {
    /// Value arguments.
    fn values(kernel: &'k Kernel) -> Self {
        Known { kernel, constant_arrays: BTreeSet::new() }
    }

    /// Also elements of the arrays of integers with a sign that lie in one piece and that the kernel never
    /// writes.
    pub(crate) fn elements(kernel: &'k Kernel) -> Self {
        let written = kernel.writers();
        let is_constant = |name: &Name| {
            let ty = kernel.args.get(name).and_then(|arg| arg.ty);
            matches!(ty, Some(Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64))
                && !written.contains_key(name)
                && kernel.array(name).is_some_and(|(_, layout)| !layout.0.contains(&Axis::Separate))
        };
        let constant_arrays = kernel.args.keys().filter(|name| is_constant(name)).cloned().collect();
        Known { kernel, constant_arrays }
    }

    /// The conditions that all hold wherever the launch does anything that outlives it.
    pub(crate) fn conditions(&self, launch: &Launch) -> Vec<Expr> {
        let temps = &self.kernel.temps;
        let is_unseen =
            |name: &Name| temps.get(name).is_some_and(|temp| temp.space != Some(AddressSpace::Global));
        let is_wanted = |condition: &Expr| self.tells(condition);
        let effects = Effects { kernel: self.kernel, is_unseen: &is_unseen, is_wanted: &is_wanted };
        effects.conditions(&launch.body).unwrap_or_default()
    }

    /// Whether a host computes a condition as a device does, and whatever else holds: in integers, without
    /// a division.
    fn tells(&self, condition: &Expr) -> bool {
        match condition.node() {
            Node::Compare(_, a, b) => {
                exact::compares(self.kernel, a, b) && self.tells_integer(a) && self.tells_integer(b)
            }
            Node::Not(inner) => self.tells(inner),
            Node::And(operands) | Node::Or(operands) => operands.iter().all(|operand| self.tells(operand)),
            Node::Var(name) => typing::is_value_argument(self.kernel, name),
            _ => false,
        }
    }

    /// A side of a comparison: an element alone, whose arithmetic might leave 64 bits, or arithmetic on
    /// arguments.
    fn tells_integer(&self, side: &Expr) -> bool {
        match side.node() {
            Node::Cast(to, inner) => {
                self.element_type(inner)
                    .is_some_and(|from| to.is_signed_integer() && from.bytes() <= to.bytes())
                    && self.tells_integer(inner)
            }
            Node::Load { array, index } => {
                self.constant_arrays.contains(array) && index.iter().all(|one| self.is_of_arguments(one))
            }
            _ => self.is_of_arguments(side),
        }
    }

    fn element_type(&self, load: &Expr) -> Option<Scalar> {
        let Node::Load { array, .. } = load.node() else { return None };
        self.kernel.args.get(array).and_then(|arg| arg.ty)
    }

    fn is_of_arguments(&self, side: &Expr) -> bool {
        !walk::any(side, &mut |part| match part.node() {
            Node::Var(name) => !typing::is_value_argument(self.kernel, name),
            node => !matches!(node, Node::Int(_) | Node::Sum(_) | Node::Product(_)),
        })
    }
}
