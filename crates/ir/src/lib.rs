//! The intermediate representation: what a kernel is, and what it means.
//!
//! # Meaning
//!
//! A **statement** stands for its *instances*: one for each point of the joint domain of its inames at which
//! all of its predicates hold. An instance evaluates its value and stores it in its target. Inames, value
//! arguments and domain parameters are integers or scalars that never change while a kernel runs; everything
//! else is memory.
//!
//! A **domain** is a set of integer points (`poly::Set`) over the inames it declares. Its parameters are
//! value arguments, inames of the domains around it, or scalar temporaries that hold a loop bound computed
//! before.
//!
//! An imported kernel has a **required order** on instances. A statement with a [`Statement::time`] vector is
//! ordered against all others that have one by the lexicographic order of the vectors' values: that is the
//! order of a Fortran program. Statements without are ordered by [`Statement::after`] alone: an instance of
//! `a` precedes an instance of `b` where `b` is declared, also through others, to come after `a`, and both
//! agree on the inames that they share. Instances that touch the same element, at least one to write it, must
//! be ordered; see [`Unordered`].
//!
//! The first transform keeps the imported kernel as [`Kernel::reference`]. From then on the required order is
//! that of the reference, and each statement's [`Provenance`] says which reference instances it performs. The
//! contract of every transform, of scheduling and of storage is: *each read gets the value of the same
//! writing instance as in the reference*. A reduction that became a loop, or was split, says which iterations
//! of the reference's reduction it performs ([`Statement::over`]). Reductions are associative and
//! commutative; on floating-point numbers their order may change where [`Kernel::reassociate`] allows it.
//!
//! A **requirement** ([`Kernel::requires`]) is a condition on value arguments. The host tests all of them, in
//! order, before a launch, and refuses the launch with the message of the first that is false. So a kernel
//! means something only where all of them hold, and whoever transforms, checks or prints it may take them for
//! granted. An error exit of a source, such as a call of `xerbla`, becomes one.
//!
//! **Substitution rules** stand for expressions. A formal is replaced by the actual; every other name in a
//! body means what it means at the place of use. The tag of an invocation has no meaning; it lets match
//! expressions name that invocation.
//!
//! **Declared functions** ([`Kernel::functions`]) are called like those that every kernel has. One with a
//! formula is computed by it; of one without, nothing is known but that it depends on its arguments alone.
//! One with a neutral value is an operation of reductions.
//!
//! A **scheduled** kernel carries a [`Schedule`]: the loop tree with bounds, conditions and barriers, run by
//! each work item. It computes what the statements mean.
//!
//! Memory: arguments are global arrays that do not overlap. A temporary is private to a work item, local to a
//! group or global; unassigned elements have no defined value.

pub mod access;
pub mod affine;
pub mod argument_values;
pub mod bits;
mod combine;
pub mod complex;
pub mod conversions;
mod data;
pub mod declared;
pub mod distinct;
mod dtype;
mod ended;
pub mod exact;
pub mod expand;
mod expr;
pub mod fold;
pub mod function;
mod identifier;
mod iname;
mod index_map;
mod kernel;
mod layout;
pub mod matching;
pub mod operands;
pub mod promise;
pub mod promise_fit;
mod promotion;
pub mod reduction;
pub mod requirement;
mod schedule;
mod statement;
pub mod subscripts;
mod target;
pub mod text;
mod trusted;
mod ty;
pub mod typing;
mod update;
pub mod verify;
pub mod walk;

pub use data::{Access, AddressSpace, Arg, ArgKind, Temp};
pub use declared::Declared;
pub use diag::{Loc, Origin};
pub use ended::Ended;
pub use expr::{Comparison, Expr, Node, Real};
pub use identifier::is_identifier;
pub use iname::{Iname, InameTag, VECTOR_LENGTHS};
pub use index_map::{IndexMap, IndexSet};
pub use kernel::{Domain, Kernel, Module, Rule, Unordered, fresh};
pub use layout::{Axis, Layout, MAX_PARTS};
pub use poly::Name;
pub use promise::Promise;
pub use promotion::Promotion;
pub use reduction::ReductionOp;
pub use requirement::Requirement;
pub use schedule::{HardwareAxis, HardwareIndex, Host, Launch, Loop, Schedule, Step};
pub use statement::{Atomic, Fetch, Instance, LValue, Provenance, Statement, StatementKind, SyncScope};
pub use target::Target;
pub use trusted::Trusted;
pub use ty::Scalar;
pub use update::{Update, reads_target};
