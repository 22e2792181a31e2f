//! What the cases of one target gave.

use crate::planted;
use std::collections::BTreeMap;
use std::time::Duration;

/// Of a hundred planted faults, so many have to be found.
const FOUND: u64 = 95;

#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) counts: BTreeMap<String, u64>,
    pub(crate) failures: Vec<String>,
    pub(crate) cases: u64,
    /// Files of the corpus that were tried.
    pub(crate) kept: u64,
    pub(crate) slowest: Duration,
    /// The most memory that a child had, in KiB.
    pub(crate) memory: u64,
    pub(crate) elapsed: Duration,
}

impl Summary {
    /// Takes over a line of what a child counted.
    pub(crate) fn count(&mut self, rest: &str) {
        if let Some((number, what)) = rest.split_once(' ') {
            *self.counts.entry(what.to_owned()).or_default() += number.parse::<u64>().unwrap_or(0);
        }
    }

    pub(crate) fn report(&mut self, target: &str, seed: u64) {
        let rate = u128::from(self.cases) * 1000 / self.elapsed.as_millis().max(1);
        println!(
            "{target}: {} cases from seed {seed} and {} kept ones in {:.1} s, {rate}/s, slowest {:?}, {} MiB, {} failures",
            self.cases,
            self.kept,
            self.elapsed.as_secs_f64(),
            self.slowest,
            self.memory / 1024,
            self.failures.len()
        );
        let (table, found) = planted::table(&self.counts);
        for (what, count) in self.counts.iter().filter(|(what, _)| !what.contains('\t')) {
            println!("{count:>9} {what}");
        }
        if target == "planted" {
            println!("{table}");
            if let Some(found) = found {
                println!("{found} of 100 planted faults found");
                self.failures
                    .extend((found < FOUND).then(|| format!("finds fewer than {FOUND} of 100 faults")));
            }
        }
        for failure in &self.failures {
            println!("FAILED {target} {failure}");
        }
    }
}
