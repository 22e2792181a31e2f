//! The compiler in Python. `lp/` beside this crate is the package that people import; what stands here is its
//! native part, `lp._native`: kernels, what becomes of them, and the code that is made of them.
//!
//! A kernel in Python is a value that any thread may have: its text. The sets in a kernel belong to one
//! thread, so each thread keeps the kernels that it works on (`held.rs`).

mod answer;
mod call;
mod code;
mod count;
mod held;
mod kernel;
mod literal;
mod script;
mod source;
mod view;

use pyo3::prelude::*;

/// The native part of the package `lp`.
#[pymodule(name = "_native")]
mod lp_native {
    #[pymodule_export]
    use crate::count::count;
    #[pymodule_export]
    use crate::kernel::Kernel;
    #[pymodule_export]
    use crate::script::evaluate;
    #[pymodule_export]
    use crate::source::{read, read_loopy};
}
