//! Few rows of values such that each value of each column, and as many pairs of values of two columns as the
//! rows have room for, occur in some row: faults of transforms show at one size or at two together, hardly
//! ever at three.

use ir::Name;
use poly::{Aff, Constraint, Set};
use std::collections::BTreeSet;

/// The columns: names, and for each the values to try, the most telling ones first.
pub(crate) struct Columns<'a> {
    pub(crate) names: &'a [Name],
    pub(crate) values: Vec<Vec<i64>>,
    /// What rows must satisfy.
    pub(crate) assumptions: &'a Set,
}

/// How many rows there are, and how large each may be.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) rows: usize,
    /// Of the product of a row's values.
    pub(crate) volume: i64,
}

/// A value of a column, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Element {
    column: usize,
    at: usize,
}

/// What rows have not had yet.
struct Open {
    singles: BTreeSet<Element>,
    pairs: BTreeSet<(Element, Element)>,
}

/// A row under way: the values chosen so far, and the assumptions for the others.
#[derive(Clone)]
struct Row {
    values: Vec<Option<i64>>,
    rest: Set,
}

impl Columns<'_> {
    /// The rows: the given ones first, as far as the assumptions admit them, then greedily those that bring
    /// most that is new.
    pub(crate) fn rows(&self, first: &[Vec<i64>], limits: Limits) -> Vec<Vec<i64>> {
        let mut open = Open::new(self);
        let mut rows: Vec<Vec<i64>> = Vec::new();
        for wanted in first {
            let row = wanted
                .iter()
                .enumerate()
                .try_fold(self.empty(), |row, (at, value)| self.put(row, at, *value));
            if let Some(row) = row.map(|row| row.chosen_values()).filter(|row| volume(row) <= limits.volume) {
                open.cover(self, &row);
                rows.push(row);
            }
        }
        while rows.len() < limits.rows {
            let Some(target) = open.next(self) else { break };
            match self.grown(&target, &open, limits.volume) {
                Some(row) => {
                    // What was asked for may not be what the assumptions admit.
                    open.forget(&target);
                    open.cover(self, &row);
                    rows.push(row);
                }
                None => open.forget(&target),
            }
        }
        let mut seen = BTreeSet::new();
        rows.retain(|row| seen.insert(row.clone()));
        rows
    }

    fn empty(&self) -> Row {
        Row { values: vec![None; self.names.len()], rest: self.assumptions.clone() }
    }

    fn value(&self, element: Element) -> i64 {
        self.values.get(element.column).and_then(|values| values.get(element.at)).copied().unwrap_or(0)
    }

    /// The row with a value in a column: this one, or the nearest that the assumptions admit.
    fn put(&self, mut row: Row, column: usize, value: i64) -> Option<Row> {
        let name = self.names.get(column)?;
        let value = if row.rest.has_param(name) {
            let (value, rest) = nearest(&row.rest, name, value)?;
            row.rest = rest;
            value
        } else {
            value
        };
        *row.values.get_mut(column)? = Some(value);
        Some(row)
    }

    /// A row that holds the target; in each other column it has the value that brings most.
    fn grown(&self, target: &[Element], open: &Open, most: i64) -> Option<Vec<i64>> {
        let mut row = self.empty();
        for element in target {
            row = self.put(row, element.column, self.value(*element))?;
        }
        let mut elements = target.to_vec();
        for column in 0..self.names.len() {
            if target.iter().any(|element| element.column == column) {
                continue;
            }
            let count = self.values.get(column).map_or(0, Vec::len);
            let gain =
                |at: &usize| std::cmp::Reverse(open.gain(self, &elements, Element { column, at: *at }));
            let mut order: Vec<usize> = (0..count).collect();
            order.sort_by_cached_key(gain);
            let fits = |at: usize| {
                let next = self.put(row.clone(), column, self.value(Element { column, at }))?;
                (volume(&next.chosen_values()) <= most).then_some((at, next))
            };
            let (at, next) = order.into_iter().find_map(fits)?;
            row = next;
            elements.push(Element { column, at });
        }
        Some(row.chosen_values()).filter(|row| volume(row) <= most)
    }
}

