//! The steps that tile a product.
//!
//! Work items lie along three axes: `l.1` goes along the results that are contiguous in memory, `l.2` and two
//! work items of `l.0` across. So a warp reads each value of a slice from local memory once.

use super::calls::call;
use super::isolate::Isolated;
use super::product::Sum;
use super::tile::{Side, Tile};
use crate::auto_parallel::attempt::Attempt;
use crate::{AddPrefetch, BufferArray, PipelineBuffer, Precompute, SplitIname, TagArrayAxes};
use ir::{InameTag, Kernel, Name};
use pass::Refusal;
use poly::{Aff, Constraint, Error};
use std::collections::BTreeMap;

/// Neighbours along `l.0`.
const LANES: i64 = 2;

/// What a loop over results has become.
struct Results {
    /// The loop over blocks, on work groups.
    block: Name,
    /// Loops over the runs of a work item, and over the results of a run.
    own: [Name; 2],
    /// Loops over work items.
    items: Vec<Name>,
}

/// A slice of an operand that a group fetches.
struct Slice<'p> {
    rule: &'p Name,
    /// The loops within a block, the summed one too, that it depends on.
    swept: Vec<Name>,
    /// Along one side of the tile.
    side: Side,
    /// Whether memory is contiguous along that side, and not along the summed loop.
    is_contiguous: bool,
}

/// Tiles a product.
pub(super) fn tile(attempt: &mut Attempt, isolated: &Isolated) -> Result<(), Refusal> {
    let product = &isolated.product;
    let tile = product.tile;
    let along = share_along(attempt, &product.along.iname, tile.along)?;
    let across = share_across(attempt, &product.across.iname, tile.across)?;
    let has_slab = has_rest(&attempt.kernel, &product.summed, tile.depth)?;
    let depth = Cut { length: tile.depth, tags: [None, Some(InameTag::UnrollHint)], has_slab };
    let [outer, inner] = depth.split(attempt, &product.summed)?;
    let around = vec![along.block.clone(), across.block.clone(), outer.clone()];
    let slice = |rule, results: &Results, side, is_contiguous| {
        let [runs, run] = results.own.clone();
        let swept = [vec![runs], results.items.clone(), vec![run, inner.clone()]].concat();
        Slice { rule, swept, side, is_contiguous }
    };
    let of_across = slice(&isolated.across, &across, tile.across, product.across.is_contiguous);
    let of_along = slice(&isolated.along, &along, tile.along, product.along.is_contiguous);
    let fetch = Fetch { around: &around, tile };
    let slices = [fetch.take(attempt, &of_across)?, fetch.take(attempt, &of_along)?];
    if let Sum::Element(array) = &product.sum {
        let buffer = call(BufferArray::SPEC).arg(array).arg(vec![outer.clone(), inner.clone()]);
        let buffer =
            buffer.keyword("within", format!("id:{}", product.statement)).keyword("default_tag", None);
        buffer.take(attempt)?;
    }
    let items = [across.items.clone(), along.items.clone()].concat();
    for (slice, results) in slices.iter().zip([&across, &along]) {
        let around = [around.clone(), vec![inner.clone()], items.clone(), results.own.to_vec()].concat();
        let registers = call(AddPrefetch::SPEC).arg(slice).keyword("fetch_outer_inames", around);
        let registers = registers.keyword("fetch_bounding_box", true);
        registers.keyword("temporary_name", format!("{slice}_item")).take(attempt)?;
    }
    slices.iter().try_for_each(|slice| call(PipelineBuffer::SPEC).arg(slice).arg(&outer).take(attempt))
}

fn share_along(attempt: &mut Attempt, iname: &Name, side: Side) -> Result<Results, Refusal> {
    let [block, runs, rest] = share(attempt, iname, side, 0)?;
    let [item, run] =
        Cut::new(side.run, [Some(InameTag::Local(1)), Some(InameTag::IlpUnroll)]).split(attempt, &rest)?;
    Ok(Results { block, own: [runs, run], items: vec![item] })
}

fn share_across(attempt: &mut Attempt, iname: &Name, side: Side) -> Result<Results, Refusal> {
    let [block, runs, rest] = share(attempt, iname, side, 1)?;
    let [item, run] = Cut::new(side.run, [None, Some(InameTag::IlpUnroll)]).split(attempt, &rest)?;
    let axes = [Some(InameTag::Local(2)), Some(InameTag::Local(0))];
    let items = Cut::new(LANES, axes).split(attempt, &item)?;
    Ok(Results { block, own: [runs, run], items: items.to_vec() })
}

/// Splits a loop into blocks for groups, the runs of a work item in one, and the work items with their
/// neighbours.
fn share(attempt: &mut Attempt, iname: &Name, side: Side, axis: u8) -> Result<[Name; 3], Refusal> {
    let blocks = Cut::new(side.block, [Some(InameTag::Group(axis)), None]);
    let [block, rest] = blocks.split(attempt, iname)?;
    let [runs, rest] = Cut::new(side.distance(), [Some(InameTag::IlpUnroll), None]).split(attempt, &rest)?;
    Ok([block, runs, rest])
}

