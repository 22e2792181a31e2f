//! Arrays: typed memory with a shape and strides.

use crate::value::{self, Value, Word};
use diag::Diagnostic;
use ir::{Name, Scalar};

/// Byte that memory is filled with before a kernel writes it: as a float it is a huge number that no result
/// equals within a tolerance.
const POISON: u8 = 0xDB;

/// An array as a kernel sees it: elements at `sum(index[d]*strides[d])`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Array {
    /// Type of the elements.
    pub ty: Scalar,
    /// Extents.
    pub shape: Vec<usize>,
    /// Distance of neighbours along each axis, in elements.
    pub strides: Vec<usize>,
    /// The memory, in the machine's byte order.
    pub bytes: Vec<u8>,
}

impl Array {
    /// An array of poison; `None` where its size leaves the machine's range or `limit` bytes.
    pub fn poisoned(ty: Scalar, shape: Vec<usize>, strides: Vec<usize>, limit: usize) -> Option<Self> {
        let elements = elements(&shape, &strides)?;
        let size = elements.checked_mul(usize::try_from(ty.bytes()).ok()?)?;
        if size > limit {
            return None;
        }
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).ok()?;
        bytes.resize(size, if ty == Scalar::Bool { 1 } else { POISON });
        Some(Array { ty, shape, strides, bytes })
    }

    /// Number of elements that subscripts can reach.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The element at these subscripts; `None` outside the shape.
    pub fn get(&self, index: &[usize]) -> Option<Value> {
        let word = value::load(self.ty, &self.bytes, self.offset(index)?)?;
        Some(Value::of_word(self.ty, word))
    }

    /// Replaces an element; `None` outside the shape.
    pub(crate) fn set(&mut self, index: &[usize], word: Word) -> Option<()> {
        let at = self.offset(index)?;
        value::store(self.ty, &mut self.bytes, at, word)
    }

    fn offset(&self, index: &[usize]) -> Option<usize> {
        if index.len() != self.shape.len() || index.iter().zip(&self.shape).any(|(at, extent)| at >= extent) {
            return None;
        }
        index
            .iter()
            .zip(&self.strides)
            .try_fold(0_usize, |sum, (at, stride)| sum.checked_add(at.checked_mul(*stride)?))
    }

    /// All subscripts, the last one running fastest.
    pub fn indices(&self) -> Indices {
        Indices::new(&self.shape)
    }

    /// The places in memory of all elements, the last axis running fastest.
    pub(crate) fn offsets(&self) -> Offsets {
        Offsets::new(&self.shape, &self.strides)
    }

    /// The bits of all elements, the last axis running fastest.
    pub(crate) fn words(&self) -> impl Iterator<Item = Word> {
        self.offsets().map(|at| value::load(self.ty, &self.bytes, at).unwrap_or(0))
    }

    /// Replaces all elements, the last axis running fastest.
    pub(crate) fn set_words(&mut self, words: impl IntoIterator<Item = Word>) {
        for (at, word) in self.offsets().zip(words) {
            // Offsets of an array lie in its memory.
            let _ = value::store(self.ty, &mut self.bytes, at, word);
        }
    }
}

/// Number of elements between the first and the last element, inclusive.
pub(crate) fn elements(shape: &[usize], strides: &[usize]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    let mut axes = shape.iter().zip(strides);
    axes.try_fold(1_usize, |elements, (extent, stride)| {
        elements.checked_add((extent - 1).checked_mul(*stride)?)
    })
}

/// Whether each axis reaches past all elements along the shorter ones, so that no two elements share a place.
pub(crate) fn are_apart(shape: &[usize], strides: &[usize]) -> bool {
    let mut axes: Vec<(usize, usize)> =
        strides.iter().copied().zip(shape.iter().copied()).filter(|(_, extent)| *extent > 1).collect();
    axes.sort_unstable();
    let mut next = Some(1_usize);
    shape.contains(&0)
        || axes.iter().all(|(stride, extent)| {
            let is_past = next.is_some_and(|next| *stride >= next);
            let reach = (extent - 1).checked_mul(*stride);
            next = next.zip(reach).and_then(|(next, reach)| next.checked_add(reach));
            is_past
        })
}

/// Strides of a dense array, the last axis contiguous.
pub fn c_strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1_usize; shape.len()];
    let mut stride = 1_usize;
    for (slot, extent) in strides.iter_mut().zip(shape).rev() {
        *slot = stride;
        stride = stride.saturating_mul((*extent).max(1));
    }
    strides
}

