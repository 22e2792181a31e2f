//! What the tools share: reading inputs, rendering diagnostics, writing outputs, running pipelines and
//! scripts.

pub mod cases;
pub mod check;
pub mod cli;
pub mod dot;
mod effort;
mod excerpt;
pub mod exit;
pub mod explain;
mod explore;
mod export;
mod foreign_bytes;
pub mod fortran;
pub mod grammar;
pub mod guard;
pub mod input;
pub mod lpfc;
pub mod lsp;
pub mod opt;
pub mod output;
pub mod registry;
pub mod render;
mod report;
pub mod run;
pub mod script;
mod seal;
mod sequence;
pub mod stats;
pub mod terminal;
pub mod times;
pub mod translate;
pub mod tune;
mod verdict;
