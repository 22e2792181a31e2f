//! The samples of a device in the format of Kernel Tuner's cache files, version 1.0.0: times are in
//! milliseconds there.

use super::search::Run;
use crate::cli::{Failure, assignments};
use crate::output;
use diag::Diagnostic;
use serde_json::{Map, Value, json};
use std::path::Path;
use tune::{Outcome, Sample, Setting};

/// Writes the file.
///
/// # Errors
/// Where it cannot be written.
pub(super) fn write(run: &Run<'_>, path: &str) -> Result<(), Failure> {
    let parameters = run.plan.space.parameters();
    let names: Vec<&str> = parameters.iter().map(|own| own.name.as_str()).collect();
    let values: Map<String, Value> =
        parameters.iter().map(|own| (own.name.clone(), json!(own.values))).collect();
    let sizes = assignments(&run.args.set).map_err(Failure::usage)?;
    let sizes: Vec<i64> = sizes.iter().filter_map(|(_, value)| value.parse().ok()).collect();
    let stem = Path::new(&run.args.input).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let kernel = run.args.kernel.clone().or(stem).unwrap_or_default();
    let cache: Map<String, Value> = run.samples().map(|sample| entry(&names, sample)).collect();
    let file = json!({
        "schema_version": "1.0.0", "device_name": run.device, "kernel_name": kernel, "problem_size": sizes,
        "tune_params_keys": names, "tune_params": values, "objective": "time", "cache": cache,
    });
    let text = serde_json::to_string_pretty(&file).map_err(|error| {
        Diagnostic::error("lp::tune::journal-file", format!("the samples cannot be written: {error}"))
    })?;
    Ok(output::write(path, &(text + "\n"))?)
}

/// The key of a sample, and what is said of it.
fn entry(names: &[&str], sample: &Sample) -> (String, Value) {
    let value = |name: &&str| sample.variant.get(*name).map(Setting::to_string).unwrap_or_default();
    let key: Vec<String> = names.iter().map(value).collect();
    let milliseconds = |seconds: f64| seconds * 1e3;
    let mut entry: Map<String, Value> =
        sample.variant.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let time = match sample.outcome {
        Outcome::Timed | Outcome::Slower => json!(sample.time().map(milliseconds)),
        Outcome::Refused => json!("InvalidConfig"),
        Outcome::Wrong | Outcome::Device | Outcome::Crashed | Outcome::Timeless => {
            json!("RuntimeFailedConfig")
        }
    };
    let times: Vec<f64> = sample.seconds.iter().copied().map(milliseconds).collect();
    let whole: f64 = times.iter().sum();
    entry.insert("time".to_owned(), time);
    entry.insert("times".to_owned(), json!(times));
    entry.insert("compile_time".to_owned(), json!(sample.build_seconds.map_or(0.0, milliseconds)));
    entry.insert("verification_time".to_owned(), json!(0));
    entry.insert("benchmark_time".to_owned(), json!(whole));
    entry.insert("strategy_time".to_owned(), json!(0));
    entry.insert("framework_time".to_owned(), json!(0));
    entry.insert("timestamp".to_owned(), json!(date(sample.when)));
    (key.join(","), Value::Object(entry))
}

/// Seconds since 1970 as a date and a time of day, in Greenwich.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the day that may be missing is their last; 400 of them have 146097
    // days.
    let day = days + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, late) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + late;
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}+00:00")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00+00:00"),
            (951_782_399, "2000-02-28T23:59:59+00:00"),
            (951_782_400, "2000-02-29T00:00:00+00:00"),
            (1_703_238_845, "2023-12-22T09:54:05+00:00"),
            (4_107_542_400, "2100-03-01T00:00:00+00:00"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
