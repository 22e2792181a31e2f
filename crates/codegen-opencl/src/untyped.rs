//! Variables without a type.

use diag::Diagnostic;
use ir::typing::Untyped;

/// Says what to do about a variable that has no type.
pub(crate) fn no_type(untyped: Untyped) -> Diagnostic {
    match untyped {
        Untyped::Variable(name) => {
            Diagnostic::error("lp::codegen::untyped", format!("`{name}` has no type yet"))
                .help("run `infer_types()`, or give it one with `add_dtypes`")
        }
        Untyped::Unknown(name) => {
            Diagnostic::error("lp::codegen::unknown", format!("`{name}` does not exist"))
        }
    }
}
