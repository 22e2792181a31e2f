//! The required order of instances: times, or declared dependencies.
//!
//! A time is a vector of positions and iterations by turns, of which the first component that differs decides
//! ("2d+1", Feautrier 1992). Instances whose times agree as far as the shorter one goes are in no order.

use crate::declared::Declared;
use ir::{Kernel, Name, Provenance, Statement, Unordered};
use poly::{Aff, Constraint};
use std::collections::{BTreeMap, BTreeSet};

/// An instance of the kernel whose order is required.
#[derive(Debug, Clone, Copy)]
pub struct OrderedInstance<'a> {
    /// Its statement.
    pub statement: &'a Name,
    /// Its inames as affine forms in some columns.
    pub at: &'a [(Name, Aff)],
}

impl<'a> OrderedInstance<'a> {
    /// The instance of a statement whose inames are these forms.
    pub fn new(statement: &'a Name, at: &'a [(Name, Aff)]) -> Self {
        OrderedInstance { statement, at }
    }
}

/// Alternatives, each a conjunction.
type Alternatives = Vec<Vec<Constraint>>;

/// What a statement performs in the kernel whose order is required.
pub struct Performed<'k> {
    /// That kernel: the reference, where there is one.
    pub kernel: &'k Kernel,
    /// The statement's name there.
    pub id: &'k Name,
    /// The statement there.
    pub statement: &'k Statement,
    /// Its inames in terms of those of the performing statement; `None` where it performs itself.
    at: Option<&'k [(Name, Aff)]>,
}

impl<'k> Performed<'k> {
    /// What a statement performs, or is a part of; `None` for a fetch, and for what the reference lacks.
    pub fn of_statement(kernel: &'k Kernel, id: &'k Name, statement: &'k Statement) -> Option<Self> {
        let home = kernel.reference.as_deref().unwrap_or(kernel);
        let (id, at) = match &statement.provenance {
            Some(Provenance::Performs(instance) | Provenance::Part(instance)) => {
                (&instance.statement, Some(instance.at.as_slice()))
            }
            Some(Provenance::Fetch(_)) => return None,
            None => (id, None),
        };
        let (id, statement) = home.statements.get_key_value(id)?;
        Some(Performed { kernel: home, id, statement, at })
    }

    /// Its inames, where those of the performing statement have these values. The outer option is overflow.
    pub fn inames_at(&self, values: &BTreeMap<Name, Aff>) -> Option<BTreeMap<Name, Aff>> {
        match self.at {
            None => Some(values.clone()),
            Some(at) => {
                at.iter().map(|(iname, aff)| Some((iname.clone(), aff.substitute(values)?))).collect()
            }
        }
    }

    /// Its time in terms of the performing statement's inames; `None` where it has none, or on overflow.
    pub fn time(&self) -> Option<Vec<Aff>> {
        let time = self.statement.time.as_ref()?;
        match self.at {
            None => Some(time.clone()),
            Some(at) => substituted(time, &at.iter().cloned().collect()),
        }
    }
}

/// Whether times order some instances of a kernel.
pub fn has_times(kernel: &Kernel) -> bool {
    kernel.statements.values().any(|statement| statement.time.is_some())
}

/// A time at values of inames; `None` on overflow.
pub fn substituted(time: &[Aff], values: &BTreeMap<Name, Aff>) -> Option<Vec<Aff>> {
    time.iter().map(|aff| aff.substitute(values)).collect()
}

