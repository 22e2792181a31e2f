use crate::rewrite::change_interface;
use ir::Kernel;
use pass::{Applied, Refusal, Rewrite, Transform};

/// Lets sums and products of floating-point numbers in this kernel be computed in any order from here on.
///
/// Each order rounds differently, so that a step which changes it is refused unless the kernel allows that.
/// What is written in Loo.py's language does, unless `options={"allow_fp_reordering": False}` says otherwise;
/// Fortran does not. Sums over work items and over work groups, interchanged loops that update one element,
/// and matrix units need it.
///
/// ```lpir
/// # RUN: reassociate()
/// lpir 1
///
/// kernel @total {
///   arg n : i32
///   arg a : f64[n] in
///   arg s : f64[] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: s[] = s[] + a[i]  in(i) time(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @total {
///   arg n : i32
///   arg a : f64[n] in
///   arg s : f64[] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   reassociate
///   s: s[] = s[] + a[i]  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions", reference)]
pub struct Reassociate {}

impl Rewrite for Reassociate {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let allow = |kernel: &mut Kernel| {
            kernel.reassociate = true;
            Ok(())
        };
        Ok(change_interface(kernel, &allow)?.into())
    }
}
