//! The checker against enumeration: on random buffers that are filled for another iteration than the one that
//! runs, whatever it accepts gives each read the element of its iteration, with no two work items at one
//! element at once.

use crate::common;

use std::collections::BTreeMap;

/// Work items, elements of a tile, and tiles of the loop that are read.
const ITEMS: i64 = 2;

/// A step of the loop's body.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Step {
    Barrier,
    /// Fills the buffer, or the registers from which it is stored.
    Fetch,
    Store,
    Read,
}

/// What fills a copy of the buffer with a tile, for an iteration.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Fill {
    copy: i64,
    tile: i64,
    iteration: i64,
    /// It runs where there are more tiles than this.
    beyond: i64,
}

/// A loop over tiles, with what comes before it. In the loop all numbers of the fill count from the iteration
/// that runs.
#[derive(Debug, Clone)]
struct Case {
    copies: i64,
    first: Vec<Fill>,
    next: Fill,
    body: Vec<Step>,
}

/// A generator of numbers: the same sequence in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A pipeline, in which most often one thing or two are not as they should be.
    fn case(&mut self) -> Case {
        use Step::{Barrier, Fetch, Read, Store};
        let ahead = self.one_of(&[0, 1, 1, 1, 2]);
        let copies = ahead + 1;
        let fill = |at: i64| Fill { copy: at, tile: at, iteration: at, beyond: at };
        let body: &[Step] = match ahead {
            0 => &[Barrier, Fetch, Barrier, Read],
            _ => self.one_of(&[
                &[Barrier, Fetch, Read][..],
                &[Fetch, Read, Barrier],
                &[Fetch, Barrier, Read, Store],
                &[Barrier, Read, Fetch],
                &[Barrier, Fetch, Read, Store],
            ]),
        };
        let mut case =
            Case { copies, first: (0..ahead).map(fill).collect(), next: fill(ahead), body: body.to_vec() };
        if case.body.contains(&Store) && self.one_of(&[true, false]) {
            // One copy less, and a barrier more.
            case.copies -= 1;
            let store = case.body.iter().position(|step| *step == Store).unwrap();
            case.body.insert(store, Barrier);
        }
        for _ in 0..self.one_of(&[0, 0, 1, 1, 2]) {
            self.spoil(&mut case);
        }
        case
    }

    fn spoil(&mut self, case: &mut Case) {
        let by = self.one_of(&[-1, 1]);
        let at = self.below(case.first.len() + 1);
        let fill = case.first.get_mut(at).unwrap_or(&mut case.next);
        match self.below(9) {
            0 => fill.copy += by,
            1 => fill.tile = (fill.tile + by).max(0),
            2 => fill.iteration = (fill.iteration + by).max(0),
            3 => fill.beyond = (fill.beyond + by).max(0),
            4 => case.copies = (case.copies + by).max(1),
            5 => drop(case.first.pop()),
            6 => case.body.retain(|step| *step != Step::Barrier),
            _ => {
                let (a, b) = (self.below(case.body.len()), self.below(case.body.len()));
                case.body.swap(a, b);
            }
        }
    }
}

impl Case {
    fn text(&self) -> String {
        let arguments = format!("  arg n : i32\n  arg a : f64[{ITEMS}*n] in\n  arg b : f64[{ITEMS}*n] out\n");
        let loops = format!("  domain [n] -> {{ [k, i] : 0 <= k < n and 0 <= i < {ITEMS} }}\n");
        let inames = "  iname k\n  iname i";
        let read = format!("a[{ITEMS}*k + {} - i]", ITEMS - 1);
        let (mut statements, mut before) = (String::new(), String::new());
        for (at, Fill { copy, tile, iteration, beyond }) in self.first.iter().enumerate() {
            let (copy, element) = (copy.rem_euclid(self.copies), ITEMS * tile);
            statements += &format!(
                "  first{at}: t[{copy}, f] = a[f + {element}]  in(f) if(n > {beyond}) fetch of s for(k = {iteration})\n"
            );
            before += &format!("      if n > {beyond} {{\n        run first{at}\n      }}\n");
        }
        let Fill { copy, tile, iteration, beyond } = self.next;
        let clauses = format!("in(k, f) if(k + {beyond} < n) fetch of s");
        let ahead = format!("for(k = k + {iteration})");
        let (target, value) =
            (format!("t[(k + {copy}) % {}, f]", self.copies), format!("a[{ITEMS}*(k + {tile}) + f]"));
        let waits = self.body.contains(&Step::Store);
        statements += &match waits {
            true => {
                format!(
                    "  next: waiting = {value}  {clauses}\n  store: {target} = waiting  {clauses} {ahead}\n"
                )
            }
            false => format!("  next: {target} = {value}  {clauses} {ahead}\n"),
        };
        let mut body = String::new();
        for step in &self.body {
            let guarded =
                |name: &str| format!("        if k + {beyond} < n {{\n          run {name}\n        }}\n");
            body += &match step {
                Step::Barrier => "        barrier \"t\"\n".to_owned(),
                Step::Fetch => guarded("next"),
                Step::Store => guarded("store"),
                Step::Read => "        run s\n".to_owned(),
            };
        }
        let waiting = if waits { "  temp waiting : f64 private\n" } else { "" };
        format!(
            "lpir 1\nkernel @k {{\n{arguments}  temp t : f64[{}, {ITEMS}] local\n{waiting}{loops}  domain {{ [f] : 0 <= f < {ITEMS} }}\n\
             {inames} : l.0\n  iname f : l.0\n{statements}  s: b[{ITEMS}*k + i] = t[k % {}, {} - i]  in(k, i) of s(k = k, i = i)\n  \
             reference {{\n{arguments}{loops}{inames}\n  s: b[{ITEMS}*k + i] = {read}  in(k, i)\n  }}\n  \
             schedule {{\n    launch @k groups() work_items({ITEMS}) {{\n      index f : l.0\n      index i : l.0\n{before}\
             \x20     for k = 0 to n - 1 {{\n{body}      }}\n    }}\n  }}\n}}\n",
            self.copies,
            self.copies,
            ITEMS - 1,
        )
    }

