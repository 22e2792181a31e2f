//! Which statements of a kernel fill and read what is pipelined.

use super::PipelineBuffer;
use crate::rewrite::reduced_inames;
use ir::access::{AccessKind, accesses};
use ir::{InameTag, IndexSet, Kernel, Name, Provenance, Statement};
use pass::Refusal;

/// What is pipelined, and by which statements.
pub(super) struct Plan {
    pub(super) iname: Name,
    pub(super) temporary: Name,
    /// The statement that fills the temporary.
    pub(super) fetch: Name,
    pub(super) readers: IndexSet<Name>,
    /// Its loops that stand neither around the readers nor for work items or groups.
    pub(super) own: Vec<Name>,
}

impl Plan {
    /// Finds out, or says why the temporary cannot be pipelined.
    pub(super) fn of_call(call: &PipelineBuffer, kernel: &Kernel) -> Result<Self, Refusal> {
        let (id, fetch) = fetch(call, kernel)?;
        let readers = readers(call, kernel, id)?;
        let is_around = |iname: &Name| {
            let mut around = readers.iter().filter_map(|reader| Some(&kernel.statements.get(reader)?.inames));
            around.any(|inames| inames.contains(iname))
        };
        let tag = |iname: &Name| kernel.inames.get(iname).and_then(|iname| iname.tag);
        let is_parallel = |iname: &Name| tag(iname).is_some_and(InameTag::is_parallel);
        let own = fetch.inames.iter().filter(|iname| !is_around(iname) && !is_parallel(iname));
        Ok(Plan {
            iname: call.iname.name.clone(),
            temporary: call.temporary.name.clone(),
            fetch: id.clone(),
            own: own.cloned().collect(),
            readers,
        })
    }
}

/// The only statement that writes the temporary.
fn fetch<'k>(call: &PipelineBuffer, kernel: &'k Kernel) -> Result<(&'k Name, &'k Statement), Refusal> {
    let (name, along) = (&call.temporary.name, &call.iname.name);
    let writes = |statement: &&Statement| statement.target().is_some_and(|target| target.name() == name);
    let writers = kernel.statements.iter().filter(|(_, statement)| writes(statement));
    let writers: Vec<(&Name, &Statement)> = writers.collect();
    let (message, help) = match writers.as_slice() {
        [] => (
            format!("nothing fills `{name}`"),
            "pipeline a temporary that `add_prefetch` or `precompute` made",
        ),
        [(id, statement)] => {
            let fetches =
                matches!(&statement.provenance, Some(Provenance::Fetch(fetch)) if fetch.iteration.is_empty());
            if fetches && !reads(kernel, statement, name) && statement.inames.contains(along) {
                return Ok((*id, *statement));
            }
            match fetches {
                _ if !statement.inames.contains(along) => (
                    format!("`{id}` fills `{name}` outside of the loop over `{along}`"),
                    "pipeline along a loop in each iteration of which it is filled",
                ),
                true => (format!("`{id}` updates `{name}`"), "pipeline what is only fetched"),
                false => (
                    format!("`{id}`, which fills `{name}`, is no fetch of this iteration"),
                    "pipeline a temporary that `add_prefetch` or `precompute` made, once",
                ),
            }
        }
        [(first, _), (second, _), ..] => {
            (format!("`{first}` and `{second}` write `{name}`"), "pipeline what one statement fills")
        }
    };
    Err(call.refuse("lp::pipeline::fetch", message).help(help).into())
}

/// The statements that read the temporary, all of them in the loop.
fn readers(call: &PipelineBuffer, kernel: &Kernel, fetch: &Name) -> Result<IndexSet<Name>, Refusal> {
    let (name, along) = (&call.temporary.name, &call.iname.name);
    let mut readers = IndexSet::default();
    for (id, statement) in kernel.statements.iter().filter(|(id, _)| *id != fetch) {
        if !reads(kernel, statement, name) {
            continue;
        }
        if !statement.inames.contains(along) {
            let message = format!("`{id}` reads `{name}` outside of the loop over `{along}`");
            let problem = call.refuse("lp::pipeline::outside", message);
            let problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "it is read here");
            let help = match reduced_inames(kernel, statement).contains(along) {
                true => "realize the reduction first: `realize_reduction()`",
                false => "pipeline along a loop that is around all its uses",
            };
            return Err(problem.help(help).into());
        }
        readers.insert(id.clone());
    }
    if readers.is_empty() {
        return Err(call.refuse("lp::pipeline::fetch", format!("nothing reads `{name}`")).into());
    }
    Ok(readers)
}

/// Whether a statement reads a variable.
fn reads(kernel: &Kernel, statement: &Statement, name: &Name) -> bool {
    let mut all = accesses(kernel, statement).into_iter();
    all.any(|access| access.kind == AccessKind::Read && access.variable == *name)
}
