//! Arguments of transforms: literal values, and the typed kinds that fields of transforms have.

mod bind;
mod from_arg;
mod kinds;
mod lists;
mod matches;
mod param_value;
mod value;

pub use bind::{Args, Argument, Call, Reader};
pub use from_arg::{FromArg, Mismatch};
pub use kinds::{ArrayName, InameName, NewName, PosInt, RuleName, StatementName, TempName, Text, VarName};
pub use lists::{Keywords, Pairs};
pub use matches::{Selector, StackSelector};
pub use param_value::{ParamValue, ParamValues};
pub use value::{Datum, Value};

/// Keywords that every transform takes: the kernel it is for, whether nothing to do is fine, and whether the user
/// vouches for the step.
pub const GENERIC_KEYWORDS: [&str; 3] = ["kernel", "allow_empty", "unchecked"];
