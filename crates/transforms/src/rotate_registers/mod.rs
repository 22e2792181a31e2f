mod emit;
mod window;

use crate::rewrite::{array, iname, require_untagged};
use diag::Diagnostic;
use ir::{Kernel, Name};
use pass::{Applied, ArrayName, InameName, Refusal, Rewrite, Selector, Transform};
use window::Found;

/// Keeps in registers what neighbouring iterations of a loop read, so that each element is loaded once.
///
/// A statement that reads `a[k - 1]`, `a[k]` and `a[k + 1]` in a loop over `k` gets a private temporary for
/// each of the three. Those that later iterations need too are loaded before the loop for the first one, the
/// last one in each iteration, and at the end of an iteration each temporary takes the value of the one
/// behind it. Reads that differ in other subscripts have temporaries of their own; what an iteration shares
/// with no other one stays as it is. Loops inside of this one would need a temporary for each of their
/// iterations: give them to work items, or tag them `ilp`. What is read at the inames of a reduction stays as
/// it is for the same reason.
///
/// ```lpir
/// # RUN: rotate_registers("a", "k")
/// lpir 1
///
/// kernel @smooth {
///   arg n : i32
///   arg a : f64[n] in
///   arg b : f64[n] out
///   domain [n] -> { [k] : 1 <= k < n - 1 }
///   iname k
///   s: b[k] = a[k - 1] + 2.0*a[k] + a[k + 1]  in(k)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @smooth {
///   arg n : i32
///   arg a : f64[n] in
///   arg b : f64[n] out
///   temp a_0 : f64 private
///   temp a_1 : f64 private
///   temp a_2 : f64 private
///   domain [n] -> { [k] : 1 <= k <= n - 2 }
///   iname k
///   a_first_0: a_0 = a[0]  if(n >= 3)
///   a_first_1: a_1 = a[1]  if(n >= 3)
///   a_load: a_2 = a[k + 1]  in(k)
///   s: b[k] = a_0 + 2.0d*a_1 + a_2  in(k) after(a_first_0, a_first_1, a_load)
///   a_move_0: a_0 = a_1  in(k) after(s)
///   a_move_1: a_1 = a_2  in(k) after(a_move_0)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "rules")]
pub struct RotateRegisters {
    /// Array that is read.
    pub array: ArrayName,
    /// Sequential loop along which reads are shared.
    pub iname: InameName,
    /// The statements that read, all by default.
    #[arg(default = None)]
    pub within: Option<Selector>,
}

impl Rewrite for RotateRegisters {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        array(kernel, &self.array)?;
        require_untagged(
            &self.iname.name,
            iname(kernel, &self.iname)?,
            "a loop along which registers rotate",
        )?;
        let Found { windows, reduced } = self.found(kernel)?;
        let mut changed = kernel.clone();
        for window in &windows {
            emit::keep(&mut changed, window)?;
        }
        if !windows.is_empty() {
            return Ok(changed.into());
        }
        if let Some((reader, inner)) = reduced {
            return Err(self.in_reduction(&reader, &inner).into());
        }
        let message = format!(
            "no statement reads elements of `{}` that it reads again in another iteration over `{}`",
            self.array.name, self.iname.name
        );
        Err(Refusal::empty(message).at_entity(None, self.array.origin, "").into())
    }
}

impl RotateRegisters {
    /// Why what a statement reads at each iname of a reduction does not fit into temporaries.
    fn in_reduction(&self, reader: &Name, inner: &Name) -> Diagnostic {
        let (array, iname) = (&self.array.name, &self.iname.name);
        let message = format!(
            "`{reader}` reads other elements of `{array}` in each iteration over `{inner}`, which is reduced"
        );
        Diagnostic::error("lp::rotate::reduction", message)
            .at_entity(None, self.array.origin, "")
            .note(format!(
                "each of them would need temporaries of its own from one iteration over `{iname}` to the next"
            ))
            .help("fetch them into a buffer with `add_prefetch`")
    }
}
