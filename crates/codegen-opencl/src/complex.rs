//! Complex numbers as pairs: OpenCL's vectors of two, which lie in memory as numpy's complex numbers do. Sums
//! and differences are those of vectors; products, quotients and functions are helpers, by the formulas of
//! the interpreter.

use crate::dialect::Dialect;
use crate::expr::{C, Precedence, Printer};
use crate::helpers::Helper;
use crate::literal;
use diag::Diagnostic;
use ir::complex::principal_power;
use ir::{Comparison, Expr, Kernel, Scalar, typing, walk};

/// The name of a type. Only OpenCL has complex numbers.
fn c_type(ty: Scalar) -> &'static str {
    Dialect::OpenCl.ty(ty)
}

/// Whether a kernel has complex numbers.
pub(crate) fn mentions(kernel: &Kernel) -> bool {
    let declared = kernel.args.values().map(|arg| arg.ty).chain(kernel.temps.values().map(|temp| temp.ty));
    let is_complex = |e: &Expr| typing::type_of(kernel, e).is_ok_and(|ty| ty.scalar().is_complex());
    let own = |statement: &ir::Statement| -> Vec<Expr> {
        statement.predicates.iter().chain(statement.value()).cloned().collect()
    };
    declared.flatten().any(Scalar::is_complex)
        || kernel.statements.values().flat_map(own).any(|e| walk::any(&e, &mut |part| is_complex(part)))
}

/// The pair of these parts.
pub(crate) fn pair(ty: Scalar, real: &str, imaginary: &str) -> C {
    C::vector(format!("({})({real}, {imaginary})", c_type(ty)))
}

/// Converts printed C to another type. C's own cast would make a pair of two equal parts.
pub(crate) fn cast(printed: &C, own: Scalar, ty: Scalar, dialect: Dialect) -> C {
    if own.is_complex() || ty.is_complex() { convert(printed, own, ty) } else { printed.cast(dialect.ty(ty)) }
}

/// Converts printed C between types of which one is complex.
fn convert(printed: &C, own: Scalar, ty: Scalar) -> C {
    let part = ty.part();
    match (own.is_complex(), ty.is_complex()) {
        (true, true) => C::call(&format!("convert_{}", c_type(ty)), std::slice::from_ref(&printed.text)),
        (true, false) => {
            let zero = literal::real(0.0, own.part(), Dialect::OpenCl);
            C::call("any", &[format!("{} != {zero}", printed.within(Precedence::Comparison))])
        }
        _ => {
            let real = if own == part { printed.clone() } else { printed.cast(c_type(part)) };
            pair(ty, &real.text, &literal::real(0.0, part, Dialect::OpenCl))
        }
    }
}

/// Whether both pairs are equal, or not.
pub(crate) fn equality(op: Comparison, a: &C, b: &C) -> C {
    let parts = C::join(&[a.clone(), b.clone()], &format!(" {} ", op.symbol()), Precedence::Equality);
    C::call(if op == Comparison::Equal { "all" } else { "any" }, &[parts.text])
}

impl Printer<'_> {
    /// A product or quotient of complex numbers.
    pub(crate) fn complex_fold(
        &mut self,
        stem: &'static str,
        operands: &[Expr],
        ty: Scalar,
    ) -> Result<C, Diagnostic> {
        let mut folded: Option<C> = None;
        for operand in operands {
            let operand = self.value(operand, ty)?;
            folded = Some(match folded {
                None => operand,
                Some(before) => {
                    C::call(&self.used.call(Helper::Complex(stem, ty)), &[before.text, operand.text])
                }
            });
        }
        Ok(folded.unwrap_or_else(|| pair(ty, "1", "0")))
    }

    /// A power: the square is a product, as in the interpreter.
    pub(crate) fn complex_power(
        &mut self,
        base: &Expr,
        exponent: &Expr,
        ty: Scalar,
    ) -> Result<C, Diagnostic> {
        match exponent.as_int() {
            Some(-1) => return self.complex_fold("div", &[Expr::int(1), base.clone()], ty),
            Some(1) => return self.value(base, ty),
            Some(2) => {
                let base = self.value(base, ty)?;
                return Ok(C::call(&self.used.call(Helper::Complex("square", ty)), &[base.text]));
            }
            _ if !self.scalar_of(exponent)?.is_integer() => {
                return self.value(&principal_power(base, exponent, ty), ty);
            }
            _ => {}
        }
        let args = [self.value(base, ty)?.text, self.value(exponent, Scalar::I64)?.text];
        for needed in ["mul", "div"] {
            self.used.call(Helper::Complex(needed, ty));
        }
        Ok(C::call(&self.used.call(Helper::Complex("pow", ty)), &args))
    }

    /// A function that takes complex numbers, of an argument of type `ty`, which may be real.
    pub(crate) fn complex_function(&mut self, name: &str, arg: &C, ty: Scalar) -> Option<C> {
        let part = |name: &str| C::primary(format!("{}.{name}", arg.within(Precedence::Primary)));
        let stem = match (name, ty.is_complex()) {
            ("real" | "conj", false) => return Some(arg.clone()),
            ("imag", false) if ty.is_float() => {
                return Some(C::literal(literal::real(0.0, ty, self.dialect())));
            }
            ("imag", false) => return Some(C::literal(literal::integer(0, ty, self.dialect()))),
            ("real", true) => return Some(part("x")),
            ("imag", true) => return Some(part("y")),
            ("isnan", true) => return Some(C::call("any", &[format!("isnan({})", arg.text)])),
            (_, true) => FUNCTIONS.iter().find(|known| **known == name)?,
            _ => return None,
        };
        Some(C::call(&self.used.call(Helper::Complex(stem, ty)), std::slice::from_ref(&arg.text)))
    }
}

