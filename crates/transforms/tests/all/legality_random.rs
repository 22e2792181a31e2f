//! The checker against enumeration: on random small kernels with random loop trees, whatever it accepts runs
//! the same instances and gives each read the value of the same writer as the reference, in every
//! interleaving that is tried, and no two work items race.

use crate::common;
use crate::legality_model;

use legality_model::{Case, Random, interleaved, race, sequential};

/// Random orders of work items that each accepted case is run in, for each size.
const INTERLEAVINGS: u64 = 12;

/// How the verdicts on some cases compare with runs.
#[derive(Debug, Default)]
struct Tally {
    accepted: u64,
    refused_and_differs: u64,
    refused_with_other_iterations: u64,
    refused_and_no_difference_found: u64,
    ambiguous: u64,
}

/// Where a run of the tree differs from the reference, or races.
fn difference(case: &Case) -> Option<String> {
    (1..=4).find_map(|size| {
        let wanted = sequential(case, size);
        let mut orders = (0..INTERLEAVINGS).map(|order| interleaved(case, size, &mut Random::new(order)));
        let differs = orders.find_map(|is| wanted.difference(case, &is));
        differs.or_else(|| race(case, size)).map(|what| format!("n = {size}: {what}"))
    })
}

fn tally(seeds: std::ops::Range<u64>, native: bool) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let case = Case::random(&mut Random::new(seed), native);
        let text = case.text();
        let module = common::module(&text);
        let kernel = module.kernels.values().next().unwrap();
        let violations = ir::verify::verify(kernel);
        assert!(violations.is_empty(), "{text}\n{}", common::shown(&violations));
        let found = legality::findings(kernel);
        let count = match (found.is_empty(), difference(&case)) {
            (true, Some(what)) => panic!("accepted, but differs at {what}\n{text}"),
            (true, None) => &mut tally.accepted,
            _ if found.iter().any(|problem| problem.code == "lp::legality::ambiguous") => {
                &mut tally.ambiguous
            }
            (false, Some(_)) => &mut tally.refused_and_differs,
            // That a temporary is not written in which nobody looks makes no difference here.
            (false, None) if !case.ranges.are_of_domains() => &mut tally.refused_with_other_iterations,
            (false, None) => &mut tally.refused_and_no_difference_found,
        };
        *count += 1;
    }
    tally
}

/// Random cases of each kind; `CASES` in the environment asks for more.
fn cases(usual: u64) -> u64 {
    std::env::var("CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

#[test]
fn accepted_trees_of_ordered_kernels_read_what_the_reference_reads() {
    let cases = cases(3000);
    let tally = tally(0..cases, false);
    println!("{tally:?}");
    // At most two in a hundred are refused without need.
    assert!(tally.accepted > cases / 5 && tally.refused_and_no_difference_found < cases / 50, "{tally:?}");
}

#[test]
fn accepted_trees_of_native_kernels_read_what_the_reference_reads() {
    let cases = cases(3000);
    let tally = tally(0..cases, true);
    println!("{tally:?}");
    assert!(tally.accepted > cases / 20 && tally.refused_and_no_difference_found < cases / 50, "{tally:?}");
}
