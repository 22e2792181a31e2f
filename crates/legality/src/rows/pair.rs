//! Claim (pair): A row that is zero where two instances share an element or a place tells how far apart they are.

use ir::AddressSpace;

use crate::actor::Actor;
use crate::equalities::{Equalities, Row, constant_of};
use crate::linear_form::{ArgumentColumns, LinearForm};
use crate::shape::Along;

/// How many axes of groups stand before those of work items.
pub(crate) const GROUP_AXES: usize = 3;

/// Two instances: the columns are the inames of the first, of the second, and the arguments.
pub(crate) struct InstancePair<'a, 'k> {
    pub(crate) actors: [&'a Actor<'k>; 2],
    pub(crate) arguments: &'a ArgumentColumns,
}

/// Along how many axes memory has copies.
pub(crate) fn copied(space: AddressSpace) -> usize {
    match space {
        AddressSpace::Private => 2 * GROUP_AXES,
        AddressSpace::Local => GROUP_AXES,
        AddressSpace::Global => 0,
    }
}

impl InstancePair<'_, '_> {
    /// The second form minus the first.
    pub(crate) fn row(&self, first: &LinearForm, second: &LinearForm) -> Option<Row> {
        let [x, y] = self.actors.map(|actor| actor.statement.inames.len());
        let ArgumentColumns { columns, count } = self.arguments;
        let mut row = vec![0; 1 + x + y + count];
        for (line, from, sign) in [(first, 1, -1), (second, 1 + x, 1)] {
            let own = line.inames.iter().map(|(at, c)| (Some(from + at), c));
            let args = line
                .args
                .iter()
                .map(|(at, c)| (columns.get(*at).copied().flatten().map(|at| 1 + x + y + at), c));
            for (at, coefficient) in own.chain(args).chain([(Some(0), &line.constant)]) {
                let entry: &mut i64 = row.get_mut(at?)?;
                *entry = entry.checked_add(coefficient.checked_mul(sign)?)?;
            }
        }
        Some(row)
    }

    /// No equalities yet.
    pub(crate) fn anything(&self) -> Equalities {
        let ranges = self.actors.iter().flat_map(|actor| actor.shape.ranges.iter().copied());
        Equalities::new(ranges.chain(std::iter::repeat_n(None, self.arguments.count)).collect())
    }

    /// Adds that forms are equal, where both are linear.
    pub(crate) fn add_equal(
        &self,
        equal: &mut Equalities,
        first: &[Option<LinearForm>],
        second: &[Option<LinearForm>],
    ) {
        for (a, b) in first.iter().zip(second) {
            let both = a.as_ref().zip(b.as_ref());
            both.and_then(|(a, b)| self.row(a, b)).into_iter().for_each(|row| equal.add(row));
        }
    }

    /// How far apart the places along the first axes are.
    pub(crate) fn distances(&self, axes: usize) -> impl Iterator<Item = Distance> {
        let [x, y] = self.actors.map(|actor| actor.shape.along.iter());
        x.zip(y).take(axes).map(|(a, b)| self.distance(a, b))
    }

    fn distance(&self, a: &Along<'_>, b: &Along<'_>) -> Distance {
        let row = match (a, b) {
            (Along::First, Along::First) => return Distance::None,
            // Values of one iname differ as the indices do, whatever its value at index 0.
            (Along::Own(a, x, _), Along::Own(b, y, _)) if a == b => {
                self.row(&LinearForm::iname(*x), &LinearForm::iname(*y))
            }
            _ => a.line().zip(b.line()).and_then(|(a, b)| self.row(a, b)),
        };
        row.map_or(Distance::Unknown, Distance::Row)
    }

    /// Whether the places agree along some axes, if certain rows are zero.
    pub(crate) fn agree(&self, axes: std::ops::Range<usize>, equal: &Equalities) -> bool {
        self.distances(axes.end).skip(axes.start).all(|distance| distance.vanishes(equal))
    }

    /// Whether the second sees the copy of memory that the first wrote, if certain rows are zero.
    pub(crate) fn is_one_copy(&self, space: AddressSpace, equal: &Equalities) -> bool {
        let [x, _] = self.actors.map(|actor| actor.shape.along.iter());
        let mut both = x.zip(self.distances(copied(space)));
        both.all(|(along, distance)| matches!(along, Along::All) || distance.vanishes(equal))
    }
}

/// How far apart two places along an axis are.
pub(crate) enum Distance {
    /// They are the same.
    None,
    Row(Row),
    /// That is not linear, or one of them is everywhere.
    Unknown,
}

impl Distance {
    fn vanishes(self, equal: &Equalities) -> bool {
        match self {
            Distance::None => true,
            Distance::Row(row) => is_zero(Some(row), equal),
            Distance::Unknown => false,
        }
    }
}

/// Whether a row is zero where others are.
pub(crate) fn is_zero(row: Option<Row>, equal: &Equalities) -> bool {
    row.and_then(|row| equal.reduced(row)).is_some_and(|row| constant_of(&row) == Some(0))
}
