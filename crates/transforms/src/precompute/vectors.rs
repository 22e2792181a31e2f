//! Fetches of several neighbours at once.

use super::{Plan, Source};
use crate::SplitIname;
use crate::lower::assign_local_axes::distances;
use diag::Diagnostic;
use ir::{InameTag, Kernel, Name, VECTOR_LENGTHS};
use pass::{InameName, PosInt, Refusal, Rewrite};

/// The kernel with the loop of the fetch along which neighbours are read split by the width; where none reads
/// neighbours, the loop that stores them.
pub(super) fn split(
    before: &Kernel,
    kernel: Kernel,
    fetch: &Name,
    width: PosInt,
    source: &Source<'_>,
    plan: &Plan,
) -> Result<Kernel, Refusal> {
    let refuse = |message: String| {
        Refusal::from(Diagnostic::error("lp::precompute::vectors", message).at_entity(
            None,
            source.origin,
            "",
        ))
    };
    if !VECTOR_LENGTHS.contains(&width.get()) {
        return Err(refuse(format!("vectors have 2, 4, 8 or 16 elements, not {}", width.get())));
    }
    let Some(fetch) = kernel.statements.get(fetch) else { return Ok(kernel) };
    let loops: Vec<&Name> = plan.storage.loops().map(|(_, iname)| iname).collect();
    let reads_neighbours = |iname: &&&Name| distances(&kernel, fetch, iname).contains(&1);
    let Some(iname) = loops.iter().find(reads_neighbours).or(loops.last()) else {
        return Err(refuse("a single value is fetched".to_owned()));
    };
    if before.inames.contains_key(*iname) {
        return Err(refuse(format!("the loop `{iname}`, which would be split, exists already")));
    }
    in_vectors(&kernel, iname, width, source)
}

fn in_vectors(kernel: &Kernel, iname: &Name, width: PosInt, source: &Source<'_>) -> Result<Kernel, Refusal> {
    let mut untagged = kernel.clone();
    let tag = untagged.inames.get_mut(iname).and_then(|declared| declared.tag.take());
    let iname = InameName { name: iname.clone(), origin: source.origin };
    let split = SplitIname::with_inner_tag(iname, width, Some(InameTag::Vector));
    Ok(SplitIname { outer_tag: tag, ..split }.apply(&untagged)?.kernel)
}
