//! Reductions as loops.

mod duplicate;
mod iteration_range;
mod parallel;
mod parallel_scan;
mod realizer;
mod scan;
mod scan_over_groups;
mod share;
mod shared_loops;

use crate::rewrite::{iname, select_any};
use diag::Diagnostic;
use ir::{Expr, Kernel, Name, Node, Statement, walk};
use pass::{Applied, InameName, Refusal, Rewrite, Selector, Transform, with_reference};
use realizer::Realizer;
pub(crate) use realizer::neutral;
use scan::Scans;
pub(crate) use shared_loops::SharedLoops;
use std::collections::BTreeSet;

/// Replaces each reduction by a private accumulator: a statement that sets it to the neutral element, one
/// that updates it in loops over the reduced inames, and a read of it in place of the reduction.
///
/// A reduction inside a branch of `if(..)` runs only where that branch is taken. Reductions over the same
/// inames share loops if none of them waits for another. Statements in loops over these inames join them if
/// each iteration reduces nothing that another one writes, and nothing has to run between. Otherwise each
/// gets copies of the inames.
///
/// Sums and products may still lack a type; the types of other reductions must be known.
///
/// Over an iname tagged `l.N`, each work item reduces its part into local memory, and then a quarter of the
/// work items reduce four parts each, until eight or fewer are left. Over one tagged `g.N`, each group stores
/// its part in global memory, and one group of a second launch reduces the parts. The number of iterations of
/// such an iname must be a constant.
///
/// With `force_scan`, a reduction whose range grows with a loop around it goes on where that of the iteration
/// before ended: its accumulator starts before the loop, and takes in the points that are new in each
/// iteration. Over a loop tagged `l.N`, whose length must be a constant, each work item reduces its new
/// points into local memory and joins them with those of the work items before it, sixteen runs of them at a
/// time. Where something else than the range differs from iteration to iteration, or nothing orders them,
/// each reduction is computed by itself, and a warning says so. Over a loop tagged `g.N`, or such a loop and
/// one tagged `l.N` inside of it, of any number of iterations, each group reduces its new points and stores
/// that, and in a second launch adds up what the groups before it have stored.
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
    /// Whether each reduction goes on where that of the iteration before ended. Refused where its range is
    /// not the range of that iteration with further points.
    #[arg(default = false)]
    pub force_scan: bool,
    /// Loop with which the range of a scan grows; the only one on which its bounds depend, unless given.
    #[arg(default = None)]
    pub force_outer_iname_for_scan: Option<InameName>,
    /// Statements whose reductions are replaced; all, unless given.
    #[arg(default = None)]
    pub insn_id_filter: Option<Vec<Selector>>,
}

impl Rewrite for RealizeReduction {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        if let Some(wanted) = &self.force_outer_iname_for_scan {
            iname(kernel, wanted)?;
        }
        let sweep = self.force_outer_iname_for_scan.as_ref().map(|wanted| wanted.name.clone());
        let scans = Scans { forced: self.force_scan, sweep };
        let selected = select_any(kernel, self.insn_id_filter.as_deref())?;
        let (kernel, warnings) = realize(kernel, &selected.iter().collect(), scans)?;
        Ok(Applied { warnings, ..kernel.into() })
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
    Ok(realize(kernel, selected, Scans::default())?.0)
}

/// The same, and what is to be said of it.
fn realize(
    kernel: &Kernel,
    selected: &BTreeSet<&Name>,
    scans: Scans,
) -> Result<(Kernel, Vec<Diagnostic>), Refusal> {
    let concerned = |(id, statement): (&Name, &Statement)| selected.contains(id) && has_reduction(statement);
    if !kernel.statements.iter().any(concerned) {
        return Ok((kernel.clone(), Vec::new()));
    }
    let kernel = with_reference(kernel);
    let groups = SharedLoops::find(&kernel)?;
    let mut realizer = Realizer::new(&kernel, scans);
    for (id, statement) in &kernel.statements {
        if concerned((id, statement)) {
            realizer.statement(id, statement)?;
        } else {
            realizer.keep(id, statement);
        }
    }
    realizer.finish(&groups)
}

pub(super) fn has_reduction(statement: &Statement) -> bool {
    statement.expressions().any(reduces)
}

/// Whether a reduction stands in the expression.
fn reduces(expr: &Expr) -> bool {
    walk::any(expr, &mut |e| matches!(e.node(), Node::Reduce { .. }))
}
