//! Calls of functions: operators where C has them, and functions that the language has under a name of its
//! own.

use crate::dialect::Dialect;
use crate::helper::Helper;
use crate::printed::{C, Precedence};
use crate::printer::Printer;
use crate::{complex, literal};
use diag::Diagnostic;
use ir::{Expr, Node, Scalar};

impl Printer<'_> {
    /// A function of numbers of type `of` whose result has type `ty`.
    pub(crate) fn named(&mut self, name: &str, args: &[C], ty: Scalar, of: Scalar) -> Result<C, Diagnostic> {
        let dialect = self.dialect();
        let texts: Vec<String> = args.iter().map(|arg| arg.text.clone()).collect();
        let call = |name: &str| Ok(C::call(&dialect.function(name, of), &texts));
        match name {
            "complex" => {
                let [real, imaginary] = [0, 1].map(|at| texts.get(at).map_or("0", String::as_str));
                Ok(complex::pair(ty, real, imaginary, dialect))
            }
            "div_trunc" => Ok(C::join(args, " / ", Precedence::Product)),
            "rem_trunc" => Ok(C::join(args, " % ", Precedence::Product)),
            "bit_and" => Ok(C::bits(args, " & ")),
            "bit_or" => Ok(C::bits(args, " | ")),
            "bit_xor" => Ok(C::bits(args, " ^ ")),
            "shift_left" => Ok(C::bits(args, " << ")),
            "shift_right" => Ok(C::bits(args, " >> ")),
            "bit_not" => Ok(args.first().map_or_else(|| C::call(name, &texts), C::complement)),
            "max" | "min" if ty.is_float() && dialect != Dialect::Ispc => call(&format!("f{name}")),
            "max" | "min" => Ok(C::call(&self.extreme(name, ty), &texts)),
            "abs" if dialect == Dialect::Ispc => call("abs"),
            "abs" if ty.is_float() => call("fabs"),
            "abs" if dialect == Dialect::OpenCl => Ok(C::call("abs", &texts).cast(dialect.ty(ty))),
            "abs" => Ok(C::call(&self.used.call(Helper::Magnitude(ty)), &texts)),
            "sign" if ty.is_float() => call("copysign"),
            "sign" => Ok(C::call(&self.used.call(Helper::Sign(ty)), &texts)),
            "nint" => Ok(C::call(&dialect.function("round", of), &texts).cast("int")),
            "rsqrt" if dialect == Dialect::C => {
                let root = C::call(&dialect.function("sqrt", of), &texts);
                Ok(C::join(&[C::literal(literal::real(1.0, of, dialect)), root], " / ", Precedence::Product))
            }
            _ => call(name),
        }
    }

    /// The larger or smaller of two real numbers in plain C, of which GCC makes calls of `fmax` and `fmin`.
    /// Where one of them is a number for sure, that comes second, and one comparison decides.
    pub(crate) fn real_extreme(
        &mut self,
        name: &str,
        args: [&Expr; 2],
        printed: [&C; 2],
        ty: Scalar,
    ) -> Option<C> {
        let is_most = match name {
            "max" | "fmax" => true,
            "min" | "fmin" => false,
            _ => return None,
        };
        let [first, second] = printed.map(|printed| printed.text.clone());
        let (helper, operands) = match args.map(|arg| self.is_number(arg)) {
            [_, true] => (Helper::Bounded(is_most, ty), [first, second]),
            [true, false] => (Helper::Bounded(is_most, ty), [second, first]),
            [false, false] => (Helper::Extreme(is_most, ty), [first, second]),
        };
        Some(C::call(&self.used.call(helper), &operands))
    }

    /// Whether a value is never NaN.
    fn is_number(&self, expr: &Expr) -> bool {
        match expr.node() {
            Node::Real(real) => !real.value().is_nan(),
            Node::Int(_) => true,
            Node::Cast(_, inner) => self.is_number(inner),
            _ => self.scalar_of(expr).is_ok_and(Scalar::is_integer),
        }
    }

    /// The function that gives the larger or smaller of two integers of one type: OpenCL has one for all.
    pub(crate) fn extreme(&mut self, name: &str, ty: Scalar) -> String {
        match self.dialect() {
            Dialect::OpenCl => name.to_owned(),
            Dialect::Cuda | Dialect::C | Dialect::Ispc => self.used.call(Helper::Extreme(name == "max", ty)),
        }
    }
}
