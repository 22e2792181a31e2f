//! What a run tells.

use super::Cli;
use super::execute::Ran;
use super::share::Share;
use crate::agreement::Agreement;
use crate::stats::units::duration;
use crate::stats::work::real;
use ir::Kernel;
use runtime::Bindings;
use serde_json::json;

/// What else there is to tell of a run.
pub(super) struct Told<'r> {
    pub(super) agreement: Option<&'r Agreement>,
    pub(super) share: Option<&'r Share>,
}

/// The report.
pub(super) fn text(cli: &Cli, kernel: &Kernel, before: &Bindings, ran: &Ran, told: &Told<'_>) -> String {
    let agreement = told.agreement;
    // Rates are of what the kernel asks for, not of what a device makes of it.
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
