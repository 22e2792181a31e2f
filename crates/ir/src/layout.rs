//! How arrays lie in memory.

use crate::{Comparison, Expr, Node, affine};

/// How one axis of an array contributes to an element's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Axis {
    /// Nesting level: the axis with level 0 is contiguous, the others follow in order of their level.
    Level(u8),
    /// An explicit stride, in elements.
    Stride(Expr),
    /// Each subscript along the axis has a part of the array, which the other axes lay out. Parts follow each
    /// other in memory, and generated code takes each as an array of its own.
    Separate,
}

/// Parts that an array may have. OpenCL promises arguments of 1024 bytes, which are 128 pointers.
pub const MAX_PARTS: usize = 128;

/// Axes of which all orders are looked at.
const MAX_ORDERED: usize = 3;

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

    /// Of one entry an axis, those of the axes along which the array has separate parts, and those of the
    /// other axes.
    pub fn divided<T: Clone>(&self, entries: &[T]) -> (Vec<T>, Vec<T>) {
        let (separate, others): (Vec<_>, Vec<_>) =
            self.0.iter().zip(entries).partition(|(axis, _)| **axis == Axis::Separate);
        let entries = |all: Vec<(&Axis, &T)>| all.into_iter().map(|(_, entry)| entry.clone()).collect();
        (entries(separate), entries(others))
    }

    /// What says of given strides that no two elements share an address: in some order of the axes, each
    /// stride reaches past all elements along the axes inside. `None` where an axis has none, an extent is
    /// unknown, or there are many axes.
    pub fn distinct_addresses(&self, shape: &[Option<Expr>]) -> Option<Expr> {
        let axis = |(axis, extent): (&Axis, &Option<Expr>)| match axis {
            Axis::Stride(stride) => Some((stride.clone(), extent.clone()?)),
            _ => None,
        };
        let axes: Vec<(Expr, Expr)> = self.0.iter().zip(shape).map(axis).collect::<Option<_>>()?;
        if axes.is_empty() || axes.len() > MAX_ORDERED || axes.len() != shape.len() {
            return None;
        }
        let at_least = |a: &Expr, b: Expr| Expr::new(Node::Compare(Comparison::GreaterEqual, a.clone(), b));
        let nested = |order: Vec<&(Expr, Expr)>| {
            let first = order.first().map(|(stride, _)| at_least(stride, Expr::int(1)));
            let pairs = order.iter().zip(order.iter().skip(1));
            let others = pairs.map(|((inner, extent), (outer, _))| at_least(outer, inner.times(extent)));
            Expr::all(first.into_iter().chain(others).collect())
        };
        Some(Expr::any(permutations(&axes).into_iter().map(nested).collect()))
    }

    /// How each part lies in memory; without separate axes the array is one part.
    pub fn of_part(&self) -> Layout {
        Layout(self.divided(&self.0).1)
    }

    /// The subscripts of each part along the separate axes, in the order in memory: the last runs fastest.
    /// `None` where an extent is not a constant, or there are none or too many.
    pub fn parts(&self, shape: &[Option<Expr>]) -> Option<Vec<Vec<i64>>> {
        let mut parts = vec![Vec::new()];
        for extent in self.divided(shape).0 {
            let extent = extent?.as_int().filter(|extent| *extent >= 1)?;
            if usize::try_from(extent).ok()?.checked_mul(parts.len())? > MAX_PARTS {
                return None;
            }
            let longer = |part: &Vec<i64>, at: i64| part.iter().copied().chain([at]).collect();
            parts = parts.iter().flat_map(|part| (0..extent).map(move |at| longer(part, at))).collect();
        }
        Some(parts)
    }

    /// Whether the array can have its parts, if it has any, once the extents of the separate axes are
    /// numbers.
    pub fn may_have_parts(&self, shape: &[Option<Expr>]) -> bool {
        let extents = self.divided(shape).0;
        let constants: Vec<i64> = extents.iter().flatten().filter_map(Expr::as_int).collect();
        let count = constants.iter().try_fold(1_i64, |all, extent| all.checked_mul(*extent));
        let fits =
            count.and_then(|count| usize::try_from(count).ok()).is_some_and(|count| count <= MAX_PARTS);
        let is_sized = || self.part_size(shape).is_some() && extents.iter().all(Option::is_some);
        extents.is_empty() || (fits && constants.iter().all(|extent| *extent >= 1) && is_sized())
    }

    /// Stride of each axis in elements, for these extents; `None` where an extent that a stride needs is
    /// unknown or the levels are not 0, 1, 2, and so on.
    pub fn strides(&self, shape: &[Option<Expr>]) -> Option<Vec<Expr>> {
        (0..self.0.len()).map(|axis| self.stride(axis, shape)).collect()
    }

    fn stride(&self, axis: usize, shape: &[Option<Expr>]) -> Option<Expr> {
        let level = match self.0.get(axis)? {
            Axis::Stride(stride) => return Some(stride.clone()),
            Axis::Level(level) => *level,
            Axis::Separate => {
                let mut factors = vec![self.part_size(shape)?];
                let inner = self.0.iter().zip(shape).skip(axis.saturating_add(1));
                for (_, extent) in inner.filter(|(other, _)| **other == Axis::Separate) {
                    factors.push(extent.clone()?);
                }
                return product(factors);
            }
        };
        let mut inner = Vec::new();
        for wanted in 0..level {
            let at = self.0.iter().position(|other| *other == Axis::Level(wanted))?;
            inner.push(shape.get(at)?.clone()?);
        }
        product(inner)
    }

    /// Elements from the first to the last in memory, both included, for extents of at least one: 1 and, for
    /// each axis, the stride times the extent less one. Padding between elements counts. `None` where an
    /// extent or a stride is unknown.
    pub fn size(&self, shape: &[Option<Expr>]) -> Option<Expr> {
        let parts: Option<Vec<Expr>> = self.divided(shape).0.into_iter().collect();
        product([parts?, vec![self.part_size(shape)?]].concat())
    }

    /// The same for one part of the array.
    pub fn part_size(&self, shape: &[Option<Expr>]) -> Option<Expr> {
        self.of_part().size_of_all(&self.divided(shape).1)
    }

    fn size_of_all(&self, shape: &[Option<Expr>]) -> Option<Expr> {
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

    /// The layout with one more axis for each of these extents, behind the old axes. A row-major one stays
    /// so; otherwise the new axes lie outside of the old ones, which keep their strides.
    ///
    /// `None` where the layout gives `shape` no size.
    pub fn extended(&self, shape: &[Option<Expr>], extents: &[Expr]) -> Option<Self> {
        let rank = self.0.len();
        if *self == Layout::c(rank) {
            return Some(Layout::c(rank.checked_add(extents.len())?));
        }
        let mut copy = self.part_size(shape)?;
        let mut axes = self.0.clone();
        for extent in extents {
            axes.push(Axis::Stride(copy.clone()));
            copy = product(vec![copy, extent.clone()])?;
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

/// All orders of some things.
fn permutations<T>(all: &[T]) -> Vec<Vec<&T>> {
    all.iter().fold(vec![Vec::new()], |orders, next| {
        let places = |order: &Vec<&T>| 0..=order.len();
        let with = |order: &Vec<_>, at: usize| {
            let mut longer = order.clone();
            longer.insert(at, next);
            longer
        };
        orders.iter().flat_map(|order| places(order).map(move |at| with(order, at))).collect()
    })
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
    fn given_strides_are_apart_in_some_order() {
        let strides = |all: &[&str]| Layout(all.iter().map(|name| Axis::Stride(Expr::var(*name))).collect());
        let shape = [Some(Expr::var("n")), Some(Expr::var("m"))];
        let text = |layout: &Layout| {
            layout.distinct_addresses(&shape[..layout.0.len()]).map(|condition| condition.to_string())
        };
        assert_eq!(text(&strides(&["s"])).as_deref(), Some("s >= 1"));
        let both = "t >= 1 and s >= t*m or s >= 1 and t >= s*n";
        assert_eq!(text(&strides(&["s", "t"])).as_deref(), Some(both));
        assert_eq!(text(&Layout::c(2)), None);
        assert_eq!(strides(&["s", "t"]).distinct_addresses(&[None, Some(Expr::var("m"))]), None);
    }

    #[test]
    fn parts_lie_one_after_the_other() {
        let layout = Layout(vec![Axis::Separate, Axis::Level(0), Axis::Separate]);
        let shape = [Some(Expr::int(2)), Some(Expr::var("n")), Some(Expr::int(3))];
        let text = |exprs: Vec<Expr>| exprs.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(layout.strides(&shape).map(text).unwrap(), ["n*3", "1", "n"]);
        assert_eq!(layout.size(&shape).unwrap().to_string(), "2*3*n");
        assert_eq!(layout.parts(&shape).unwrap().concat(), [0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2]);
        assert_eq!(Layout::c(1).parts(&shape[..1]), Some(vec![vec![]]));
        let sep = Layout(vec![Axis::Separate]);
        for extent in [-1, 0, 129, i64::MAX] {
            assert_eq!(sep.parts(&[Some(Expr::int(extent))]), None);
        }
        assert_eq!(sep.parts(&[Some(Expr::int(128))]).unwrap().len(), 128);
        assert_eq!(sep.parts(&[None]), None);
        assert_eq!(sep.parts(&shape[1..2]), None);
        assert_eq!(layout.strides(&[Some(Expr::int(2)), None, Some(Expr::int(3))]), None);
    }

    #[test]
    fn further_axes_keep_the_strides_of_a_layout() {
        let shape = [Some(Expr::int(4)), Some(Expr::int(4))];
        let padded = Layout(vec![Axis::Stride(Expr::int(5)), Axis::Stride(Expr::int(1))]);
        let extended = padded.extended(&shape, &[Expr::int(3), Expr::int(2)]).unwrap();
        assert_eq!(extended.0[..2], padded.0);
        assert_eq!(extended.0[2..], [Axis::Stride(Expr::int(19)), Axis::Stride(Expr::int(57))]);
        assert_eq!(Layout::c(2).extended(&shape, &[Expr::int(3)]), Some(Layout::c(3)));
    }
}
