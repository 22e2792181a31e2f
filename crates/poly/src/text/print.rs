//! How expressions, constraints and sets are written.

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
struct Summand {
    factor: i64,
    text: String,
    /// Whether the text is a remainder, which binds no tighter than a product.
    remainder: bool,
}

/// Reads off remainders: a floor together with its expression is `expression mod divisor`.
fn summands(aff: &Aff) -> Option<(Vec<Summand>, i64)> {
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
fn contains_scaled(whole: &Aff, part: &Aff, factor: i64) -> bool {
    part.terms().iter().all(|(term, c)| c.checked_mul(factor) == Some(whole.split_off(term).1))
}

fn term_text(term: &Term) -> String {
    match term {
        Term::Dim(dim) => name(dim),
        Term::Floor(inner, divisor) => format!("floor({}/{divisor})", operand(inner)),
    }
}

/// An expression as an operand of `/` or `mod`.
fn operand(aff: &Aff) -> String {
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

/// A constraint with the part that is about dimensions on a side of its own.
struct Relation {
    /// Position of the last dimension in `body`, and the number of its terms.
    place: (usize, usize),
    body: Aff,
    side: Side,
}

enum Side {
    Equal(String),
    Lower(Aff),
    Upper(Aff),
}

/// Splits an inequality into `lower <= body` or `body <= upper`, or writes an equality.
fn relation(constraint: &Constraint, dims: &[Name]) -> Option<Relation> {
    let body = body(&constraint.aff, dims)?;
    let sign = if is_part(&constraint.aff, &body) { 1 } else { -1 };
    let rest = constraint.aff.add_scaled(&body, -sign)?;
    let last = dims.iter().rposition(|dim| body.mentions(dim)).unwrap_or(usize::MAX);
    let place = (last, body.terms().len());
    let side = match constraint.kind {
        ConstraintKind::Equality => Side::Equal(equality(&constraint.aff, dims)?),
        ConstraintKind::Inequality if sign > 0 => Side::Lower(rest.neg()?),
        ConstraintKind::Inequality => Side::Upper(rest),
    };
    Some(Relation { place, body, side })
}

fn is_part(whole: &Aff, part: &Aff) -> bool {
    contains_scaled(whole, part, 1)
}

/// The part of an expression to be bounded by the rest; up to sign, its terms are terms of the expression.
fn body(aff: &Aff, dims: &[Name]) -> Option<Aff> {
    let on_dims = aff.filter(|term| match term {
        Term::Dim(name) => dims.contains(name),
        Term::Floor(inner, _) => dims.iter().any(|dim| inner.mentions(dim)),
    });
    let about = if on_dims.terms().is_empty() { aff.without_constant() } else { on_dims };
    let (parts, _) = summands(&about)?;
    if parts.iter().all(|part| part.factor > 0) {
        return Some(about);
    }
    if parts.iter().all(|part| part.factor < 0) {
        return about.neg();
    }
    let unit = dims.iter().rev().find(|dim| matches!(about.coefficient(dim), 1 | -1));
    let any = dims.iter().rev().find(|dim| about.coefficient(dim) != 0);
    let main = match unit.or(any) {
        Some(dim) => about.filter(|term| matches!(term, Term::Dim(name) if name == dim)),
        None => {
            let first = about.terms().first().map(|(term, _)| term.clone());
            about.filter(|term| Some(term) == first.as_ref())
        }
    };
    if main.terms().iter().all(|(_, c)| *c > 0) { Some(main) } else { main.neg() }
}

/// An equality, solved for a name where that is possible without division.
fn equality(aff: &Aff, dims: &[Name]) -> Option<String> {
    if let Some(known) = (Constraint { kind: ConstraintKind::Equality, aff: aff.clone() }).residue() {
        return Some(format!("{} mod {} = {}", operand(&known.linear), known.divisor, known.residue));
    }
    let mut best: Option<((bool, bool, usize), String)> = None;
    for (term, coefficient) in aff.terms() {
        let Term::Dim(dim) = term else { continue };
        if coefficient.checked_abs() != Some(1) {
            continue;
        }
        let rest = aff.split_off(term).0;
        let rest = if *coefficient > 0 { rest.neg()? } else { rest };
        let place = dims.iter().position(|d| d == dim);
        let rank = (place.is_none(), rest.terms().iter().any(|(_, c)| *c < 0), place.unwrap_or(0));
        if best.as_ref().is_none_or(|(other, _)| rank < *other) {
            best = Some((rank, format!("{} = {rest}", name(dim))));
        }
    }
    if let Some((_, text)) = best {
        return Some(text);
    }
    let positive = aff.filter(|term| aff.split_off(term).1 > 0);
    let negative = positive.sub(aff)?;
    Some(format!("{positive} = {negative}"))
}

/// `lower <= ` or `lower < `, whichever is shorter.
fn lower_text(bound: &Aff) -> Option<String> {
    let strict = bound.constant_part() == 1 && !bound.terms().is_empty();
    Some(if strict { format!("{} < ", bound.offset(-1)?) } else { format!("{bound} <= ") })
}

/// ` <= upper` or ` < upper`, whichever is shorter.
fn upper_text(bound: &Aff) -> Option<String> {
    let strict = bound.constant_part() == -1 && !bound.terms().is_empty();
    Some(if strict { format!(" < {}", bound.offset(1)?) } else { format!(" <= {bound}") })
}

/// A conjunction, bounds of the same expression in one chain.
fn conjunction(constraints: &[Constraint], dims: &[Name]) -> Option<Vec<String>> {
    let relations = constraints.iter().map(|constraint| relation(constraint, dims));
    let mut relations = relations.collect::<Option<Vec<_>>>()?;
    relations.sort_by(|a, b| (a.place, &a.body).cmp(&(b.place, &b.body)));
    let mut texts = Vec::new();
    for group in relations.chunk_by(|a, b| a.body == b.body) {
        let (mut lowers, mut uppers) = (Vec::new(), Vec::new());
        for relation in group {
            match &relation.side {
                Side::Equal(text) => texts.push(text.clone()),
                Side::Lower(bound) => lowers.push(bound),
                Side::Upper(bound) => uppers.push(bound),
            }
        }
        let Some(first) = group.first() else { continue };
        let about_params = first.place.0 == usize::MAX;
        for at in 0..lowers.len().max(uppers.len()) {
            let body = &first.body;
            texts.push(match (lowers.get(at), uppers.get(at)) {
                (Some(low), Some(high)) => format!("{}{body}{}", lower_text(low)?, upper_text(high)?),
                (Some(low), None) if about_params => format!("{body} >= {low}"),
                (Some(low), None) => format!("{}{body}", lower_text(low)?),
                (None, Some(high)) => format!("{body}{}", upper_text(high)?),
                (None, None) => continue,
            });
        }
    }
    Some(texts)
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<Name> = self.aff.names().into_iter().collect();
        let texts = conjunction(std::slice::from_ref(self), &names).unwrap_or_default();
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
        pieces.iter().map(|piece| conjunction(piece, dims)).collect::<Option<_>>()?;
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
