use crate::SplitIname;
use ir::{InameTag, Kernel};
use pass::{Applied, InameName, PosInt, Refusal, Rewrite, Transform};

/// Unrolls a loop around other loops by a factor, and runs the copies together inside of them.
///
/// What the copies share is loaded once in each iteration of the inner loops, and each copy has accumulators
/// and temporaries of its own. `unroll_and_jam("i", 4)` is `split_iname("i", 4, inner_tag="ilp.unr")`, with
/// the names that this gives the loops. Refused where the copies of one iteration of the inner loops depend
/// on each other.
///
/// ```lpir
/// # RUN: unroll_and_jam("i", 4)
/// lpir 1
///
/// kernel @product {
///   arg n : i32
///   arg m : i32
///   arg a : f64[n, m] in
///   arg x : f64[m] in
///   arg y : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [m] -> { [j] : 0 <= j < m }
///   iname i
///   iname j
///   s: y[i] = y[i] + a[i, j]*x[j]  in(i, j)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @product {
///   arg n : i32
///   arg m : i32
///   arg a : f64[n, m] layout(c) in
///   arg x : f64[m] in
///   arg y : f64[n] inout
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_outer and 0 <= i_inner <= 3 and i_inner + 4*i_outer < n }
///   domain [m] -> { [j] : 0 <= j < m }
///   iname i_outer
///   iname i_inner : ilp
///   iname j
///   s: y[i_inner + 4*i_outer] = y[i_inner + 4*i_outer] + a[i_inner + 4*i_outer, j]*x[j]  in(i_outer, i_inner, j)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct UnrollAndJam {
    /// Loop to unroll.
    pub iname: InameName,
    /// How many copies.
    pub by: PosInt,
}

impl Rewrite for UnrollAndJam {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        SplitIname::with_inner_tag(self.iname.clone(), self.by, Some(InameTag::IlpUnroll)).apply(kernel)
    }
}
