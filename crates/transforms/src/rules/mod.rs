//! Rewriting of expressions through rule invocations.
//!
//! A transform that changes an expression inside a rule's body for some invocations only must not change the
//! others. So the engine walks every expression of every statement *through* the invocations in it, asks a
//! [`Rewriter`] what to do with each part, and files the bodies that come out: invocations whose bodies come
//! out alike share one rule, any others get a copy with a name of its own (`h`, `h_0`). Rules that no
//! statement reaches are dropped.

pub(crate) mod definition;
mod expression;
pub(crate) mod instances;
pub(crate) mod order;
pub(crate) mod removal;
pub(crate) mod subscript;
mod table;
pub(crate) mod unify;
mod walker;

pub(crate) use expression::expression;
pub(crate) use walker::{Action, Rewriter, Site, rewrite};
