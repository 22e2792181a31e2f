//! In which order variants are tried.
//!
//! A strategy knows the space and is told, each time, what is known of variants. It keeps no times of its
//! own, so that a search that is resumed takes the same way through what is known already, without
//! measuring, and goes on where it was.

mod annealing;
mod greedy;
mod ordered;
mod starts;

pub use annealing::Annealing;
pub use greedy::Greedy;
pub use ordered::Ordered;

use crate::Variant;
use diag::Diagnostic;
use std::fmt;

/// What is known of a variant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Known {
    /// Nothing.
    New,
    /// Another process measures it.
    Busy,
    /// It has no time.
    Failed,
    /// Its time, in seconds.
    Time(f64),
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Measure this one, of which nothing is known.
    Try(Variant),
    /// Other processes measure what is left: look again later, since one of them may end early.
    Wait,
    /// Nothing is left to try.
    Done,
}

/// An order in which variants are tried.
pub trait Strategy: fmt::Debug {
    /// What to do next.
    ///
    /// # Errors
    /// Where a constraint of the space cannot be computed.
    fn next(&mut self, known: &dyn Fn(&Variant) -> Known) -> Result<Next, Diagnostic>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parameter, Setting, Space};
    use std::collections::BTreeMap;

    /// A valley whose lowest point is at (5, 3), and a hole in it.
    pub(super) fn space() -> Space {
        let numbers = |name: &str, count| Parameter {
            name: name.to_owned(),
            values: (0..count).map(Setting::Integer).collect(),
        };
        Space::new(vec![numbers("a", 8), numbers("b", 8)], Vec::new())
    }

    fn time(variant: &Variant) -> Known {
        match variant.0.as_slice() {
            [4, 3] => Known::Failed,
            [a, b] => {
                let (a, b) = (f64::from(u8::try_from(*a).unwrap()), f64::from(u8::try_from(*b).unwrap()));
                Known::Time(1.0 + (a - 5.0).powi(2) + (b - 3.0).powi(2))
            }
            _ => Known::New,
        }
    }

    /// Runs a strategy to its end or for so many variants, and says what it tried.
    fn tried(strategy: &mut dyn Strategy, most: usize) -> Vec<Variant> {
        let mut known: BTreeMap<Variant, Known> = BTreeMap::new();
        let mut order = Vec::new();
        while order.len() < most {
            let of = |variant: &Variant| known.get(variant).copied().unwrap_or(Known::New);
            match strategy.next(&of).unwrap() {
                Next::Try(variant) => {
                    assert!(known.insert(variant.clone(), time(&variant)).is_none(), "{variant:?} again");
                    order.push(variant);
                }
                Next::Wait => panic!("nobody else is there"),
                Next::Done => break,
            }
        }
        order
    }

    fn strategies(space: &Space, seed: u64) -> Vec<Box<dyn Strategy + '_>> {
        vec![
            Box::new(Ordered::exhaustive(space)),
            Box::new(Ordered::random(space, seed).unwrap()),
            Box::new(Greedy::new(space, seed).unwrap()),
            Box::new(Annealing::new(space, seed).unwrap()),
        ]
    }

    #[test]
    fn each_tries_no_variant_twice_and_the_same_for_the_same_seed() {
        let space = space();
        for (mut one, mut other) in strategies(&space, 7).into_iter().zip(strategies(&space, 7)) {
            let order = tried(&mut *one, 1000);
            assert_eq!(order, tried(&mut *other, 1000));
            assert!(order.len() <= 64 && order.len() > 20, "{one:?} tried {}", order.len());
        }
    }

    #[test]
    fn a_resumed_search_goes_on_where_it_was() {
        let space = space();
        for (mut whole, mut resumed) in strategies(&space, 3).into_iter().zip(strategies(&space, 3)) {
            let order = tried(&mut *whole, 20);
            let (first, rest) = order.split_at(9);
            let mut known: BTreeMap<Variant, Known> =
                first.iter().map(|variant| (variant.clone(), time(variant))).collect();
            for expected in rest {
                let of = |variant: &Variant| known.get(variant).copied().unwrap_or(Known::New);
                assert_eq!(resumed.next(&of).unwrap(), Next::Try(expected.clone()), "{resumed:?}");
                known.insert(expected.clone(), time(expected));
            }
        }
    }

    #[test]
    fn all_and_random_try_everything() {
        let space = space();
        for mut strategy in strategies(&space, 1).into_iter().take(2) {
            assert_eq!(tried(&mut *strategy, 1000).len(), 64);
        }
    }

    #[test]
    fn neighbours_lead_to_the_best() {
        let space = space();
        for seed in 0..5 {
            let order = tried(&mut Greedy::new(&space, seed).unwrap(), 40);
            assert!(order.contains(&Variant(vec![5, 3])), "seed {seed}: {order:?}");
            let order = tried(&mut Annealing::new(&space, seed).unwrap(), 50);
            assert!(order.contains(&Variant(vec![5, 3])), "seed {seed}: {order:?}");
        }
    }

    #[test]
    fn what_others_measure_is_waited_for() {
        let space = space();
        let mut all = Ordered::exhaustive(&space);
        assert_eq!(all.next(&|_| Known::Busy).unwrap(), Next::Wait);
        let dead = Variant(vec![2, 2]);
        let known = |variant: &Variant| if *variant == dead { Known::New } else { Known::Failed };
        assert_eq!(all.next(&known).unwrap(), Next::Try(dead.clone()));
        assert_eq!(all.next(&|_| Known::Failed).unwrap(), Next::Done);
    }
}