/// All ways in which the first must come before the second, in a kernel that declares this order. `None` on
/// overflow.
///
/// What is declared holds where shared inames agree, as [`Declared::agreeing`] has it. An element of a
/// temporary that has a value of its own in each iteration of some loops is accessed within one iteration of
/// all that are shared, but for `numbering` ones, which number the elements.
pub fn must_precede(
    kernel: &Kernel,
    order: &Declared,
    numbering: Option<&BTreeSet<Name>>,
    first: OrderedInstance<'_>,
    second: OrderedInstance<'_>,
) -> Option<Alternatives> {
    let entries = [first.statement, second.statement].map(|id| kernel.statements.get_full(id));
    let [Some((a_at, _, a)), Some((b_at, _, b))] = entries else { return Some(Vec::new()) };
    if let (Some(a), Some(b)) = (&a.time, &b.time) {
        let values = |at: &[(Name, Aff)]| at.iter().cloned().collect();
        let times = (substituted(a, &values(first.at))?, substituted(b, &values(second.at))?);
        return lexicographic(&times.0, &times.1, Agreeing::Excluded);
    }
    // The loops stand in the order of the statement that comes first in the text.
    let (leader, other) = if a_at <= b_at { (a, b) } else { (b, a) };
    let shared: Vec<&Name> = leader.inames.iter().filter(|iname| other.inames.contains(iname)).collect();
    let forms = |at: &[(Name, Aff)]| {
        let find = |iname: &&Name| at.iter().find(|(name, _)| name == *iname).map(|(_, aff)| aff.clone());
        shared.iter().map(find).collect::<Option<Vec<Aff>>>()
    };
    let (mut a_time, mut b_time) = (forms(first.at)?, forms(second.at)?);
    let declared = order.comes_after(second.statement, first.statement);
    if kernel.unordered == Unordered::TextOrder {
        let text = !order.comes_after(first.statement, second.statement) && a_at < b_at;
        a_time.push(Aff::constant(0));
        b_time.push(Aff::constant(i64::from(declared || text)));
        return lexicographic(&a_time, &b_time, Agreeing::Excluded);
    }
    if !declared {
        return Some(Vec::new());
    }
    let shared: Vec<Name> = shared.into_iter().cloned().collect();
    let ways = match numbering {
        Some(numbering) => vec![shared.iter().filter(|iname| !numbering.contains(*iname)).cloned().collect()],
        None => order.agreeing(second.statement, first.statement, &shared),
    };
    let agree = |loops: BTreeSet<Name>| -> Option<Vec<Constraint>> {
        let both = shared.iter().zip(a_time.iter().zip(&b_time)).filter(|(iname, _)| loops.contains(*iname));
        both.map(|(_, (a, b))| Constraint::eq(a, b)).collect()
    };
    ways.into_iter().map(agree).collect()
}

/// Whether vectors that agree as far as the shorter one goes belong to an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreeing {
    /// They do.
    Included,
    /// They do not.
    Excluded,
}

/// When the first vector comes before the second: the first component that differs is less. Constants decide
/// without a constraint. `None` on overflow.
pub fn lexicographic(first: &[Aff], second: &[Aff], agreeing: Agreeing) -> Option<Alternatives> {
    let mut equal: Vec<Constraint> = Vec::new();
    let mut found = Vec::new();
    for (a, b) in first.iter().zip(second) {
        match a.sub(b)?.as_constant() {
            Some(0) => {}
            Some(difference) => {
                if difference < 0 {
                    found.push(equal);
                }
                return Some(found);
            }
            None => {
                let less = Constraint::lt(a, b)?;
                found.push(equal.iter().cloned().chain([less]).collect());
                equal.push(Constraint::eq(a, b)?);
            }
        }
    }
    if agreeing == Agreeing::Included {
        found.push(equal);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use poly::Point;

    /// Whether one alternative holds at values of `i` and `j`.
    fn holds(alternatives: &Alternatives, i: i64, j: i64) -> bool {
        let point = Point::from([("i".into(), i), ("j".into(), j)]);
        alternatives.iter().any(|all| all.iter().all(|constraint| constraint.holds(&point).unwrap()))
    }

    #[test]
    fn vectors_are_compared_like_tuples() {
        let [i, j] = ["i", "j"].map(|name| Aff::dim(&name.into()));
        let constant = Aff::constant;
        type Order = fn(i64, i64) -> std::cmp::Ordering;
        let cases: [(Vec<Aff>, Vec<Aff>, Order); 4] = [
            (vec![i.clone(), j.clone()], vec![j.clone(), i.clone()], |i, j| (i, j).cmp(&(j, i))),
            (vec![constant(0), i.clone()], vec![constant(0), j.clone()], |i, j| i.cmp(&j)),
            (vec![constant(1), i.clone()], vec![constant(0), j.clone()], |_, _| std::cmp::Ordering::Greater),
            // A shorter vector decides nothing where it ends.
            (vec![i.clone()], vec![j.clone(), constant(0)], |i, j| i.cmp(&j)),
        ];
        for (first, second, order) in cases {
            for (x, y) in (-2..3).flat_map(|x| (-2..3).map(move |y| (x, y))) {
                let before = lexicographic(&first, &second, Agreeing::Excluded).unwrap();
                let not_after = lexicographic(&first, &second, Agreeing::Included).unwrap();
                assert_eq!(holds(&before, x, y), order(x, y).is_lt(), "{first:?} {second:?} at {x}, {y}");
                assert_eq!(holds(&not_after, x, y), order(x, y).is_le(), "{first:?} {second:?} at {x}, {y}");
            }
        }
    }
}
