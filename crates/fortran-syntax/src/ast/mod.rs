//! What the parser reads: statements, and the tree of a subroutine made of them.

mod declaration;
mod expr;
mod parts;
mod statement;
mod tree;
mod unit;

use poly::Name;

pub(crate) use declaration::ProcedureType;
pub use declaration::{
    Access, Attribute, BaseType, Binding, CommonBlock, Component, ComponentType, DataObject, DataSet, Entity,
    Extent, ImplicitRule, KindSpec, Nature, Pass, Specification, TypeDefinition, TypeSpec, Upper,
    UseStatement, specifier,
};
pub use expr::{
    Actual, Expr, ExprKind, HeaderItem, Ident, Item, Part, Range, Section, Target, number, place,
};
pub(crate) use expr::{Iterated, applied};
pub use parts::{Construct, Described, Parts};
pub(crate) use statement::Statement;
pub use statement::{CaseValue, Choice, Control, DoHead, Output};
pub use tree::{Branch, Case, Masked, Node, NodeKind};

pub use unit::{Record, Unit, UnitHead, UnitKind};

/// Words of the expression language of `.lpir`, which no kernel may use as names.
const RESERVED: [&str; 5] = ["and", "false", "not", "or", "true"];

/// The name that a word stands for: case does not count.
pub fn name(word: &str) -> Name {
    let lower = word.to_ascii_lowercase();
    if RESERVED.contains(&lower.as_str()) { Name::new(lower + "_") } else { Name::new(lower) }
}

/// The characters of a constant: what stands between its quotes, where two of these stand for one.
pub(crate) fn unquoted(text: &str) -> String {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    let quote = text.get(..1).unwrap_or("");
    inner.replace(&quote.repeat(2), quote)
}
