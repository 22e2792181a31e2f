//! Columns in the place of rounded quotients: a quotient of what is summed over becomes a column of its own,
//! and a parameter that is known to be a multiple becomes the multiple of another one.

use poly::{Aff, Constraint, ConstraintKind, Name, Set, Term};
use std::collections::BTreeMap;

/// Quotients that are replaced in one conjunction.
const MAX_QUOTIENTS: usize = 32;

/// The same points with a column for each rounded quotient that mentions a column. Each point has one value
/// of it, so their number stays. `None` where there are too many, or a number gets too large.
pub(crate) fn without_floors(
    mut constraints: Vec<Constraint>,
    mut dims: Vec<Name>,
) -> Option<(Vec<Constraint>, Vec<Name>)> {
    for at in 0..MAX_QUOTIENTS {
        let Some((inner, divisor)) = constraints.iter().find_map(|one| innermost(&one.aff, &dims)) else {
            return Some((constraints, dims));
        };
        let column = Name::new(format!("quotient {at}"));
        let by = Aff::dim(&column);
        for constraint in &mut constraints {
            constraint.aff = replaced(&constraint.aff, &inner, divisor, &by)?;
        }
        let rest = inner.add_scaled(&by, divisor.checked_neg()?)?;
        constraints.push(Constraint::ge(&rest, &Aff::constant(0))?);
        constraints.push(Constraint::lt(&rest, &Aff::constant(divisor))?);
        dims.push(column);
    }
    None
}

/// A rounded quotient of columns that has no such quotient inside.
fn innermost(aff: &Aff, dims: &[Name]) -> Option<(Aff, i64)> {
    aff.terms().iter().find_map(|(term, _)| match term {
        Term::Floor(inner, divisor) if dims.iter().any(|dim| inner.mentions(dim)) => {
            Some(innermost(inner, dims).unwrap_or_else(|| ((**inner).clone(), *divisor)))
        }
        _ => None,
    })
}

/// The expression with another one in the place of a rounded quotient.
fn replaced(aff: &Aff, inner: &Aff, divisor: i64, by: &Aff) -> Option<Aff> {
    aff.terms().iter().try_fold(Aff::constant(aff.constant_part()), |sum, (term, factor)| {
        let value = match term {
            Term::Dim(name) => Aff::dim(name),
            Term::Floor(own, own_divisor) if **own == *inner && *own_divisor == divisor => by.clone(),
            Term::Floor(own, own_divisor) => replaced(own, inner, divisor, by)?.floor_div(*own_divisor)?,
        };
        sum.add_scaled(&value, *factor)
    })
}

/// A parameter that is `factor*quotient + offset`.
#[derive(Debug, Clone)]
pub(crate) struct Multiple {
    /// The parameter.
    pub(crate) name: Name,
    /// The parameter that stands for the quotient.
    pub(crate) quotient: Name,
    /// What the quotient is multiplied with.
    pub(crate) factor: i64,
    /// What is added.
    pub(crate) offset: i64,
}

impl Multiple {
    /// The parameter by its quotient.
    pub(crate) fn value(&self) -> Option<Aff> {
        Aff::dim(&self.quotient).scale(self.factor)?.offset(self.offset)
    }

    /// The quotient by the parameter.
    pub(crate) fn rounded(&self) -> Option<Aff> {
        Aff::dim(&self.name).offset(self.offset.checked_neg()?)?.floor_div(self.factor)
    }
}

/// The parameters of which a set says that they are multiples.
pub(crate) fn multiples(context: &Set) -> Vec<Multiple> {
    let pieces = context.pieces().unwrap_or_default();
    let [piece] = pieces.as_slice() else { return Vec::new() };
    let mut found = BTreeMap::new();
    for constraint in piece.iter().filter(|one| one.kind == ConstraintKind::Equality) {
        if let Some(multiple) = multiple(&constraint.aff) {
            found.entry(multiple.name.clone()).or_insert(multiple);
        }
    }
    found.into_values().collect()
}

/// What `name - factor*floor((name + ..)/factor) - offset = 0` says.
fn multiple(aff: &Aff) -> Option<Multiple> {
    let [(Term::Dim(name), own), (Term::Floor(inner, divisor), other)] = aff.terms() else { return None };
    let factor = divisor.checked_mul(*own)?;
    if own.checked_abs()? != 1 || other.checked_add(factor)? != 0 {
        return None;
    }
    if inner.names().len() != 1 || inner.coefficient(name) != 1 || inner.terms().len() != 1 {
        return None;
    }
    let offset = aff.constant_part().checked_mul(own.checked_neg()?)?;
    let quotient = Name::new(format!("{name} by {divisor}"));
    Some(Multiple { name: name.clone(), quotient, factor: *divisor, offset })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_are_read_from_remainders() {
        for (text, factor, offset) in [
            ("[n] -> { : n mod 128 = 0 and n >= 128 }", 128, 0),
            ("[n] -> { : n mod 5 = 3 }", 5, 3),
            ("[n] -> { : (n + 1) mod 4 = 0 }", 4, 3),
        ] {
            let all = multiples(&Set::parse(text).unwrap());
            let [one] = all.as_slice() else { panic!("{text}: {all:?}") };
            assert_eq!((one.factor, one.offset.rem_euclid(factor)), (factor, offset), "{text}");
        }
    }
}
