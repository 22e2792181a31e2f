//! Expressions in C.

use crate::dialect::Dialect;
use crate::helper::Helper;
use crate::literal::integer_value;
use crate::printed::{C, Precedence};
use crate::printer::Printer;
use crate::terms::negative;
use crate::untyped::no_type;
use crate::{complex, literal};
use diag::Diagnostic;
use ir::typing;
use ir::{Comparison, Expr, Name, Node, Real, Scalar, exact, function, operands};

impl Printer<'_> {
    /// A condition of type `int`, for `if` and `?:`.
    pub(crate) fn condition(&mut self, expr: &Expr) -> Result<C, Diagnostic> {
        match expr.node() {
            Node::Bool(value) => Ok(C::literal(if *value { "true" } else { "false" }.to_owned())),
            Node::And(operands) => self.connective(operands, " && ", Precedence::And),
            Node::Or(operands) => self.connective(operands, " || ", Precedence::Or),
            Node::Not(inner) => Ok(self.condition(inner)?.not()),
            Node::Compare(op, a, b) => self.comparison(*op, a, b),
            _ => self.value(expr, Scalar::Bool),
        }
    }

    fn connective(
        &mut self,
        operands: &[Expr],
        operator: &str,
        precedence: Precedence,
    ) -> Result<C, Diagnostic> {
        let parts = operands.iter().map(|operand| self.condition(operand));
        Ok(C::connective(parts.collect::<Result<_, _>>()?, operator, precedence))
    }

    fn comparison(&mut self, op: Comparison, a: &Expr, b: &Expr) -> Result<C, Diagnostic> {
        if exact::compares(self.kernel, a, b) {
            return self.index_comparison(op, a, b);
        }
        let both =
            typing::type_of(self.kernel, a).and_then(|ty| Ok(ty.common(typing::type_of(self.kernel, b)?)));
        let ty = match both {
            Ok(ty) => ty.scalar(),
            Err(_) => self.scalar_of(a).and(self.scalar_of(b))?,
        };
        let equality = matches!(op, Comparison::Equal | Comparison::NotEqual);
        let precedence = if equality { Precedence::Equality } else { Precedence::Comparison };
        let (a, b) = (self.value(a, ty)?, self.value(b, ty)?);
        if ty.is_complex() {
            return Ok(complex::equality(op, &a, &b, self.dialect()));
        }
        Ok(C::join(&[a, b], &format!(" {} ", op.symbol()), precedence))
    }

    /// An expression converted to that type.
    pub(crate) fn value(&mut self, expr: &Expr, ty: Scalar) -> Result<C, Diagnostic> {
        match expr.node() {
            Node::Int(value) if ty.is_float() => {
                return Ok(C::literal(literal::real(integer_value(*value), ty, self.dialect())));
            }
            Node::Int(value) if ty.is_integer() => return integer_literal(*value, ty, self.dialect()),
            Node::Real(real) if ty.is_float() && real.ty.is_none_or(|own| own == ty) => {
                return real_literal(*real, ty, self.dialect());
            }
            Node::Int(_) if ty.is_complex() => {
                let real = self.value(expr, ty.part())?;
                return Ok(complex::cast(&real, ty.part(), ty, self.dialect()));
            }
            _ => {}
        }
        let (printed, own) = match self.exact(expr)? {
            Some(exact) => exact,
            None => {
                let own = self.own_type(expr, ty)?;
                (self.typed(expr, own)?, own)
            }
        };
        Ok(self.converted_value(&printed, own, ty))
    }

    fn converted_value(&self, printed: &C, own: Scalar, ty: Scalar) -> C {
        match (own, ty) {
            _ if own == ty => printed.clone(),
            (_, Scalar::Bool) if own.is_complex() => complex::cast(printed, own, ty, self.dialect()),
            (_, Scalar::Bool) => {
                let zero =
                    if own.is_float() { literal::real(0.0, own, self.dialect()) } else { "0".to_owned() };
                let zero = C::literal(zero);
                C::join(&[printed.clone(), zero], " != ", Precedence::Equality)
            }
            _ => complex::cast(printed, own, ty, self.dialect()),
        }
    }

    /// The type in which an expression is computed where a value of type `wanted` is wanted: an expression of
    /// literals alone adapts, as literals do.
    pub(crate) fn own_type(&self, expr: &Expr, wanted: Scalar) -> Result<Scalar, Diagnostic> {
        match typing::type_of(self.kernel, expr) {
            Ok(ty) => Ok(ty.adapted(wanted)),
            Err(_) => self.scalar_of(expr),
        }
    }

    /// An operand of C's arithmetic in that type. C itself makes an `int` of what is narrower.
    fn operand(&mut self, expr: &Expr, ty: Scalar) -> Result<C, Diagnostic> {
        let own = self.own_type(expr, ty)?;
        let promotes = ty == Scalar::I32 && own != ty && function::promoted(own) == ty;
        self.value(expr, if promotes { own } else { ty })
    }

    /// An expression of that very type.
    fn typed(&mut self, expr: &Expr, ty: Scalar) -> Result<C, Diagnostic> {
        match expr.node() {
            Node::Int(_) | Node::Real(_) => self.value_of_literal(expr, ty),
            Node::Bool(_) | Node::And(_) | Node::Or(_) | Node::Not(_) | Node::Compare(..) => {
                self.condition(expr)
            }
            Node::Var(name) if self.kernel.temps.contains_key(name) => self.read(name, &[]),
            Node::Var(name) => Ok(self.variable(name)),
            Node::Load { array, index } => self.read(array, index),
            Node::Sum(terms) => self.sum(terms, ty),
            Node::Product(factors) => self.product(factors, ty),
            Node::Quotient(a, b) if ty.is_complex() => self.complex_fold("div", &[a.clone(), b.clone()], ty),
            Node::Quotient(a, b) => self.infix(a, b, "/", ty),
            Node::FloorDiv(a, b) => self.division(a, b, Helper::FloorDiv(ty), ty),
            Node::Mod(a, b) => self.division(a, b, Helper::FloorMod(ty), ty),
            Node::Power(base, exponent) if ty.is_complex() => self.complex_power(base, exponent, ty),
            Node::Power(base, exponent) => self.power(base, exponent, ty),
            Node::Select(condition, a, b) => {
                let condition = self.condition(condition)?;
                let (a, b) = (self.value(a, ty)?, self.value(b, ty)?);
                Ok(C::ternary(&condition, &a, &b))
            }
            Node::Cast(_, inner) if exact::is_index_arithmetic(self.kernel, inner) => {
                let (printed, width) = self.index(inner)?;
                Ok(self.converted_value(&printed, width.scalar(), ty))
            }
            Node::Cast(_, inner) => {
                let own = self.scalar_of(inner)?;
                if ty == Scalar::Bool {
                    return self.value(inner, ty);
                }
                let printed = self.value(inner, own)?;
                Ok(self.converted_value(&printed, own, ty))
            }
            Node::Call { function, args } => self.function_call(function, args, ty),
            Node::Rule { name, .. } => Err(leftover("substitution rule", name, "expand_subst()")),
            Node::Reduce { op, .. } => Err(leftover("reduction", op.name(), "realize_reduction()")),
        }
    }

    fn value_of_literal(&mut self, expr: &Expr, ty: Scalar) -> Result<C, Diagnostic> {
        match expr.node() {
            Node::Int(value) => integer_literal(*value, ty, self.dialect()),
            Node::Real(real) => real_literal(*real, ty, self.dialect()),
            _ => self.value(expr, ty),
        }
    }

    /// A sum with negated terms printed as differences.
    fn sum(&mut self, terms: &[Expr], ty: Scalar) -> Result<C, Diagnostic> {
        let mut printed: Option<C> = None;
        for term in terms {
            let positive = if ty.is_complex() { term.subtracted() } else { negative(term) };
            printed = Some(match (printed, positive) {
                (None, _) => self.operand(term, ty)?,
                (Some(before), Some(positive)) => before.minus(&self.operand(&positive, ty)?),
                (Some(before), None) => before.plus(&self.operand(term, ty)?),
            });
        }
        Ok(printed.unwrap_or_else(|| C::literal("0".to_owned())))
    }

    fn product(&mut self, factors: &[Expr], ty: Scalar) -> Result<C, Diagnostic> {
        if let Some(positive) = operands::negation(factors, ty) {
            let positive = self.operand(&positive, ty)?;
            return Ok(if ty.is_float() { positive.negative() } else { positive.negated() });
        }
        if ty.is_complex() {
            return self.complex_fold("mul", factors, ty);
        }
        let mut printed = Vec::new();
        for factor in factors {
            printed.push(self.operand(factor, ty)?);
        }
        Ok(C::join(&printed, " * ", Precedence::Product))
    }

    fn infix(&mut self, a: &Expr, b: &Expr, symbol: &str, ty: Scalar) -> Result<C, Diagnostic> {
        let (a, b) = (self.operand(a, ty)?, self.operand(b, ty)?);
        Ok(C::join(&[a, b], &format!(" {symbol} "), Precedence::Product))
    }

    /// Floor division and its remainder: C's own operators where both operands are known not to be negative.
    fn division(&mut self, a: &Expr, b: &Expr, helper: Helper, ty: Scalar) -> Result<C, Diagnostic> {
        let is_quotient = matches!(helper, Helper::FloorDiv(_));
        let is_natural = !ty.is_float() && !ty.is_signed_integer();
        let plain = is_natural || (!ty.is_float() && self.range(a).low >= 0 && self.range(b).low > 0);
        if plain {
            return self.infix(a, b, if is_quotient { "/" } else { "%" }, ty);
        }
        let args = [self.value(a, ty)?.text, self.value(b, ty)?.text];
        Ok(C::call(&self.used.call(helper), &args))
    }

    fn power(&mut self, base: &Expr, exponent: &Expr, ty: Scalar) -> Result<C, Diagnostic> {
        let exponent_type = self.scalar_of(exponent)?;
        let printed = self.value(base, ty)?;
        let base = printed.text.clone();
        match exponent.as_int() {
            Some(1) => Ok(printed),
            Some(2) => Ok(C::call(&self.used.call(Helper::Square(ty)), &[base])),
            Some(3) => Ok(C::call(&self.used.call(Helper::Cube(ty)), &[base])),
            _ if !ty.is_float() => {
                let exponent = self.value(exponent, ty)?.text;
                Ok(C::call(&self.used.call(Helper::IntegerPower(ty)), &[base, exponent]))
            }
            _ if exponent_type.is_signed_integer() && exponent_type.bytes() <= 4 => {
                let exponent = self.value(exponent, Scalar::I32)?.text;
                Ok(C::call(&self.used.call(Helper::RealPower(ty)), &[base, exponent]))
            }
            _ if exponent_type == Scalar::I64 => {
                let exponent = self.value(exponent, Scalar::I64)?.text;
                Ok(C::call(&self.used.call(Helper::LongPower(ty)), &[base, exponent]))
            }
            _ => Ok(C::call(&self.dialect().function("pow", ty), &[base, self.value(exponent, ty)?.text])),
        }
    }

    fn function_call(&mut self, name: &Name, args: &[Expr], ty: Scalar) -> Result<C, Diagnostic> {
        let types = operands::argument_types(self.kernel, name, args, ty).map_err(no_type)?;
        let mut printed = Vec::new();
        for (arg, ty) in args.iter().zip(&types) {
            printed.push(self.value(arg, *ty)?);
        }
        if self.kernel.functions.contains_key(name) {
            return Ok(self.declared_call(name, &printed));
        }
        let argument_type = types.first().copied().unwrap_or(ty);
        if let [arg] = printed.as_slice()
            && let Some(printed) = self.complex_function(name, arg, argument_type)
        {
            return Ok(printed);
        }
        if let ([a, b], [first, second]) = (args, printed.as_slice())
            && ty.is_float()
            && self.dialect() == Dialect::C
            && let Some(extreme) = self.real_extreme(name, [a, b], [first, second], ty)
        {
            return Ok(extreme);
        }
        self.named(name, &printed, ty, argument_type)
    }
}

/// An integer literal of that type. C would take a negative one for a large number where the type has no
/// sign.
fn integer_literal(value: i64, ty: Scalar, dialect: Dialect) -> Result<C, Diagnostic> {
    match ty.integer_range() {
        Some((least, most)) if !(least..=most).contains(&i128::from(value)) => {
            let message = format!("`{value}` meets values of type `{ty}`, which cannot hold it");
            let help = format!("convert these values, as in `cast({}, ..)`", Scalar::I64);
            Err(Diagnostic::error("lp::codegen::literal", message).help(help))
        }
        _ => Ok(C::literal(literal::integer(value, ty, dialect))),
    }
}

fn real_literal(real: Real, ty: Scalar, dialect: Dialect) -> Result<C, Diagnostic> {
    if real.overflows(ty) {
        let message = format!("the literal `{real}` is beyond `{ty}`");
        return Err(Diagnostic::error("lp::codegen::literal", message));
    }
    Ok(C::literal(literal::real(real.value(), ty, dialect)))
}

fn leftover(what: &str, name: &str, pass: &str) -> Diagnostic {
    Diagnostic::error("lp::codegen::not-lowered", format!("the {what} `{name}` is still in an expression"))
        .help(format!("run `{pass}` before"))
}