    /// Whether a loop over `n` tiles reads what it should.
    fn is_right(&self, n: i64) -> bool {
        let mut run = Run { right: true, ..Run::default() };
        for fill in self.first.iter().filter(|fill| n > fill.beyond) {
            run.fill(n, fill.copy.rem_euclid(self.copies), Some(fill.tile));
        }
        for k in 0..n {
            let Fill { copy, tile, beyond, .. } = self.next;
            for step in &self.body {
                let there = k + beyond < n;
                match step {
                    Step::Barrier => run.epoch += 1,
                    Step::Fetch if there && self.body.contains(&Step::Store) => run.load(n, k + tile),
                    Step::Fetch if there => run.fill(n, (k + copy).rem_euclid(self.copies), Some(k + tile)),
                    Step::Store if there => run.fill(n, (k + copy).rem_euclid(self.copies), run.waiting),
                    Step::Fetch | Step::Store => {}
                    Step::Read => run.read(k.rem_euclid(self.copies), k),
                }
            }
        }
        run.right
    }
}

/// Memory in the course of a run.
#[derive(Default)]
struct Run {
    right: bool,
    /// Barriers so far.
    epoch: i64,
    /// The tile in the registers.
    waiting: Option<i64>,
    /// By copy: its tile, when it was written and when it was read.
    copies: BTreeMap<i64, (Option<i64>, i64, i64)>,
}

impl Run {
    fn load(&mut self, n: i64, tile: i64) {
        self.right &= tile < n;
        self.waiting = Some(tile);
    }

    /// Each work item writes its own element, and reads that of another one.
    fn fill(&mut self, n: i64, copy: i64, tile: Option<i64>) {
        let read = self.copies.get(&copy).map(|(_, _, read)| *read);
        self.right &= tile.is_some_and(|tile| tile < n) && read != Some(self.epoch);
        self.copies.insert(copy, (tile, self.epoch, -1));
    }

    fn read(&mut self, copy: i64, wanted: i64) {
        let Some((tile, written, read)) = self.copies.get_mut(&copy) else {
            self.right = false;
            return;
        };
        self.right &= *tile == Some(wanted) && *written != self.epoch;
        *read = self.epoch;
    }
}

#[test]
fn buffers_that_are_accepted_hold_the_tile_of_the_iteration() {
    let mut numbers = Numbers(11);
    let (mut accepted, mut refused, mut needless) = (0, 0, 0);
    for _ in 0..500 {
        let case = numbers.case();
        let text = case.text();
        let module = common::module(&text);
        let kernel = module.kernels.values().next().unwrap();
        assert!(ir::verify::verify(kernel).is_empty(), "{text}");
        let wrong = (0..7).find(|n| !case.is_right(*n));
        match (legality::findings(kernel).is_empty(), wrong) {
            (true, Some(n)) => panic!("accepted, but differs for n = {n}: {case:?}\n{text}"),
            (true, None) => accepted += 1,
            (false, Some(_)) => refused += 1,
            // What it says of the iteration is wrong, and what it does is right.
            (false, None) => needless += 1,
        }
    }
    println!("{accepted} accepted, {refused} refused, {needless} refused without need");
    assert!(accepted > 150 && refused > 100 && needless < 20, "{accepted} {refused} {needless}");
}
