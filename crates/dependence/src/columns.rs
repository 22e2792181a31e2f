//! Columns for what data decide: sets over them say which conditions hold together, and that some of them
//! cover all cases.
//!
//! A condition that reads memory is no set of points. Where it has one value at several places, a column that
//! is 0 or 1 stands for that value; an integer that it compares has a column too, so that `k < 0`, `k == 0`
//! and `k > 0` are all there is. What is made of them by `and`, `or` and `not` are alternatives of
//! constraints.

use ir::typing::{self, Type};
use ir::{Expr, Kernel, Name, Node, Scalar, affine};
use poly::{Aff, Constraint, Error, Set};

use crate::condition::{are_equivalent, are_opposite};
use crate::piecewise::{self, Alternatives};

/// How a place looks at the expressions of one instance.
pub trait Asker {
    /// Where and when an expression is evaluated.
    type Place;

    /// The place of the instance.
    fn place(&self) -> Self::Place;

    /// An expression in terms that all askers share.
    fn shared(&self, expr: &Expr) -> Expr;

    /// Whether a name in such terms is an integer that sets know.
    fn is_known(&self, name: &Name) -> bool;

    /// Whether an expression of the instance is an integer.
    fn is_integer(&self, expr: &Expr) -> bool;

    /// Whether what an expression of the instance reads has the same value at another place, for sure.
    ///
    /// # Errors
    /// Those of the set operations.
    fn is_same_at(&self, expr: &Expr, other: &Self::Place) -> Result<bool, Error>;
}

/// Columns for values that were the same wherever they were asked for.
#[derive(Debug)]
pub struct Columns<P> {
    entries: Vec<Entry<P>>,
}

#[derive(Debug)]
struct Entry<P> {
    value: Expr,
    place: P,
    is_truth: bool,
}

impl<P> Default for Columns<P> {
    fn default() -> Self {
        Columns { entries: Vec::new() }
    }
}

impl<P> Columns<P> {
    /// When a condition holds, or does not, at the place of the asker; `None` where that has too many
    /// alternatives.
    ///
    /// # Errors
    /// Those of the set operations.
    pub fn decide(
        &mut self,
        condition: &Expr,
        holds: bool,
        asker: &dyn Asker<Place = P>,
    ) -> Result<Option<Alternatives>, Error> {
        match condition.node() {
            Node::Bool(value) => Ok(Some(if *value == holds { vec![Vec::new()] } else { Vec::new() })),
            Node::Not(inner) => self.decide(inner, !holds, asker),
            Node::And(operands) | Node::Or(operands) => {
                let mut parts = Vec::new();
                for operand in operands {
                    let Some(part) = self.decide(operand, holds, asker)? else { return Ok(None) };
                    parts.push(part);
                }
                let together = matches!(condition.node(), Node::And(_)) == holds;
                Ok(if together { piecewise::all_hold(&parts) } else { piecewise::one_holds(&parts) })
            }
            Node::Compare(op, a, b) if asker.is_integer(a) && asker.is_integer(b) => {
                let comparison = Node::Compare(*op, self.number(a, asker)?, self.number(b, asker)?);
                match self.compared(comparison, holds, asker) {
                    Some(alternatives) => Ok(Some(alternatives)),
                    None => self.truth(condition, holds, asker),
                }
            }
            _ => self.truth(condition, holds, asker),
        }
    }

    /// The alternatives of several conditions that all hold.
    ///
    /// # Errors
    /// Those of the set operations.
    pub fn decide_all(
        &mut self,
        conditions: &[Expr],
        asker: &dyn Asker<Place = P>,
    ) -> Result<Option<Alternatives>, Error> {
        self.decide(&Expr::all(conditions.to_vec()), true, asker)
    }

    /// The points of a set with all columns, where one of the alternatives holds.
    ///
    /// # Errors
    /// Those of the set operations.
    pub fn restrict(&self, points: &Set, alternatives: &Alternatives) -> Result<Set, Error> {
        let mut all = points.add_dims(&self.names())?;
        for (at, _) in self.entries.iter().enumerate().filter(|(_, entry)| entry.is_truth) {
            let own = Aff::dim(&column(at));
            let range = [Constraint::ge(&own, &Aff::constant(0)), Constraint::le(&own, &Aff::constant(1))];
            let range: Vec<Constraint> = range.into_iter().collect::<Option<_>>().ok_or(Error::Overflow)?;
            all = all.add_constraints(&range)?;
        }
        crate::domain::any_of(&all, alternatives)
    }

    /// All columns.
    pub fn names(&self) -> Vec<Name> {
        (0..self.entries.len()).map(column).collect()
    }

    /// An integer with columns for what is not known of it.
    fn number(&mut self, expr: &Expr, asker: &dyn Asker<Place = P>) -> Result<Expr, Error> {
        let shared = asker.shared(expr);
        let is_known =
            affine::to_aff(&shared).is_some_and(|aff| aff.names().iter().all(|name| asker.is_known(name)));
        if is_known {
            return Ok(shared);
        }
        match expr.node() {
            Node::Sum(terms) => return Ok(Expr::sum(self.numbers(terms, asker)?)),
            Node::Product(factors) => return Ok(Expr::product(self.numbers(factors, asker)?)),
            _ => {}
        }
        let found = self.find(expr, asker, false, &|known| are_equivalent(known, &shared))?;
        Ok(Expr::from(&column(found.unwrap_or_else(|| self.add(shared, asker.place(), false)))))
    }

