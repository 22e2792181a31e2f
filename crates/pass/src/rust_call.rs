//! Calls that programs in Rust write.

use crate::args::{Argument, Call};
use crate::pipeline::Step;
use crate::transform::Spec;
use crate::value::Value;
use diag::{Diagnostic, Origin};

/// A call of a transform in Rust: `SplitIname::new("i", 16).inner_tag("l.0")`.
///
/// `#[derive(Transform)]` makes `new`, which takes the arguments without a default, and a method for each of
/// the others. What they take becomes a literal, as in a pipeline; [`RustCall::step`] tells what is wrong.
#[derive(Debug, Clone)]
pub struct RustCall {
    spec: &'static Spec,
    args: Vec<Argument>,
}

impl RustCall {
    /// A call without arguments.
    pub fn new(spec: &'static Spec) -> Self {
        RustCall { spec, args: Vec::new() }
    }

    /// The same with one more argument, which replaces an earlier one of that name.
    #[must_use]
    pub fn argument(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.args.retain(|argument| argument.keyword.as_ref().is_none_or(|(name, _)| name != keyword));
        let keyword = Some((keyword.to_owned(), Origin::default()));
        self.args.push(Argument { keyword, value: value.into() });
        self
    }

    /// The step that the call stands for.
    ///
    /// # Errors
    /// Everything that is wrong with the arguments.
    pub fn step(self) -> Result<Step, Vec<Diagnostic>> {
        let RustCall { spec, args } = self;
        let origin = Origin::default();
        Step::from_call(spec, Call { name: spec.name.to_owned(), name_origin: origin, origin, args }, None)
    }
}
