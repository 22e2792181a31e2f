//! Loops with a barrier in them: all work items must make the same iterations.

use crate::lower::describe;
use crate::lower::domains::Domains;
use crate::lower::schedule::bounds;
use dependence::uniform::varying;
use diag::Diagnostic;
use ir::{Expr, HardwareAxis, IndexSet, Kernel, Launch, Loop, Step, walk};
use pass::Refusal;
use poly::Name;
use std::collections::BTreeSet;

/// The inames on which all work items of a group agree at the start of a launch.
pub(super) fn launch_inames(kernel: &Kernel, launch: &Launch, host: &[Name]) -> Vec<Name> {
    let groups = launch.indices.iter().filter(|index| matches!(index.axis, HardwareAxis::Group(_)));
    let groups = groups.map(|index| &index.iname).filter(|iname| kernel.inames.contains_key(*iname));
    host.iter().chain(groups).cloned().collect()
}

/// The steps, each loop around a barrier with bounds in terms of what work items agree on.
pub(super) fn steps(
    kernel: &Kernel,
    domains: &Domains<'_>,
    launch: &Launch,
    steps: Vec<Step>,
    known: &[Name],
) -> Result<Vec<Step>, Refusal> {
    let mut all = Vec::new();
    for step in steps {
        all.push(match step {
            Step::For(repeated) if repeated.body.iter().any(Step::meets) => {
                let mut repeated = repeated;
                let agreed = |e: &Expr| {
                    walk::names(e)
                        .iter()
                        .all(|name| !kernel.inames.contains_key(name) || known.contains(name))
                };
                // Where a work item would make fewer iterations than others it makes idle ones: conditions
                // inside keep its statements from running there.
                if !agreed(&repeated.lower) || !agreed(&repeated.upper) {
                    let range = bounds::range(
                        domains,
                        classes(kernel, &repeated.body),
                        &repeated.iname,
                        &|name| known.contains(name),
                        None,
                    )?;
                    (repeated.lower, repeated.upper) = (range.lower, range.upper);
                }
                check_computed(kernel, launch, &repeated)?;
                let mut inner = known.to_vec();
                inner.push(repeated.iname.clone());
                repeated.body = self::steps(kernel, domains, launch, repeated.body, &inner)?;
                Step::For(repeated)
            }
            Step::If { condition, then, otherwise } => {
                let [then, otherwise] =
                    [then, otherwise].map(|part| self::steps(kernel, domains, launch, part, known));
                Step::If { condition, then: then?, otherwise: otherwise? }
            }
            other => other,
        });
    }
    Ok(all)
}

fn classes<'k>(kernel: &'k Kernel, steps: &[Step]) -> IndexSet<&'k [Name]> {
    let mut found = IndexSet::default();
    for step in steps {
        match step {
            Step::Run(id) => {
                found.extend(kernel.statements.get(id).map(|statement| statement.inames.as_slice()))
            }
            Step::For(inner) => found.extend(classes(kernel, &inner.body)),
            Step::If { then, otherwise, .. } => {
                found.extend(classes(kernel, then));
                found.extend(classes(kernel, otherwise));
            }
            Step::Barrier { .. } => {}
        }
    }
    found
}

/// Tests that what the bounds are computed from does not tell work items apart: each has a copy of its own of
/// it.
fn check_computed(kernel: &Kernel, launch: &Launch, repeated: &Loop<Step>) -> Result<(), Diagnostic> {
    let items = launch.indices.iter().filter(|index| matches!(index.axis, HardwareAxis::Local(_)));
    let items: BTreeSet<&Name> = items.map(|index| &index.iname).collect();
    let mut bounds = [&repeated.lower, &repeated.upper].into_iter();
    let Some(temp) = bounds.find_map(|bound| varying(kernel, bound, &items)) else { return Ok(()) };
    let message = format!(
        "the loop over `{}` needs a barrier, but its bounds depend on `{temp}`, which may differ between work items",
        repeated.iname
    );
    Err(Diagnostic::error("lp::barriers::bounds", message)
        .help(format!("leave {} sequential", describe::quoted(&describe::work_item_inames(kernel)))))
}
