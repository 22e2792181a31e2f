use crate::RenameIname;
use diag::Diagnostic;
use ir::Kernel;
use pass::{Applied, InameName, NewName, Refusal, Rewrite, Selector, Transform};

/// Makes one loop of several, under one name.
///
/// Their domains are the same, and no statement nests two of them. With `existing_ok=True` the name may be
/// that of a loop, which then takes in the others. Refused where the domains differ.
///
/// ```lpir
/// # RUN: rename_inames("i, j", "row")
/// lpir 1
///
/// kernel @two {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [n] -> { [j] : 0 <= j < n }
///   iname i
///   iname j
///   s: a[i] = 0.0  in(i)
///   t: b[j] = 1.0  in(j)
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
///   domain [n] -> { [row] : 0 <= row < n }
///   iname row
///   s: a[row] = 0.0d  in(row)
///   t: b[row] = 1.0d  in(row)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct RenameInames {
    /// Loops to rename.
    pub old_inames: Vec<InameName>,
    /// Their common name.
    pub new_iname: NewName,
    /// Whether the new name may be that of an existing loop.
    #[arg(default = false)]
    pub existing_ok: bool,
    /// Only in the statements that this matches; the others keep their loops as they are.
    #[arg(default = None)]
    pub within: Option<Selector>,
}

impl Rewrite for RenameInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        if self.old_inames.is_empty() {
            return Err(Refusal::empty("no loop is named").into());
        }
        let mut changed = kernel.clone();
        for (at, old) in self.old_inames.iter().enumerate() {
            if self.old_inames.iter().take(at).any(|other| other.name == old.name) {
                let message = format!("iname `{}` is listed twice", old.name);
                let problem = Diagnostic::error("lp::call::argument", message);
                return Err(problem.at_entity(None, old.origin, "").into());
            }
            let step = RenameIname {
                old_iname: old.clone(),
                new_iname: self.new_iname.clone(),
                existing_ok: self.existing_ok || at > 0,
                within: self.within.clone(),
            };
            changed = step.apply(&changed)?.kernel;
        }
        Ok(changed.into())
    }
}
