use crate::rewrite::promise;
use diag::Diagnostic;
use ir::Kernel;
use ir::promise_fit::Unfit;
use pass::{Applied, Refusal, Rewrite, Text, Transform};

/// Promises something of the contents of an integer array that only the caller can know.
///
/// `injective idx` says that no two elements of `idx` are equal, so that `a[idx[i]]` is another element for
/// each `i` and the loop over `i` may be parallel. `0 <= idx < n` says between which numbers all elements
/// lie. `distinct s` says that no two instances of the statement `s`, of the kernel as it was imported, write
/// one element: the segments `start[k] <= j < end[k]` of `a[j]` may be parallel then. `distinct s(i)` says it
/// of instances that differ in `i`. The promise stays in the kernel, in the generated code and in the launch
/// description; `lprun` tests it before each run, and `--strict` refuses it. Refused for arrays that the
/// kernel writes, and for statements that write no argument. To test `distinct s`, `lprun` interprets the
/// statements that decide where `s` writes.
///
/// ```lpir
/// # RUN: trust("injective idx"); tag_inames({"i": "g.0"})
/// lpir 1
///
/// kernel @scatter {
///   arg n : i32
///   arg idx : i32[n] in
///   arg a : f64[n] inout
///   arg b : f64[n] in
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[idx[i]] = b[i]  in(i) time(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @scatter {
///   arg n : i32
///   arg idx : i32[n] in
///   arg a : f64[n] inout
///   arg b : f64[n] in
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i : g.0
///   promise injective idx
///   s: a[idx[i]] = b[i]  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "promises")]
pub struct Trust {
    /// The promise: `injective idx`, `0 <= idx < n`, `distinct s` or `distinct s(i)`.
    pub promise: Text,
}

impl Rewrite for Trust {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let promised = promise(&self.promise)?;
        if let Err(Unfit { message, help }) = promised.fits(kernel) {
            let problem = Diagnostic::error("lp::trust::promise", message);
            return Err(problem.at_entity(None, self.promise.origin, "").help(help).into());
        }
        let mut changed = kernel.clone();
        if !changed.promises.contains(&promised) {
            changed.promises.push(promised);
        }
        Ok(changed.into())
    }
}
