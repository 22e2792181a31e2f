use crate::rewrite::{condition, parameters};
use diag::Diagnostic;
use ir::{Kernel, Name};
use pass::{Applied, Refusal, Rewrite, Text, Transform};
use std::collections::BTreeSet;

/// Adds a condition to what is known of the kernel's parameters.
///
/// Loop bounds, conditions and checks are simplified under it, and the generated code may only be launched
/// with arguments that satisfy it: `lprun` and the launch file test that. What it says of temporaries nobody
/// could test, so that is left out, with a warning. Refused where the condition names anything else but
/// parameters, and where no parameter values would be left.
///
/// ```lpir
/// # RUN: assume("n mod 16 = 0 and n >= 16")
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
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   assume [n] -> { : n >= 16 and n mod 16 = 0 }
///   iname i
///   s: a[i] = 0.0d  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "parameters")]
pub struct Assume {
    /// The condition, such as `n mod 16 = 0`; or a set without dimensions.
    pub text: Text,
}

impl Rewrite for Assume {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let added = condition(&self.text)?;
        if !added.dims().is_empty() {
            let problem =
                Diagnostic::error("lp::assume::dimensions", "an assumption is about parameters alone");
            let problem = problem.at_entity(None, self.text.origin, "this set has dimensions");
            return Err(problem.help("write the condition only, such as `n >= 1`").into());
        }
        let known = parameters(kernel);
        let is_untested = |name: &&Name| kernel.temps.contains_key(*name) && !known.contains(*name);
        let left_out: Vec<Name> = added.params().iter().filter(is_untested).cloned().collect();
        let added = added.project_out(&left_out)?;
        let unknown = added.params().iter().filter(|name| !known.contains(*name));
        let problems: Vec<Diagnostic> = unknown.map(|name| self.unknown(name, &known, kernel)).collect();
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let warnings: Vec<Diagnostic> = left_out.iter().map(|name| self.untested(name)).collect();
        if kernel.assumptions.is_subset(&added)? {
            return Ok(Applied { warnings, ..kernel.clone().into() });
        }
        let assumptions = kernel.assumptions.intersect(&added)?;
        if assumptions.is_empty()? {
            let problem = Diagnostic::error("lp::assume::contradiction", "no parameter values satisfy this");
            let problem = problem.at_entity(None, self.text.origin, "");
            return Err(problem.note(format!("assumed before: {}", kernel.assumptions)).into());
        }
        Ok(Applied { warnings, ..Kernel { assumptions, ..kernel.clone() }.into() })
    }
}

impl Assume {
    fn untested(&self, name: &Name) -> Diagnostic {
        let message = format!("nothing is assumed of `{name}`, which the kernel computes");
        Diagnostic::warning("lp::assume::temporary", message).at_entity(None, self.text.origin, "")
    }

    fn unknown(&self, name: &Name, known: &BTreeSet<Name>, kernel: &Kernel) -> Diagnostic {
        let what = if kernel.inames.contains_key(name) { "a loop variable" } else { "no parameter" };
        let problem =
            Diagnostic::error("lp::assume::unknown-parameter", format!("`{name}` is {what} of the kernel"))
                .at_entity(None, self.text.origin, "");
        match diag::nearest(name, known.iter().map(Name::as_str)) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem,
        }
    }
}
