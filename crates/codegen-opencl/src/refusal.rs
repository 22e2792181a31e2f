//! What a language cannot say of a kernel.

use crate::dialect::Dialect;
use crate::{complex, ispc};
use diag::Diagnostic;
use ir::{Kernel, Launch, Step};

/// What a language cannot say of a kernel.
pub(crate) fn refuse(kernel: &Kernel, launch: &Launch, dialect: Dialect) -> Result<(), Diagnostic> {
    let name = dialect.name();
    if !complex::is_in(dialect) && complex::mentions(kernel) {
        let message = format!("`{}` has complex numbers, which {name} code cannot have yet", kernel.name);
        return Err(
            Diagnostic::error("lp::codegen::complex", message).help("write OpenCL or plain C instead")
        );
    }
    if dialect == Dialect::Ispc {
        ispc::refuse(kernel, launch)?;
    }
    if dialect == Dialect::Cuda {
        refuse_large_group(launch)?;
    }
    let meets = launch.body.iter().any(Step::meets) && !launch.group_shape().is_empty();
    if !dialect.has_device() && meets {
        let message =
            format!("work items of `{}` meet at a barrier, and {name} runs them one by one", launch.name);
        return Err(Diagnostic::error("lp::codegen::barrier", message)
            .help("write OpenCL or CUDA, or leave out the tags `l.N` of the loops round the barrier"));
    }
    Ok(())
}

/// Threads of a block (CUDA C++ Programming Guide, technical specifications per compute capability).
const MOST_THREADS: i64 = 1024;

fn refuse_large_group(launch: &Launch) -> Result<(), Diagnostic> {
    let shape = launch.group_shape();
    let count = shape.iter().try_fold(1_i64, |count, size| Some(count.saturating_mul(size.as_int()?)));
    let Some(count) = count.filter(|count| *count > MOST_THREADS) else { return Ok(()) };
    let message = format!(
        "a group of `{}` has {count} work items, and CUDA has at most {MOST_THREADS} in a block",
        launch.name
    );
    let error = Diagnostic::error("lp::schedule::work-items", message);
    Err(error.help("split a loop on an axis `l.N` into shorter blocks, `split_iname`"))
}
