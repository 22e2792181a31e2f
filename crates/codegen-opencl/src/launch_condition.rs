//! When a launch does nothing, whatever data are: a routine with a `select case` of the way to go has nests for all
//! of them, and a host need not launch those of the others.

use ir::{Expr, Kernel, Launch, Node, Step, exact, typing, walk};

/// A condition in arguments, which hosts evaluate, that holds wherever the launch does anything; `None` where there
/// is none that hosts can tell.
pub fn launch_condition(kernel: &Kernel, launch: &Launch) -> Option<Expr> {
    let needed = needed(kernel, &launch.body)?;
    (!needed.is_empty()).then(|| Expr::all(needed))
}

/// The conditions under which each of these steps stands; `None` where none does anything. Work items that only meet
/// do nothing.
fn needed(kernel: &Kernel, steps: &[Step]) -> Option<Vec<Expr>> {
    let each = steps.iter().filter_map(|step| needed_by(kernel, step));
    each.reduce(|common, own| common.into_iter().filter(|condition| own.contains(condition)).collect())
}

fn needed_by(kernel: &Kernel, step: &Step) -> Option<Vec<Expr>> {
    match step {
        Step::Barrier { .. } => None,
        Step::Run(_) => Some(Vec::new()),
        Step::For(inner) => needed(kernel, &inner.body),
        Step::If { condition, then, otherwise } => match (needed(kernel, then), needed(kernel, otherwise)) {
            (None, None) => None,
            (Some(inner), None) => {
                let own = condition.conjuncts().into_iter().filter(|own| is_told_by_arguments(kernel, own));
                Some(own.cloned().chain(inner).collect())
            }
            (None, Some(_)) => Some(Vec::new()),
            (Some(then), Some(otherwise)) => {
                Some(then.into_iter().filter(|condition| otherwise.contains(condition)).collect())
            }
        },
    }
}

/// Whether a host computes it as a device does, and whatever else holds: from arguments, in integers, without
/// a division.
fn is_told_by_arguments(kernel: &Kernel, condition: &Expr) -> bool {
    let is_known = |side: &Expr| {
        let mut is_simple = true;
        walk::visit(side, &mut |part| {
            is_simple &= match part.node() {
                Node::Var(name) => typing::is_value_argument(kernel, name),
                node => matches!(node, Node::Int(_) | Node::Sum(_) | Node::Product(_)),
            };
        });
        is_simple
    };
    match condition.node() {
        Node::Compare(_, a, b) => exact::compares(kernel, a, b) && is_known(a) && is_known(b),
        Node::Not(inner) => is_told_by_arguments(kernel, inner),
        Node::And(operands) | Node::Or(operands) => {
            operands.iter().all(|operand| is_told_by_arguments(kernel, operand))
        }
        Node::Var(name) => typing::is_value_argument(kernel, name),
        _ => false,
    }
}
