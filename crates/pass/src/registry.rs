//! Which transforms there are.

use crate::transform::Spec;

/// Transforms, by name.
#[derive(Debug, Clone, Copy)]
pub struct Registry(&'static [&'static Spec]);

impl Registry {
    /// A registry of these transforms.
    pub const fn new(specs: &'static [&'static Spec]) -> Self {
        Registry(specs)
    }

    /// The declarations of all transforms.
    pub fn specs(&self) -> &'static [&'static Spec] {
        self.0
    }

    /// The transform of that name or alias.
    pub fn find(&self, name: &str) -> Option<&'static Spec> {
        self.0.iter().copied().find(|spec| spec.name == name || spec.aliases.contains(&name))
    }
}
