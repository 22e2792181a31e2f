//! Arguments and temporaries.

use super::expressions::Scope;
use super::{Checker, Owner};
use crate::{ArgKind, Axis, Expr, Layout, MAX_PARTS};

const LAYOUT: &str = "lp::verify::layout";

impl Checker<'_> {
    pub(super) fn variables(&mut self) {
        let kernel = self.kernel;
        for (name, arg) in &kernel.args {
            if let ArgKind::Array { shape, layout, access: _ } = &arg.kind {
                let owner = Owner::new("argument", name, arg.loc.as_ref(), arg.origin);
                self.layout(&owner, layout, shape);
                let mut scope = Scope::of_arguments(owner);
                for extent in shape.iter().flatten().chain(strides(layout)) {
                    self.expression(&mut scope, extent);
                }
            }
        }
        for (name, temp) in &kernel.temps {
            let owner = Owner::new("temporary", name, temp.loc.as_ref(), temp.origin);
            self.layout(&owner, &temp.layout, &temp.extents());
            let mut scope = Scope::of_arguments(owner);
            for extent in temp.shape.iter().chain(strides(&temp.layout)) {
                self.expression(&mut scope, extent);
            }
        }
    }

    fn layout(&mut self, owner: &Owner<'_>, layout: &Layout, shape: &[Option<Expr>]) {
        let rank = shape.len();
        if layout.0.len() != rank {
            let message =
                format!("the layout of {} has {} entries for {rank} axes", owner.what, layout.0.len());
            self.report(LAYOUT, owner, message, "give one entry an axis");
        }
        let mut levels: Vec<u8> = Vec::new();
        levels.extend(layout.0.iter().filter_map(|axis| match axis {
            Axis::Level(level) => Some(*level),
            Axis::Stride(_) | Axis::Separate => None,
        }));
        levels.sort_unstable();
        if levels.iter().enumerate().any(|(at, level)| usize::from(*level) != at) {
            let message = format!("the levels of the layout of {} are not 0, 1, 2 and so on", owner.what);
            self.report(
                LAYOUT,
                owner,
                message,
                "number the axes from the contiguous one, as in `layout(N1, N0)`",
            );
        }
        if !layout.may_have_parts(shape) {
            let message = format!("{} cannot have separate parts", owner.what);
            let help = format!("`sep` needs 1 to {MAX_PARTS} parts, and known extents of all axes");
            self.report(LAYOUT, owner, message, help);
        }
    }
}

fn strides(layout: &Layout) -> impl Iterator<Item = &Expr> {
    layout.0.iter().filter_map(|axis| match axis {
        Axis::Level(_) | Axis::Separate => None,
        Axis::Stride(stride) => Some(stride),
    })
}
