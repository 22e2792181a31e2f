//! Reproducible numbers: the same on every machine, for every seed and stream.

use std::collections::BTreeMap;

/// A generator; numbers follow Steele and others' `splitmix64`.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// The stream of that number for a seed.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut random = Random(seed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        random.next();
        random
    }

    /// The stream of that name for a seed.
    pub(crate) fn named(seed: u64, name: &str) -> Self {
        let stream = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
        Random::new(seed, stream)
    }

    /// Any number of 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to below `end`; 0 where `end` is 0.
    pub(crate) fn next_below(&mut self, end: u64) -> u64 {
        self.next().checked_rem(end).unwrap_or(0)
    }

    /// A number from -1 to below 1, exact in both floating-point types.
    pub(crate) fn unit(&mut self) -> f64 {
        let bits = u32::try_from(self.next() >> 40).unwrap_or(0);
        f64::from(bits) / f64::from(1_u32 << 23) - 1.0
    }

    /// That many different numbers below `end`, of which there must be as many.
    pub(crate) fn distinct(&mut self, count: u64, end: u64) -> Vec<u64> {
        // A shuffle of all numbers, of which only those that have moved are kept.
        let mut moved: BTreeMap<u64, u64> = BTreeMap::new();
        let draw = |at: u64| {
            let other = at + self.next_below(end.saturating_sub(at));
            let drawn = moved.get(&other).copied().unwrap_or(other);
            moved.insert(other, moved.get(&at).copied().unwrap_or(at));
            drawn
        };
        (0..count).map(draw).collect()
    }

    /// Puts a list into some order.
    pub(crate) fn shuffle(&mut self, list: &mut [u32]) {
        for at in (1..list.len()).rev() {
            let end = u64::try_from(at).map_or(u64::MAX, |at| at + 1);
            list.swap(at, usize::try_from(self.next_below(end)).unwrap_or(at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_reproducible_and_differ() {
        let draw = |seed, name| {
            (0..4).map(|_| 0).scan(Random::named(seed, name), |r, _: i32| Some(r.next())).collect::<Vec<_>>()
        };
        assert_eq!(draw(1, "a"), draw(1, "a"));
        assert_ne!(draw(1, "a"), draw(2, "a"));
        assert_ne!(draw(1, "a"), draw(1, "b"));
    }

    #[test]
    fn distinct_numbers_are_distinct() {
        for (count, end) in [(0, 0), (0, 9), (1, 1), (7, 7), (40, 41), (50, u64::MAX)] {
            let drawn = Random::new(3, count).distinct(count, end);
            let different: std::collections::BTreeSet<u64> = drawn.iter().copied().collect();
            let lengths = [drawn.len(), different.len()].map(|length| u64::try_from(length).unwrap());
            assert_eq!(lengths, [count, count]);
            assert!(drawn.iter().all(|number| *number < end));
            assert!(count < 7 || drawn.windows(2).any(|pair| pair[0] > pair[1]), "{drawn:?}");
        }
    }

    #[test]
    fn ranges_hold() {
        let mut random = Random::new(7, 0);
        for _ in 0..1000 {
            let value = random.unit();
            assert!((-1.0..1.0).contains(&value));
            assert!((value * f64::from(1 << 23)).fract() == 0.0);
            assert!(random.next_below(3) < 3);
        }
        assert_eq!(random.next_below(0), 0);
        let mut list: Vec<u32> = (0..50).collect();
        random.shuffle(&mut list);
        assert!(list.windows(2).any(|pair| pair[0] > pair[1]));
        list.sort_unstable();
        assert_eq!(list, (0..50).collect::<Vec<u32>>());
    }
}
