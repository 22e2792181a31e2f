//! Expressions in C.

use crate::counter::Ranges;
use crate::dialect::Dialect;
use crate::helpers::{Helper, Used};
use crate::index::{Width, negative};
use crate::interval::{self, Interval};
use crate::mma::Warp;
use crate::named::Named;
use crate::names::Names;
use crate::{complex, literal};
use diag::Diagnostic;
use ir::fold::Values;
use ir::typing::{self, Untyped};
use ir::{Comparison, Expr, IndexMap, Kernel, Name, Node, Real, Scalar, affine, exact, function, operands};
use poly::Term;
use std::collections::BTreeSet;

/// C's operator precedence, loose before tight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    Ternary,
    Or,
    And,
    Bits,
    Equality,
    Comparison,
    Sum,
    Product,
    Unary,
    Primary,
}

/// Printed C and how tightly it binds.
#[derive(Debug, Clone)]
pub(crate) struct C {
    pub(crate) text: String,
    precedence: Precedence,
}

impl C {
    pub(crate) fn primary(text: String) -> Self {
        C { text, precedence: Precedence::Primary }
    }

    /// A literal, which may have a sign or a cast.
    pub(crate) fn literal(text: String) -> Self {
        let plain = !text.starts_with('-') && !text.starts_with("(double)");
        C { text, precedence: if plain { Precedence::Primary } else { Precedence::Unary } }
    }

    /// A literal of a vector type, which looks like a cast.
    pub(crate) fn vector(text: String) -> Self {
        C { text, precedence: Precedence::Unary }
    }

    pub(crate) fn call(name: &str, args: &[String]) -> Self {
        C::primary(format!("{name}({})", args.join(", ")))
    }

    pub(crate) fn ternary(condition: &C, a: &C, b: &C) -> Self {
        let [condition, a, b] = [condition, a, b].map(|part| part.within(Precedence::Or));
        C { text: format!("{condition} ? {a} : {b}"), precedence: Precedence::Ternary }
    }

    /// A left fold of a binary operator: operands after the first are parenthesised unless they bind tighter
    /// and two signs would not meet.
    pub(crate) fn join(operands: &[C], operator: &str, precedence: Precedence) -> Self {
        let mut text = String::new();
        for (at, operand) in operands.iter().enumerate() {
            if at > 0 {
                text.push_str(operator);
            }
            let signs = precedence >= Precedence::Sum && operand.text.starts_with('-');
            let tight = at > 0 && (operand.precedence == precedence || signs);
            text.push_str(&if tight { format!("({})", operand.text) } else { operand.within(precedence) });
        }
        C { text, precedence: if operands.len() == 1 { Precedence::Primary } else { precedence } }
    }

    /// A conjunction or disjunction. Compilers warn of `a && b || c`; parentheses say what is meant.
    pub(crate) fn connective(operands: Vec<C>, operator: &str, precedence: Precedence) -> Self {
        let clear = |part: C| match part.precedence {
            own if own < Precedence::Equality && own != precedence => C::primary(format!("({})", part.text)),
            _ => part,
        };
        match operands.as_slice() {
            [one] => one.clone(),
            _ => C::join(&operands.into_iter().map(clear).collect::<Vec<_>>(), operator, precedence),
        }
    }

    /// An operator on bits. Few remember how tightly these bind: operands other than the simplest are
    /// parenthesised.
    pub(crate) fn bits(operands: &[C], operator: &str) -> Self {
        let operands: Vec<String> = operands.iter().map(|one| one.within(Precedence::Unary)).collect();
        C { text: operands.join(operator), precedence: Precedence::Bits }
    }

    /// The bits that are not set.
    pub(crate) fn complement(&self) -> Self {
        C { text: format!("~{}", self.within(Precedence::Unary)), precedence: Precedence::Unary }
    }

    pub(crate) fn plus(&self, other: &C) -> Self {
        C::join(&[self.clone(), other.clone()], " + ", Precedence::Sum)
    }

