//! `tuned.json`: the best values on each device, as a search leaves them and `lpopt --tuned` reads them.

use super::values;
use diag::Diagnostic;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use tune::Setting;

/// The file's name in the folder of a search.
pub(crate) const NAME: &str = "tuned.json";

/// The best on a device.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    /// The device's name.
    pub(crate) device: String,
    /// The sizes at which it is the best.
    pub(crate) sizes: String,
    /// The values of the parameters.
    pub(crate) parameters: BTreeMap<String, Setting>,
    /// The values that the search was given by `--fix`, as texts.
    #[serde(default)]
    pub(crate) given: BTreeMap<String, String>,
    /// Its median time, in seconds.
    pub(crate) seconds: f64,
    /// The median distance from it, in seconds.
    pub(crate) spread: f64,
    /// How many variants were tried.
    pub(crate) variants: usize,
}

/// The values that a search found for a device, and those that it was given.
///
/// # Errors
/// Those of [`row`].
pub(crate) fn chosen(folder: &Path, device: Option<&str>) -> Result<Vec<(String, String)>, Diagnostic> {
    let Row { parameters, given, .. } = row(folder, device)?;
    let found = parameters.into_iter().map(|(name, value)| (name, values::text(&value)));
    Ok(given.into_iter().chain(found).collect())
}

/// The file with the best values in the folder of a search.
pub(crate) fn path_in(folder: &Path) -> String {
    folder.join(NAME).display().to_string()
}

/// What a search found for a device, given by a part of its name; it may be left out where there is one
/// device.
///
/// # Errors
/// Where there is no such table, or no such device in it.
pub(crate) fn row(folder: &Path, device: Option<&str>) -> Result<Row, Diagnostic> {
    let path = folder.join(NAME);
    let fault = |why: String| Diagnostic::error("lp::tune::table", format!("`{}`: {why}", path.display()));
    let text = std::fs::read_to_string(&path).map_err(|error| {
        fault(format!("cannot be read: {error}")).help("`lprun tune --into FOLDER` writes it")
    })?;
    let rows: Vec<Row> =
        serde_json::from_str(&text).map_err(|error| fault(format!("is no table of a search: {error}")))?;
    let is_asked =
        |row: &&Row| device.is_none_or(|device| row.device.to_lowercase().contains(&device.to_lowercase()));
    let names: Vec<&str> = rows.iter().map(|row| row.device.as_str()).collect();
    match rows.iter().filter(is_asked).collect::<Vec<_>>().as_slice() {
        [row] => Ok((*row).clone()),
        [] => Err(fault("has no such device".to_owned()).help(format!("it has {}", names.join("; ")))),
        _ => {
            let why = "has several such devices".to_owned();
            Err(fault(why).help(format!("say which with `--device NAME`: {}", names.join("; "))))
        }
    }
}