/// How to split a loop.
struct Cut {
    length: i64,
    tags: [Option<InameTag>; 2],
    /// Whether the last iteration of the outer loop has code of its own.
    has_slab: bool,
}

impl Cut {
    fn new(length: i64, tags: [Option<InameTag>; 2]) -> Self {
        Cut { length, tags, has_slab: false }
    }

    /// Splits the loop; the names of the outer and the inner one.
    fn split(self, attempt: &mut Attempt, iname: &Name) -> Result<[Name; 2], Refusal> {
        let parts = ["outer", "inner"].map(|part| attempt.kernel.fresh_name(&format!("{iname}_{part}")));
        let [outer, inner] = &parts;
        let [outer_tag, inner_tag] = self.tags;
        let mut split = call(SplitIname::SPEC).arg(iname).arg(self.length);
        split = split.keyword("outer_iname", outer).keyword("inner_iname", inner);
        split = split.keyword("outer_tag", outer_tag).keyword("inner_tag", inner_tag);
        if self.has_slab {
            split = split.keyword("slabs", [0, 1]);
        }
        split.take(attempt)?;
        Ok(parts)
    }
}

/// Whether the last iterations of a loop may fill no block of a length.
fn has_rest(kernel: &Kernel, iname: &Name, length: i64) -> Result<bool, Refusal> {
    let domain = kernel.home(iname).and_then(|home| kernel.domains.get(home));
    let Some((set, bounds)) = domain.and_then(|domain| Some((&domain.set, domain.set.conjunction()?))) else {
        return Ok(true);
    };
    let set = set.intersect(&kernel.assumptions)?;
    let first = Aff::dim(iname).floor_div(length).and_then(|block| block.scale(length));
    let last = first.and_then(|first| first.offset(length.saturating_sub(1))).ok_or(Error::Overflow)?;
    for bound in bounds.iter().filter(|bound| bound.aff.coefficient(iname) < 0) {
        let at_last = bound.aff.substitute(&BTreeMap::from([(iname.clone(), last.clone())]));
        let beyond =
            at_last.and_then(|aff| Constraint::lt(&aff, &Aff::constant(0))).ok_or(Error::Overflow)?;
        if !set.add_constraints(&[beyond])?.is_empty()? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How slices are fetched.
struct Fetch<'f> {
    /// The loops around a slice.
    around: &'f [Name],
    tile: Tile,
}

impl Fetch<'_> {
    /// Fetches a slice; the name of the temporary.
    ///
    /// All work items of the group share the fetch, neighbours in memory next to each other.
    fn take(&self, attempt: &mut Attempt, slice: &Slice<'_>) -> Result<Name, Refusal> {
        let rule = slice.rule;
        let [temporary, own, summed] =
            ["slice", "at", "sum"].map(|part| attempt.kernel.fresh_name(&format!("{rule}_{part}")));
        let mut precompute = call(Precompute::SPEC).arg(rule).arg(slice.swept.clone());
        precompute = precompute.keyword("precompute_inames", vec![own.clone(), summed.clone()]);
        precompute = precompute.keyword("precompute_outer_inames", self.around.to_vec());
        precompute.keyword("temporary_name", &temporary).keyword("default_tag", None).take(attempt)?;
        // Rows of some more elements: else those that a slice is turned over into lie in one bank of memory.
        let row = if slice.is_contiguous { slice.side.block } else { slice.side.block + slice.side.run };
        let layout = ["stride:1".to_owned(), format!("stride:{row}")];
        call(TagArrayAxes::SPEC).arg(&temporary).arg(layout).take(attempt)?;
        self.share(attempt, slice, [&own, &summed])?;
        Ok(temporary)
    }

    /// Shares the loops over the results and over the summed loop, that fill a slice, between work items.
    fn share(&self, attempt: &mut Attempt, slice: &Slice<'_>, loops: [&Name; 2]) -> Result<(), Refusal> {
        let [own, summed] = loops;
        let (items, rows) = (self.tile.along.items(), self.tile.across.items() / LANES);
        if slice.is_contiguous {
            let [_, near] = Cut::new(LANES * items, [None, None]).split(attempt, own)?;
            let axes = [Some(InameTag::Local(1)), Some(InameTag::Local(0))];
            Cut::new(LANES, axes).split(attempt, &near)?;
            Cut::new(self.tile.depth / rows, [Some(InameTag::Local(2)), None]).split(attempt, summed)?;
        } else {
            Cut::new(self.tile.depth / LANES, [Some(InameTag::Local(0)), None]).split(attempt, summed)?;
            let near = if slice.side.block == rows * items {
                own.clone()
            } else {
                let [_, near] = Cut::new(rows * items, [None, None]).split(attempt, own)?;
                near
            };
            let axes = [Some(InameTag::Local(2)), Some(InameTag::Local(1))];
            Cut::new(items, axes).split(attempt, &near)?;
        }
        Ok(())
    }
}
