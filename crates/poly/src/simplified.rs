//! Constraints in a form of their own.

use crate::remainder::{Remainder, range, without_unit_floor};
use crate::{Constraint, ConstraintKind};

/// A constraint after simplification.
pub(crate) enum Simplified {
    /// It always holds.
    True,
    /// It never holds.
    False,
    /// It depends on the names.
    Open(Constraint),
}

impl Constraint {
    /// The same condition with the smallest coefficients, tightened to the integers, and in a form of its own
    /// for each condition on a remainder; an equality starts with a positive coefficient.
    pub(crate) fn simplify(&self) -> Option<Simplified> {
        let content = self.aff.content();
        let mut aff = self.aff.clone().divide_content(content);
        if self.kind == ConstraintKind::Inequality {
            if let Some(plain) = without_unit_floor(&aff) {
                return Constraint { kind: self.kind, aff: plain }.simplify();
            }
        } else {
            if content > 1 && self.aff.constant_part().rem_euclid(content) != 0 {
                return Some(Simplified::False);
            }
            if aff.terms().first().is_some_and(|(_, c)| *c < 0) {
                aff = aff.neg()?;
            }
        }
        if let Some((least, most)) = range(&aff) {
            let (always, possible) = match self.kind {
                ConstraintKind::Inequality => (least >= 0, most >= 0),
                ConstraintKind::Equality => (least == 0 && most == 0, least <= 0 && most >= 0),
            };
            if always || !possible {
                return Some(if always { Simplified::True } else { Simplified::False });
            }
        }
        if let Some(remainder) = Remainder::read(&aff) {
            aff = remainder.normal_form(self.kind)?;
        }
        Some(Simplified::Open(Constraint { kind: self.kind, aff }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aff, Name};

    /// Every condition on a remainder keeps its points, and conditions with the same points get the same
    /// form.
    #[test]
    fn forms_depend_on_the_residues_alone() {
        let i = Aff::dim(&Name::from("i"));
        let mut forms: Vec<(Vec<bool>, String)> = Vec::new();
        for (factor, shift, divisor) in
            [-1, 1].into_iter().flat_map(|f| (-3..4).flat_map(move |s| (2..6).map(move |d| (f, s, d))))
        {
            for (sign, constant) in [-1, 1].into_iter().flat_map(|s| (-7..8).map(move |c| (s, c))) {
                let inner = i.scale(factor).unwrap().offset(shift).unwrap().modulo(divisor).unwrap();
                let aff = inner.scale(sign).unwrap().offset(constant).unwrap();
                for kind in [ConstraintKind::Equality, ConstraintKind::Inequality] {
                    let constraint = Constraint { kind, aff: aff.clone() };
                    let holds = |c: &Constraint, v: i64| c.holds(&[("i".into(), v)].into()).unwrap();
                    let expected: Vec<bool> = (-60..60).map(|v| holds(&constraint, v)).collect();
                    let (found, text) = match constraint.simplify().unwrap() {
                        Simplified::True => (vec![true; 120], String::from("true")),
                        Simplified::False => (vec![false; 120], String::from("false")),
                        Simplified::Open(open) => {
                            ((-60..60).map(|v| holds(&open, v)).collect(), format!("{kind:?} {open}"))
                        }
                    };
                    assert_eq!(found, expected, "{constraint} became {text}");
                    let equality = kind == ConstraintKind::Equality || text == "true" || text == "false";
                    let other = forms.iter().find(|(points, form)| {
                        *points == found
                            && equality == (form.starts_with("Eq") || form == "true" || form == "false")
                    });
                    match other {
                        Some((_, form)) => assert_eq!(*form, text),
                        None => forms.push((found, text)),
                    }
                }
            }
        }
    }
}
