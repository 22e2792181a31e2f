//! Two loops with the same bounds made one.

use super::change::Change;
use super::loops::change_loops;
use super::merge_domains::remove_domain;
use super::statements::{change_statements, users};
use super::users::{reduced_inames, rules_of};
use diag::Diagnostic;
use ir::{Expr, Kernel, Node, Statement, walk};
use pass::Refusal;
use poly::{Name, Set};
use std::collections::BTreeSet;

/// Lets the selected statements use `new` in place of `old`. Where no other statement uses it, `old` is gone
/// then.
///
/// # Errors
/// The two differ in their domains or tags, or a statement uses both.
pub fn merge_iname(
    kernel: &mut Kernel,
    old: &Name,
    new: &Name,
    selected: &BTreeSet<Name>,
) -> Result<(), Refusal> {
    check_not_nested(kernel, old, new, selected)?;
    check_tags(kernel, old, new)?;
    let (Some(from), Some(into)) = (kernel.home(old), kernel.home(new)) else { return Ok(()) };
    check_domains(kernel, old, new, (from, into))?;
    let change = Change::rename(old, new);
    let gone = users(kernel, std::slice::from_ref(old)).is_subset(selected);
    change_statements(kernel, selected, &change)?;
    if gone {
        remove(kernel, old, new, (from, into))?;
    }
    Ok(())
}

fn differ(message: String) -> Refusal {
    Diagnostic::error("lp::rename::different-loops", message).into()
}

fn check_not_nested(
    kernel: &Kernel,
    old: &Name,
    new: &Name,
    selected: &BTreeSet<Name>,
) -> Result<(), Refusal> {
    let mut problems = Vec::new();
    for (id, statement) in kernel.statements.iter().filter(|(name, _)| selected.contains(*name)) {
        if nests(kernel, statement, old, new) {
            let message = format!("statement `{id}` uses both `{old}` and `{new}`");
            let problem = Diagnostic::error("lp::rename::nested", message);
            problems.push(problem.at_entity(statement.loc.as_ref(), statement.origin, ""));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// Whether both loops run at once somewhere in a statement. Reductions beside each other take turns.
fn nests(kernel: &Kernel, statement: &Statement, old: &Name, new: &Name) -> bool {
    let reduced = reduced_inames(kernel, statement);
    let is_loop = |iname: &Name| statement.inames.contains(iname);
    let uses = |iname: &Name| is_loop(iname) || reduced.contains(iname);
    let inside_each_other = || {
        let rules = rules_of(kernel, [statement]);
        // What a rule's reductions stand in depends on where it is used.
        !rules.is_empty() || statement.expressions().any(|expr| reduces_inside(expr, &[old, new], false))
    };
    uses(old) && uses(new) && (is_loop(old) || is_loop(new) || inside_each_other())
}

/// Whether an expression has a reduction over one of the inames, with another inside of it or over both.
fn reduces_inside(expr: &Expr, inames: &[&Name; 2], inside: bool) -> bool {
    let own = match expr.node() {
        Node::Reduce { inames: reduced, .. } => reduced.iter().filter(|iname| inames.contains(iname)).count(),
        _ => 0,
    };
    if own > 1 || (own == 1 && inside) {
        return true;
    }
    let mut found = false;
    walk::for_each_child(expr, &mut |child| found |= reduces_inside(child, inames, inside || own == 1));
    found
}

fn check_tags(kernel: &Kernel, old: &Name, new: &Name) -> Result<(), Refusal> {
    let tag = |name: &Name| kernel.inames.get(name).and_then(|iname| iname.tag);
    match (tag(old), tag(new)) {
        (a, b) if a == b => Ok(()),
        (a, b) => {
            let text =
                |tag: Option<ir::InameTag>| tag.map_or_else(|| "none".to_owned(), |tag| format!("`{tag}`"));
            Err(differ(format!("the tags of `{old}` and `{new}` differ: {} and {}", text(a), text(b))))
        }
    }
}

/// The two stand in one domain and are bounded alike, or each has a domain to itself, with the same points.
fn check_domains(kernel: &Kernel, old: &Name, new: &Name, homes: (usize, usize)) -> Result<(), Refusal> {
    let (Some(from), Some(into)) = (kernel.domains.get(homes.0), kernel.domains.get(homes.1)) else {
        return Ok(());
    };
    let one = std::slice::from_ref;
    let (mine, theirs): (Set, Set) = if homes.0 == homes.1 {
        (from.set.project_out(one(new))?, into.set.project_out(one(old))?)
    } else {
        (from.set.clone(), into.set.clone())
    };
    let mine = mine.rename(&[(old.clone(), new.clone())])?;
    let alone = homes.0 == homes.1 || (mine.dims() == one(new) && theirs.dims() == one(new));
    let (a, b) = (mine.intersect(&kernel.assumptions)?, theirs.intersect(&kernel.assumptions)?);
    if alone && from.parent == into.parent && a.is_subset(&b)? && b.is_subset(&a)? {
        return Ok(());
    }
    let (from, into) = (&from.set, &into.set);
    Err(differ(format!("the loops `{old}` over `{from}` and `{new}` over `{into}` differ")))
}

/// Removes an iname that no statement uses; what was bounded by it is bounded by the other one.
fn remove(kernel: &mut Kernel, old: &Name, new: &Name, homes: (usize, usize)) -> Result<(), Refusal> {
    let (from, into) = homes;
    if from == into {
        if let Some(domain) = kernel.domains.get_mut(from) {
            domain.set = domain.set.project_out(std::slice::from_ref(old))?;
        }
    } else {
        // The domain stays at the earlier place, so that it stands before everything inside either.
        let (first, last) = (from.min(into), from.max(into));
        let kept = kernel.domains.get(into).map(|domain| domain.set.clone());
        if let (Some(domain), Some(set)) = (kernel.domains.get_mut(first), kept) {
            domain.set = set;
        }
        remove_domain(kernel, last, first);
    }
    let change = Change::rename(old, new);
    for list in &mut kernel.priorities {
        if list.contains(new) {
            list.retain(|name| name != old);
        }
    }
    kernel.inames.shift_remove(old);
    let iname = kernel.inames.get(new).cloned().unwrap_or_default();
    let inames = std::mem::take(&mut kernel.inames);
    change_loops(kernel, &change, &[(new.clone(), iname)])?;
    kernel.inames = inames;
    Ok(())
}
