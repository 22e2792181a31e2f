//! Whether a loop nest keeps the order of a text.
//!
//! Where nothing else orders two instances that use one element, the first of the loops that their statements
//! share decides whose iterations differ, and then the text. A nest in which neighbours share loops keeps
//! that unless a statement without such a loop stands between.

use super::memory::Fault;
use super::nest::{self, Plan};
use diag::Diagnostic;
use ir::access::{AccessKind, accesses};
use ir::{Kernel, Name, Statement, Unordered};
use std::collections::BTreeMap;

/// Whether no loop nest in the order of a kernel's text keeps that order; such a kernel must be lowered
/// before it is run.
pub fn is_torn(kernel: &Kernel) -> bool {
    kernel.schedule.is_none() && nest::nest_of(kernel).is_some_and(|plans| torn(kernel, &plans).is_some())
}

/// Refuses a nest that does not keep the order of the text.
pub(super) fn check(kernel: &Kernel, plans: &[Plan]) -> Result<(), Fault> {
    let Some([first, second]) = torn(kernel, plans) else { return Ok(()) };
    let message =
        format!("`{first}` and `{second}` share a loop, and statements between them are outside of it");
    let problem = Diagnostic::error("lp::run::text-order", message);
    Err(Box::new(
        problem.help("write statements that share a loop next to each other, or lower the kernel first"),
    ))
}

/// Two statements that use one variable and share loops which the nest runs apart, or in another order.
fn torn<'k>(kernel: &'k Kernel, plans: &[Plan]) -> Option<[&'k Name; 2]> {
    if kernel.unordered != Unordered::TextOrder {
        return None;
    }
    let used: Vec<BTreeMap<Name, bool>> =
        kernel.statements.values().map(|statement| variables(kernel, statement)).collect();
    let listed = || kernel.statements.iter().zip(plans).zip(&used);
    listed().enumerate().find_map(|(at, (((first, one), plan), own))| {
        let later = listed().skip(at + 1).find(|(((_, other), other_plan), others)| {
            let meet = own
                .iter()
                .any(|(name, writes)| others.get(name).is_some_and(|also_writes| *writes || *also_writes));
            meet && common(plan, other_plan) != shared(one, other)
        });
        later.map(|(((second, _), _), _)| [first, second])
    })
}

/// The variables that a statement uses, and whether it writes them.
fn variables(kernel: &Kernel, statement: &Statement) -> BTreeMap<Name, bool> {
    let mut found = BTreeMap::new();
    for access in accesses(kernel, statement) {
        *found.entry(access.variable).or_insert(false) |= access.kind == AccessKind::Write;
    }
    found
}

/// The loops that decide the order of two statements: those of the first, as far as the other has them.
fn shared(first: &Statement, second: &Statement) -> Vec<Name> {
    first.inames.iter().filter(|iname| second.inames.contains(iname)).cloned().collect()
}

/// The loops around both.
fn common(one: &Plan, other: &Plan) -> Vec<Name> {
    let both = one.iter().zip(other).take_while(|(a, b)| a == b);
    both.filter_map(|((_, iname), _)| iname.clone()).collect()
}