    fn numbers(&mut self, list: &[Expr], asker: &dyn Asker<Place = P>) -> Result<Vec<Expr>, Error> {
        list.iter().map(|expr| self.number(expr, asker)).collect()
    }

    /// When a comparison of what columns and known names make holds, or does not.
    fn compared(&self, comparison: Node, holds: bool, asker: &dyn Asker<Place = P>) -> Option<Alternatives> {
        let own = self.names();
        let is_known = |name: &Name| own.contains(name) || asker.is_known(name);
        piecewise::condition(&Expr::new(comparison), holds, &is_known)
    }

    /// The column of a condition, or of its opposite.
    fn truth(
        &mut self,
        condition: &Expr,
        holds: bool,
        asker: &dyn Asker<Place = P>,
    ) -> Result<Option<Alternatives>, Error> {
        let shared = asker.shared(condition);
        let (at, value) = match self.find(condition, asker, true, &|known| are_opposite(known, &shared))? {
            Some(at) => (at, !holds),
            None => {
                let known = self.find(condition, asker, true, &|known| are_equivalent(known, &shared))?;
                (known.unwrap_or_else(|| self.add(shared, asker.place(), true)), holds)
            }
        };
        let equal = Constraint::eq(&Aff::dim(&column(at)), &Aff::constant(i64::from(value)));
        Ok(Some(vec![vec![equal.ok_or(Error::Overflow)?]]))
    }

    /// The column of a value that is the same at the place of the asker.
    fn find(
        &self,
        expr: &Expr,
        asker: &dyn Asker<Place = P>,
        is_truth: bool,
        is_alike: &dyn Fn(&Expr) -> bool,
    ) -> Result<Option<usize>, Error> {
        for (at, entry) in self.entries.iter().enumerate() {
            if entry.is_truth == is_truth && is_alike(&entry.value) && asker.is_same_at(expr, &entry.place)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    fn add(&mut self, value: Expr, place: P, is_truth: bool) -> usize {
        self.entries.push(Entry { value, place, is_truth });
        self.entries.len() - 1
    }
}

/// Whether an expression of a kernel is an integer that compares as the number does.
pub fn is_integer(kernel: &Kernel, expr: &Expr) -> bool {
    let ty = typing::type_of(kernel, expr).map(Type::scalar);
    ty.is_ok_and(|ty| matches!(ty, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64))
}

/// No name of a kernel has an apostrophe.
fn column(at: usize) -> Name {
    Name::new(format!("data'{at}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use ir::Comparison;

    /// One place; names that begin with `k` are integers.
    struct Here;

    impl Asker for Here {
        type Place = ();

        fn place(&self) {}

        fn shared(&self, expr: &Expr) -> Expr {
            expr.clone()
        }

        fn is_known(&self, name: &Name) -> bool {
            **name == *"n"
        }

        fn is_integer(&self, expr: &Expr) -> bool {
            ir::walk::names(expr).iter().all(|name| name.starts_with(['k', 'n']))
        }

        fn is_same_at(&self, _: &Expr, _: &()) -> Result<bool, Error> {
            Ok(true)
        }
    }

    /// Whether one of the conditions holds always.
    fn cover(conditions: &[Expr]) -> bool {
        let mut columns = Columns::default();
        let found: Vec<Alternatives> = conditions
            .iter()
            .map(|condition| columns.decide(condition, true, &Here).unwrap().unwrap())
            .collect();
        let all = Set::universe(&[Name::new("n")], &[]).unwrap();
        let mut left = columns.restrict(&all, &vec![Vec::new()]).unwrap();
        for holds in &found {
            left = left.subtract(&columns.restrict(&all, holds).unwrap()).unwrap();
        }
        left.is_empty().unwrap()
    }

    fn compare(op: Comparison, a: &str, b: &Expr) -> Expr {
        Expr::new(Node::Compare(op, Expr::var(a), b.clone()))
    }

    #[test]
    fn a_condition_and_its_negation_are_all() {
        let less = compare(Comparison::Less, "x", &Expr::var("y"));
        assert!(cover(&[less.clone(), less.logical_not()]));
        assert!(!cover(&[less.clone(), less.clone()]));
        // Neither holds of numbers that do not compare.
        assert!(!cover(&[less, compare(Comparison::GreaterEqual, "x", &Expr::var("y"))]));
        let equal = compare(Comparison::Equal, "x", &Expr::var("y"));
        assert!(cover(&[equal.clone(), equal.logical_not()]));
    }

    #[test]
    fn integers_are_less_equal_or_greater() {
        let to = |op, value| compare(op, "k", &Expr::int(value));
        assert!(cover(&[to(Comparison::Less, 0), to(Comparison::Equal, 0), to(Comparison::Greater, 0)]));
        assert!(cover(&[to(Comparison::Less, 1), to(Comparison::Greater, 0)]));
        assert!(!cover(&[to(Comparison::Less, 0), to(Comparison::Greater, 0)]));
        let n = Expr::var("n");
        assert!(cover(&[compare(Comparison::Less, "k", &n), compare(Comparison::GreaterEqual, "k", &n)]));
    }

    #[test]
    fn cases_are_made_of_conditions() {
        let [a, b] = ["x", "y"].map(Expr::var);
        let both = Expr::new(Node::And(vec![a.clone(), b.clone()]));
        let one = Expr::new(Node::Or(vec![a.logical_not(), b.logical_not()]));
        assert!(cover(&[both.clone(), one]));
        assert!(cover(&[both.clone(), both.logical_not()]));
        assert!(!cover(&[both, a.logical_not()]));
        assert!(!cover(&[Expr::new(Node::Or(vec![a, b]))]));
    }
}
