//! Functions whose values are texts, by the names of their arguments: `achar`, `repeat`, `adjustl` and their
//! like; and `lge` and its like, which compare texts.

use super::character::Text;
use super::{Resolver, TYPE};
use crate::arith::Typed;
use crate::text::BLANK;
use diag::Span;
use fortran_syntax::ast::{Actual, Expr, Ident};
use ir::{Comparison, Expr as Value, Node as ValueNode, Scalar};

/// How many characters `repeat` may make.
const MAX_REPEATED: usize = 1024;

impl Resolver<'_> {
    /// The text that such a function makes.
    pub(super) fn made_text(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Text> {
        let (names, wanted): (&[&str], usize) = match name.name.as_str() {
            "new_line" => (&["a"], 1),
            "repeat" => (&["string", "ncopies"], 2),
            "adjustl" | "adjustr" => (&["string"], 1),
            _ => (&["i", "kind"], 1),
        };
        let given = self.actuals_by_name(actuals, names, wanted, span)?;
        let first = given.first().copied().flatten()?;
        let codes = match name.name.as_str() {
            "new_line" => vec![Value::int(10)],
            "repeat" => self.repeated(first, given.get(1).copied().flatten()?)?,
            "adjustl" | "adjustr" => self.adjusted(name, first)?,
            _ => vec![self.letter(first, span)?],
        };
        Some(Text::Known(codes))
    }

    /// The code of `char(n)`.
    fn letter(&mut self, code: &Expr, span: Span) -> Option<Value> {
        let code = self.expr(code)?;
        match code.as_int() {
            Some(0..=127) => Some(code.expr),
            Some(_) => self.unsupported_text("a character that is not of ASCII", span),
            None => Some(Value::new(ValueNode::Cast(Scalar::I8, code.expr))),
        }
    }

    fn repeated(&mut self, text: &Expr, count: &Expr) -> Option<Vec<Value>> {
        let number = self.expr(count)?.as_int().and_then(|count| usize::try_from(count).ok());
        let (Text::Known(codes), Some(number)) = (self.text(text)?, number) else {
            return self.unsupported_text("`repeat` of a text of any length or number", count.span);
        };
        if codes.len().saturating_mul(number) > MAX_REPEATED {
            return self.unsupported_text("`repeat` of so many characters", count.span);
        }
        Some(std::iter::repeat_n(codes, number).flatten().collect())
    }

    /// A text that is known with its blanks at the other end.
    fn adjusted(&mut self, name: &Ident, text: &Expr) -> Option<Vec<Value>> {
        let codes = match self.text(text)? {
            Text::Known(codes) if codes.iter().all(|code| code.as_int().is_some()) => codes,
            _ => return self.unsupported_text(&format!("`{}` of a variable", name.name), text.span),
        };
        let is_blank = |code: &&Value| code.as_int() == Some(BLANK);
        let mut moved = codes.clone();
        if name.name == "adjustl" {
            moved.rotate_left(codes.iter().take_while(is_blank).count());
        } else {
            moved.rotate_right(codes.iter().rev().take_while(is_blank).count());
        }
        Some(moved)
    }

    /// `lge(a, b)` and its like.
    pub(super) fn ordered_texts(&mut self, op: Comparison, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.actuals_by_name(actuals, &["string_a", "string_b"], 2, span)?;
        let [Some(a), Some(b)] = given.as_slice() else { return None };
        if !self.is_text(a) || !self.is_text(b) {
            return self.error(TYPE, "texts are compared here", span);
        }
        self.compare_texts(op, a, b, span)
    }
}
