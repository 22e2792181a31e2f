//! Transforms of kernels, the language that lists them, and the manager that runs them.
//!
//! A transform is one file that holds one struct. Its fields are the arguments, `#[derive(Transform)]` makes everything
//! else from them, and [`Rewrite::apply`] says what it does:
//!
//! ```text
//! /// What it does, what it refuses, and an example that is run as a test.
//! #[derive(Debug, Clone, PartialEq, Transform)]
//! #[transform(group = "inames")]
//! pub struct SplitIname {
//!     /// Loop to split.
//!     pub iname: InameName,
//!     /// Tag of the outer loop.
//!     #[arg(default = None)]
//!     pub outer_tag: Option<InameTag>,
//! }
//! ```
//!
//! `UPDATE=1 cargo test -p transforms --test generated` then registers it.

mod args;
mod catalogue;
pub mod pipeline;
pub mod registry;
pub mod rewrite;
mod spec;
mod transform;

pub use args::*;
pub use pipeline::{Pipeline, Step, Target};
pub use registry::{catalogue, find};
pub use transform::{Applied, Group, ParamSpec, Refusal, Rewrite, Spec, Transform};
pub use transform_macros::Transform;

// BEGIN GENERATED
mod assume;

pub use assume::Assume;
// END GENERATED
