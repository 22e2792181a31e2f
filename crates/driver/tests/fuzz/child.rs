//! The process that runs the cases. It tells on standard output what it is at: `case N`, `fail N` with the text of the
//! failure up to a line `end`, and at last what it counted.

use crate::random::{Random, seed_of};
use crate::text::{self, Corpus};
use crate::transforms::{self, Tally};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Runs cases: `KIND:SEED:FIRST:SECONDS`.
pub(crate) fn serve(job: &str) {
    std::panic::set_hook(Box::new(|_| {}));
    let parts: Vec<&str> = job.split(':').collect();
    let number = |at: usize| parts.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let (kind, seed, first) = (parts[0], number(1), number(2));
    let end = Instant::now() + Duration::from_secs(number(3));
    let corpus = Corpus::read();
    let mut tally = Tally::from_environment();
    let mut case = first;
    while Instant::now() < end {
        println!("case {case}");
        if let Err(what) = run(kind, seed_of(seed, case), &corpus, &mut tally) {
            println!("fail {}\n{what}\nend", seed_of(seed, case));
        }
        case += 1;
    }
    for (what, count) in &tally.counts {
        println!("count {count} {what}");
    }
}

/// Runs one case again and shows all of it: `KIND:SEED` with the seed that a failure names.
pub(crate) fn one(case: &str) -> ExitCode {
    let (kind, seed) = case.split_once(':').unwrap_or((case, "0"));
    let seed = seed.parse().unwrap_or(0);
    let mut tally = Tally::from_environment();
    let corpus = Corpus::read();
    match kind {
        "transforms" => println!("{}", crate::kernel::kernel(&mut Random::new(seed))),
        _ => println!("{}", text::run(&corpus, seed, &mut tally)),
    }
    let result = run(kind, seed, &corpus, &mut tally);
    println!("{:#?}", tally.counts);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            println!("{what}");
            ExitCode::FAILURE
        }
    }
}

fn run(kind: &str, seed: u64, corpus: &Corpus, tally: &mut Tally) -> Result<(), String> {
    let damaged = (kind == "text").then(|| (text::extension(corpus, seed), text::run(corpus, seed, tally)));
    let work = || match &damaged {
        Some((extension, damaged)) => {
            text::read(extension, damaged, tally);
            Ok(())
        }
        None => transforms::run(seed, tally),
    };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result,
        Err(panic) => {
            let what = panic.downcast_ref::<String>().cloned();
            let what = what
                .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                .unwrap_or_default();
            Err(format!("panic: {what}\n{}", damaged.map_or_else(String::new, |(_, damaged)| damaged)))
        }
    }
}
