//! How many planted faults each check found.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Columns, in the order in which checks come.
const COLUMNS: [&str; 8] =
    ["verifier", "lowering", "checker", "both", "interpreter", "missed", "equivalent", "equivalent, refused"];

/// The counts as a table, and how many of a hundred real faults were found where there were enough to tell.
pub(crate) fn table(counts: &BTreeMap<String, u64>) -> (String, Option<u64>) {
    let mut kinds: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    let mut total: BTreeMap<&str, u64> = BTreeMap::new();
    for (key, count) in counts {
        if let Some((kind, found)) = key.split_once('\t') {
            *kinds.entry(kind).or_default().entry(found).or_default() += count;
            *total.entry(found).or_default() += count;
        }
    }
    let mut text = format!("{:<36}{:>8}", "fault", "planted");
    let short =
        ["verifier", "lowering", "checker", "checker+int", "interp", "missed", "equal", "equal,refused"];
    for column in short {
        let _ = write!(text, "{column:>15}");
    }
    for (kind, found) in kinds.iter().chain([(&"all", &total)]) {
        let _ = write!(text, "\n{kind:<36}{:>8}", found.values().sum::<u64>());
        for column in COLUMNS {
            let _ = write!(text, "{:>15}", found.get(column).unwrap_or(&0));
        }
    }
    let sum = |columns: &[&str]| columns.iter().filter_map(|column| total.get(column)).sum::<u64>();
    let found = sum(&COLUMNS[..5]);
    let real = found + sum(&["missed"]);
    (text, (real >= 200).then(|| found * 100 / real))
}
