//! What a search leaves: a pipeline without choices, a table of the best on each device, and a report.

use super::export;
use super::isolate::isolated;
use super::search::Run;
use crate::apply::process;
use crate::cli::{Failure, Session};
use crate::output;
use crate::stats::units::duration;
use crate::tuned::table::{self, Row};
use diag::Diagnostic;
use std::collections::BTreeMap;
use tune::{Outcome, Sample};

/// The fastest of some samples.
pub(super) fn best<'s>(samples: impl Iterator<Item = &'s Sample>) -> Option<&'s Sample> {
    let timed = samples.filter(|sample| sample.is_good());
    timed.min_by(|a, b| f64::total_cmp(&a.time().unwrap_or(f64::MAX), &b.time().unwrap_or(f64::MAX)))
}

/// The values of a sample's parameters as text.
pub(super) fn values(sample: &Sample) -> String {
    sample.variant.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// The name of the file with the best pipeline in the folder of a search.
pub(super) const BEST: &str = "best.txt";

/// Writes the results and says what they are.
///
/// # Errors
/// Where no variant runs, or one computes wrong values: then the results are written all the same.
pub(super) fn report(run: &Run<'_>, session: &Session) -> Result<(), Failure> {
    if let Some(path) = &run.args.export {
        export::write(run, path)?;
    }
    let Some(best) = run.best() else { return Err(no_best(run).into()) };
    let pipeline = replay(run, best, session)?;
    let path = |name: &str| run.journal.folder().join(name).to_string_lossy().into_owned();
    let (best_path, table_path) = (path(BEST), path(table::NAME));
    output::write_all(&[(&best_path, &pipeline), (&table_path, &table(run)?)])?;
    output::print(&format!("{}  written  {best_path}, {table_path}\n", summary(run, best)))?;
    let wrong: Vec<&Sample> = run.samples().filter(|sample| sample.outcome == Outcome::Wrong).collect();
    if wrong.is_empty() { Ok(()) } else { Err(of_wrong(&wrong).into()) }
}

/// The best as a pipeline without choices.
fn replay(run: &Run<'_>, best: &Sample, session: &Session) -> Result<String, Failure> {
    let variant = run.plan.space.variant(&best.variant).ok_or_else(|| gone("it is none of the space"))?;
    let options = run.plan.options(run.args, &variant);
    let common = session.common();
    let calls = isolated(run.scratch, || {
        process::made(&options, &mut Session::new(common)).ok().map(|made| made.calls)
    })?;
    let calls = calls.ok().flatten().ok_or_else(|| gone("its steps no longer do what they did"))?;
    let time = best.time().map(duration).unwrap_or_default();
    let sizes = run.args.set.join(",");
    Ok(format!("# {time} on {}, {sizes}\n# {}\n{calls}", run.device, values(best)))
}

fn gone(why: &str) -> Diagnostic {
    Diagnostic::error("lp::tune::search", format!("the best variant cannot be made again: {why}"))
}

/// The best on each device, from all that the journal has.
fn table(run: &Run<'_>) -> Result<String, Diagnostic> {
    let mut devices: BTreeMap<&str, Vec<&Sample>> = BTreeMap::new();
    for sample in run.journal.samples() {
        devices.entry(&sample.device).or_default().push(sample);
    }
    let row = |(device, samples): (&&str, &Vec<&Sample>)| {
        let best = best(samples.iter().copied())?;
        let summary = best.summary?;
        Some(Row {
            device: (*device).to_owned(),
            sizes: run.args.set.join(","),
            parameters: best.variant.clone(),
            given: run.plan.given(),
            seconds: summary.median,
            spread: summary.spread,
            variants: samples.len(),
        })
    };
    let rows: Vec<Row> = devices.iter().filter_map(row).collect();
    let text = serde_json::to_string_pretty(&rows);
    text.map(|text| text + "\n").map_err(|error| {
        Diagnostic::error("lp::tune::journal-file", format!("the table cannot be written: {error}"))
    })
}

fn summary(run: &Run<'_>, best: &Sample) -> String {
    let samples: Vec<&Sample> = run.samples().collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for sample in &samples {
        *counts.entry(sample.outcome.word()).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    let mut text = format!("{} on {}\n", run.args.input, run.device);
    text.push_str(&format!("  variants {}: {}\n", samples.len(), counts.join(", ")));
    if let Some(summary) = best.summary {
        let (median, spread) = (duration(summary.median), duration(summary.spread));
        let count = best.seconds.len();
        text.push_str(&format!("  best     {median}, median of {count}, spread {spread}\n"));
        text.push_str(&format!("  with     {}\n", values(best)));
        if summary.drift.abs() > DRIFT {
            let percent = summary.drift * 100.0;
            text.push_str(&format!("  drift    later runs took {percent:+.0} %: the clock is not steady\n"));
        }
    }
    text
}

/// The share by which later runs may differ from earlier ones before it is said.
const DRIFT: f64 = 0.05;

/// Why there is no best variant.
fn no_best(run: &Run<'_>) -> Diagnostic {
    let count = run.samples().count();
    let message = format!("none of {count} variants can be timed on {}", run.device);
    let mut problem = Diagnostic::error("lp::tune::none", message);
    for sample in run.samples().take(REASONS) {
        let why = sample.why.as_deref().unwrap_or_default();
        problem = problem.note(format!("{}: {}: {why}", values(sample), sample.outcome.word()));
    }
    problem.help("the journal has the reason of each; `lpopt --set NAME=VALUE` shows it in full")
}

/// How many variants a message gives reasons of.
const REASONS: usize = 5;

fn of_wrong(wrong: &[&Sample]) -> Diagnostic {
    let message = format!("{} variants computed wrong values, and were not considered", wrong.len());
    let mut problem = Diagnostic::error("lp::tune::wrong", message);
    for sample in wrong.iter().take(REASONS) {
        problem = problem.note(format!("{}: {}", values(sample), sample.why.as_deref().unwrap_or_default()));
    }
    problem.help(
        "a variant was proved before it ran: this is a fault of the compiler, the device or its driver; please report it",
    )
}
