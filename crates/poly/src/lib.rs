//! Integer sets whose columns are addressed by name.
//!
//! A [`Set`] is a union of conjunctions of [`Constraint`]s on named integers. There is no type for relations:
//! a relation is a set whose columns have distinct names, and composing two means joining and projecting. All
//! work is done by isl, which nothing outside this crate names, and which never sees a name or a text of the
//! user's.
//!
//! ```
//! use poly::Set;
//!
//! let domain = Set::parse("[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i }").unwrap();
//! let columns = domain.project_out(&["i".into()]).unwrap();
//! assert_eq!(columns.text(), "[n] -> { [j] : 0 <= j < n }");
//! let bounds = domain.upper_bounds(&"j".into()).unwrap();
//! assert_eq!(bounds[0].to_string(), "i");
//! ```

mod aff;
mod constraint;
mod ctx;
mod error;
mod isl;
mod name;
mod print;
mod quota;
mod remainder;
mod set;
mod simplified;
mod text;

pub use aff::{Aff, Term, gcd};
pub use constraint::{Constraint, ConstraintKind, Point};
pub use ctx::{operations, with_quota};
pub use error::Error;
pub use name::Name;
pub use set::{Bounds, Set};
pub use text::ParseError;
