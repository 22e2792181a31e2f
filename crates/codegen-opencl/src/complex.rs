//! Complex numbers: in OpenCL vectors of two, in plain C those of C99. Both lie in memory as numpy's complex
//! numbers do. Sums and differences are the language's own; products, quotients and functions are helpers, by
//! the formulas of the interpreter. C99's own products look for infinities (annex G), which these do not.

mod analytic;

use crate::dialect::Dialect;
use crate::helper::Helper;
use crate::kernel_types::{computes, declared_types};
use crate::literal;
use crate::printed::{C, Precedence};
use crate::printer::Printer;
use diag::Diagnostic;
use ir::complex::principal_power;
use ir::{Comparison, Expr, Kernel, Scalar};

/// Whether a language has complex numbers.
pub(crate) fn is_in(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::OpenCl | Dialect::C)
}

/// What plain C needs to get at the parts of complex numbers: C99 says that they lie one after the other.
pub(crate) fn types(dialect: Dialect, kernels: &[&Kernel]) -> String {
    if dialect != Dialect::C || !kernels.iter().any(|kernel| mentions(kernel)) {
        return String::new();
    }
    let typedef = |ty: Scalar| {
        let (part, whole, name) = (dialect.ty(ty.part()), dialect.ty(ty), union(ty));
        format!("typedef union {{ struct {{ {part} x, y; }} at; {whole} z; }} {name};\n")
    };
    [Scalar::C64, Scalar::C128].map(typedef).concat() + "\n"
}

/// The type of plain C that has both a complex number and its parts.
fn union(ty: Scalar) -> &'static str {
    if ty == Scalar::C64 { "lp_complex64" } else { "lp_complex128" }
}

/// Whether a kernel has complex numbers.
pub(crate) fn mentions(kernel: &Kernel) -> bool {
    declared_types(kernel).any(Scalar::is_complex) || computes(kernel, &|_, ty| ty.scalar().is_complex())
}

/// The number of these parts.
pub(crate) fn pair(ty: Scalar, real: &str, imaginary: &str, dialect: Dialect) -> C {
    match dialect {
        Dialect::C => C::primary(format!("(({}){{{{{real}, {imaginary}}}}}).z", union(ty))),
        _ => C::vector(format!("({})({real}, {imaginary})", dialect.ty(ty))),
    }
}

/// A part, `x` or `y`, of a number.
fn part(ty: Scalar, number: &C, name: &str, dialect: Dialect) -> C {
    match dialect {
        Dialect::C => C::primary(format!("(({}){{.z = {}}}).at.{name}", union(ty), number.text)),
        _ => C::primary(format!("{}.{name}", number.text_in(Precedence::Primary))),
    }
}

/// Converts printed C to another type. C's own cast would make a pair of two equal parts.
pub(crate) fn cast(printed: &C, own: Scalar, ty: Scalar, dialect: Dialect) -> C {
    if own.is_complex() || ty.is_complex() {
        convert(printed, own, ty, dialect)
    } else {
        printed.cast(dialect.ty(ty))
    }
}

/// Converts printed C between types of which one is complex.
fn convert(printed: &C, own: Scalar, ty: Scalar, dialect: Dialect) -> C {
    let zero = |ty: Scalar| literal::real(0.0, ty.part(), dialect);
    match (own.is_complex(), ty.is_complex(), dialect) {
        (true, true, Dialect::C) => printed.cast(dialect.ty(ty)),
        (true, true, _) => {
            C::call(&format!("convert_{}", dialect.ty(ty)), std::slice::from_ref(&printed.text))
        }
        (true, false, _) => equality(Comparison::NotEqual, printed, &C::literal(zero(own)), dialect),
        _ => {
            let real = if own == ty.part() { printed.clone() } else { printed.cast(dialect.ty(ty.part())) };
            pair(ty, &real.text, &zero(ty), dialect)
        }
    }
}

