//! What a host tests of the arguments before a launch. What the later conditions compute is right where the
//! earlier ones hold.

use crate::interval::ARGUMENT_LIMIT;
use crate::{extents, memory};
use ir::{Comparison, Expr, Kernel, Name, Node, Origin, Requirement, Scalar, affine, typing};

/// All conditions of a kernel, each once, in the order in which they are tested. `limits` are those of
/// `limits::required_limits`; `sizes` are arguments that are extents and nothing else.
pub(crate) fn host_conditions(kernel: &Kernel, limits: &[Requirement], sizes: &[Name]) -> Vec<Requirement> {
    let limited = argument_limits(kernel).into_iter().chain(limits.iter().cloned());
    let arrays = memory::conditions(kernel).into_iter();
    let arrays = arrays.map(|(condition, message)| requirement(condition, message));
    // What the source says itself comes before what follows from it.
    let required = kernel.requires.iter().cloned().chain(assumed(kernel));
    let mut all: Vec<Requirement> = Vec::new();
    for requirement in limited.chain(required).chain(arrays).chain(extents::required_with(kernel, sizes)) {
        if !all.iter().any(|earlier| earlier.condition == requirement.condition) {
            all.push(requirement);
        }
    }
    all
}

fn requirement(condition: Expr, message: String) -> Requirement {
    Requirement { condition, message, loc: None, origin: Origin::default() }
}

/// Sums of integers of 32 bits with sizes of tiles are computed in 32 bits.
fn argument_limits(kernel: &Kernel) -> Vec<Requirement> {
    let narrow = kernel
        .args
        .iter()
        .filter(|(name, arg)| typing::is_value_argument(kernel, name) && arg.ty == Some(Scalar::I32));
    let limit = |(name, _): (&Name, _)| {
        let compare = |op, value| Expr::new(Node::Compare(op, Expr::from(name), Expr::int(value)));
        let least = compare(Comparison::GreaterEqual, -ARGUMENT_LIMIT);
        let most = compare(Comparison::LessEqual, ARGUMENT_LIMIT);
        requirement(
            Expr::all(vec![least, most]),
            format!("`{name}` is too large for index arithmetic in 32 bits"),
        )
    };
    narrow.map(limit).collect()
}

/// What is assumed of integer arguments. Nothing else can be tested, and holds by the user's word.
fn assumed(kernel: &Kernel) -> Option<Requirement> {
    let is_tested = |name: &Name| {
        let ty = kernel.args.get(name).and_then(|arg| arg.ty);
        typing::is_value_argument(kernel, name) && ty.is_some_and(Scalar::is_integer)
    };
    let piece = |piece: Vec<poly::Constraint>| {
        let tested = piece.iter().filter(|constraint| constraint.aff.names().iter().all(is_tested));
        Expr::all(tested.map(affine::from_constraint).collect())
    };
    let pieces: Vec<Expr> = kernel.assumptions.pieces().ok()?.into_iter().map(piece).collect();
    if pieces.iter().any(|piece| matches!(piece.node(), Node::Bool(true))) {
        return None;
    }
    Some(requirement(Expr::any(pieces), format!("the kernel assumes `{}`", kernel.assumptions)))
}
