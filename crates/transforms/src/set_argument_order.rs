use crate::rewrite::{change_interface, unknown};
use diag::Diagnostic;
use ir::Kernel;
use pass::{Applied, Refusal, Rewrite, Transform, VarName};
use poly::Name;

/// Puts the arguments in another order.
///
/// The reference takes them in the same order. Refused where the list lacks an argument or names one twice.
///
/// ```lpir
/// # RUN: set_argument_order("a, n")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg a : f64[n] out
///   arg n : i32
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0d  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", reference)]
pub struct SetArgumentOrder {
    /// All arguments.
    pub argument_order: Vec<VarName>,
}

impl Rewrite for SetArgumentOrder {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let order: Vec<&Name> = self.argument_order.iter().map(|name| &name.name).collect();
        for (at, wanted) in self.argument_order.iter().enumerate() {
            if !kernel.args.contains_key(&wanted.name) {
                let known = kernel.args.keys();
                return Err(unknown("lp::unknown::argument", "argument", wanted, wanted.origin, known).into());
            }
            if order.iter().take(at).any(|other| **other == wanted.name) {
                let message = format!("argument `{}` is listed twice", wanted.name);
                let problem = Diagnostic::error("lp::call::argument", message);
                return Err(problem.at_entity(None, wanted.origin, "").into());
            }
        }
        if let Some(missing) = kernel.args.keys().find(|name| !order.contains(name)) {
            let message = format!("the list lacks argument `{missing}`");
            return Err(Diagnostic::error("lp::call::argument", message).into());
        }
        let place = |name: &Name| order.iter().position(|other| *other == name);
        let changed = change_interface(kernel, &|kernel| {
            kernel.args.sort_by(|a, _, b, _| place(a).cmp(&place(b)));
            Ok(())
        })?;
        Ok(changed.into())
    }
}
