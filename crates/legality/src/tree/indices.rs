//! Claim (indices): Sizes of a launch and values of inames at index 0 are the same numbers everywhere in it.
//!
//! So values of one iname differ between work items exactly as their indices do, as `hardware` and `pair`
//! have it, and along no other axis, as `divergence` has it. The host computes these numbers before a launch,
//! of value arguments and of inames of its own loops.

use diag::Diagnostic;
use ir::{Expr, Host, Kernel, Launch, Name, Node, Schedule, typing, walk};

use crate::model::Model;

/// Sizes and values at index 0 that depend on anything else.
pub(crate) fn check(model: &Model<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Some(Schedule { host }) = &model.kernel.schedule {
        steps(model.kernel, host, &mut Vec::new(), &mut found);
    }
    found
}

fn steps<'k>(kernel: &'k Kernel, host: &'k [Host], loops: &mut Vec<&'k Name>, found: &mut Vec<Diagnostic>) {
    for step in host {
        match step {
            Host::Launch(launch) => found.extend(unknown(kernel, launch, loops)),
            Host::For(inner) => {
                loops.push(&inner.iname);
                steps(kernel, &inner.body, loops, found);
                loops.pop();
            }
        }
    }
}

/// What is wrong with the first number of a launch that the host does not know.
fn unknown(kernel: &Kernel, launch: &Launch, loops: &[&Name]) -> Option<Diagnostic> {
    let sizes = launch.groups.iter().chain(&launch.work_items).map(|size| ("the size".to_owned(), size));
    let bases = launch.indices.iter().map(|index| {
        let what = format!("the value of `{}` at index 0 of `{}`", index.iname, index.axis);
        (what, &index.base)
    });
    let foreign = |expr: &Expr| {
        let is_known = |name: &Name| loops.contains(&name) || typing::is_value_argument(kernel, name);
        let mut names = walk::names(expr).into_iter();
        names.find(|name| !is_known(name)).map(|name| name.to_string())
    };
    let reads = |expr: &Expr| walk::any(expr, &mut |part| matches!(part.node(), Node::Load { .. }));
    let (what, name) = sizes.chain(bases).find_map(|(what, expr)| match foreign(expr) {
        Some(name) => Some((what, name)),
        None => reads(expr).then(|| (what, expr.to_string())),
    })?;
    let message =
        format!("{what} depends on `{name}`, which is not one number for all of launch `{}`", launch.name);
    let error = Diagnostic::error("lp::legality::index", message).about([launch.name.as_str()]);
    Some(error.help("arguments and loops of the host may stand there; what differs inside of a launch goes into subscripts"))
}
