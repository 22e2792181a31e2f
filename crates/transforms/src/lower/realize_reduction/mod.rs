//! Reductions as loops.

mod duplicate;
mod parallel;
mod realizer;

use diag::Diagnostic;
use ir::{Expr, Kernel, Name, Node, Statement, walk};
use pass::{Applied, Refusal, Rewrite, Transform, with_reference};
use realizer::Realizer;
use std::collections::BTreeSet;

/// Replaces each reduction by a private accumulator: a statement that sets it to the neutral element, one that
/// updates it in loops over the reduced inames, and a read of it in place of the reduction.
///
/// A reduction inside a branch of `if(..)` runs only where that branch is taken. An iname that several statements reduce
/// over gets a copy for each, since every loop stands in one place.
///
/// Over an iname tagged `l.N`, each work item reduces its part into local memory, and then a quarter of the work items
/// reduce four parts each, until eight or fewer are left. Over one tagged `g.N`, each group stores its part in global memory, and one group of
/// a second launch reduces the parts. The number of iterations of such an iname must be a constant.
///
/// ```lpir
/// # RUN: realize_reduction()
/// lpir 1
///
/// kernel @rows {
///   arg n : i32
///   arg a : f64[n, n] in
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   domain in 0 [i, n] -> { [k] : 0 <= k <= i }
///   iname i
///   iname k
///   s: b[i] = sum(k, a[i, k])  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @rows {
///   arg n : i32
///   arg a : f64[n, n] layout(c) in
///   arg b : f64[n] out
///   temp acc_k : f64 private
///   domain [n] -> { [i] : 0 <= i < n }
///   domain in 0 [i, n] -> { [k] : 0 <= k <= i }
///   iname i
///   iname k
///   s_init: acc_k = 0.0d  in(i)
///   s_update: acc_k = acc_k + a[i, k]  in(i, k) after(s_init) over(k = k)
///   s: b[i] = acc_k  in(i) after(s_update)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "lowering")]
pub struct RealizeReduction {
    /// Whether Loo.py would compute sums over growing ranges from each other. Here each is computed by itself, which gives the
    /// same values in more steps, and a warning says so.
    #[arg(default = false)]
    pub force_scan: bool,
}

impl Rewrite for RealizeReduction {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut warnings = Vec::new();
        if self.force_scan {
            let message = "there are no scans: each reduction is computed by itself";
            let warning = Diagnostic::warning("lp::reduction::no-scan", message);
            warnings.push(warning.note(
                "the values are the same, and the number of steps grows with the square of their number",
            ));
        }
        Ok(Applied { warnings, ..realize_reduction(kernel)?.into() })
    }
}

/// Replaces each reduction by an accumulator and a loop.
///
/// # Errors
/// Where a reduced iname runs on a hardware axis, surrounds its statement, or has a body without a type.
pub fn realize_reduction(kernel: &Kernel) -> Result<Kernel, Refusal> {
    realize_in(kernel, &kernel.statements.keys().collect())
}

/// The same for the reductions of some statements.
pub(crate) fn realize_in(kernel: &Kernel, selected: &BTreeSet<&Name>) -> Result<Kernel, Refusal> {
    let concerned = |(id, statement): (&Name, &Statement)| selected.contains(id) && has_reduction(statement);
    if !kernel.statements.iter().any(concerned) {
        return Ok(kernel.clone());
    }
    let kernel = with_reference(kernel);
    let mut realizer = Realizer::new(&kernel);
    for (id, statement) in &kernel.statements {
        if concerned((id, statement)) {
            realizer.statement(id, statement)?;
        } else {
            realizer.keep(id, statement);
        }
    }
    realizer.finish()
}

fn has_reduction(statement: &Statement) -> bool {
    let index = statement.target().map(ir::LValue::index).unwrap_or_default();
    statement.predicates.iter().chain(statement.value()).chain(index).any(reduces)
}

/// Whether a reduction stands in the expression.
fn reduces(expr: &Expr) -> bool {
    walk::any(expr, &mut |e| matches!(e.node(), Node::Reduce { .. }))
}
