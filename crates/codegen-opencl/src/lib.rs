//! OpenCL C, CUDA or plain C from scheduled kernels, and the description that a host needs to launch them.
//!
//! All decisions lie in the schedule (`ir::Schedule`); this crate prints them. What it adds are C's concerns:
//! names that C allows, types of subexpressions, integer widths, and division as C divides.

mod argument;
mod atomic;
mod call;
mod complex;
mod conditions;
mod counter;
mod declared;
mod dialect;
mod effects;
mod entry;
mod expr;
mod extents;
mod flat;
mod function;
mod guarded_loops;
mod hardware_index;
mod helper;
mod host;
mod idle_groups;
mod index;
mod interval;
mod ispc;
mod kernel_types;
mod launch;
mod launch_condition;
mod limits;
mod literal;
mod matrix_unit;
mod memory;
mod merged_loads;
mod mma;
mod named;
mod names;
mod naming;
mod nest;
mod part;
mod place;
mod plain_loop;
mod pocl;
mod preamble;
mod printed;
mod printer;
mod refusal;
mod reserved;
mod reuse;
mod schedule;
mod set_first;
mod shared_conditions;
mod speculation;
mod step;
mod terms;
mod told;
mod unrestricted;
mod unrolled_ends;
mod untyped;
mod usage;
mod used;
mod vector;
mod warp;
mod width;
mod work;
mod wrap;
mod wrapper;

pub use argument::{KernelArg, TemporaryInfo};
pub use dialect::Dialect;
pub use entry::parameters;
pub use extents::required_extents;
pub use launch::{Description, KernelInfo, description};
pub use launch_condition::launch_condition;
pub use part::Part;
pub use work::constant_work;
pub use wrapper::{Call, Callee, Files, Passed, Routine, Subject, callable, files, residents};

use diag::Diagnostic;
use ir::Kernel;
use legality::Proved;
use std::ops::Deref;

/// Where lines of code are broken.
const LINE: usize = 110;

/// How source is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// In which language.
    pub dialect: Dialect,
    /// Whether `#line` directives lead from the code to the source that it came from.
    pub line_map: bool,
    /// Whether the device's compiler may fuse products with sums, which then round once instead of twice.
    pub fp_contract: bool,
}

/// Source of every launch of these scheduled kernels, and in plain C of what a host does with them.
///
/// # Errors
/// Where a kernel is not scheduled, a variable has no type, or the language lacks what the kernel needs.
pub fn source<'a>(
    kernels: impl IntoIterator<Item = &'a Proved<'a>>,
    options: Options,
) -> Result<String, Vec<Diagnostic>> {
    noted(kernels, options).map(|(text, _)| text)
}

/// The same, and what its users should know of it.
///
/// # Errors
/// Those of [`source`].
pub fn noted<'a>(
    kernels: impl IntoIterator<Item = &'a Proved<'a>>,
    options: Options,
) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let kernels: Vec<&Kernel> = kernels.into_iter().map(Deref::deref).collect();
    let mut functions = Vec::new();
    let mut used = used::Used::new(options.dialect);
    for kernel in &kernels {
        let names = names::Names::new(kernel, options.dialect);
        for launch in schedule::launches(kernel)? {
            functions.push(function::print(kernel, launch, &names, options, &mut used)?);
        }
        functions.extend(entry::print(kernel, &names, &mut used)?);
    }
    let definitions = declared::print(&kernels, &mut used).map_err(|error| vec![error])?;
    let mut text = preamble::print(&kernels, &used, options);
    text.push_str(&definitions);
    for note in kernels.iter().flat_map(|kernel| &kernel.trusted) {
        text.push_str(&format!("// taken on trust: {}\n", literal::comment(&note.to_string())));
    }
    for promise in kernels.iter().flat_map(|kernel| &kernel.promises) {
        text.push_str(&format!("// promised: {}\n", literal::comment(&promise.to_string())));
    }
    for requirement in kernels.iter().flat_map(|kernel| &kernel.requires) {
        text.push_str(&format!("// required: {}\n", literal::comment(&requirement.to_string())));
    }
    if !options.dialect.has_device() {
        kernels.iter().for_each(|kernel| text.push_str(&entry::contract(kernel, options.dialect)));
    }
    text.push_str(&functions.join("\n"));
    Ok((text, used.into_notes()))
}
