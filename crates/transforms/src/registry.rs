//! All transforms, by name.

use crate::catalogue::CATALOGUE;
use pass::Registry;

/// The declarations of all transforms, by file name.
pub static REGISTRY: Registry = Registry::new(CATALOGUE);
