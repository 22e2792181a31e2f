//! What PoCL 3.1 gets wrong, and how code keeps away from it (`docs/reliability.md`). Each was found by tests
//! in which Oclgrind and the interpreter agree.

use crate::dialect::Dialect;
use ir::{Comparison, Expr, Name, Node, Step, walk};
use std::collections::BTreeSet;

/// Lines that PoCL leaves out, since it runs barriers behind a `return` wrongly.
pub(crate) fn left_out(dialect: Dialect, lines: &str) -> String {
    match dialect {
        Dialect::OpenCl => format!("#ifndef POCL_DEVICE_ADDRESS_BITS\n{lines}#endif\n"),
        _ => lines.to_owned(),
    }
}

/// Declarations of numbers of work items once more, for the body of a loop in which work items meet. Where
/// PoCL's compiler sees that two tests ask the same, it takes what stands between them into both branches,
/// and loses values behind a barrier. Outside of such a loop a test of the `volatile` one holds for all.
pub(crate) fn asked_again<'d>(declarations: impl Iterator<Item = &'d str>, indent: &str) -> String {
    let lines: String = declarations
        .map(|declaration| format!("{indent}{}\n", declaration.replacen(" const ", " const volatile ", 1)))
        .collect();
    if lines.is_empty() { lines } else { format!("#ifdef POCL_DEVICE_ADDRESS_BITS\n{lines}#endif\n") }
}

/// Variables that tests in some steps compare with one value.
pub(crate) fn tested(steps: &[Step]) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    for step in steps {
        match step {
            Step::For(inner) => found.extend(tested(&inner.body)),
            Step::If { condition, then, otherwise } => {
                found.extend(compared(condition));
                [then, otherwise].into_iter().for_each(|side| found.extend(tested(side)));
            }
            Step::Barrier { .. } | Step::Run(_) => {}
        }
    }
    found
}

/// The variables that a condition asks to equal a number.
fn compared(condition: &Expr) -> Vec<Name> {
    let mut found = Vec::new();
    walk::any(condition, &mut |part| {
        if let Node::Compare(Comparison::Equal, a, b) = part.node() {
            found.extend([a, b].into_iter().filter_map(Expr::as_var).cloned());
        }
        false
    });
    found
}
