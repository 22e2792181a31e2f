//! The checker against enumeration: on random accumulators that are carried along a loop, whatever it accepts
//! gives each read the points of the reduction that it stands for, each once.

use crate::common;

use std::collections::BTreeMap;

/// Points of a loop over `j`: from the first form of `i` to the second, and not below a number.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Range {
    lower: [i64; 2],
    upper: [i64; 2],
    least: i64,
}

impl Range {
    fn points(&self, i: i64) -> impl Iterator<Item = i64> {
        let at = |[constant, factor]: [i64; 2]| constant + factor * i;
        at(self.lower).max(self.least)..=at(self.upper)
    }

    fn text(&self, iname: &str) -> String {
        let form = |[constant, factor]: [i64; 2]| format!("{constant} + {factor}*i");
        let ends = format!("{} <= {iname} <= {}", form(self.lower), form(self.upper));
        format!("[i] -> {{ [{iname}] : {ends} and {iname} >= {} }}", self.least)
    }
}

/// Where the accumulator is started.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Start {
    Once,
    EachRow,
    EachIteration,
}

/// A reduction in rows of iterations, and an accumulator that should be it.
#[derive(Debug, Clone, Copy)]
struct Case {
    first: i64,
    wanted: Range,
    added: Range,
    /// What a second statement adds.
    more: Option<Range>,
    start: Start,
    read_first: bool,
}

/// A generator of numbers: the same sequence in every run.
struct Numbers(u64);

impl Numbers {
    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        choices[usize::try_from(self.0 >> 33).unwrap() % choices.len()]
    }

    /// A scan, in which most often one thing or two are not as they should be.
    fn case(&mut self) -> Case {
        let first = self.one_of(&[0, 0, 1, 2]);
        let step = self.one_of(&[1, 1, 2]);
        let lower = [self.one_of(&[-1, 0, 0, 1]), self.one_of(&[0, 0, 0, 0, 0, 0, 1, -1])];
        // The first iteration has no more points than the others add.
        let upper = [lower[0] - 1 + self.one_of(&[0, 1, 2]).min(step) - step * first, step];
        let wanted = Range { lower, upper, least: -9 };
        // What is new is above the upper end of the iteration before, where there is one.
        let mut case = Case {
            first,
            wanted,
            added: Range { lower: [upper[0] - step + 1, step], upper, least: lower[0] },
            more: None,
            start: Start::EachRow,
            read_first: false,
        };
        if self.one_of(&[false, false, true]) {
            let [begin, factor] = case.added.lower;
            let cut = begin + self.one_of(&[0, 1, 2]).min(step);
            let lower = [cut + self.one_of(&[0, 0, 0, 0, 0, 1, -1]), factor];
            case.more = Some(Range { lower, ..case.added });
            case.added.upper = [cut - 1, factor];
        }
        for _ in 0..self.one_of(&[0, 0, 0, 1]) {
            match self.one_of(&[0, 1, 2, 3, 4]) {
                0 => case.added.lower[0] += self.one_of(&[-1, 1]),
                1 => case.added.upper[0] += self.one_of(&[-1, 1]),
                2 => case.added.least += self.one_of(&[-1, 1]),
                3 => case.start = self.one_of(&[Start::Once, Start::EachIteration]),
                _ => case.read_first = true,
            }
        }
        case
    }
}

/// How often each point is in a sum.
type Points = BTreeMap<i64, usize>;

impl Case {
    fn text(&self) -> String {
        let Case { first, wanted, added, .. } = self;
        let start = match self.start {
            Start::Once => "",
            Start::EachRow => "r",
            Start::EachIteration => "r, i",
        };
        let last = if self.more.is_some() { "more" } else { "add" };
        let [after_start, after_sum] = if self.read_first { ["sum", "start"] } else { ["start", last] };
        let more = self.more.map_or([const { String::new() }; 2], |more| {
            let add = "more: acc = acc + a[k + 20]  in(r, i, k) after(add) fetch of sum over(j = k)";
            [format!("  domain in 1 {}\n  iname k\n", more.text("k")), format!("  {add}\n")]
        });
        let [more_points, more] = more;
        let arguments = "  arg n : i32\n  arg m : i32\n  arg a : f64[90] in\n  arg b : f64[m, 90] out\n";
        let rows =
            format!("  domain [m] -> {{ [r] : 0 <= r < m }}\n  domain [n] -> {{ [i] : {first} <= i < n }}\n");
        format!(
            "lpir 1\nkernel @k {{\n{arguments}  temp acc : f64 private\n{rows}  domain in 1 {}\n{more_points}  \
             iname r\n  iname i\n  iname j\n  start: acc = 0.0  in({start}) fetch of sum\n  \
             add: acc = acc + a[j + 20]  in(r, i, j) after({after_start}) fetch of sum over(j = j)\n{more}  \
             sum: b[r, i] = acc  in(r, i) after({after_sum}) of sum(r = r, i = i)\n  priority r, i\n  assume [n, m] -> {{ : n <= 20 and m <= 20 }}\n  \
             reference {{\n{arguments}{rows}  domain in 1 {}\n  iname r\n  iname i\n  iname j\n  \
             sum: b[r, i] = sum(j, a[j + 20])  in(r, i)\n  assume [n, m] -> {{ : n <= 20 and m <= 20 }}\n}}\n}}\n",
            added.text("j"),
            wanted.text("j"),
        )
    }

    /// Whether each read finds the sum that it should, for rows of iterations below `n`.
    fn is_right(&self, n: i64, rows: i64) -> bool {
        let mut acc = Points::new();
        for (_, i) in (0..rows).flat_map(|row| (self.first..n).map(move |i| (row, i))) {
            let starts =
                self.start == Start::EachIteration || self.start == Start::EachRow && i == self.first;
            if starts {
                acc.clear();
            }
            let before = acc.clone();
            for added in [Some(self.added), self.more].into_iter().flatten() {
                added.points(i).for_each(|j| *acc.entry(j).or_default() += 1);
            }
            let found = if self.read_first { &before } else { &acc };
            let wanted: Points = self.wanted.points(i).map(|j| (j, 1)).collect();
            if *found != wanted {
                return false;
            }
        }
        true
    }
}

#[test]
fn accumulators_that_are_accepted_have_all_points_of_their_reduction() {
    let mut numbers = Numbers(7);
    let (mut accepted, mut refused, mut needless) = (0, 0, 0);
    for _ in 0..400 {
        let case = numbers.case();
        let text = case.text();
        let module = common::module(&text);
        let Ok(lowered) = transforms::lower::unproved(module.kernels.values().next().unwrap()) else {
            continue;
        };
        let sizes = (0..6).flat_map(|n| (0..3).map(move |rows| (n, rows)));
        let wrong = sizes.into_iter().find(|(n, rows)| !case.is_right(*n, *rows));
        match (legality::findings(&lowered).is_empty(), wrong) {
            (true, Some(size)) => panic!("accepted, but differs for (n, rows) = {size:?}: {case:?}\n{text}"),
            (true, None) => accepted += 1,
            (false, Some(_)) => refused += 1,
            (false, None) => needless += 1,
        }
    }
    println!("{accepted} accepted, {refused} refused, {needless} refused without need");
    assert!(accepted > 150 && refused > 100 && needless < 10, "{accepted} {refused} {needless}");
}
