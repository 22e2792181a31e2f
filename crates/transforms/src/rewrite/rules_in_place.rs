//! Rules that read what the kernel computes, in place of which a loop has to be looked at.

use super::users::{free_names, rules_used};
use ir::{Expr, Kernel, Statement, expand};
use poly::Name;
use std::collections::BTreeSet;

/// The kernel with rules in place in each expression of which some rule names a loop, or a variable that is
/// written: `s = s + r(i)`, where `r` reads `s`, takes no value into `s`. `None` where they are too large.
pub(crate) fn with_rules_in_place(kernel: &Kernel) -> Option<Kernel> {
    let mut changed = kernel.clone();
    if kernel.rules.is_empty() {
        return Some(changed);
    }
    let written: BTreeSet<&Name> =
        kernel.statements.values().filter_map(|own| own.target().map(ir::LValue::name)).collect();
    let mut complete = true;
    for statement in changed.statements.values_mut() {
        *statement = statement.map_exprs(&mut |expr| {
            let reached = reached(kernel, expr);
            if !reached.iter().any(|name| kernel.inames.contains_key(name) || written.contains(name)) {
                return expr.clone();
            }
            expand::expand_rules(expr, &kernel.rules).unwrap_or_else(|| {
                complete = false;
                expr.clone()
            })
        });
    }
    complete.then_some(changed)
}

/// A changed kernel in which statements that are what they were in `expanded` are written as in `source`.
pub(crate) fn with_rules_restored(mut changed: Kernel, expanded: &Kernel, source: &Kernel) -> Kernel {
    let same =
        |own: &Statement, other: &Statement| own.kind == other.kind && own.predicates == other.predicates;
    for (id, statement) in &mut changed.statements {
        if let Some((expanded, source)) = expanded.statements.get(id).zip(source.statements.get(id))
            && same(statement, expanded)
        {
            (statement.kind, statement.predicates) = (source.kind.clone(), source.predicates.clone());
        }
    }
    changed
}

/// Names in the bodies of the rules that an expression invokes, also through others.
fn reached(kernel: &Kernel, expr: &Expr) -> BTreeSet<Name> {
    let rules = rules_used(kernel, [expr]);
    rules.iter().filter_map(|name| kernel.rules.get(name)).flat_map(free_names).collect()
}
