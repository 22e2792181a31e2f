//! Loops with a barrier in them: all lanes must make the same trips.

use crate::Refusal;
use crate::lower::describe;
use crate::lower::domains::Domains;
use crate::lower::schedule::bounds;
use diag::Diagnostic;
use indexmap::IndexSet;
use ir::{Expr, HardwareAxis, Kernel, Launch, Loop, Step, walk};
use poly::Name;

/// The inames on which all lanes of a group agree at the start of a launch.
pub(super) fn known(kernel: &Kernel, launch: &Launch, host: &[Name]) -> Vec<Name> {
    let groups = launch.indices.iter().filter(|index| matches!(index.axis, HardwareAxis::Group(_)));
    let groups = groups.map(|index| &index.iname).filter(|iname| kernel.inames.contains_key(*iname));
    host.iter().chain(groups).cloned().collect()
}

/// The steps, each loop around a barrier with bounds in terms of what lanes agree on.
pub(super) fn steps(
    kernel: &Kernel,
    domains: &Domains<'_>,
    steps: Vec<Step>,
    known: &[Name],
) -> Result<Vec<Step>, Refusal> {
    let mut all = Vec::new();
    for step in steps {
        all.push(match step {
            Step::For(repeated) if meets(&repeated.body) => {
                let mut repeated = repeated;
                let agreed = |e: &Expr| {
                    walk::names(e)
                        .iter()
                        .all(|name| !kernel.inames.contains_key(name) || known.contains(name))
                };
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
                check_computed(kernel, &repeated)?;
                let mut inner = known.to_vec();
                inner.push(repeated.iname.clone());
                repeated.body = self::steps(kernel, domains, repeated.body, &inner)?;
                Step::For(repeated)
            }
            Step::If { condition, then, otherwise } => {
                let [then, otherwise] =
                    [then, otherwise].map(|part| self::steps(kernel, domains, part, known));
                Step::If { condition, then: then?, otherwise: otherwise? }
            }
            other => other,
        });
    }
    Ok(all)
}

fn meets(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Barrier { .. } => true,
        Step::For(inner) => meets(&inner.body),
        Step::If { then, otherwise, .. } => meets(then) || meets(otherwise),
        Step::Run(_) => false,
    })
}

fn classes<'k>(kernel: &'k Kernel, steps: &[Step]) -> IndexSet<&'k [Name]> {
    let mut found = IndexSet::new();
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

/// Each lane has a copy of its own of what bounds are computed in.
fn check_computed(kernel: &Kernel, repeated: &Loop<Step>) -> Result<(), Diagnostic> {
    let mut names = walk::names(&repeated.lower);
    names.extend(walk::names(&repeated.upper));
    let Some(temp) = names.iter().find(|name| kernel.temps.contains_key(*name)) else { return Ok(()) };
    let message = format!(
        "the loop over `{}` needs a barrier, but its bounds depend on `{temp}`, which may differ between work items",
        repeated.iname
    );
    Err(Diagnostic::error("lp::barriers::bounds", message)
        .help(format!("leave {} sequential", describe::quoted(&describe::lane_inames(kernel)))))
}
