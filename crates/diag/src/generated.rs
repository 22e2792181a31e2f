//! Parsers that LALRPOP generates.

/// A module that LALRPOP generated: `generated!(mod grammar, "/text/grammar.rs")`, from the grammar at that
/// path under `src`. Nobody wrote that code, so no lint is about it.
#[macro_export]
macro_rules! generated {
    ($vis:vis mod $name:ident, $path:literal) => {
        lalrpop_util::lalrpop_mod!(
            #[allow(
                clippy::all,
                clippy::pedantic,
                clippy::restriction,
                missing_docs,
                unreachable_pub,
                unused,
                rustdoc::all,
                reason = "LALRPOP wrote this code"
            )]
            $vis $name,
            $path
        );
    };
}
