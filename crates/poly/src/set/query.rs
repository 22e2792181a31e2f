//! Questions about one set, and its points.

use super::Set;
use super::evident::has_evident_point;
use super::infeasible::infeasible;
use crate::ctx::{check, operation};
use crate::isl::{self, Raw};
use crate::{Aff, Constraint, Error, Name, Point};
use isl_rs::DimType;

/// Values that a search for points tries before it gives up.
const STEPS: u64 = 10_000_000;

impl Set {
    /// Whether the set has no point, whatever the parameters.
    pub fn is_empty(&self) -> Result<bool, Error> {
        if self.is_known_empty() {
            return Ok(true);
        }
        if self.conjunction().is_some_and(has_evident_point) {
            return Ok(false);
        }
        operation(|| check(self.raw_ref()?.is_empty()))
    }

    /// Whether constraints alone tell that the set has no point.
    pub fn is_known_empty(&self) -> bool {
        infeasible(self.known_constraints().iter())
    }

    /// Whether the set has all points, whatever the parameters.
    pub fn is_universe(&self) -> Result<bool, Error> {
        operation(|| {
            if check(self.raw_ref()?.plain_is_universe())? {
                return Ok(true);
            }
            let all = check(Raw::universe(isl::space(self.columns().len())?))?;
            check(all.is_subset(self.raw_ref()?))
        })
    }

    /// Whether each value of the parameters leaves finitely many points.
    pub fn is_bounded(&self) -> Result<bool, Error> {
        operation(|| check(self.parametric()?.is_bounded()))
    }

    /// Whether the set is written as one conjunction.
    pub fn is_convex_piece(&self) -> Result<bool, Error> {
        operation(|| Ok(check(self.explicit()?.raw_ref()?.n_basic_set())? <= 1))
    }

    /// isl's set with the parameters as its parameters, both in sorted order.
    pub(super) fn parametric(&self) -> Result<Raw, Error> {
        let mut raw = self.raw()?;
        for name in self.params().iter().rev() {
            let at = isl::count(isl::find(self.columns(), name)?)?;
            raw = check(raw.move_dims(DimType::Param, 0, DimType::Set, at, 1))?;
        }
        Ok(raw)
    }

    /// Some point, with values for dimensions and parameters; `None` where there is none.
    pub fn sample(&self) -> Result<Option<Point>, Error> {
        if self.is_known_empty() {
            return Ok(None);
        }
        operation(|| {
            let point = check(self.raw()?.sample_point())?;
            if check(point.is_void())? {
                return Ok(None);
            }
            let mut values = Point::new();
            for (at, name) in self.columns().iter().enumerate() {
                let value = check(point.get_coordinate_val(DimType::Set, isl::position(at)?))?;
                values.insert(name.clone(), isl::integer(&value)?);
            }
            Ok(Some(values))
        })
    }

    /// The first point in the order of the dimensions; `None` where there is no point or no first one.
    ///
    /// Parameters count as dimensions that come first.
    pub fn lexmin(&self) -> Result<Option<Point>, Error> {
        operation(|| {
            let mut raw = self.raw()?;
            let mut point = Point::new();
            for name in self.params().iter().chain(self.dims()) {
                let at = isl::find(self.columns(), name)?;
                let Some(value) = isl::least(&raw, name, self.columns())? else { return Ok(None) };
                raw = check(raw.fix_val(DimType::Set, isl::count(at)?, isl::value(value)?))?;
                point.insert(name.clone(), value);
            }
            // Without columns no minimum was asked for.
            Ok((!check(raw.is_empty())?).then_some(point))
        })
    }

    /// All points of a bounded set without parameters, sorted by column names; `None` where there are more
    /// than `limit` or infinitely many.
    pub fn points(&self, limit: usize) -> Result<Option<Vec<Point>>, Error> {
        operation(|| {
            let Some(levels) = self.levels()? else { return Ok(None) };
            let mut search = Search { levels: &levels, limit, steps: STEPS, found: Vec::new() };
            let complete = search.visit(0, &mut Point::new())?;
            Ok(complete.then_some(search.found))
        })
    }

    /// For each column: its name, its range, and the set projected onto the columns up to it.
    fn levels(&self) -> Result<Option<Vec<Level>>, Error> {
        let mut levels = Vec::new();
        if check(self.raw_ref()?.is_empty())? {
            return Ok(Some(vec![Level { name: Name::from(""), least: 0, most: -1, pieces: Vec::new() }]));
        }
        for (at, name) in self.columns().iter().enumerate() {
            let (later, width) = (isl::count(at + 1)?, isl::count(self.columns().len() - at - 1)?);
            let known = check(self.raw()?.project_out(DimType::Set, later, width))?;
            let columns = self.columns().get(..=at).unwrap_or_default();
            let least = isl::least(&known, name, columns)?;
            let most = isl::greatest(&known, &Aff::dim(name), columns)?;
            let (Some(least), Some(most)) = (least, most) else { return Ok(None) };
            let pieces = isl::pieces(&known, columns)?;
            levels.push(Level { name: name.clone(), least, most, pieces });
        }
        Ok(Some(levels))
    }
}

/// One column of the search for points.
struct Level {
    name: Name,
    least: i64,
    most: i64,
    pieces: Vec<Vec<Constraint>>,
}

struct Search<'a> {
    levels: &'a [Level],
    limit: usize,
    /// Values that may still be tried: sparse sets have more of them than points.
    steps: u64,
    found: Vec<Point>,
}

impl Search<'_> {
    /// Extends a partial point by all values of the columns from `depth` on; false where the limit is
    /// exceeded.
    fn visit(&mut self, depth: usize, point: &mut Point) -> Result<bool, Error> {
        let Some(level) = self.levels.get(depth) else {
            self.found.push(point.clone());
            return Ok(self.found.len() <= self.limit);
        };
        let (least, most) = level.range(point)?;
        for value in least..=most {
            self.steps = self.steps.saturating_sub(1);
            if self.steps == 0 {
                return Err(Error::Quota);
            }
            point.insert(level.name.clone(), value);
            if level.contains(point)? && !self.visit(depth + 1, point)? {
                return Ok(false);
            }
        }
        point.remove(&level.name);
        Ok(true)
    }
}

impl Level {
    fn contains(&self, point: &Point) -> Result<bool, Error> {
        for piece in &self.pieces {
            let mut all = true;
            for constraint in piece {
                all = all && constraint.holds(point).ok_or(Error::Overflow)?;
            }
            if all {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The values this column can have where the earlier ones have the point's.
    fn range(&self, point: &Point) -> Result<(i64, i64), Error> {
        let mut hull: Option<(i64, i64)> = None;
        for piece in &self.pieces {
            let (mut least, mut most) = (self.least, self.most);
            for constraint in piece {
                let (low, high) = constraint.range_of(&self.name, point).ok_or(Error::Overflow)?;
                (least, most) = (least.max(low), most.min(high));
            }
            hull = Some(hull.map_or((least, most), |(low, high)| (low.min(least), high.max(most))));
        }
        Ok(hull.unwrap_or((0, -1)))
    }
}
