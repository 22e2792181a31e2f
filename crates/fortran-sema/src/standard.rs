//! Modules that come with every compiler.

use fortran_syntax::ast::{Nature, UseStatement};
use poly::Name;

/// A constant of a standard module, with the value that gfortran gives it.
type Constant = (&'static str, i64);

/// Named constants of the modules that the standard describes.
static STANDARD: [(&str, &[Constant]); 3] = [
    // Its functions are known as intrinsic ones.
    ("ieee_arithmetic", &[]),
    (
        "iso_fortran_env",
        &[
            ("int8", 1),
            ("int16", 2),
            ("int32", 4),
            ("int64", 8),
            ("real32", 4),
            ("real64", 8),
            ("real128", 16),
            ("character_storage_size", 8),
            ("numeric_storage_size", 32),
            ("file_storage_size", 8),
            ("input_unit", 5),
            ("output_unit", 6),
            ("error_unit", 0),
            ("iostat_end", -1),
            ("iostat_eor", -2),
        ],
    ),
    (
        "iso_c_binding",
        &[
            ("c_signed_char", 1),
            ("c_short", 2),
            ("c_int", 4),
            ("c_long", 8),
            ("c_long_long", 8),
            ("c_size_t", 8),
            ("c_intptr_t", 8),
            ("c_intmax_t", 8),
            ("c_int8_t", 1),
            ("c_int16_t", 2),
            ("c_int32_t", 4),
            ("c_int64_t", 8),
            ("c_int_least8_t", 1),
            ("c_int_least16_t", 2),
            ("c_int_least32_t", 4),
            ("c_int_least64_t", 8),
            ("c_int_fast8_t", 1),
            ("c_int_fast16_t", 8),
            ("c_int_fast32_t", 8),
            ("c_int_fast64_t", 8),
            ("c_float", 4),
            ("c_double", 8),
            ("c_float_complex", 4),
            ("c_double_complex", 8),
            ("c_bool", 1),
            ("c_char", 1),
        ],
    ),
];

/// Whether modules of that name come with every compiler.
pub(crate) fn is_standard_name(module: &Name) -> bool {
    STANDARD.iter().any(|(name, _)| *name == module.as_str())
}

/// Whether a `use` statement may mean a module that comes with every compiler.
pub fn is_standard(used: &UseStatement) -> bool {
    used.nature != Nature::NonIntrinsic && is_standard_name(&used.module.name)
}

/// The constants of such a module.
pub(crate) fn standard_constants(used: &UseStatement) -> &'static [Constant] {
    let constants = STANDARD.iter().find(|(name, _)| *name == used.module.name.as_str());
    constants.filter(|_| is_standard(used)).map_or(&[], |(_, constants)| *constants)
}
