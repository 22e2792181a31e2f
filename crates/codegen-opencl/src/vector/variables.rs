//! Private arrays that are vectors: their last axis is as long as a vector, and each subscript along it is a
//! number once loops are written out, or runs over a whole vector.

use super::{component, has_vectors};
use crate::dialect::Dialect;
use crate::printed::C;
use crate::printer::Printer;
use diag::Diagnostic;
use ir::access::accesses;
use ir::{
    AddressSpace, Expr, InameTag, IndexMap, Kernel, Layout, Name, Node, Temp, VECTOR_LENGTHS, typing, walk,
};

/// The number of elements of each such array's vectors.
pub(crate) fn variables(kernel: &Kernel, dialect: Dialect) -> IndexMap<Name, i64> {
    let candidates =
        kernel.temps.iter().filter_map(|(name, temp)| Some((name.clone(), length(kernel, name, temp)?)));
    let mut found: IndexMap<Name, i64> = candidates.filter(|_| dialect == Dialect::OpenCl).collect();
    if found.is_empty() {
        return found;
    }
    let mut of_lanes: Vec<Name> = Vec::new();
    for access in kernel.statements.values().flat_map(|statement| accesses(kernel, statement)) {
        let Some(last) = access.index.last() else { continue };
        if !walk::names(last).iter().all(|name| kernel.tag(name).is_some_and(InameTag::is_written_out)) {
            found.shift_remove(&access.variable);
        }
        if matches!(last.node(), Node::Var(name) if kernel.tag(name) == Some(InameTag::Vector)) {
            of_lanes.push(access.variable);
        }
    }
    found.retain(|name, _| of_lanes.contains(name));
    found
}

fn length(kernel: &Kernel, name: &Name, temp: &Temp) -> Option<i64> {
    let is_private = temp.space.is_none_or(|space| space == AddressSpace::Private);
    let length = temp.shape.last().and_then(Expr::as_int).filter(|length| VECTOR_LENGTHS.contains(length))?;
    let ty = typing::type_of_variable(kernel, name).ok()?.scalar();
    (is_private && temp.layout == Layout::c(temp.shape.len()) && has_vectors(ty)).then_some(length)
}

impl Printer<'_> {
    /// One element of such an array, or the whole vector where the subscript along the last axis is left out.
    pub(crate) fn element_of_vector(
        &mut self,
        array: &Name,
        name: String,
        index: &[Expr],
        count: i64,
    ) -> Result<C, Diagnostic> {
        let rank = self.kernel.temps.get(array).map_or(0, |temp| temp.shape.len());
        let (front, last) = match index.split_last() {
            Some((last, front)) if index.len() == rank => (front, Some(last)),
            _ => (index, None),
        };
        let text = self.subscripted(name, front)?;
        let Some(last) = last else { return Ok(C::primary(text)) };
        match last.as_int().filter(|lane| (0..count).contains(lane)) {
            Some(lane) => Ok(C::primary(component(&text, lane))),
            None => Err(Diagnostic::error(
                "lp::codegen::vector",
                format!(
                    "the subscript `{last}` of `{array}`, whose last axis is a vector, is not one of its elements"
                ),
            )),
        }
    }
}
