//! Expressions.

use super::arith::{self, Typed};
use super::{ARRAY, LOOP, Lowerer, NAME, Role, TYPE};
use crate::ast::{Actual, Expr, ExprKind, Ident};
use diag::{Diagnostic, Span};
use ir::{Comparison, Expr as Value, Node, Scalar};
use poly::Name;

/// How many operands may nest in one another, though Fortran writes them side by side.
pub(super) const MAX_NESTED: usize = 64;

impl Lowerer<'_> {
    /// The value of an expression; errors are reported and leave none.
    pub(super) fn expr(&mut self, expr: &Expr) -> Option<Typed> {
        match &expr.kind {
            ExprKind::Number(number) => self.number(number, expr.span),
            ExprKind::Logical(value) => Some(Typed::new(Value::bool(*value), Scalar::Bool)),
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Apply(name, actuals) => self.apply(name, actuals, expr.span),
            ExprKind::Sum(terms) => self.sum(terms, expr.span),
            ExprKind::Product(first, rest) => self.product(first, rest, expr.span),
            ExprKind::Power(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                let result = arith::power(&a?, &b?);
                self.checked(result, expr.span)
            }
            ExprKind::Compare(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                let result = arith::compare(*op, &a?, &b?, &self.inames());
                self.checked(result, expr.span)
            }
            ExprKind::And(operands) => Some(logical(Value::all(self.logicals(operands)?))),
            ExprKind::Or(operands) => Some(logical(Value::new(Node::Or(self.logicals(operands)?)))),
            ExprKind::Not(operand) => Some(logical(self.logical(operand)?.logical_not())),
            ExprKind::Equivalent(same, a, b) => {
                let (a, b) = (self.logical(a), self.logical(b));
                let op = if *same { Comparison::Equal } else { Comparison::NotEqual };
                Some(logical(Value::new(Node::Compare(op, a?, b?))))
            }
            ExprKind::Unsupported(construct) => {
                self.report(crate::parse::unsupported_error(construct, expr.span))
            }
        }
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
        let value = self.expr(expr)?;
        if value.ty != Scalar::Bool {
            let message = format!("a logical value is expected, not {}", arith::describe(value.ty));
            return self.error(TYPE, message, expr.span);
        }
        Some(value.expr)
    }

    fn logicals(&mut self, operands: &[Expr]) -> Option<Vec<Value>> {
        let values: Vec<Option<Value>> = operands.iter().map(|operand| self.logical(operand)).collect();
        values.into_iter().collect()
    }

    fn sum(&mut self, terms: &[(bool, Expr)], span: Span) -> Option<Typed> {
        let values: Vec<_> = terms.iter().map(|(negative, term)| (*negative, self.expr(term))).collect();
        let inames = self.inames();
        let mut sum: Option<Typed> = None;
        for (negative, value) in values {
            let value = value?;
            let result = match (&sum, negative) {
                (Some(sum), _) => arith::add(sum, &value, negative, &inames),
                (None, true) => arith::negate(&value, &inames),
                (None, false) => Ok(value),
            };
            sum = Some(self.checked(result, span)?);
        }
        sum
    }

    fn product(&mut self, first: &Expr, rest: &[(bool, Expr)], span: Span) -> Option<Typed> {
        let first = self.expr(first);
        let values: Vec<_> = rest.iter().map(|(divides, factor)| (*divides, self.expr(factor))).collect();
        let inames = self.inames();
        if values.iter().filter(|(divides, _)| *divides).count() > MAX_NESTED {
            return self.error(TYPE, format!("more than {MAX_NESTED} divisions in one term"), span);
        }
        let mut product = first?;
        for (divides, value) in values {
            let operation = if divides { arith::divide } else { arith::multiply };
            let result = operation(&product, &value?, &inames);
            product = self.checked(result, span)?;
        }
        Some(product)
    }

    fn name(&mut self, name: &Name, span: Span) -> Option<Typed> {
        match self.roles.get(name) {
            Some(Role::Constant(value)) => Some(value.clone()),
            Some(Role::Value(ty) | Role::Local(ty)) => Some(Typed::new(Value::var(name.clone()), *ty)),
            Some(Role::Cell(ty)) => Some(Typed::new(Value::load(name.clone(), Vec::new()), *ty)),
            Some(Role::Array(..)) => {
                let error =
                    crate::parse::unsupported_error(&format!("the whole array `{name}` as a value"), span);
                self.report(error.help("write a loop over its elements"))
            }
            Some(Role::Loop(ty)) => self.loop_value(name, *ty, span),
            Some(Role::Broken) => None,
            None => self.error(super::CONSTANT, format!("`{name}` is not a constant"), span),
        }
    }

    fn loop_value(&mut self, name: &Name, ty: Scalar, span: Span) -> Option<Typed> {
        let open = self.loops.iter().rev().find(|open| open.variable == *name);
        match open.map(|open| open.value.clone()) {
            // An iname is a short integer; arithmetic with the variable is not.
            Some(value) if ty == Scalar::I64 && value.as_int().is_none() => {
                Some(Typed::new(Value::new(Node::Cast(ty, value.expr)), ty))
            }
            Some(value) => Some(value),
            None => {
                let error = Diagnostic::error(LOOP, format!("`{name}` has no value outside of its loop"))
                    .at(span, "");
                self.report(error.help("compute the value it would have, or use another variable"))
            }
        }
    }

    fn apply(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        match self.roles.get(&name.name) {
            Some(Role::Array(ty, _)) => {
                let ty = *ty;
                let index = self.subscripts(name, actuals, span)?;
                Some(Typed::new(Value::load(name.name.clone(), index), ty))
            }
            Some(Role::Broken) => None,
            Some(Role::Constant(_) | Role::Loop(_)) => {
                self.error(NAME, format!("`{}` is not an array", name.name), name.span)
            }
            Some(Role::Value(_) | Role::Cell(_) | Role::Local(_)) | None => self.call(name, actuals, span),
        }
    }

    /// The subscripts of an element, counted from 0.
    pub(super) fn subscripts(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Vec<Value>> {
        let Some(Role::Array(_, lower)) = self.roles.get(&name.name) else { return None };
        let lower = lower.clone();
        let mut index = Vec::new();
        for actual in actuals {
            match actual {
                Actual::Value(value) => index.push(self.subscript(value)),
                Actual::Keyword(keyword, _) => {
                    index.push(self.error(ARRAY, "a subscript has no name", keyword.span))
                }
                Actual::Section(span) => {
                    let error = crate::parse::unsupported_error("an array section", *span);
                    index.push(self.report(error.help("write a loop over the elements")));
                }
            }
        }
        if index.len() != lower.len() {
            let array = &name.name;
            return self.error(
                ARRAY,
                format!("`{array}` has {} axes, not {}", lower.len(), index.len()),
                span,
            );
        }
        let shifted = index.into_iter().zip(lower);
        shifted.map(|(index, lower)| Some(self.simplified(&index?.minus(&lower)))).collect()
    }

    fn subscript(&mut self, expr: &Expr) -> Option<Value> {
        let value = self.expr(expr)?;
        if !value.ty.is_integer() {
            let message = format!("a subscript is an integer, not {}", arith::describe(value.ty));
            return self.error(TYPE, message, expr.span);
        }
        Some(value.expr)
    }
}

fn logical(expr: Value) -> Typed {
    Typed::new(expr, Scalar::Bool)
}
