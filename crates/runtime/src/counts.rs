//! What a kernel has to do at least: floating-point operations, and bytes that it must move.

use crate::{Bindings, interp};
use ir::access::{AccessKind, accesses};
use ir::{Expr, Kernel, Name, Node, ReductionOp, Step, access, affine, expand, typing, walk};
use std::collections::BTreeSet;

/// Work of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Additions, multiplications, divisions, powers and function calls on floating-point numbers, of complex
    /// numbers those on their parts; `None` where their number depends on data.
    pub flops: Option<u64>,
    /// Size of every argument array that is read, and once more of every one that is written.
    pub bytes: u64,
}

/// Counts the work of a kernel on these arguments: of its reference, where it has one, since transforms may
/// add work but not meaning.
pub fn counts(kernel: &Kernel, bindings: &Bindings) -> Counts {
    let kernel = kernel.reference.as_deref().unwrap_or(kernel);
    Counts { flops: flops(kernel, bindings), bytes: bytes(kernel, bindings) }
}

fn bytes(kernel: &Kernel, bindings: &Bindings) -> u64 {
    let mut moved = BTreeSet::new();
    for statement in kernel.statements.values() {
        moved.extend(
            accesses(kernel, statement)
                .into_iter()
                .map(|access| (access.variable, access.kind == AccessKind::Write)),
        );
    }
    let size = |name: &Name| {
        let array = bindings.array(name)?;
        u64::try_from(array.len()).ok()?.checked_mul(u64::from(array.ty.bytes()))
    };
    moved.iter().filter_map(|(name, _)| size(name)).fold(0, u64::saturating_add)
}

fn flops(kernel: &Kernel, bindings: &Bindings) -> Option<u64> {
    let mut total = 0_u64;
    for statement in kernel.statements.values() {
        let conditions: Option<Vec<_>> = statement.predicates.iter().map(affine::to_constraints).collect();
        let mut tally = Vec::new();
        if let Some(value) = statement.value() {
            let value = expand::expand_rules(value, &kernel.rules)?;
            operations(kernel, &value, &statement.inames, &mut tally);
        }
        if tally.is_empty() {
            continue;
        }
        let conditions: Vec<_> = conditions?.into_iter().flatten().collect();
        for (inames, each) in tally {
            let points = interp::points(kernel, &bindings.values, &inames, &conditions)?;
            total = total.checked_add(points.checked_mul(each)?)?;
        }
    }
    Some(total)
}

/// The largest number of terms that are added up in one element of a result, as far as it is known; errors of
/// rounding grow with it.
pub fn longest_sum(kernel: &Kernel, bindings: &Bindings) -> u64 {
    let kernel = kernel.reference.as_deref().unwrap_or(kernel);
    let mut longest = 1;
    for statement in kernel.statements.values() {
        let (Some(target), Some(value)) = (statement.target(), statement.value()) else { continue };
        let Some(value) = expand::expand_rules(value, &kernel.rules) else { continue };
        let mut inames = statement.inames.clone();
        inames.extend(walk::reduction_inames(&value));
        let points = interp::points(kernel, &bindings.values, &inames, &[]).unwrap_or(1);
        let elements =
            bindings.array(target.name()).and_then(|array| u64::try_from(array.len()).ok()).unwrap_or(1);
        longest = longest.max(points / elements.max(1));
    }
    longest
}

/// Operations of an expression and of the reductions in it, each with the inames that it runs over.
fn operations(kernel: &Kernel, expr: &Expr, scope: &[Name], tally: &mut Vec<(Vec<Name>, u64)>) {
    let mut inner = scope.to_vec();
    if let Node::Reduce { inames, .. } = expr.node() {
        inner.extend(inames.iter().cloned());
    }
    let each = match typing::type_of(kernel, expr) {
        Ok(ty) if ty.is_complex() => own_operations(expr, &COMPLEX),
        Ok(ty) if ty.scalar().is_float() => own_operations(expr, &REAL),
        _ => 0,
    };
    match tally.iter_mut().find(|(inames, _)| *inames == inner) {
        Some((_, count)) => *count += each,
        None if each > 0 => tally.push((inner.clone(), each)),
        None => {}
    }
    if !matches!(expr.node(), Node::Load { .. }) {
        walk::children(expr).into_iter().for_each(|child| operations(kernel, child, &inner, tally));
    }
}

/// Operations on real numbers that an operation takes.
struct Cost {
    sum: u64,
    product: u64,
    quotient: u64,
}

const REAL: Cost = Cost { sum: 1, product: 1, quotient: 1 };

/// By the formulas that the interpreter and generated code have.
const COMPLEX: Cost = Cost { sum: 2, product: 6, quotient: 9 };

fn own_operations(expr: &Expr, cost: &Cost) -> u64 {
    let count = |operands: usize| u64::try_from(operands.saturating_sub(1)).unwrap_or(0);
    match expr.node() {
        Node::Sum(terms) => count(terms.len()) * cost.sum,
        Node::Product(factors) => {
            let negations = factors.iter().filter(|factor| factor.as_int() == Some(-1)).count();
            count(factors.len() - negations.min(factors.len())) * cost.product
        }
        Node::Quotient(..) => cost.quotient,
        Node::Reduce { op: ReductionOp::Sum, .. } => cost.sum,
        Node::Reduce { op: ReductionOp::Product, .. } => cost.product,
        Node::Call { function, .. } if &**function == "fma" => 2,
        Node::Power(..) | Node::Call { .. } | Node::Reduce { .. } => 1,
        _ => 0,
    }
}

/// Variables that the statements of a part of the loop tree touch.
pub(crate) fn touched(kernel: &Kernel, steps: &[Step]) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    for step in steps {
        match step {
            Step::For(inner) => found.extend(touched(kernel, &inner.body)),
            Step::If { then, otherwise, .. } => {
                found.extend(touched(kernel, then));
                found.extend(touched(kernel, otherwise));
            }
            Step::Barrier { .. } => {}
            Step::Run(name) => {
                let accesses =
                    kernel.statements.get(name).map(|statement| access::accesses(kernel, statement));
                found.extend(accesses.into_iter().flatten().map(|access| access.variable));
            }
        }
    }
    found
}
