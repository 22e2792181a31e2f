//! Which transforms there are.

use crate::transform::Spec;
use diag::Diagnostic;
use std::borrow::Cow;

/// Transforms, by name.
#[derive(Debug, Clone)]
pub struct Registry(Cow<'static, [&'static Spec]>);

impl Registry {
    /// A registry of these transforms.
    pub const fn new(specs: &'static [&'static Spec]) -> Self {
        Registry(Cow::Borrowed(specs))
    }

    /// The same transforms, and behind them more.
    ///
    /// # Errors
    /// Where a name of one of them means another transform already.
    pub fn extended_by(&self, more: &[&'static Spec]) -> Result<Registry, Diagnostic> {
        let mut all = Registry(Cow::Owned(self.specs().to_vec()));
        for spec in more {
            if let Some(name) = spec.names().find(|name| all.find(name).is_some()) {
                let message = format!("there is a transform `{name}` already");
                return Err(Diagnostic::error("lp::name::taken", message).help("give another name"));
            }
            all.0.to_mut().push(spec);
        }
        Ok(all)
    }

    /// The declarations of all transforms.
    pub fn specs(&self) -> &[&'static Spec] {
        &self.0
    }

    /// The transform of that name or alias.
    pub fn find(&self, name: &str) -> Option<&'static Spec> {
        self.0.iter().copied().find(|spec| spec.names().any(|own| own == name))
    }
}
