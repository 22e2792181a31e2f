//! Runs kernels: on a reference interpreter, and on OpenCL devices.
//!
//! [`Bindings`] are what a kernel runs on. [`interpret`] runs any stage of a kernel and checks what it does;
//! [`device`] runs generated code; [`compare`] says whether two results agree.

mod ambiguity;
mod arith;
mod array;
mod assumptions;
mod bind;
mod bindings;
mod compare;
mod complex;
mod complex_function;
mod convert;
mod counts;
#[cfg(feature = "opencl")]
pub mod device;
mod extent;
mod field;
mod fill;
mod floats;
mod function;
mod inputs;
mod interp;
mod native;
pub mod npy;
mod operation;
mod promises;
mod random;
mod replace;
mod requirements;
mod term_size;
mod unlinked;
mod value;

pub use ambiguity::find_ambiguity;
pub use array::{Array, Indices, c_strides};
pub use assumptions::check_assumptions;
pub use bind::fixed;
pub use bindings::{Bindings, Placed, Places};
pub use compare::{Difference, Tolerance, compare};
pub use counts::{Counts, counts, longest_sum};
pub use floats::Floats;
pub use inputs::{Inputs, Integers, Numbers};
pub use interp::{
    Element, Instance, Options, Read, Report, Trace, Traced, WorkItemOrder, interpret, is_torn,
    lawless_operations, trace,
};
pub use native::Native;
pub use promises::check_promises;
pub use replace::{destination, replace, replace_all};
pub use requirements::check_requirements;
pub use term_size::term_size;
pub use value::Value;
