use crate::rewrite::iname;
use ir::{InameTag, Kernel};
use pass::{Applied, InameName, Refusal, Rewrite, Transform};

/// Says in one line what it does; this one runs a loop unrolled.
///
/// What it refuses, and why.
///
/// ```lpir
/// # RUN: {name}("i")
/// lpir 1
///
/// kernel @fill {
///   arg a : f64[4] out
///   domain { [i] : 0 <= i < 4 }
///   iname i
///   s: a[i] = 0.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg a : f64[4] out
///   domain { [i] : 0 <= i < 4 }
///   iname i : unr
///   s: a[i] = 0.0  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct {Struct} {
    /// The loop.
    pub iname: InameName,
}

impl Rewrite for {Struct} {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        iname(kernel, &self.iname)?;
        let mut result = kernel.clone();
        if let Some(entry) = result.inames.get_mut(&self.iname.name) {
            entry.tag = Some(InameTag::Unroll);
        }
        Ok(result.into())
    }
}