impl Row {
    fn chosen_values(&self) -> Vec<i64> {
        self.values.iter().copied().flatten().collect()
    }
}

impl Open {
    fn new(columns: &Columns<'_>) -> Open {
        let elements = |column: usize| {
            let count = columns.values.get(column).map_or(0, Vec::len);
            (0..count).map(move |at| Element { column, at })
        };
        let all = 0..columns.names.len();
        let singles: BTreeSet<Element> = all.flat_map(elements).collect();
        let pairs = singles
            .iter()
            .flat_map(|a| singles.range(Element { column: a.column + 1, at: 0 }..).map(move |b| (*a, *b)));
        Open { pairs: pairs.collect(), singles }
    }

    /// What is most worth having: values alone come before pairs.
    fn next(&self, columns: &Columns<'_>) -> Option<Vec<Element>> {
        let single = self.singles.iter().min_by_key(|element| element.at).map(|element| vec![*element]);
        single.or_else(|| {
            let (a, b) = self.pairs.iter().rev().max_by_key(|(a, b)| columns.worth(*a, *b))?;
            Some(vec![*a, *b])
        })
    }

    fn forget(&mut self, target: &[Element]) {
        match target {
            [single] => self.singles.remove(single),
            [a, b] => self.pairs.remove(&(*a, *b)),
            _ => false,
        };
    }

    /// What a value brings beside those that a row has already.
    fn gain(&self, columns: &Columns<'_>, row: &[Element], element: Element) -> usize {
        let single = if self.singles.contains(&element) { columns.worth(element, element) } else { 0 };
        let pair = |other: &Element| {
            let pair = if *other < element { (*other, element) } else { (element, *other) };
            if self.pairs.contains(&pair) { columns.worth(pair.0, pair.1) } else { 0 }
        };
        single + row.iter().map(pair).sum::<usize>()
    }

    fn cover(&mut self, columns: &Columns<'_>, row: &[i64]) {
        let elements = row.iter().enumerate().filter_map(|(column, value)| {
            let at = columns.values.get(column)?.iter().position(|known| known == value)?;
            Some(Element { column, at })
        });
        let elements: Vec<Element> = elements.collect();
        for (at, a) in elements.iter().enumerate() {
            self.singles.remove(a);
            for b in elements.iter().skip(at + 1) {
                self.pairs.remove(&(*a, *b));
            }
        }
    }
}

impl Columns<'_> {
    /// What a pair is worth: more where its values are more telling, half where they are equal, since equal
    /// sizes hide that one was taken for the other.
    fn worth(&self, a: Element, b: Element) -> usize {
        let rank = |element: Element| self.values.get(element.column).map_or(0, Vec::len) - element.at;
        let both = rank(a) * rank(b);
        if a != b && self.value(a) == self.value(b) { both / 2 } else { both }
    }
}

/// The product of sizes: about how many instances a statement in loops over all of them has.
pub(crate) fn volume(row: &[i64]) -> i64 {
    row.iter().fold(1, |product: i64, value| product.saturating_mul((*value).max(1)))
}

/// A value of a parameter that the assumptions admit, and what they then say of the others: the value itself,
/// or else the next larger one, or else the largest there is.
pub(crate) fn nearest(assumptions: &Set, name: &Name, value: i64) -> Option<(i64, Set)> {
    let fits = |value: i64| {
        let rest = assumptions.fix(name, value).ok()?;
        (rest.is_empty() == Ok(false)).then_some((value, rest))
    };
    let own = Aff::dim(name);
    let next_larger = || {
        let above = Constraint::ge(&own, &Aff::constant(value))?;
        fits(assumptions.add_constraints(&[above]).ok()?.static_min(&own).ok()??)
    };
    let largest = || fits(assumptions.static_max(&own).ok()??);
    fits(value).or_else(next_larger).or_else(largest)
}
