//! What a transform is, the language that lists calls of transforms, and the manager that runs them.
//!
//! This crate knows no transform: one is a struct elsewhere that derives [`Transform`] and implements
//! [`Rewrite`], and a [`Registry`] tells which there are.

mod args;
mod call_text;
mod manager;
mod pipeline;
pub mod place;
mod reference;
mod registry;
mod rust_call;
mod signature;
mod text;
mod transform;
mod value;

pub use args::{Args, Argument, Call, FromArg, Mismatch, Reader};
pub use args::{
    ArrayName, InameName, KernelName, NewName, PosInt, RuleName, StatementName, TempName, Text, VarName,
};
pub use args::{InameMark, InameMarks, Keywords, Pairs, ParamValue, ParamValues, Selector, StackSelector};
pub use manager::{
    Check, Done, Event, Failure, Internal, Manager, NO_CHANGE, Observer, Progress, Silent, Vouch,
};
pub use pipeline::{Condition, Pipeline, Step, Target, Tunable, Tunables};
pub use pipeline::{for_kernel, no_parameter, overriding};
pub use reference::with_reference;
pub use registry::Registry;
pub use rust_call::RustCall;
pub use signature::{GENERIC_KEYWORDS, ParamSpec, Signature};
pub use text::{CONSTANTS, literal, words};
pub use transform::{
    Applied, Build, Built, Group, Join, Reference, Refusal, Rewrite, Spec, Transform, refuse_alone,
};
pub use transform_macros::Transform;
pub use value::{Datum, Value};

/// The traits alone: `Transform` of this crate is the name of a macro too.
pub mod traits {
    pub use crate::transform::{Join, Rewrite, Transform};
}

// What a transform takes and gives; the code of the macro names it.
pub use ir::Kernel;
