//! Claim: a loop of which the last value is known but for a small number may go as far as it could get at
//! most, where its body stands under the condition that the last value is not passed.
//!
//! `do k = 1, m + extra`, where `extra` is 0 or 1 as a flag says, then has a length that the host knows: it
//! may run on work groups. So has a loop up to `m - mod(m, 4)`.

use super::symbolic::{Values, assigned};
use diag::Span;
use fortran_sema::hir::{Branch, Loop, Node, NodeKind};
use ir::{Comparison, Expr, Node as Value, affine, walk};
use poly::{Aff, Name};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many iterations may be tried for nothing.
const MAX_MORE: i64 = 64;

/// Ends the loop of that head, which stands at a place, at the last value that it may reach.
pub(super) fn rewrite(head: &mut Loop, span: Span, tags: &Rc<BTreeSet<Name>>, values: &Values) {
    let Some(step) = head.step.as_int() else { return };
    let Some(last) = values.evaluate(&head.upper).filter(|last| affine::to_aff(last).is_none()) else {
        return;
    };
    let Some(Range { base, least, most }) = Range::of_expr(&last) else { return };
    let is_close = most.checked_sub(least).is_some_and(|more| more <= MAX_MORE);
    let Some(end) = base.offset(if step > 0 { most } else { least }).filter(|_| is_close) else { return };
    // The condition is evaluated in each iteration.
    let changes = assigned(&head.body);
    if walk::names(&head.upper).iter().any(|name| changes.contains(name) || *name == head.variable) {
        return;
    }
    let op = if step > 0 { Comparison::LessEqual } else { Comparison::GreaterEqual };
    let condition = Expr::new(Value::Compare(op, Expr::var(head.variable.clone()), head.upper.clone()));
    let body = std::mem::take(&mut head.body);
    let branch = Branch { condition, span, tags: Rc::clone(tags), body };
    let kind = NodeKind::If(vec![branch], Vec::new());
    head.body = vec![Node { kind, span, tags: Rc::clone(tags) }];
    head.upper = affine::from_aff(&end);
}

/// Between which numbers a value lies: from so many behind an affine form to so many.
struct Range {
    base: Aff,
    least: i64,
    most: i64,
}

impl Range {
    fn of_expr(expr: &Expr) -> Option<Range> {
        if let Some(aff) = affine::to_aff(expr) {
            let constant = aff.constant_part();
            return Some(Range {
                base: aff.offset(constant.checked_neg()?)?,
                least: constant,
                most: constant,
            });
        }
        match expr.node() {
            Value::Sum(terms) => {
                let zero = Range { base: Aff::constant(0), least: 0, most: 0 };
                terms.iter().try_fold(zero, |sum, term| sum.plus(Range::of_expr(term)?))
            }
            Value::Product(factors) => {
                let (constants, others): (Vec<_>, Vec<_>) =
                    factors.iter().partition(|factor| factor.as_int().is_some());
                let [only] = others.as_slice() else { return None };
                let factor = constants.iter().try_fold(1_i64, |all, own| all.checked_mul(own.as_int()?))?;
                Range::of_expr(only)?.times(factor)
            }
            Value::Select(_, a, b) => Range::of_expr(a)?.hull(Range::of_expr(b)?),
            Value::Call { function, args } if function == "rem_trunc" => {
                let most = args.get(1)?.as_int().filter(|by| *by > 0)?.checked_sub(1)?;
                Some(Range { base: Aff::constant(0), least: most.checked_neg()?, most })
            }
            _ => None,
        }
    }

    fn plus(self, other: Range) -> Option<Range> {
        let (least, most) = (self.least.checked_add(other.least)?, self.most.checked_add(other.most)?);
        Some(Range { base: self.base.add(&other.base)?, least, most })
    }

    fn times(self, factor: i64) -> Option<Range> {
        let (a, b) = (self.least.checked_mul(factor)?, self.most.checked_mul(factor)?);
        Some(Range { base: self.base.scale(factor)?, least: a.min(b), most: a.max(b) })
    }

    /// What holds both.
    fn hull(self, other: Range) -> Option<Range> {
        let (least, most) = (self.least.min(other.least), self.most.max(other.most));
        (self.base == other.base).then_some(Range { base: self.base, least, most })
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    #[test]
    fn a_last_value_that_a_flag_tells() {
        assert_eq!(
            body(
                "constant_propagation",
                "k = 0\nif (m == 3) k = 1\ndo i = 1, n + k\nx(i) = i\ny(i) = 1\nend do\nx(1) = k"
            ),
            "k = 0\nif (m == 3) then\n  k = 1\nend if\ndo i = 1, n + 1\n  if (i <= n + k) then\n    x[i] = cast(f32, i)\n    y[i] = 1.0f\n  end if\nend do\nx[1] = cast(f32, k)"
        );
    }

    #[test]
    fn the_least_of_one_that_descends() {
        let text = body("constant_propagation", "k = n - mod(n, 4)\ndo i = 0, k, -2\nx(i) = k\nend do");
        assert!(text.contains("do i = 0, n - 3, -2\n  if (i >= k) then"), "{text}");
    }

    #[test]
    fn others_stay() {
        for (statements, head) in [
            ("k = 0\nif (m == 3) k = n\ndo i = 1, k + 1\nx(i) = 1\ny(i) = k\nend do", "do i = 1, k + 1\n"),
            ("k = 0\nif (m == 3) k = 100\ndo i = 1, n + k\nx(i) = 1\ny(i) = k\nend do", "do i = 1, n + k\n"),
            (
                "k = 0\nif (m == 3) k = 1\ndo i = 1, n + k\nk = 5\nx(i) = 1\ny(i) = k\nend do",
                "do i = 1, n + k\n",
            ),
            ("if (m == 3) k = x(1)\ndo i = 1, n + k\nx(i) = 1\ny(i) = k\nend do", "do i = 1, n + k\n"),
        ] {
            let text = body("constant_propagation", statements);
            assert!(text.contains(head), "{text}");
        }
    }
}
