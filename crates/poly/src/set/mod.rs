//! Sets of integer points whose columns are addressed by name.

mod algebra;
mod bounds;
mod columns;
mod connected;
mod cover;
mod digits;
mod evident;
mod facts;
mod infeasible;
mod lazy;
mod name_lookup;
mod normal;
mod optimum;
mod query;
mod ranges;
mod recent;
mod simplify;
mod untipped;

use crate::ctx::check;
use crate::isl::{self, Raw};
use crate::{Aff, Constraint, ConstraintKind, Error, Name};
pub use bounds::Bounds;
use facts::Facts;
use lazy::Source;
use name_lookup::NameLookup;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A set of integer points: a union of conjunctions of quasi-affine constraints.
///
/// Each column has a name and is a dimension or a parameter. A relation is a set too: its columns have
/// distinct names, and composition is [`intersect`](Set::intersect), a natural join, followed by projection.
/// Operands are aligned by name; a name that is a dimension of one operand is a dimension of the result.
///
/// Cloning is cheap. Sets stay in the thread that made them, each of which has an isl context of its own:
///
/// ```compile_fail
/// fn other_thread<T: Send>() {}
/// other_thread::<poly::Set>();
/// ```
///
/// `==` and hashing compare the canonical text; ask
/// [`is_equal`](Set::is_equal) whether two sets hold the same points.
#[derive(Clone)]
pub struct Set(Rc<Inner>);

struct Inner {
    /// isl's set, made from `source` when it is first needed.
    raw: OnceCell<Raw>,
    source: Source,
    /// How many operations wait behind the source.
    depth: usize,
    facts: OnceCell<Facts>,
    /// All names, sorted: the order of isl's dimensions, whatever the role of a column.
    columns: Vec<Name>,
    /// The dimensions, in the order that text shows.
    dims: Vec<Name>,
    /// The other columns, sorted.
    params: Vec<Name>,
    text: OnceCell<String>,
}

impl Set {
    /// Puts names to a set of isl's, whose dimensions are `columns`.
    fn wrap(raw: Raw, columns: Vec<Name>, dims: Vec<Name>) -> Set {
        Set::new(OnceCell::from(raw), Source::Isl, columns, dims, 0)
    }

    fn new(raw: OnceCell<Raw>, source: Source, columns: Vec<Name>, dims: Vec<Name>, depth: usize) -> Set {
        let dimensions = NameLookup::new(&dims);
        let params = columns.iter().filter(|name| !dimensions.contains(name)).cloned().collect();
        let (facts, text) = (OnceCell::new(), OnceCell::new());
        Set(Rc::new(Inner { raw, source, depth, facts, columns, dims, params, text }))
    }

    fn columns(&self) -> &[Name] {
        &self.0.columns
    }

    /// The same columns with another content.
    fn with_content(&self, raw: Raw) -> Set {
        Set::wrap(raw, self.0.columns.clone(), self.0.dims.clone())
    }

    /// All points.
    ///
    /// # Errors
    /// [`Error::DuplicateDim`] where two columns share a name.
    pub fn universe(params: &[Name], dims: &[Name]) -> Result<Set, Error> {
        Set::from_constraints(params, dims, &[])
    }

    /// No point.
    ///
    /// # Errors
    /// [`Error::DuplicateDim`] where two columns share a name.
    pub fn empty(params: &[Name], dims: &[Name]) -> Result<Set, Error> {
        let never = Constraint { kind: ConstraintKind::Inequality, aff: Aff::constant(-1) };
        Set::from_constraints(params, dims, &[never])
    }

    /// The points at which all constraints hold. Names that are not listed become parameters.
    ///
    /// # Errors
    /// [`Error::DuplicateDim`] where two columns share a name, [`Error::Overflow`] where a number gets too
    /// large.
    pub fn from_constraints(
        params: &[Name],
        dims: &[Name],
        constraints: &[Constraint],
    ) -> Result<Set, Error> {
        let listed = sorted_columns(params, dims)?;
        let mut names: BTreeSet<Name> = listed.into_iter().collect();
        names.extend(constraints.iter().flat_map(|constraint| constraint.aff.names()));
        let columns = names.into_iter().collect();
        let set = Set::new(OnceCell::new(), Source::Constraints, columns, dims.to_vec(), 0);
        Ok(set.defined_by(constraints))
    }

    /// The union of conjunctions over the same columns.
    fn from_pieces(columns: &[Name], dims: &[Name], pieces: &[Vec<Constraint>]) -> Result<Set, Error> {
        let mut raw = check(Raw::empty(isl::space(columns.len())?))?;
        for piece in pieces {
            let piece = check(isl::conjunction(columns, piece)?.to_set())?;
            raw = check(raw.union(piece))?;
        }
        let set = Set::wrap(raw, columns.to_vec(), dims.to_vec());
        Ok(match pieces {
            [piece] => set.defined_by(piece),
            _ => set,
        })
    }

    /// The parameters, sorted.
    pub fn params(&self) -> &[Name] {
        &self.0.params
    }

    /// The dimensions, in the order that text shows.
    pub fn dims(&self) -> &[Name] {
        &self.0.dims
    }

    /// Whether the name is a dimension.
    pub fn has_dim(&self, name: &str) -> bool {
        self.0.dims.iter().any(|dim| dim == name)
    }

    /// Whether the name is a parameter.
    pub fn has_param(&self, name: &str) -> bool {
        self.0.params.iter().any(|param| param == name)
    }
}

/// All column names, sorted.
fn sorted_columns(params: &[Name], dims: &[Name]) -> Result<Vec<Name>, Error> {
    let mut names = BTreeSet::new();
    for name in params.iter().chain(dims) {
        if !names.insert(name.clone()) {
            return Err(Error::DuplicateDim(name.clone()));
        }
    }
    Ok(names.into_iter().collect())
}

impl PartialEq for Set {
    fn eq(&self, other: &Set) -> bool {
        // The text names all columns.
        let has_columns_of = || self.dims() == other.dims() && self.params() == other.params();
        self.is_same(other)
            || has_columns_of()
                && matches!((self.canonical_text(), other.canonical_text()), (Ok(a), Ok(b)) if a == b)
    }
}

impl Eq for Set {}

impl Hash for Set {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text().hash(state);
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
