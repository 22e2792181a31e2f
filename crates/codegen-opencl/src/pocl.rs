//! What PoCL 3.1 gets wrong, and how code keeps away from it (`docs/reliability.md`). Each was found by tests
//! in which Oclgrind and the interpreter agree.

use crate::dialect::Dialect;
use ir::{Comparison, Expr, Launch, Name, Node, Step, walk};
use std::collections::BTreeSet;

/// Lines that PoCL leaves out, since it runs barriers behind a `return` wrongly.
pub(crate) fn left_out(dialect: Dialect, lines: &str) -> String {
    match dialect {
        Dialect::OpenCl => format!("#ifndef POCL_DEVICE_ADDRESS_BITS\n{lines}#endif\n"),
        _ => lines.to_owned(),
    }
}

/// The declaration of a number of a work item that tests ask for. Where PoCL's compiler sees that two tests
/// ask the same, it takes what stands between them into both branches, and loses values behind a barrier.
pub(crate) fn asked_each_time(dialect: Dialect, declaration: &str) -> String {
    if dialect != Dialect::OpenCl {
        return declaration.to_owned();
    }
    let volatile = declaration.replacen(" const ", " const volatile ", 1);
    format!("#ifdef POCL_DEVICE_ADDRESS_BITS\n{volatile}#else\n{declaration}#endif\n")
}

/// Inames of a launch that tests compare with one value, in loops in which work items meet.
pub(crate) fn tested_in_meeting_loops(launch: &Launch) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    collect_tests(&launch.body, false, &mut found);
    found
}

fn collect_tests(steps: &[Step], in_meeting_loop: bool, found: &mut BTreeSet<Name>) {
    for step in steps {
        match step {
            Step::For(inner) => {
                let meets = in_meeting_loop || inner.body.iter().any(Step::meets);
                collect_tests(&inner.body, meets, found);
            }
            Step::If { condition, then, otherwise } => {
                if in_meeting_loop {
                    found.extend(compared(condition));
                }
                [then, otherwise].into_iter().for_each(|side| collect_tests(side, in_meeting_loop, found));
            }
            Step::Barrier { .. } | Step::Run(_) => {}
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