/// Functions of a complex number that are helpers.
const FUNCTIONS: [&str; 9] = ["abs", "conj", "cos", "cosh", "exp", "log", "sin", "sinh", "sqrt"];

/// The text of a helper of that stem.
pub(crate) fn definition(stem: &str, name: &str, ty: Scalar) -> String {
    let (t, p) = (c_type(ty), c_type(ty.part()));
    let (one, zero) =
        (literal::real(1.0, ty.part(), Dialect::OpenCl), literal::real(0.0, ty.part(), Dialect::OpenCl));
    let of_one = |value: String| format!("inline {t} {name}({t} z) {{ return {value}; }}\n");
    let parts = |real: &str, imaginary: &str| of_one(format!("({t})({real}, {imaginary})"));
    let [mul, div] = ["mul", "div"].map(|stem| Helper::Complex(stem, ty).name());
    match stem {
        "mul" => format!(
            "inline {t} {name}({t} a, {t} b) {{ return ({t})(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }}\n"
        ),
        // The divisor is divided by its larger part, so that its square cannot overflow.
        "div" => format!(
            "inline {t} {name}({t} a, {t} b)\n{{\n  if (fabs(b.x) < fabs(b.y)) {{\n    {p} r = b.x / b.y, d = b.x * r + b.y;\n    return ({t})((a.x * r + a.y) / d, (a.y * r - a.x) / d);\n  }}\n  {p} r = b.y / b.x, d = b.y * r + b.x;\n  return ({t})((a.y * r + a.x) / d, (a.y - a.x * r) / d);\n}}\n"
        ),
        "pow" => format!(
            "inline {t} {name}({t} z, long n)\n{{\n  {t} y = ({t})({one}, {zero});\n  if (n < 0)\n    z = {div}(y, z);\n  for (ulong k = abs(n); k > 0; k /= 2) {{\n    if (k % 2 != 0)\n      y = {mul}(y, z);\n    if (k > 1)\n      z = {mul}(z, z);\n  }}\n  return y;\n}}\n"
        ),
        "square" => parts("z.x * z.x - z.y * z.y", "z.x * z.y + z.y * z.x"),
        "conj" => parts("z.x", "-z.y"),
        "exp" => parts("exp(z.x) * cos(z.y)", "exp(z.x) * sin(z.y)"),
        "log" => parts("log(hypot(z.x, z.y))", "atan2(z.y, z.x)"),
        "sin" => parts("sin(z.x) * cosh(z.y)", "cos(z.x) * sinh(z.y)"),
        "cos" => parts("cos(z.x) * cosh(z.y)", "-(sin(z.x) * sinh(z.y))"),
        "sinh" => parts("sinh(z.x) * cos(z.y)", "cosh(z.x) * sin(z.y)"),
        "cosh" => parts("cosh(z.x) * cos(z.y)", "sinh(z.x) * sin(z.y)"),
        "sqrt" => format!(
            "inline {t} {name}({t} z)\n{{\n  if (z.x == 0 && z.y == 0)\n    return ({t})({zero}, z.y);\n  {p} r = sqrt((fabs(z.x) + hypot(z.x, z.y)) / 2);\n  return z.x < 0 ? ({t})(fabs(z.y) / (2 * r), copysign(r, z.y)) : ({t})(r, z.y / (2 * r));\n}}\n"
        ),
        _ => format!("inline {p} {name}({t} z) {{ return hypot(z.x, z.y); }}\n"),
    }
}
