//! How arrays lie in memory.

use crate::{Expr, affine};

/// How one axis of an array contributes to an element's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Axis {
    /// Nesting level: the axis with level 0 is contiguous, the others follow in order of their level.
    Level(u8),
    /// An explicit stride, in elements.
    Stride(Expr),
}

/// One entry an axis.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout(pub Vec<Axis>);

impl Layout {
    /// Row major: the last axis is contiguous.
    pub fn c(rank: usize) -> Self {
        Layout((0..rank).rev().map(|level| Axis::Level(u8::try_from(level).unwrap_or(u8::MAX))).collect())
    }

    /// Column major: the first axis is contiguous.
    pub fn f(rank: usize) -> Self {
        Layout((0..rank).map(|level| Axis::Level(u8::try_from(level).unwrap_or(u8::MAX))).collect())
    }

    /// The strides that are given as such.
    pub fn strides_given(&self) -> impl Iterator<Item = &Expr> {
        self.0.iter().filter_map(|axis| if let Axis::Stride(stride) = axis { Some(stride) } else { None })
    }

    /// Stride of each axis in elements, for these extents; `None` where an extent that a stride needs is unknown
    /// or the levels are not 0, 1, 2, and so on.
    pub fn strides(&self, shape: &[Option<Expr>]) -> Option<Vec<Expr>> {
        self.0.iter().map(|axis| self.stride(axis, shape)).collect()
    }

    fn stride(&self, axis: &Axis, shape: &[Option<Expr>]) -> Option<Expr> {
        let level = match axis {
            Axis::Stride(stride) => return Some(stride.clone()),
            Axis::Level(level) => *level,
        };
        let mut inner = Vec::new();
        for wanted in 0..level {
            let at = self.0.iter().position(|other| *other == Axis::Level(wanted))?;
            inner.push(shape.get(at)?.clone()?);
        }
        product(inner)
    }

    /// Elements from the first to the last in memory, both included, for extents of at least one: 1 and, for each axis,
    /// the stride times the extent less one. Padding between elements counts. `None` where an extent or a stride is
    /// unknown.
    pub fn size(&self, shape: &[Option<Expr>]) -> Option<Expr> {
        let extents: Vec<Expr> = shape.iter().cloned().collect::<Option<_>>()?;
        if self.0.iter().all(|axis| matches!(axis, Axis::Level(_))) {
            return product(extents);
        }
        let (mut constant, mut terms) = (1_i64, Vec::new());
        for (stride, extent) in self.strides(shape)?.iter().zip(&extents) {
            match stride.as_int().zip(extent.as_int()) {
                Some((stride, extent)) => {
                    let reach = extent.max(1).checked_sub(1)?.checked_mul(stride)?;
                    constant = constant.checked_add(reach)?;
                }
                None => terms.push(stride.times(&extent.minus(&Expr::int(1)))),
            }
        }
        terms.push(Expr::int(constant));
        let size = Expr::sum(terms);
        Some(affine::to_aff(&size).map_or(size, |aff| affine::from_aff(&aff)))
    }

    /// The layout with one more axis for each of these extents, behind the old axes. A row-major one stays so; otherwise
    /// the new axes lie outside of the old ones, which keep their strides.
    ///
    /// `None` where the layout gives `shape` no size.
    pub fn extended(&self, shape: &[Option<Expr>], extents: &[i64]) -> Option<Self> {
        let rank = self.0.len();
        if *self == Layout::c(rank) {
            return Some(Layout::c(rank.checked_add(extents.len())?));
        }
        let mut copy = self.size(shape)?;
        let mut axes = self.0.clone();
        for extent in extents {
            axes.push(Axis::Stride(copy.clone()));
            copy = product(vec![copy, Expr::int(*extent)])?;
        }
        Some(Layout(axes))
    }
}

/// A product, computed where all factors are numbers; `None` where it is too large.
fn product(factors: Vec<Expr>) -> Option<Expr> {
    let numbers: Option<Vec<i64>> = factors.iter().map(Expr::as_int).collect();
    match numbers {
        Some(numbers) => numbers.iter().try_fold(1_i64, |a, b| a.checked_mul(*b)).map(Expr::int),
        None => Some(Expr::product(factors)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_follow_the_levels() {
        let shape = [Some(Expr::var("m")), Some(Expr::int(4)), None];
        assert_eq!(Layout::c(3).strides(&shape), None);
        let f = Layout::f(3).strides(&shape).unwrap();
        assert_eq!(f, vec![Expr::int(1), Expr::var("m"), Expr::var("m").times(&Expr::int(4))]);
        assert_eq!(Layout::c(0).strides(&[]), Some(vec![]));
        let gap = Layout(vec![Axis::Level(0), Axis::Level(2)]);
        assert_eq!(gap.strides(&[Some(Expr::int(2)), Some(Expr::int(3))]), None);
    }

    #[test]
    fn storage_counts_what_lies_between_elements() {
        let fixed = |extents: &[i64]| extents.iter().map(|n| Some(Expr::int(*n))).collect::<Vec<_>>();
        let padded = Layout(vec![Axis::Stride(Expr::int(33)), Axis::Stride(Expr::int(1))]);
        assert_eq!(padded.size(&fixed(&[32, 32])), Some(Expr::int(31 * 33 + 31 + 1)));
        assert_eq!(Layout::c(2).size(&fixed(&[32, 32])), Some(Expr::int(1024)));
        assert_eq!(Layout::f(3).size(&fixed(&[2, 3, 4])), Some(Expr::int(24)));
        assert_eq!(Layout::c(0).size(&[]), Some(Expr::int(1)));
        assert_eq!(Layout::c(1).size(&[None]), None);
        let every_other = Layout(vec![Axis::Stride(Expr::int(2))]);
        let symbolic = every_other.size(&[Some(Expr::var("n"))]);
        assert_eq!(symbolic.map(|size| size.to_string()).as_deref(), Some("2*n - 1"));
    }

    #[test]
    fn further_axes_keep_the_strides_of_a_layout() {
        let shape = [Some(Expr::int(4)), Some(Expr::int(4))];
        let padded = Layout(vec![Axis::Stride(Expr::int(5)), Axis::Stride(Expr::int(1))]);
        let extended = padded.extended(&shape, &[3, 2]).unwrap();
        assert_eq!(extended.0[..2], padded.0);
        assert_eq!(extended.0[2..], [Axis::Stride(Expr::int(19)), Axis::Stride(Expr::int(57))]);
        assert_eq!(Layout::c(2).extended(&shape, &[3]), Some(Layout::c(3)));
    }
}
