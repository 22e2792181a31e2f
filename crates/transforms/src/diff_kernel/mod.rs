mod activity;
mod calculus;
mod functions;
mod program;
mod sifting;
mod simplify;
mod standing;
mod variables;

use crate::rewrite::{array, unknown};
use diag::Diagnostic;
use ir::{Expr, Kernel, Name, Scalar};
use pass::{Applied, ArrayName, Refusal, Rewrite, Transform, VarName};
use program::{ArgumentElements, Program};

/// Makes the program that computes derivatives of outputs by an argument.
///
/// For an output `z` and an argument `x`, a new argument `z_dx` holds the derivative of each element of `z`
/// by each element of `x`: it has the axes of `z`, then those of `x`, over which new loops `diff_i0`,
/// `diff_i1`, .. run. Each further variable between them gets a derivative too, with loops of its own,
/// `diff_i0_0`, which `rename_iname(.., existing_ok=True)` joins. The last new argument is that of the last
/// output. Of the old statements those stay whose values are needed, and those that write `copy_outputs`.
/// Arguments stay, used or not; `remove_unused_arguments` removes them. Where `z` is `inout`, since it is
/// partly written or read before, so is `z_dx`, and the caller passes the derivative of what `z` holds
/// before.
///
/// The result is a program of its own: later steps are compared with it, and no longer with what it was made
/// from. So steps before this one are judged first.
///
/// Of `if` the branch that is taken is differentiated, and conditions are not. At a kink one side is taken:
/// `abs` has the slope 1 at 0, and `min` and `max` of equal numbers that of the first. What changes in steps,
/// such as integers, `floor` and `nint`, has the derivative zero. Functions with a formula are differentiated
/// through it.
///
/// Refused where an output does not depend on the argument; where a variable that does is complex; for
/// reductions other than `sum`, and functions of which no derivative is known; and after steps that split
/// loops or add statements: take the derivative first.
///
/// ```lpir
/// # RUN: diff_kernel("z", "x")
/// lpir 1
///
/// kernel @squares {
///   arg n : i32
///   arg x : f64[n] in
///   arg z : f64[n] out
///   temp a : f64 private
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   a: a = sin(x[i])  in(i)
///   z: z[i] = a**2  in(i) after(a)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @squares {
///   arg n : i32
///   arg x : f64[n] in
///   arg z : f64[n] out
///   arg z_dx : f64[n, n] layout(c) out
///   temp a : f64 private
///   temp a_dx : f64[n] auto
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [n] -> { [diff_i0] : 0 <= diff_i0 < n }
///   domain [n] -> { [diff_i0_0] : 0 <= diff_i0_0 < n }
///   iname i
///   iname diff_i0
///   iname diff_i0_0
///   a_dx: a_dx[diff_i0_0] = cos(x[i])*if(diff_i0_0 == i, 1.0d, 0.0d)  in(i, diff_i0_0)
///   a: a = sin(x[i])  in(i)
///   z_dx: z_dx[i, diff_i0] = 2*a*a_dx[diff_i0]  in(i, diff_i0) after(a, a_dx)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions", program)]
pub struct DiffKernel {
    /// The outputs: arguments that the kernel writes.
    pub diff_outputs: Vec<ArrayName>,
    /// The argument, an array or a value of floating-point numbers, which the kernel only reads.
    pub by: VarName,
    /// Name of the new loops, with a number behind it.
    #[arg(default = "\"diff_i\"")]
    pub diff_iname_prefix: String,
    /// Axes of `by` that would be those of the outputs; none can be given yet.
    #[arg(default = "[]")]
    pub batch_axes_in_by: Vec<u32>,
    /// Outputs that are computed as before.
    #[arg(default = "[]")]
    pub copy_outputs: Vec<ArrayName>,
}

