use crate::rewrite::{add_dependency, select_statements};
use ir::Kernel;
use pass::{Applied, Refusal, Rewrite, Selector, Transform};

/// Lets statements come after others, within each iteration of the loops that both share.
///
/// Refused where a statement would come after itself.
///
/// ```lpir
/// # RUN: add_dependency("t", "s")
/// lpir 1
///
/// kernel @two {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i)
///   t: b[i] = 1.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @two {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0d  in(i)
///   t: b[i] = 1.0d  in(i) after(s)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions")]
pub struct AddDependency {
    /// The statements that come later.
    pub insn_match: Selector,
    /// The statements that come first.
    pub depends_on: Selector,
}

impl Rewrite for AddDependency {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let later = select_statements(kernel, Some(&self.insn_match))?;
        let earlier = select_statements(kernel, Some(&self.depends_on))?;
        let mut changed = kernel.clone();
        for later in &later {
            // A statement that both expressions select needs no dependency on itself.
            for earlier in earlier.iter().filter(|earlier| *earlier != later) {
                add_dependency(&mut changed, later, earlier)?;
            }
        }
        Ok(changed.into())
    }
}
