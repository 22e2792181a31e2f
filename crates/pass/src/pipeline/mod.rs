//! Pipelines: the text that lists the transforms to apply, one call a line.
//!
//! ```text
//! bm = 128                                  # a parameter; `--set bm=64` overrides it
//! split_iname("i", bm, outer_tag="g.0")
//! knl = lp.assume(knl, "n mod 16 = 0")      # lines of Python scripts are taken as they stand
//! tune bn in [8, 16] where bn*bm <= 2048    # a parameter that a search may choose; else it is 8
//! if bn > 8: tag_inames("i_inner:ilp")      # a step, and those after `;`, only where that holds
//! ```

mod parameters;
mod parse;
mod step;
mod syntax;
mod tunable;

pub use parameters::{no_parameter, overriding};
pub use parse::Pipeline;
pub use step::{Step, Target, for_kernel};
pub use tunable::{Condition, Tunable, Tunables};