impl Rewrite for DiffKernel {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        self.check(kernel)?;
        let own = standing::own_program(kernel)?;
        let over = ArgumentElements { prefix: self.diff_iname_prefix.clone(), extents: self.extents(&own)? };
        let program = Program::new(&own, &self.by.name, &over)?;
        self.check_argument(&own, program.type_of(&self.by.name))?;
        let mut outputs: Vec<Name> = Vec::new();
        for output in &self.diff_outputs {
            if !program.is_active(&output.name) {
                let message = format!(
                    "`{}` does not depend on `{}`: its derivative is zero",
                    output.name, self.by.name
                );
                let problem = Diagnostic::error("lp::diff::independent", message);
                return Err(problem.at_entity(None, output.origin, "").help("leave it out").into());
            }
            outputs.retain(|other| *other != output.name);
            outputs.push(output.name.clone());
        }
        let copied: Vec<Name> = self.copy_outputs.iter().map(|name| name.name.clone()).collect();
        let derivative = program.derivative(&outputs, &copied)?;
        Ok(pass::with_reference(&derivative).into())
    }
}

impl DiffKernel {
    /// What can be told without the program.
    fn check(&self, kernel: &Kernel) -> Result<(), Refusal> {
        if !ir::is_identifier(&self.diff_iname_prefix) {
            return Err(self
                .fail("lp::diff::prefix", format!("`{}` is no name", self.diff_iname_prefix))
                .into());
        }
        if !self.batch_axes_in_by.is_empty() {
            let problem = self.fail("lp::diff::batch", "a derivative is one by all axes of its argument");
            return Err(problem
                .help("leave `batch_axes_in_by` out; `to_batched` adds such an axis afterwards")
                .into());
        }
        if self.diff_outputs.is_empty() {
            return Err(Refusal::empty("no output is named").into());
        }
        for name in self.diff_outputs.iter().chain(&self.copy_outputs) {
            array(kernel, name)?;
        }
        for output in &self.diff_outputs {
            if kernel.temps.contains_key(&output.name) {
                let message =
                    format!("`{}` is a temporary, whose derivative no caller would see", output.name);
                let problem =
                    Diagnostic::error("lp::diff::output", message).at_entity(None, output.origin, "");
                return Err(problem.help("name an argument that the kernel writes").into());
            }
        }
        if !kernel.args.contains_key(&self.by.name) {
            return Err(unknown(
                "lp::unknown::variable",
                "argument",
                &self.by.name,
                self.by.origin,
                kernel.args.keys(),
            )
            .into());
        }
        Ok(())
    }

    fn fail(&self, code: diag::Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, message).at_entity(None, self.by.origin, "")
    }

    /// The argument holds real numbers that stay as they are.
    fn check_argument(&self, kernel: &Kernel, ty: Option<Scalar>) -> Result<(), Refusal> {
        let name = &self.by.name;
        if let Some(ty) = ty.filter(|ty| !ty.is_float()) {
            let message =
                format!("`{name}` holds {}, and derivatives are by real floating-point numbers", ty.name());
            return Err(self.fail("lp::diff::argument", message).into());
        }
        if let Some((id, _)) = kernel.writers().get(name).and_then(|writers| writers.first()) {
            let message = format!(
                "`{name}` is written by `{id}`, so that it holds different values at different times"
            );
            let problem = self.fail("lp::diff::argument", message);
            return Err(problem.help("name an argument that the kernel only reads").into());
        }
        Ok(())
    }

    /// The extents of the argument, over which loops run.
    fn extents(&self, kernel: &Kernel) -> Result<Vec<Expr>, Refusal> {
        let shape = kernel.extents(&self.by.name).into_iter().enumerate();
        let affine_extent = |(axis, extent): (usize, Option<Expr>)| {
            let extent = extent.filter(|extent| ir::affine::to_aff(extent).is_some());
            extent.ok_or_else(|| {
                let message = format!(
                    "the extent of axis {axis} of `{}` is no sum of arguments, so that no loop runs over it",
                    self.by.name
                );
                self.fail("lp::diff::extent", message)
                    .help("give the argument a shape, such as `n` or `2*n + 1`")
            })
        };
        Ok(shape.map(affine_extent).collect::<Result<_, _>>()?)
    }
}
