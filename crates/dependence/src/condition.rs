//! Conditions on data: when two are the same, or opposite.
//!
//! A condition that reads memory is no set of points. Where it has one value at two places, a column that is 0 or 1 stands
//! for that value, and sets do the rest.

use ir::{Comparison, Expr, Kernel, Name, Node, Statement, walk};
use poly::{Aff, Constraint};

/// Whether two conditions hold alike wherever their operands have the same values.
pub fn same(a: &Expr, b: &Expr) -> bool {
    a == b || normal(a) == normal(b)
}

/// Whether one holds exactly where the other one does not.
pub fn opposite(a: &Expr, b: &Expr) -> bool {
    same(a, &b.logical_not()) || same(&a.logical_not(), b)
}

/// Whether what a condition reads has been written, if ever, before both statements, where `comes_after` tells their order:
/// it then has one value at both.
pub fn is_settled(
    kernel: &Kernel,
    condition: &Expr,
    both: [&Name; 2],
    comes_after: &dyn Fn(&Name, &Name) -> bool,
) -> bool {
    let names = walk::names(condition);
    let changes =
        |statement: &Statement| statement.target().is_some_and(|target| names.contains(target.name()));
    let mut writers = kernel.statements.iter().filter(|(_, statement)| changes(statement));
    writers.all(|(id, _)| both.iter().all(|reader| comes_after(reader, id)))
}

/// The form that stands for all that are the same: without double negations, unequal for not equal, and with the lesser
/// side first. `not (a < b)` stays as it is, since it holds of numbers that do not compare.
fn normal(condition: &Expr) -> Expr {
    match condition.node() {
        Node::Not(inner) => match inner.node() {
            Node::Compare(op @ (Comparison::Equal | Comparison::NotEqual), a, b) => {
                Expr::new(Node::Compare(op.negated(), a.clone(), b.clone()))
            }
            Node::Not(inner) => normal(inner),
            _ => Expr::new(Node::Not(normal(inner))),
        },
        Node::Compare(Comparison::Greater, a, b) => {
            Expr::new(Node::Compare(Comparison::Less, b.clone(), a.clone()))
        }
        Node::Compare(Comparison::GreaterEqual, a, b) => {
            Expr::new(Node::Compare(Comparison::LessEqual, b.clone(), a.clone()))
        }
        _ => condition.clone(),
    }
}

/// Columns for conditions that have one value wherever they are asked for.
#[derive(Debug, Default)]
pub struct Columns {
    conditions: Vec<Expr>,
}

impl Columns {
    /// The constraint that a condition holds, on its column.
    pub fn holds(&mut self, condition: &Expr) -> Option<Constraint> {
        if let Some(at) = self.conditions.iter().position(|known| opposite(known, condition)) {
            return Constraint::eq(&Aff::dim(&column(at)), &Aff::constant(0));
        }
        let known = self.conditions.iter().position(|known| same(known, condition));
        let at = known.unwrap_or_else(|| {
            self.conditions.push(condition.clone());
            self.conditions.len() - 1
        });
        Constraint::eq(&Aff::dim(&column(at)), &Aff::constant(1))
    }

    /// All columns.
    pub fn names(&self) -> Vec<Name> {
        (0..self.conditions.len()).map(column).collect()
    }

    /// What holds of all of them: each is 0 or 1.
    pub fn ranges(&self) -> Option<Vec<Constraint>> {
        let range = |name: Name| {
            let own = Aff::dim(&name);
            Some([Constraint::ge(&own, &Aff::constant(0))?, Constraint::le(&own, &Aff::constant(1))?])
        };
        Some(self.names().into_iter().map(range).collect::<Option<Vec<_>>>()?.concat())
    }
}

/// No name of a kernel has an apostrophe.
fn column(at: usize) -> Name {
    Name::new(format!("holds'{at}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(op: Comparison, a: &str, b: &str) -> Expr {
        Expr::new(Node::Compare(op, Expr::var(a), Expr::var(b)))
    }

    #[test]
    fn forms_of_one_condition_are_the_same() {
        let less = compare(Comparison::Less, "x", "y");
        assert!(same(&less, &compare(Comparison::Greater, "y", "x")));
        assert!(same(&less, &Expr::new(Node::Not(Expr::new(Node::Not(less.clone()))))));
        let equal = compare(Comparison::Equal, "x", "y");
        assert!(opposite(&equal, &compare(Comparison::NotEqual, "x", "y")));
        assert!(opposite(&less, &Expr::new(Node::Not(compare(Comparison::Greater, "y", "x")))));
        // Neither holds of numbers that do not compare.
        assert!(!opposite(&less, &compare(Comparison::GreaterEqual, "x", "y")));
    }

    #[test]
    fn a_condition_and_its_negation_share_a_column() {
        let equal = compare(Comparison::Equal, "x", "y");
        let mut columns = Columns::default();
        let holds = columns.holds(&equal).unwrap();
        let fails = columns.holds(&compare(Comparison::NotEqual, "x", "y")).unwrap();
        assert_ne!(holds, fails);
        assert_eq!(columns.holds(&equal), Some(holds));
        assert_eq!(columns.names().len(), 1);
        columns.holds(&compare(Comparison::Less, "x", "y"));
        assert_eq!(columns.names().len(), 2);
    }
}
