//! Names of transforms on a command line.

use crate::alike::did_you_mean;
use crate::registry::registry;
use diag::Diagnostic;

/// There is no transform of that name.
pub(crate) fn unknown(name: &str) -> Diagnostic {
    let error = Diagnostic::error("lp::driver::unknown-transform", format!("there is no transform `{name}`"));
    let names = registry()
        .specs()
        .iter()
        .flat_map(|spec| [spec.name].into_iter().chain(spec.aliases.iter().copied()));
    let is_part = |other: &&str| other.split('_').any(|word| word == name);
    if let Some(help) = did_you_mean(names.clone().filter(is_part)) {
        return error.help(help);
    }
    match diag::nearest(name, names) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("`lpopt --list-passes` lists them all"),
    }
}

/// The name of a pass, or `all` of them.
pub(super) fn pass_or_all(text: &str) -> Result<String, String> {
    let found = registry().find(text).map(|spec| spec.name);
    match found.or_else(|| (text == "all").then_some("all")) {
        Some(name) => Ok(name.to_owned()),
        None => {
            let error = unknown(text);
            Err(error.help.iter().fold(error.message, |message, help| format!("{message}; {help}")))
        }
    }
}