    pub(crate) fn minus(&self, other: &C) -> Self {
        C::join(&[self.clone(), other.clone()], " - ", Precedence::Sum)
    }

    pub(crate) fn cast(&self, ty: &str) -> Self {
        C { text: format!("({ty}){}", self.within(Precedence::Unary)), precedence: Precedence::Unary }
    }

    pub(crate) fn not(&self) -> Self {
        C { text: format!("!{}", self.within(Precedence::Unary)), precedence: Precedence::Unary }
    }

    pub(crate) fn negated(&self) -> Self {
        C { text: format!("-{}", self.within(Precedence::Primary)), precedence: Precedence::Unary }
    }

    /// The same for a number whose sign is a bit of its own, so that the sign may stand at a factor as well.
    pub(crate) fn negative(&self) -> Self {
        if self.precedence != Precedence::Product || self.text.starts_with('-') {
            return self.negated();
        }
        C { text: format!("-{}", self.text), precedence: Precedence::Product }
    }

    /// The text, in parentheses where it binds looser than its surroundings.
    pub(crate) fn within(&self, outer: Precedence) -> String {
        if self.precedence < outer { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// Prints expressions of one kernel inside one scope.
pub(crate) struct Printer<'a> {
    pub(crate) kernel: &'a Kernel,
    pub(crate) names: &'a Names,
    pub(crate) used: &'a mut Used,
    /// Ranges of the inames whose loops are open, and of arguments where those loops say more of them.
    pub(crate) ranges: Ranges,
    /// The inames whose loops are open that are declared in 64 bits: a bound may need them where no iteration
    /// does.
    wide: BTreeSet<Name>,
    /// The value of each iname whose loop is written out, in the iteration that is printed now.
    pub(crate) unrolled: Values,
    /// The value of each argument that has one here, as the conditions around tell.
    pub(crate) told: Values,
    /// Private arrays that are declared as vectors along their last axis, and how long these are.
    pub(crate) vectors: IndexMap<Name, i64>,
    /// The warps of the launch.
    pub(crate) warp: Warp,
    /// What else has a name.
    pub(crate) named: Named,
    /// The statements that declare the scalar that they set, and whether nothing else sets it.
    pub(crate) declaring: IndexMap<Name, bool>,
}

impl<'a> Printer<'a> {
    /// For code outside of all loops.
    pub(crate) fn new(kernel: &'a Kernel, names: &'a Names, used: &'a mut Used) -> Self {
        let (ranges, vectors) = (IndexMap::default(), IndexMap::default());
        let (wide, unrolled, told) = (BTreeSet::new(), Values::new(), Values::new());
        let (warp, named, declaring) = (Warp::default(), Named::new(kernel), IndexMap::default());
        Printer { kernel, names, used, ranges, wide, unrolled, told, vectors, warp, named, declaring }
    }
}

impl Printer<'_> {
    /// The language.
    pub(crate) fn dialect(&self) -> Dialect {
        self.used.dialect
    }

    /// The type of a counter with these values.
    pub(crate) fn counter(&self, range: Interval) -> &'static str {
        self.dialect().ty(if range.fits_int() { Scalar::I32 } else { Scalar::I64 })
    }

