//! The transforms of this program: ours, and those of its author. Pipelines, scripts, help and editors ask
//! here which there are.

use diag::Diagnostic;
use pass::{Registry, Spec};
use std::sync::OnceLock;

/// All of them, where the author of the program has some.
static EXTENDED: OnceLock<Registry> = OnceLock::new();

/// All transforms.
pub fn registry() -> &'static Registry {
    EXTENDED.get().unwrap_or(&transforms::REGISTRY)
}

/// Adds transforms, before anything asks which there are.
///
/// # Errors
/// Where a name is taken, or some were added before.
pub(crate) fn extend(own: &[&'static Spec]) -> Result<(), Diagnostic> {
    if own.is_empty() {
        return Ok(());
    }
    if let Some(name) = own.iter().flat_map(|spec| spec.names()).find(|name| crate::script::is_taken(name)) {
        return Err(taken(format!("scripts have a function `{name}` already")));
    }
    EXTENDED
        .set(transforms::REGISTRY.with(own)?)
        .map_err(|_| taken("this program has transforms of its own already".to_owned()))
}

fn taken(message: String) -> Diagnostic {
    Diagnostic::error("lp::name::taken", message)
}
