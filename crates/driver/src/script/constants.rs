//! Values of `fixed_parameters` that are no integers. They are part of what a kernel is: a number stands in
//! the place of the parameter, of which nothing is left that a caller could give another value.

use super::convert;
use super::make::Arguments;
use ir::{ArgKind, Expr, Kernel, Name, Scalar, walk};
use script::{ComplexNumber, Value};

/// Names and their values.
pub(super) struct Constants(Vec<(Name, ComplexNumber)>);

/// Whether a value is a number with a fraction or a complex one.
pub(super) fn is_inexact(value: &Value) -> bool {
    number(value).is_some()
}

fn number(value: &Value) -> Option<ComplexNumber> {
    match value {
        Value::Float(real) => Some(ComplexNumber::new(*real, 0.0)),
        Value::Complex(number) => Some(*number),
        _ => None,
    }
}

impl Constants {
    /// Those of a call.
    pub(super) fn from_call(args: &Arguments<'_>) -> script::Result<Self> {
        let fixed = args.get(usize::MAX, "fixed_parameters").and_then(Value::as_entries);
        let all = fixed.iter().flatten();
        let all =
            all.filter_map(|(name, value)| Some((Name::from(convert::bare_text(name)), number(value)?)));
        let all: Vec<(Name, ComplexNumber)> = all.collect();
        let is_finite = |value: &ComplexNumber| value.re.is_finite() && value.im.is_finite();
        match all.iter().find(|(_, value)| !is_finite(value)) {
            Some((name, value)) => {
                Err(args
                    .refuse(format!("`{name}` is fixed at {}, which is not finite", Value::Complex(*value))))
            }
            None => Ok(Constants(all)),
        }
    }

    /// Puts the numbers in the place of parameters of a kernel that was made.
    ///
    /// # Errors
    /// Why one cannot have its value.
    pub(super) fn fix(&self, kernel: &mut Kernel) -> Result<(), String> {
        self.0.iter().try_for_each(|(name, value)| fix(kernel, name, *value))
    }
}

fn fix(kernel: &mut Kernel, name: &Name, value: ComplexNumber) -> Result<(), String> {
    let arg = kernel.args.get(name).filter(|arg| arg.kind == ArgKind::Value);
    let arg = arg.ok_or_else(|| format!("`fixed_parameters`: the kernel has no parameter `{name}`"))?;
    let is_real = value.im == 0.0 && !arg.ty.is_some_and(Scalar::is_complex);
    if let Some(ty) = arg.ty.filter(|ty| !(ty.is_complex() || is_real && ty.is_float())) {
        let value = if is_real { value.re.to_string() } else { Value::Complex(value).to_string() };
        return Err(format!("`fixed_parameters`: `{name}` is `{ty}`, which has no {value}"));
    }
    if counts(kernel, name) {
        return Err(format!(
            "`fixed_parameters`: loops or extents depend on `{name}`, which cannot be {value}"
        ));
    }
    let parts = [value.re, value.im].map(|part| Expr::real(part, None));
    let literal = if is_real { Expr::real(value.re, None) } else { Expr::call("complex", parts.to_vec()) };
    let number = arg.ty.map_or(literal.clone(), |ty| Expr::cast(ty, literal));
    kernel.args.shift_remove(name);
    let put = |expr: &Expr| walk::substitute(expr, &|other| (other == name).then(|| number.clone()));
    for statement in kernel.statements.values_mut() {
        *statement = statement.map_exprs(&mut |expr| put(expr));
    }
    for rule in kernel.rules.values_mut().filter(|rule| !rule.params.contains(name)) {
        rule.body = put(&rule.body);
    }
    for requirement in &mut kernel.requires {
        requirement.condition = put(&requirement.condition);
    }
    Ok(())
}

/// Whether loops or the places of elements depend on a parameter.
fn counts(kernel: &Kernel, name: &Name) -> bool {
    let of_arrays = kernel.args.values().filter_map(|arg| match &arg.kind {
        ArgKind::Array { shape, layout, .. } => Some((shape.iter().flatten().collect::<Vec<_>>(), layout)),
        ArgKind::Value => None,
    });
    let of_temps = kernel.temps.values().map(|temp| (temp.shape.iter().collect(), &temp.layout));
    let mentions = |expr: &Expr| walk::names(expr).contains(name);
    kernel.assumptions.has_param(name)
        || kernel.domains.iter().any(|domain| domain.set.has_param(name))
        || of_arrays
            .chain(of_temps)
            .any(|(shape, layout)| shape.into_iter().chain(layout.strides_given()).any(mentions))
}
