//! What to propose where a name is none, and several are alike.

/// How many names are proposed at most.
const MOST: usize = 4;

/// "did you mean `a` or `b`?", by the first of these names; `None` where there are none.
pub(crate) fn did_you_mean<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let alike: Vec<String> = names.take(MOST).map(|name| format!("`{name}`")).collect();
    (!alike.is_empty()).then(|| format!("did you mean {}?", alike.join(" or ")))
}
