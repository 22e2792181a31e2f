//! Parts of units that are read as routines of their own.

use diag::Span;
use poly::Name;
use std::collections::BTreeSet;

/// Statements of a unit that are read as a routine of their own: its arguments are the variables that they
/// share with the rest of the unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The unit.
    pub unit: Name,
    /// Where its name stands.
    pub unit_at: Span,
    /// Its first statement, or the directive that begins a region.
    pub first: Span,
    /// Its last statement, or the directive that ends a region.
    pub last: Span,
    /// Whether directives mark it; else it is a loop.
    pub is_region: bool,
    /// The statements that begin constructs around it.
    pub around: Vec<Span>,
    /// Bounds of arguments as they are declared, where variables are named that may have changed since.
    pub bounds: Vec<Bound>,
    /// Arguments that no declaration names, and that the unit does not mention before.
    pub fresh: Vec<Name>,
    /// What the source calls its arguments where it stands.
    pub spelled: Vec<(Name, Name)>,
    /// Names that mean something else there than in the rest of the unit, or nothing in it.
    pub hidden: BTreeSet<Name>,
    /// Names that the unit declares, and that mean nothing outside of it.
    pub declared: BTreeSet<Name>,
}

/// The bounds of an array along an axis, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// The array.
    pub array: Name,
    /// The axis.
    pub axis: usize,
    /// The lower bound, if variables are named in it.
    pub lower: Option<Span>,
    /// The upper bound, if variables are named in it.
    pub upper: Option<Span>,
}