    /// The type in which an iname with these values is declared.
    pub(crate) fn declared(&mut self, iname: &Name, range: Interval) -> &'static str {
        if range.fits_int() {
            self.wide.remove(iname);
        } else {
            self.wide.insert(iname.clone());
        }
        self.counter(range)
    }

    /// Ends the scope of a counter.
    pub(crate) fn end_counter(&mut self, iname: &Name) {
        self.wide.remove(iname);
        self.ranges.shift_remove(iname);
    }

    /// The range of an integer variable.
    pub(crate) fn variable_range(&self, name: &Name) -> Interval {
        if let Some(range) = self.ranges.get(name) {
            return *range;
        }
        interval::of_variable(self.kernel, name)
    }

    /// What an iteration of a loop tells: its upper bound is at least `low`. Of a bound `n + c` or
    /// `(n + c)//d + e` that says how small `n` can be. Returns what was known before, for
    /// [`Printer::forget`].
    pub(crate) fn learn(&mut self, upper: &Expr, low: i128) -> Option<(Name, Option<Interval>)> {
        let aff = affine::to_aff(upper)?;
        let [(term, 1)] = aff.terms() else { return None };
        let rest = low.checked_sub(i128::from(aff.constant_part()))?;
        let (name, least) = match term {
            Term::Dim(name) => (name.clone(), rest),
            Term::Floor(inner, divisor) => {
                let [(Term::Dim(name), 1)] = inner.terms() else { return None };
                let scaled = rest.checked_mul(i128::from(*divisor))?;
                (name.clone(), scaled.checked_sub(i128::from(inner.constant_part()))?)
            }
        };
        let known = self.variable_range(&name);
        let before =
            self.ranges.insert(name.clone(), Interval::new(known.low.max(least).min(known.high), known.high));
        Some((name, before))
    }

    /// Takes back what an iteration told.
    pub(crate) fn forget(&mut self, learned: Option<(Name, Option<Interval>)>) {
        match learned {
            Some((name, Some(before))) => drop(self.ranges.insert(name, before)),
            Some((name, None)) => drop(self.ranges.shift_remove(&name)),
            None => {}
        }
    }

    /// An argument or iname, or the number that the iname is here.
    pub(crate) fn variable(&self, name: &Name) -> C {
        match self.unrolled.get(name).map(Vec::as_slice) {
            Some([value]) => {
                let ty = if i32::try_from(*value).is_ok() { Scalar::I32 } else { Scalar::I64 };
                C::literal(literal::integer(*value, ty, self.dialect()))
            }
            _ => C::primary(self.names.get(name)),
        }
    }

    /// A constant that no value of an iname exceeds, if its domain gives one.
    pub(crate) fn greatest(&self, iname: &Name) -> i128 {
        let home = self.kernel.home(iname).and_then(|at| self.kernel.domains.get(at));
        // What stays open without effort counts as unbounded.
        let values = home.and_then(|domain| domain.set.project_onto(std::slice::from_ref(iname)).ok());
        values.and_then(|values| values.known_most(iname)).map_or(i128::MAX, i128::from)
    }

    /// The C type in which an integer variable is declared.
    pub(crate) fn variable_width(&self, name: &Name) -> Width {
        if let Some(width) = self.named.width(name) {
            return width;
        }
        if self.kernel.inames.contains_key(name) {
            let fits = !self.wide.contains(name) && self.variable_range(name).fits_int();
            return if fits { Width::Int } else { Width::Long };
        }
        match typing::type_of_variable(self.kernel, name) {
            Ok(ty) if ty.scalar().bytes() <= 4 && ty.scalar() != Scalar::U32 => Width::Int,
            _ => Width::Long,
        }
    }

    /// The type of an expression.
    pub(crate) fn scalar_of(&self, expr: &Expr) -> Result<Scalar, Diagnostic> {
        typing::type_of(self.kernel, expr).map(typing::Type::scalar).map_err(no_type)
    }

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

pub(crate) fn no_type(untyped: Untyped) -> Diagnostic {
    match untyped {
        Untyped::Variable(name) => {
            Diagnostic::error("lp::codegen::untyped", format!("`{name}` has no type yet"))
                .help("run `infer_types()`, or give it one with `add_dtypes`")
        }
        Untyped::Unknown(name) => {
            Diagnostic::error("lp::codegen::unknown", format!("`{name}` does not exist"))
        }
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

/// The value of an integer literal in floating-point context.
#[allow(
    clippy::cast_precision_loss,
    reason = "integers beyond 2^53 round, which is what such a literal means"
)]
pub(crate) fn integer_value(value: i64) -> f64 {
    value as f64
}
