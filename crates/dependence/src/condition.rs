//! Conditions on data: when two are the same, or opposite.

use ir::{Comparison, Expr, Kernel, Name, Node, Statement, walk};

/// Whether two conditions hold alike wherever their operands have the same values.
pub fn are_equivalent(a: &Expr, b: &Expr) -> bool {
    a == b || normal(a) == normal(b)
}

/// Whether one holds exactly where the other one does not.
pub fn are_opposite(a: &Expr, b: &Expr) -> bool {
    are_equivalent(a, &b.logical_not()) || are_equivalent(&a.logical_not(), b)
}

/// Whether what a condition reads has been written, if ever, before both statements, where `comes_after`
/// tells their order: it then has one value at both.
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

/// The form that stands for all that are the same: without double negations, unequal for not equal, and with
/// the lesser side first. `not (a < b)` stays as it is, since it holds of numbers that do not compare.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(op: Comparison, a: &str, b: &str) -> Expr {
        Expr::new(Node::Compare(op, Expr::var(a), Expr::var(b)))
    }

    #[test]
    fn forms_of_one_condition_are_the_same() {
        let less = compare(Comparison::Less, "x", "y");
        assert!(are_equivalent(&less, &compare(Comparison::Greater, "y", "x")));
        assert!(are_equivalent(&less, &Expr::new(Node::Not(Expr::new(Node::Not(less.clone()))))));
        let equal = compare(Comparison::Equal, "x", "y");
        assert!(are_opposite(&equal, &compare(Comparison::NotEqual, "x", "y")));
        assert!(are_opposite(&less, &Expr::new(Node::Not(compare(Comparison::Greater, "y", "x")))));
        // Neither holds of numbers that do not compare.
        assert!(!are_opposite(&less, &compare(Comparison::GreaterEqual, "x", "y")));
    }
}
