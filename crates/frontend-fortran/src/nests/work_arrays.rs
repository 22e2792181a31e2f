//! Work arrays: arrays of a unit that one loop alone uses, and that this loop may have to itself.
//!
//! What a loop that runs once reads of such an array it has stored itself, or the program reads an element
//! without a value. So no value gets into the loop, and nobody asks for what is left in the array.

use super::flow;
use diag::Span;
use fortran_syntax::ast::{Attribute, Entity, Extent, Specification, Unit, Upper};
use fortran_syntax::mention;
use poly::Name;

/// Whether an array lives in a part of a unit, `whole`, alone. `loops` are the places of the unit's loops,
/// and `is_constant` tells the names that are constants.
pub(super) fn is_work_array(
    unit: &Unit,
    name: &Name,
    whole: Span,
    mut loops: impl Iterator<Item = Span>,
    is_constant: &dyn Fn(&Name) -> bool,
) -> bool {
    let is_around = |span: Span| span != whole && span.start <= whole.start && whole.end <= span.end;
    is_plain(unit, name, is_constant)
        && is_named_within(unit, name, whole)
        && !loops.any(is_around)
        && !flow::jumps(&unit.body)
}

/// Whether all that is said of an array is one declaration with constant bounds, and nothing keeps its value.
fn is_plain(unit: &Unit, name: &Name, is_constant: &dyn Fn(&Name) -> bool) -> bool {
    let is_bound = |extent: &Extent| match &extent.upper {
        Upper::Bound(upper) => [extent.lower.as_ref(), Some(upper)]
            .into_iter()
            .flatten()
            .all(|bound| mention::names(bound).iter().all(is_constant) && mention::applied(bound).is_empty()),
        _ => false,
    };
    let is_of_shape = |attributes: &[Attribute], entity: &Entity| {
        let shapes = attributes.iter().filter_map(|attribute| match attribute {
            Attribute::Dimension(extents) => Some(extents),
            Attribute::Other(..) => None,
        });
        let has_others = attributes.iter().any(|attribute| matches!(attribute, Attribute::Other(..)));
        let mut extents = shapes.chain(&entity.extents).flatten();
        !has_others && entity.initial.is_none() && entity.length.is_none() && extents.all(is_bound)
    };
    let mut declarations = 0;
    for (specification, _) in &unit.specifications {
        match specification {
            Specification::Declare(_, attributes, entities) => {
                for entity in entities.iter().filter(|entity| entity.name.name == *name) {
                    declarations += 1;
                    if !is_of_shape(attributes, entity) {
                        return false;
                    }
                }
            }
            // It may list nothing, and means all then.
            Specification::Save(..) => return false,
            _ => {}
        }
    }
    declarations == 1 && !unit.parts.listed.contains(name)
}

/// Whether a name stands in its declaration, in a part, and nowhere else: not in a `common`, `data`,
/// `equivalence` or `save` statement, nor in a procedure within the unit.
fn is_named_within(unit: &Unit, name: &Name, whole: Span) -> bool {
    let first = unit.parts.first.map_or(0, |first| first.start);
    let places = unit.parts.words.iter().filter(|(word, _)| word == name).map(|(_, at)| *at);
    let (declared, used): (Vec<u32>, Vec<u32>) = places.partition(|at| *at < first);
    declared.len() == 1
        && !used.is_empty()
        && used.iter().all(|at| whole.start <= *at && *at < whole.end)
        && !unit
            .head
            .args
            .iter()
            .chain([&unit.head.name])
            .chain(&unit.head.result)
            .any(|own| own.name == *name)
        && !unit.contained.iter().any(|inner| super::inner::may_name(inner, name))
}
