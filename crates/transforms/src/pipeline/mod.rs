//! Pipelines: the text that lists the transforms to apply, one call a line.
//!
//! ```text
//! bm = 128                                  # a parameter; `--set bm=64` overrides it
//! split_iname("i", bm, outer_tag="g.0")
//! knl = lp.assume(knl, "n mod 16 = 0")      # lines of Python scripts are taken as they stand
//! ```

mod context;
mod parse;
pub(crate) mod print;
mod step;
mod token;

lalrpop_util::lalrpop_mod!(
    #[allow(
        clippy::all,
        clippy::pedantic,
        clippy::allow_attributes_without_reason,
        clippy::indexing_slicing,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::too_many_lines,
        clippy::too_many_arguments,
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        missing_docs,
        unreachable_pub,
        unused,
        rustdoc::all,
        reason = "LALRPOP wrote this code"
    )]
    grammar,
    "/pipeline/grammar.rs"
);

pub use parse::Pipeline;
pub(crate) use parse::literal;
pub use step::{Step, Target};
