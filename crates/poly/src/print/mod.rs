//! How expressions, constraints and sets are written.

mod chains;

use crate::aff::Term;
use crate::{Aff, Constraint, ConstraintKind, Name};
use std::fmt;

/// Words that are no names in the text of sets.
pub(crate) const RESERVED: [&str; 7] = ["and", "exists", "false", "mod", "not", "or", "true"];

/// A name as the parser reads it: plain, or between backticks where it is a reserved word or no identifier.
pub(crate) fn name(name: &str) -> String {
    let start = |c: char| c.is_ascii_alphabetic() || c == '_';
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '\'' | '.');
    let plain = name.starts_with(start) && name.chars().all(inside) && !RESERVED.contains(&name);
    if plain {
        return String::from(name);
    }
    let escaped = name.chars().map(|c| match c {
        '`' => String::from("\\`"),
        '\\' => String::from("\\\\"),
        '\n' => String::from("\\n"),
        c => String::from(c),
    });
    format!("`{}`", escaped.collect::<String>())
}

/// A summand: its size and its text without the size.
pub(super) struct Summand {
    pub(super) factor: i64,
    text: String,
    /// Whether the text is a remainder, which binds no tighter than a product.
    remainder: bool,
}

/// Reads off remainders: a floor together with its expression is `expression mod divisor`.
pub(super) fn summands(aff: &Aff) -> Option<(Vec<Summand>, i64)> {
    let mut rest = aff.clone();
    let mut remainders = Vec::new();
    for (term, coefficient) in aff.terms() {
        let Term::Floor(inner, divisor) = term else { continue };
        let factor = coefficient.checked_neg()? / divisor;
        let whole = factor.checked_mul(*divisor)?.checked_neg()? == *coefficient;
        if !whole || !contains_scaled(&rest, inner, factor) {
            continue;
        }
        let linear = rest.split_off(term).0.add_scaled(inner, factor.checked_neg()?)?;
        rest = linear;
        let text = format!("{} mod {divisor}", operand(inner));
        remainders.push(Summand { factor, text, remainder: true });
    }
    let plain =
        |(term, factor): &(Term, i64)| Summand { factor: *factor, text: term_text(term), remainder: false };
    let shown = rest.terms().iter().map(plain);
    Some((shown.chain(remainders).collect(), rest.constant_part()))
}

/// Whether each term of `part`, times the factor, is a term of the whole.
pub(super) fn contains_scaled(whole: &Aff, part: &Aff, factor: i64) -> bool {
    part.terms().iter().all(|(term, c)| c.checked_mul(factor) == Some(whole.split_off(term).1))
}

fn term_text(term: &Term) -> String {
    match term {
        Term::Dim(dim) => name(dim),
        Term::Floor(inner, divisor) => format!("floor({}/{divisor})", operand(inner)),
    }
}

/// An expression as an operand of `/` or `mod`.
pub(super) fn operand(aff: &Aff) -> String {
    match aff.terms() {
        [(Term::Dim(dim), 1)] if aff.constant_part() == 0 => name(dim),
        _ => format!("({aff})"),
    }
}

impl fmt::Display for Aff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((mut parts, constant)) = summands(self) else { return f.write_str("(overflow)") };
        // A leading minus reads badly: begin with something positive where there is any.
        if let Some(at) = parts.iter().position(|part| part.factor > 0) {
            let first = parts.remove(at);
            parts.insert(0, first);
        }
        let number = Summand { factor: constant, text: String::new(), remainder: false };
        if parts.is_empty() {
            return write!(f, "{constant}");
        }
        if constant > 0 && parts.first().is_some_and(|part| part.factor < 0) {
            parts.insert(0, number);
        } else if constant != 0 {
            parts.push(number);
        }
        for (at, part) in parts.iter().enumerate() {
            let size = part.factor.unsigned_abs();
            f.write_str(match (at, part.factor < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            match (part.text.as_str(), size) {
                ("", _) => write!(f, "{size}")?,
                (text, 1) if part.remainder && at == 0 && part.factor < 0 => write!(f, "({text})")?,
                (text, 1) => f.write_str(text)?,
                (text, _) if part.remainder => write!(f, "{size}*({text})")?,
                (text, _) => write!(f, "{size}*{text}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Aff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<Name> = self.aff.names().into_iter().collect();
        let texts = chains::conjunction(std::slice::from_ref(self), &names).unwrap_or_default();
        match (texts.first(), self.aff.as_constant(), self.kind) {
            (_, Some(value), ConstraintKind::Equality) => write!(f, "{value} = 0"),
            (_, Some(value), ConstraintKind::Inequality) => write!(f, "{value} >= 0"),
            (Some(text), None, _) => f.write_str(text),
            (None, None, _) => f.write_str("(overflow)"),
        }
    }
}

fn list(names: &[Name]) -> String {
    names.iter().map(|n| name(n)).collect::<Vec<_>>().join(", ")
}

/// A whole set; `None` where a bound overflows.
pub(crate) fn set(params: &[Name], dims: &[Name], pieces: &[Vec<Constraint>]) -> Option<String> {
    let mut text = String::new();
    if !params.is_empty() {
        text += &format!("[{}] -> ", list(params));
    }
    text += "{ ";
    if !dims.is_empty() {
        text += &format!("[{}] ", list(dims));
    }
    let conjunctions: Vec<Vec<String>> =
        pieces.iter().map(|piece| chains::conjunction(piece, dims)).collect::<Option<_>>()?;
    if conjunctions.iter().any(Vec::is_empty) {
        text += if dims.is_empty() { ": }" } else { "}" };
        return Some(text);
    }
    let several = conjunctions.len() > 1;
    let shown = conjunctions.iter().map(|conjunction| match conjunction.as_slice() {
        [one] => one.clone(),
        many if several => format!("({})", many.join(" and ")),
        many => many.join(" and "),
    });
    let condition = shown.collect::<Vec<_>>().join(" or ");
    text += &format!(": {} }}", if pieces.is_empty() { "false" } else { &condition });
    Some(text)
}
