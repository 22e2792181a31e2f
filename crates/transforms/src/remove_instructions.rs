use crate::rewrite::{remove_statement, remove_temporaries, select_any};
use ir::Kernel;
use pass::{Applied, Refusal, Rewrite, Selector, Transform};

/// Removes statements, and temporaries that nothing mentions any more.
///
/// What came after a removed statement comes after what that one came after. Refused where the result needs
/// what a removed statement wrote.
///
/// ```lpir
/// # RUN: remove_instructions("t")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] inout
///   temp t : f64
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   t: t = a[i]  in(i)
///   s: a[i] = 1.0  in(i) after(t)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 1.0d  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions")]
pub struct RemoveInstructions {
    /// The statements.
    pub insn_ids: Vec<Selector>,
}

impl Rewrite for RemoveInstructions {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut changed = kernel.clone();
        for id in select_any(kernel, Some(&self.insn_ids))? {
            remove_statement(&mut changed, &id);
        }
        remove_temporaries(&mut changed);
        Ok(changed.into())
    }
}
