//! Loops tagged `mma` as instructions of a matrix unit, where there is one and the loop sums products as the
//! unit does; else they are printed as they stand, and a note says why.
//!
//! The 32 lanes of a warp share the results of a tile of 16 x 8: lane `4*p + q` has rows `p` and `p + 8`,
//! columns `2*q` and `2*q + 1`. The plain loop lets each lane compute its own four results. The unit wants
//! the factors spread over the lanes in its own way, in which each is loaded by one lane alone.

mod factors;
mod fragment;
mod pattern;
mod print;
#[cfg(test)]
mod tests;

use crate::helper::Helper;
use crate::plain_loop::PlainLoop;
use crate::step::{Body, at_first_statement};
use diag::Diagnostic;
use ir::{InameTag, Kernel, Loop, Step};

impl Body<'_, '_> {
    /// Prints a loop that is tagged `mma` for a matrix unit, beside the plain loop for devices without one.
    /// Says whether it could.
    pub(crate) fn matrix(&mut self, inner: &Loop<Step>, depth: usize) -> Result<bool, Diagnostic> {
        let kernel = self.printer.kernel;
        if kernel.tag(&inner.iname) != Some(InameTag::Matrix) {
            return Ok(false);
        }
        let dialect = self.printer.dialect();
        let found = match dialect.matrix_unit() {
            Some(_) => pattern::find(self.printer, inner),
            None => {
                Err(PlainLoop::new(format!("{} has no matrix units", dialect.name()), "write OpenCL or CUDA"))
            }
        };
        match found {
            Ok(pattern) => {
                let has_unit = self.printer.used.call(Helper::HasMatrixUnit);
                self.line(depth, &format!("if ({has_unit}) {{"));
                self.tiles(&pattern, depth + 1)?;
                self.line(depth, "} else {");
                self.counted(inner, depth + 1)?;
                self.line(depth, "}");
                Ok(true)
            }
            Err(plain) => {
                self.printer.used.note(note(kernel, inner, plain));
                Ok(false)
            }
        }
    }
}

fn note(kernel: &Kernel, inner: &Loop<Step>, plain: PlainLoop) -> Diagnostic {
    let message = format!(
        "the loop over `{}`, which is tagged `mma`, is printed as it stands: {}",
        inner.iname, plain.why
    );
    at_first_statement(Diagnostic::warning("lp::codegen::mma", message).help(plain.help), kernel, inner)
}
