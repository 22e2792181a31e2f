//! Copies of temporaries, one for each trip of a loop.
//!
//! Where nothing orders the trips of a loop, a temporary that all its statements use inside of it holds the value of
//! one trip. As long as they share the loop one memory serves all trips. Where another temporary that passes values
//! across trips keeps them apart, each trip needs its own.

use super::compile::Compiler;
use super::levels::failed;
use super::memory::Fault;
use super::nest::{self, Plan};
use ir::{Kernel, Name, Unordered, access, affine};
use std::collections::BTreeMap;

/// The loop whose trips have a copy each: its iname, the first value of it, and how many there are.
#[derive(Debug, Clone)]
pub(crate) struct Trips {
    pub(crate) iname: Name,
    pub(crate) first: i64,
    pub(crate) count: i64,
}

/// The temporaries that need copies.
pub(crate) fn copies(compiler: &Compiler<'_>) -> Result<BTreeMap<Name, Vec<Trips>>, Fault> {
    let kernel = compiler.kernel;
    let mut found = BTreeMap::new();
    if kernel.unordered == Unordered::TextOrder || kernel.temps.is_empty() {
        return Ok(found);
    }
    let Some(plans) = nest::nest_of(kernel) else { return Ok(found) };
    for name in kernel.temps.keys() {
        let mut trips = Vec::new();
        for iname in split_loops(kernel, &plans, name) {
            // Without bounds there are no trips, or they depend on values that are computed.
            if let [Some(first), Some(last)] = compiler.ends(&iname).map_err(failed)? {
                let count = last.saturating_sub(first).saturating_add(1);
                trips.push(Trips { iname, first, count });
            }
        }
        if !trips.is_empty() {
            found.insert(name.clone(), trips);
        }
    }
    Ok(found)
}

/// The inames that all statements with a temporary have, that do not number its cells, and whose loop is not one.
fn split_loops(kernel: &Kernel, plans: &[Plan], name: &Name) -> Vec<Name> {
    let mut users = Vec::new();
    let mut subscripts = Vec::new();
    for (statement, plan) in kernel.statements.values().zip(plans) {
        let accesses = access::accesses(kernel, statement);
        let own: Vec<_> = accesses.into_iter().filter(|access| access.variable == *name).collect();
        if !own.is_empty() {
            users.push((statement, plan));
            subscripts.extend(own.into_iter().flat_map(|access| access.index));
        }
    }
    let Some(((first, first_plan), others)) = users.split_first() else { return Vec::new() };
    let is_bound = kernel.domains.iter().any(|domain| domain.set.has_param(name));
    let is_split = |iname: &&Name| {
        let way = entered(first_plan, iname);
        !is_bound
            && others.iter().all(|(statement, _)| statement.inames.contains(*iname))
            && others.iter().any(|(_, plan)| entered(plan, iname) != way)
            && !subscripts.iter().any(|subscript| affine::mentions(subscript, iname))
    };
    first.inames.iter().filter(is_split).cloned().collect()
}

/// The way down a nest to the loop over an iname.
fn entered<'a>(plan: &'a Plan, iname: &Name) -> &'a [(i64, Option<Name>)] {
    let end = plan.iter().position(|(_, entered)| entered.as_ref() == Some(iname));
    end.and_then(|end| plan.get(..=end)).unwrap_or_default()
}
