//! Functions of complex numbers that are no formulas of arithmetic. Plain C has its library's, which gfortran
//! calls too; OpenCL has none, and gets formulas in which no part overflows before the result does.

use super::Definition;
use crate::dialect::Dialect;
use crate::literal;
use ir::Scalar;

/// The text of such a helper.
pub(super) fn text(own: &Definition<'_>) -> String {
    if own.dialect == Dialect::C {
        return of_library(own);
    }
    let words = Words::new(own);
    match own.stem {
        "exp" => words.exponential(),
        "log" => words.logarithm(),
        "sin" => words.hyperbolic("z.y", "z.x", "s * ch", "c * sh"),
        "cos" => words.hyperbolic("z.y", "z.x", "c * ch", "-(s * sh)"),
        "sinh" => words.hyperbolic("z.x", "z.y", "c * sh", "s * ch"),
        "cosh" => words.hyperbolic("z.x", "z.y", "c * ch", "s * sh"),
        _ => words.root(),
    }
}

/// A call of C99's function. Its header would define `I` and `complex`, which may be names of the kernel.
fn of_library(own: &Definition<'_>) -> String {
    let (inline, t, name) = (own.dialect.inline(), own.dialect.ty(own.ty), own.name);
    let function = format!("c{}", own.dialect.function(own.stem, own.ty.part()));
    format!("{inline} {t} {name}({t} z)\n{{\n  {t} {function}({t});\n  return {function}(z);\n}}\n")
}

/// What the formulas are made of.
struct Words<'a> {
    own: &'a Definition<'a>,
    /// The type of a part.
    part: &'static str,
    /// A whole number whose exponential the type can still hold, and the largest number.
    growth: String,
    largest: String,
    /// The smallest number with all digits, and how many binary ones that are.
    least: f64,
    digits: i32,
}

impl<'a> Words<'a> {
    fn new(own: &'a Definition<'a>) -> Self {
        let (growth, largest, least, digits) = match own.ty {
            Scalar::C64 => (88.0, f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE), 24),
            _ => (709.0, f64::MAX, f64::MIN_POSITIVE, 53),
        };
        let [growth, largest] =
            [growth, largest].map(|value| literal::real(value, own.ty.part(), own.dialect));
        Words { own, part: own.dialect.ty(own.ty.part()), growth, largest, least, digits }
    }

    fn number(&self, value: f64) -> String {
        literal::real(value, self.own.ty.part(), self.own.dialect)
    }

    fn function(&self, lines: &str, real: &str, imaginary: &str) -> String {
        self.own.function(&["z"], lines, &format!("return {};", self.own.pair(real, imaginary)))
    }

    fn exponential(&self) -> String {
        let Words { part, growth, largest, .. } = self;
        let lines = format!(
            "  {part} x = z.x, c = cos(z.y), s = sin(z.y);\n  \
             for (int k = 0; k < 2 && x > {growth}; ++k) {{\n    c *= exp({growth});\n    \
             s *= exp({growth});\n    x -= {growth};\n  }}\n  \
             {part} e = x > {growth} ? {largest} : exp(x);\n"
        );
        self.function(&lines, "e * c", "e * s")
    }

    /// Near 1 it is as small as the distance from there, which has the digits that squares lose.
    fn logarithm(&self) -> String {
        let Words { part, largest, digits, .. } = self;
        let lift = f64::from(*digits).exp2();
        let [half, ln_2, least, lift] =
            [0.5, std::f64::consts::LN_2, self.least, lift].map(|value| self.number(value));
        let lines = format!(
            "  {part} a = fmax(fabs(z.x), fabs(z.y)), b = fmin(fabs(z.x), fabs(z.y)), aa = a * a, bb = b * b, r;\n  \
             if (a < 2 && aa + bb >= {half})\n    \
             r = log1p((aa - 1 + bb) + (fma(a, a, -aa) + fma(b, b, -bb))) * {half};\n  \
             else if (a > {largest} * {half})\n    r = log(hypot(a * {half}, b * {half})) + {ln_2};\n  \
             else if (a < {least} && a > 0)\n    \
             r = log(hypot(a * {lift}, b * {lift})) - {digits} * {ln_2};\n  \
             else\n    r = log(hypot(a, b));\n"
        );
        self.function(&lines, "r", "atan2(z.y, z.x)")
    }

    /// Sines and cosines of an angle, times hyperbolic ones of a number.
    fn hyperbolic(&self, number: &str, angle: &str, real: &str, imaginary: &str) -> String {
        let Words { part, growth, largest, .. } = self;
        let half = self.number(0.5);
        let lines = format!(
            "  {part} h = {number}, c = cos({angle}), s = sin({angle}), ch = cosh(h), sh = sinh(h);\n  \
             if (fabs(h) > {growth}) {{\n    {part} a = fabs(h) - {growth};\n    c *= exp({growth}) * {half};\n    \
             s *= exp({growth}) * {half};\n    if (a > {growth}) {{\n      c *= exp({growth});\n      \
             s *= exp({growth});\n      a -= {growth};\n    }}\n    ch = a > {growth} ? {largest} : exp(a);\n    \
             sh = copysign(ch, h);\n  }}\n"
        );
        self.function(&lines, real, imaginary)
    }

    fn root(&self) -> String {
        let (part, largest) = (self.part, &self.largest);
        // Its square lifts the smallest numbers by all digits.
        let lift = f64::from((self.digits + 1) / 2).exp2();
        let [half, quarter, least, lifted] =
            [0.5, 0.25, 2.0 * self.least, lift * lift].map(|value| self.number(value));
        let [one, two, lowered, zero] = [1.0, 2.0, 1.0 / lift, 0.0].map(|value| self.number(value));
        let of_zero = self.own.pair(&zero, "z.y");
        let infinite = self.own.pair("fabs(z.y)", "z.y");
        let left = self.own.pair("s", "copysign(r, z.y)");
        let right = self.own.pair("r", "copysign(s, z.y)");
        let lines = format!(
            "  {part} size = fmax(fabs(z.x), fabs(z.y));\n  if (isinf(z.y))\n    return {infinite};\n  \
             if (size == 0)\n    return {of_zero};\n  \
             {part} up = size > {largest} * {quarter} ? {quarter} : size < {least} ? {lifted} : {one};\n  \
             {part} back = size > {largest} * {quarter} ? {two} : size < {least} ? {lowered} : {one};\n  \
             {part} x = z.x * up, y = z.y * up;\n  \
             {part} r = sqrt((fabs(x) + hypot(x, y)) * {half}), s = z.x == 0 ? r : fabs(y) / r * {half};\n  \
             r *= back;\n  s *= back;\n"
        );
        self.own.function(&["z"], &lines, &format!("return z.x < 0 ? {left} : {right};"))
    }
}
