//! Names selected by patterns with `*` and `?`.

use super::names::unknown;
use diag::Diagnostic;
use ir::Kernel;
use ir::matching::Glob;
use pass::{Refusal, Text};
use poly::Name;

/// The inames that a pattern matches.
///
/// # Errors
/// There are none.
pub fn matching_inames(kernel: &Kernel, pattern: &Text) -> Result<Vec<Name>, Diagnostic> {
    if let Some(word) = pattern.trim().strip_prefix('$') {
        let tagged = kernel.inames.iter().filter(|(_, iname)| iname.words.iter().any(|own| **own == *word));
        let found: Vec<Name> = tagged.map(|(name, _)| name.clone()).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let words = kernel.inames.values().flat_map(|iname| &iname.words);
        return Err(unknown(Refusal::EMPTY, "tag of an iname", pattern, pattern.origin, words));
    }
    matching(kernel.inames.keys(), "iname", pattern)
}

/// The arguments and temporaries with axes that a pattern matches.
///
/// # Errors
/// There are none.
pub fn matching_arrays(kernel: &Kernel, pattern: &Text) -> Result<Vec<Name>, Diagnostic> {
    let args = kernel.args.iter().filter(|(_, arg)| arg.shape().is_some_and(|shape| !shape.is_empty()));
    let temps = kernel.temps.iter().filter(|(_, temp)| !temp.shape.is_empty());
    matching(args.map(|(name, _)| name).chain(temps.map(|(name, _)| name)), "array", pattern)
}

fn matching<'k>(
    names: impl Iterator<Item = &'k Name> + Clone,
    kind: &str,
    pattern: &Text,
) -> Result<Vec<Name>, Diagnostic> {
    let glob = Glob::new(pattern.trim());
    let found: Vec<Name> = names.clone().filter(|name| glob.matches(name)).cloned().collect();
    if !found.is_empty() {
        return Ok(found);
    }
    Err(unknown(Refusal::EMPTY, kind, pattern, pattern.origin, names))
}
