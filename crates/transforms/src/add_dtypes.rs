use crate::rewrite::unknown;
use diag::Diagnostic;
use ir::{Kernel, Scalar};
use pass::{Applied, FromArg, Mismatch, Pairs, Refusal, Rewrite, Text, Transform, Value, VarName};
use poly::Name;
use std::rc::Rc;

/// Gives arguments and temporaries their types.
///
/// Types are named as in `.lpir` (`f64`) or as in numpy (`float64`). Refused where the type is known already
/// and another one, for temporaries that a transform made, which have the type of what is stored in them, and
/// where an operation does not have these types.
///
/// ```lpir
/// # RUN: add_dtypes({"a": "float64"})
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : auto[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 2.0*a[i]  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 2.0d*a[i]  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", alias = "add_and_infer_dtypes", reference)]
pub struct AddDtypes {
    /// Names and their types; a name may be a list, `"a, b"`.
    pub dtypes: Pairs<Text, Scalar>,
}

impl Rewrite for AddDtypes {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut changed = kernel.clone();
        let mut reference = kernel.reference.as_deref().cloned();
        let mut problems = Vec::new();
        for (names, ty) in &self.dtypes.0 {
            for name in variables(names)? {
                let outcome = declared(kernel, &name).and_then(|()| set_type(&mut changed, &name, *ty));
                problems.extend(outcome.err());
                // The reference computes with the same types: what it lacks is knowledge, not meaning.
                if let Some(reference) = &mut reference {
                    let _ = set_type(reference, &name, *ty);
                }
            }
        }
        changed.reference = reference.map(Rc::new);
        if problems.is_empty() {
            // Operations need not have every type, and what is stored need not fit.
            problems = ir::verify::verify(&ir::conversions::written(&changed));
        }
        if problems.is_empty() { Ok(changed.into()) } else { Err(problems.into()) }
    }
}

fn variables(names: &Text) -> Result<Vec<VarName>, Refusal> {
    let list: Result<Vec<VarName>, Mismatch> = FromArg::from_arg(&Value::from(names));
    list.map_err(|wrong| {
        Diagnostic::error("lp::call::argument", wrong.message).at_entity(None, wrong.origin, "").into()
    })
}

/// Refuses temporaries that the kernel did not have when it was imported.
fn declared(kernel: &Kernel, wanted: &VarName) -> Result<(), Diagnostic> {
    let name: &Name = &wanted.name;
    let untyped = kernel.temps.get(name).is_some_and(|temp| temp.ty.is_none());
    match &kernel.reference {
        Some(reference) if untyped && !reference.temps.contains_key(name) => {
            let message = format!("`{name}` has the type of what is stored in it, since a transform made it");
            let problem = Diagnostic::error("lp::types::stored", message).at_entity(None, wanted.origin, "");
            Err(problem.help("give the types of the variables that its value is computed from"))
        }
        _ => Ok(()),
    }
}

fn set_type(kernel: &mut Kernel, wanted: &VarName, ty: Scalar) -> Result<(), Diagnostic> {
    let name: &Name = &wanted.name;
    let slot = match (kernel.args.get_mut(name), kernel.temps.get_mut(name)) {
        (Some(arg), _) => &mut arg.ty,
        (None, Some(temp)) => &mut temp.ty,
        (None, None) => {
            let known = kernel.args.keys().chain(kernel.temps.keys());
            return Err(unknown("lp::unknown::variable", "variable", name, wanted.origin, known));
        }
    };
    match *slot {
        Some(known) if known != ty => {
            let message = format!("`{name}` has type `{known}` already");
            Err(Diagnostic::error("lp::types::known", message).at_entity(None, wanted.origin, ""))
        }
        _ => {
            *slot = Some(ty);
            Ok(())
        }
    }
}
