//! `lpopt lsp` as an editor sees it: a client speaks to the tool over its standard input and output.
//!
//! ```text
//! cargo test -p lpir-tools --test all -- lsp::
//! LP_EDITS=100000 LP_SEED=1 cargo test -p lpir-tools --test all -- lsp::edits    # random edits; minutes
//! ```

mod client;
mod diagnostics;
mod edits;
mod features;
mod grammars;
mod protocol;
