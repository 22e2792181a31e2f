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
    EXTENDED
        .set(transforms::REGISTRY.extended_by(own)?)
        .map_err(|_| taken("this program has transforms of its own already".to_owned()))
}

/// What to say where a name is taken.
pub(crate) fn taken(message: String) -> Diagnostic {
    Diagnostic::error("lp::name::taken", message)
}
