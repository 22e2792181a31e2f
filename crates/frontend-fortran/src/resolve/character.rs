//! Single characters: flags such as `trans`, and what they are compared with.
//!
//! A character variable holds the code of its first character, which is all that routines with flags look at.

use super::{Resolver, TYPE, logical};
use crate::arith::Typed;
use crate::ast::{Actual, Expr, ExprKind};
use diag::Span;
use ir::{Comparison, Expr as Value, Node};

/// A character value.
enum Text {
    /// The code of a single character.
    Known(u8),
    /// A variable that holds one.
    Variable(Value),
}

impl Resolver<'_> {
    /// Whether an expression is a character value.
    pub(super) fn is_text(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Text(_) => true,
            ExprKind::Name(name) => self.symbol(name).is_some_and(|symbol| symbol.is_character),
            _ => false,
        }
    }

    fn text(&mut self, expr: &Expr) -> Option<Text> {
        match &expr.kind {
            ExprKind::Text(text) => match text.trim_end().as_bytes() {
                [] => Some(Text::Known(b' ')),
                [code] if code.is_ascii() => Some(Text::Known(*code)),
                _ => {
                    let error = crate::parse::unsupported_error("a text of several characters", expr.span);
                    self.report(error.help("compare single characters"))
                }
            },
            ExprKind::Name(name) if self.is_text(expr) => {
                let is_array = self.symbol(name).is_some_and(|symbol| symbol.extents.is_some());
                if is_array {
                    return self.report(crate::parse::unsupported_error("an array of characters", expr.span));
                }
                self.use_variable(name, expr.span);
                Some(Text::Variable(Value::var(name.clone())))
            }
            _ => self.error(TYPE, "a character value is expected", expr.span),
        }
    }

    /// The code of a character value.
    pub(super) fn character(&mut self, expr: &Expr) -> Option<Value> {
        let text = match &expr.kind {
            // Whoever is given several characters and looks at one sees the first.
            ExprKind::Text(text) => text.bytes().next().filter(u8::is_ascii).map(Text::Known),
            _ => None,
        };
        Some(code(match text {
            Some(text) => text,
            None => self.text(expr)?,
        }))
    }

    /// `a == b` for characters.
    pub(super) fn compare_texts(&mut self, op: Comparison, a: &Expr, b: &Expr, span: Span) -> Option<Typed> {
        for side in [a, b] {
            if let ExprKind::Name(name) = &side.kind
                && self.symbol(name).is_some_and(|symbol| symbol.is_character && !symbol.is_single)
            {
                let error = crate::parse::unsupported_error("a text of several characters", side.span);
                return self.report(error.help("declare it as a single character, `character(1)`"));
            }
        }
        let (a, b) = (self.text(a), self.text(b));
        let (a, b) = (a?, b?);
        if !matches!(op, Comparison::Equal | Comparison::NotEqual) {
            return self.report(crate::parse::unsupported_error("the order of characters", span));
        }
        if let (Text::Known(a), Text::Known(b)) = (&a, &b) {
            return Some(logical(Value::bool((a == b) == (op == Comparison::Equal))));
        }
        Some(logical(Value::new(Node::Compare(op, code(a), code(b)))))
    }

    /// `lsame(a, b)`: whether two letters are the same but for their case.
    pub(super) fn same_letter(&mut self, actuals: &[Actual], span: Span) -> Option<Typed> {
        let [Actual::Value(a), Actual::Value(b)] = actuals else {
            return self.error(TYPE, "`lsame` takes two characters", span);
        };
        let (a, b) = (self.text(a), self.text(b));
        let is = |variable: &Value, letter: u8| {
            Value::new(Node::Compare(Comparison::Equal, variable.clone(), code(Text::Known(letter))))
        };
        match (a?, b?) {
            (Text::Known(a), Text::Known(b)) => Some(logical(Value::bool(a.eq_ignore_ascii_case(&b)))),
            (Text::Variable(variable), Text::Known(letter))
            | (Text::Known(letter), Text::Variable(variable)) => {
                let (upper, lower) = (letter.to_ascii_uppercase(), letter.to_ascii_lowercase());
                let either = [upper, lower].map(|letter| is(&variable, letter)).to_vec();
                Some(logical(if upper == lower {
                    is(&variable, letter)
                } else {
                    Value::new(Node::Or(either))
                }))
            }
            (Text::Variable(_), Text::Variable(_)) => {
                self.report(crate::parse::unsupported_error("`lsame` of two variables", span))
            }
        }
    }
}

fn code(text: Text) -> Value {
    match text {
        Text::Known(code) => Value::int(i64::from(code)),
        Text::Variable(variable) => variable,
    }
}