/// Whether both numbers are equal, or not. Vectors are compared part by part.
pub(crate) fn equality(op: Comparison, a: &C, b: &C, dialect: Dialect) -> C {
    let compared = C::join(&[a.clone(), b.clone()], &format!(" {} ", op.symbol()), Precedence::Equality);
    match dialect {
        Dialect::C => compared,
        _ => C::call(if op == Comparison::Equal { "all" } else { "any" }, &[compared.text]),
    }
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
        let dialect = self.dialect();
        Ok(folded.unwrap_or_else(|| pair(ty, "1", "0", dialect)))
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
        let dialect = self.dialect();
        let part = |name: &str| part(ty, arg, name, dialect);
        let stem = match (name, ty.is_complex()) {
            ("real" | "conj", false) => return Some(arg.clone()),
            ("imag", false) if ty.is_float() => {
                return Some(C::literal(literal::real(0.0, ty, self.dialect())));
            }
            ("imag", false) => return Some(C::literal(literal::integer(0, ty, self.dialect()))),
            ("real", true) => return Some(part("x")),
            ("imag", true) => return Some(part("y")),
            ("isnan", true) if dialect == Dialect::C => {
                return Some(equality(Comparison::NotEqual, arg, arg, dialect));
            }
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
pub(crate) fn definition(stem: &str, name: &str, ty: Scalar, dialect: Dialect) -> String {
    Definition { stem, name, ty, dialect }.text()
}

/// A helper. Its formulas have `a.x` for a part of a number, in both languages.
struct Definition<'a> {
    stem: &'a str,
    name: &'a str,
    ty: Scalar,
    dialect: Dialect,
}

impl Definition<'_> {
    fn text(&self) -> String {
        let [hypot, fabs] = ["hypot", "fabs"].map(|name| self.dialect.function(name, self.ty.part()));
        let (p, z) = (self.dialect.ty(self.ty.part()), ["z"]);
        let parts = |real: &str, imaginary: &str| {
            self.function(&z, "", &format!("return {};", self.pair(real, imaginary)))
        };
        match self.stem {
            "mul" => self.function(
                &["a", "b"],
                "",
                &format!("return {};", self.pair("a.x * b.x - a.y * b.y", "a.x * b.y + a.y * b.x")),
            ),
            "div" => self.quotient(&fabs),
            "pow" => self.power(),
            "square" => parts("z.x * z.x - z.y * z.y", "z.x * z.y + z.y * z.x"),
            "conj" => parts("z.x", "-z.y"),
            "exp" | "log" | "sin" | "cos" | "sinh" | "cosh" | "sqrt" => analytic::text(self),
            _ => {
                let (inline, t, name) = (self.dialect.inline(), self.dialect.ty(self.ty), self.name);
                let [x, y] =
                    ["x", "y"].map(|of| part(self.ty, &C::primary("z".into()), of, self.dialect).text);
                format!("{inline} {p} {name}({t} z) {{ return {hypot}({x}, {y}); }}\n")
            }
        }
    }

    fn pair(&self, real: &str, imaginary: &str) -> String {
        pair(self.ty, real, imaginary, self.dialect).text
    }

    /// A function of complex numbers with a complex value: lines, and the last statement. In plain C the
    /// names of its numbers are those of structures of their parts.
    fn function(&self, numbers: &[&str], lines: &str, last: &str) -> String {
        let (inline, t, name) = (self.dialect.inline(), self.dialect.ty(self.ty), self.name);
        if self.dialect != Dialect::C {
            let dummies: Vec<String> = numbers.iter().map(|number| format!("{t} {number}")).collect();
            let head = format!("{inline} {t} {name}({})", dummies.join(", "));
            return match lines {
                "" => format!("{head} {{ {last} }}\n"),
                _ => format!("{head}\n{{\n{lines}  {last}\n}}\n"),
            };
        }
        let dummies: Vec<String> = numbers.iter().map(|number| format!("{t} {number}_")).collect();
        let union = union(self.ty);
        let own: Vec<String> =
            numbers.iter().map(|number| format!("{number} = {{.z = {number}_}}")).collect();
        let text = format!(
            "{inline} {t} {name}({})\n{{\n  {union} const {};\n{lines}  {last}\n}}\n",
            dummies.join(", "),
            own.join(", ")
        );
        let in_parts = |text: String, number: &&str| {
            text.replace(&format!("{number}.x"), &format!("{number}.at.x"))
                .replace(&format!("{number}.y"), &format!("{number}.at.y"))
        };
        numbers.iter().fold(text, in_parts)
    }

    /// The divisor is divided by its larger part, so that its square cannot overflow.
    fn quotient(&self, fabs: &str) -> String {
        let p = self.dialect.ty(self.ty.part());
        let steep = self.pair("(a.x * r + a.y) / d", "(a.y * r - a.x) / d");
        let flat = self.pair("(a.y * r + a.x) / d", "(a.y - a.x * r) / d");
        let lines = format!(
            "  if ({fabs}(b.x) < {fabs}(b.y)) {{\n    {p} r = b.x / b.y, d = b.x * r + b.y;\n    return {steep};\n  }}\n  {p} r = b.y / b.x, d = b.y * r + b.x;\n"
        );
        self.function(&["a", "b"], &lines, &format!("return {flat};"))
    }

    fn power(&self) -> String {
        let (inline, t, name) = (self.dialect.inline(), self.dialect.ty(self.ty), self.name);
        let [mul, div] = ["mul", "div"].map(|stem| Helper::Complex(stem, self.ty).name());
        let [one, zero] = [1.0, 0.0].map(|value| literal::real(value, self.ty.part(), self.dialect));
        let one = self.pair(&one, &zero);
        let [long, ulong] = [Scalar::I64, Scalar::U64].map(|ty| self.dialect.ty(ty));
        let count = match self.dialect {
            Dialect::C => format!("n < 0 ? -({ulong})n : ({ulong})n"),
            _ => "abs(n)".to_owned(),
        };
        format!(
            "{inline} {t} {name}({t} z, {long} n)\n{{\n  {t} y = {one};\n  if (n < 0)\n    z = {div}(y, z);\n  for ({ulong} k = {count}; k > 0; k /= 2) {{\n    if (k % 2 != 0)\n      y = {mul}(y, z);\n    if (k > 1)\n      z = {mul}(z, z);\n  }}\n  return y;\n}}\n"
        )
    }
}
