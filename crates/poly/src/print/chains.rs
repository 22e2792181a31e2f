//! The conditions of a conjunction as chains of comparisons: `0 <= i <= j < n`.

use super::{contains_scaled, name, operand, summands};
use crate::aff::Term;
use crate::remainder::Residue;
use crate::{Aff, Constraint, ConstraintKind, Name};

/// A constraint with the part that is about dimensions on a side of its own.
struct Relation {
    /// Position of the last dimension in `body`, and the number of its terms.
    place: (usize, usize),
    body: Aff,
    side: ChainSide,
}

enum ChainSide {
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
        ConstraintKind::Equality => ChainSide::Equal(equality(&constraint.aff, dims)?),
        ConstraintKind::Inequality if sign > 0 => ChainSide::Lower(rest.neg()?),
        ConstraintKind::Inequality => ChainSide::Upper(rest),
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
    if let Some(known) = Residue::read(&Constraint { kind: ConstraintKind::Equality, aff: aff.clone() }) {
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

/// A chain of comparisons in the making: `lower <= body .. <= upper`.
struct Chain {
    lower: Option<Aff>,
    body: Aff,
    /// What follows the body, as text.
    rest: String,
    /// The last expression, where no bound follows it: what it bounds can be added.
    end: Option<Aff>,
    /// The last bound.
    upper: Option<Aff>,
    /// Whether it is a condition on parameters alone, which reads better as `n >= 1`.
    on_params: bool,
}

impl Chain {
    /// The chain of one expression and its bounds.
    fn new(body: &Aff, lower: Option<&Aff>, upper: Option<&Aff>, on_params: bool) -> Option<Chain> {
        let rest = upper.map_or(Some(String::new()), upper_text)?;
        let end = upper.is_none().then(|| body.clone());
        Some(Chain { lower: lower.cloned(), body: body.clone(), rest, end, upper: upper.cloned(), on_params })
    }

    /// Whether the other chain begins with what this one ends in; if so, the text in between.
    fn continued_by(&self, next: &Chain) -> Option<String> {
        if let (Some(end), Some(lower)) = (&self.end, &next.lower) {
            let strict = end.offset(1).as_ref() == Some(lower);
            return (strict || end == lower)
                .then(|| format!("{}{}", if strict { " < " } else { " <= " }, next.body));
        }
        let upper = self.upper.as_ref()?;
        // The upper bound is written as ` <= body` or ` < body`.
        let meets = *upper == next.body || upper.offset(1).as_ref() == Some(&next.body);
        (next.lower.is_none() && meets).then(String::new)
    }

    /// Adds the other chain where it continues this one, and says whether it does.
    fn append(&mut self, next: &Chain) -> bool {
        let Some(between) = self.continued_by(next) else { return false };
        self.rest += &format!("{between}{}", next.rest);
        (self.end, self.upper) = (next.end.clone(), next.upper.clone());
        true
    }

    fn text(&self) -> Option<String> {
        let Chain { lower, body, rest, end, upper: _, on_params } = self;
        Some(match lower {
            None => format!("{body}{rest}"),
            Some(lower) if *on_params && rest.is_empty() && end.is_some() => format!("{body} >= {lower}"),
            Some(lower) => format!("{}{body}{rest}", lower_text(lower)?),
        })
    }
}

/// One condition of a conjunction.
enum Part {
    Equality(String),
    Chain(Chain),
}

/// Links chains where one ends in what another one begins with.
fn link(parts: &mut Vec<Part>) {
    let mut at = 0;
    while at < parts.len() {
        let next = parts.remove(at);
        let joined = match &next {
            Part::Chain(next) => parts.iter_mut().any(|part| match part {
                Part::Chain(chain) => chain.append(next),
                Part::Equality(_) => false,
            }),
            Part::Equality(_) => false,
        };
        if joined {
            // The longer chain may fit behind one that was passed over.
            at = 0;
        } else {
            parts.insert(at, next);
            at += 1;
        }
    }
}

/// The conditions of a conjunction; `None` where a bound overflows.
pub(super) fn conjunction(constraints: &[Constraint], dims: &[Name]) -> Option<Vec<String>> {
    let relations = constraints.iter().map(|constraint| relation(constraint, dims));
    let mut relations = relations.collect::<Option<Vec<_>>>()?;
    relations.sort_by(|a, b| (a.place, &a.body).cmp(&(b.place, &b.body)));
    let mut parts = Vec::new();
    for group in relations.chunk_by(|a, b| a.body == b.body) {
        let (mut lowers, mut uppers) = (Vec::new(), Vec::new());
        for relation in group {
            match &relation.side {
                ChainSide::Equal(text) => parts.push(Part::Equality(text.clone())),
                ChainSide::Lower(bound) => lowers.push(bound),
                ChainSide::Upper(bound) => uppers.push(bound),
            }
        }
        let Some(Relation { place, body, .. }) = group.first() else { continue };
        for at in 0..lowers.len().max(uppers.len()) {
            let (lower, upper) = (lowers.get(at).copied(), uppers.get(at).copied());
            parts.push(Part::Chain(Chain::new(body, lower, upper, place.0 == usize::MAX)?));
        }
    }
    link(&mut parts);
    let text = |part: &Part| match part {
        Part::Equality(text) => Some(text.clone()),
        Part::Chain(chain) => chain.text(),
    };
    parts.iter().map(text).collect()
}
