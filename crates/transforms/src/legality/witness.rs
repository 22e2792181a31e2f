//! Diagnostics with two concrete instances.

use diag::Diagnostic;
use poly::{Error, Point, Set};

use super::instance::{Actor, Instance, Model};

/// One side of a conflict.
pub(super) type Side<'a> = (&'a Actor<'a>, &'a Instance);

/// A diagnostic for a set of offending pairs, with one of them as witness.
pub(super) fn pair(
    model: &Model<'_>,
    error: Diagnostic,
    bad: &Set,
    (x, y): (Side<'_>, Side<'_>),
    says: impl Fn(&str, &str) -> String,
) -> Result<Diagnostic, Error> {
    let mut error = error;
    for (actor, _) in [x, y] {
        error = error.at_entity(actor.statement.loc.as_ref(), actor.statement.origin, format!("`{}`", actor.id));
    }
    error.labels.dedup();
    if let Some(point) = bad.sample()? {
        let [first, second] = [x, y].map(|(actor, at)| instance(actor, at, &point));
        error = error.note(format!("{}{}", says(&first, &second), parameters(model, &point)));
    }
    Ok(error)
}

/// `upd(i = 2, j = 3)`
pub(super) fn instance(actor: &Actor<'_>, at: &Instance, point: &Point) -> String {
    let value = |iname| point.get(&at.column(iname)).map(|value| format!("{iname} = {value}"));
    let values: Vec<String> = at.inames().iter().filter_map(value).collect();
    format!("`{}({})`", actor.id, values.join(", "))
}

/// ` for n = 3`
pub(super) fn parameters(model: &Model<'_>, point: &Point) -> String {
    let values: Vec<String> = model
        .kernel
        .args
        .keys()
        .filter_map(|name| point.get(name).map(|value| format!("{name} = {value}")))
        .collect();
    if values.is_empty() { String::new() } else { format!(", for {}", values.join(", ")) }
}
