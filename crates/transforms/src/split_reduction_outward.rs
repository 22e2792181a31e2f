use crate::rewrite::{inames, nest_reductions};
use ir::Kernel;
use pass::{Applied, InameName, Refusal, Rewrite, Selector, Transform};

/// Nests reductions over several inames: the one over these inames becomes the outer one.
///
/// Refused where no statement reduces over all of them and others.
///
/// ```lpir
/// # RUN: split_reduction_outward("i")
/// lpir 1
///
/// kernel @total {
///   arg n : i32
///   arg x : f64[n, n] layout(c) in
///   arg a : f64[] out
///   domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }
///   iname i
///   iname j
///   reassociate
///   s: a[] = sum((i, j), x[i, j])
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @total {
///   arg n : i32
///   arg x : f64[n, n] layout(c) in
///   arg a : f64[] out
///   domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }
///   iname i
///   iname j
///   reassociate
///   s: a[] = sum(i, sum(j, x[i, j]))
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct SplitReductionOutward {
    /// The inames.
    pub inames: Vec<InameName>,
    /// Only in the statements that this matches.
    #[arg(default = None)]
    pub within: Option<Selector>,
}

impl Rewrite for SplitReductionOutward {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let wanted = inames(kernel, &self.inames)?;
        Ok(nest_reductions(kernel, &wanted, self.within.as_ref(), false)?.into())
    }
}
