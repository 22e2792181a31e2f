//! Functions of whole arrays.

use poly::Name;

/// Their names.
const FUNCTIONS: [&str; 27] = [
    "all",
    "any",
    "count",
    "cshift",
    "dot_product",
    "eoshift",
    "iall",
    "iany",
    "iparity",
    "lbound",
    "matmul",
    "maxloc",
    "maxval",
    "minloc",
    "minval",
    "pack",
    "parity",
    "product",
    "rank",
    "reshape",
    "shape",
    "size",
    "spread",
    "sum",
    "transpose",
    "ubound",
    "unpack",
];

/// Whether Fortran has a function of arrays of that name.
pub(crate) fn is_function(name: &Name) -> bool {
    FUNCTIONS.contains(&name.as_str())
}
