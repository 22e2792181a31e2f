//! Arguments of transforms: how those of a call find their parameters, and the typed kinds that fields have.

mod bind;
mod from_arg;
mod given;
mod inames;
mod kinds;
mod lists;
mod matches;
mod param_value;

pub use bind::{Args, Argument, Call, Reader};
pub use from_arg::{FromArg, Mismatch};
pub use inames::{InameMark, InameMarks};
pub use kinds::{
    ArrayName, InameName, KernelName, NewName, PosInt, RuleName, StatementName, TempName, Text, VarName,
};
pub use lists::{Keywords, Pairs};
pub use matches::{Selector, StackSelector};
pub use param_value::{ParamValue, ParamValues};
