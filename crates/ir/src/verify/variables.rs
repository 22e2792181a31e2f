//! Arguments and temporaries.

use super::expressions::Scope;
use super::{Checker, Owner};
use crate::{ArgKind, Axis, Layout};

const LAYOUT: &str = "lp::verify::layout";

impl Checker<'_> {
    pub(super) fn variables(&mut self) {
        let kernel = self.kernel;
        for (name, arg) in &kernel.args {
            if let ArgKind::Array { shape, layout, access: _ } = &arg.kind {
                let owner = Owner::new("argument", name, arg.loc.as_ref(), arg.origin);
                self.layout(&owner, layout, shape.len());
                let mut scope = Scope::of_arguments(owner);
                for extent in shape.iter().flatten().chain(strides(layout)) {
                    self.expression(&mut scope, extent);
                }
            }
        }
        for (name, temp) in &kernel.temps {
            let owner = Owner::new("temporary", name, temp.loc.as_ref(), temp.origin);
            self.layout(&owner, &temp.layout, temp.shape.len());
            let mut scope = Scope::of_arguments(owner);
            for extent in temp.shape.iter().chain(strides(&temp.layout)) {
                self.expression(&mut scope, extent);
            }
        }
    }

    fn layout(&mut self, owner: &Owner<'_>, layout: &Layout, rank: usize) {
        if layout.0.len() != rank {
            let message =
                format!("the layout of {} has {} entries for {rank} axes", owner.what, layout.0.len());
            self.report(LAYOUT, owner, message, "give one entry an axis");
        }
        let mut levels: Vec<u8> = Vec::new();
        levels.extend(layout.0.iter().filter_map(|axis| match axis {
            Axis::Level(level) => Some(*level),
            Axis::Stride(_) => None,
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
    }
}

fn strides(layout: &Layout) -> impl Iterator<Item = &crate::Expr> {
    layout.0.iter().filter_map(|axis| match axis {
        Axis::Level(_) => None,
        Axis::Stride(stride) => Some(stride),
    })
}
