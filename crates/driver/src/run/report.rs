//! What a run tells.

use super::Cli;
use super::execute::Ran;
use super::share::Share;
use crate::stats::work::real;
use diag::Diagnostic;
use ir::Kernel;
use runtime::{Bindings, Difference, Tolerance};
use serde_json::json;

/// The result of a comparison.
pub(crate) struct Agreement {
    with: String,
    /// Each array that the kernel may write, its number of elements, and how it differs.
    arrays: Vec<(String, usize, Option<Difference>)>,
}

impl Agreement {
    /// Compares whole arrays, also elements that nothing should write.
    pub(crate) fn compare(kernel: &Kernel, with: &str, expected: &Bindings, found: &Bindings) -> Self {
        let mut arrays = Vec::new();
        let terms = runtime::longest_sum(kernel, expected);
        let size = runtime::term_size(kernel, expected);
        for (name, left) in expected.arrays() {
            let written = kernel.args.get(name).is_some_and(super::is_result);
            let Some(right) = found.array(name) else { continue };
            let difference = runtime::compare(left, right, Tolerance::reassociated(left.ty, terms, size));
            if written || difference.is_some() {
                arrays.push((name.to_string(), left.len(), difference));
            }
        }
        Agreement { with: with.to_owned(), arrays }
    }

    /// An error where anything differs.
    pub(crate) fn verdict(&self) -> Result<(), Vec<Diagnostic>> {
        let errors: Vec<Diagnostic> = self
            .arrays
            .iter()
            .filter_map(|(name, _, difference)| {
                let difference = difference.as_ref()?;
                let message = format!("`{name}` differs from that of {}", self.with);
                Some(
                    Diagnostic::error("lp::run::different", message)
                        .note(format!("expected and found: {difference}")),
                )
            })
            .collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

/// What else there is to tell of a run.
pub(super) struct Told<'r> {
    pub(super) agreement: Option<&'r Agreement>,
    pub(super) share: Option<&'r Share>,
}

/// The report.
pub(super) fn text(cli: &Cli, kernel: &Kernel, (before, ran): (&Bindings, &Ran), told: &Told<'_>) -> String {
    let agreement = told.agreement;
    let counts = runtime::counts(kernel, before);
    let rate = |count: Option<u64>| Some(real(i128::from(count?)) / ran.seconds.filter(|s| *s > 0.0)? / 1e9);
    let (gflops, gbytes) = (rate(counts.flops), rate(Some(counts.bytes)));
    if cli.json {
        let sizes: serde_json::Map<_, _> =
            before.values().map(|(name, value)| (name.to_string(), json!(value.to_string()))).collect();
        let agrees = agreement.map(|a| a.arrays.iter().all(|(_, _, difference)| difference.is_none()));
        return format!(
            "{}\n",
            json!({
                "kernel": kernel.name.as_str(), "device": ran.place, "values": sizes, "seconds": ran.seconds,
                "build_seconds": ran.build_seconds, "gflops": gflops, "gbytes_per_second": gbytes, "agrees": agrees,
                "bound_seconds": told.share.map(|share| share.bound.seconds),
                "bound_by": told.share.map(|share| share.bound.by.as_str()), "share": told.share.map(|share| share.share),
            })
        );
    }
    let values: Vec<String> = before.values().map(|(name, value)| format!("{name} = {value}")).collect();
    let mut lines =
        vec![format!("{} on {}", kernel.name, ran.place), format!("  at       {}", values.join(", "))];
    if let Some(seconds) = ran.seconds {
        lines.push(format!("  time     {}, median of {}", duration(seconds), cli.repeat));
    }
    let rates: Vec<String> = [(gflops, "GFLOP/s"), (gbytes, "GB/s")]
        .iter()
        .filter_map(|(rate, unit)| rate.map(|rate| format!("{rate:.3} {unit}")))
        .collect();
    if !rates.is_empty() {
        lines.push(format!("  rate     {}", rates.join(", ")));
    }
    lines.extend(told.share.map(|share| format!("  share    {share}")));
    if let Some(agreement) = agreement {
        for (name, elements, _) in agreement.arrays.iter().filter(|(_, _, difference)| difference.is_none()) {
            let with = &agreement.with;
            lines.push(format!("  agrees   `{name}`, {elements} elements, with {with} on the interpreter"));
        }
    }
    lines.join("\n") + "\n"
}

/// A time in the unit in which it is easily read.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.3} ms", s * 1e3),
        s => format!("{s:.3} s"),
    }
}
