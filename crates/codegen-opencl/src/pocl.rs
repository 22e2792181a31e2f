//! What PoCL 3.1 gets wrong, and how code keeps away from it (`docs/reliability.md`). Each was found by tests
//! in which Oclgrind and the interpreter agree.

use crate::dialect::Dialect;
use ir::{Comparison, Expr, Name, Node, Step, walk};
use std::collections::{BTreeMap, BTreeSet};

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

/// Variables that PoCL must ask for anew in a loop with these steps: those that tests compare with one value,
/// and those that are tested both before a barrier and behind it. The bounds of a loop are a test, too.
pub(crate) fn tested(steps: &[Step]) -> BTreeSet<Name> {
    let mut tests = Tests::default();
    tests.read(steps);
    tests.found
}

/// Which variables are tested where.
#[derive(Default)]
struct Tests {
    /// How many barriers were passed.
    barriers: usize,
    /// How many were passed where a variable was first tested.
    first: BTreeMap<Name, usize>,
    found: BTreeSet<Name>,
}

impl Tests {
    fn read(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Barrier { .. } => self.barriers += 1,
                Step::Run(_) => {}
                Step::For(inner) => {
                    [&inner.lower, &inner.upper].into_iter().for_each(|bound| self.note(bound));
                    self.read(&inner.body);
                }
                Step::If { condition, then, otherwise } => {
                    self.found.extend(compared(condition));
                    self.note(condition);
                    [then, otherwise].into_iter().for_each(|side| self.read(side));
                    // It is asked again behind each barrier within.
                    self.note(condition);
                }
            }
        }
    }

    fn note(&mut self, test: &Expr) {
        for name in walk::names(test) {
            let first = *self.first.entry(name.clone()).or_insert(self.barriers);
            if first != self.barriers {
                self.found.insert(name);
            }
        }
    }
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
