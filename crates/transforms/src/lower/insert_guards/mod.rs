//! Conditions.

mod condition;
mod emit;
mod plan;

use super::domains::Domains;
use super::region::Region;
use ir::{Host, Kernel, Launch, Loop, Schedule};
use pass::{Applied, Refusal, Rewrite, Transform};
use plan::Planner;

/// Puts conditions into the loop tree, so that each statement runs exactly at the points of its domain where
/// its predicates hold.
///
/// What bounds, hardware indices and assumptions imply is not tested again, and what they exclude does not
/// stand there. Neighbours share a condition, also across loops, but never in a way that work items would
/// miss a barrier; a predicate and its negation become `if` and `else`.
///
/// ```lpir
/// # RUN: schedule(); insert_guards()
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_inner <= 15 and 0 <= i_inner + 16*i_outer < n }
///   iname i_outer : g.0
///   iname i_inner : l.0
///   s: a[i_inner + 16*i_outer] = 2.0*a[i_inner + 16*i_outer]  in(i_outer, i_inner)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_outer and 0 <= i_inner <= 15 and i_inner + 16*i_outer < n }
///   iname i_outer : g.0
///   iname i_inner : l.0
///   s: a[i_inner + 16*i_outer] = 2.0d*a[i_inner + 16*i_outer]  in(i_outer, i_inner)
///   schedule {
///     launch @scale groups((n + 15) // 16) work_items(16) {
///       index i_outer : g.0
///       index i_inner : l.0
///       if i_inner + 16*i_outer <= n - 1 {
///         run s
///       }
///     }
///   }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "lowering")]
pub struct InsertGuards {}

impl Rewrite for InsertGuards {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        Ok(insert_guards(kernel)?.into())
    }
}

/// Puts conditions into the loop tree.
///
/// # Errors
/// Where the kernel is not scheduled, or a domain is too hard.
pub fn insert_guards(kernel: &Kernel) -> Result<Kernel, Refusal> {
    guarded(kernel.clone())
}

/// The same of a kernel that nobody else needs.
pub(super) fn guarded(mut kernel: Kernel) -> Result<Kernel, Refusal> {
    let schedule = kernel.schedule.as_ref().ok_or_else(|| super::describe::not_scheduled("insert_guards"))?;
    let planner = Planner {
        kernel: &kernel,
        domains: Domains::new(&kernel),
        work_items: super::describe::work_item_inames(&kernel),
    };
    let host = hosts(&planner, &schedule.host, &Region::new(&kernel)?)?;
    kernel.schedule = Some(Schedule { host });
    Ok(kernel)
}

fn hosts(planner: &Planner<'_>, steps: &[Host], region: &Region) -> Result<Vec<Host>, Refusal> {
    let mut all = Vec::new();
    for step in steps {
        all.push(match step {
            Host::Launch(launch) => {
                let nodes = planner.nodes(&launch.body, &region.launch(launch)?)?;
                Host::Launch(Launch { body: emit::steps(nodes), ..launch.clone() })
            }
            Host::For(repeated) => {
                let body = hosts(planner, &repeated.body, &region.inside(repeated)?)?;
                let (lower, upper) = (repeated.lower.clone(), repeated.upper.clone());
                Host::For(Loop { iname: repeated.iname.clone(), lower, upper, unroll: repeated.unroll, body })
            }
        });
    }
    Ok(all)
}
