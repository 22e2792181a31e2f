//! Expressions.

use super::symbols::{Meaning, Symbol};
use super::{ARRAY, NAME, Resolver, TYPE, logical};
use crate::arith::{self, Typed};
use diag::Span;
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident};
use ir::{Comparison, Expr as Value, Node, Scalar};
use poly::Name;

/// How many operands may nest in one another, though Fortran writes them side by side.
pub(super) const MAX_NESTED: usize = 64;

/// Whether an expression is characters behind their number, which have the type of what they are used with.
pub(super) fn is_hollerith(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Bits(base, _) if super::bits::is_hollerith(&base.name))
}

impl Resolver<'_> {
    /// The value of an expression where a type is wanted, which bits without a type of their own take.
    pub(super) fn value_as(&mut self, expr: &Expr, ty: Scalar) -> Option<Typed> {
        let ExprKind::Bits(base, digits) = &expr.kind else { return self.expr(expr) };
        let value = super::bits::constant(&base.name, digits, ty);
        self.checked(value, expr.span)
    }

    /// The value of an expression; errors are reported and leave none.
    pub(super) fn expr(&mut self, expr: &Expr) -> Option<Typed> {
        match &expr.kind {
            ExprKind::Number(number) => self.number(number, expr.span),
            ExprKind::Logical(value) => Some(Typed::new(Value::bool(*value), Scalar::Bool)),
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Apply(name, actuals) => self.apply(name, actuals, expr.span),
            ExprKind::Sum(terms) => self.sum(terms, expr.span),
            ExprKind::Product(first, rest) => self.product(first, rest, expr.span),
            ExprKind::Power(base, exponent) => self.power(base, exponent, expr.span),
            ExprKind::Compare(op, a, b) => {
                if self.is_text(a) || self.is_text(b) {
                    return self.compare_texts(*op, a, b, expr.span);
                }
                let (a, b) = (self.expr(a), self.expr(b));
                let result = arith::compare(*op, &a?, &b?);
                self.checked(result, expr.span)
            }
            ExprKind::And(operands) => Some(logical(Value::all(self.guarded(operands, false)?))),
            ExprKind::Or(operands) => Some(logical(Value::any(self.guarded(operands, true)?))),
            ExprKind::Not(operand) => Some(logical(self.logical(operand)?.logical_not())),
            ExprKind::Equivalent(same, a, b) => {
                let (a, b) = (self.logical(a), self.logical(b));
                let op = if *same { Comparison::Equal } else { Comparison::NotEqual };
                Some(logical(Value::new(Node::Compare(op, a?, b?))))
            }
            ExprKind::Complex(re, im) => {
                let (re, im) = (self.expr(re)?, self.expr(im)?);
                // Integers are of the kind of real numbers without one.
                let own = |part: Typed| match part.ty.is_integer() {
                    true => arith::converted(&part, self.world.defaults.real),
                    false => Ok(part),
                };
                let result = own(re).and_then(|re| arith::complex(&re, &own(im)?));
                self.checked(result, expr.span)
            }
            ExprKind::Text(_) | ExprKind::Joined(_) => {
                self.report(fortran_syntax::parse::unsupported_error("a character value", expr.span))
            }
            ExprKind::Bits(..) => {
                let message = match is_hollerith(expr) {
                    true => "characters behind their number have no type of their own: assign them first",
                    false => "bits have no type of their own: `int(z'ff', 4)` gives them one",
                };
                self.error(TYPE, message, expr.span)
            }
            ExprKind::Array(items) => self.constructed(items, expr.span),
            ExprKind::Value(inner) | ExprKind::Part(inner) => self.expr(inner),
            // What can be was taken apart before.
            ExprKind::Component(_) => self.component(expr.span),
        }
    }

    fn power(&mut self, base: &Expr, exponent: &Expr, span: Span) -> Option<Typed> {
        let is_exponent_given = self.is_given(exponent);
        let (a, b) = (self.expr(base), self.expr(exponent));
        let (a, b) = (a?, b?);
        let result = match is_exponent_given {
            true => arith::power_of_variable(&a, &b),
            false => arith::power(&a, &b),
        };
        let value = self.checked(result, span)?;
        if is_exponent_given || self.is_given(base) || !value.ty.is_float() {
            return Some(value);
        }
        Some(arith::constant_power_rounded(&a, &b, value.ty).unwrap_or(value))
    }

    /// Whether a value is made of what is given for the dummies of a function that is written out in place:
    /// who compiles that function does not know it.
    pub(super) fn is_given(&self, expr: &Expr) -> bool {
        !self.given.is_empty()
            && fortran_syntax::mention::names(expr).iter().any(|name| self.given.contains(name))
    }

    /// Reports a component that was not taken apart, unless that was said already.
    pub(super) fn component<T>(&mut self, span: Span) -> Option<T> {
        if self.unit.is_some_and(fortran_syntax::ast::Unit::has_errors) {
            return None;
        }
        self.report(fortran_syntax::parse::unsupported_error("a component of a derived type", span))
    }

    /// Reports the message of an operation that has no meaning.
    pub(super) fn checked<T>(&mut self, result: arith::Result<T>, span: Span) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(message) => self.error(TYPE, message, span),
        }
    }

    /// The value of a condition.
    pub(super) fn logical(&mut self, expr: &Expr) -> Option<Value> {
        if let ExprKind::Name(name) = &expr.kind {
            self.adopt(name, Some(Scalar::Bool), expr.span);
        }
        let value = self.expr(expr)?;
        if value.ty != Scalar::Bool {
            let message = format!("a logical value is expected, not {}", arith::describe(value.ty));
            return self.error(TYPE, message, expr.span);
        }
        Some(value.expr)
    }

    fn sum(&mut self, terms: &[(bool, Expr)], span: Span) -> Option<Typed> {
        let values: Vec<_> = terms.iter().map(|(negative, term)| (*negative, self.expr(term))).collect();
        let mut sum: Option<Typed> = None;
        for (negative, value) in values {
            let value = value?;
            let result = match (&sum, negative) {
                (Some(sum), _) => arith::add(sum, &value, negative),
                (None, true) => arith::negate(&value),
                (None, false) => Ok(value),
            };
            sum = Some(self.checked(result, span)?);
        }
        sum
    }

    fn product(&mut self, first: &Expr, rest: &[(bool, Expr)], span: Span) -> Option<Typed> {
        let first = self.expr(first);
        let values: Vec<_> = rest.iter().map(|(divides, factor)| (*divides, self.expr(factor))).collect();
        if values.iter().filter(|(divides, _)| *divides).count() > MAX_NESTED {
            return self.error(TYPE, format!("more than {MAX_NESTED} divisions in one term"), span);
        }
        let mut product = first?;
        for (divides, value) in values {
            let operation = if divides { arith::divide } else { arith::multiply };
            let result = operation(&product, &value?);
            product = self.checked(result, span)?;
        }
        Some(product)
    }

    /// What is declared of a name, here or around.
    pub(super) fn symbol(&self, name: &Name) -> Option<&Symbol> {
        self.symbols.declared.get(name).or_else(|| self.outer(name).map(|(symbol, _)| symbol))
    }

    /// The type of a name, declared or not.
    pub(super) fn type_of(&self, name: &Name) -> Scalar {
        match self.outer(name) {
            Some((_, around)) if !self.symbols.declared.contains_key(name) => around.type_of(name),
            _ => self.symbols.type_of(name),
        }
    }

    /// What a name stands for.
    pub(super) fn meaning(&self, name: &Name) -> Option<Meaning> {
        self.symbol(name).map(|symbol| symbol.meaning.clone())
    }

    fn name(&mut self, name: &Name, span: Span) -> Option<Typed> {
        if let Some(value) = self.bound.get(name) {
            return Some(value.clone());
        }
        match self.meaning(name) {
            Some(Meaning::Constant(value)) if crate::text::codes(&value.expr).is_some() => {
                self.report(fortran_syntax::parse::unsupported_error("a character value", span))
            }
            Some(Meaning::Constant(value)) => Some(value),
            Some(Meaning::Broken) => self.broken(name, span),
            Some(Meaning::External | Meaning::Statement(..)) => {
                self.error(NAME, format!("`{name}` is a function and no value"), span)
            }
            _ if self.is_declaring => {
                self.error(super::CONSTANT, format!("`{name}` is not a constant"), span)
            }
            Some(Meaning::Variable) | None => self.variable(name, span),
        }
    }

    /// Reports the use of something that another unit declares wrongly; of its own names that was said
    /// already.
    pub(super) fn broken<T>(&mut self, name: &Name, span: Span) -> Option<T> {
        let is_own = self.symbols.declared.contains_key(name);
        let (symbol, _) = self.outer(name).filter(|_| !is_own)?;
        let trouble =
            symbol.trouble.clone().unwrap_or_else(|| "its declaration is not understood".to_owned());
        let home = symbol.home.as_ref().map(|home| format!(" of `{}`", home.place)).unwrap_or_default();
        let message = format!("`{name}`{home} cannot be used: {trouble}");
        self.error(NAME, message, span)
    }

    fn variable(&mut self, name: &Name, span: Span) -> Option<Typed> {
        let symbol = self.symbol(name);
        if symbol.is_some_and(|symbol| symbol.is_character) {
            return self.report(fortran_syntax::parse::unsupported_error("a character value", span));
        }
        if symbol.is_some_and(|symbol| symbol.extents.is_some()) {
            return self.element(&Ident { name: name.clone(), span }, None, span);
        }
        if symbol.is_some_and(|symbol| symbol.is_allocatable && symbol.home.is_some()) {
            // Whether it is there, the kernel's caller would have to know.
            let what = format!("the allocatable `{name}` of a host or module, a single variable,");
            return self.report(
                fortran_syntax::parse::unsupported_error(&what, span).help("leave out `allocatable`"),
            );
        }
        let ty = self.use_variable(name, span);
        Some(Typed::new(Value::var(name.clone()), ty))
    }

    fn apply(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let is_array = self.symbol(&name.name).is_some_and(|symbol| symbol.extents.is_some());
        match self.meaning(&name.name) {
            Some(Meaning::Broken) => self.broken(&name.name, name.span),
            _ if self.symbol(&name.name).is_some_and(|symbol| symbol.is_character) => {
                self.report(fortran_syntax::parse::unsupported_error("a character value", span))
            }
            _ if is_array && self.entry_of(name, actuals).is_some() => self.entry_of(name, actuals),
            _ if is_array && self.is_declaring => match self.constant_element(name, actuals, span) {
                Some(value) => Some(value),
                None => self.error(super::CONSTANT, format!("`{}` is not a constant", name.name), name.span),
            },
            _ if is_array && self.is_section(actuals) => self.element(name, Some(actuals), span),
            _ if is_array => {
                let index = self.read_once(|resolver| resolver.subscripts(name, actuals, span))?;
                let ty = self.use_variable(&name.name, name.span);
                Some(Typed::new(Value::load(name.name.clone(), index), ty))
            }
            Some(Meaning::Constant(_)) => {
                self.error(NAME, format!("`{}` is not an array", name.name), name.span)
            }
            Some(Meaning::Statement(dummies, body)) => {
                self.statement_function(name, &dummies, &body, actuals)
            }
            _ if self.loops.iter().any(|(variable, _)| *variable == name.name) => {
                self.error(NAME, format!("`{}` is not an array", name.name), name.span)
            }
            Some(Meaning::External | Meaning::Variable) | None => self.call(name, actuals, span),
        }
    }

    /// The subscripts of an element, as they are written.
    pub(super) fn subscripts(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Vec<Value>> {
        let rank = self.rank(&name.name)?;
        let mut index = Vec::new();
        for actual in actuals {
            match actual {
                Actual::Value(value) => index.push(self.subscript(value)),
                Actual::Keyword(keyword, _) => {
                    index.push(self.error(ARRAY, "a subscript has no name", keyword.span));
                }
                Actual::Section(section) => {
                    let error =
                        fortran_syntax::parse::unsupported_error("an array section here", section.span);
                    index.push(self.report(error.help("write a loop over the elements")));
                }
                Actual::Lacking(span) => index.push(self.component(*span)),
            }
        }
        if index.len() != rank {
            let array = &name.name;
            return self.error(ARRAY, format!("`{array}` has {rank} axes, not {}", index.len()), span);
        }
        index.into_iter().collect()
    }

    /// Whether these subscripts name several elements.
    pub(super) fn is_section(&mut self, actuals: &[Actual]) -> bool {
        actuals.iter().any(|actual| match actual {
            Actual::Section(_) => true,
            Actual::Value(value) => self.is_array(value),
            Actual::Keyword(..) | Actual::Lacking(_) => false,
        })
    }

    pub(super) fn subscript(&mut self, expr: &Expr) -> Option<Value> {
        let value = self.expr(expr)?;
        if !value.ty.is_integer() {
            let message = format!("a subscript is an integer, not {}", arith::describe(value.ty));
            return self.error(TYPE, message, expr.span);
        }
        Some(value.expr)
    }
}
