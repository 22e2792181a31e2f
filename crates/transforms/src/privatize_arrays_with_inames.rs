//! Work arrays of the caller, one for each iteration.

mod last_iteration;
mod nest;
mod reads;
mod settled;
mod store;
mod work_array;
mod written;

use crate::rewrite::{array, as_imported, inames, with_rules_in_place, with_rules_restored};
use diag::Diagnostic;
use ir::Kernel;
use nest::Nest;
use pass::{Applied, ArrayName, InameName, Refusal, Rewrite, Transform, with_reference};
use work_array::WorkArray;

/// Works on a temporary in place of an argument that each iteration of some loops sets anew.
///
/// Programs hand on work arrays, or keep them in common blocks and modules, so that all iterations of a loop
/// write the same elements and none may run beside another. Here the loops get a temporary, of which each
/// work item can have its own, and their last iteration stores what it leaves into the argument, as
/// `lastprivate` of OpenMP does. The kernel with the temporary is the reference for all later steps, which
/// is why this step, like `recognize_reductions`, comes before others. `auto_parallel` takes it where that
/// lets a nest run in parallel. Refused where an iteration may read an element that it has not set before,
/// where the last iteration does not surely set each element that others may set, and where statements have
/// no times, or others run between the iterations.
///
/// ```lpir
/// # RUN: privatize_arrays_with_inames("i", "w")
/// lpir 1
///
/// kernel @smooth {
///   arg n : i32
///   arg m : i32
///   arg a : f64[n, m] inout
///   arg w : f64[m] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [m] -> { [j] : 0 <= j < m }
///   domain [m] -> { [k] : 0 <= k < m }
///   iname i
///   iname j
///   iname k
///   s: w[j] = 2.0*a[i, j]  in(i, j) time(0, i, 0, j)
///   t: a[i, k] = w[m - 1 - k]  in(i, k) after(s) time(0, i, 1, k)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @smooth {
///   arg n : i32
///   arg m : i32
///   arg a : f64[n, m] layout(c) inout
///   arg w : f64[m] inout
///   temp w_own : f64[m] auto
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [m] -> { [j] : 0 <= j < m }
///   domain [m] -> { [k] : 0 <= k < m }
///   domain [m] -> { [w_axis_0] : 0 <= w_axis_0 < m }
///   iname i
///   iname j
///   iname k
///   iname w_axis_0
///   s: w_own[j] = 2.0d*a[i, j]  in(i, j)
///   t: a[i, k] = w_own[m - 1 - k]  in(i, k) after(s)
///   store_w: w[w_axis_0] = w_own[w_axis_0]  in(i, w_axis_0) after(s) if(n == i + 1)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", reference)]
pub struct PrivatizeArraysWithInames {
    /// The loops, outermost first, which stand directly in each other.
    pub privatizing_inames: Vec<InameName>,
    /// The arguments.
    pub var_names: Vec<ArrayName>,
}

impl Rewrite for PrivatizeArraysWithInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let source = as_imported(kernel).ok_or_else(|| {
            let message = "the values of work arrays are followed in a kernel as it was imported";
            Diagnostic::error("lp::work-array::late", message).help("make this the first step")
        })?;
        let Some(expanded) = &with_rules_in_place(source) else {
            return Err(Refusal::empty("a rule is too large to be looked into").into());
        };
        let loops = inames(source, &self.privatizing_inames)?;
        if loops.is_empty() || self.var_names.is_empty() {
            return Err(Refusal::empty("no loop or no argument is named").into());
        }
        let mut changed = expanded.clone();
        for name in &self.var_names {
            array(source, name)?;
            let nest = Nest::find(&changed, &loops)?;
            changed = WorkArray::find(&changed, &nest, &name.name)?.replaced()?;
        }
        Ok(with_reference(&with_rules_restored(changed, expanded, source)).into())
    }
}
