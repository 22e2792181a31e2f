//! Pipelines: the text that lists the transforms to apply, one call a line.
//!
//! ```text
//! bm = 128                                  # a parameter; `--set bm=64` overrides it
//! split_iname("i", bm, outer_tag="g.0")
//! knl = lp.assume(knl, "n mod 16 = 0")      # lines of Python scripts are taken as they stand
//! ```

mod parameters;
mod parse;
mod step;

pub use parameters::{no_parameter, overriding};
pub use parse::Pipeline;
pub use step::{Step, Target, for_kernel};
