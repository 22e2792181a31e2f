//! Barriers between the work items of a group.

mod access;
mod atomic;
pub(crate) mod groups;
mod race;
mod uniform;
mod walk;

use super::domains::Domains;
use ir::{Host, Kernel, Launch, Loop, Schedule};
use pass::{Applied, Refusal, Rewrite, Transform};
use race::Races;
use walk::Walk;

/// Puts a barrier wherever one work item may touch an element of shared memory that another work item wrote,
/// or write one that another touched, since the last barrier.
///
/// Barriers stand as far outside as possible, and as late. A statement's conflict with itself in a later
/// iteration counts too. A loop with a barrier in it runs the same iterations in every work item; conditions
/// then cut each work item's part out of it. Refused where no barrier helps: between groups, and between work
/// items that run one statement at once.
///
/// ```lpir
/// # RUN: schedule(); insert_barriers()
/// lpir 1
///
/// kernel @mirror {
///   arg a : f64[16] inout
///   temp t : f64[16] layout(c) local
///   domain { [i] : 0 <= i <= 15 }
///   iname i : l.0
///   fetch: t[i] = a[i]  in(i)
///   s: a[i] = t[15 - i]  in(i) after(fetch)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @mirror {
///   arg a : f64[16] inout
///   temp t : f64[16] local
///   domain { [i] : 0 <= i <= 15 }
///   iname i : l.0
///   fetch: t[i] = a[i]  in(i)
///   s: a[i] = t[15 - i]  in(i) after(fetch)
///   schedule {
///     launch @mirror groups() work_items(16) {
///       index i : l.0
///       run fetch
///       barrier "t: written by fetch, read by s"
///       run s
///     }
///   }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "lowering")]
pub struct InsertBarriers {}

impl Rewrite for InsertBarriers {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        Ok(insert_barriers(kernel)?.into())
    }
}

/// Puts barriers into the loop tree.
///
/// # Errors
/// Where work items or groups conflict in a way that no barrier settles.
pub fn insert_barriers(kernel: &Kernel) -> Result<Kernel, Refusal> {
    synchronised(kernel.clone())
}

/// The same of a kernel that nobody else needs.
pub(super) fn synchronised(mut kernel: Kernel) -> Result<Kernel, Refusal> {
    let schedule =
        kernel.schedule.as_ref().ok_or_else(|| super::describe::not_scheduled("insert_barriers"))?;
    atomic::check(&kernel)?;
    let host = hosts(&kernel, &Domains::new(&kernel), &schedule.host, &mut Vec::new())?;
    kernel.schedule = Some(Schedule { host });
    Ok(kernel)
}

/// The host's steps; `loops` are its loops around them.
fn hosts(
    kernel: &Kernel,
    domains: &Domains<'_>,
    steps: &[Host],
    loops: &mut Vec<poly::Name>,
) -> Result<Vec<Host>, Refusal> {
    let mut all = Vec::new();
    for step in steps {
        all.push(match step {
            Host::Launch(launch) => {
                let races = Races::new(kernel, domains, launch, loops);
                groups::check(&races)?;
                let body = Walk::new(&races).launch()?;
                let known = uniform::launch_inames(kernel, launch, loops);
                let body = uniform::steps(kernel, domains, launch, body, &known)?;
                Host::Launch(Launch { body, ..launch.clone() })
            }
            Host::For(repeated) => {
                loops.push(repeated.iname.clone());
                let body = hosts(kernel, domains, &repeated.body, loops);
                loops.pop();
                let (lower, upper) = (repeated.lower.clone(), repeated.upper.clone());
                Host::For(Loop {
                    iname: repeated.iname.clone(),
                    lower,
                    upper,
                    unroll: repeated.unroll,
                    body: body?,
                })
            }
        });
    }
    Ok(all)
}
