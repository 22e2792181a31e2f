//! Copies of temporaries, one for each iteration of a loop.
//!
//! Where nothing orders the iterations of a loop, a temporary that all its statements use inside of it holds
//! the value of one iteration. As long as they share the loop one memory serves all iterations. Where another
//! temporary that passes values across iterations keeps them apart, each iteration needs its own.

use super::compile::Compiler;
use super::levels::failed;
use super::memory::Fault;
use super::nest::{self, Plan};
use diag::Diagnostic;
use ir::{Kernel, Name, Statement, Unordered, access, expand, walk};
use std::collections::BTreeMap;

/// The loop whose iterations have a copy each: its iname, the first value of it, and how many there are.
#[derive(Debug, Clone)]
pub(crate) struct Iterations {
    pub(crate) iname: Name,
    pub(crate) first: i64,
    pub(crate) count: i64,
}

/// The temporaries that need copies.
pub(crate) fn copies(compiler: &Compiler<'_>) -> Result<BTreeMap<Name, Vec<Iterations>>, Fault> {
    let kernel = compiler.kernel;
    let mut found = BTreeMap::new();
    if kernel.unordered == Unordered::TextOrder || kernel.temps.is_empty() {
        return Ok(found);
    }
    let Some(plans) = nest::nest_of(kernel) else { return Ok(found) };
    for name in kernel.temps.keys() {
        let split = split_loops(kernel, &plans, name);
        let iterations: Vec<Iterations> =
            split.into_iter().map(|iname| iterations(compiler, name, iname)).collect::<Result<_, _>>()?;
        if !iterations.is_empty() {
            found.insert(name.clone(), iterations);
        }
    }
    Ok(found)
}

/// The iterations of a loop that each need a copy.
fn iterations(compiler: &Compiler<'_>, name: &Name, iname: Name) -> Result<Iterations, Fault> {
    match compiler.ends(&iname).map_err(failed)? {
        [Some(first), Some(last)] => {
            let count = last.saturating_sub(first).saturating_add(1);
            Ok(Iterations { iname, first, count })
        }
        _ if compiler.is_empty(&iname).map_err(failed)? => Ok(Iterations { iname, first: 0, count: 0 }),
        _ => {
            let message =
                format!("each iteration of `{iname}` needs its own `{name}`, but their number is computed");
            Err(Box::new(Diagnostic::error("lp::run::copies", message)))
        }
    }
}

/// The inames that all statements with a temporary have, that do not number its elements, and whose loop is
/// not one.
fn split_loops(kernel: &Kernel, plans: &[Plan], name: &Name) -> Vec<Name> {
    let is_user = |(statement, _): &(&Statement, &Plan)| {
        let accesses = access::accesses(kernel, statement);
        accesses.iter().any(|access| access.variable == *name) || is_bound(kernel, statement, name)
    };
    let users: Vec<(&Statement, &Plan)> = kernel.statements.values().zip(plans).filter(is_user).collect();
    let is_split = |iname: &Name| {
        let mut ways = users.iter().map(|(_, plan)| entered(plan, iname));
        ways.next().is_some_and(|first| ways.any(|way| way != first))
    };
    let common = access::common(name, users.iter().map(|(statement, _)| *statement));
    common.into_iter().filter(is_split).collect()
}

/// Whether the bounds of a statement's loops and reductions depend on a variable.
fn is_bound(kernel: &Kernel, statement: &Statement, name: &Name) -> bool {
    let exprs = statement.predicates.iter().chain(statement.value());
    let expanded = exprs.filter_map(|expr| expand::expand_rules(expr, &kernel.rules));
    let reduced: Vec<Name> = expanded.flat_map(|expr| walk::reduction_inames(&expr)).collect();
    let domains = kernel.domains_of(statement.inames.iter().chain(&reduced));
    let domains = domains.into_iter().filter_map(|at| kernel.domains.get(at));
    domains.into_iter().any(|domain| domain.set.has_param(name))
}

/// The way down a nest to the loop over an iname.
fn entered<'a>(plan: &'a Plan, iname: &Name) -> &'a [(i64, Option<Name>)] {
    let end = plan.iter().position(|(_, entered)| entered.as_ref() == Some(iname));
    end.and_then(|end| plan.get(..=end)).unwrap_or_default()
}
