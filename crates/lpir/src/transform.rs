//! Transforms: calls of ours, and what one of your own is made of.
//!
//! A transform is a struct of its arguments. [`SplitIname::new`] makes a call with those that have no
//! default; the call, a [`SplitInameCall`], has a method for each of the others. What is given becomes a
//! literal, as in a pipeline: names and tags are texts, and what is wrong with them is told where the call is
//! [applied](crate::Program::apply).
//!
//! One of your own derives [`Transform`] and implements [`Rewrite`]; a [`Registry`] with its declaration lets
//! pipelines call it:
//!
//! ```
//! use lpir::Kernel;
//! use lpir::transform::{Applied, REGISTRY, Refusal, Rewrite, Transform};
//!
//! /// Lets floating-point sums be computed in any order.
//! #[derive(Debug, Clone, PartialEq, Transform)]
//! #[transform(group = "instructions")]
//! struct AnyOrder {}
//!
//! impl Rewrite for AnyOrder {
//!     fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
//!         Ok(Kernel { reassociate: true, ..kernel.clone() }.into())
//!     }
//! }
//!
//! let registry = REGISTRY.extended_by(&[AnyOrder::SPEC]).expect("the name is free");
//! assert!(registry.find("any_order").is_some());
//! assert!(registry.extended_by(&[AnyOrder::SPEC]).is_err(), "now it is taken");
//! ```
//!
//! `examples/own-transform` is a whole crate of that kind, with an `lpopt` that knows its transform.

pub use pass::traits::{Join, Rewrite, Transform};
pub use pass::{
    Applied, Args, Built, Datum, FromArg, Group, Kernel, Mismatch, ParamSpec, Reader, Reference, Refusal,
    Registry, RustCall, Spec, Value, refuse_alone,
};
pub use pass::{
    ArrayName, InameName, KernelName, Keywords, NewName, Pairs, PosInt, RuleName, Selector, StackSelector,
    StatementName, TempName, Text, VarName,
};
pub use transform_macros::UserTransform as Transform;
pub use transforms::REGISTRY;
pub use transforms::calls::*;
