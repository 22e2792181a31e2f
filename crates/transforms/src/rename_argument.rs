use crate::rewrite::{change_interface, new_name, rename_variable, unknown};
use diag::Diagnostic;
use ir::Kernel;
use pass::{Applied, NewName, Refusal, Rewrite, Transform, VarName};

/// Gives an argument another name.
///
/// The caller passes it under the new name, and the reference takes it so as well. Refused where something
/// has that name already.
///
/// ```lpir
/// # RUN: rename_argument("a", "result")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 2.0*a[i]  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg result : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: result[i] = 2.0d*result[i]  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", reference)]
pub struct RenameArgument {
    /// The argument.
    pub old_name: VarName,
    /// Its new name.
    pub new_name: NewName,
}

impl Rewrite for RenameArgument {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let (old, new) = (&self.old_name.name, &self.new_name.name);
        if !kernel.args.contains_key(old) {
            let known = kernel.args.keys();
            return Err(unknown("lp::unknown::argument", "argument", old, self.old_name.origin, known).into());
        }
        if old == new {
            return Ok(kernel.clone().into());
        }
        for kernel in std::iter::once(kernel).chain(kernel.reference.as_deref()) {
            new_name(kernel, Some(&self.new_name), new)?;
            // A formal of that name would capture it in the rule's body.
            if let Some((rule, _)) = kernel.rules.iter().find(|(_, rule)| rule.params.contains(new)) {
                let message = format!("rule `{rule}` has a formal `{new}`");
                let problem = Diagnostic::error("lp::name::taken", message);
                return Err(problem.at_entity(None, self.new_name.origin, "").into());
            }
        }
        Ok(change_interface(kernel, &|kernel| rename_variable(kernel, old, new))?.into())
    }
}