/// Subscripts of an array in row-major order.
#[derive(Debug, Clone)]
pub struct Indices {
    shape: Vec<usize>,
    next: Option<Vec<usize>>,
}

impl Indices {
    /// All subscripts of this shape.
    pub fn new(shape: &[usize]) -> Self {
        let next = (!shape.contains(&0)).then(|| vec![0; shape.len()]);
        Indices { shape: shape.to_vec(), next }
    }
}

impl Iterator for Indices {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let current = self.next.take()?;
        let mut following = current.clone();
        for (at, extent) in following.iter_mut().zip(&self.shape).rev() {
            *at += 1;
            if *at < *extent {
                self.next = Some(following);
                break;
            }
            *at = 0;
        }
        Some(current)
    }
}

/// Places in memory in row-major order of the subscripts. Unlike [`Indices`] it makes no list for each.
#[derive(Debug, Clone)]
pub(crate) struct Offsets {
    /// Position, extent and stride of each axis, the last axis first.
    axes: Vec<(usize, usize, usize)>,
    next: Option<usize>,
}

impl Offsets {
    pub(crate) fn new(shape: &[usize], strides: &[usize]) -> Self {
        let axes = shape.iter().zip(strides).rev().map(|(extent, stride)| (0, *extent, *stride)).collect();
        Offsets { axes, next: (!shape.contains(&0)).then_some(0) }
    }
}

impl Iterator for Offsets {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let current = self.next.take()?;
        let mut following = current;
        for (at, extent, stride) in &mut self.axes {
            *at += 1;
            if *at < *extent {
                self.next = Some(following + *stride);
                break;
            }
            *at = 0;
            following -= (*extent - 1) * *stride;
        }
        Some(current)
    }
}

/// An array that is written, of which two elements share a place in memory.
pub(crate) fn overlap(name: &Name) -> Diagnostic {
    Diagnostic::error("lp::run::layout", format!("elements of `{name}` share memory, and it is written"))
        .help("a stride must be at least the product of the stride and extent of the axis inside")
}

/// Extents or strides as numbers of elements.
pub(crate) fn positive(name: &Name, what: &str, values: &[i64]) -> Result<Vec<usize>, Diagnostic> {
    let convert = |value: &i64| {
        usize::try_from(*value).map_err(|_| {
            Diagnostic::error("lp::run::size", format!("`{name}` would have the {what} {value}"))
        })
    };
    values.iter().map(convert).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_run_over_every_shape() {
        assert_eq!(Indices::new(&[]).collect::<Vec<_>>(), vec![Vec::<usize>::new()]);
        assert_eq!(Indices::new(&[2, 0]).count(), 0);
        let all: Vec<_> = Indices::new(&[2, 2]).collect();
        assert_eq!(all, vec![vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1]]);
    }

    #[test]
    fn strides_place_elements_and_shapes_bound_them() {
        let mut array = Array::poisoned(Scalar::I32, vec![2, 3], vec![1, 4], 1000).unwrap();
        assert_eq!(array.bytes.len(), 4 * 10);
        array.set(&[1, 2], 7).unwrap();
        assert_eq!(value::load(Scalar::I32, &array.bytes, 9), Some(7));
        assert_eq!(array.get(&[1, 2]).unwrap().as_int(), Some(7));
        assert_eq!(array.get(&[2, 0]), None);
        assert_eq!(array.get(&[0]), None);
    }

    #[test]
    fn offsets_follow_the_subscripts() {
        for (shape, strides) in [
            (vec![], vec![]),
            (vec![3], vec![2]),
            (vec![2, 3], vec![1, 4]),
            (vec![2, 0], vec![1, 1]),
            (vec![2, 3, 2], vec![7, 1, 20]),
        ] {
            let array = Array::poisoned(Scalar::U8, shape, strides, 1000).unwrap();
            let wanted: Vec<usize> = array.indices().map(|index| array.offset(&index).unwrap()).collect();
            assert_eq!(array.offsets().collect::<Vec<_>>(), wanted);
        }
    }

    #[test]
    fn sizes_are_limited() {
        assert_eq!(Array::poisoned(Scalar::F64, vec![1 << 40, 1 << 40], vec![1 << 40, 1], usize::MAX), None);
        assert_eq!(Array::poisoned(Scalar::U8, vec![2, 2], vec![usize::MAX, 1], usize::MAX), None);
        assert_eq!(Array::poisoned(Scalar::F64, vec![100], vec![1], 799), None);
        assert!(Array::poisoned(Scalar::F64, vec![0, 1 << 60], vec![1 << 60, 1], 0).unwrap().is_empty());
    }
}
