//! `index`, `scan`, `verify` and `len_trim`: places in texts, counted from 1.
//!
//! Claim: the place is the first, or with `back` the last, of those at which a comparison of characters
//! holds.

use super::Resolver;
use super::character::Text;
use crate::arith::Typed;
use crate::text::BLANK;
use diag::Span;
use fortran_syntax::ast::{Actual, Ident};
use ir::{Comparison, Expr as Value, Node as ValueNode};

/// How many comparisons one of them may come to.
const MAX_COMPARED: usize = 1024;

impl Resolver<'_> {
    /// The value of such a function.
    pub(super) fn place_in_text(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let second = if name.name == "index" { "substring" } else { "set" };
        let given = self.actuals_by_name(actuals, &["string", second, "back", "kind"], 2, span)?;
        let [Some(text), Some(sought), back, kind] = given.as_slice() else { return None };
        let ty = match kind {
            Some(kind) => {
                let bytes = self.kind_of(kind, false)?;
                let ty = super::call::of_kind(ir::Scalar::I32, Some(bytes));
                self.checked(ty, span)?
            }
            None => self.world.defaults.integer,
        };
        let (Text::Known(text), Text::Known(sought)) = (self.text(text)?, self.text(sought)?) else {
            return self
                .report(fortran_syntax::parse::unsupported_error("a search in a text of any length", span));
        };
        if text.len().saturating_mul(sought.len()) > MAX_COMPARED {
            return self.report(fortran_syntax::parse::unsupported_error("a search in so long a text", span));
        }
        let holds = match name.name.as_str() {
            "index" => occurrences(&text, &sought),
            "scan" => text.iter().map(|code| is_among(code, &sought)).collect(),
            _ => text.iter().map(|code| negated(&is_among(code, &sought))).collect(),
        };
        let [first, last] = [first_place(&holds), last_place(&holds)];
        let value = match back {
            None => first,
            Some(back) => {
                let back = self.logical(back)?;
                choose(&crate::constant::condition(&back), last, first)
            }
        };
        Some(Typed::new(value, ty))
    }
}

/// The number of characters without the blanks at the end.
pub(super) fn trimmed_length(codes: &[Value]) -> Value {
    let blank = Value::int(BLANK);
    last_place(&codes.iter().map(|code| negated(&equal(code, &blank))).collect::<Vec<Value>>())
}

/// At which places a text holds another one.
fn occurrences(text: &[Value], sought: &[Value]) -> Vec<Value> {
    // Nothing is found at each place, also behind the end.
    let places = (text.len() + 1).saturating_sub(sought.len());
    let matches_at = |place: usize| {
        let pairs = text.iter().skip(place).zip(sought);
        crate::constant::condition(&Value::all(pairs.map(|(a, b)| equal(a, b)).collect()))
    };
    (0..places).map(matches_at).collect()
}

fn equal(a: &Value, b: &Value) -> Value {
    crate::constant::condition(&Value::new(ValueNode::Compare(Comparison::Equal, a.clone(), b.clone())))
}

fn is_among(code: &Value, set: &[Value]) -> Value {
    crate::constant::condition(&Value::any(set.iter().map(|other| equal(code, other)).collect()))
}

fn negated(condition: &Value) -> Value {
    crate::constant::condition(&condition.logical_not())
}

fn choose(condition: &Value, value: Value, otherwise: Value) -> Value {
    match condition.node() {
        ValueNode::Bool(true) => value,
        ValueNode::Bool(false) => otherwise,
        _ => Value::new(ValueNode::Select(condition.clone(), value, otherwise)),
    }
}

/// The first place at which a condition holds, or 0.
fn first_place(holds: &[Value]) -> Value {
    let numbered: Vec<(i64, &Value)> = (1..).zip(holds).collect();
    numbered
        .into_iter()
        .rev()
        .fold(Value::int(0), |otherwise, (place, holds)| choose(holds, Value::int(place), otherwise))
}

/// The last place at which a condition holds, or 0.
fn last_place(holds: &[Value]) -> Value {
    (1..)
        .zip(holds)
        .fold(Value::int(0), |otherwise, (place, holds)| choose(holds, Value::int(place), otherwise))
}
