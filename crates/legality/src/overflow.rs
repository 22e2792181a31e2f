//! Claim (overflow): What bounds and comparisons compute of small multiples of 32-bit numbers stays within 64 bits.
//!
//! Bounds and both sides of comparisons of integers are index arithmetic: code and interpreter compute them
//! exactly, in 64 bits wherever 32 might not do. So a sum of products with constants, a quotient and the like
//! overflow only if a partial result leaves 64 bits. Each is at most as large as its operands are together, a
//! scalar of 32 bits at most 2^31; 2^48 leaves room for what is added that is not read from memory: sizes and
//! the numbers of iterations, which are limited at launch.

use ir::{Expr, Kernel, Node, typing};

use dependence::access::reads_memory;

/// How large a number may be that is computed from memory.
const LIMIT: u64 = 1 << 48;

/// How large a number of 32 bits may be.
const NARROW: u64 = 1 << 31;

/// Whether an operation of a bound or condition on integers that are read may overflow.
pub(crate) fn may_overflow(kernel: &Kernel, expr: &Expr) -> bool {
    match expr.node() {
        Node::And(operands) | Node::Or(operands) => {
            operands.iter().any(|operand| may_overflow(kernel, operand))
        }
        Node::Not(operand) => may_overflow(kernel, operand),
        Node::Compare(_, a, b) => [a, b].into_iter().any(|side| !fits(kernel, side)),
        _ => !fits(kernel, expr),
    }
}

/// Whether nothing is computed in integers from memory, or only what is small. What a declared function
/// computes is not looked into.
fn fits(kernel: &Kernel, expr: &Expr) -> bool {
    let is_declared = |part: &Expr| matches!(part.node(), Node::Call { function, .. } if kernel.functions.contains_key(function));
    if ir::walk::any(expr, &mut |part| is_declared(part)) {
        return false;
    }
    !computes_integers(kernel, expr) || magnitude(kernel, expr).is_some_and(|most| most <= LIMIT)
}

/// How large the value of an index and all its partial results may be, apart from what is not read from
/// memory; `None` where that is not known.
fn magnitude(kernel: &Kernel, expr: &Expr) -> Option<u64> {
    let of = |operand: &Expr| magnitude(kernel, operand);
    if let Some(value) = expr.as_int() {
        return Some(value.unsigned_abs());
    }
    if !reads_memory(kernel, expr) {
        return is_narrow(kernel, expr).then_some(0);
    }
    match expr.node() {
        Node::Var(_) => is_narrow(kernel, expr).then_some(NARROW),
        Node::Load { index, .. } => {
            (is_narrow(kernel, expr) && index.iter().all(|own| fits(kernel, own))).then_some(NARROW)
        }
        Node::Sum(terms) => terms.iter().try_fold(0_u64, |sum, term| sum.checked_add(of(term)?)),
        Node::Product(factors) => factors.iter().try_fold(1_u64, |product, factor| {
            let is_known = reads_memory(kernel, factor) || factor.as_int().is_some();
            is_known.then(|| of(factor)).flatten().and_then(|factor| product.checked_mul(factor.max(1)))
        }),
        Node::FloorDiv(a, b) | Node::Mod(a, b) if b.as_int().is_some_and(|b| b > 0) => {
            Some(of(a)?.max(of(b)?))
        }
        Node::Call { function, args } if matches!(&**function, "min" | "max") => {
            args.iter().try_fold(0, |most: u64, arg| Some(most.max(of(arg)?)))
        }
        _ => None,
    }
}

/// Whether a value has 32 bits or less.
fn is_narrow(kernel: &Kernel, expr: &Expr) -> bool {
    typing::type_of(kernel, expr).is_ok_and(|ty| ty.scalar().is_integer() && ty.scalar().bytes() <= 4)
}

/// Whether an operation on integers has an operand that is read.
fn computes_integers(kernel: &Kernel, expr: &Expr) -> bool {
    ir::walk::any(expr, &mut |node| {
        let is_operation = !matches!(
            node.node(),
            Node::Load { .. }
                | Node::Var(_)
                | Node::And(_)
                | Node::Or(_)
                | Node::Not(_)
                | Node::Compare { .. }
        );
        let is_integer = typing::type_of(kernel, node).is_ok_and(|ty| ty.scalar().is_integer());
        is_operation && is_integer && reads_memory(kernel, node)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceMap;

    fn overflows(text: &str) -> bool {
        let kernel = "lpir 1\n\nkernel @k {\n  arg n : i32\n  temp lo : i32 private\n  temp hi : i32 private\n  temp far : i64 private\n  \
            temp at : i32[4] private\n  domain [n] -> { [i] : 0 <= i < n }\n  iname i\n}\n";
        let module = ir::text::parse_module(kernel, SourceMap::default().add("k", kernel)).unwrap();
        let kernel = module.kernels.first().unwrap().1;
        let expr = ir::text::parse_expr(text, SourceMap::default().add("e", text), 0, &|_| false).unwrap();
        may_overflow(kernel, &expr)
    }

    // Claim: overflow
    #[test]
    fn small_multiples_of_narrow_numbers_stay_within_64_bits() {
        for text in [
            "hi - lo",
            "hi - 128*i + n",
            "min(hi, 3*lo - 1) // 4",
            "hi - lo < 7 and at[hi - lo] > n",
            "far",
            "far > lo",
        ] {
            assert!(!overflows(text), "{text}");
        }
        for text in [
            "far - lo",
            "hi*lo",
            "n*hi",
            "1000000*hi",
            "at[hi*lo]",
            "hi // lo",
            "far + 1 > lo",
            "abs(hi - lo)",
        ] {
            assert!(overflows(text), "{text}");
        }
    }
}
