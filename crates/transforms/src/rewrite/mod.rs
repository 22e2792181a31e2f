//! Steps that transforms share.

mod change;
mod dependencies;
mod duplicate;
mod fix;
mod focus;
mod glob;
mod loops;
mod merge_domains;
mod merge_iname;
mod names;
mod operations;
mod parameters;
mod prune;
mod select;
mod statements;
mod tags;
mod texts;
mod users;

pub use change::{Change, map_exprs};
pub use dependencies::add_dependency;
pub use duplicate::{Pair, duplicate};
pub use fix::{assume_values, check_values, fix};
pub use focus::focus;
pub use glob::{matching_arrays, matching_inames};
pub use loops::change_loops;
pub use merge_domains::{merge_domains, remove_domain};
pub use merge_iname::merge_iname;
pub use names::{array, iname, inames, new_name, temp, unknown};
pub(crate) use operations::Versions;
pub use parameters::parameters;
pub use prune::prune;
pub use select::select_statements;
pub use statements::{all_or_none, change_statements, users};
pub use tags::{check_axes, require_untagged, set_tag};
pub use texts::{condition, expression, located, promise};
pub use users::{exprs, free_names, invoked, reduced_inames, rules_of, rules_used};
