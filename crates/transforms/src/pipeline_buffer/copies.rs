//! Copies of a temporary that iterations of a loop use by turns.

use crate::rewrite::map_subscripts;
use ir::{Axis, Expr, Kernel, Layout, Name, affine};
use pass::PosInt;
use poly::{Aff, Error};

/// Gives a temporary a first axis, along which each access takes the copy of its iteration.
pub(super) fn add(kernel: &mut Kernel, temporary: &Name, iname: &Name, depth: PosInt) -> Result<(), Error> {
    let copies = depth.get();
    let Some(temp) = kernel.temps.get_mut(temporary).filter(|_| copies > 1) else { return Ok(()) };
    let rank = temp.shape.len();
    temp.layout = if temp.layout == Layout::c(rank) {
        Layout::c(rank.saturating_add(1))
    } else {
        let size = temp.layout.part_size(&temp.extents()).ok_or(Error::Overflow)?;
        Layout([vec![Axis::Stride(size)], temp.layout.0.clone()].concat())
    };
    temp.shape.insert(0, Expr::int(copies));
    let copy = affine::from_aff(&Aff::dim(iname).modulo(copies).ok_or(Error::Overflow)?);
    map_subscripts(kernel, temporary, &|index| [std::slice::from_ref(&copy), index].concat());
    Ok(())
}
